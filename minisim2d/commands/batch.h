/* batch.h: `minisim2d solve` with many problems: a row of a table for each */
#ifndef BATCH_H
#define BATCH_H

#include "options.h"

/* batch_solve: solves the operands, and then the problems that --list names; format: that of all,
 * or NULL. Memory does not grow with their number. Returns the program's exit status: 0 if all were
 * solved, 1 if some were not, 2 if some could not even be tried */
int batch_solve(const options *o, const problem_format *format);

#endif
