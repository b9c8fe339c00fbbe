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

#include "acts.h"
#include "inside.h"
#include "trajectory.h"
#include "../../mbsim.h"
#include "../reading/scene.h"
#include "../solving/cone.h"

/* How to simulate: the method, and values that override the scene's. */
typedef struct {
    mb_formulation formulation;
    int only;                 /* a bit for each formulation of a comparison; 0 = all */
    const mb_formulation_row *mine;           /* the user's own, which replaces that one; NULL =
                                                 none */
    mb_form form;
    mb_scope scope;
    mb_primary primary;
    mb_primary_rule primary_rule;             /* the same for bodies */
    const char *solver;       /* a name of mb_solvers[] for the form; NULL = lemke, in the box
                                 form pgs */
    mb_options options;       /* of the solver */
    int sweeps;               /* > 0: for bodies, instead of a solver; see mb_world */
    int sides;                /* of supports, as in mb_world; with discs the solver is one of
                                 cone.h */
    double h, time;           /* step, end [s] */
    double epsilon, psi_min;  /* [m] */
    const char *dump;         /* directory for problems of steps with contacts, or NULL: */
    int dump_every;           /* of every dump_every-th step */
    const double *window;     /* xmin ymin xmax ymax: where simulation.acts is recorded; NULL:
                                 nowhere */
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
    mb_status status;         /* MB_OK, or the reason why the run stopped; iterates do not stop
                                 it */
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

/* settings_default: the scene's values, swept as LCP with Lemke; the usual detection scope of the
 * formulation */
void settings_default(settings *with, const scene *s);

/* settings_take_mine: the user's own formulation, instead of the kit's with the same detection, and
 * so the same unknowns */
void settings_take_mine(settings *with);

/* settings_leave_out: whether a comparison leaves this formulation out: it was not chosen, lacks
 * the form, is a convex model without friction, and so the same as swept, or cannot treat supports
 * that are discs */
int settings_leave_out(const settings *with, const scene *s, int formulation);

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

/* simulate_bare: a simulation at its start without an observer, for users of driver.h; NULL: it
 * cannot be set up. simulate_close ends it. */
driver *simulate_bare(const scene *s, const settings *with);

/* simulate_speed: steps per second of the bare step loop (no record, no clock inside), repeated for
 * at least `seconds`; 0 if a step fails */
double simulate_speed(const scene *s, const settings *with, double seconds);

/* names as the command line spells them: "lcp", "mlcp", "box"; "edge", "chain"; "max", "closest";
 * of bodies "entry", "max"; formulations have theirs in mb_formulations */
extern const char *const form_names[3], *const scope_names[2], *const primary_names[2],
    *const rule_names[2];

/* solver_or_default: the name, or that of the default for the form; solver_name: of the settings;
 * solver_said: in words, as in a scene with bodies each island may have its own */
const char *solver_or_default(const char *name, mb_form form);
const char *solver_name(const settings *with);
const char *solver_said(const settings *with, const scene *s);

#endif
