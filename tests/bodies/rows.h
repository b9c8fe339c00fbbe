/* rows.h: islands of rows for tests of the solvers in contact_rows.h, and their matrix, which the
 * solvers never form */
#ifndef ROWS_H
#define ROWS_H

#include <string.h>

#include "check.h"
#include "minisim2d/bodies/contact_rows.h"

enum { MAX_BODY = 64, MAX_ROW = 96 };

/* do not copy it: rows has pointers into it */
typedef struct {
    mb_contact_rows rows;
    double Minv[9 * MAX_BODY], J[6 * MAX_ROW], b[MAX_ROW], lo[MAX_ROW], hi[MAX_ROW], soft[MAX_ROW];
    double A[MAX_ROW * MAX_ROW];
    int body[2 * MAX_ROW], findex[MAX_ROW];
} island;

/* bodies without mass, no rows */
static inline void rows_clear(island *p, int nbody)
{
    memset(p, 0, sizeof *p);
    p->rows = (mb_contact_rows){ .nbody = nbody, .Minv = p->Minv, .body = p->body,
                                 .J = p->J, .b = p->b, .lo = p->lo, .hi = p->hi,
                                 .findex = p->findex, .soft = p->soft };
}

/* a row between bodies a and b, -1: the world, with random J; the world's part must not be read */
static inline int rows_add(island *p, rng *r, int a, int b, double lo, double hi, int findex)
{
    const int i = p->rows.n++;

    p->body[2 * i] = a;
    p->body[2 * i + 1] = b;
    for (int k = 0; k < 6; k++)
        p->J[6 * i + k] = p->body[2 * i + k / 3] < 0 ? HUGE_VAL : rng_normal(r);
    p->lo[i] = lo;
    p->hi[i] = hi;
    p->findex[i] = findex;
    return i;
}

/* A = J M^-1 J' + diag(soft), by its definition with dense rows of J */
static inline mb_mlcp rows_assemble(island *p)
{
    static double J[MAX_ROW][3 * MAX_BODY];
    const int n = p->rows.n, nv = 3 * p->rows.nbody;

    memset(J, 0, sizeof J);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 6; k++)
            if (p->body[2 * i + k / 3] >= 0)
                J[i][3 * p->body[2 * i + k / 3] + k % 3] = p->J[6 * i + k];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = i == j ? p->soft[i] : 0.0;
            for (int k = 0; k < nv; k++)
                for (int m = 0; m < 3; m++)
                    sum += J[i][k] * p->Minv[3 * k + m] * J[j][k / 3 * 3 + m];
            p->A[i * n + j] = sum;
        }
    return (mb_mlcp){ n, p->A, p->b, p->lo, p->hi, p->findex };
}

#endif
