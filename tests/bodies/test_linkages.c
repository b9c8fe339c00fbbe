/* test_linkages.c: pendulums, slider-cranks, four-bars and chains against their smooth motion
 *
 * The exact motion is integrated here, without impulses: M a = f + Jb' lambda, with lambda such
 * that the joints' errors have no acceleration. Final positions are also compared with results of
 * another program.
 */
#include "build.h"

#define G 9.81

static stage s;

/* ---- linkages -------------------------------------------------------------------------------- */

/* a thin rod that starts at (x0, y0), at an angle, of mass m, turning at w; its start moves at (vx,
 * vy) */
static int rod(double x0, double y0, double length, double angle, double m, double vx, double vy,
               double w)
{
    const double x = 0.5 * length * cos(angle), y = 0.5 * length * sin(angle);
    const double ends[4] = { -0.5 * length, 0, 0.5 * length, 0 };
    const int i = stage_polygon(&s, 2, ends, 0.0, x0 + x, y0 + y, angle);
    const double v[3] = { vx - w * y, vy + w * x, w };

    stage_mass(&s, i, m, m * length * length / 12.0);
    s.body[i].group = 1;                                       /* links pass each other */
    memcpy(s.v + 3 * i, v, sizeof v);
    return i;
}

static void begin(double h, double gravity)
{
    stage_clear(&s);
    s.w.h = h;
    s.w.gravity[1] = -gravity;
}

static void pendulums(int count, double h)
{
    begin(h, G);
    for (int i = 0; i < count; i++) {
        rod(i, 0, 1, 0, 1, 0, 0, 0);
        stage_join(&s, MB_REVOLUTE, i - 1, i, i, 0);
    }
}

/* crank from the origin, at an angle; the slider on y = 0 */
static void slider_crank(double h, double gravity, double crank, double length, double angle,
                         double w)
{
    const double x = crank * cos(angle), y = crank * sin(angle);
    const double along = sqrt(length * length - y * y), w2 = -w * x / along;
    double ends[2] = { 0, 0 };
    int i;

    begin(h, gravity);
    rod(0, 0, crank, angle, 1, 0, 0, w);
    rod(x, y, length, atan2(-y, along), 1, -w * y, w * x, w2);
    i = stage_polygon(&s, 1, ends, 0.0, x + along, 0, 0);
    stage_mass(&s, i, 2.0, 0.01);
    s.body[i].group = 1;
    s.v[3 * i] = -w * y + w2 * y;
    stage_join(&s, MB_REVOLUTE, -1, 0, 0, 0);
    stage_join(&s, MB_REVOLUTE, 0, 1, x, y);
    stage_join(&s, MB_REVOLUTE, 1, 2, x + along, 0);
    stage_join(&s, MB_PRISMATIC, -1, 2, x + along, 0);
}

/* crank from the origin, rocker from (ground, 0), coupler between; masses are the lengths */
static void four_bar(double h, double gravity, double ground, double crank, double coupler,
                     double rocker, double angle, double w)
{
    const double px = crank * cos(angle), py = crank * sin(angle);
    const double dx = ground - px, dy = -py, d = hypot(dx, dy);
    const double a = (d * d + coupler * coupler - rocker * rocker) / (2 * d);
    const double b = sqrt(coupler * coupler - a * a);
    const double ux = (a * dx - b * dy) / d, uy = (a * dy + b * dx) / d;     /* coupler's way */
    const double rx = px + ux - ground, ry = py + uy;                        /* rocker's */
    const double det = -uy * rx + ry * ux, vx = -w * py, vy = w * px;
    const double w2 = (vx * rx + vy * ry) / -det, w3 = (ux * vx + uy * vy) / -det;

    begin(h, gravity);
    rod(0, 0, crank, angle, crank, 0, 0, w);
    rod(px, py, coupler, atan2(uy, ux), coupler, vx, vy, w2);
    rod(ground, 0, rocker, atan2(ry, rx), rocker, 0, 0, w3);
    stage_join(&s, MB_REVOLUTE, -1, 0, 0, 0);
    stage_join(&s, MB_REVOLUTE, 0, 1, px, py);
    stage_join(&s, MB_REVOLUTE, 1, 2, px + ux, py + uy);
    stage_join(&s, MB_REVOLUTE, -1, 2, ground, 0);
}

/* ---- the smooth motion ----------------------------------------------------------------------- */

enum { Q = 12, ROWS = 12 };

static double mass_of(int i) { return i % 3 < 2 ? s.body[i / 3].mass : s.body[i / 3].inertia; }

