/* formulation.h: making time steps, and judging the problem of one, for labs about formulations. How
 * the arrays of a request are numbered is in worker/problem_frame.h. */
#ifndef FORMULATION_H
#define FORMULATION_H

#include "grader.h"
#include "problem_frame.h"

/* ---- making ---------------------------------------------------------------------------------- */

enum { STEP_NV = 6, STEP_NC = 70, STEP_ND = 4, STEP_ROWS = STEP_NC * (1 + STEP_ND),
       STEP_UNKNOWNS = STEP_NC * (2 + STEP_ND) };

/* a step before it goes into a request */
typedef struct {
    int nv, nc, nd, nb, with_p_ext, grouped;
    double h, scratch;                   /* scratch: bytes, or -1 for what the contract gives */
    double M[STEP_NV * STEP_NV], v[STEP_NV], p_ext[STEP_NV];
    double Jn[STEP_NC * STEP_NV], Jf[STEP_NC * STEP_ND * STEP_NV], mu[STEP_NC], psi[STEP_NC];
    double group[STEP_NC];
} made_step;

/* new_step: all of it is 0, and p_ext is there. random_body: the same with h, M, v and p_ext at
 * random; M full, masses of the order of unit */
void new_step(made_step *s, int nv, int nc, int nd, double h);
void random_body(rng *r, int nv, int nc, int nd, double unit, made_step *s);
/* M that has no inverse, to the last bit */
void make_singular(made_step *s);

/* tight_step: one velocity, three contacts, no directions, and an arena of so many doubles. From 0
 * to these sizes there is room for nothing; for all but A, which is larger than what is taken after
 * it; and so on, until only the array that is taken last has none. */
enum { TIGHT_LCP = 16, TIGHT_MLCP = 28, TIGHT_FACTORS = 8 };
void tight_step(int doubles, made_step *s);

/* put_problem: what a formulation is asked; mixed: an mLCP's problem, with bounds. put_step: up to
 * the velocity, behind which labs have outputs of their own */
void put_dynamics(frame *q, int call, const made_step *s);
void put_problem(frame *q, int call, int mixed, const made_step *s, int with_info);
void put_step(frame *q, int call, const made_step *s, int solver);

/* ---- what a request holds -------------------------------------------------------------------- */

void say_dynamics(const frame *q, verdict *v);
/* psi/h of contact i, where it counts */
double gap_rate(const frame *q, int i, int closed);
/* what a request is about: nv, nc, nd; rows of Jn and Jf together; row r of these */
int nv_of(const frame *q);
int nc_of(const frame *q);
int nd_of(const frame *q);
int rows_of(const frame *q);
const double *row_of(const frame *q, int r);

/* M x = y, by elimination in the grader; 0 if M is singular. That of a request; any, n <= 6 */
int solve_mass(const frame *q, const double *y, double *x);
int solve_matrix(int n, const double *M, const double *y, double *x);
/* v + M^-1 (p_ext + impulses); z: a solution, of which s is not looked at, or NULL: no impulses; 0
 * if M is singular */
int velocity_with(const frame *q, const double *z, double *out);

/* the impulses p_n, one for each group, that change v_free to v_next; 0 if it takes others, too.
 * The rows of their primary contacts are independent. */
int impulses_of(const frame *q, const double *v_next, double *p_n);

/* does contact i lead a group of facets? Without groups each is one of its own */
int is_primary(const frame *q, int i);

/* the unknowns of an LCP in their order: [p_n; c; p_f; s] */
typedef enum { P_N, C_K, P_F, SLIP } unknown_kind;

typedef struct {
    unknown_kind kind;
    int group;                   /* counted from 0 */
    int primary;                 /* the contact that leads it */
    int contact;                 /* C_K: the facet */
    int row;                     /* P_F: of Jf */
} unknown;

/* how many */
int list_unknowns(const frame *q, unknown *u);

/* ---- judging --------------------------------------------------------------------------------- */

/* Status, where there is a choice: MB_SINGULAR for a singular M; MB_NO_MEMORY also counts as right
 * if there is less scratch than the contract gives, and must be told if there is none. *done:
 * nothing else is to be judged */
int judge_outcome(const frame *q, const frame *a, verdict *v, int *done);

/* refused: *out and *arena as they came, and info as the contract has it */
int judge_refusal(const frame *q, const frame *a, verdict *v);
/* the problem was handed over: its size, memory that is still there, info, and numbers in it */
int judge_handed(const frame *q, const frame *a, verdict *v);

/* The whole answer to a formulation, also where it is to refuse a joint, or has little scratch.
 * closed: 0: the gap's row is Jn v+ + psi/h, Stewart and Trinkle's; 1: Jn v+ alone, Anitescu and
 * Potra's. */
int judge_problem(const frame *q, const frame *a, int closed, verdict *v);
/* a step that is to fail; so many outputs stay as they came: of q_next, v_next, p_n, p_f */
int judge_no_step(const frame *q, const frame *a, int outputs, verdict *v);

#endif
