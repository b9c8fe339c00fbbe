/* unit_rows.h: shared by the solvers of contact_rows.h: the rows in units in which each mass is 1
 *
 * With M^-1 = S S' and velocities dv = S a,
 *
 *     a = G' z,    w = G a + soft z + b,    A = G G' + diag(soft)        where G = J S
 *
 * An end e = 2 i or 2 i + 1 is one of the two places where row i acts: on body[e], with G + 3 e.
 * The row's other end is e ^ 1.
 */
#ifndef UNIT_ROWS_H
#define UNIT_ROWS_H

#include "contact_rows.h"

typedef struct {
    const mb_contact_rows *p;
    double tol;
    double rounded;              /* of ws_i: below this w_i may be rounding; 0: never */
    double *S;                   /* S[nbody*9], lower triangular blocks */
    double *G;                   /* G[n*6] */
    double *diagonal;            /* diagonal[n] = A_ii */
    double *a;                   /* a[nbody*3] */
    double *w;                   /* w[n] as of the last residual, */
    double weight;               /* and the sum of all sqrt(A_ii) |z_i| */
    double *unit;                /* unit[nbody]: of b, stored at the head of each group */
    int *group;                  /* group[nbody]: union-find forest of bodies connected by rows */
    int *first, *next;           /* first[nbody], next[2*n]: ends at a body, -1 after the last */
} unit_rows;

/* ur_begin: checks the arguments, fills the options with their defaults (except max_iter) and takes
 * the memory of *out. ur_prepare: clamps z to its bounds and computes all of *out except a.
 * ur_bytes: its memory. */
mb_status ur_begin(const mb_contact_rows *p, const mb_options *opt, mb_options *o,
                   const double *z, unit_rows *out, mb_info *info, mb_arena *arena);
void ur_prepare(unit_rows *u, double *z);
double ur_bytes(const mb_contact_rows *p);

/* the first row with A_ii <= 0, or n */
int ur_singular(const unit_rows *u);

/* the bounds of z_i; those by findex follow their z. ur_put_inside: clamps z to them */
void ur_bounds(const unit_rows *u, const double *z, int i, double *lo, double *hi);
void ur_put_inside(const unit_rows *u, double *z);

/* w_i = G_i a + soft_i z_i + b_i;  a += G_i' dz;  a = G' z;  dv = S a */
double ur_slack(const unit_rows *u, int i, const double *z);
void ur_push(const unit_rows *u, int i, double dz, double *a);
void ur_add_up(unit_rows *u, const double *z);
void ur_velocities(const unit_rows *u, double *dv);

/* `count` sweeps with conjugate gradients from z, with a = G' z; before[n], course[n]: work
 * space */
void ur_sweeps(unit_rows *u, int count, double *z, double *before, double *course);

/* 1 if z is MB_OK; a = G' z. *residual is that of z; see `enough` */
int ur_solved(unit_rows *u, const double *z, double *residual);

#endif
