/* Lab 11: the functions by number, and the arrays of a request in order */
#include "problem_frame.h"       /* the solvers: SOLVER_WORKS, SOLVER_RAY, SOLVER_MAX_ITER */

enum { CALL_CORNERS = 1, CALL_MASS, CALL_VELOCITY, CALL_CONTACTS, CALL_ROWS, CALL_PAIR,
       CALL_REVOLUTE, CALL_BIAS, CALL_STEP, CALL_MOTION };

/* a lab_plane, a lab_contact as numbers */
enum { PLANE_POINT, PLANE_N = 2, PLANE_MU = 4, PLANE_E, PLANE_SIZE };
enum { CONTACT_CORNER, CONTACT_PLANE, CONTACT_N, CONTACT_P = 4, CONTACT_PSI = 6, CONTACT_SIZE };

enum { CORNERS_Q, CORNERS_XY, CORNERS_OUT };                       /* corner[2*nvert] out */
enum { MASS_XY, MASS_DENSITY, MASS_MASS, MASS_CENTRE, MASS_INERTIA };            /* 1, 2, 1 out */
enum { VELOCITY_Q, VELOCITY_V, VELOCITY_P, VELOCITY_U };           /* u[2] out */
/* radius and epsilon; out: how many, and contacts, as many as there could be */
enum { DETECT_Q, DETECT_XY, DETECT_SIZES, DETECT_PLANES, DETECT_COUNT, DETECT_OUT };
enum { ROWS_Q, ROWS_CONTACTS, ROWS_JN, ROWS_JF };                  /* the last two out */
/* both radii, facet, vertex; out: n, p, psi, Jn, Jf */
enum { PAIR_QA, PAIR_A, PAIR_QB, PAIR_B, PAIR_OF, PAIR_N, PAIR_P, PAIR_PSI, PAIR_JN, PAIR_JF };
enum { OF_RADIUS_A, OF_RADIUS_B, OF_FACET, OF_VERTEX, OF_SIZE };
enum { JOINT_QA, JOINT_A, JOINT_QB, JOINT_B, JOINT_PHI, JOINT_JB };             /* 2, 12 out */
/* h and slow; bias[nc] out */
enum { BIAS_JN, BIAS_PSI, BIAS_SIZES, BIAS_V, BIAS_FREE, BIAS_E, BIAS_OUT };

/* A step, and a motion of many: the world's numbers, corners, planes, the start. Out: a step's
 * q_next and v_next, a motion's path, q and v after each step; and what the solver saw in the last
 * step. */
enum { BODY_WORLD, BODY_XY, BODY_PLANES, BODY_Q, BODY_V, BODY_Q_NEXT, BODY_V_NEXT, BODY_SEEN };
enum { MOTION_PATH = BODY_Q_NEXT, MOTION_SEEN };
enum { WORLD_RADIUS, WORLD_MASS, WORLD_INERTIA, WORLD_EPSILON, WORLD_SLOW, WORLD_GRAVITY,
       WORLD_PUSH = 7, WORLD_AT = 9, WORLD_PIVOTED = 11, WORLD_PIVOT, WORLD_OWN = 14, WORLD_H = 16,
       WORLD_SOLVER, WORLD_SIZE };
/* of mb_dynamics, as numbers */
enum { SEEN_NC, SEEN_NB, SEEN_H, SEEN_M, SEEN_P_EXT = 12, SEEN_SIZE = 15 };
