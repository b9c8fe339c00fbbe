/* test_png.c: pictures in pixels: areas by closed forms, and a comparison with rsvg-convert, pixel
 * by pixel
 *
 * Arguments: SVG files to compare, instead of those in scenes/.
 */
#include "check.h"
#include "minisim2d/drawing/raster.h"
#include "minisim2d/drawing/svg.h"
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

enum { SIDE = 64 };

/* the amount of black in a picture, in pixels; without the inside of a box, if one is given */
static double ink(const raster *r, const double box[4])
{
    double sum = 0.0;

    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++) {
            const int inside = box && x >= box[0] && y >= box[1] && x < box[2] && y < box[3];
            if (!inside) sum += (255 - r->rgb[3 * (y * r->width + x)]) / 255.0;
        }
    return sum;
}

static raster begin(void)
{
    raster r;

    if (raster_init(&r, SIDE, SIDE) != 0) abort();
    return r;
}

static void path(raster *r, int n, const double (*p)[2], int closed)
{
    raster_move(r, p[0][0], p[0][1]);
    for (int i = 1; i < n; i++) raster_line(r, p[i][0], p[i][1]);
    if (closed) raster_close(r);
}

static const double triangle[3][2] = { { 3.25, 5.5 }, { 60.125, 17.0 }, { 22.0, 55.75 } };
static const double triangle_area = 0.5 * (56.875 * 50.25 - 18.75 * 11.5);

static void test_areas(void)
{
    const double hole[3][2] = { { 20.0, 20.0 }, { 22.0, 30.0 }, { 30.0, 20.0 } };
    const double box[4] = { 10.5, 10.0, 30.0, 40.25 }, outer[4] = { 10.0, 10.0, 30.0, 41.0 };
    raster r = begin();

    path(&r, 3, triangle, 1);
    raster_fill(&r, 0, 1.0);
    check_near(ink(&r, NULL), triangle_area, 1.0, "a triangle");
    raster_fill(&r, 0xffffff, 1.0);
    raster_forget(&r);
    check(ink(&r, NULL) < 120.0, "the same triangle in white leaves only grey at its rim");
    raster_free(&r);

    r = begin();
    path(&r, 3, triangle, 1);
    path(&r, 3, hole, 1);
    raster_fill(&r, 0, 1.0);
    check_near(ink(&r, NULL), triangle_area - 50.0, 1.0,
               "a triangle with a hole, which is wound the other way");
    raster_free(&r);

    r = begin();
    path(&r, 3, triangle, 1);
    path(&r, 3, triangle, 1);
    raster_fill(&r, 0, 0.5);
    check_near(ink(&r, NULL), 0.5 * triangle_area, 4.0,
               "a triangle that is wound around twice, half opaque, is filled once");
    raster_free(&r);

    r = begin();
    raster_window(&r, box);
    path(&r, 3, triangle, 1);
    raster_fill(&r, 0, 1.0);
    check(ink(&r, NULL) > 400.0 && ink(&r, outer) == 0.0,
          "a triangle in a window: nothing is drawn outside");
    raster_free(&r);
}

static double stroked(int n, const double (*p)[2], int closed, const raster_pen *pen)
{
    raster r = begin();
    double sum;

    path(&r, n, p, closed);
    raster_stroke(&r, pen, 0, 1.0);
    sum = ink(&r, NULL);
    raster_free(&r);
    return sum;
}

/* A corner at (50, 32) of two lines 14 degrees above and below the level. The lines are 20 wide, so
 * their ends leave a triangle open of height 10 sin 14 = 2.42. It is filled, and the mitre beyond
 * is cut off. */
static void test_cut_mitre(void)
{
    const double across = 40.0 * cos(14.0 / 180.0 * PI), up = 40.0 * sin(14.0 / 180.0 * PI);
    const double corner[3][2] = { { 50.0 - across, 32.0 - up }, { 50.0, 32.0 },
                                  { 50.0 - across, 32.0 + up } };
    const double inside[4] = { 51.0, 31.0, 52.0, 33.0 }, beyond[4] = { 53.0, 0.0, SIDE, SIDE };
    const raster_pen pen = { 20.0, 0, 0, 0, { 0.0 } };
    raster r = begin();

    path(&r, 3, corner, 0);
    raster_stroke(&r, &pen, 0, 1.0);
    check_near(ink(&r, NULL) - ink(&r, inside), 2.0, 0.05, "a sharp corner is filled");
    check_near(ink(&r, NULL) - ink(&r, beyond), 0.0, 0.0, "a sharp corner has no mitre beyond it");
    raster_free(&r);
}

