/* test_png.c: pictures in pixels compared with those of rsvg-convert, pixel by pixel
 *
 * Arguments: SVG files to compare, instead of those in scenes/.
 */
#include "check.h"
#include "minisim2d/drawing/raster.h"
#include "minisim2d/writing/output.h"

#include <stdlib.h>
#include <string.h>

#ifdef __has_include
#if __has_include(<stb/stb_image.h>)
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define CAN_READ
#endif
#endif

#ifdef CAN_READ

/* the content of a stream; empty without a stream */
static output_text all_of(FILE *f)
{
    output_text text = { NULL, 0, 0, 0 };
    char block[4096];
    size_t n;

    while (f && (n = fread(block, 1, sizeof block, f)) > 0) output_bytes(&text, block, n);
    return text;
}

/* removes the texts, because letters differ by font */
static void drop_text(output_text *svg)
{
    char *to = svg->data;

    for (const char *at = svg->data; *at; ) {
        const char *end = strncmp(at, "<text", 5) == 0 ? strstr(at, "</text>") : NULL;
        if (end) at = end + 7;
        else *to++ = *at++;
    }
    *to = '\0';
    svg->size = (size_t)(to - svg->data);
}

static void compare_pixels(const char *name, const output_text *ours, const output_text *theirs)
{
    int w[2], h[2], n[2], far = 0;
    stbi_uc *a = stbi_load_from_memory((const stbi_uc *)ours->data, (int)ours->size, w, h, n, 3);
    stbi_uc *b = stbi_load_from_memory((const stbi_uc *)theirs->data, (int)theirs->size, w + 1,
                                       h + 1, n + 1, 3);
    const int good = a && b && w[0] == w[1] && h[0] == h[1];
    double sum = 0.0;

    check(good, "%s: the pictures have the same size", name);
    for (int i = 0; good && i < 3 * w[0] * h[0]; i++) {
        sum += abs(a[i] - b[i]);
        far += abs(a[i] - b[i]) > 64;
    }
    if (good) {
        sum /= 3.0 * w[0] * h[0];
        check(sum < 0.1 && far < 3e-4 * w[0] * h[0],
              "%s: pixels differ by %.3g of 255 in the mean, %d values by more than 64", name, sum,
              far);
    }
    free(a);
    free(b);
}

/* compares an SVG without its letters; test: the path of this program, beside which a temporary
 * file is written */
static void compare(const char *test, const char *name)
{
    char plain[1000], command[1100];
    FILE *f = fopen(name, "r"), *pipe = NULL;
    output_text svg = all_of(f), ours = { NULL, 0, 0, 0 }, theirs = { NULL, 0, 0, 0 };

    if (f) fclose(f);
    snprintf(plain, sizeof plain, "%s.svg", test);
    snprintf(command, sizeof command, "rsvg-convert -z 2 '%s'", plain);
    if (svg.data) drop_text(&svg);
    if (svg.data && output_save(plain, &svg, stderr) == 0) pipe = popen(command, "r");
    theirs = all_of(pipe);
    if (pipe) pclose(pipe);
    remove(plain);
    check(svg.data && picture_png(&svg, &ours, stderr) == 0, "%s: the picture is made", name);
    if (ours.data) compare_pixels(name, &ours, &theirs);
    output_free(&svg);
    output_free(&ours);
    output_free(&theirs);
}

static int have_rsvg(void) { return system("rsvg-convert --version >/dev/null 2>&1") == 0; }

#else

static void compare(const char *test, const char *name)
{
    (void)test;
    (void)name;
}

static int have_rsvg(void) { return 0; }

#endif

int main(int argc, char **argv)
{
    if (!png_there() || !have_rsvg()) {
        check_skip("rsvg-convert or libstb-dev is not installed",
                   "the same pixels as rsvg-convert");
        return check_done();
    }
    for (int i = 1; i < argc; i++) compare(argv[0], argv[i]);
    if (argc == 1) compare(argv[0], "scenes/hills.svg");
    if (argc == 1) compare(argv[0], "scenes/joy.svg");
    return check_done();
}
