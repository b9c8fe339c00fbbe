/* test_parts.c: parts of a step by their definitions, of random islands: the energy that it may
 * gain, and PEG's facets that matter */
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
            sum += (row->a == 1 ? row->Ja[k] : row->b == 1 ? row->Jb[k] : 0.0) * s.v[3 + k];
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

int main(void)
{
    energy();
    facets();
    free(s.scratch);
    return check_done();
}
