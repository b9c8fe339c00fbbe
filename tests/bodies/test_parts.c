/* test_parts.c: parts of a step by their definitions, of random islands: the energy that it may
 * gain, PEG's facets that matter, and its data as mb_dynamics */
#include "build.h"
#include "minisim2d/bodies/island.h"

static stage s;
static double memory[1 << 16];

enum { N = 6 };                  /* bodies 0, 2, 3, 5 are dynamic, 1 is driven, 4 is fixed */
static const int body[] = { 0, 2, 3, 5 };
static const int joint[] = { 0, 1, 2, 3, 4, 5 };
static mb_island island;
static double v_free[3 * N], v_next[3 * N];

/* bodies of any mass at any speed, joints of any kind with any options, contacts between any two of
 * them in groups of one to three */
static void random_island(rng *r, int joints, int contacts)
{
    stage_clear(&s);
    for (int i = 0; i < N; i++) {
        (void)stage_box(&s, rng_range(r, 0.5, 2.0), 1.0, rng_normal(r), rng_normal(r),
                        rng_normal(r));
        stage_mass(&s, i, rng_range(r, 0.5, 3.0), i == 3 ? 0.0 : rng_range(r, 0.1, 2.0));
        for (int k = 0; k < 3; k++) {
            s.v[3 * i + k] = i == 4 || (i == 1 && rng_int(r, 2)) || (i == 3 && k == 2) ? 0.0 :
                             rng_normal(r);
            v_free[3 * i + k] = i == 1 || i == 4 || (i == 3 && k == 2) ? s.v[3 * i + k] :
                                s.v[3 * i + k] + 0.3 * rng_normal(r);
        }
    }
    s.body[1].kind = MB_KINEMATIC;
    s.body[4].kind = MB_STATIC;
    for (int k = 0; k < joints; k++) {
        const int a = body[rng_int(r, 4)], b = rng_int(r, N);
        mb_joint *j = stage_join(&s, (mb_joint_kind)rng_int(r, 5), a, b == a ? -1 : b,
                                 rng_normal(r), rng_normal(r));
        j->length = j->kind == MB_DISTANCE || j->kind == MB_ROPE ? rng_range(r, 0.5, 2.0) : 0.0;
        j->pa[0] += 0.1;
        j->limited = rng_int(r, 2);
        j->lo = -rng_unit(r);
        j->hi = rng_unit(r);
        if (j->kind == MB_WELD) continue;
        j->effort = rng_int(r, 2) ? rng_unit(r) : 0.0;
        j->speed = rng_normal(r);
        j->stiffness = rng_int(r, 2) ? rng_unit(r) : 0.0;
        j->rest = rng_normal(r);
    }
    for (int i = 0, group = 0, left = 0; i < contacts; i++) {
        mb_body_contact *c = s.contact + i;
        const double angle = rng_range(r, 0.0, 2 * PI);
        if (left-- > 0) {
            *c = c[-1];
        } else {
            c->a = rng_int(r, 3) ? rng_int(r, N) : -1;
            c->b = body[rng_int(r, 4)];
            if (i > 0 && rng_int(r, 2)) {                      /* the same pair */
                c->a = c[-1].a;
                c->b = c[-1].b;
            }
            if (c->a == c->b) c->a = -1;
            left = rng_int(r, 3);
            group++;
        }
        c->facet = i;
        c->group = group;
        c->psi = 0.02 * rng_normal(r);
        c->n[0] = cos(angle);
        c->n[1] = sin(angle);
        for (int k = 0; k < 2; k++) c->p[k] = rng_normal(r);
    }
    island = (mb_island){ 4, body, contacts, s.contact, joints, joint };
}

/* ---- energy ---------------------------------------------------------------------------------- */

static double inertia_of(int i) { return i % 3 < 2 ? s.body[i / 3].mass : s.body[i / 3].inertia; }

static double kinetic(const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < 3 * N; i++)
        if (s.body[i / 3].kind == MB_DYNAMIC) sum += inertia_of(i) / 2 * v[i] * v[i];
    return sum;
}

/* what the step gained, without the work of gravity and forces; of a bounce, over the larger of
 * both energies */
