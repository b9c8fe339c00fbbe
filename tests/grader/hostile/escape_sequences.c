/* hostile: takes over the terminal in a warning and in an error
 * points: does not build
 * never:  */
#include "lab.h"
#warning ]0;owned[2J
#error [31m
