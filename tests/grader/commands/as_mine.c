/* as_mine.c: the student's functions of a lab, as `--solver mine` and `--formulation mine` of
 * minisim2d. Compiled with LAB_SOLVER=lab_lemke and LAB_SCRATCH=lab_lemke_scratch, or with
 * LAB_LCP=lab_st_lcp and LAB_MLCP=lab_st_mlcp; and with LAB_GROUPS where lab_group finds the
 * contacts. With LAB_YOURS, for a lab that replaces the kit's own, only these groups. */
#include "lab.h"
#include "minisim2d/solving/attempt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LAB_GROUPS
/* ---- lab_chains and lab_group as a detection: facets of every polyline, group after group ---- */

/* The polyline that begins with edge `first` of the terrain: edges joined end to end, to where they
 * close. Its vertices go to xy. */
static mb_polyline polyline_at(const mb_terrain *t, int first, double *xy)
{
    const mb_edge *e = t->edge + first;
    const int most = t->nedge - first;
    int edges = 1, closed;

    while (edges < most && memcmp(e[edges - 1].q, e[edges].p, sizeof e->p) == 0 &&
           memcmp(e[edges - 1].q, e->p, sizeof e->p) != 0)
        edges++;
    for (int i = 0; i < edges; i++) memcpy(xy + 2 * i, e[i].p, sizeof e->p);
    memcpy(xy + 2 * edges, e[edges - 1].q, sizeof e->q);
    closed = memcmp(e[edges - 1].q, e->p, sizeof e->p) == 0;
    return (mb_polyline){ .nvert = closed ? edges : edges + 1, .closed = closed, .xy = xy,
                          .mu = e->mu };
}

/* room for the output of the student's functions for one polyline */
typedef struct {
    double *xy;
    lab_chain *chain;
    lab_facet *facet;
} room;

/* the groups of one polyline, whose edges begin at `first`, from contact `count` on: returns the
 * new number of contacts; -1: no room; -2: a function is not written yet */
static int add_groups(const mb_sim *sim, const mb_polyline *line, int first, const double *x,
                      const double *v, const room *r, mb_contact *out, int count, int max)
{
    int chains = 0, facets = 0;

    if (lab_chains(line, r->chain, &chains) != MB_OK) return -2;
    for (int k = 0; k < chains; k++) {
        const int group = count;           /* a number that no other has */
        if (lab_group(line, r->chain + k, x, v, sim->epsilon, sim->primary, r->facet, &facets) !=
            MB_OK)
            return -2;
        if (facets > max - count) return -1;
        for (int i = 0; i < facets; i++) {
            const mb_edge *e = sim->terrain.edge + first + r->facet[i].edge;
            out[count++] = (mb_contact){
                .edge = first + r->facet[i].edge, .chain = group, .psi = r->facet[i].psi,
                .distance = mb_distance_to_segment(x, e->p, e->q)
            };
        }
    }
    return count;
}

/* an mb_detect_fn that also returns -2: a function is not written yet */
mb_detect_fn yours_groups;

int yours_groups(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max)
{
    const size_t edges = (size_t)sim->terrain.nedge;
    const room r = { malloc(2 * (edges + 1) * sizeof(double)),
                     malloc((edges + 1) * sizeof(lab_chain)),
                     malloc((edges + 1) * sizeof(lab_facet)) };
    int count = r.xy && r.chain && r.facet ? 0 : -1;

    for (int first = 0; count >= 0 && first < sim->terrain.nedge;) {
        const mb_polyline line = polyline_at(&sim->terrain, first, r.xy);
        count = add_groups(sim, &line, first, x, v, &r, out, count, max);
        first += line.closed ? line.nvert : line.nvert - 1;
    }
    free(r.xy);
    free(r.chain);
    free(r.facet);
    return count;
}
#endif

#ifndef LAB_YOURS
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
#endif /* LAB_YOURS */
