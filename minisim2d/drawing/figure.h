/* figure.h: the picture of a scene: obstacles, half-spaces and the trajectories of any number of
 * runs, as SVG
 *
 *     figure f = { &scene };
 *     f.nrun = 2;
 *     f.run = runs;
 *     figure_svg(&f, &text);
 *     output_save("hills.svg", &text, stderr);
 *
 * The picture has one scale for both axes. Unless a view is given, the scene and the reference run
 * alone determine the part of the plane shown, so that a run that goes far away does not shrink the
 * rest: it ends in an arrow, as the legend explains.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "svg.h"
#include "../motion/trajectory.h"
#include "../reading/scene.h"
#include "../truth/exact.h"

typedef struct {
    const scene *scene;
    const char *subtitle; /* step, solver and the like; may be NULL */
    int nrun;
    const trajectory *run;        /* runs without points are not shown */
    const double *view;   /* xmin ymin xmax ymax to be shown [m], or NULL: chosen as described at
                             figure_view. Runs with acts are drawn as a close-up, see below */
    int halfspaces;       /* 1: the lines of all edges are drawn, not only of pushing ones */
    const reference *events;      /* exact motions whose events are marked; NULL: none */
} figure;

/* figure_record: prepares the record of a run of `planned` steps for a picture with bodies in
 * five poses before the last one, or only at the start if they are very many; 0, or -1 without
 * memory */
int figure_record(const scene *s, int planned, trajectory *run);

/* figure_view: the relevant part of the plane, as xmin ymin xmax ymax
 *
 * The particles' starts and the reference runs are in it; obstacles and the other runs only as far
 * as they are near those.
 */
void figure_view(const figure *f, double view[4]);

/* figure_layout: the place of that view in the picture; the picture's size in pixels */
void figure_layout(const figure *f, svg_frame *frame, double *width, double *height);

/* figure_svg: append the picture to out */
void figure_svg(const figure *f, output_text *out);

/* ---- its parts ---- */

/* The obstacles, and the half-spaces of their edges. A polygon's inside is grey. An open chain has
 * no inside, so strokes along it show its solid side.
 *
 * ground_solids: the insides of polygons, behind everything
 * ground_outlines: of all obstacles
 * ground_halfspace: of the edge from p to q, beyond it */
void ground_solids(const scene *s, const svg_frame *frame, output_text *out);
void ground_outlines(const scene *s, const svg_frame *frame, output_text *out);
void ground_halfspace(const double p[2], const double q[2], const svg_frame *frame,
                      output_text *out);

/* ground_line: the whole line of an edge, dashed, with strokes on the side of the solid where it
 * meets the frame, between a and b in pixels; 0 if it misses the frame. out NULL: only computes it
 * ground_lines: those of all edges, thinner and without strokes */
int ground_line(const scene *s, int edge, const svg_frame *frame, double a[2], double b[2],
                output_text *out);
void ground_lines(const scene *s, const svg_frame *frame, output_text *out);

/* Bodies, joints and contact impulses: bodies in several poses, from pale at the start to dark at
 * the end, so that they differ in black and white as well; joints by the symbols of technical
 * drawing and impulses as arrows, both at the end; the feet of bodies in every pose, with their
 * friction at the end. */
enum {
    MECHANISM_POINTS = 2 * SCENE_MAX_CORNERS + 64,    /* of an outline, at most */
    MECHANISM_ENTRIES = 12                            /* of the legend */
};

/* mechanism_outline: body k in the pose q, particles after the bodies: xy[2*MECHANISM_POINTS];
 * returns the number of points */
int mechanism_outline(const scene *s, int k, const double q[3], double *xy);

/* mechanism_pose: of body k: the run's pose `shot`, run->shots being the last */
const double *mechanism_pose(const trajectory *run, int shot, int k);

/* mechanism_fixed: the bodies that never move, behind everything
 * mechanism_poses: the others in all the poses of a run
 * mechanism_last: in its last pose, outlines with the line of the run's style
 * mechanism_top: joints, impulses and names at the end of a run
 * mechanism_legend: entries for these; returns their number, at most MECHANISM_ENTRIES */
void mechanism_fixed(const scene *s, const svg_frame *frame, output_text *out);
void mechanism_poses(const scene *s, const trajectory *run, const svg_frame *frame,
                     output_text *out);
void mechanism_last(const scene *s, const trajectory *run, const svg_frame *frame,
                    output_text *out);
void mechanism_top(const scene *s, const trajectory *run, const svg_frame *frame, output_text *out);
int mechanism_legend(const scene *s, const trajectory *run, svg_entry *entries);

/* Round times along the paths of runs, so that they can be read off: a stroke across each path at
 * every round time, and at every few of them a longer one, with the time beside one of the runs. */
typedef struct {
    double each, long_each;       /* between strokes, between long ones [s]; 0: none */
    int run;                      /* the run with the times beside it: the first in the frame */
} time_ticks;

/* ticks_of: round times for the motion of a run of particles in the frame
 * ticks_draw: the strokes
 * ticks_names: the times beside the long ones
 * ticks_legend: an entry that explains them */
time_ticks ticks_of(const figure *f, const svg_frame *frame);
void ticks_draw(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out);
void ticks_names(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out);
void ticks_legend(const time_ticks *t, svg_entry *entry);

/* Events of particles in the exact motion: impacts, leaving, corners, stick and slip, as markers
 * with their times in the legend */
enum { EVENTS_ENTRIES = 6 };      /* of the legend, one for each kind */

/* events_draw: a marker at each event in the frame except start and end
 * events_legend: an entry for each kind of these; returns their number */
void events_draw(const reference *exact, const svg_frame *frame, output_text *out);
int events_legend(const reference *exact, const svg_frame *frame, svg_entry *entries);

/* Additions to the picture of a window: every step of the runs, and the half-spaces that push
 * there, each with the number of its edge in the scene, counted from 1, as `run --formulation
 * exact` prints it. */
enum { CLOSEUP_NAMED = 24,        /* most half-spaces drawn and named */
       CLOSEUP_ENTRIES = CLOSEUP_NAMED + 3 };

/* closeup_wanted: whether there is a run that has acts
 * closeup_halfspaces: their lines, across the frame
 * closeup_steps: a marker for every step of those runs, or for every 2nd, 5th, 10th, ... of very
 *   many
 * closeup_names: the numbers of the half-spaces
 * closeup_legend: entries[CLOSEUP_ENTRIES] for all of these; returns their number */
int closeup_wanted(const figure *f);
void closeup_halfspaces(const figure *f, const svg_frame *frame, output_text *out);
void closeup_steps(const figure *f, const svg_frame *frame, output_text *out);
void closeup_names(const figure *f, const svg_frame *frame, output_text *out);
int closeup_legend(const figure *f, const svg_frame *frame, svg_entry *entries);

#endif