/* all joints' rows Jb[rows*n] at q; returns their number */
static int joint_rows(const double *q, double *J)
{
    const int n = 3 * s.w.nbody;
    int rows = 0;

    memset(J, 0, ROWS * Q * sizeof *J);
    for (int k = 0; k < s.w.njoint; k++) {
        const mb_joint *j = s.joint + k;
        double Ja[9], Jb[9];
        mb_joint_jacobian(j, q, Ja, Jb);
        for (int r = 0; r < mb_joint_rows(j->kind); r++, rows++)
            for (int c = 0; c < 3; c++) {
                if (j->a >= 0) J[rows * n + 3 * j->a + c] = Ja[3 * r + c];
                if (j->b >= 0) J[rows * n + 3 * j->b + c] = Jb[3 * r + c];
            }
    }
    return rows;
}

/* a = M^-1 (f + J' lambda), J a = -J' v v */
static void accelerations(const double *q, const double *v, double *a)
{
    const int n = 3 * s.w.nbody;
    const double t = 1e-5;
    double J[ROWS * Q], lo[ROWS * Q], hi[ROWS * Q], A[ROWS * ROWS], b[ROWS], moved[Q];
    int pivot[ROWS], rows;

    for (int i = 0; i < n; i++) moved[i] = q[i] - t * v[i];
    joint_rows(moved, lo);
    for (int i = 0; i < n; i++) moved[i] = q[i] + t * v[i];
    joint_rows(moved, hi);
    rows = joint_rows(q, J);
    for (int i = 0; i < n; i++) a[i] = i % 3 < 2 ? s.w.gravity[i % 3] : 0.0;
    for (int r = 0; r < rows; r++) {
        b[r] = 0.0;
        for (int i = 0; i < n; i++)
            b[r] -= (hi[r * n + i] - lo[r * n + i]) / (2 * t) * v[i] + J[r * n + i] * a[i];
        for (int c = 0; c < rows; c++) {
            A[r * rows + c] = 0.0;
            for (int i = 0; i < n; i++)
                A[r * rows + c] += J[r * n + i] * J[c * n + i] / mass_of(i);
        }
    }
    mb_lu_factor(rows, A, pivot);
    mb_lu_solve(rows, A, pivot, b);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++) a[i] += J[r * n + i] * b[r] / mass_of(i);
}

/* one Runge-Kutta step of fourth order */
static void smooth_step(double h, double *q, double *v)
{
    static const double at[4] = { 0, 0.5, 0.5, 1 }, weight[4] = { 1, 2, 2, 1 };
    const int n = 3 * s.w.nbody;
    double k[4][2][Q], x[Q], y[Q];

    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < n; i++) {
            x[i] = q[i] + (r > 0 ? h * at[r] * k[r - 1][0][i] : 0.0);
            y[i] = v[i] + (r > 0 ? h * at[r] * k[r - 1][1][i] : 0.0);
        }
        memcpy(k[r][0], y, sizeof y);
        accelerations(x, y, k[r][1]);
    }
    for (int i = 0; i < n; i++)
        for (int r = 0; r < 4; r++) {
            q[i] += h / 6 * weight[r] * k[r][0][i];
            v[i] += h / 6 * weight[r] * k[r][1][i];
        }
}

/* ---- both ------------------------------------------------------------------------------------ */

typedef struct {
    int failed;
    double joint;                /* the joints' greatest error [m] */
    double centre;               /* the greatest distance of a centre from its exact place [m] */
    double energy;               /* at the end less at the start [J] */
    double q[Q];                 /* the exact state at the end */
} outcome;

static outcome follow(double time, int curved, int substeps)
{
    const int n = 3 * s.w.nbody, steps = (int)(time / s.w.h + 0.5);
    outcome o = { 0 };
    double v[Q];

    memcpy(o.q, s.q, (size_t)n * sizeof *v);
    memcpy(v, s.v, (size_t)n * sizeof *v);
    s.w.curved = curved;
    o.energy = -mb_world_energy(&s.w);
    for (int k = 0; k < steps && !o.failed; k++) {
        o.failed = !stage_run(&s, 1);
        for (int i = 0; i < substeps; i++) smooth_step(s.w.h / substeps, o.q, v);
        for (int j = 0; j < s.w.njoint; j++) o.joint = fmax(o.joint, mb_joint_error(&s.w, j));
        for (int i = 0; i < s.w.nbody; i++)
            o.centre = fmax(o.centre, hypot(s.q[3 * i] - o.q[3 * i],
                                            s.q[3 * i + 1] - o.q[3 * i + 1]));
    }
    o.energy += mb_world_energy(&s.w);
    return o;
}