static void test_strokes(void)
{
    const double line[2][2] = { { 10.0, 12.0 }, { 50.0, 42.0 } };                /* 50 long */
    const double square[4][2] = { { 10.0, 10.0 }, { 40.0, 10.0 }, { 40.0, 40.0 }, { 10.0, 40.0 } };
    const double spike[3][2] = { { 10.0, 10.0 }, { 50.0, 12.0 }, { 10.0, 14.0 } };
    raster_pen pen = { 4.0, 0, 0, 0, { 0.0 } };

    check_near(stroked(2, line, 0, &pen), 200.0, 1.0, "a line of 50 x 4");
    check_near(stroked(4, square, 1, &pen), 34.0 * 34.0 - 26.0 * 26.0, 0.5,
               "a square's outline has its corners");
    check_near(stroked(4, square, 0, &pen), 3.0 * 30.0 * 4.0, 0.5,
               "three sides of a square, whose ends are cut off");
    pen.round_joins = 1;
    check_near(stroked(4, square, 1, &pen), 34.0 * 34.0 - 26.0 * 26.0 - (16.0 - 4.0 * PI), 1.0,
               "a square's outline with round corners");
    check(stroked(3, spike, 0, &pen) < 300.0, "a spike with a round corner is not lengthened");
    pen.round_joins = 0;
    check(stroked(3, spike, 0, &pen) < 300.0, "a spike with a sharp corner has no mitre");
    pen.round_ends = 1;
    check_near(stroked(2, line, 0, &pen), 200.0 + 4.0 * PI, 1.0, "a line with round ends");
    pen.round_ends = 0;
    pen.ndash = 2;
    pen.dash[0] = 3.0;
    pen.dash[1] = 2.0;
    check_near(stroked(2, line, 0, &pen), 0.6 * 200.0, 1.5, "dashes of 3 with gaps of 2");
    check_near(stroked(4, square, 1, &pen), 0.6 * (34.0 * 34.0 - 26.0 * 26.0), 8.0,
               "dashes around the corners");
}

static void test_letters(void)
{
    static const char text[] =
        "!\"#$%&'()*+,-./"
        "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const double at[2] = { 8.0, 40.0 }, along[2] = { 40.0, 0.0 };
    const raster_pen pen = { 40.0 * LETTERS_PEN, 1, 1, 0, { 0.0 } };
    int wide = 0, missing = 0, same = 0;
    double inked[sizeof text];

    for (size_t k = 0; text[k]; k++) {
        const double width = letters_width(text + k, 1);
        double box[4] = { 0.0, 0.0, 0.0, 64.0 };
        raster r = begin();
        letters_path(&r, at, along, text + k, 1);
        raster_stroke(&r, &pen, 0, 1.0);
        box[2] = at[0] + 40.0 * width + 1.0;
        wide += width > svg_text_width(text + k, 1, 1.0) + 0.05 || ink(&r, box) > 0.0;
        inked[k] = ink(&r, NULL);
        missing += inked[k] < 8.0;
        raster_free(&r);
    }
    for (size_t k = 0; text[k]; k++)
        for (size_t i = 0; i < k; i++) same += inked[i] == inked[k] && !strchr("6u9n", text[k]);
    check(wide == 0, "%d characters are wider than svg_text_width", wide);
    check(missing == 0 && same < 20, "%d characters are missing; %d pairs have the same amount of "
          "black", missing, same);
    check_near(letters_width("\xC2\xB2", 2), 0.6 * letters_width("2", 1), 1e-12,
               "a raised digit is smaller");
    check_near(letters_width("\xC3\xA9\xE2\x88\x92", 5), letters_width("e+", 2), 1e-12,
               "an accent adds no width, and a minus is as wide as a plus");
}

/* elements and attributes that are refused, and their names in the message */
static void test_refusals(void)
{
    static const char *const bad[][2] = {
        { "<g>", "element 'g'" }, { "<circle r=\"3\"/>", "attribute 'r'" },
          { "<path d=\"M1 1C1 2 3 4 5 6\"/>", "path 'M1 1C1" },
        { "<line x1=\"1\" stroke=\"red\"/>", "colour 'red'" },
          { "<line clip-path=\"url(#no)\"/>", "window 'url(#no)'" },
        { "<text transform=\"scale(2)\">a</text>", "transform 'scale(2)'" },
        { "<line stroke-dasharray=\"1 2 3 4 5 6 7 8 9\"/>", "dashes '1 2 3" },
          { "<svg width=\"3\" height=\"3\">", "size 'svg'" }
    };

    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        output_text svg = { NULL, 0, 0, 0 }, png = { NULL, 0, 0, 0 };
        char said[200] = "";
        FILE *messages = tmpfile();
        output_printf(&svg, "<svg width=\"9\" height=\"9\">%s</svg>", bad[k][0]);
        check(messages && picture_png(&svg, &png, messages) != 0, "refused: %s", bad[k][0]);
        if (messages) {
            rewind(messages);
            check(fgets(said, sizeof said, messages) && strstr(said, bad[k][1]),
                  "the message names it: %s", said);
            fclose(messages);
        }
        output_free(&svg);
        output_free(&png);
    }
}

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
    test_areas();
    test_strokes();
    test_cut_mitre();
    test_letters();
    test_refusals();
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
