/* groups.c: the student's lab_chains and lab_group as a detection of mbsim.h: the facets of every
 * polyline, group after group; nothing in a lab without them */
#ifdef LAB_GROUPS
#include "lab.h"

#include <stdlib.h>
#include <string.h>

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
#else
typedef int groups_unused;
#endif