/* ---- stabilisation --------------------------------------------------------------------------- */

enum { PLAIN = -1, DEFAULT = 0, ONCE = 1, CONVERGED = 30 };

typedef struct {
    int curved;
    double joint, centre;        /* bound of the error [m] */
    double energy, within;       /* gained [J] */
} row;

static void check_row(const char *what, const row *want, outcome got)
{
    check(!got.failed && got.joint <= want->joint,
          "%s, curved = %d: joints within %.2g m (%.2g)", what, want->curved, want->joint,
          got.joint);
    check(got.centre <= want->centre, "%s, curved = %d: centres within %.2g m (%.2g)", what,
          want->curved, want->centre, got.centre);
    check_near(got.energy, want->energy, want->within, "%s, curved = %d: energy gained", what,
               want->curved);
}

static void check_truth(const char *what, const outcome *o, int count, const int *at,
                        const double *want, double tol)
{
    for (int i = 0; i < count; i++)
        check_near(o->q[at[i]], want[i], tol, "%s: the smooth motion ends at the known place, %d",
                   what, i);
}

/* rows of the tables with h = .01: phi/h; curved with one more solve, with eight, until converged.
 * The error left by one solve is corrected by positions, which do not conserve energy, as the crank
 * shows. */

static void pendulum(void)
{
    static const row rows[] = { { PLAIN, 7.5e-4, 0.014, -0.094, 0.001 },
                                { ONCE, 1e-9, 0.018, -0.076, 0.001 },
                                { DEFAULT, 1e-12, 0.018, -0.076, 0.001 },
                                { CONVERGED, 1e-12, 0.018, -0.076, 0.001 } };
    static const int at[3] = { 0, 1, 2 };
    static const double end[3] = { 0.348411, -0.358622, -0.799839 };

    for (int k = 0; k < 4; k++) {
        outcome o;
        pendulums(1, 0.01);
        o = follow(10.0, rows[k].curved, 2);
        check_row("pendulum", rows + k, o);
        if (k == 0) check_truth("pendulum", &o, 3, at, end, 2e-6);
    }
}

static void double_pendulum(void)
{
    static const row rows[] = { { PLAIN, 4.8e-3, 0.028, -0.35, 0.01 },
                                { DEFAULT, 1e-9, 0.030, -0.27, 0.01 },
                                { CONVERGED, 1e-11, 0.030, -0.27, 0.01 } };
    static const int at[6] = { 0, 1, 2, 3, 4, 5 };
    static const double end[6] = { 0.427379, -0.259513, -0.545710, 1.092598, -0.958835, -1.075062 };
    double error[2];

    for (int k = 0; k < 3; k++) {
        outcome o;
        pendulums(2, 0.01);
        o = follow(3.0, rows[k].curved, 4);
        check_row("double pendulum", rows + k, o);
        if (k == 0) check_truth("double pendulum", &o, 6, at, end, 2e-6);
        error[0] = o.centre;
    }
    pendulums(2, 0.0025);
    error[1] = follow(3.0, CONVERGED, 1).centre;
    check_near(log(error[0] / error[1]) / log(4.0), 1.0, 0.15, "double pendulum: order 1");
}

static void slider_crank_and_four_bar(void)
{
    static const row slider[] = { { PLAIN, 5.0e-3, 0.58, -5.8, 0.1 },
                                  { ONCE, 1e-9, 0.4, -3.83, 0.01 },
                                  { DEFAULT, 1e-9, 0.036, 0.13, 0.01 },
                                  { CONVERGED, 1e-12, 0.036, 0.13, 0.01 } };
    static const row bars[] = { { PLAIN, 3.2e-3, 0.165, -0.66, 0.01 },
                                { ONCE, 1e-9, 0.044, 0.04, 0.01 },
                                { DEFAULT, 1e-9, 0.043, 0.19, 0.01 },
                                { CONVERGED, 1e-12, 0.043, 0.19, 0.01 } };
    static const int at_slider[2] = { 2, 6 }, at_bars[3] = { 2, 5, 8 };
    static const double slider_end[2] = { 30.554177, 1.169066 };
    static const double bars_end[3] = { 19.791515, 0.713931, 1.962184 };

    for (int k = 0; k < 4; k++) {
        outcome o;
        slider_crank(0.01, G, 0.3, 1.0, 0.5 * PI, 10.0);
        o = follow(2.0, slider[k].curved, 10);
        check_row("slider-crank", slider + k, o);
        if (k == 0) check_truth("slider-crank", &o, 2, at_slider, slider_end, 5e-6);
        four_bar(0.01, G, 2.0, 0.5, 1.5, 1.5, 0.5 * PI, 6.0);
        o = follow(2.0, bars[k].curved, 10);
        check_row("four-bar", bars + k, o);
        if (k == 0) check_truth("four-bar", &o, 3, at_bars, bars_end, 2e-6);
    }
}

