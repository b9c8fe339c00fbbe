/* scene_starts.c: bodies that start inside something; see parser.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"
#include "scene.h"

#define START_DEPTH 1e-9          /* m; an overlap at the start up to this is rounding */

/* ---- overlap of two convex bodies ---- */

/* the least n.u over the core's vertices */
static double least_along(const mb_shape *s, const double n[2])
{
    double least = HUGE_VAL;

    for (int k = 0; k < s->nvert; k++)
        least = fmin(least, n[0] * s->xy[2 * k] + n[1] * s->xy[2 * k + 1]);
    return least;
}

/* the largest distance of core b beyond a's facets; -HUGE_VAL if a is a point. A rod has four: its
 * two flanks and its two ends. */
static double separation(const mb_shape *a, const mb_shape *b)
{
    double most = -HUGE_VAL;

    for (int k = 0; a->nvert > 1 && k < a->nvert; k++) {
        const double *p = a->xy + 2 * k, *q = a->xy + 2 * ((k + 1) % a->nvert);
        const double length = hypot(q[0] - p[0], q[1] - p[1]);
        const double t[2] = { (q[0] - p[0]) / length, (q[1] - p[1]) / length };
        const double n[2] = { t[1], -t[0] };
        most = fmax(most, least_along(b, n) - n[0] * p[0] - n[1] * p[1]);
        if (a->nvert == 2) most = fmax(most, least_along(b, t) - t[0] * q[0] - t[1] * q[1]);
    }
    return most;
}

/* the least distance from the vertices of a to the edges of b */
static double distance(const mb_shape *a, const mb_shape *b)
{
    double least = HUGE_VAL;

    for (int i = 0; i < a->nvert; i++)
        for (int k = 0; k < b->nvert; k++)
            least = fmin(least, mb_distance_to_segment(a->xy + 2 * i, b->xy + 2 * k,
                                                       b->xy + 2 * ((k + 1) % b->nvert)));
    return least;
}

/* the distance that one of them has to move until they only touch; 0 if they are apart. Crossing
 * bars also overlap. The vertices are in the same frame. */
static double overlap(const mb_shape *a, const mb_shape *b)
{
    const double rim = a->radius + b->radius;
    const double beyond = fmax(separation(a, b), separation(b, a));

    if (beyond > rim) return 0.0;
    if (beyond >= 0.0 || (a->nvert == 1 && b->nvert == 1))
        return fmax(0.0, rim - fmin(distance(a, b), distance(b, a)));
    return rim - beyond;
}

/* ---- bodies in an obstacle ---- */

/* the body's shape at its start: xy[2*nvert] and its box, xmin ymin xmax ymax */
static mb_shape place_shape(const scene_body *b, double *xy, double box[4])
{
    const mb_shape placed = { b->shape.nvert, xy, b->shape.radius };
    double c, s;

    mb_turn(b->q[2], &c, &s);
    for (int i = 0; i < 2; i++) {
        box[i] = HUGE_VAL;
        box[2 + i] = -HUGE_VAL;
    }
    for (int k = 0; k < b->shape.nvert; k++) {
        const double *u = b->xy + 2 * k;
        xy[2 * k] = b->q[0] + c * u[0] - s * u[1];
        xy[2 * k + 1] = b->q[1] + s * u[0] + c * u[1];
        for (int i = 0; i < 2; i++) {
            box[i] = fmin(box[i], xy[2 * k + i] - b->shape.radius);
            box[2 + i] = fmax(box[2 + i], xy[2 * k + i] + b->shape.radius);
        }
    }
    return placed;
}

/* depth of a body in an obstacle: in one of its edges, or with all of itself in the solid */
static double depth_in(const mb_shape *placed, const double box[4], const double q[2],
                       const shape_tree *tree)
{
    double depth = 0.0;

    for (int i = shape_next(tree, box, 0); i >= 0; i = shape_next(tree, box, i + 1)) {
        double edge[4];
        const mb_shape segment = { 2, edge, 0.0 };
        memcpy(edge, tree->xy + 2 * i, 2 * sizeof *edge);
        memcpy(edge + 2, tree->xy + 2 * ((i + 1) % tree->nvert), 2 * sizeof *edge);
        depth = fmax(depth, overlap(placed, &segment));
        *tree->work -= 8.0 * placed->nvert;
    }
    return depth > START_DEPTH ? depth : fmax(depth, shape_depth(tree, q));
}

void starts_in_obstacle(parser *p, const scene_obstacle *o, const shape_tree *tree)
{
    const scene *s = p->out;

    for (int k = 0; k < s->nbody; k++) {
        double xy[2 * SCENE_MAX_CORNERS], box[4], depth;
        mb_shape placed;
        if (!bodies_dynamic(s, k)) continue;
        placed = place_shape(s->body + k, xy, box);
        depth = depth_in(&placed, box, s->body[k].q, tree);
        if (depth > START_DEPTH)
            reader_complain(&p->in, p->bodies->at[k], "body '%s' starts %g m deep in the %s of "
                            "line %d, expected a start outside or on the surface",
                            s->body[k].name, depth, o->closed ? "polygon" : "terrain", o->line);
    }
}

/* ---- in one another ---- */

/* A body, or after the bodies a particle, at its start. */
typedef struct {
    double box[4];
    mb_shape placed;
    int number;                   /* bodies first, then particles */
    int partner;                  /* one earlier in the file in which it is deepest */
    double depth;
} starter;