static double gained(const mbw_rows *rows, const double *v)
{
    double sum = kinetic(v) - kinetic(s.v);

    if (rows->bounced) return kinetic(v) - fmax(kinetic(s.v), kinetic(v_free));
    for (int i = 0; i < 3 * N; i++)
        if (s.body[i / 3].kind == MB_DYNAMIC) sum -= inertia_of(i) * (v_free[i] - s.v[i]) * v[i];
    return sum;
}

/* rounding, springs, motors; and joints by the turns of bodies, ropes and distances */
static double allowed(const mbw_rows *rows, const double *v)
{
    double sum = rows->tolerance * kinetic(v_free), turn = 0.0, change = 0.0, curves;

    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        const mb_joint *j = s.joint + row->joint;
        if (row->kind == MBW_SPRING) sum += j->stiffness / 2 * row->gap * row->gap;
        if (row->kind == MBW_MOTOR) sum += s.w.h * row->effort * fabs(row->speed);
        if (j->length > 0.0) turn = fmax(turn, sqrt(2 * row->bend / j->length));
    }
    for (int i = 0; i < N; i++) {
        if (s.body[i].kind != MB_DYNAMIC) continue;
        turn = fmax(turn, s.w.h * fmax(fabs(v[3 * i + 2]), fabs(s.v[3 * i + 2])));
        change = fmax(change, s.w.h * fabs(v[3 * i + 2] - s.v[3 * i + 2]));
    }
    if (rows->njoint == 0) return sum;
    curves = turn < 0.3 && change <= 0.06 ? turn * turn * kinetic(s.v) : 0.0;
    return sum + fmax(curves, 1e-2 * kinetic(v_free));
}

/* the greatest speed that the driven body gives a row */
static double driven(const mbw_rows *rows)
{
    double most = 0.0;

    for (int i = 0; i < rows->njoint + 2 * island.ncontact; i++) {
        const mbw_contact *c = rows->contact + (i - rows->njoint) / 2;
        const mbw_row *row = i < rows->njoint ? &rows->joint[i].row :
                             (i - rows->njoint) % 2 ? &c->normal : &c->tangent;
        double sum = 0.0;
        for (int k = 0; k < 3; k++)
            sum += (row->body[0] == 1 ? row->J[0][k] : row->body[1] == 1 ? row->J[1][k] : 0.0) *
                   s.v[3 + k];
        most = fmax(most, fabs(sum));
    }
    return most;
}

static void energy(void)
{
    rng r = { 5 };
    int wrong = 0, off = 0, compared = 0, fed = 0;

    for (int k = 0; k < check_few(1500); k++) {
        mb_arena arena = mb_arena_make(memory, sizeof memory);
        double dv[3 * N], lo = 0.0, hi = 1.0;
        mbw_rows rows;
        int poisson = 0;
        random_island(&r, rng_int(&r, 7), rng_int(&r, 4));
        s.w.h = pow(10.0, rng_range(&r, -3.0, -0.5));
        if (!mbw_rows_begin(&s.w, &rows, &arena)) continue;
        rows.island = &island;
        if (!mbw_contact_rows(&rows, &arena) || !mbw_joint_rows(&rows, &arena)) continue;
        rows.bounced = rng_int(&r, 3) == 0;
        rows.tolerance = rng_int(&r, 2) ? 1e-6 : 1e-2;
        for (int i = 0; i < rows.njoint; i++)
            rows.joint[i].bend = rng_int(&r, 2) * 0.03 * rng_unit(&r);
        for (int i = 0; i < island.ncontact; i++) {
            rows.contact[i].e = rng_int(&r, 20) ? 0.0 : 0.5;
            poisson |= rows.contact[i].e > 0.0;
        }
        off += !(fabs(mbw_driven(&rows) - driven(&rows)) <= 1e-14);
        off += !(fabs(mbw_energy(&rows, v_free) / kinetic(v_free) - 1.0) <= 1e-14);
        for (int i = 0; i < 3 * N; i++)
            dv[i] = rng_normal(&r) * pow(10.0, rng_range(&r, -2.0, 1.0));
        for (int i = 0; i < 60; i++) {                         /* bisection for the limit */
            const double t = 0.5 * (lo + hi);
            for (int e = 0; e < 3 * N; e++)
                v_next[e] = v_free[e] + (inertia_of(e) > 0.0 ? t * dv[e] : 0.0);
            if (gained(&rows, v_next) > allowed(&rows, v_next)) hi = t;
            else lo = t;
            if (i < 40) {
                compared++;
                fed += poisson || driven(&rows) > 0.0;
                wrong += mbw_gains(&rows, v_free, v_next) !=
                         (gained(&rows, v_next) > allowed(&rows, v_next) && !poisson &&
                          !(driven(&rows) > 0.0));
            }
        }
    }
    check(off == 0, "kinetic energy, and what driven bodies do (%d wrong)", off);
    check(wrong == 0 && fed > 0 && fed < compared / 2,
          "%d velocities at and around the gain that is allowed: %d verdicts differ", compared,
          wrong);
}

