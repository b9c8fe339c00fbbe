/* errno.h for wasm32: nothing sets it */
#define ENOMEM 12
extern int errno;
