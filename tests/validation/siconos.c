/* siconos.c: recorded steps solved by the kit and by Siconos' solvers
 *
 *   siconos FRAMES         prints, for each of Siconos' solvers: the numbers of problems, of those
 *                          it reports as solved, and of z among these that the kit's judge accepts,
 *                          and the worst |v+ - v+ by mb_lemke| relative to the greatest velocity
 *
 * lexicolemke gets the kit's own LCP; nsgs the contacts, as a friction problem in the plane with
 * the matrix J M^-1 J' made here, so that it shares no formulation with the kit.
 */
#include "mbsim.h"

#include <math.h>
#include <SiconosNumerics.h>
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minisim2d/reading/frame.h"
#include "minisim2d/reading/reader.h"

enum { MOST = 200, BYTES = 1 << 22 };

typedef struct {
    const char *name;
    int problems, solved, right;
    double worst;
} tally;

static double memory[BYTES / 8];

/* x = M^-1 y for the small positive definite M, by elimination without pivoting */
static void mass_solve(int n, const double *M, const double *y, double *x)
{
    double A[MOST * MOST];

    memcpy(A, M, (size_t)(n * n) * sizeof *A);
    memcpy(x, y, (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            const double f = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
            x[i] -= f * x[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= A[i * n + j] * x[j];
        x[i] /= A[i * n + i];
    }
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* the greatest difference of two velocities, relative to the greatest velocity of the step */
static double difference(const mb_dynamics *d, const double *a, const double *b)
{
    double most = 0.0, scale = 0.0;

    for (int i = 0; i < d->nv; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        scale = fmax(scale, fmax(fabs(d->v[i]), fmax(fabs(a[i]), fabs(b[i]))));
        scale = fmax(scale, d->p_ext ? fabs(d->p_ext[i]) / d->M[i * d->nv + i] : 0.0);
    }
    return scale > 0.0 ? most / scale : most;
}

static void add(tally *t, int solved, int right, double apart)
{
    t->problems++;
    t->solved += solved;
    t->right += solved && right;
    if (solved) t->worst = fmax(t->worst, apart);
}

/* the kit's LCP by lexicolemke */
static void by_lexicolemke(const mb_dynamics *d, const mb_layout *layout, const mb_lcp *lcp,
                           const double *v, mb_arena scratch, tally *t)
{
    double A[MOST * MOST], z[MOST] = { 0.0 }, w[MOST] = { 0.0 }, other[MOST];
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    NumericsMatrix *M;
    LinearComplementarityProblem p;
    const mb_mlcp same = { .n = lcp->n, .A = lcp->A, .b = lcp->b };
    const int n = lcp->n;
    double residual;
    int info;

    for (int i = 0; i < n; i++)                                /* Siconos stores columns */
        for (int j = 0; j < n; j++) A[j * n + i] = lcp->A[i * n + j];
    M = NM_create_from_data(NM_DENSE, n, n, A);
    p.size = n;
    p.M = M;
    p.q = (double *)lcp->b;
    info = linearComplementarity_driver(&p, z, w, options);
    if (info == 0 && mb_step_result(d, layout, z, other, NULL, NULL, NULL, scratch) != MB_OK)
        info = 1;
    add(t, info == 0, mb_mlcp_judge(&same, 1e-10, z, &residual, scratch),
        info == 0 ? difference(d, v, other) : 0.0);
    M->matrix0 = NULL;                                         /* A is not on the heap */
    NM_clear(M);
    free(M);
    solver_options_delete(options);
}

/* the contacts by non-smooth Gauss-Seidel */
static void by_nsgs(const mb_dynamics *d, const double *v, tally *t)
{
    double W[MOST * MOST], q[MOST], mu[MOST], r[MOST] = { 0.0 }, u[MOST] = { 0.0 };
    double H[MOST][MOST], X[MOST][MOST], y[MOST], other[MOST];
    SolverOptions *options = solver_options_create(SICONOS_FRICTION_2D_NSGS);
    NumericsMatrix *M;
    FrictionContactProblem p;
    const int nv = d->nv, n = 2 * d->nc;
    int info;

    for (int k = 0; k < d->nc; k++) {
        for (int j = 0; j < nv; j++) {
            H[2 * k][j] = d->Jn[k * nv + j];
            H[2 * k + 1][j] = d->nd > 0 ? d->Jf[k * d->nd * nv + j] : 0.0;
        }
        /* without friction any row will do, as its impulse is 0: that of the normal, doubled */
        for (int j = 0; j < nv && d->nd == 0; j++) H[2 * k + 1][j] = 2.0 * H[2 * k][j];
        mu[k] = d->nd > 0 ? d->mu[k] : 0.0;
    }
    for (int i = 0; i < nv; i++) y[i] = d->p_ext ? d->p_ext[i] : 0.0;
    mass_solve(nv, d->M, y, other);
    for (int i = 0; i < nv; i++) other[i] += d->v[i];          /* v_free */
    for (int i = 0; i < n; i++) {
        mass_solve(nv, d->M, H[i], X[i]);
        q[i] = dot(nv, H[i], other);
        if (i % 2 == 0) q[i] += d->bias ? d->bias[i / 2] : d->psi[i / 2] / d->h;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) W[j * n + i] = dot(nv, H[i], X[j]);
    M = NM_create_from_data(NM_DENSE, n, n, W);
    p.dimension = 2;
    p.numberOfContacts = d->nc;
    p.M = M;
    p.q = q;
    p.mu = mu;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    options->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    info = fc2d_driver(&p, r, u, options);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < n; i++) other[j] += X[i][j] * r[i];
    add(t, info == 0, 1, info == 0 ? difference(d, v, other) : 0.0);
    M->matrix0 = NULL;
    NM_clear(M);
    free(M);
    solver_options_delete(options);
}

/* v+ by the kit; 0 if it does not solve the problem */
static int by_kit(const mb_dynamics *d, const mb_layout *layout, const mb_lcp *lcp, double *v,
                  mb_arena scratch)
{
    double z[MOST] = { 0.0 };
    mb_info info;

    return mb_lemke(lcp, NULL, z, &info, scratch) == MB_OK &&
           mb_step_result(d, layout, z, v, NULL, NULL, NULL, scratch) == MB_OK;
}

int main(int argc, char **argv)
{
    tally lexicolemke = { "lexicolemke", 0, 0, 0, 0.0 }, nsgs = { "nsgs", 0, 0, 0, 0.0 };
    const char *name;
    FILE *file = argc == 2 ? reader_open(argv[1], &name, stderr) : NULL;
    frame_reader in;
    int failed = 0;

    if (!file || frame_reader_begin(&in, name, file, stderr) != 0) return 2;
    while (frame_reader_next(&in) > 0) {
        const mb_dynamics *d = frame_dynamics(&in, in.frame.formulation);
        mb_arena arena = mb_arena_make(memory, sizeof memory);
        const mb_formulation formulation = in.frame.formulation;
        mb_layout layout;
        mb_lcp lcp;
        mb_info info;
        double v[MOST];
        if (!d || mb_formulations[formulation].cone ||
            mb_formulations[formulation].detection == MB_DETECT_GROUPS ||
            d->nb + d->nl + d->nm > 0 ||
            mb_formulations[formulation].lcp(d, &lcp, &info, &arena) != MB_OK || lcp.n > MOST ||
            mb_layout_of(d, formulation, MB_FORM_LCP, &layout) != MB_OK)
            continue;
        if (!by_kit(d, &layout, &lcp, v, arena)) {
            failed++;
            continue;
        }
        by_lexicolemke(d, &layout, &lcp, v, arena, &lexicolemke);
        by_nsgs(d, v, &nsgs);
    }
    frame_reader_end(&in);
    reader_close(file);
    for (const tally *t = &lexicolemke; t; t = t == &lexicolemke ? &nsgs : NULL)
        printf("%s %d %d %d %.2g\n", t->name, t->problems, t->solved, t->right, t->worst);
    if (failed) fprintf(stderr, "not solved by the kit: %d\n", failed);
    return failed > 0;
}
