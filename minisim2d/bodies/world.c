/* world.c: checks of a world, and measures of its state */
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "island.h"

/* ---- checks ---------------------------------------------------------------------------------- */

static int within(double x, double lo, double hi) { return x >= lo && x <= hi; }

static mb_status check_body(const mb_world *w, int i)
{
    const mb_body *b = w->body + i;
    const double number[] = { b->mass, b->inertia, b->mu, b->e };

    if (!mbw_all_finite(4, number) || !mbw_all_finite(3, w->q + 3 * i) ||
        !mbw_all_finite(3, w->v + 3 * i) || !mbw_all_finite(3, w->force + 3 * i))
        return MB_NOT_FINITE;
    if (b->shape < 0 || b->shape >= w->nshape || (int)b->kind < 0 || b->kind > MB_STATIC ||
        !within(b->e, 0.0, 1.0))
        return MB_BAD_ARG;
    if (b->kind != MB_DYNAMIC) return MB_OK;
    if (!(b->mass > 0.0) || !(b->inertia >= 0.0)) return MB_BAD_ARG;
    if (!(b->inertia > 0.0) && fabs(w->v[3 * i + 2]) > 0.0) return MB_BAD_ARG;
    return MB_OK;
}

/* limits may be infinite */
static mb_status check_joint(const mb_world *w, int i)
{
    const mb_joint *j = w->joint + i;
    const double number[] = { j->pa[0], j->pa[1], j->pb[0], j->pb[1], j->axis[0], j->axis[1],
                              j->length, j->angle, j->speed, j->effort, j->stiffness, j->rest,
                              j->damping };
    const int far = j->kind == MB_DISTANCE || j->kind == MB_ROPE;

    if (!mbw_all_finite(sizeof number / sizeof *number, number)) return MB_NOT_FINITE;
    if (j->limited && (j->lo != j->lo || j->hi != j->hi)) return MB_NOT_FINITE;
    if ((int)j->kind < 0 || j->kind > MB_ROPE || j->a < -1 || j->a >= w->nbody || j->b < -1 ||
        j->b >= w->nbody || j->a == j->b)
        return MB_BAD_ARG;
    if (j->kind == MB_PRISMATIC && !within(hypot(j->axis[0], j->axis[1]), 1.0 - 1e-9, 1.0 + 1e-9))
        return MB_BAD_ARG;
    if (far && !(j->length > 0.0)) return MB_BAD_ARG;
    if (j->kind == MB_DISTANCE && !(mb_joint_coordinate(j, w->q, NULL, NULL) > 0.0))
        return MB_BAD_ARG;                                     /* no direction */
    if (j->limited && !(j->lo <= j->hi)) return MB_BAD_ARG;
    if (j->effort < 0.0 || j->stiffness < 0.0 || j->damping < 0.0) return MB_BAD_ARG;
    if (j->kind == MB_WELD && (j->limited || j->effort + j->stiffness + j->damping > 0.0))
        return MB_BAD_ARG;                                     /* no coordinate to act on */
    return MB_OK;
}

static mb_status check_support(const mb_world *w, int i)
{
    const mb_support *s = w->support + i;
    const double number[] = { s->at[0], s->at[1], s->load, s->mu };

    if (!mbw_all_finite(4, number)) return MB_NOT_FINITE;
    if (s->body < 0 || s->body >= w->nbody || !(s->load >= 0.0) || !(s->mu >= 0.0) ||
        (i > 0 && s->body < w->support[i - 1].body))
        return MB_BAD_ARG;
    return MB_OK;
}

/* can the method treat the supports' friction? */
static int has_sides(const mb_world *w)
{
    if (w->nsupport == 0 || w->sides == MB_SQUARE) return 1;
    if (w->sides == MB_DISC)
        return w->cone && w->cone_scratch && !mb_formulations[w->formulation].cone &&
               mb_formulations[w->formulation].detection != MB_DETECT_GROUPS;
    return w->sides >= 4 && w->sides <= MB_MOST_SIDES && w->sides % 2 == 0 &&
           w->form != MB_FORM_BOX;
}

/* do rows express the whole problem, as sweeps need? */
static int may_sweep(const mb_world *w)
{
    return !w->lcp_solver && !w->mlcp_solver && !mb_formulations[w->formulation].cone &&
           mb_formulations[w->formulation].detection != MB_DETECT_GROUPS &&
           (w->nsupport == 0 || w->sides == MB_SQUARE);
}

