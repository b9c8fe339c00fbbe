/* Lab 01's plot: the complementary cones of 2 x 2 problems as the student's functions see them,
 * one panel for each, as SVG
 *
 *     plot OUT.svg [a11 a12 a21 a22 b1 b2]
 *
 * The picture is drawn from lab_cone_matrix and lab_enumerate: a mistake in them shows.
 */
#include "minisim2d/writing/output.h"
#include "minisim2d/drawing/svg.h"
#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL = 250, COLUMNS = 3, TOP = 46 };
static const double reach = 92.0;                 /* of the sectors, in pixels */

typedef struct {
    const char *what;
    double A[4], b[2];
} picture;

static const picture gallery[] = {
    { "P-matrix: the plane covered once", { 2, 1, 0, 2 }, { -5, -6 } },
    { "b >= 0: z = 0", { 2, 1, 0, 2 }, { 1, 2 } },
    { "four equal cones", { -1, 0, 0, -1 }, { 2, 1 } },
    { "the same, and b in none of them", { -1, 0, 0, -1 }, { -1, 2 } },
    { "not a P-matrix: three solutions", { 1, 2, 2, 1 }, { -2, -2 } },
    { "singular: z1 z2 is flat", { 1, -1, -1, 1 }, { -1, -1 } },
};

static const char *const colours[] = { "#0072b2", "#e69f00", "#009e73", "#cc79a7" };
static const char *const names[] = { "w1 w2", "z1 w2", "w1 z2", "z1 z2" };

static void text(output_text *out, double x, double y, double size, const char *anchor,
                 const char *attributes, const char *words)
{
    svg_text(out, x, y, size, anchor, attributes, words, strlen(words));
}

/* the unit vector along column j of C, or 0 if the column is */
static int direction(const double *C, int j, double *u)
{
    const double length = hypot(C[j], C[2 + j]);

    if (!(length > 0.0)) return 0;
    u[0] = C[j] / length;
    u[1] = C[2 + j] / length;
    return 1;
}

static void arrow(output_text *out, double x, double y, const double *u, const char *attributes)
{
    svg_line(out, x, y, x + reach * u[0], y - reach * u[1], attributes);
}

/* each cone is a little smaller than the one before, so that all edges are seen */
static double radius(int cone) { return reach - 7.0 * (double)cone; }

/* one cone: a sector between its two columns, or lines if it is flat */
static void draw_cone(output_text *out, double x, double y, const double *C, int cone)
{
    const double r = radius(cone);
    double u[2], v[2], cross;
    char style[80];
    const int have_u = direction(C, 0, u), have_v = direction(C, 1, v);

    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"1.6\"", colours[cone]);
    if (have_u) arrow(out, x, y, u, style);
    if (have_v) arrow(out, x, y, v, style);
    if (!have_u || !have_v) return;
    cross = u[0] * v[1] - u[1] * v[0];
    if (fabs(cross) < 1e-9) return;
    output_string(out, "<path fill=\"");
    output_string(out, colours[cone]);
    output_string(out, "\" fill-opacity=\"0.28\" d=\"M ");
    svg_point(out, x, y);
    output_string(out, " L ");
    svg_point(out, x + r * u[0], y - r * u[1]);
    output_string(out, " A ");
    svg_point(out, r, r);
    output_string(out, cross > 0.0 ? " 0 0 0 " : " 0 0 1 ");     /* y points down in the picture */
    svg_point(out, x + r * v[0], y - r * v[1]);
    output_string(out, " Z\"/>\n");
}

/* a cone's name between its two columns, for each cone in another place: names of equal cones do
 * not overlap; with a white rim, so that it can be read on top of other cones and the arrow of b */
static void name_cone(output_text *out, double x, double y, const double *C, int cone)
{
    static const char *const rim =
        "stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
    const double share = 0.3 + 0.13 * (double)cone;
    double u[2], v[2], at[2], label;

    if (!direction(C, 0, u) || !direction(C, 1, v) || fabs(u[0] * v[1] - u[1] * v[0]) < 1e-9)
        return;
    for (int i = 0; i < 2; i++) at[i] = share * u[i] + (1.0 - share) * v[i];
    label = (radius(cone) - 24.0) / hypot(at[0], at[1]);
    text(out, x + label * at[0], y - label * at[1] + 4.0, 11.0, "middle", rim, names[cone]);
}

