/* jobs.h: scripts that run a study in parts and merge them: a Slurm job array, or GNU parallel */
#ifndef JOBS_H
#define JOBS_H

#include "options.h"

/* jobs_print: prints the script chosen by the options, for the scene at this path, on stdout;
 * returns the program's exit status, after a message if it is not 0 */
int jobs_print(const options *o, const char *path);

#endif
