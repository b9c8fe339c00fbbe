/* scratch.c: how much memory a step may need
 *
 * Dense matrices of islands dominate. They are limited whatever the contacts are: islands with more
 * unknowns than mb_world.direct are never dense.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "outline.h"
#include "island.h"

enum { DIRECT = 600 };           /* default of mb_world.direct */

int mbw_max_contacts(const mb_world *w)
{
    return w->max_contacts > 0 ? w->max_contacts : mb_world_most_contacts(w);
}

int mbw_least_large(const mb_world *w)
{
    if (w->direct < 0 || w->lcp_solver || w->mlcp_solver ||
        mb_formulations[w->formulation].cone)
        return INT_MAX;
    return w->direct > 0 ? w->direct : DIRECT;
}

/* rows of the joints, of one kind */
static int count_rows(const mb_world *w, mbw_kind kind)
{
    int n = 0;

    for (int i = 0; i < w->njoint; i++) n += mbw_count_rows(w->joint + i, kind);
    return n;
}

/* A contact has four unknowns and three rows of velocities, one and one where it is smooth; where
 * it is a further facet, one and three. */
static mbw_size largest(const mb_world *w)
{
    const mb_formulation_row *f = mb_formulations + w->formulation;
    const double per_group = f->detection == MB_DETECT_GROUPS ? mbw_convex_room(w) + 1.0 : 1.0;
    const double nc = mbw_max_contacts(w), nl = count_rows(w, MBW_LIMIT);
    const double nm = count_rows(w, MBW_MOTOR) + w->nsupport * mbw_support_rows(w);
    const double share = fmax(1.0, 3.0 * per_group / (per_group + 3.0));
    mbw_size most;
    double bodies;

    most.unknowns = fmin(4.0 * nc + nl + 3.0 * nm, mbw_least_large(w));
    if (f->cone) most.unknowns += nc + nl + 1.0;
    most.velocity_rows = fmin(3.0 * nc, share * most.unknowns);
    most.contacts = fmin(nc, most.velocity_rows);
    bodies = most.contacts + w->njoint + 1.0;                  /* that this many can connect */
    most.nv = 3 * (int)fmin(bodies, w->nbody);
    most.hold = count_rows(w, MBW_HOLD);
    most.rows = most.hold + (int)(nl + nm) + count_rows(w, MBW_SPRING);
    return most;
}

/* the rows of the largest island, and their solution */
static double solving_scratch(const mb_world *w)
{
    const double nc = mbw_max_contacts(w);
    const mbw_size most = largest(w);

    return mbw_direct_scratch(w, &most) + mbw_rows_scratch(w->nbody, (int)nc, most.rows) +
           mbw_cone_scratch(w, most.nv, (int)(2.0 * most.contacts) + most.rows) +
           16.0 * w->nsupport +
           8.0 * (2.0 * nc + 2.0 * most.rows + 64.0) +
           nc * (double)(sizeof(mbw_contact) + 8) + most.rows * (double)(sizeof(mbw_joint_row) + 8);
}

double mbw_project_scratch(const mb_world *w)
{
    mb_world at_rest = *w;

    at_rest.formulation = MB_SWEPT;
    at_rest.form = MB_FORM_LCP;
    at_rest.lcp_solver = NULL;
    at_rest.mlcp_solver = NULL;
    return 8.0 * (22.0 * w->nbody + 64.0) + w->nbody * (double)(sizeof(mb_body) + 8) +
           mbw_max_contacts(w) * 2.0 * (double)(sizeof(mb_body_contact) + 8) +
           (double)mb_world_detect_scratch(w) + solving_scratch(&at_rest);
}

/* Each level of halved steps has its own state, contacts and islands. */
size_t mb_world_scratch(const mb_world *w)
{
    const double nbody = w->nbody, nc = mbw_max_contacts(w);
    const double level = 8.0 * (36.0 * nbody + 8.0 * w->njoint + 6.0 * nc + 64.0) +
                         nbody * (double)(sizeof(mb_island) + 8) +
                         nc * (double)(2 * (sizeof(mb_body_contact) + 8)) +
                         (double)sizeof(mb_island_step);
    const double bytes = MBW_LEVELS * level + 64.0 +
                         nc * (double)(3 * (sizeof(mb_body_contact) + 8)) +
                         (w->warm ? w->max_warm * (double)(sizeof(mb_impulse) + 8) : 0.0) +
                         (double)mb_world_detect_scratch(w) + solving_scratch(w) +
                         mbw_project_scratch(w);

    return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX;
}
