/* simulate.h: a scene driven through the header's simulator
 *
 *     settings with;
 *     simulation run;
 *     settings_default(&with, &scene);
 *     with.take = take_row;                            sees every particle after every step
 *     if (simulate(&scene, &with, &run, stderr) != MB_OK) ...     run.last: the last good state
 *     simulation_free(&run);
 *
 * Memory does not grow with the number of steps.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include <stdio.h>

#include "trajectory.h"
#include "../../mbsim.h"
#include "../bodies/world.h"
#include "../reading/scene.h"
#include "../solving/cone.h"

/* ---- the greatest depth of particles in solids ----------------------------------------------- */

/*     inside w;                                        must not be copied: the trees point into it
 *     if (inside_init(&w, &scene) == 0) inside_look(&w, particle, t, x);    at every state
 *     if (w.depth > 0.0) ...
 *     inside_free(&w);
 *
 * Points are inside as for a particle's start (scenes/README.md); a depth of rounding size counts
 * as 0. An open chain has no inside, but a particle that has passed through it counts as behind it
 * until it leaves around an end. */
typedef struct {
    double depth;         /* the greatest so far [m], 0 = never inside; and of which look: */
    double t;
    int particle, obstacle;
    const scene *s;
    shape_tree *tree;     /* one for each obstacle */
    double *last;         /* [2*particles] positions at the look before; NaN: none */
    int *behind;          /* [particles] the chain that the particle went through, or -1 */
    double work;          /* limit for the searches' cost: none */
} inside;

/* inside_init: 0, or -1 without memory; inside_free must follow either way */
int inside_init(inside *w, const scene *s);

/* inside_look: notes the particle's position x at time t. Cost: a box test for each obstacle,
 * searches in those that it meets. */
void inside_look(inside *w, int particle, double t, const double x[2]);

/* inside_start: whether x lies in a solid, where no particle may start */
int inside_start(const inside *w, const double x[2]);

/* inside_body: the same for body k of a scene with these obstacles; or in a body, a particle */
int inside_body(const inside *w, const scene *s, int k);

/* inside_say: prints one line on the greatest depth, after `prefix`; nothing if it is 0 */
void inside_say(const inside *w, const char *prefix, FILE *to);

void inside_free(inside *w);

/* ---- settings, and what comes of them -------------------------------------------------------- */

/* How to simulate: the method, and values that override the scene's. */
typedef struct {
    mb_formulation formulation;
    int only;                 /* a bit for each formulation of a comparison; 0 = all */
    const mb_formulation_row *mine;       /* the user's own instead of that one; NULL = none */
    mb_form form;
    mb_scope scope;
    mb_primary primary;
    mb_primary_rule primary_rule;             /* the same for bodies */
    const char *solver;       /* a name in mb_solvers; NULL = lemke, in the box form pgs */
    mb_options options;       /* of the solver */
    int sweeps;               /* > 0: for bodies, instead of a solver; see mb_world */
    int sides;                /* of supports, as in mb_world; with discs a solver of cone.h */
    double h, time;           /* step, end [s] */
    double epsilon, psi_min;  /* [m] */
    const char *dump;         /* directory for problems of steps with contacts, or NULL: */
    int dump_every;           /* of every dump_every-th step */
    const double *window;     /* xmin ymin xmax ymax: of simulation.acts; NULL: nowhere */
    int brief;                /* 1: simulation.solid, .pushed and .acts are not kept */
    int progress;             /* 1: a bar on the terminal if it takes over a second */
    /* called with the observer's arguments; NULL = not called */
    void (*watch)(void *user, const mb_sim *sim, const mb_step *step);
    void (*watch_bodies)(void *user, const mb_world *world, const mb_island_step *step);
    int show;                 /* 1: bodies' problems as in `form`; see mb_world */
    void *user;
    trajectory_fn *take;      /* gets the start and every step done; NULL = not called */
    void *taker;              /* its user */
} settings;

enum { MOST_SOLVERS = 8 };    /* of one run */

