/* chains.c: PEG's problem, reduced to the facets that matter
 *
 * A group keeps max_k psi_k+ >= 0. A facet whose psi_k+ another one of its group exceeds has no
 * effect, nor has a group with the same row as another (two corners face to face). The problem is
 * made without those that can be excluded in advance; those that v+ shows to matter are added, and
 * it is solved again. With p = 0 for the rest, and the c of its facets, this is a solution of the
 * whole problem.
 */
#include <math.h>

#include "island.h"

#define FACING (-0.99)           /* cosine of normals that face each other */
#define SAME 1e-5                /* of epsilon: lines this close count as one */
#define FELT 1e-10               /* of a velocity's terms: smaller differences are ignored */

/* how fast the two sides of a contact move past each other, at v[3*nbody] */
static double relative_speed(const mbw_step *s, const mb_body_contact *c, const double *v)
{
    const double t[2] = { -c->n[1], c->n[0] };
    mbw_row normal, tangent;

    mbw_make_row(s->world, c, c->n, &normal);
    mbw_make_row(s->world, c, t, &tangent);
    return hypot(mbw_speed(&normal, v), mbw_speed(&tangent, v));
}

/* ---- beforehand ------------------------------------------------------------------------------ */

/* Of contacts i .. end-1, the primary, and those that can have the greatest psi at the end of the
 * step if it ends with v or v0: the difference of two changes by twice the speed at most. */
static int choose_facets(const mbw_step *s, const mb_island *island, int i, int end, int *keep)
{
    double greatest = -HUGE_VAL, speed = 0.0;
    int count = 1;

    for (int k = i; k < end && end > i + 1; k++) {
        const mb_body_contact *c = island->contact + k;
        greatest = fmax(greatest, c->psi);
        speed = fmax(speed, relative_speed(s, c, s->world->v));
        speed = fmax(speed, relative_speed(s, c, s->v0));
    }
    keep[i] = 1;
    for (int k = i + 1; k < end; k++) {
        keep[k] = island->contact[k].psi >= greatest - 2.0 * s->world->h * speed;
        count += keep[k];
    }
    return count;
}

/* the same row: corner on corner, each on the facet of the other */
static int face_to_face(const mbw_step *s, const mb_body_contact *c, const mb_body_contact *o)
{
    const double d[2] = { c->p[0] - o->p[0], c->p[1] - o->p[1] };

    return c->a == o->b && c->b == o->a && c->n[0] * o->n[0] + c->n[1] * o->n[1] < FACING &&
           fabs(c->n[0] * d[1] - c->n[1] * d[0]) <= SAME * s->world->epsilon;
}

/* does the group of one facet that begins with contact i repeat an earlier one? Contacts that
 * bounce are kept: their impulses may differ. */
static int is_twin(const mbw_step *s, const mb_island *island, int i, const int *keep)
{
    const mb_body_contact *c = island->contact + i;

    for (int k = i - 1; k >= 0 && !(c->e > 0.0); k--) {
        const mb_body_contact *o = island->contact + k;
        const int same_pair = (o->a == c->a && o->b == c->b) || (o->a == c->b && o->b == c->a);
        if (!same_pair) return 0;
        if (keep[k] == MBW_ALONE && face_to_face(s, c, o)) return 1;
    }
    return 0;
}

/* Poisson's second half has other gaps: all facets are kept if something may bounce. */
static int all_matter(const mb_world *w, const mb_island *island)
{
    for (int i = 0; i < island->ncontact; i++)
        if (w->restitution == MB_RESTITUTION_POISSON && island->contact[i].e > 0.0) return 1;
    return 0;
}

void mbw_choose_facets(const mbw_step *s, const mb_island *island, int *keep)
{
    const int all = all_matter(s->world, island);

    for (int i = 0; i < island->ncontact && all; i++) keep[i] = 1;
    for (int i = 0, end; i < island->ncontact && !all; i = end) {
        end = mbw_end_of_group(island, i);
        if (choose_facets(s, island, i, end, keep) > 1) continue;
        keep[i] = is_twin(s, island, i, keep) ? 0 : MBW_ALONE;
    }
}

/* ---- afterwards ------------------------------------------------------------------------------ */

/* psi_k+ / h, and its error by rounding or the solver's tolerance */
static double gap_rate(const mbw_step *s, const mb_body_contact *c, double *error)
{
    mbw_row row;

    mbw_make_row(s->world, c, c->n, &row);
    *error = fmax(*error, FELT * mbw_terms(&row, s->v0));
    return c->psi / s->world->h + mbw_speed(&row, s->v);
}

/* adds the facets of group i .. end-1 that matter; p: its primary's impulse. Returns how many */
static int take_back(const mbw_step *s, const mb_island *island, int i, int end, double p,
                     int *keep)
{
    const mb_body_contact *c = island->contact;
    double kept = -HUGE_VAL, most = -HUGE_VAL, error = 0.0;
    int best = i;

    for (int k = i; k < end; k++) {
        const double rate = gap_rate(s, c + k, &error);
        if (keep[k]) kept = fmax(kept, rate);
        if (rate <= most) continue;
        best = k;
        most = rate;
    }
    if (!keep[i]) {
        const double bias = mbw_gap_rate(s->world, island, i) - c[i].psi / s->world->h +
                            mbw_contact_curve(&s->rows, c + i);
        if (most + bias >= -error) return 0;
        keep[i] = 1;
        keep[best] = 1;
        return 1 + (best > i);
    }
    if (!(p > 0.0) || most <= kept + error) return 0;
    return keep[best] = 1;
}

int mbw_take_back(const mbw_step *s, const mb_island *island, int *keep)
{
    const double *p = s->p_n;
    int count = 0;

    for (int i = 0, end; i < island->ncontact; i = end) {
        const double own = keep[i] ? *p : 0.0;
        end = mbw_end_of_group(island, i);
        for (int k = i; k < end; k++) p += keep[k] != 0;
        count += take_back(s, island, i, end, own, keep);
    }
    return count;
}
