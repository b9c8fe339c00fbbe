/* test_positions.c: positions after the velocities: penetration that is undone, joints that are
 * closed, and what this lifts, by their definitions */
#include "build.h"
#include "minisim2d/bodies/island.h"

static stage s;
static mbw_step step;
static double q_next[3 * BODIES];

#define SLOP 4e-6

/* the island of dynamic bodies from `first` on, with the contacts at l, and bodies at q_next */
static int project(int first)
{
    static mb_island island;
    static int body[BODIES], joint[JOINTS];
    mb_arena scratch = stage_scratch(&s, 2 * mb_world_scratch(&s.w));
    int count = 0;

    for (int i = first; i < s.w.nbody; i++)
        if (s.body[i].kind == MB_DYNAMIC) body[count++] = i;
    for (int i = 0; i < s.w.njoint; i++) joint[i] = i;
    memset(&step, 0, sizeof step);
    step.world = &s.w;
    step.v = s.v;
    step.q = q_next;
    if (!mbw_rows_begin(&s.w, &step.rows, &scratch)) return 0;
    s.ncontact = mbw_detect(&s.w, NULL, s.contact, CONTACTS, scratch);
    island = (mb_island){ count, body, s.ncontact, s.contact, s.w.njoint, joint };
    step.rows.island = &island;
    if (!mbw_contact_rows(&step.rows, &scratch) || !mbw_joint_rows(&step.rows, &scratch)) return 0;
    return mbw_project(&step, scratch);
}

/* how deep a contact may stay that is at psi, and was at psi0, of bodies with this slop */
static double may_stay(double psi0, double psi, double slop)
{
    const double recovery = s.w.recovery > 0.0 ? s.w.recovery : s.w.recovery < 0.0 ? 1e300 : 0.1;

    return psi < -slop ? fmax(slop / 2, fmax(-psi0, 0.0) - recovery * s.w.h) : slop;
}

/* ---- a body on the floor --------------------------------------------------------------------- */

/* A disc, or a capsule that lies and may spin, of any size, near x = 0 or far off: it rises to
 * where it may stay, if it penetrated before the step, or its spin could let it penetrate now.
 * Detection sees a capsule deeper by 1e-6 of its width, or by rounding. */
static void out_of_the_floor(void)
{
    static const double xy[] = { -2e4, 0, 2e4, 0 };
    const mb_polyline line = { 2, xy, 0, 0.0 };
    rng r = { 3 };
    int wrong = 0, risen = 0, left = 0;

    for (int k = 0; k < check_few(2000); k++) {
        const int rod = k % 2;
        const double R = pow(10.0, rng_range(&r, -5.0, 0.0)), half = rod ? R * rng_unit(&r) : 0.0;
        const double x = k % 3 ? rng_normal(&r) * R : 1e3, reach = R + half;
        const double ends[] = { -half, 0, half, 0 };
        const double far = fabs(x), slop = SLOP * reach + 64 * DBL_EPSILON * far;
        const double delta = rod ? fmax(2e-6 * R, 64 * DBL_EPSILON * (far + 3 * R)) : 0.0;
        const double psi0 = (rng_int(&r, 4) ? -slop : slop) * pow(10.0, rng_range(&r, -1.0, 1.0));
        const double psi1 = (rng_int(&r, 6) ? -slop : slop) * pow(10.0, rng_range(&r, -1.0, 4.0));
        const double seen0 = psi0 < -delta ? psi0 - delta : psi0;
        const double seen1 = psi1 < -delta ? psi1 - delta : psi1;
        const double spin = pow(10.0, rng_range(&r, -4.0, 1.0));
        double bend, want = psi1, lift, stays;
        stage_clear(&s);
        (void)stage_ground(&s, &line, 1);
        (void)stage_disc(&s, R, 0, 9);                         /* fixed: its speed does not count */
        s.body[0].kind = MB_STATIC;
        s.v[0] = s.v[2] = 1.0;
        (void)stage_polygon(&s, 1 + rod, ends, R, x, R + psi0, 0.0);
        s.w.epsilon = R;
        s.w.gravity[0] = 1.0;
        s.w.gravity[1] = -9.0;
        s.w.recovery = k % 5 ? rng_unit(&r) * R * 1e-3 : -1.0;
        s.v[3] = rng_int(&r, 2) ? rng_normal(&r) * R : 0.0;
        s.v[4] = -R;
        s.v[5] = rng_int(&r, 2) ? spin : -spin;
        bend = s.w.h * s.w.h * spin * (spin * reach + 2 * (hypot(s.v[3], s.v[4]) + reach * spin));
        memcpy(q_next, s.q, 6 * sizeof *q_next);
        q_next[4] = R + psi1;
        stays = may_stay(seen0, seen1, slop);
        if (fmax(rod ? bend : 0.0, -seen0) > slop && seen1 < -stays) want = delta - stays;
        wrong += !project(0);
        lift = q_next[4] - R - psi1;
        wrong += !(fabs(lift + psi1 - want) <= 1e-4 * fabs(want) + 4 * DBL_EPSILON * (far + R)) ||
                 !(fabs(q_next[3] - x) <= 1e-9 * R) || !(fabs(q_next[5]) <= 1e-9) ||
                 !(fabs(step.lifted - 9.0 * lift) <= 1e-9 * fabs(lift) + 1e-14 * (far + R)) ||
                 step.open != 0.0 || step.diverged;
        risen += want > psi1;
        left += want <= psi1;
    }
    check(wrong == 0 && risen > check_few(300) && left > check_few(300),
          "%d bodies in the floor rise, %d do not (%d wrong)", risen, left, wrong);
}

