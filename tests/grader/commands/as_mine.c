/* as_mine.c: the student's functions of a lab, as `--solver mine` and `--formulation mine` of
 * minisim2d. Compiled with LAB_SOLVER=lab_lemke and LAB_SCRATCH=lab_lemke_scratch, or with
 * LAB_LCP=lab_st_lcp and LAB_MLCP=lab_st_mlcp; and with LAB_GROUPS and groups.c where lab_group
 * finds the contacts */
#include "lab.h"
#include "minisim2d/solving/attempt.h"

#include <stdio.h>

#ifdef LAB_SOLVER
static size_t scratch(int n)
{
    const size_t own = LAB_SCRATCH(n), judge = mb_mlcp_judge_scratch(n);

    return own > judge ? own : judge;
}

/* The student's solver, whose MB_OK is tested like the kit's: z is judged. A wrong one is reported
 * once, and counts as MB_STALLED. */
static mb_status solve(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                       mb_arena arena)
{
    static int told;
    const mb_mlcp mixed = { p->n, p->A, p->b, NULL, NULL, NULL };
    const double tol = opt && opt->tol > 0.0 ? opt->tol : 1e-10;
    mb_status status = LAB_SOLVER(p, opt, z, info, arena);
    double residual;

    if (status < 0) return status;
    residual = mb_residual(p, z);
    if (status == MB_OK && !(residual <= tol && mb_mlcp_judge(&mixed, tol, z, &residual, arena))) {
        status = MB_STALLED;
        if (info) info->where = -1;
        if (!told++)
            fprintf(stderr, "mine: said MB_OK, but its z is no solution: the residual is %.3g\n",
                    residual);
    }
    if (info) {
        info->status = status;
        info->residual = residual;
    }
    return status;
}

static const mb_solver solver = { "mine", solve, NULL, scratch, "the solver of your lab" };
const mb_solver *const solvers_mine = &solver;
#else
const mb_solver *const solvers_mine = NULL;
#endif

#ifdef LAB_GROUPS
#define DETECTION MB_DETECT_GROUPS

mb_detect_fn yours_groups;

/* the student's groups; while they are not written, the kit's */
static int detect(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max)
{
    static int told;
    const int count = yours_groups(sim, x, v, out, max);

    if (count != -2) return count;
    if (!told++)
        fprintf(stderr, "mine: lab_chains or lab_group is not written yet: the kit's groups are "
                        "taken\n");
    return mb_detect(sim, x, v, out, max);
}

mb_detect_fn *const detect_mine = detect;
#else
#define DETECTION MB_DETECT_EDGES
mb_detect_fn *const detect_mine = NULL;
#endif

#if defined(LAB_LCP) && defined(LAB_MLCP)
static const mb_formulation_row formulation = {
    .name = "mine", .title = "your own", .summary = "the formulation of your lab",
    .detection = DETECTION, .lcp = LAB_LCP, .mlcp = LAB_MLCP
};
const mb_formulation_row *const formulation_mine = &formulation;
#else
const mb_formulation_row *const formulation_mine = NULL;
#endif
