/* Lab 05: the functions by number, and the arrays of a request in order */
enum { CALL_GAP = 1, CALL_CLOSEST, CALL_DETECT, CALL_PARTICLE_ROWS, CALL_BODY_ROW, CALL_PAIR_ROWS,
       CALL_NEXT_GAPS };

/* integers travel as doubles, a lab_contact as {edge, n_x, n_y, psi} and a lab_pair as
 * {body1, body2, point_x, point_y, n_x, n_y} */
enum { CONTACT_EDGE, CONTACT_N, CONTACT_PSI = 3, CONTACT_SIZE };
enum { PAIR_BODY1, PAIR_BODY2, PAIR_POINT, PAIR_N = 4, PAIR_SIZE = 6 };

enum { GAP_P, GAP_Q, GAP_X, GAP_N, GAP_PSI };                              /* n[2], psi out */
enum { CLOSEST_P, CLOSEST_Q, CLOSEST_X, CLOSEST_C, CLOSEST_DISTANCE };     /* c[2], distance out */
enum { DETECT_XY, DETECT_X, DETECT_EPSILON_MAX, DETECT_CONTACT, DETECT_COUNT };  /* two last out */
enum { PARTICLE_CONTACT, PARTICLE_JN, PARTICLE_JF };                       /* Jn, Jf out */
enum { BODY_CENTRE, BODY_POINT, BODY_D, BODY_ROW };                        /* row[3] out */
enum { PAIRS_CENTRE, PAIRS_PAIR, PAIRS_JN, PAIRS_JF };                     /* Jn, Jf out */
enum { NEXT_JN, NEXT_PSI, NEXT_H, NEXT_V, NEXT_NEXT };                     /* next[nc] out */

/* the room for contacts is longer than max by so many, to see what is written behind contact[max -
 * 1] */
enum { DETECT_SPARE = 8 };