static int left_first(const void *a, const void *b)
{
    const double x = ((const starter *)a)->box[0], y = ((const starter *)b)->box[0];

    return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b)
{
    return ((const starter *)a)->number - ((const starter *)b)->number;
}

/* whether it keeps its bodies from colliding */
static int forbids_contact(const mb_joint *j)
{
    return j->a >= 0 && j->b >= 0 && j->kind != MB_DISTANCE && j->kind != MB_ROPE;
}

/* does a joint keep these two from colliding? */
static int are_joined(const scene *s, int i, int j)
{
    for (int k = 0; k < s->njoint; k++) {
        const mb_joint *joint = &s->joint[k].joint;
        if (forbids_contact(joint) && (joint->a == i || joint->b == i) &&
            (joint->a == j || joint->b == j))
            return 1;
    }
    return 0;
}

static int line_of(const scene *s, int number)
{
    return number < s->nbody ? s->body[number].line : s->particle[number - s->nbody].line;
}

/* can those two touch, ignoring joints? */
static int may_touch(const scene *s, int i, int j)
{
    const int particles = (i >= s->nbody) + (j >= s->nbody);

    if (particles > 0) return particles == 1;
    if (!bodies_dynamic(s, i) && !bodies_dynamic(s, j)) return 0;
    return s->body[i].body.group <= 0 || s->body[i].body.group != s->body[j].body.group;
}

/* body or particle k at its start; its vertices go to xy */
static mb_shape place(const scene *s, int k, double *xy, double box[4])
{
    const mb_shape point = { 1, xy, 0.0 };

    if (k < s->nbody) return place_shape(s->body + k, xy, box);
    memcpy(xy, s->particle[k - s->nbody].x, 2 * sizeof *xy);
    memcpy(box, xy, 2 * sizeof *xy);
    memcpy(box + 2, xy, 2 * sizeof *xy);
    return point;
}

/* every body and particle, placed; the vertices go to xy */
static void place_all(const scene *s, starter *list, double *xy)
{
    for (int k = 0; k < s->nbody + s->nparticle; k++) {
        list[k].number = k;
        list[k].depth = START_DEPTH;
        list[k].placed = place(s, k, xy, list[k].box);
        xy += 2 * list[k].placed.nvert;
    }
}

/* computes the overlap of two, and notes it at the one later in the file */
static void check_pair(parser *p, starter *a, starter *b)
{
    const scene *s = p->out;
    starter *later = line_of(s, a->number) > line_of(s, b->number) ? a : b;
    double depth;

    p->work -= 1.0;
    if (a->box[1] > b->box[3] || a->box[3] < b->box[1]) return;
    if (!may_touch(s, a->number, b->number)) return;
    p->work -= 4.0 * a->placed.nvert * b->placed.nvert;
    depth = overlap(&a->placed, &b->placed);
    if (depth <= later->depth || are_joined(s, a->number, b->number)) return;
    later->depth = depth;
    later->partner = later == a ? b->number : a->number;
}

static void complain_start(parser *p, const starter *a, const reader_place *particle_at)
{
    const scene *s = p->out;
    const int particle = a->number - s->nbody;
    const char *kind = a->partner < s->nbody ? "body" : "particle";

    if (particle >= 0)
        reader_complain(&p->in, particle_at[particle], "particle starts %g m inside the body of "
                        "line %d, expected a start outside or on the surface", a->depth,
                        line_of(s, a->partner));
    else
        reader_complain(&p->in, p->bodies->at[a->number], "body '%s' starts %g m deep in the "
                        "%s of line %d, expected a start outside or on the surface, or one group "
                        "for both", s->body[a->number].name, a->depth, kind,
                        line_of(s, a->partner));
}

/* from left to right: only pairs whose boxes meet are tested */
static void sweep_all(parser *p, starter *list, int n)
{
    qsort(list, (size_t)n, sizeof *list, left_first);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && list[j].box[0] <= list[i].box[2] && p->work > 0.0; j++)
            check_pair(p, list + i, list + j);
    qsort(list, (size_t)n, sizeof *list, by_number);
}

void starts_in_each_other(parser *p, const reader_place *particle_at)
{
    const scene *s = p->out;
    const int n = scene_count(s);
    size_t vertices = (size_t)s->nparticle;
    starter *list;
    double *xy;

    if (s->nbody == 0) return;
    for (int k = 0; k < s->nbody; k++) vertices += (size_t)s->body[k].shape.nvert;
    list = malloc((size_t)n * sizeof *list);
    xy = malloc(2 * vertices * sizeof *xy);
    if (list && xy) {
        place_all(s, list, xy);
        sweep_all(p, list, n);
        for (int i = 0; i < n; i++)
            if (list[i].depth > START_DEPTH) complain_start(p, list + i, particle_at);
    } else {
        parser_no_memory(p);
    }
    free(list);
    free(xy);
}

/* ---- one body of a complete scene ---- */

int scene_starts_inside(const scene *s, int body, const shape_tree *tree)
{
    double xy[2 * SCENE_MAX_CORNERS], box[4], other_xy[2 * SCENE_MAX_CORNERS], other_box[4];
    const mb_shape placed = place(s, body, xy, box);

    for (int i = 0; i < s->nobstacle; i++)
        if (depth_in(&placed, box, s->body[body].q, tree + i) > START_DEPTH) return 1;
    for (int k = 0; k < scene_count(s); k++) {
        const mb_shape other = place(s, k, other_xy, other_box);
        if (k != body && may_touch(s, body, k) && !are_joined(s, body, k) &&
            overlap(&placed, &other) > START_DEPTH)
            return 1;
    }
    return 0;
}
