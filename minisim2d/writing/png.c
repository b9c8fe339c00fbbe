/* png.c: stb_image_write.h, if the compiler finds it; see output.h */
#include "output.h"

#ifdef __has_include
#if __has_include(<stb/stb_image_write.h>)
#define STB_HEADER <stb/stb_image_write.h>
#elif __has_include(<stb_image_write.h>)
#define STB_HEADER <stb_image_write.h>
#endif
#endif

#ifdef STB_HEADER

#include <setjmp.h>

/* it asserts when memory runs out, and the assertion must not return; memory that it holds is
 * lost */
static jmp_buf no_memory;

#define STBIW_ASSERT(x) do { if (!(x)) longjmp(no_memory, 1); } while (0)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include STB_HEADER

static void append(void *user, void *bytes, int n) { output_bytes(user, bytes, (size_t)n); }

int png_there(void) { return 1; }

int png_write(const unsigned char *rgb, int width, int height, output_text *out)
{
    if (setjmp(no_memory)) return -1;
    return stbi_write_png_to_func(append, out, width, height, 3, rgb, 3 * width) ? 0 : -1;
}

#else

int png_there(void) { return 0; }

int png_write(const unsigned char *rgb, int width, int height, output_text *out)
{
    (void)rgb;
    (void)width;
    (void)height;
    (void)out;
    return -1;
}

#endif
