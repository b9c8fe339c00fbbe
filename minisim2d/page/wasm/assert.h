/* assert.h for wasm32: what fails stops the page's run */
#define assert(x) ((x) ? (void)0 : __builtin_trap())