/* converged curved rows are SHAKE's: the errors at h = .01, .005, .0025 */
static void linkages_converge(void)
{
    static const double slider[3] = { 0.036, 0.0088, 0.0022 }, bars[3] = { 0.043, 0.018, 0.0082 };

    for (int k = 0; k < 3; k++) {
        const double h = 0.01 / (1 << k);
        outcome o;
        slider_crank(h, G, 0.3, 1.0, 0.5 * PI, 10.0);
        o = follow(2.0, CONVERGED, 5);
        check(!o.failed && o.centre <= slider[k], "slider-crank, h = %g: %.3g m", h, o.centre);
        four_bar(h, G, 2.0, 0.5, 1.5, 1.5, 0.5 * PI, 6.0);
        o = follow(2.0, CONVERGED, 5);
        check(!o.failed && o.centre <= bars[k], "four-bar, h = %g: %.3g m", h, o.centre);
    }
}

/* ---- singular positions ---------------------------------------------------------------------- */

/* the smooth motion is angle = pi/2 + 6 t; where the bars are in one line, at four change points,
 * a row follows from the others, and there is another branch */
static void parallelogram(void)
{
    static const row rows[] = { { PLAIN, 1e-3, 0.0, -0.038, 0.001 },
                                { DEFAULT, 1e-9, 0.0, 0.0068, 1e-4 },
                                { CONVERGED, 1e-9, 0.0, 0.0068, 1e-4 } };

    for (int k = 0; k < 3; k++) {
        outcome o;
        four_bar(0.01, 0.0, 2.0, 1.0, 2.0, 1.0, 0.5 * PI, 6.0);
        o = follow(2.0, rows[k].curved, 1);
        check(!o.failed && o.joint <= rows[k].joint, "parallelogram, curved = %d: joints (%.2g m)",
              rows[k].curved, o.joint);
        check_near(s.q[2] - 0.5 * PI - 12.0, rows[k].energy, rows[k].within,
                   "parallelogram, curved = %d: error of the angle", rows[k].curved);
        check_near(s.q[5], 0.0, 2.0 * rows[k].joint,
                   "it stays a parallelogram: the coupler does not turn");
    }
}

/* crank and rod of .5 m, which cover each other when the slider passes the crank's joint */
static void equal_links(void)
{
    static const int curved[3] = { PLAIN, DEFAULT, CONVERGED };
    static const double kept[3] = { 0.9949, 0.9999, 0.9999 };

    for (int k = 0; k < 3; k++) {
        double energy;
        outcome o;
        slider_crank(0.005, 0.0, 0.5, 0.5, 0.25 * PI, 4.0);
        energy = mb_world_energy(&s.w);
        o = follow(1.0, curved[k], 1);
        check(!o.failed && 1.0 + o.energy / energy >= kept[k] && o.energy / energy < 2e-4,
              "equal links, curved = %d: %.4f of the energy is kept", curved[k],
              1.0 + o.energy / energy);
    }
}

/* started with all bars in one line, and with every joint listed twice: redundant rows are left
 * out, and the motion is that of the other rows */