/* ---- facets that matter ---------------------------------------------------------------------- */

/* how fast b moves relative to a in a contact */
static double passing(const mb_body_contact *c, const double *v)
{
    double u[2] = { 0.0, 0.0 };

    for (int e = 0; e < 2; e++) {
        const int i = 3 * (e ? c->b : c->a);
        if (i < 0) continue;
        u[0] += (e ? 1.0 : -1.0) * (v[i] - v[i + 2] * (c->p[1] - s.q[i + 1]));
        u[1] += (e ? 1.0 : -1.0) * (v[i + 1] + v[i + 2] * (c->p[0] - s.q[i]));
    }
    return hypot(u[0], u[1]);
}

static int end_of(int i)
{
    int end = i + 1;

    while (end < island.ncontact && s.contact[end].group == s.contact[i].group) end++;
    return end;
}

/* the same pair, and the same line: a row that an earlier group of one facet has */
static int has_twin(int i, const int *keep)
{
    const mb_body_contact *c = s.contact + i;

    for (int k = i - 1; k >= 0 && c->e <= 0.0; k--) {
        const mb_body_contact *o = s.contact + k;
        if (!((o->a == c->a && o->b == c->b) || (o->a == c->b && o->b == c->a))) break;
        if (keep[k] == MBW_ALONE && o->a == c->b && o->b == c->a &&
            c->n[0] * o->n[0] + c->n[1] * o->n[1] < -0.99 &&
            fabs(c->n[0] * (c->p[1] - o->p[1]) - c->n[1] * (c->p[0] - o->p[0])) <=
                1e-5 * s.w.epsilon)
            return 1;
    }
    return 0;
}

/* of every group the primary, and facets that are at most twice its fastest relative motion, at l
 * or without contacts, behind its greatest gap */
static void choose(int *keep)
{
    int all = 0;

    for (int i = 0; i < island.ncontact; i++)
        all |= s.w.restitution == MB_RESTITUTION_POISSON && s.contact[i].e > 0.0;
    for (int i = 0, end; i < island.ncontact; i = end) {
        double most = -HUGE_VAL, speed = 0.0;
        int count = 0;
        end = end_of(i);
        for (int k = i; k < end; k++) {
            most = fmax(most, s.contact[k].psi);
            speed = fmax(speed, fmax(passing(s.contact + k, s.v), passing(s.contact + k, v_free)));
        }
        for (int k = i; k < end; k++) {
            keep[k] = all || k == i || s.contact[k].psi >= most - 2 * s.w.h * speed;
            count += keep[k];
        }
        if (count == 1 && !all) keep[i] = has_twin(i, keep) ? 0 : MBW_ALONE;
    }
}

/* the gap of contact i at the end of the step, over h */
static double rate_at_end(int i)
{
    const mb_body_contact *c = s.contact + i;
    double Ja[3], Jb[3], sum = c->psi / s.w.h;

    mb_contact_row(s.q, c, c->n, Ja, Jb);
    for (int k = 0; k < 3; k++) {
        sum += c->a < 0 ? 0.0 : Ja[k] * v_next[3 * c->a + k];
        sum += Jb[k] * v_next[3 * c->b + k];
    }
    return sum;
}

/* Of every group, with its primary's impulse: the facet with the greatest gap at the end, if it
 * exceeds that of all kept ones, and something pushes; of a group left out, its primary and that
 * facet, if the group is violated. Returns how many are added. */
