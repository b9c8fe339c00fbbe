/* inside.c: the greatest depth of any particle in any solid; see inside.h */
#include "inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../reading/scene.h"

int inside_init(inside *w, const scene *s)
{
    const size_t np = s->nparticle > 0 ? (size_t)s->nparticle : 1;
    const size_t no = s->nobstacle > 0 ? (size_t)s->nobstacle : 1;

    memset(w, 0, sizeof *w);
    w->s = s;
    w->work = HUGE_VAL;
    w->tree = calloc(no, sizeof *w->tree);
    w->last = malloc(2 * np * sizeof *w->last);
    w->behind = malloc(np * sizeof *w->behind);
    if (!w->tree || !w->last || !w->behind) return -1;
    for (size_t k = 0; k < np; k++) {
        w->behind[k] = -1;
        w->last[2 * k] = w->last[2 * k + 1] = HUGE_VAL * 0.0;
    }
    for (int i = 0; i < s->nobstacle; i++)
        if (shape_tree_init(w->tree + i, s->obstacle[i].xy, s->obstacle[i].nvert,
                            s->obstacle[i].closed, &w->work) != 0)
            return -1;
    return 0;
}

void inside_free(inside *w)
{
    for (int i = 0; w->tree && i < w->s->nobstacle; i++) shape_tree_free(w->tree + i);
    free(w->tree);
    free(w->last);
    free(w->behind);
    w->tree = NULL;
    w->last = NULL;
    w->behind = NULL;
}

/* depth of the particle, at x, in obstacle i now */
static double depth_in(inside *w, int i, int particle, const double x[2])
{
    const shape_tree *t = w->tree + i;
    const double *box = t->box + 4;                            /* of the root */
    double depth;

    if (t->closed) {
        const int near = x[0] > box[0] && x[1] > box[1] && x[0] < box[2] && x[1] < box[3];
        return near ? shape_depth(t, x) : 0.0;
    }
    if (w->behind[particle] != i && !shape_entered(t, w->last + 2 * particle, x)) return 0.0;
    depth = shape_depth(t, x);
    if (depth > 0.0) w->behind[particle] = i;
    else if (w->behind[particle] == i) w->behind[particle] = -1;
    return depth;
}

void inside_look(inside *w, int particle, double t, const double x[2])
{
    for (int i = 0; i < w->s->nobstacle; i++) {
        const double depth = depth_in(w, i, particle, x);
        if (!(depth > w->depth)) continue;
        w->depth = depth;
        w->t = t;
        w->particle = particle;
        w->obstacle = i;
    }
    memcpy(w->last + 2 * particle, x, 2 * sizeof *x);
}

int inside_start(const inside *w, const double x[2])
{
    for (int i = 0; i < w->s->nobstacle; i++)
        if (shape_depth(w->tree + i, x) > 0.0) return 1;
    return 0;
}

int inside_body(const inside *w, const scene *s, int k)
{
    return scene_starts_inside(s, k, w->tree);
}

void inside_say(const inside *w, const char *prefix, FILE *to)
{
    if (!(w->depth > 0.0)) return;
    fprintf(to, "%s%.3g m %s obstacle %d (line %d): particle %d at t = %.9g s\n", prefix, w->depth,
            w->s->obstacle[w->obstacle].closed ? "inside" : "behind", w->obstacle + 1,
            w->s->obstacle[w->obstacle].line, w->particle + 1, w->t);
}
