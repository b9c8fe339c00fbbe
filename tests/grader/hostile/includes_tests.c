/* hostile: reads the tests with a directive of the preprocessor
 * points: does not build */
#include <../../../../../tests/labs/02_pgs/tests.c>