static int add_those_that_matter(const double *p, int *keep)
{
    int count = 0;

    for (int i = 0, end; i < island.ncontact; i = end) {
        double kept = -HUGE_VAL, most = -HUGE_VAL, deepest = -HUGE_VAL;
        const double own = keep[i] ? *p : 0.0;
        const int was = keep[i];
        int best = i;
        end = end_of(i);
        for (int k = i; k < end; k++) {
            const double rate = rate_at_end(k);
            if (keep[k]) kept = fmax(kept, rate);
            if (rate > most) best = k;
            most = fmax(most, rate);
            deepest = fmax(deepest, s.contact[k].psi);
            p += keep[k] != 0;
        }
        if (was ? own > 0.0 && most > kept + 1e-9 : most - fmin(deepest, 0.0) / s.w.h < -1e-9) {
            count += !keep[i] + (best > i);
            if (!was) keep[i] = 1;
            keep[best] = 1;
        }
    }
    return count;
}

static void facets(void)
{
    rng r = { 6 };
    int wrong = 0, left_out = 0, added = 0, twins = 0;

    for (int k = 0; k < check_few(4000); k++) {
        int keep[32] = { 0 }, want[32] = { 0 }, n = 1 + rng_int(&r, 10);
        double p[32];
        mb_arena arena = mb_arena_make(memory, sizeof memory);
        mbw_step step;
        memset(&step, 0, sizeof step);
        random_island(&r, 0, n);
        s.w.formulation = MB_PEG;
        s.w.curved = -1;
        s.w.h = pow(10.0, rng_range(&r, -3.0, -1.5));
        s.w.restitution = rng_int(&r, 2) ? MB_RESTITUTION_POISSON : MB_RESTITUTION_NEWTON;
        for (int i = 0; i < n; i++) s.contact[i].e = rng_int(&r, 20) ? 0.0 : 0.5;
        for (int i = 1; i < n; i++) {                          /* corner on corner, nearly */
            mb_body_contact *c = s.contact + i;
            const mb_body_contact *o = c - 1 - (i > 1 && rng_int(&r, 2));
            if (c->group == c[-1].group || o->a < 0 || rng_int(&r, 2)) continue;
            if (s.body[o->a].kind != MB_DYNAMIC) continue;
            c->a = o->b;
            c->b = o->a;
            for (int e = 0; e < 2; e++) {
                if (i % 4) c->n[e] = -o->n[e];
                c->p[e] = o->p[e] + rng_int(&r, 2) * rng_normal(&r) * 1e-5 * s.w.epsilon;
            }
            for (int e = i + 1; e < n && s.contact[e].group == c->group; e++) {
                s.contact[e].a = c->a;
                s.contact[e].b = c->b;
            }
        }
        if (!mbw_rows_begin(&s.w, &step.rows, &arena)) continue;
        step.world = &s.w;
        step.rows.island = &island;
        step.v0 = v_free;
        step.v = v_next;
        step.p_n = p;
        choose(want);
        mbw_choose_facets(&step, &island, keep);
        for (int i = 0; i < n; i++) {
            wrong += keep[i] != want[i];
            left_out += !keep[i];
            twins += !keep[i] && (i == 0 || s.contact[i].group != s.contact[i - 1].group);
            p[i] = fmax(rng_normal(&r), 0.0);
        }
        for (int i = 0; i < 3 * N; i++)
            v_next[i] = s.v[i] + (s.v[i] != v_free[i] ? 5.0 * rng_normal(&r) : 0.0);
        n = add_those_that_matter(p, want);
        wrong += mbw_take_back(&step, &island, keep) != n;
        for (int i = 0; i < island.ncontact; i++) wrong += keep[i] != want[i];
        added += n;
    }
    check(wrong == 0 && left_out > check_few(1500) && twins > check_few(100) &&
              added > check_few(100),
          "%d facets and %d repeated groups do not matter, until %d do (%d wrong)",
          left_out - twins, twins, added, wrong);
}

/* ---- the data of a step ---------------------------------------------------------------------- */