/* b as a black arrow with a dot at its end */
static void draw_b(output_text *out, double x, double y, const double *b)
{
    const double length = hypot(b[0], b[1]);
    double u[2] = { 0.0, 0.0 };

    if (length > 0.0) u[0] = 0.85 * b[0] / length, u[1] = 0.85 * b[1] / length;
    arrow(out, x, y, u, "stroke=\"#000000\" stroke-width=\"2.4\"");
    output_string(out, "<circle fill=\"#000000\" r=\"4\" cx=\"");
    output_fixed(out, x + reach * u[0], 2);
    output_string(out, "\" cy=\"");
    output_fixed(out, y - reach * u[1], 2);
    output_string(out, "\"/>\n");
    text(out, x + 1.18 * reach * u[0], y - 1.18 * reach * u[1] + 4.0, 13.0, "middle",
         "font-weight=\"bold\"", "b");
}

/* the student's cones and count of one problem; 0 if a function is not written yet */
static int draw_panel(output_text *out, const picture *p, int place)
{
    static double memory[4096];
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);
    const mb_lcp lcp = { 2, p->A, p->b };
    const double left = PANEL * (place % COLUMNS), top = TOP + (PANEL + 34) * (place / COLUMNS);
    const double x = left + PANEL / 2, y = top + PANEL / 2;
    double C[4][4], z[2] = { 0.0, 0.0 };
    int inside[4] = { 0, 0, 0, 0 }, count = 0, n;
    char words[200];

    if (lab_enumerate(&lcp, inside, &count, z, scratch) != MB_OK) return 0;
    for (int cone = 0; cone < 4; cone++) {
        if (lab_cone_matrix(&lcp, cone, C[cone]) != MB_OK) return 0;
        draw_cone(out, x, y, C[cone], cone);
    }
    draw_b(out, x, y, p->b);
    for (int cone = 0; cone < 4; cone++) name_cone(out, x, y, C[cone], cone);
    text(out, x, top + 14.0, 12.0, "middle", "font-weight=\"bold\"", p->what);
    snprintf(words, sizeof words, "A = [%.4g %.4g; %.4g %.4g],  b = (%.4g, %.4g)", p->A[0], p->A[1],
             p->A[2], p->A[3], p->b[0], p->b[1]);
    text(out, x, top + PANEL + 2.0, 12.0, "middle", "", words);
    n = snprintf(words, sizeof words, "b lies in %d of them", count);
    if (count > 0)
        snprintf(words + n, sizeof words - (size_t)n, ";  z = (%.4g, %.4g)", z[0], z[1]);
    text(out, x, top + PANEL + 18.0, 12.0, "middle", "", words);
    printf("  cones that hold b: %d   (w1 w2: %d, z1 w2: %d, w1 z2: %d, z1 z2: %d)   %s\n", count,
           inside[0], inside[1], inside[2], inside[3], p->what);
    return 1;
}

/* the problem on the command line; 0 if it is not six finite numbers */
static int read_problem(char **argument, picture *p)
{
    p->what = "your problem";
    for (int i = 0; i < 6; i++) {
        char *end;
        const double x = strtod(argument[i], &end);
        if (end == argument[i] || *end != '\0' || !(fabs(x) <= 1e6)) return 0;
        if (i < 4) p->A[i] = x;
        else p->b[i - 4] = x;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const int all = (int)(sizeof gallery / sizeof gallery[0]), count = argc == 8 ? 1 : all;
    output_text out = { 0 };
    picture own;
    int ok = 1;

    if ((argc != 2 && argc != 8) || (argc == 8 && !read_problem(argv + 2, &own))) {
        fprintf(stderr,
                "plot: expected A=\"a11 a12 a21 a22\" b=\"b1 b2\", six numbers of at most 1e6\n");
        return 2;
    }
    svg_begin(&out, count > 1 ? PANEL * COLUMNS : PANEL,
              TOP + (PANEL + 34) * (count > 1 ? all / COLUMNS : 1), "cones", "Complementary cones",
              "Sectors spanned by columns of I and -A, and where b falls");
    text(&out, 10.0, 24.0, 15.0, "start", "font-weight=\"bold\"",
         count > 1 ? "Complementary cones, and where b falls" : "Cones and b");
    for (int i = 0; ok && i < count; i++) ok = draw_panel(&out, argc == 8 ? &own : &gallery[i], i);
    svg_end(&out);
    if (!ok)
        fprintf(stderr, "plot: lab_cone_matrix and lab_enumerate must return MB_OK first: is one "
                        "of them not written yet?\n");
    else ok = output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    return ok ? 0 : 1;
}