typedef struct {
    mb_status status;         /* MB_OK, also after iterates; or why the run stopped */
    int cut;                  /* 1: ended by with->take or the dump */
    int steps, planned;       /* done, and planned */
    double t;                 /* time reached [s] */
    int dumped;               /* problems written to settings.dump */
    int problems, largest;    /* in the steps done: problems, and the unknowns of the largest */
    double iterations, residual;              /* their sum, and the worst */
    trajectory_row *last;     /* [scene_count] after the last step done, without the body's name and
                                 numbers of all bodies; NULL without memory */
    inside solid;             /* depth of particles in solids */
    char *pushed;             /* [edges] 1: the edge pushed in some step */
    acts acts;                /* and when, in the window */
    /* of a scene with bodies */
    double energy[2];         /* at the start, and after the last step done [J] */
    double penetration, penetration_t;        /* the deepest so far [m], and when [s] */
    double joint_error, joint_t;              /* the greatest so far [m], [rad], and when [s] */
    int worst_joint;          /* the joint of that error */
    int islands;              /* the most in a step */
    struct {                  /* islands' steps that were not accurate: */
        int count;
        double t;             /* time of the first [s] */
        double most;          /* [m] */
    } parts, half, safe, open, unsolved;      /* in parts; half, safe; joints stayed open; iterates,
                                                 with the worst residual in `most` */
    int nsolver;              /* solvers used by islands: their names, numbers of problems, and */
    struct {                  /* the worst residual of those */
        const char *name;
        int problems;
        double residual;
    } solver[MOST_SOLVERS];
    int npush;
    trajectory_push *push;    /* push[npush]: impulses of the contacts in the last step */
    trajectory_foot *foot;    /* foot[supports of the scene]: theirs */
} simulation;

enum { MOST_PUSHES = 4096 };  /* as many as are kept */

enum { USUAL_FORMULATION = MB_SWEPT };            /* of a run without --formulation */

/* settings_advice: ", --formulation swept" for a run that failed; "" if it used that one */
const char *settings_advice(mb_formulation formulation);

/* settings_formulation: the one in use, mine or the kit's */
const mb_formulation_row *settings_formulation(const settings *with);

/* settings_cone: the method for the scene's supports, if they are discs, NULL: they are not */
const mb_cone_row *settings_cone(const settings *with, const scene *s);

/* settings_default: the scene's values, swept as LCP with Lemke and its usual detection scope */
void settings_default(settings *with, const scene *s);

/* settings_take_mine: the user's own formulation instead of the kit's with the same detection */
void settings_take_mine(settings *with);

/* settings_leave_out: whether a comparison leaves this formulation out: not chosen, without the
 * form, convex without friction, and so the same as swept, or not for supports that are discs */
int settings_leave_out(const settings *with, const scene *s, int formulation);

/* ---- a run ----------------------------------------------------------------------------------- */

/* simulate: run the scene to its end, or to the first step that can't be solved
 *
 * The last step is shortened where time is not a multiple of h. A failing step is reported on
 * messages with step, time, status, contacts and advice; the state before it is run->last.
 * Returns run->status; MB_NO_MEMORY also if with->take or the dump ended it, after a message. *run
 * must be freed either way.
 */
mb_status simulate(const scene *s, const settings *with, simulation *run, FILE *messages);
void simulation_free(simulation *run);

/* The same, a step at a time:
 *
 *     driver *d = simulate_open(&scene, &with, &run, stderr);
 *     while (d && simulate_step(d)) ...                run.last: the state, run.t: its time
 *     simulate_close(d);
 *     simulation_free(&run);                           run.status: how it ended
 *
 * scene, with and run must outlive the driver. simulate_open returns NULL after a message;
 * simulate_step 1, or 0 if there was no further step or it failed.
 */
typedef struct driver driver;

driver *simulate_open(const scene *s, const settings *with, simulation *run, FILE *messages);
int simulate_step(driver *d);
void simulate_close(driver *d);

/* simulate_bare: a simulation at its start without an observer, for users of struct driver;
 * NULL: it cannot be set up. simulate_close ends it. */
driver *simulate_bare(const scene *s, const settings *with);

/* simulate_speed: steps per second of the bare step loop (no record, no clock inside), repeated for
 * at least `seconds`; 0 if a step fails */
double simulate_speed(const scene *s, const settings *with, double seconds);

/* ---- names, as the command line spells them -------------------------------------------------- */

/* "lcp", "mlcp", "box"; "edge", "chain"; "max", "closest";
 * of bodies "entry", "max"; formulations have theirs in mb_formulations */
extern const char *const form_names[3], *const scope_names[2], *const primary_names[2],
    *const rule_names[2];

/* solver_or_default: the name, or that of the default for the form; solver_name: of the settings;
 * solver_said: in words, as in a scene with bodies each island may have its own */
const char *solver_or_default(const char *name, mb_form form);
const char *solver_name(const settings *with);
const char *solver_said(const settings *with, const scene *s);

/* ---- the steps of a run recorded, in the format of reading/frame.h --------------------------- */