enum { NV = 11 };                /* of bodies 0, 2, 3 and 5, of which 3 does not turn */
static const int column[NV] = { 0, 1, 2, 6, 7, 8, 9, 10, 15, 16, 17 };

/* the columns of a row that acts on bodies a and b; returns what the driven body does to it */
static double spread(int a, int b, const double *Ja, const double *Jb, double sign, double *row)
{
    double drift = 0.0;

    for (int k = 0; k < NV; k++) {
        const int at = column[k];
        row[k] = sign * (at / 3 == a ? Ja[at % 3] : at / 3 == b ? Jb[at % 3] : 0.0);
    }
    for (int k = 0; k < 3; k++)
        drift += sign * (a == 1 ? Ja[k] : b == 1 ? Jb[k] : 0.0) * s.v[3 + k];
    return drift;
}

static int off(int n, const double *got, const double *want)
{
    int count = 0;

    for (int i = 0; i < n; i++) count += !(fabs(got[i] - want[i]) <= 1e-12 * (1.0 + fabs(want[i])));
    return count;
}

/* rank of n rows, which are overwritten */
static int rank_of(int n, double (*A)[NV])
{
    int rank = 0;

    for (; rank < n; rank++) {
        int p = rank, q = 0;
        for (int e = 0; e < (n - rank) * NV; e++)
            if (fabs(A[rank + e / NV][e % NV]) > fabs(A[p][q])) p = rank + e / NV, q = e % NV;
        if (!(fabs(A[p][q]) > 1e-9)) break;
        for (int k = 0; k < NV; k++) {
            const double t = A[rank][k];
            A[rank][k] = A[p][k];
            A[p][k] = t;
        }
        for (int i = rank + 1; i < n; i++) {
            const double f = A[i][q] / A[rank][q];
            for (int k = 0; k < NV; k++) A[i][k] -= f * A[rank][k];
        }
    }
    return rank;
}

/* of joint `i`, with the driven body where it will be, against d's rows from *b, *l and *m on */
static int wrong_joint(const mb_dynamics *d, int i, int *b, int *l, int *m, double (*all)[NV],
                       int *holds, double *M, double *p_ext)
{
    const mb_joint *j = s.joint + i;
    const double h = s.w.h;
    double q[3 * N], Ja[9], Jb[9], row[NV], phi[3], x, rest;
    int wrong = 0;

    memcpy(q, s.q, sizeof q);
    for (int k = 3; k < 6; k++) q[k] += h * s.v[k];
    mb_joint_errors(j, q, phi);
    mb_joint_jacobian(j, s.q, Ja, Jb);
    for (int k = 0; k < mb_joint_rows(j->kind); k++) {
        (void)spread(j->a, j->b, Ja + 3 * k, Jb + 3 * k, 1.0, all[(*holds)++]);
        if (*b >= d->nb || off(NV, d->Jb + *b * NV, all[*holds - 1]) > 0 ||
            off(1, d->phi + *b, phi + k) > 0)
            continue;                              /* left out; the rank says how many */
        ++*b;
    }
    x = mb_joint_coordinate(j, q, NULL, NULL);
    rest = mb_joint_coordinate(j, s.q, Ja, Jb) - j->rest;
    for (int k = 0; k < 3; k++) {                              /* lo, hi, a rope's length */
        const double gap = k == 0 ? x - j->lo : (k == 1 ? j->hi : j->length) - x;
        if (k < 2 ? !j->limited : j->kind != MB_ROPE) continue;
        (void)spread(j->a, j->b, Ja, Jb, k == 0 ? 1.0 : -1.0, row);
        wrong += *l >= d->nl || off(NV, d->Jl + *l * NV, row) || off(1, d->psi_l + *l, &gap);
        ++*l;
    }
    if (j->effort > 0.0) {
        const double speed = j->speed - spread(j->a, j->b, Ja, Jb, 1.0, row);
        wrong += *m >= d->nm || off(NV, d->Jm + *m * NV, row) || off(1, d->speed + *m, &speed) ||
                 d->effort[*m] != j->effort;
        ++*m;
    }
    if (j->stiffness + j->damping > 0.0) {
        const double c = j->damping + h * j->stiffness;
        double speed = spread(j->a, j->b, Ja, Jb, 1.0, row);
        for (int k = 0; k < NV; k++) speed += row[k] * s.v[column[k]];
        for (int k = 0; k < NV; k++) {
            p_ext[k] -= h * (j->stiffness * rest + c * speed) * row[k];
            for (int e = 0; e < NV; e++) M[NV * k + e] += h * c * row[k] * row[e];
        }
    }
    return wrong;
}

