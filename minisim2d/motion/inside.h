/* inside.h: the greatest depth of a scene's particles in its solids
 *
 *     inside w;                                        must not be copied: the trees point into it
 *     if (inside_init(&w, &scene) == 0) inside_look(&w, particle, t, x);    at every state
 *     if (w.depth > 0.0) ...
 *     inside_free(&w);
 *
 * Points are inside as for a particle's start (scenes/README.md); a depth of rounding size counts
 * as 0. An open chain has no inside, but a particle that has passed through it counts as behind it
 * until it leaves around an end.
 */
#ifndef INSIDE_H
#define INSIDE_H

#include "../reading/scene.h"

typedef struct {
    double depth;       /* the greatest so far [m], 0 = never inside; the next fields: of which
                           look */
    double t;
    int particle, obstacle;
    const scene *s;
    shape_tree *tree;     /* one for each obstacle */
    double *last;         /* [2*particles] positions at the look before; NaN: none */
    int *behind;          /* [particles] the chain that the particle went through and is behind, or
                             -1 */
    double work;          /* limit for the searches' cost: none */
} inside;

/* inside_init: 0, or -1 without memory; inside_free must follow either way */
int inside_init(inside *w, const scene *s);

/* inside_look: notes the particle's position x at time t. Cost: a box test for each obstacle,
 * searches in those that it meets. */
void inside_look(inside *w, int particle, double t, const double x[2]);

/* inside_start: whether x lies in a solid, where no particle may start */
int inside_start(const inside *w, const double x[2]);

/* inside_body: whether body k of a scene with the same obstacles starts in a solid, in another
 * body, or in a particle */
int inside_body(const inside *w, const scene *s, int k);

/* inside_say: prints one line on the greatest depth, after `prefix`; nothing if it is 0 */
void inside_say(const inside *w, const char *prefix, FILE *to);

void inside_free(inside *w);

#endif
