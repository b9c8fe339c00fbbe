/* trajectory.h: the record of a run, from the simulator or the exact reference to tables and
 * pictures
 *
 *     trajectory t;
 *     memset(&t, 0, sizeof t);
 *     t.name = "PEG";
 *     if (trajectory_init(&t, particles) == 0) with.take = trajectory_add, with.taker = &t;
 *     ...                                              simulate(), reference_points()
 *     trajectory_free(&t);
 *
 * A step yields a row; rows are passed on one by one, and are not all kept.
 */
#ifndef TRAJECTORY_H
#define TRAJECTORY_H

#include "../writing/output.h"

/* ---- one step -------------------------------------------------------------------------------- */

/* Data on all bodies of a scene after one step. */
typedef struct {
    double energy;                /* with the potential of constant forces and of springs [J] */
    double momentum[3];           /* linear [N s], angular about the origin [N m s] */
    double penetration;           /* the deepest [m] */
    double joint_error;           /* the greatest of all joints [m], [rad] */
    int islands;                  /* with contacts or joints, */
    int size, iterations;         /* and the sums over these */
} trajectory_world;

/* The impulse of a contact, on one of its two bodies. */
typedef struct {
    double at[2], impulse[2];     /* [m], [N s] */
} trajectory_push;

/* A support in a step. */
typedef struct {
    double impulse[2];            /* of its friction [N s] */
    double bound;                 /* h mu load [N s] */
    int slides;
} trajectory_foot;

/* Data on one particle, or one body, after one step. */
typedef struct {
    int step;             /* 0 is the start */
    double t;             /* time at the end of the step [s] */
    int particle;         /* 0 is the first; the CSV counts from 1 */
    double x[2], v[2];    /* state at the end of the step [m], [m/s] */
    int contacts;         /* in the step's problem, of this particle */
    int size;             /* unknowns of the step's problem; in a free step 0, as an mLCP 2 */
    int iterations;       /* of the solver */
    double residual;      /* of the solution */
    double seconds;       /* time of the solver */
    double energy;        /* kinetic and potential, at the end of the step [J] */
    /* where the scene has bodies; they come first, particles after them */
    const char *body;     /* its name; NULL: a scene without */
    double angle, spin;   /* [rad], [rad/s] */
    int way;              /* the mb_way of its island's step, or of the worst part of it */
    int parts;            /* number of parts of its step; 0: at the start */
    const trajectory_world *world;    /* in place of energy */
} trajectory_row;

/* called with the start and every particle after every step; a nonzero result ends the run */
typedef int trajectory_fn(void *user, const trajectory_row *row);

/* trajectory_csv_header, trajectory_csv: append the names of the columns, bodies = 1 for a scene
 * with bodies, and a row; every number reads back as the same double */
void trajectory_csv_header(int bodies, output_text *out);
void trajectory_csv(const trajectory_row *row, output_text *out);

/* trajectory_keep: appends a row to a temporary file; 0, or -1
 * trajectory_mat: those rows as variables of a MAT-file, a column vector for each column of the
 * CSV, with its name, a body by its number; 0, or -1 after a message */
int trajectory_keep(FILE *kept, const trajectory_row *row);
int trajectory_mat(FILE *kept, int bodies, output_file *out, FILE *messages);

/* ---- a curve in fewer points that keeps its corners ------------------------------------------ */

/* The lines from one point that pass all points since within a tolerance: a sector. */
typedef struct {
    double from[2];
    double tolerance;
    double reach;                 /* greatest distance from `from` since; 0: no sector yet */
    double lo[2], hi[2];          /* its sides, the right and the left one: of length 1 */
} thin_sector;

/* thin_begin: at this point, without others
 * thin_passes: whether a line from there to (x, y) passes the points added since
 * thin_add: add one */
void thin_begin(thin_sector *s, double x, double y, double tolerance);
int thin_passes(const thin_sector *s, double x, double y);
void thin_add(thin_sector *s, double x, double y);

/* A path of any length in a bounded number of points: all of them up to the bound. Beyond it,
 * points are left out where the path is straight to a tolerance. The tolerance is no larger than
 * the bound requires, and proportional to the distance from the start: a path that ends far out is
 * as exact near its start. One of `stride` points in a row is always kept, and so is the last
 * point.
 */
typedef struct {
    int count, capacity, most;
    double *xy;                   /* xy[2*count]: x0 y0 x1 y1 ... */
    double *t;                    /* t[count]: time at each point */
    int *number;                  /* number[count]: index of each point among those added */
    int added, stride;
    double tolerance;             /* relative to the distance from the start */
    thin_sector sector;           /* from the last point but one */
} thin_path;

/* thin_path_init: an empty path of at most `most` >= 8 points; takes no memory yet
 * thin_path_add: one more point at time t, if it is finite; 0, or -1 without memory */
void thin_path_init(thin_path *p, int most);
int thin_path_add(thin_path *p, double t, double x, double y);
void thin_path_free(thin_path *p);

/* ---- a run ----------------------------------------------------------------------------------- */

/* Consecutive steps in which an edge, by its number in the scene, pushed: from the start of the
 * first to the end of the last. */
typedef struct {
    int edge;
    double from, to;              /* [s] */
} act;

enum { MOST_ACTS = 4096 };        /* later ones are lost */

typedef struct {
    const double *window;         /* xmin ymin xmax ymax [m]; NULL: nothing is noted */
    int count, capacity;
    int lost;                     /* 1: there were more */
    act *act;                     /* act[count], by starting time */
} acts;

/* The record of a run: its paths in a bounded number of points, however long it is. */
typedef struct {
    const char *name;             /* "PEG"; in the legend */
    const char *note;             /* after the name, or NULL */
    int style;                    /* SVG_STYLE_... */
    int reference;              /* 1: the exact motion, which the frame of a picture must contain */
    int failed;                   /* 1: stopped before its time */
    const char *pushed;           /* simulation.pushed: half-spaces to draw; NULL: none */
    const acts *acts;             /* simulation.acts, of a zoom on particles; NULL: none */
    int particles;                /* and bodies */
    thin_path *path;              /* path[particles]; without points if the motion is not known */
    int npush;
    const trajectory_push *push;  /* of the last step, to be drawn */
    const trajectory_foot *foot;  /* foot[supports of the scene] of the last step; NULL: none */
    int shots, planned;           /* poses to keep beside the last; steps of the run */
    int shot;                     /* poses so far, */
    double *pose;                 /* pose[(shots + 1)*3*particles]: x, y, angle; the last too */
    double *time;                 /* time[shots + 1] */
} trajectory;

/* trajectory_init: no points yet, the rest as it was; 0, or -1 without memory
 * trajectory_poses: also keeps `shots` poses of the bodies, evenly spread over a run of `planned`
 * steps, and the last one; the same result
 * trajectory_add: a trajectory_fn that adds a point; user is the trajectory
 * trajectory_free: may follow either way */
int trajectory_init(trajectory *t, int particles);
int trajectory_poses(trajectory *t, int shots, int planned);
int trajectory_add(void *user, const trajectory_row *row);
void trajectory_free(trajectory *t);

#endif
