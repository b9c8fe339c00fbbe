/* exact.h: the exact motion of particles among polylines, against which the time-stepping
 * formulations are measured, and the distance of a run from it
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

#include "../motion/simulate.h"
#include "../reading/scene.h"

typedef enum {
    EXACT_FREE,           /* ballistic */
    EXACT_SLIDE,          /* along edge[0] */
    EXACT_REST   /* for good, on edge[0], and on edge[1] in a wedge; no edge if there is no force */
} exact_mode;

typedef enum {
    EXACT_START,          /* t = 0, the state as given */
    EXACT_HIT,            /* an impact on edge[0], or on both at once; or a landing without one */
    EXACT_LEAVE,          /* contact ends: at a corner, a chain's end, or the force pulls off */
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
    double impulse_t[2];  /* EXACT_HIT: its friction along its d, at most mu impulse_n [N s] */
} exact_event;

typedef struct {
    double t_end;
    int npiece, nevent;
    exact_piece *piece;   /* piece[npiece], npiece >= 1 */
    exact_event *event;   /* event[nevent]: START first, END last, times ascending */
} exact_path;

#define EXACT_NO_MEMORY (-1)
#define EXACT_MAX_EVENTS 100000
#define EXACT_MAX_TOUCH 32

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

/* exact_at: state at time t, clamped to [0, t_end]; at an event, after it. x, v may be NULL */
void exact_at(const exact_path *p, double t, double x[2], double v[2]);

/* exact_distance: of two points, with the same bits on every system, unlike hypot() */
double exact_distance(const double a[2], const double b[2]);

/* exact_free: release what exact_run allocated; an empty or freed path is fine */
void exact_free(exact_path *p);

/* exact_kind_name: for tables: "start", "hit", "leave", "next", "slip", "stop", "end" */
const char *exact_kind_name(exact_kind kind);

/* ---- the reference of a whole scene ---------------------------------------------------------- */

enum { REFERENCE_FINE = 16 };     /* steps of a fine run for one of the others */

/* The exact motion of every particle; path[k].npiece = 0 if it can't be followed. For bodies no
 * exact motion is known: a run with a fine step replaces it. */
typedef struct {
    int count, missing;       /* particles and bodies; those without a motion */
    double time;              /* its end [s] */
    exact_path *path;         /* path[count]; NULL: a fine run */
    int steps;                /* steps of the runs to be compared */
    double *sample;           /* sample[(steps+1)*2*count]: positions of the fine run after each */
    double h;                 /* its step [s] */
    simulation run;           /* results of the fine run */
} reference;

/* reference_make: 0; or -1 without memory, after a message. A motion that cannot be followed is
 * also reported on messages, and counted in out->missing. Call reference_free in any case. */
int reference_make(const scene *s, double t_end, reference *out, FILE *messages);
void reference_free(reference *r);

/* reference_fine: for a scene with bodies and the runs of these settings: `swept`, its step theirs
 * / REFERENCE_FINE, with the solver that islands use by default. The run is also added to the curve
 * (may be NULL) and, where its steps end together with theirs, passed to with->take as a row of
 * their step. 0; or -1 after a message (messages may be NULL): out of memory, or too much would be
 * needed. If one of its steps fails all is missing. */
int reference_fine(const scene *s, const settings *with, reference *out, trajectory *curve,
                   FILE *messages);

/* reference_lacks: whether this particle or body has no reference */
int reference_lacks(const reference *r, int particle);

/* reference_at: the position of a row's particle or body in the reference, which must have it */
void reference_at(const reference *r, const trajectory_row *row, double x[2]);

/* reference_rows: every particle at the times k h and at the end, as a simulation would give them
 * reference_points: fewer, for a picture: the events, and between them points at most every h,
 * enough to make a parabola look round. Both skip missing motions; nonzero as soon as take returns
 * that. */
int reference_rows(const reference *r, const scene *s, double h, trajectory_fn *take, void *user);
int reference_points(const reference *r, double h, trajectory_fn *take, void *user);

/* ---- the distance of a run from it ----------------------------------------------------------- */

/* Distance of position to the reference at the same time, over all steps of one particle. */
typedef struct {
    int count;                /* steps; the start is not counted */
    double median, max;       /* [m]; 0 if count = 0 */
} error_summary;

/* The distances of one particle in order: for the median all of them up to a bound, beyond it those
 * of every 2nd, 4th, ... step. */
typedef struct {
    int count, kept, capacity, stride;
    double max;
    double *sample;           /* sample[kept] */
} error_samples;

typedef struct {
    const reference *reference;
    int most;                 /* most distances kept of a particle */
    error_samples *of;        /* of[reference->count] */
} errors;

/* errors_init: 0, or -1 without memory; call errors_free in any case
 * errors_row: a trajectory_fn; user is the errors
 * errors_add: adds a distance of a particle, as errors_row does; 0, or -1 without memory
 * errors_of: the result for one particle. The median of an even count is the mean of the middle
 * two. */
int errors_init(errors *e, const reference *r);
int errors_row(void *user, const trajectory_row *row);
int errors_add(errors *e, int particle, double distance);
error_summary errors_of(errors *e, int particle);
void errors_free(errors *e);

#endif
