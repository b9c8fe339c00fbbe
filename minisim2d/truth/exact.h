/* exact.h: the exact motion of one particle among polylines, against which the time-stepping
 * formulations are measured
 *
 * With a constant force the motion is piecewise parabolic, so it is stored as a list of pieces
 *
 *     x(t) = x0 + v0 (t - t0) + a (t - t0)^2 / 2,    v(t) = v0 + a (t - t0)
 *
 * with the events between them. It does not depend on a step length; times and places are accurate
 * to rounding. exact.c explains the method.
 *
 * Edges are numbered as in scene.h. d is an edge's direction, n its normal, d turned by +90
 * degrees, away from the solid. An edge acts from its outside only: crossing it from behind is
 * free.
 */
#ifndef EXACT_H
#define EXACT_H

#include <stdio.h>

#include "../reading/scene.h"

typedef enum {
    EXACT_FREE,           /* ballistic */
    EXACT_SLIDE,          /* along edge[0] */
    EXACT_REST   /* for good, on edge[0], and on edge[1] in a wedge; no edge if there is no force */
} exact_mode;

typedef enum {
    EXACT_START,          /* t = 0, the state as given */
    EXACT_HIT,            /* an impact on edge[0], or on both at once; or a landing without one */
    EXACT_LEAVE,          /* contact ends at a corner, at the end of a chain, or because the force
                             pulls off */
    EXACT_NEXT,           /* slides on, without an impact, from edge[0] to edge[1] */
    EXACT_SLIP,           /* starts to slide from speed zero, or turns round */
    EXACT_STOP,           /* at rest for good; edge[1] >= 0 in a wedge */
    EXACT_END             /* t = t_end */
} exact_kind;

typedef struct {
    double t0;            /* start of the piece [s]; it lasts until the next one's, or to t_end */
    double x0[2], v0[2];  /* state at t0 */
    double a[2];          /* acceleration during the piece */
    exact_mode mode;
    int edge[2];          /* edges in contact, -1 = none */
    int obstacle;         /* that of edge[0], or -1 */
} exact_piece;

typedef struct {
    double t;             /* [s] */
    exact_kind kind;
    double x[2];          /* where [m] */
    double v_before[2], v_after[2];
    int edge[2];          /* edges involved, -1 = none */
    double impulse_n[2];  /* EXACT_HIT: impulse of edge[i] along its n, >= 0 [N s] */
    double impulse_t[2];  /* EXACT_HIT: friction impulse of edge[i] along its d, |impulse_t| <=
                             mu impulse_n [N s] */
} exact_event;

typedef struct {
    double t_end;
    int npiece, nevent;
    exact_piece *piece;   /* piece[npiece], npiece >= 1 */
    exact_event *event;   /* event[nevent]: START first, END last, times ascending */
} exact_path;

/* exact_run: follow one particle of the scene from t = 0 to t_end
 *
 *   s         in   the scene; h, epsilon and psi_min are ignored
 *   particle  in   its index in s->particle
 *   t_end     in   >= 0 [s]
 *   out       out  the motion, to be released with exact_free; empty on failure
 *   messages  in   for one line with the error; may be NULL
 *
 * Returns 0; EXACT_NO_MEMORY; or another nonzero: an argument or number out of range, a start
 * inside a polygon, more events than EXACT_MAX_EVENTS, more than EXACT_MAX_TOUCH edges in one
 * point, motion beyond the range of a double. A start behind an open chain is legal, because an
 * open chain has no inside. Fails to find a motion's end when that takes very many events, as in a
 * valley whose slopes are nearly flat, without friction. Cost O(edges) an event.
 */
int exact_run(const scene *s, int particle, double t_end, exact_path *out, FILE *messages);

/* exact_at: state at time t, clamped to [0, t_end]; at an event, the state after it. x and v may be
 * NULL */
void exact_at(const exact_path *p, double t, double x[2], double v[2]);

/* exact_distance: of two points, with the same bits on every system, unlike hypot() */
double exact_distance(const double a[2], const double b[2]);

/* exact_free: release what exact_run allocated; an empty or freed path is fine */
void exact_free(exact_path *p);

/* exact_kind_name: for tables: "start", "hit", "leave", "next", "slip", "stop", "end" */
const char *exact_kind_name(exact_kind kind);

#define EXACT_NO_MEMORY (-1)
#define EXACT_MAX_EVENTS 100000
#define EXACT_MAX_TOUCH 32

#endif
