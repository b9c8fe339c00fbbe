/* quiz: questions with numbers drawn from a seed, and their answers, by the definitions in the
 * labs' READMEs
 *
 *     quiz LAB SEED COUNT moodle|canvas|text
 *
 * LAB is 1 to 12. COUNT variants of each of the lab's questions go to the standard output: for
 * Moodle a category for each question, from which a quiz takes one at random; for Canvas (QTI 1.2)
 * a group of which one is picked; as text each question is followed by its answer.
 *
 * Data are small integers, or quarters, so that a student can work with a pencil. If rounding could
 * change the answer, or two choices are right, other data are drawn.
 */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1200 };

typedef struct {
    char text[TEXT];             /* lines are separated by \n */
    int choices;                 /* 0: the answer is a number */
    const char *const *choice;
    int right;
    double answer, tolerance;
} question;

/* ---- random numbers: splitmix64 ---- */

static uint64_t state;

static uint64_t draw(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int between(int low, int high) { return low + (int)(draw() % (uint64_t)(high - low + 1)); }

static double quarters(int low, int high) { return 0.25 * between(4 * low, 4 * high); }

/* ---- building a question ---- */

/* appends to the text */
static void say(question *q, const char *format, ...)
{
    const size_t have = strlen(q->text);
    va_list args;

    va_start(args, format);
    vsnprintf(q->text + have, TEXT - have, format, args);
    va_end(args);
}

static void ask_number(question *q, double answer)
{
    q->choices = 0;
    q->answer = fabs(answer) < 1e-14 ? 0.0 : answer;
    q->tolerance = 0.002 * fmax(fabs(answer), 0.5);
}

#define FORMAT_2X2 "A = [%g %g; %g %g], b = (%g, %g)"

/* a P-matrix of integers: diagonal and determinant positive */
static void draw_matrix(double *A)
{
    do {
        A[0] = between(1, 5), A[3] = between(1, 5);
        A[1] = between(-3, 3), A[2] = between(-3, 3);
    } while (A[0] * A[3] - A[1] * A[2] < 1.0);
}

/* ---- lab 1 ---- */

static void ask_cone(question *q)
{
    static const char *const cones[] = { "w_1 and w_2", "z_1 and w_2", "w_1 and z_2",
                                         "z_1 and z_2" };
    double A[4], x[2], b[2] = { 0, 0 };

    draw_matrix(A);
    q->right = between(0, 3);
    for (int i = 0; i < 2; i++) x[i] = between(1, 4);
    for (int i = 0; i < 2; i++) {            /* b = w - A z */
        if (!(q->right >> i & 1)) b[i] += x[i];
        else for (int r = 0; r < 2; r++) b[r] -= A[2 * r + i] * x[i];
    }
    say(q, "LCP(A, b) with " FORMAT_2X2 ".\nWhich two variables are positive in its solution: "
        "which complementary cone contains b?", A[0], A[1], A[2], A[3], b[0], b[1]);
    q->choices = 4;
    q->choice = cones;
}

static void ask_residual(question *q)
{
    double A[4], b[2], z[2], worst = 0.0, most = 0.0;

    draw_matrix(A);
    for (int i = 0; i < 2; i++) b[i] = between(-6, 6), z[i] = between(0, 4);
    most = fmax(z[0], z[1]);
    if (most < 0.5) most = 1.0;
    for (int i = 0; i < 2; i++) {
        const double w = A[2 * i] * z[0] + A[2 * i + 1] * z[1] + b[i];
        const double size = fabs(A[2 * i] * z[0]) + fabs(A[2 * i + 1] * z[1]) + fabs(b[i]);
        worst = fmax(worst, fabs(fmin(z[i] / most, size > 0.0 ? w / size : w)));
    }
    say(q, "LCP(A, b) with " FORMAT_2X2 ".\nWhat is the scaled residual r(z) of z = (%g, %g), to "
        "three digits?", A[0], A[1], A[2], A[3], b[0], b[1], z[0], z[1]);
    ask_number(q, worst);
}

/* ---- lab 2 ---- */

static void ask_sweep(question *q, int jacobi)
{
    double A[4], b[2], z[2], next[2];
    const double omega = jacobi ? 0.5 : 1.0 + 0.25 * between(0, 2);

    draw_matrix(A);
    for (int i = 0; i < 2; i++) b[i] = between(-6, 2), z[i] = between(0, 3);
    memcpy(next, z, sizeof z);
    for (int i = 0; i < 2; i++) {
        const double *from = jacobi ? z : next;
        const double w = A[2 * i] * from[0] + A[2 * i + 1] * from[1] + b[i];
        next[i] = fmax(0.0, from[i] - omega * w / A[3 * i]);
    }
    say(q, "LCP(A, b) with " FORMAT_2X2 ".\nOne sweep of projected %s, omega = %g, starts from z "
        "= (%g, %g).\nWhat is z_2 afterwards?", A[0], A[1], A[2], A[3], b[0], b[1],
        jacobi ? "Jacobi" : "Gauss-Seidel", omega, z[0], z[1]);
    ask_number(q, next[1]);
}

static void ask_gauss_seidel(question *q) { ask_sweep(q, 0); }
static void ask_jacobi(question *q) { ask_sweep(q, 1); }

/* ---- lab 3 ---- */

static void ask_pivot(question *q)
{
    static const char *const rows[] = { "row 1", "row 2", "row 3",
                                        "none: the column has no positive entry (a ray)" };
    int column[3], right[3], ties, best;

    do {
        best = -1, ties = 0;
        for (int i = 0; i < 3; i++) column[i] = between(-3, 5), right[i] = between(1, 12);
        for (int i = 0; i < 3; i++) {
            if (column[i] <= 0) continue;
            if (best < 0 || right[i] * column[best] < right[best] * column[i]) best = i, ties = 0;
            else if (right[i] * column[best] == right[best] * column[i]) ties = 1;
        }
    } while (ties);
    say(q, "In a pivot of Lemke's method the entering variable's column is (%d, %d, %d), and the "
        "right-hand side is (%d, %d, %d).\nWhich row leaves?", column[0], column[1], column[2],
        right[0], right[1], right[2]);
    q->choices = 4;
    q->choice = rows;
    q->right = best < 0 ? 3 : best;
}

static void ask_first(question *q)
{
    double b[3], d[3], z0 = 0.0;

    do {
        for (int i = 0; i < 3; i++) b[i] = between(-9, 4), d[i] = between(1, 3);
    } while (b[0] >= 0 && b[1] >= 0 && b[2] >= 0);
    for (int i = 0; i < 3; i++) z0 = fmax(z0, -b[i] / d[i]);
    say(q, "Lemke's method begins with b = (%g, %g, %g) and the covering vector d = (%g, %g, %g)."
        "\nWhat is z0 after the first pivot?", b[0], b[1], b[2], d[0], d[1], d[2]);
    ask_number(q, z0);
}

/* ---- lab 4 ---- */

static void ask_fischer(question *q)
{
    const double z = quarters(-4, 6), w = quarters(-4, 6);

    say(q, "What is the Fischer-Burmeister function phi(z, w) = z + w - sqrt(z^2 + w^2) at z = "
        "%g, w = %g?", z, w);
    ask_number(q, z + w - sqrt(z * z + w * w));
}

static void ask_jacobian(question *q)
{
    double z, w, a;

    do z = between(-4, 6), w = between(-4, 6), a = between(-3, 5); while (fabs(z) + fabs(w) < 0.5);
    say(q, "Row i of an LCP has z_i = %g, w_i = %g and A_ii = %g.\nWhat is J_ii = da + db A_ii, "
        "in the generalised Jacobian of the Fischer-Burmeister function?", z, w, a);
    ask_number(q, 1.0 - z / hypot(z, w) + (1.0 - w / hypot(z, w)) * a);
}

/* ---- lab 5 ---- */

/* edges in Pythagorean directions: numbers without roots */
static const double directions[][2] = { { 4, 3 }, { 3, 4 }, { 4, -3 }, { 3, -4 },
                                        { 5, 0 }, { 0, 5 }, { 0, -5 } };

static void ask_edge(question *q, int distance)
{
    const double *d = directions[between(0, 6)], p[2] = { between(-3, 3), between(-3, 3) };
    const double x[2] = { p[0] + between(-4, 8), p[1] + between(-4, 8) };
    const double r[2] = { x[0] - p[0], x[1] - p[1] };
    const double along = fmin(fmax((d[0] * r[0] + d[1] * r[1]) / 5.0, 0.0), 5.0);
    const double c[2] = { p[0] + along * d[0] / 5.0, p[1] + along * d[1] / 5.0 };

    say(q, "An edge leads from p = (%g, %g) to q = (%g, %g), with the solid on its right; a "
        "particle is at x = (%g, %g).\nWhat is %s?", p[0], p[1], p[0] + d[0], p[1] + d[1], x[0],
        x[1], distance ? "the distance from x to the edge" : "the gap psi");
    ask_number(q, distance ? hypot(x[0] - c[0], x[1] - c[1]) : (d[0] * r[1] - d[1] * r[0]) / 5.0);
}

static void ask_gap(question *q) { ask_edge(q, 0); }
static void ask_distance(question *q) { ask_edge(q, 1); }

/* ---- lab 6 ---- */

/* a unit mass between two edges: p_n of the four guesses; 1 if exactly one solves the LCP,
 * clearly */
static int solve_two(double n[2][2], const double *psi, double h, const double *v, double *p,
                     int *which)
{
    const double a = n[0][0] * n[1][0] + n[0][1] * n[1][1];
    double b[2];
    int found = 0;

    for (int i = 0; i < 2; i++) b[i] = n[i][0] * v[0] + n[i][1] * v[1] + psi[i] / h;
    for (int guess = 0; guess < 4; guess++) {
        const int one = guess & 1, two = guess >> 1;
        const double x = one && two ? (-b[0] + a * b[1]) / (1.0 - a * a) : one ? -b[0] : 0.0;
        const double y = one && two ? (-b[1] + a * b[0]) / (1.0 - a * a) : two ? -b[1] : 0.0;
        const double w[2] = { x + a * y + b[0], a * x + y + b[1] };
        const double least = fmin(fmin(one ? x : w[0], two ? y : w[1]), 1.0);
        if (fabs(least) < 1e-6) return 0;
        if (least < 0.0) continue;
        found++;
        p[0] = x, p[1] = y;
        *which = guess;
    }
    return found == 1;
}

static void draw_two(question *q, double *v_next, int *which)
{
    static const double normals[][2] = { { 0.6, 0.8 }, { 0.8, 0.6 }, { 0, 1 } };
    double n[2][2], psi[2], v[2], p[2];

    do {
        const int i = between(0, 2), k = between(0, 1);
        n[0][0] = normals[i][0], n[0][1] = normals[i][1];
        n[1][0] = -normals[k][0], n[1][1] = normals[k][1];
        for (int j = 0; j < 2; j++) psi[j] = 0.01 * between(0, 20);
        v[0] = quarters(-3, 3), v[1] = quarters(-5, 1);
    } while (!solve_two(n, psi, 0.1, v, p, which));
    for (int j = 0; j < 2; j++) v_next[j] = v[j] + n[0][j] * p[0] + n[1][j] * p[1];
    say(q, "A particle of 1 kg makes one of Stewart and Trinkle's steps, without friction and "
        "forces, h = 0.1.\nTwo edges are near: n_1 = (%g, %g), psi_1 = %g; n_2 = (%g, %g), psi_2 "
        "= %g. Before the step v = (%g, %g).\n", n[0][0], n[0][1], psi[0], n[1][0], n[1][1], psi[1],
        v[0], v[1]);
}

static void ask_push(question *q)
{
    static const char *const who[] = { "none", "edge 1 alone", "edge 2 alone", "both edges" };
    double v_next[2];

    draw_two(q, v_next, &q->right);
    say(q, "Which edges push?");
    q->choices = 4;
    q->choice = who;
}

static void ask_velocity(question *q)
{
    double v_next[2];
    int which;

    draw_two(q, v_next, &which);
    say(q, "What is the vertical part of v after the step?");
    ask_number(q, v_next[1]);
}

/* ---- lab 7: a particle that touches the floor, normal (0, 1) ---- */

static void draw_floor(question *q, double *slip, double *friction)
{
    double m, mu, u, fall, force;

    do {
        m = between(1, 4);
        mu = 0.1 * between(1, 9);
        u = quarters(-2, 2);
        fall = quarters(1, 4);
        force = quarters(-2, 2);
        *friction = fmin(fabs(m * u + force), mu * m * fall);
        *slip = (fabs(m * u + force) - *friction) / m;
    } while (fabs(fabs(m * u + force) - mu * m * fall) < 0.05);
    say(q, "A particle of %g kg touches a floor with the normal (0, 1), psi = 0, mu = %g. Before "
        "the step v = (%g, %g); p_ext = (%g, 0).\n", m, mu, u, -fall, force);
}

static void ask_slides(question *q)
{
    static const char *const states[] = { "it sticks", "it slides" };
    double slip, friction;

    draw_floor(q, &slip, &friction);
    say(q, "Does it stick or slide in Stewart and Trinkle's step?");
    q->choices = 2;
    q->choice = states;
    q->right = slip > 0.0;
}

static void ask_friction(question *q)
{
    double slip, friction;

    draw_floor(q, &slip, &friction);
    say(q, "How large is the impulse of friction?");
    ask_number(q, friction);
}

/* ---- lab 8 ---- */

static void ask_stop(question *q)
{
    double gap, h, epsilon, rate = 0.0, height;

    gap = height = 0.5 + 0.05 * between(0, 20);
    h = between(0, 1) ? 0.05 : 0.1;
    epsilon = 0.1 * between(1, 4) + 0.01;
    while (!(gap < epsilon)) rate -= 10.0 * h, gap += h * rate;
    say(q, "A particle falls from rest, %g m above a floor, with g = 10 m/s^2, in Anitescu and "
        "Potra's steps of h = %g s; epsilon = %g m.\nAt which gap does it come to rest?", height, h,
        epsilon);
    ask_number(q, gap);
}

static void ask_gain(question *q)
{
    const double p = quarters(1, 6), psi = -0.01 * between(1, 30), h = 0.1;

    say(q, "In one of Stewart and Trinkle's steps with h = 0.1 a contact with psi = %g pushes "
        "with p_n = %g.\nHow much kinetic energy does the step take away through this gap (a gain "
        "is negative)?", psi, p);
    ask_number(q, p * psi / h);
}

/* ---- lab 9 ---- */

static void ask_auxiliary(question *q)
{
    double psi[4], most;
    int k;

    for (int i = 0; i < 4; i++) psi[i] = 0.01 * between(-20, 20);
    k = between(2, 4);
    most = psi[0];
    for (int i = 1; i < k - 1; i++) most = fmax(most, psi[i]);
    say(q, "The four facets of a group in PEG, the primary first, have these gaps after a step of "
        "h = 0.1: (%g, %g, %g, %g).\nWhat is the auxiliary velocity of facet %d?", psi[0], psi[1],
        psi[2], psi[3], k);
    ask_number(q, fmax(0.0, psi[k - 1] - most) / 0.1);
}

static void ask_chains(question *q)
{
    int x = 0, dx[5], dy[5], chains = 1;

    say(q, "A polyline has the solid on its right and the vertices (0, 0)");
    for (int i = 0, y = 0; i < 5; i++) {
        dx[i] = between(1, 4), dy[i] = between(-3, 3);
        x += dx[i], y += dy[i];
        say(q, ", (%d, %d)", x, y);
        chains += i > 0 && dx[i - 1] * dy[i] - dy[i - 1] * dx[i] > 0;
    }
    say(q, ".\nHow many convex chains do its edges form?");
    ask_number(q, chains);
}

/* ---- lab 10 ---- */

static void ask_order(question *q)
{
    const int r = between(2, 3);
    double x[3];

    do {
        for (int i = 0; i < 3; i++) x[i] = 0.01 * between(50, 250);
    } while (fabs(x[0] - x[1]) < 1.1 * fabs(x[1] - x[2]) || x[1] == x[2]);
    say(q, "A quantity comes out as %g with the step h, as %g with h/%d, and as %g with h/%d.\n"
        "What order p does that show, if nothing exact is known?", x[0], x[1], r, x[2], r * r);
    ask_number(q, log(fabs(x[0] - x[1]) / fabs(x[1] - x[2])) / log(r));
}

static void ask_study(question *q)
{
    static const char *const says[] = { "it converges", "it has reached a floor", "it grows" };
    double h = 0.1, e = 0.001 * between(10, 99), p = 0.0;

    say(q, "A step-size study has these errors:\n");
    for (int i = 0; i < 4; i++) {
        say(q, "%sh = %g: e = %.4g", i ? ", " : "", h, e);
        do p = quarters(-2, 2); while (fabs(fabs(p) - 0.5) < 0.1);
        h /= 2.0;
        if (i == 2) q->right = p >= 0.5 ? 0 : p <= -0.5 ? 2 : 1;
        e *= pow(2.0, -p);
    }
    say(q, ".\nWhich statement follows, if rounding is far below all of them?");
    q->choices = 3;
    q->choice = says;
}

/* ---- lab 11 ---- */

static void ask_inertia(question *q)
{
    const double p[2] = { between(-5, 5), between(-5, 5) }, density = between(1, 3);
    double d[3][2] = { { 0, 0 } }, own = 0.0, area;

    do {
        for (int i = 1; i < 3; i++) d[i][0] = between(-4, 4), d[i][1] = between(-4, 4);
        area = 0.5 * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
    } while (area < 0.4);
    /* a triangle of mass m has J = m (sum of its squared sides)/36 about its centre */
    for (int i = 0; i < 3; i++) {
        const double *a = d[i], *b = d[(i + 1) % 3];
        own += (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
    }
    say(q, "A body is the triangle with the corners (%g, %g), (%g, %g) and (%g, %g), of density "
        "%g.\nWhat is its inertia J about the centre of mass?", p[0], p[1], p[0] + d[1][0],
        p[1] + d[1][1], p[0] + d[2][0], p[1] + d[2][1], density);
    ask_number(q, density * area * own / 36.0);
}

static void ask_bias(question *q)
{
    const double h = 0.1, slow = 0.25, e = 0.1 * between(0, 9);
    double psi, speed, free_speed;
    int bounces;

    do {
        psi = 0.01 * between(-10, 40);
        speed = quarters(-4, 1);
        free_speed = speed - 0.1 * between(0, 10);
    } while (fabs(psi / h + free_speed) < 1e-6 || fabs(speed + slow) < 1e-6);
    say(q, "In lab 11's step h = %g and slow = %g. A contact with e = %g has psi = %g; its gap "
        "changes at Jn v = %g before the step, and would change at Jn v_free = %g.\nWhat is its "
        "bias?", h, slow, e, psi, speed, free_speed);
    bounces = e > 0.0 && psi / h + free_speed < 0.0 && speed < -slow;
    ask_number(q, bounces ? fmin(psi / h, e * speed) : psi / h);
}

/* ---- lab 12 ---- */

static void ask_work(question *q)
{
    const int n = between(4, 20), sweeps = between(3, 30), pivots = between(2, 25);

    say(q, "On a problem with n = %d a solver of the contest makes %d sweeps, which do not end, "
        "then %d pivots in a tableau of n rows and 2n + 2 columns, and tests the result by one "
        "residual.\nWhat is its work?", n, sweeps, pivots);
    ask_number(q, n * n * (sweeps + 1.0) + (double)pivots * n * (2 * n + 2));
}

static void ask_lie(question *q)
{
    static const char *const says[] = { "one problem solved", "a lie, by (12.1)",
                                        "a lie, by (12.2)" };
    double A[4], b[2] = { 0, 0 }, z[2] = { 0, 0 };

    q->right = between(0, 2);
    if (q->right == 2) {                 /* z = t u, and A u = 0: (12.1) no longer depends on b */
        A[0] = A[3] = between(1, 4), A[1] = A[2] = -A[0];
        b[0] = -between(1, 4), b[1] = between(-4, 4);
        z[0] = z[1] = 1e12;
    } else {
        draw_matrix(A);
        for (int i = 0; i < 2; i++) {    /* b = w - A z of a solution; another z_i for a lie */
            if (between(0, 1)) z[i] = between(1, 4);
            else b[i] += between(1, 4);
        }
        for (int i = 0; i < 2; i++) b[i] -= A[2 * i] * z[0] + A[2 * i + 1] * z[1];
        if (q->right == 1) z[between(0, 1)] += between(1, 3);
    }
    say(q, "In the contest a solver returns MB_OK for LCP(A, b) with " FORMAT_2X2 ", and z = "
        "(%.0f, %.0f).\nWhat does that count as?", A[0], A[1], A[2], A[3], b[0], b[1], z[0], z[1]);
    q->choices = 3;
    q->choice = says;
}

/* ---- all of them ---- */

static const struct { int lab; const char *name; void (*ask)(question *q); } kinds[] = {
    { 1, "cone", ask_cone }, { 1, "residual", ask_residual },
    { 2, "gauss-seidel", ask_gauss_seidel }, { 2, "jacobi", ask_jacobi },
    { 3, "pivot", ask_pivot }, { 3, "first-pivot", ask_first },
    { 4, "fischer", ask_fischer }, { 4, "jacobian", ask_jacobian },
    { 5, "gap", ask_gap }, { 5, "distance", ask_distance },
    { 6, "push", ask_push }, { 6, "velocity", ask_velocity },
    { 7, "slides", ask_slides }, { 7, "friction", ask_friction },
    { 8, "stop", ask_stop }, { 8, "gain", ask_gain },
    { 9, "auxiliary", ask_auxiliary }, { 9, "chains", ask_chains },
    { 10, "order", ask_order }, { 10, "study", ask_study },
    { 11, "inertia", ask_inertia }, { 11, "bias", ask_bias },
    { 12, "work", ask_work }, { 12, "lie", ask_lie }
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* text as HTML within XML: characters that HTML escapes are escaped twice; a new line is a <br> */
static void put_escaped(const char *text)
{
    for (; *text; text++) {
        if (*text == '\n') fputs("&lt;br&gt;", stdout);
        else if (*text == '<') fputs("&amp;lt;", stdout);
        else if (*text == '>') fputs("&amp;gt;", stdout);
        else if (*text == '&') fputs("&amp;amp;", stdout);
        else putchar(*text);
    }
}

static void moodle(const question *q, const char *name, int i)
{
    printf("  <question type=\"%s\">\n"
           "    <name><text>%s %d</text></name>\n"
           "    <questiontext format=\"html\"><text>", q->choices ? "multichoice" : "numerical",
           name, i + 1);
    put_escaped(q->text);
    printf("</text></questiontext>\n"
           "    <defaultgrade>1</defaultgrade>\n"
           "    <penalty>0</penalty>\n"
           "    <hidden>0</hidden>\n");
    if (!q->choices) {
        printf("    <answer fraction=\"100\" format=\"moodle_auto_format\"><text>%.12g</text>"
               "<tolerance>%.3g</tolerance></answer>\n", q->answer, q->tolerance);
    } else {
        printf("    <single>true</single>\n"
               "    <shuffleanswers>0</shuffleanswers>\n"
               "    <answernumbering>abc</answernumbering>\n");
        for (int k = 0; k < q->choices; k++) {
            printf("    <answer fraction=\"%d\" format=\"html\"><text>", k == q->right ? 100 : 0);
            put_escaped(q->choice[k]);
            printf("</text></answer>\n");
        }
    }
    printf("  </question>\n");
}

static void canvas(const question *q, const char *name, int i)
{
    printf("      <item ident=\"%s_%d\" title=\"%s %d\">\n"
           "        <itemmetadata><qtimetadata><qtimetadatafield>"
           "<fieldlabel>question_type</fieldlabel><fieldentry>%s</fieldentry></qtimetadatafield>"
           "</qtimetadata></itemmetadata>\n"
           "        <presentation>\n"
           "          <material><mattext texttype=\"text/html\">", name, i + 1, name, i + 1,
           q->choices ? "multiple_choice_question" : "numerical_question");
    put_escaped(q->text);
    printf("</mattext></material>\n");
    if (q->choices) {
        printf("          <response_lid ident=\"response1\" rcardinality=\"Single\">"
               "<render_choice>\n");
        for (int k = 0; k < q->choices; k++) {
            printf("            <response_label ident=\"%d\"><material><mattext "
                   "texttype=\"text/html\">", k + 1);
            put_escaped(q->choice[k]);
            printf("</mattext></material></response_label>\n");
        }
        printf("          </render_choice></response_lid>\n");
    } else {
        printf("          <response_str ident=\"response1\" rcardinality=\"Single\"><render_fib "
               "fibtype=\"Decimal\"><response_label ident=\"answer1\"/></render_fib>"
               "</response_str>\n");
    }
    printf("        </presentation>\n"
           "        <resprocessing>\n"
           "          <outcomes><decvar maxvalue=\"100\" minvalue=\"0\" varname=\"SCORE\" "
           "vartype=\"Decimal\"/></outcomes>\n"
           "          <respcondition continue=\"No\"><conditionvar>");
    if (q->choices) printf("<varequal respident=\"response1\">%d</varequal>", q->right + 1);
    else
        printf("<and><vargte respident=\"response1\">%.12g</vargte>"
               "<varlte respident=\"response1\">%.12g</varlte></and>", q->answer - q->tolerance,
               q->answer + q->tolerance);
    printf("</conditionvar><setvar action=\"Set\" varname=\"SCORE\">100</setvar></respcondition>\n"
           "        </resprocessing>\n      </item>\n");
}

static void plain(const question *q, const char *name, int i)
{
    printf("%s %d\n%s\n", name, i + 1, q->text);
    for (int k = 0; k < q->choices; k++) printf("  %c) %s\n", 'a' + k, q->choice[k]);
    if (q->choices) printf("ANSWER %c\n\n", 'a' + q->right);
    else printf("ANSWER %.12g +- %.3g\n\n", q->answer, q->tolerance);
}

int main(int argc, char **argv)
{
    const int lab = argc == 5 ? atoi(argv[1]) : 0, count = argc == 5 ? atoi(argv[3]) : 0;
    const char *format = argc == 5 ? argv[4] : "";
    const int as_moodle = strcmp(format, "moodle") == 0, as_canvas = strcmp(format, "canvas") == 0;

    if (lab < 1 || lab > 12 || count < 1 ||
        !(as_moodle || as_canvas || strcmp(format, "text") == 0)) {
        fprintf(stderr, "usage: quiz LAB SEED COUNT moodle|canvas|text, LAB from 1 to 12\n");
        return 2;
    }
    if (as_moodle) printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
    if (as_canvas)
        printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<questestinterop xmlns=\"http://www.imsglobal.org/xsd/ims_qtiasiv1p2\" "
               "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
               "xsi:schemaLocation=\"http://www.imsglobal.org/xsd/ims_qtiasiv1p2 "
               "http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd\">\n"
               "  <assessment ident=\"lab_%d\" title=\"Lab %d\">\n"
               "  <section ident=\"root_section\">\n", lab, lab);
    for (int k = 0; k < KINDS; k++) {
        if (kinds[k].lab != lab) continue;
        if (as_moodle)
            printf("  <question type=\"category\"><category><text>$course$/mbsim/lab %d/%s</text>"
                   "</category></question>\n", lab, kinds[k].name);
        if (as_canvas)
            printf("    <section ident=\"%s\" title=\"%s\">\n"
                   "      <selection_ordering><selection><selection_number>1</selection_number>"
                   "</selection></selection_ordering>\n", kinds[k].name, kinds[k].name);
        /* a seed is a word or a number: FNV-1a */
        state = 0xcbf29ce484222325u + (uint64_t)k;
        for (const char *c = argv[2]; *c; c++) state = (state ^ (unsigned char)*c) * 0x100000001b3u;
        for (int i = 0; i < count; i++) {
            question q = { "", 0, NULL, 0, 0.0, 0.0 };
            kinds[k].ask(&q);
            (as_moodle ? moodle : as_canvas ? canvas : plain)(&q, kinds[k].name, i);
        }
        if (as_canvas) printf("    </section>\n");
    }
    if (as_moodle) printf("</quiz>\n");
    if (as_canvas) printf("  </section>\n  </assessment>\n</questestinterop>\n");
    return fflush(stdout) != 0;
}