static int has_form(const mb_world *w)
{
    const mb_formulation_row *f = mb_formulations + w->formulation;

    return w->form == MB_FORM_LCP ? f->lcp != NULL :
           w->form == MB_FORM_MLCP ? f->mlcp != NULL : f->box != NULL;
}

static mb_status check_numbers(const mb_world *w)
{
    const double number[] = { w->h, w->epsilon, w->gravity[0], w->gravity[1], w->terrain_e,
                              w->impact, w->recovery, w->t };

    if (!mbw_all_finite(sizeof number / sizeof *number, number)) return MB_NOT_FINITE;
    if (w->nshape < 0 || w->nbody < 0 || w->njoint < 0 || w->max_contacts < 0 ||
        (w->nshape > 0 && !w->shape) || (w->njoint > 0 && !w->joint) ||
        (w->nbody > 0 && (!w->body || !w->q || !w->v || !w->force)) ||
        (w->warm && (w->nwarm < 0 || w->nwarm > w->max_warm)))
        return MB_BAD_ARG;
    if (!within(w->options.tol, 0.0, DBL_MAX) || w->options.max_iter < 0) return MB_BAD_ARG;
    if (!(w->h > 0.0) || !(w->epsilon > 0.0) || !within(w->terrain_e, 0.0, 1.0) ||
        w->impact < 0.0)
        return MB_BAD_ARG;
    if (w->formulation < 0 || w->formulation >= mb_formulation_count || (int)w->form < 0 ||
        w->form > MB_FORM_BOX || !has_form(w) || w->nsupport < 0 ||
        (w->nsupport > 0 && !w->support) || !has_sides(w) || w->sweeps < 0 ||
        (w->sweeps > 0 && !may_sweep(w)))
        return MB_BAD_ARG;
    if ((int)w->primary < 0 || w->primary > MB_VERTEX_MAX || (int)w->restitution < 0 ||
        w->restitution > MB_RESTITUTION_POISSON)
        return MB_BAD_ARG;
    return MB_OK;
}

static mb_status check_shape(const mb_world *w, int i)
{
    return mb_shape_check(w->shape + i, NULL);
}

mb_status mb_world_check(const mb_world *w, const char **what, mb_info *info)
{
    static mb_status (*const check[])(const mb_world *, int) = { check_shape, check_body,
                                                                 check_joint, check_support };
    static const char *const names[] = { "shape", "body", "joint", "support" };
    const mb_status status = w ? check_numbers(w) : MB_BAD_ARG;

    if (what) *what = "world";
    if (status != MB_OK) return mbw_refuse(info, status, -1);
    for (int k = 0; k < 4; k++) {
        const int count[] = { w->nshape, w->nbody, w->njoint, w->nsupport };
        for (int i = 0; i < count[k]; i++) {
            const mb_status found = check[k](w, i);
            if (found == MB_OK) continue;
            if (what) *what = names[k];
            return mbw_refuse(info, found, i);
        }
    }
    return mbw_refuse(info, MB_OK, -1);
}

/* ---- measures -------------------------------------------------------------------------------- */

double mb_world_energy(const mb_world *w)
{
    double energy = 0.0;

    for (int i = 0; i < w->nbody; i++) {
        const mb_body *b = w->body + i;
        const double *q = w->q + 3 * i, *v = w->v + 3 * i;
        if (b->kind != MB_DYNAMIC) continue;
        energy += 0.5 * (b->mass * (v[0] * v[0] + v[1] * v[1]) + b->inertia * v[2] * v[2]);
        energy -= b->mass * (w->gravity[0] * q[0] + w->gravity[1] * q[1]);
    }
    for (int i = 0; i < w->njoint; i++) {
        const mb_joint *j = w->joint + i;
        double stretch;
        if (!(j->stiffness > 0.0)) continue;
        stretch = mb_joint_coordinate(j, w->q, NULL, NULL) - j->rest;
        energy += 0.5 * j->stiffness * stretch * stretch;
    }
    return energy;
}

void mb_world_momentum(const mb_world *w, double *p)
{
    p[0] = p[1] = p[2] = 0.0;
    for (int i = 0; i < w->nbody; i++) {
        const mb_body *b = w->body + i;
        const double *q = w->q + 3 * i, *v = w->v + 3 * i;
        if (b->kind != MB_DYNAMIC) continue;
        p[0] += b->mass * v[0];
        p[1] += b->mass * v[1];
        p[2] += b->mass * (q[0] * v[1] - q[1] * v[0]) + b->inertia * v[2];
    }
}
