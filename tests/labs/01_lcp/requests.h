/* Lab 01: the functions by number, and the arrays of a request in order */
enum {
    CALL_SLACK = 1,
    CALL_NATURAL_MAP,
    CALL_RESIDUAL,
    CALL_FISCHER_BURMEISTER,
    CALL_MERIT_NATURAL,
    CALL_MERIT_FB,
    CALL_CONE_MATRIX,
    CALL_CONE_POINT,
    CALL_ENUMERATE
};

/* at a point (put_point of grader.h): w[n], f[n], or one number out */

/* Fischer-Burmeister: {a, b}; phi out */
enum { FB_AB, FB_PHI };

/* of one cone: A, b, its number; C[n*n] or x[n] out */
enum { CONE_A, CONE_B, CONE_NUMBER, CONE_OUT };

/* all cones: A, b; inside[2^n], count, z[n] out */
enum { ALL_A, ALL_B, ALL_INSIDE, ALL_COUNT, ALL_Z };
