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

#endif
