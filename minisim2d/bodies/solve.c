/* solve.c: by which method an island's rows are solved
 *
 * Nothing here knows what the rows are for: step.c makes them, and takes v+ and the impulses.
 */
#include <limits.h>

#include "island.h"

#define SMALL 1e-6               /* of its energy: what the residual may gain, and */
#define LARGE 1e-2               /* that which is taken of large islands */

static int rough(const mb_island *island)
{
    for (int i = 0; i < island->ncontact; i++)
        if (island->contact[i].mu > 0.0) return 1;
    return 0;
}

int mbw_is_facet(const mbw_step *s, int i)
{
    const mb_body_contact *c = s->rows.island->contact;

    return mb_formulations[s->world->formulation].detection == MB_DETECT_GROUPS && i > 0 &&
           c[i].group == c[i - 1].group;
}

int mbw_further_facets(const mbw_step *s)
{
    int count = 0;

    for (int i = 1; i < s->rows.island->ncontact; i++) count += mbw_is_facet(s, i);
    return count;
}

int mbw_unknowns(const mbw_step *s)
{
    const mb_island *island = s->rows.island;
    const int further = mbw_further_facets(s);
    int n = further + (island->ncontact - further) * (rough(island) ? 4 : 1);

    for (int i = 0; i < island->njoint; i++) {
        const mb_joint *joint = s->world->joint + island->joint[i];
        n += mbw_count_rows(joint, MBW_LIMIT) + 3 * mbw_count_rows(joint, MBW_MOTOR);
    }
    return n;
}

/* may the impulses of the step before be looked at as rows? */
static int may_still_hold(const mbw_step *s, int again)
{
    const mb_world *w = s->world;

    return !again && w->warm && w->nwarm > 0 && w->formulation < MB_GAUSS &&
           s->rows.njoint == 0 && mbw_further_facets(s) == 0;
}

mb_status mbw_solve(mbw_step *s, int again, mb_arena scratch)
{
    mb_status status;

    s->large = mbw_unknowns(s) > mbw_least_large(s->world);
    s->rows.tolerance = s->large ? LARGE : SMALL;
    if (!s->large && may_still_hold(s, again) && mbw_still_solved(s, scratch))
        return s->world->observer ? mbw_show(s, scratch) : MB_OK;
    status = (s->large ? mbw_sweeps : mbw_direct)(s, again, scratch);
    if (status <= 0 || s->large || s->chains || mbw_least_large(s->world) == INT_MAX) return status;
    s->sweeps = 1;
    status = mbw_sweeps(s, again, scratch);
    s->sweeps = 0;
    return status;
}