/* ---- two bodies ------------------------------------------------------------------------------ */

static double normal[2], lever[2], depth;
static int detections;

/* A contact of bodies 0 and 1, as body 1 has it: its lever and normal, and a gap that falls with
 * their distance along the normal; in the order of bodies, and after the first detection in the
 * other one. */
static int one_contact(const mb_world *w, mb_body_contact *out, int max, mb_arena scratch)
{
    const double *a = w->q, *b = w->q + 3;
    const int swap = detections++ > 1;

    (void)max;
    (void)scratch;
    memset(out, 0, sizeof *out);
    out->a = swap;
    out->b = !swap;
    out->mu = 0.5;
    out->psi = normal[0] * (b[0] - a[0]) + normal[1] * (b[1] - a[1]) - depth;
    for (int k = 0; k < 2; k++) {
        out->n[k] = swap ? -normal[k] : normal[k];
        out->p[k] = b[k] + lever[k];
    }
    return 1;
}

/* Bodies of any mass, the second with a lever: in each of four passes they move by the least |dq|_M
 * that undoes the rest, turned by .3 rad at most. */
static void out_of_each_other(void)
{
    rng r = { 4 };
    int wrong = 0, limited = 0;

    for (int k = 0; k < check_few(2000); k++) {
        const double angle = rng_range(&r, 0.0, 2 * PI), h = 0.01;
        const int fixed = k % 5 == 0;
        double want[6], slop, psi0;
        stage_clear(&s);
        (void)stage_disc(&s, rng_range(&r, 0.5, 2.0), 0, 0);
        (void)stage_disc(&s, rng_range(&r, 0.5, 2.0), 0, 0);
        for (int i = 0; i < 2; i++)
            stage_mass(&s, i, rng_range(&r, 0.5, 2.0), fmax(0.0, rng_range(&r, -0.3, 1.0)));
        if (fixed) s.body[0].kind = k % 2 ? MB_KINEMATIC : MB_STATIC;
        s.w.detect = one_contact;
        s.w.max_contacts = 4;
        s.w.recovery = rng_int(&r, 3) ? 10.0 * rng_unit(&r) : -1.0;
        s.w.h = h;
        normal[0] = cos(angle);
        normal[1] = sin(angle);
        for (int i = 0; i < 2; i++) lever[i] = (k % 4 ? 0.4 : 3.0) * rng_normal(&r);
        for (int i = 0; i < 6; i++) {
            s.q[i] = rng_normal(&r);
            q_next[i] = want[i] = s.q[i] + 0.1 * rng_normal(&r);
        }
        for (int i = 0; i < 3 && fixed; i++) q_next[i] = want[i] = s.q[i];
        depth = normal[0] * (s.q[3] - s.q[0]) + normal[1] * (s.q[4] - s.q[1]);
        psi0 = -0.3 * rng_unit(&r);
        depth -= psi0;
        slop = SLOP * (fmin(s.shape[0].radius, s.shape[1].radius));
        for (int pass = 0; pass < 4; pass++) {
            const double dx = want[3] - want[0], dy = want[4] - want[1];
            const double psi = normal[0] * dx + normal[1] * dy - depth;
            const double stays = may_stay(psi0, psi, slop), need = -stays - psi;
            double J[6], dq[6], A = 0.0, part = 1.0, turn = 0.0, far = 0.0;
            if (!(need > 0.0)) break;
            for (int i = 0; i < 6; i++) {
                const double *x = want + i / 3 * 3, sign = i < 3 ? -1.0 : 1.0;
                const double p[2] = { want[3] + lever[0] - x[0], want[4] + lever[1] - x[1] };
                const double m = i % 3 < 2 ? s.body[i / 3].mass : s.body[i / 3].inertia;
                J[i] = sign * (i % 3 < 2 ? normal[i % 3] : p[0] * normal[1] - p[1] * normal[0]);
                dq[i] = m > 0.0 && !(fixed && i < 3) ? J[i] / m : 0.0;
                A += J[i] * dq[i];
            }
            for (int b = 0; b < 2; b++) {
                turn = fmax(turn, fabs(dq[3 * b + 2] * need / A));
                far = fmax(far, hypot(dq[3 * b], dq[3 * b + 1]) * need / A);
            }
            if (turn > 0.3) part = 0.3 / turn;
            if (far * part > 100 * need) part = 100 * need / far;
            limited += part < 1.0;
            for (int i = 0; i < 6; i++) want[i] += part * need / A * dq[i];
        }
        detections = 0;
        wrong += !project(0);
        for (int i = 0; i < 6; i++) wrong += !(fabs(q_next[i] - want[i]) <= 1e-7);
    }
    check(wrong == 0 && limited > check_few(30),
          "two bodies, %d turns limited: the least motion (%d wrong)", limited, wrong);
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* Two discs joined at their centres meet at their centre of mass, and do not turn. The energy of a
 * spring changes, which is reported; gravity's does not. */
static void closed_joints(void)
{
    rng r = { 5 };
    int wrong = 0;

    for (int k = 0; k < 300; k++) {
        double m[2], was[6], moved[2], work, stretch;
        mb_joint *j;
        stage_clear(&s);
        for (int i = 0; i < 2; i++) {
            (void)stage_disc(&s, 0.5, 1, 2);
            stage_mass(&s, i, m[i] = rng_range(&r, 0.5, 3.0), 1.0);
        }
        s.body[0].group = s.body[1].group = 1;
        (void)stage_join(&s, MB_REVOLUTE, 0, 1, 1, 2);
        j = stage_join(&s, MB_ROPE, 0, -1, 1, 2);              /* slack: its spring acts, no row */
        j->pb[0] = 4.0;
        j->length = 9.0;
        j->stiffness = k % 2 ? 10.0 : 0.0;
        j->rest = 2.5;
        s.w.gravity[0] = 2.0;
        s.w.gravity[1] = -9.0;
        for (int i = 0; i < 6; i++) q_next[i] = was[i] = s.q[i] + 0.01 * rng_normal(&r);
        wrong += !project(0);
        for (int i = 0; i < 2; i++) {
            const double meet = (m[0] * was[i] + m[1] * was[3 + i]) / (m[0] + m[1]);
            wrong += !(fabs(q_next[i] - meet) <= 1e-9) || !(fabs(q_next[3 + i] - meet) <= 1e-9);
            moved[i] = m[0] * (q_next[i] - was[i]) + m[1] * (q_next[3 + i] - was[3 + i]);
        }
        work = 2.0 * moved[0] - 9.0 * moved[1];
        stretch = hypot(4 - q_next[0], 2 - q_next[1]) - 2.5;
        work -= j->stiffness / 2 * stretch * stretch;
        stretch = hypot(4 - was[0], 2 - was[1]) - 2.5;
        work += j->stiffness / 2 * stretch * stretch;
        wrong += !(fabs(step.lifted + work) <= 1e-12) || step.open != 0.0 || step.diverged ||
                 q_next[2] != was[2] || q_next[5] != was[5];
    }
    check(wrong == 0, "joints are closed, and lift bodies and springs (%d wrong)", wrong);
}

/* A rod between two fixed points that are further apart than it is long: what stays open is
 * reported, and calls for a shorter step if it is over 1e-6 of the rod and half of what it was. */
static void open_joints(void)
{
    rng r = { 6 };
    int wrong = 0, diverged = 0;

    for (int k = 0; k < 400; k++) {
        const double gap = pow(10.0, rng_range(&r, -10.0, -2.0)), reach = hypot(1, 0.1);
        const double shift = gap * rng_range(&r, 0.0, 3.0);
        double before, open = 0.0;
        stage_clear(&s);
        (void)stage_box(&s, 2, 0.2, 0, 0, 0);
        (void)stage_join(&s, MB_REVOLUTE, 0, -1, -1, 0);
        (void)stage_join(&s, MB_REVOLUTE, 0, -1, 1, 0);
        s.joint[1].pb[0] += gap;
        s.q[0] = shift;
        before = fmax(fabs(shift), fabs(gap - shift));
        memcpy(q_next, s.q, 3 * sizeof *q_next);
        q_next[0] = gap / 2;
        s.w.curved = k % 10 ? 0 : -1;
        wrong += !project(0);
        open = fmax(fabs(q_next[0]), fabs(q_next[0] - gap));
        if (k % 10 == 0) open = 0.0;
        wrong += !(fabs(step.open - (open > 1e-9 * reach ? open : 0.0)) <= 1e-14);
        wrong += step.diverged != (open > fmax(1e-6 * reach, before / 2));
        diverged += step.diverged;
    }
    check(wrong == 0 && diverged > 50 && diverged < 300,
          "of 400 open joints %d are too far open (%d wrong)", diverged, wrong);
}

int main(void)
{
    out_of_the_floor();
    out_of_each_other();
    closed_joints();
    open_joints();
    free(s.scratch);
    return check_done();
}
