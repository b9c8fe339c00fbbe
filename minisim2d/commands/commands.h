/* commands.h: the commands of minisim2d; each returns the program's exit status: 0 done, 1 the
 * simulation or solver failed, 2 bad input, or an output that can't be written */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "options.h"

int command_run(const options *o);
int command_compare(const options *o);
int command_list(const options *o);
int command_solve(const options *o);
int command_convert(const options *o);
int command_study(const options *o);
int command_calibrate(const options *o);
int command_replay(const options *o);
int command_chart(const options *o);

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* batch_solve: `solve` with many problems, a row of a table for each: solves the operands, and then
 * the problems that --list names; format: that of all, or NULL. Memory does not grow with their
 * number. Returns EXIT_DONE if all were solved, EXIT_FAILED if some were not, EXIT_USAGE if some
 * could not even be tried. */
int batch_solve(const options *o, const problem_format *format);

/* jobs_print: prints the script chosen by the options, for the scene at this path, on stdout: it
 * runs a study in parts and merges them, as a Slurm job array or by GNU parallel */
int jobs_print(const options *o, const char *path);

#endif
