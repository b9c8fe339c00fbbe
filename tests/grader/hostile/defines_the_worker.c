/* hostile: replaces the worker's own functions
 * points: does not build
 * rest: attack sweep */
#include "lab.h"

static void attack(void) {}

int frame_decode(void) { return 0; }
int worker_call(void) { return 0; }