static void data_of_a_step(void)
{
    rng r = { 8 };
    int wrong = 0, left_out = 0;

    for (int k = 0; k < check_few(1000); k++) {
        mb_arena arena = mb_arena_make(memory, sizeof memory);
        double M[NV * NV] = { 0 }, p_ext[NV], v[NV], all[3 * 6][NV];
        int b = 0, l = 0, m = 0, holds = 0, rough = 0;
        mb_dynamics d;
        random_island(&r, rng_int(&r, 7), rng_int(&r, 6));
        s.w.h = rng_range(&r, 0.001, 0.1);
        s.w.curved = -1;
        s.w.formulation = k % 2 ? MB_SWEPT : MB_AP;
        for (int i = 0; i < 2; i++) s.w.gravity[i] = rng_normal(&r);
        for (int i = 0; i < 3 * N; i++) s.force[i] = rng_normal(&r);
        for (int i = 0; i < island.ncontact; i++) {
            s.contact[i].mu = k % 3 && rng_int(&r, 2) ? rng_unit(&r) : 0.0;
            rough |= s.contact[i].mu > 0.0;
        }
        for (int i = 0; i < island.njoint; i++)
            s.joint[i].damping = s.joint[i].kind != MB_WELD && rng_int(&r, 2) ? rng_unit(&r) : 0.0;
        for (int i = 0; i < NV; i++) {
            const int at = column[i];
            M[i * (NV + 1)] = inertia_of(at);
            v[i] = s.v[at];
            p_ext[i] = s.w.h * s.force[at];
            if (at % 3 < 2) p_ext[i] += s.w.h * inertia_of(at) * s.w.gravity[at % 3];
        }
        if (mb_world_dynamics(&s.w, &island, &d, &arena) != MB_OK) {
            wrong++;
            continue;
        }
        wrong += d.nv != NV || d.h != s.w.h || d.nc != island.ncontact || d.share ||
                 d.nd != (rough ? 2 : 0) || off(NV, d.v, v);
        for (int i = 0; i < island.ncontact; i++) {
            const mb_body_contact *c = s.contact + i;
            const double bias = k % 2 ? fmax(c->psi, 0.0) / s.w.h : 0.0;
            double Ja[3], Jb[3], row[NV], drift;
            mb_contact_row(s.q, c, c->n, Ja, Jb);
            drift = spread(c->a, c->b, Ja, Jb, 1.0, row);
            wrong += off(NV, d.Jn + i * NV, row) || off(1, d.dpsi_dt + i, &drift) ||
                     off(1, d.bias + i, &bias) || d.psi[i] != c->psi || d.mu[i] != c->mu ||
                     d.group[i] != c->group;
            for (int e = 0; e < d.nd; e++) {
                const double t[2] = { e ? c->n[1] : -c->n[1], e ? -c->n[0] : c->n[0] };
                mb_contact_row(s.q, c, t, Ja, Jb);
                drift = spread(c->a, c->b, Ja, Jb, 1.0, row);
                wrong += off(NV, d.Jf + (2 * i + e) * NV, row) ||
                         off(1, d.dpsif_dt + 2 * i + e, &drift);
            }
        }
        for (int i = 0; i < island.njoint; i++)
            wrong += wrong_joint(&d, i, &b, &l, &m, all, &holds, M, p_ext);
        wrong += l != d.nl || m != d.nm || b != d.nb || d.nb != rank_of(holds, all);
        wrong += off(NV * NV, d.M, M) || off(NV, d.p_ext, p_ext);
        left_out += holds - d.nb;
    }
    check(wrong == 0 && left_out > check_few(100),
          "the data of a step, every entry; %d rows of joints are redundant (%d wrong)", left_out,
          wrong);
}

int main(void)
{
    energy();
    facets();
    data_of_a_step();
    free(s.scratch);
    return check_done();
}
