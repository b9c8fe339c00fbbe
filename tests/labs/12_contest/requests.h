/* Lab 12: the function by number, and the arrays of a request in order */
enum { CALL_CONTEST = 1 };

/* A[n*n], b[n]; bytes of scratch, or -1 for what the contract gives, or ASK_TWICE for that, and to
 * be called twice: work = TWO_ANSWERS says that the answers differ; z[n], work out */
enum { CONTEST_A, CONTEST_B, CONTEST_BYTES, CONTEST_Z, CONTEST_WORK };
enum { ASK_TWICE = -2, TWO_ANSWERS = -1000 };
