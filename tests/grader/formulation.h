/* formulation.h: making time steps, and judging the problem of one, for labs about formulations.
 * How the arrays of a request are numbered is in worker/problem_frame.h. */
#ifndef FORMULATION_H
#define FORMULATION_H

#include "grader.h"
#include "problem_frame.h"

/* ---- making ---------------------------------------------------------------------------------- */

enum { STEP_NV = 6, STEP_NC = 70, STEP_ND = 4, STEP_ROWS = STEP_NC * (1 + STEP_ND),
       STEP_UNKNOWNS = STEP_NC * (2 + STEP_ND) };

/* a step before it is put into a request */
typedef struct {
    int nv, nc, nd, nb, with_p_ext, grouped;
    double h, scratch;                   /* scratch: bytes, or -1 for the contract's amount */
    double M[STEP_NV * STEP_NV], v[STEP_NV], p_ext[STEP_NV];
    double Jn[STEP_NC * STEP_NV], Jf[STEP_NC * STEP_ND * STEP_NV], mu[STEP_NC], psi[STEP_NC];
    double group[STEP_NC];
} made_step;

/* new_step: everything is 0, and p_ext exists. random_body: the same with random h, M, v and p_ext;
 * M is full, masses are of the order of unit */
void new_step(made_step *s, int nv, int nc, int nd, double h);
void random_body(rng *r, int nv, int nc, int nd, double unit, made_step *s);
/* M that has no inverse, to the last bit */
void make_singular(made_step *s);

/* tight_step: one velocity, three contacts, no directions, and an arena of the given number of
 * doubles. As the size grows from 0 there is room for nothing; for all but A, which is larger than
 * the arrays taken after it; and so on, until only the last array has none. */
enum { TIGHT_LCP = 16, TIGHT_MLCP = 28, TIGHT_FACTORS = 8 };
void tight_step(int doubles, made_step *s);

/* put_problem: the request to a formulation; mixed: an mLCP's, with bounds. put_step: the arrays up
 * to the velocity, after which labs add their own outputs */
void put_dynamics(frame *q, int call, const made_step *s);
void put_problem(frame *q, int call, int mixed, const made_step *s, int with_info);
void put_step(frame *q, int call, const made_step *s, int solver);

/* ---- what a request holds -------------------------------------------------------------------- */

void say_dynamics(const frame *q, verdict *v);
/* psi/h of contact i, for formulations that use it */
double gap_rate(const frame *q, int i, int closed);
/* a request's nv, nc, nd; rows of Jn and Jf together; row r of these */
int nv_of(const frame *q);
int nc_of(const frame *q);
int nd_of(const frame *q);
int rows_of(const frame *q);
const double *row_of(const frame *q, int r);

/* M x = y, by elimination; 0 if M is singular. For a request's M; for any matrix with n <= 6 */
int solve_mass(const frame *q, const double *y, double *x);
int solve_matrix(int n, const double *M, const double *y, double *x);
/* v + M^-1 (p_ext + impulses of a solution z, if not NULL; its s is ignored); 0 if M is singular */
int velocity_with(const frame *q, const double *z, double *out);

/* the impulses p_n, one for each group, that change v_free to v_next; 0 if others are needed as
 * well. The rows of their primary contacts are independent. */
int impulses_of(const frame *q, const double *v_next, double *p_n);

/* does contact i lead a group of facets? Without groups each contact is a group of its own */
int is_primary(const frame *q, int i);
int count_groups(const frame *q);
/* the greatest gap of group g after a step with the velocity v */
double group_gap(const frame *q, int g, const double *v);

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
 * if there is less scratch than the contract gives, and must be returned if there is none. *done:
 * nothing else needs judging */
int judge_outcome(const frame *q, const frame *a, verdict *v, int *done);

/* refused: *out and *arena unchanged, and info as the contract demands */
int judge_refusal(const frame *q, const frame *a, verdict *v);
/* the problem was returned: its size, memory that stays valid, info, and written numbers */
int judge_handed(const frame *q, const frame *a, verdict *v);

/* The whole answer of a formulation, including cases in which it must refuse a joint, or has little
 * scratch. closed: 0: the gap's row is Jn v+ + psi/h, Stewart and Trinkle's; 1: Jn v+ alone,
 * Anitescu and Potra's. */
int judge_problem(const frame *q, const frame *a, int closed, verdict *v);
/* v_next and its impulses p_n, one for each group, which are >= 0: a gap of every group stays open
 * (eq 9.5), and is 0 where the group pushes */
int judge_gaps(const frame *q, const double *v_next, const double *p_n, verdict *v);
/* q_next = q + h v_next */
int judge_position(const frame *q, const frame *a, verdict *v);
/* a step that must fail; this many of the outputs q_next, v_next, p_n, p_f must stay unchanged */
int judge_no_step(const frame *q, const frame *a, int outputs, verdict *v);

#endif
