/* Lab 03: the functions by number, and the arrays of a request in order */
enum {
    CALL_TABLEAU = 1,
    CALL_FIRST_ROW,
    CALL_PIVOT,
    CALL_ENTERING,
    CALL_RATIO_TEST,
    CALL_READ,
    CALL_SOLVE
};

/* integers travel as doubles; T is T[n*(2n+2)] */
enum { TABLEAU_A, TABLEAU_B, TABLEAU_D, TABLEAU_T, TABLEAU_BASIS };        /* T[], basis[n] out */
enum { FIRST_B, FIRST_D, FIRST_ROW };                                      /* row out */
/* T, basis[n] in and out; {row, entering} */
enum { PIVOT_T, PIVOT_BASIS, PIVOT_PLACE };
/* {n, leaving}; entering out */
enum { ENTERING_N_LEAVING, ENTERING_ENTERING };
enum { RATIO_T, RATIO_BASIS, RATIO_ENTERING, RATIO_ROW };                  /* row out */
enum { READ_T, READ_BASIS, READ_Z };                                       /* z[n] out */
/* the solver: see frame.h; there is no history */
