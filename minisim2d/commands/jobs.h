/* jobs.h: scripts that make a study in parts and merge them: a Slurm job array, or GNU parallel */
#ifndef JOBS_H
#define JOBS_H

#include "options.h"

/* jobs_print: the script that the options ask for, for the scene at that path, on stdout; the
 * program's exit status, after a message if it is not 0 */
int jobs_print(const options *o, const char *path);

#endif
