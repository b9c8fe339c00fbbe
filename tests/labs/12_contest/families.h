/* Lab 12: the eight families of problems, 50 of each. Each problem has a solution, by construction.
 *
 * A(i,j) is A[i*n + j]; A is zero when it comes. Numbers come from the seed alone.
 */
#ifndef LAB_12_CONTEST_FAMILIES
#define LAB_12_CONTEST_FAMILIES

#include "tests/check.h"

#include <math.h>
#include <string.h>

enum { PER_FAMILY = 50, SMALLEST = 4, LARGEST = 40 };

typedef struct {
    int step;                            /* n is a multiple of it */
    void (*make)(int n, rng *r, double *A, double *b);
} family;

/* A += G G', G[n*m] of normal numbers */
static inline void add_random_gram(int n, int m, rng *r, double *A)
{
    double G[LARGEST * LARGEST];

    for (int i = 0; i < n * m; i++) G[i] = rng_normal(r);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++) A[i * n + j] += G[i * m + k] * G[j * m + k];
}

/* b = w - A z for z, w >= 0 of which one is 0 in each row; whole: in whole numbers, also both 0 */
static inline void plant_solution(int n, rng *r, int whole, const double *A, double *b)
{
    double z[LARGEST];

    for (int i = 0; i < n; i++) {
        const int basic = rng_int(r, 3) == 0;
        const double size = whole ? (double)rng_int(r, 3) : rng_range(r, 0.1, 1.1);
        z[i] = basic ? size : 0.0;
        b[i] = basic ? 0.0 : size;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i] -= A[i * n + j] * z[j];
}

/* symmetric positive definite */
static inline void make_definite(int n, rng *r, double *A, double *b)
{
    add_random_gram(n, n, r, A);
    for (int i = 0; i < n; i++) {
        A[i * n + i] += 1.0;
        b[i] = rng_normal(r);
    }
}

/* symmetric positive semidefinite: twice as many contacts as velocities */
static inline void make_semidefinite(int n, rng *r, double *A, double *b)
{
    add_random_gram(n, n / 2, r, A);
    plant_solution(n, r, 0, A, b);
}

/* A tower of n boxes whose masses differ by up to 10^4: contact i is between box i and the one
 * below it. Symmetric positive definite, and badly conditioned. */
static inline void make_tower(int n, rng *r, double *A, double *b)
{
    double below = 0.0, mobility = 0.0;  /* of the box below: its velocity, and 1/mass */

    for (int i = 0; i < n; i++) {
        const double v = rng_normal(r), inverse = pow(10.0, rng_range(r, -2.0, 2.0));
        A[i * n + i] = inverse + mobility;
        if (i > 0) A[i * n + i - 1] = A[(i - 1) * n + i] = -mobility;
        b[i] = v - below;
        below = v;
        mobility = inverse;
    }
}

/* positive definite, and not symmetric */
static inline void make_skewed(int n, rng *r, double *A, double *b)
{
    add_random_gram(n, n, r, A);
    for (int i = 0; i < n; i++) {
        A[i * n + i] += 0.3;
        b[i] = 10.0 * rng_normal(r);
        for (int j = 0; j < i; j++) {
            const double skew = rng_range(r, -5.0, 5.0);
            A[i * n + j] += skew;
            A[j * n + i] -= skew;
        }
    }
}

/* Not definite: a P matrix, triangular, with rows and columns permuted. Every third is Murty's,
 * on which Lemke's method with the covering vector of ones takes 2^n pivots. Every other third has
 * two unknowns more, coupled to none of the others: [1 -1; 2 -2 - 2^-36] with b = (-1, -1), which
 * z = (1, 0) solves, and also z = 2^36 (1, 1), more than (12.2) allows. */
static inline void make_triangular(int n, rng *r, double *A, double *b)
{
    const int kind = rng_int(r, 3), murty = kind == 0, m = kind == 1 ? n - 2 : n;
    int order[LARGEST];
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        const int j = rng_int(r, i + 1);
        order[i] = i;
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < m; i++) {
        double *row = A + order[i] * n;
        sum += ldexp(1.0, n - i);
        for (int j = 0; j < i; j++) row[order[j]] = murty ? 2.0 : rng_normal(r);
        row[order[i]] = murty ? 1.0 : rng_range(r, 0.5, 1.5);
        b[order[i]] = murty ? -sum : rng_normal(r);
    }
    if (m == n) return;
    b[order[m]] = b[order[m + 1]] = -1.0;
    A[order[m] * n + order[m]] = 1.0;
    A[order[m] * n + order[m + 1]] = -1.0;
    A[order[m + 1] * n + order[m]] = 2.0;
    A[order[m + 1] * n + order[m + 1]] = -2.0 - 0x1p-36;
}

/* Stewart and Trinkle's friction: n/4 contacts of bodies in the plane, unknowns [p_n; p_f; s] with
 * two directions for each contact. b = J v, so that v+ = 0 keeps every gap open: with a copositive
 * A that is enough for a solution. */
