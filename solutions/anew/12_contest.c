/* another student's: Lemke's method on a tableau without the columns of the basis, which change
 * places with those that leave; the covering vectors make ties rare, and another one is tried where
 * one fails */
#include "lab.h"

#include <math.h>

enum { TRIES = 8 };

typedef struct {
    int n, width;
    double *T;                 /* T[n*(n + 2)]: value of the basic variable and its rates */
    int *basic, *outside;      /* the variable: z_j is j, w_j is n + j, z0 is 2 n */
    double *units;
} path;

/* the basic variables are T's first column plus the rates times the nonbasic variables */
static void exchange(path *p, int r, int c)
{
    double *R = p->T + r * p->width, rate = R[c];
    int variable = p->basic[r];

    for (int k = 0; k < p->width; k++) R[k] /= -rate;
    R[c] = 1 / rate;
    for (int i = 0; i < p->n; i++) {
        double *row = p->T + i * p->width, by = row[c];
        if (i == r) continue;
        row[c] = 0;
        for (int k = 0; k < p->width; k++) row[k] += by * R[k];
    }
    p->basic[r] = p->outside[c];
    p->outside[c] = variable;
}

static int column_of(const path *p, int variable)
{
    int c = 1;

    while (c < p->width && p->outside[c] != variable) c++;
    return c;
}

static int blocking_row(const path *p, int c)
{
    double most = 0, best = HUGE_VAL;
    int r = -1;

    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(p->T[i * p->width + c]));
    for (int i = 0; i < p->n; i++) {
        double rate = p->T[i * p->width + c], t = -p->T[i * p->width] / rate;
        if (!(rate < -1e-10 * most)) continue;
        if (t < best * (1 - 1e-11) || (t <= best * (1 + 1e-11) && p->basic[i] == 2 * p->n)) {
            best = t;
            r = i;
        }
    }
    return r;
}

/* (12.2) */
static int is_small(const mb_lcp *q, double z)
{
    double a = 0, b = 0;

    for (int i = 0; i < q->n * q->n; i++) a = fmax(a, fabs(q->A[i]));
    for (int i = 0; i < q->n; i++) b = fmax(b, fabs(q->b[i]));
    return !(z * a > LAB_LARGE * b);
}

static mb_status follow(path *p, const mb_lcp *q, int attempt, double *z, double *work)
{
    int n = p->n, r = 0, c = n + 1;
    double size = 0;

    for (int i = 0; i < n; i++) {
        double *row = p->T + i * p->width;
        row[0] = q->b[i];
        for (int j = 0; j < n; j++) row[j + 1] = q->A[i * n + j] / p->units[j];
        row[n + 1] = 0;
        for (int j = 0; j <= n; j++) row[n + 1] = fmax(row[n + 1], fabs(row[j]));
        for (int j = 0; j <= n && row[n + 1] > 0; j++) row[j] /= row[n + 1];
        row[n + 1] = 1 + 0.37 * attempt * sin(1.7 * i + attempt);
        if (row[n + 1] < 0.1) row[n + 1] = 0.1 + 0.01 * i;
        p->basic[i] = n + i;
        p->outside[i + 1] = i;
        if (row[0] / row[n + 1] < p->T[r * p->width] / p->T[r * p->width + n + 1]) r = i;
    }
    p->outside[n + 1] = 2 * n;
    if (p->T[r * p->width] < 0) {
        for (int pivots = 0; pivots < 40 * n + 100; pivots++) {
            int leaves = p->basic[r];
            exchange(p, r, c);
            *work += lab_price_product(n, n + 2);
            if (leaves == 2 * n) break;
            c = column_of(p, leaves < n ? leaves + n : leaves - n);
            r = blocking_row(p, c);
            if (r < 0) return MB_RAY;
        }
    }
    for (int i = 0; i < n; i++) z[i] = 0;
    for (int i = 0; i < n; i++)
        if (p->basic[i] < n) z[p->basic[i]] = p->T[i * p->width] / p->units[p->basic[i]];
    for (int i = 0; i < n; i++) size = fmax(size, z[i]);
    for (int i = 0; i < n; i++)
        if (z[i] < 1e-12 * size) z[i] = 0;
    *work += lab_price_product(n, n);
    return mb_residual(q, z) <= LAB_TOL && is_small(q, size) ? MB_OK : MB_STALLED;
}

mb_status lab_contest(const mb_lcp *q, double *z, double *work, mb_arena scratch)
{
    int n = q->n;
    path p = { n, n + 2, mb_arena_matrix(&scratch, n, n + 2), mb_arena_ints(&scratch, n),
               mb_arena_ints(&scratch, n + 2), mb_arena_doubles(&scratch, n) };
    mb_status status = MB_OK;
    double b = 0;

    *work = 0;
    if (!p.T || !p.basic || !p.outside || !p.units) return MB_NO_MEMORY;
    for (int i = 0; i < n; i++) b = fmax(b, isfinite(q->b[i]) ? fabs(q->b[i]) : HUGE_VAL);
    if (isinf(b)) return MB_NOT_FINITE;
    for (int j = 0; j < n; j++) {
        p.units[j] = 0;
        for (int i = 0; i < n; i++) {
            if (!isfinite(q->A[i * n + j])) return MB_NOT_FINITE;
            p.units[j] = fmax(p.units[j], fabs(q->A[i * n + j]));
        }
        if (!(p.units[j] > 0)) p.units[j] = 1;
        if (b > 0) p.units[j] /= b;
    }
    for (int attempt = 0; attempt < TRIES && n > 0; attempt++) {
        status = follow(&p, q, attempt, z, work);
        if (status == MB_OK) break;
    }
    return status;
}
