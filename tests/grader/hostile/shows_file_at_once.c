/* hostile: makes the compiler show a file in an error
 * points: does not build
 * never: root: */
#line 1 "/etc/passwd"
int x = "