static void dependent_rows(void)
{
    double once[9];

    four_bar(0.01, G, 2.0, 0.5, 1.5, 1.5, 0.5 * PI, 6.0);
    check(stage_run(&s, 50), "four-bar: runs");
    memcpy(once, s.q, sizeof once);
    four_bar(0.01, G, 2.0, 0.5, 1.5, 1.5, 0.5 * PI, 6.0);
    for (int k = 0; k < 4; k++) s.joint[s.w.njoint++] = s.joint[k];
    check(stage_run(&s, 50), "four-bar, every joint twice: runs");
    for (int i = 0; i < 9; i++)
        check_near(s.q[i], once[i], 1e-11, "four-bar, every joint twice: the same motion, %d", i);
    for (int k = 0; k < 2; k++) {
        four_bar(0.01, k * G, 2.0, 1.0, 2.0, 1.0, 0.0, 0.0);
        for (int i = 0; i < 3; i++) {                          /* 1, 2 and 1 m along x */
            s.q[3 * i + 2] = s.q[3 * i + 1] = 0.0;
            s.v[3 * i] = s.v[3 * i + 1] = s.v[3 * i + 2] = 0.0;
        }
        s.q[0] = 0.5, s.q[3] = 2.0, s.q[6] = 2.5;
        for (int j = 0; j < 4; j++) s.joint[j].pa[1] = s.joint[j].pb[1] = 0.0;
        s.joint[1].pa[0] = 0.5, s.joint[1].pb[0] = -1.0;
        s.joint[2].pa[0] = 1.0, s.joint[2].pb[0] = 0.5;
        s.joint[3].pb[0] = -0.5;
        check(stage_run(&s, 100), "bars in one line, gravity %g: it runs", k * G);
        for (int j = 0; j < 4; j++)
            check(mb_joint_error(&s.w, j) < 1e-3, "bars in one line: joint %d holds (%.2g m)", j,
                  mb_joint_error(&s.w, j));
        check(fabs(mb_world_energy(&s.w)) < 0.2, "bars in one line: energy 0 (%.2g J)",
              mb_world_energy(&s.w));
    }
}

/* micrometres: dependent rows are detected in units of the bodies */
static void small_crank(void)
{
    double q[9];

    slider_crank(0.01, G, 0.3, 1.0, 0.5 * PI, 5.0);
    check(stage_run(&s, 100), "slider-crank: runs");
    memcpy(q, s.q, sizeof q);
    slider_crank(0.01, 1e-6 * G, 0.3e-6, 1e-6, 0.5 * PI, 5.0);
    s.w.epsilon = s.w.recovery = 1e-7;
    check(stage_run(&s, 100), "slider-crank of a micrometre: runs");
    for (int i = 0; i < 9; i++) check_near(s.q[i] * (i % 3 < 2 ? 1e6 : 1.0), q[i], 1e-6,
                                           "and moves like the large one, %d", i);
}

/* Two rods in one line between two walls carry their weight; the straighter the line, the larger
 * the forces. */
static void toggle(void)
{
    pendulums(2, 0.001);
    stage_join(&s, MB_REVOLUTE, 1, -1, 2, 0);
    check(stage_run(&s, 200), "rods in line between walls: run");
    check(fabs(s.q[1]) < 1e-4 && fabs(s.v[1]) < 1e-6, "they stand (%.2g m, %.2g m/s)", s.q[1],
          s.v[1]);
    for (int j = 0; j < 3; j++)
        check(mb_joint_error(&s.w, j) < 1e-8, "and joint %d holds (%.2g m)", j,
              mb_joint_error(&s.w, j));
}

/* A disc on two rods that are a thousandth of a radian from parallel, one too short by 1e-4: to
 * close them it has to go far across. Where to, in a world that is turned by so many quarters. */
static void far_across(int quarters, double *q)
{
    static const int c[4] = { 1, 0, -1, 0 }, sn[4] = { 0, 1, 0, -1 };
    const int i = quarters, back = (4 - quarters) % 4;

    stage_clear(&s);
    (void)stage_disc(&s, 0.1, 0, 0);
    for (int k = 0; k < 2; k++) {
        const double x = k ? 1e-3 : -1e-3;
        mb_joint *rod = stage_join(&s, MB_DISTANCE, 0, -1, 0, 0);
        rod->pb[0] = c[i] * x - sn[i];
        rod->pb[1] = sn[i] * x + c[i];
        rod->length = hypot(1.0, 1e-3) - k * 1e-4;
    }
    check(stage_run(&s, 3), "rods that are nearly parallel, turned by %d quarters", quarters);
    q[0] = c[back] * s.q[0] - sn[back] * s.q[1];
    q[1] = sn[back] * s.q[0] + c[back] * s.q[1];
}

static void quarters(void)
{
    double q[4][2];

    for (int i = 0; i < 4; i++) far_across(i, q[i]);
    for (int i = 1; i < 4; i++)
        check(fabs(q[0][0]) > 1e-3 && fabs(q[i][0] - q[0][0]) + fabs(q[i][1] - q[0][1]) < 1e-12,
              "the same way in every direction: %g, %g", q[i][0], q[i][1]);
}

int main(void)
{
    pendulum();
    double_pendulum();
    slider_crank_and_four_bar();
    linkages_converge();
    parallelogram();
    equal_links();
    dependent_rows();
    small_crank();
    toggle();
    quarters();
    return check_done();
}