static inline void make_friction(int n, rng *r, double *A, double *b)
{
    enum { MOST_ROWS = 3 * LARGEST / 4, MOST_V = 3 * (LARGEST / 8 + 1) };
    const int nc = n / 4, bodies = nc / 2 + 1, nv = 3 * bodies;
    double J[MOST_ROWS][MOST_V], v[MOST_V], mobility[MOST_V];

    memset(J, 0, sizeof J);
    for (int k = 0; k < nv; k++) v[k] = rng_normal(r);
    for (int k = 0; k < bodies; k++) {
        const double inverse = pow(10.0, rng_range(r, -1.0, 1.0));
        for (int i = 0; i < 3; i++) mobility[3 * k + i] = i < 2 ? inverse : 6.0 * inverse;
    }
    for (int i = 0; i < nc; i++) {
        const double angle = rng_range(r, 0.0, 6.28), c = cos(angle), s = sin(angle);
        const int upper = rng_int(r, bodies), lower = rng_int(r, bodies);
        for (int side = 0; side < 2; side++) {       /* lower = upper: a contact with the world */
            const int body = side ? lower : upper;
            const double x = rng_range(r, -0.7, 0.7), y = rng_range(r, -0.7, 0.7);
            const double row[2][3] = { { c, s, x * s - y * c }, { -s, c, x * c + y * s } };
            for (int k = 0; k < 3 && !(side && lower == upper); k++) {
                J[i][3 * body + k] = side ? -row[0][k] : row[0][k];
                J[nc + 2 * i][3 * body + k] = side ? -row[1][k] : row[1][k];
                J[nc + 2 * i + 1][3 * body + k] = -J[nc + 2 * i][3 * body + k];
            }
        }
    }
    for (int i = 0; i < 3 * nc; i++) {
        b[i] = 0.0;
        for (int k = 0; k < nv; k++) b[i] += J[i][k] * v[k];
        for (int j = 0; j < 3 * nc; j++)
            for (int k = 0; k < nv; k++) A[i * n + j] += J[i][k] * mobility[k] * J[j][k];
    }
    for (int i = 0; i < nc; i++) {
        const int f = nc + 2 * i, s = 3 * nc + i;
        A[f * n + s] = A[(f + 1) * n + s] = 1.0;
        A[s * n + i] = 0.5;
        A[s * n + f] = A[s * n + f + 1] = -1.0;
        b[s] = 0.0;
    }
}

/* The optimality conditions of a linear program in small whole numbers: skew-symmetric, so that the
 * diagonal is 0, and with many ties. */
static inline void make_ties(int n, rng *r, double *A, double *b)
{
    const int m = n / 2;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            const double x = (double)(rng_int(r, 7) - 3);
            A[i * n + m + j] = -x;
            A[(m + j) * n + i] = x;
        }
    plant_solution(n, r, 1, A, b);
}

/* Definite problems, and every second time problems with ties. Every row and every column has a
 * unit of its own, and so have A and b */
static inline void make_units(int n, rng *r, double *A, double *b)
{
    const double a_unit = pow(10.0, rng_range(r, -12.0, 12.0));
    const double b_unit = pow(10.0, rng_range(r, -6.0, 6.0));

    if (rng_int(r, 2) == 0) make_definite(n, r, A, b);
    else make_ties(n, r, A, b);
    for (int i = 0; i < n; i++) {
        const double row = pow(10.0, rng_range(r, -2.0, 2.0));
        const double column = pow(10.0, rng_range(r, -2.0, 2.0));
        for (int j = 0; j < n; j++) {
            A[i * n + j] *= row * a_unit;
            A[j * n + i] *= column;
        }
        b[i] *= row * b_unit;
    }
}

static const family families[] = {
    { 1, make_definite }, { 2, make_semidefinite }, { 1, make_tower }, { 1, make_skewed },
    { 1, make_triangular }, { 8, make_friction }, { 2, make_ties }, { 2, make_units },
};
enum { FAMILIES = (int)(sizeof families / sizeof families[0]) };

/* the size of problem k of a family */
static inline int family_size(const family *f, int k)
{
    const int n = SMALLEST + (LARGEST - SMALLEST) * k / (PER_FAMILY - 1);

    return n < f->step ? f->step : n - n % f->step;
}

/* ---- problems without a solution: whoever returns MB_OK lies ----
 *
 * In the ONLY_LARGE last the only solutions are 2^51 and 2^34, where the residual does not see b
 * any more; in the second of them all pivots are large enough. */

typedef struct {
    int n;
    double A[9], b[3];
} small_problem;

static const small_problem hopeless[] = {
    { 1, { 0 }, { -1 } },
    { 1, { -1 }, { -2 } },
    { 2, { 1, -1, -1, 1 }, { -1, -1 } },                 /* w_1 + w_2 = -2 */
    { 2, { 0, 0, 0, 1 }, { -1, -1 } },
    { 2, { 0, 1, -1, 0 }, { -1, -1 } },                  /* w_2 = -z_1 - 1 */
    { 3, { -1, 0, -3, 1, -2, -5, -2, -1, -2 }, { -3, -2, -1 } },
    { 2, { 1, -1, -1, 1 + 0x1p-50 }, { -1, -1 } },
    { 2, { 1, -1, -1, 1 + 0x1p-33 }, { -1, -1 } },
};

enum { HOPELESS = (int)(sizeof hopeless / sizeof hopeless[0]), ONLY_LARGE = 2,
       UNSOLVABLE = HOPELESS - ONLY_LARGE };

#endif
