/* steps.h: making and judging requests about one time step with friction, and about motions, for
 * the labs about formulations (07_friction, 08_anitescu_potra). How the arrays are numbered is in
 * worker/step_frame.h; what `closed` means to the judges is in formulation.h. */
#ifndef STEPS_H
#define STEPS_H

#include "formulation.h"
#include "step_frame.h"

#define STEP_GRAVITY 9.81

/* M full, masses of the order of unit; rows of Jn and of the tangents independent if nv allows;
 * directions in pairs of opposites, or an odd number that adds up to 0; gaps of either sign */
void random_step(rng *r, int nv, int nc, int nd, double unit, made_step *s);
/* the worked example of the READMEs: a particle of 2 kg on a slope, with mu = 0.5 it slides */
void example_step(double mu, made_step *s);

/* Case k of the tests: problems with one contact, and 0 to 4 directions; with several: masses far
 * from 1, no directions, no p_ext, a contact without friction among others */
enum { SEVERAL = 9 };
void make_one_contact(int k, rng *r, frame *q, int call, int mixed);
void make_several(int k, rng *r, frame *q, int call, int mixed);
/* refusals: a joint; no scratch; arenas that are too small */
enum { REFUSALS = 2 + TIGHT_LCP, MIXED_REFUSALS = 2 + TIGHT_MLCP };
void make_refused(int k, frame *q, int call, int mixed);
/* LCPs: no contact, with and without directions; more contacts than velocities; refusals; a
 * singular M, with and without info */
enum { AWKWARD = 7 + REFUSALS };
void make_awkward(int k, rng *r, frame *q, int call);

/* a step with many contacts, which open without impulses: arrays of a fixed size are too small */
void crowded_step(rng *r, int nd, made_step *s);

/* a step's request, with the impulses as further outputs */
void put_impulses(frame *q, int call, const made_step *s, int solver);
/* A particle of 1 kg at rest between two walls with the normals (c, s) and (-c, s), c >= s, that
 * has sunk 0.01 m into both, and a force downwards. The normals are turned by `turn`. Both gaps
 * can be opened, and with mu >= s/c the problem with psi/h has no solution: a wall that pushes
 * is slid up on, and friction then pulls down by mu c >= s. */
void wedge_step(double c, double mu, double turn, made_step *s);
/* two contacts that face each other, with these gaps, and a third one across; no friction */
void squeezed_step(double psi1, double psi2, made_step *s);

/* Steps: the example slides and sticks; a block slides and sticks, a ball slides; no contact; no
 * directions; a contact without friction; no p_ext; others at random. The last two are for
 * `closed`: one squeezes a particle between two gaps below 0, which no velocity opens both; the
 * other is the wedge. */
enum { WORKING = 19, WORKING_CLOSED = WORKING + 2 };
void make_working_step(int k, rng *r, frame *q, int call);
/* the solver fails; a joint; a singular M; FAILING_WORKS, the example, does not; less scratch than
 * the contract gives, first none */
enum { FAILING_WORKS = 6, FAILING = FAILING_WORKS + 6 };
void make_failing_step(int k, rng *r, frame *q, int call);

/* a step that works: momentum, gaps, friction, positions; the second with any rate[nc] in the place
 * of psi/h, called `row` in what it says */
int judge_step(const frame *q, const frame *a, int closed, verdict *v);
int judge_step_with(const frame *q, const frame *a, const double *rate, const char *row,
                    verdict *v);

/* Motions: on a slope of 3 in 4 from rest, which mu = 0.9 holds and mu = 0.5 does not; up that
 * slope, where one stops for good and the other turns round; along a floor until friction has
 * stopped it; dropped on the floor at a slant; from inside the floor; at rest in a valley; along a
 * smooth floor; far above it all the way; others thrown at random */
enum { MOTIONS = 15 };
void make_motion(int k, rng *r, frame *q, int call);

/* on a line each step has a closed form; in a valley, of three vertices, it stays at rest */
int judge_motion(const frame *q, const frame *a, int closed, verdict *v);

/* ---- the tests that both labs have --------------------------------------------------------- */

/* A lab defines CLOSED, the judges' `closed`, and includes its worker.c, with the calls, first. */
#ifdef CLOSED

static void make_mixed_one(int k, rng *r, frame *q) { make_one_contact(k, r, q, CALL_MLCP, 1); }

static void make_mixed_several(int k, rng *r, frame *q)
{
    if (k < SEVERAL) make_several(k, r, q, CALL_MLCP, 1);
    else make_refused(k - SEVERAL, q, CALL_MLCP, 1);
}

static void make_reduced_one(int k, rng *r, frame *q) { make_one_contact(k, r, q, CALL_LCP, 0); }

static void make_reduced_several(int k, rng *r, frame *q) { make_several(k, r, q, CALL_LCP, 0); }

static void make_reduced_awkward(int k, rng *r, frame *q) { make_awkward(k, r, q, CALL_LCP); }

static int judge_one_problem(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_problem(q, a, CLOSED, v);
}

static void make_one_step(int k, rng *r, frame *q) { make_working_step(k, r, q, CALL_STEP); }

static int judge_one_step(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_step(q, a, CLOSED, v);
}

static void make_one_motion(int k, rng *r, frame *q) { make_motion(k, r, q, CALL_MOTION); }

static int judge_one_motion(int k, const frame *q, const frame *a, verdict *v)
{
    return judge_motion(q, a, CLOSED, v);
}

#endif

#endif
