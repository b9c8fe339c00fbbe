/* projected.c: joints corrected after the step; see projected.h */
#include "projected.h"

#include <math.h>

#define CLOSED 1e-5               /* [m], [rad]: smaller errors of joints are left */
#define IMPLIED 1e-12             /* of S_ii: a row with a smaller pivot is redundant */
enum { PASSES = 50 };             /* each squares the error, unless joints cannot be closed */

/* The rows J of all joints, S = J M^-1 J' and the right-hand side, which becomes lambda. */
typedef struct {
    const mb_world *world;
    int n;
    double *Ja, *Jb, *S, *x;      /* Ja[3*n], Jb[3*n], S[n*n], x[n] */
} rows;

static int count(const mb_world *world)
{
    int n = 0;

    for (int k = 0; k < world->njoint; k++) n += mb_joint_rows(world->joint[k].kind);
    return n;
}

size_t projected_size(const mb_world *world)
{
    const size_t n = (size_t)count(world);

    return n * (n + 7);
}

/* 1 / mass or inertia of coordinate i of a body; 0 for bodies that no force moves */
static double mobility(const mb_world *world, int body, int i)
{
    const mb_body *b = body < 0 ? NULL : world->body + body;
    const double inertia = !b || b->kind != MB_DYNAMIC ? 0.0 : i < 2 ? b->mass : b->inertia;

    return inertia > 0.0 ? 1.0 / inertia : 0.0;
}

/* y[3*nbody] += `by` times row i of M^-1 J' */
static void push(const rows *r, const mb_joint *j, int i, double by, double *y)
{
    for (int k = 0; k < 3; k++) {
        if (j->a >= 0) y[3 * j->a + k] += by * mobility(r->world, j->a, k) * r->Ja[3 * i + k];
        if (j->b >= 0) y[3 * j->b + k] += by * mobility(r->world, j->b, k) * r->Jb[3 * i + k];
    }
}

/* J_i y for y[3*nbody] */
static double speed(const rows *r, const mb_joint *j, int i, const double *y)
{
    double sum = 0.0;

    for (int k = 0; k < 3; k++) {
        if (j->a >= 0) sum += r->Ja[3 * i + k] * y[3 * j->a + k];
        if (j->b >= 0) sum += r->Jb[3 * i + k] * y[3 * j->b + k];
    }
    return sum;
}

/* J_i M^-1 J_l' of rows of two joints */
static double coupling(const rows *r, const mb_joint *j, int i, const mb_joint *m, int l)
{
    const double *Ji[2] = { r->Ja + 3 * i, r->Jb + 3 * i };
    const double *Jl[2] = { r->Ja + 3 * l, r->Jb + 3 * l };
    const int bi[2] = { j->a, j->b }, bl[2] = { m->a, m->b };
    double sum = 0.0;

    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++)
            for (int k = 0; k < 3 && bi[s] >= 0 && bi[s] == bl[t]; k++)
                sum += Ji[s][k] * mobility(r->world, bi[s], k) * Jl[t][k];
    return sum;
}

/* J and S with bodies at q, x = phi; returns max |phi| */
static double make(rows *r, const double *q)
{
    const mb_world *w = r->world;
    double worst = 0.0;

    for (int k = 0, i = 0; k < w->njoint; i += mb_joint_rows(w->joint[k++].kind)) {
        mb_joint_jacobian(w->joint + k, q, r->Ja + 3 * i, r->Jb + 3 * i);
        mb_joint_errors(w->joint + k, q, r->x + i);
    }
    for (int k = 0, i = 0; k < w->njoint; k++)
        for (int a = 0; a < mb_joint_rows(w->joint[k].kind); a++, i++) {
            worst = fmax(worst, fabs(r->x[i]));
            for (int m = 0, l = 0; m < w->njoint; m++)
                for (int b = 0; b < mb_joint_rows(w->joint[m].kind); b++, l++)
                    r->S[i * r->n + l] = coupling(r, w->joint + k, i, w->joint + m, l);
        }
    return worst;
}

/* x := S^-1 x by S = L D L', in place; a redundant row gets 0 */
static void solve(rows *r)
{
    const int n = r->n;
    double *S = r->S, *x = r->x;

    for (int k = 0; k < n; k++) {
        double pivot = S[k * n + k];
        const double whole = pivot;
        for (int m = 0; m < k; m++) pivot -= S[k * n + m] * S[k * n + m] * S[m * n + m];
        S[k * n + k] = pivot > IMPLIED * whole ? pivot : 0.0;
        for (int i = k + 1; i < n; i++) {
            double entry = S[i * n + k];
            for (int m = 0; m < k; m++) entry -= S[i * n + m] * S[k * n + m] * S[m * n + m];
            S[i * n + k] = S[k * n + k] > 0.0 ? entry / S[k * n + k] : 0.0;
        }
    }
    for (int i = 0; i < n; i++)
        for (int m = 0; m < i; m++) x[i] -= S[i * n + m] * x[m];
    for (int i = 0; i < n; i++) x[i] = S[i * n + i] > 0.0 ? x[i] / S[i * n + i] : 0.0;
    for (int i = n - 1; i >= 0; i--)
        for (int m = i + 1; m < n; m++) x[i] -= S[m * n + i] * x[m];
}

/* y -= M^-1 J' S^-1 x */
static void mend(rows *r, double *y)
{
    const mb_world *w = r->world;

    solve(r);
    for (int k = 0, i = 0; k < w->njoint; k++)
        for (int a = 0; a < mb_joint_rows(w->joint[k].kind); a++, i++)
            push(r, w->joint + k, i, -r->x[i], y);
}

void projected_update(const mb_world *world, const double *v_next, double *q, double *v,
                      double *memory)
{
    const int n = count(world);
    rows r = { world, n, memory, memory + 3 * n, memory + 6 * n, memory + 6 * n + n * n };

    for (int i = 0; i < 3 * world->nbody; i++) {
        v[i] = v_next[i];
        q[i] += world->h * v[i];
    }
    if (n == 0) return;
    for (int k = 0; k < PASSES && make(&r, q) > CLOSED; k++) mend(&r, q);
    (void)make(&r, q);
    for (int k = 0, i = 0; k < world->njoint; k++)
        for (int a = 0; a < mb_joint_rows(world->joint[k].kind); a++, i++)
            r.x[i] = speed(&r, world->joint + k, i, v);
    mend(&r, v);
}
