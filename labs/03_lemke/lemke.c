/* Lab 3: Lemke's method. This is the only file you edit. The contract is in lab.h, the equations in README.md.
 *
 * Replace the body of one function at a time, then `make test LAB=lemke`. A function that returns MB_TODO counts as not attempted.
 * You may use libm and, from mbsim.h, the types, the arena, the dense algebra and mb_residual.
 */
#include "lab.h"

#include <math.h>

/* Task 1, eq 3.3:  T = [ -A  I  -d  b ] */
mb_status lab_tableau(const mb_lcp *p, const double *d, double *T, int *basis)
{
    (void)p; (void)d; (void)T; (void)basis;
    return MB_TODO;
}

/* Task 2, eq 3.4:  the row in which z0 enters */
mb_status lab_first_row(int n, const double *b, const double *d, int *row)
{
    (void)n; (void)b; (void)d; (void)row;
    return MB_TODO;
}

/* Task 3, eq 3.5:  variable `entering` takes the place of the basic variable of row `row` */
mb_status lab_pivot(int n, double *T, int *basis, int row, int entering)
{
    (void)n; (void)T; (void)basis; (void)row; (void)entering;
    return MB_TODO;
}

/* Task 4, eq 3.6:  the complement of the variable that left */
mb_status lab_entering(int n, int leaving, int *entering)
{
    (void)n; (void)leaving; (void)entering;
    return MB_TODO;
}

/* Task 5, eq 3.7 to 3.9:  the row whose variable leaves */
mb_status lab_ratio_test(int n, const double *T, const int *basis, int entering, int *row)
{
    (void)n; (void)T; (void)basis; (void)entering; (void)row;
    return MB_TODO;
}

/* Task 6, eq 3.10:  the solution that the tableau shows */
mb_status lab_read_solution(int n, const double *T, const int *basis, double *z)
{
    (void)n; (void)T; (void)basis; (void)z;
    return MB_TODO;
}

/* Task 7:  the solver */
mb_status lab_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    (void)p; (void)opt; (void)z; (void)info; (void)scratch;
    return MB_TODO;
}