/*     frame_recorder f;
 *     recorder_begin(&f, &scene, &with, &file);
 *     with.watch = recorder_watch, with.watch_bodies = recorder_watch_bodies;
 *     ...                                              simulate(), with.user = &f
 *     recorder_end(&f);
 *
 * A step of a particle, or of an island of bodies, is recorded if there was a problem to solve,
 * even an unsolved one. For an island solved by sweeps the problem is that without restitution, and
 * z is absent. */
typedef struct {
    const settings *with;
    output_file *file;
    output_text text;
    int count;                    /* steps */
    int failed;                   /* 1: later steps could not be written */
    void *memory;                 /* for bodies, contacts and dynamics of one step */
    size_t room;
} frame_recorder;

/* recorder_begin: writes the file's head; recorder_end: writes its last line, and frees the memory.
 * The file keeps note of failures. */
void recorder_begin(frame_recorder *f, const scene *s, const settings *with, output_file *file);
void recorder_end(frame_recorder *f);

/* for settings.watch and settings.watch_bodies; user is the recorder */
void recorder_watch(void *user, const mb_sim *sim, const mb_step *step);
void recorder_watch_bodies(void *user, const mb_world *world, const mb_island_step *step);

/* ---- behind a run: for this room, and for who steps a world himself -------------------------- */

/* acts_pushes: whether contact i of a step that succeeded is an edge that pushes: a normal impulse
 * above a billionth of the particle's momentum, as a solver's tolerance may leave
 * acts_watch: notes those of a step that began or ended in the window; 0, or -1 without memory */
int acts_pushes(const mb_sim *sim, const mb_step *step, int i);
int acts_watch(acts *a, const mb_sim *sim, const mb_step *step);
void acts_free(acts *a);

/* The data of the stages, by the user field of mb_sim or mb_world, of which one is in use. */
struct driver {
    const scene *scene;
    const settings *with;
    simulation *run;
    FILE *messages;
    int count;                    /* of bodies and particles, bodies first */
    mb_polyline *polyline;
    mb_terrain terrain;
    double *start, *state;        /* positions, then velocities; in the state, then forces */
    size_t changing;              /* numbers of the state that change */
    double *mass;
    double *projection;           /* memory for projected joints */
    trajectory_row *seen;         /* [count]: this step, so far */
    mb_sim sim;
    mb_world world;               /* and its arrays: */
    mb_shape *shape;
    mb_body *body;
    mb_joint *joint;
    mb_support *support;
    char (*name)[SCENE_NAME];     /* of the bodies and particles */
    trajectory_world whole;       /* data on all bodies in this step's rows */
    int problems, largest;        /* in this step: islands' problems, unknowns of the largest */
    double residual;
    void *owner;                  /* the user of a caller with an observer of its own */
    int reported;                 /* 1: the step's failure has been reported */
    void *memory[16];             /* all blocks, */
    int blocks;
    int lost;                     /* and whether one was refused */
};

/* driver_take: a block of zeros that the driver frees; NULL, and d->lost, without memory
 * driver_scratch: so many bytes for steps, which touch only the part that their problems need, and
 * so not zeros; bytes = SIZE_MAX: too many */
void *driver_take(driver *d, size_t count, size_t size);
mb_status driver_scratch(driver *d, size_t bytes, mb_arena *out);

/* writes a step's problem to a file; `of`: its owner, "particle" or "body" */
void driver_dump(driver *d, const mb_mlcp *problem, int step, const char *of, int number);

/* worlds_make: the world at its start, in memory that the driver frees
 * worlds_step: one step of h, from time t on
 * worlds_record: completes d->seen by the state after the step */
mb_status worlds_make(driver *d);
mb_status worlds_step(driver *d, double t, double h);
void worlds_record(driver *d);

/* Joints corrected after the step, as in [RPI] after Bender and Schmitt 2006. The step's rows are
 * those of free joints, J v+ = 0, by which joints drift apart. After it
 *
 *     while max |phi(q)| > 1e-5:   q -= M^-1 J' (J M^-1 J')^-1 phi
 *     once:                        v -= M^-1 J' (J M^-1 J')^-1 J v
 *
 * with the bilateral rows of all joints. Contacts and limits are ignored: joined bodies may be
 * pushed into others. That is why the kit's own step corrects positions together with its contacts.
 *
 * projected_size: doubles that world->projection needs
 * projected_update: the mb_world.update that does this, memory[projected_size] */
size_t projected_size(const mb_world *world);
void projected_update(const mb_world *world, const double *v_next, double *q, double *v,
                      double *memory);

#endif
