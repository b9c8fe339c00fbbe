/* inside.c: the greatest depth of any particle in any solid; see inside.h */
#include "inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int inside_init(inside *w, const scene *s)
{
    memset(w, 0, sizeof *w);
    w->tree = calloc(s->nobstacle > 0 ? (size_t)s->nobstacle : 1, sizeof *w->tree);
    if (!w->tree) return -1;
    w->s = s;
    w->work = HUGE_VAL;
    for (int i = 0; i < s->nobstacle; i++)
        if (shape_tree_init(w->tree + i, s->obstacle[i].xy, s->obstacle[i].nvert, s->obstacle[i].closed, &w->work) != 0) return -1;
    return 0;
}

void inside_free(inside *w)
{
    for (int i = 0; w->tree && i < w->s->nobstacle; i++) shape_tree_free(w->tree + i);
    free(w->tree);
    w->tree = NULL;
}

/* is x outside of the box around a polygon? The root of a tree is node 1. */
static int outside_box(const shape_tree *t, const double x[2])
{
    const double *box = t->box + 4;

    return t->closed && !(x[0] > box[0] && x[1] > box[1] && x[0] < box[2] && x[1] < box[3]);
}

void inside_look(inside *w, int particle, double t, const double x[2])
{
    for (int i = 0; i < w->s->nobstacle; i++) {
        double depth;
        if (outside_box(w->tree + i, x)) continue;
        depth = shape_depth(w->tree + i, x);
        if (!(depth > w->depth)) continue;
        w->depth = depth;
        w->t = t;
        w->particle = particle;
        w->obstacle = i;
    }
}

void inside_say(const inside *w, const char *prefix, FILE *to)
{
    if (!(w->depth > 0.0)) return;
    fprintf(to, "%s%.3g m %s obstacle %d (line %d): particle %d at t = %.9g s\n", prefix, w->depth,
            w->s->obstacle[w->obstacle].closed ? "inside" : "behind", w->obstacle + 1, w->s->obstacle[w->obstacle].line, w->particle + 1, w->t);
}
