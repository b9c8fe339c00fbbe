/* Lab 02: the functions by number, and the arrays of a request in order */
enum { CALL_JACOBI_SWEEP = 1, CALL_PGS_SWEEP, CALL_PGS, CALL_JACOBI };

/* sweeps: A[n*n], b[n], omega, z[n]; the Jacobi sweep also z_next[n]. Solvers: see frame.h */
enum { SWEEP_A, SWEEP_B, SWEEP_OMEGA, SWEEP_Z, SWEEP_NEXT };
