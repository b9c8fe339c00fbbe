/* picture.c: the SVG of svg.h read back, element by element, and drawn; see raster.h
 *
 * Each element is painted over the earlier ones. Unknown elements are rejected, so that no picture
 * lacks a part of its SVG.
 */
#include "raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../writing/output.h"

#define PI 3.14159265358979323846
#define LARGEST 16000             /* pixels in either direction */

/* a piece of the SVG's text */
typedef struct {
    const char *s;
    size_t n;
} piece;

/* the attributes in use */
enum {
    X, Y, WIDTH, HEIGHT, X1, Y1, X2, Y2, FILL, STROKE, STROKE_WIDTH, FILL_OPACITY, STROKE_OPACITY,
    DASHES, JOIN, CAP, DATA, SIZE, WEIGHT, ANCHOR, TRANSFORM, CLIP, ID, ATTRIBUTES
};

static const char *const names[ATTRIBUTES] = {
    "x", "y", "width", "height", "x1", "y1", "x2", "y2", "fill", "stroke", "stroke-width",
    "fill-opacity", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "d",
    "font-size", "font-weight", "text-anchor", "transform", "clip-path", "id"
};

/* and ignored ones */
static const char *const ignored[] = {
    "xmlns", "version", "viewBox", "role", "aria-labelledby", "font-family"
};

typedef struct {
    piece name, value[ATTRIBUTES];            /* value.s NULL: not there */
} element;

enum { WINDOWS = 32 };

typedef struct {
    const char *at;               /* the rest */
    raster r;
    int begun;                    /* 1: r is initialised */
    piece clip;                   /* id of the clipPath being read; s NULL: none */
    int nwindow;
    struct {
        piece id;
        double box[4];
    } window[WINDOWS];
    FILE *messages;
} reader;

static int is(piece p, const char *word)
{
    return p.s && p.n == strlen(word) && memcmp(p.s, word, p.n) == 0;
}

static int same(piece a, piece b) { return a.n == b.n && memcmp(a.s, b.s, a.n) == 0; }

static int refuse(const reader *in, const char *what, piece p)
{
    fprintf(in->messages, "minisim2d: a PNG can't show the %s '%.*s' of the SVG\n", what,
            (int)(p.n < 60 ? p.n : 60), p.s);
    return -1;
}

/* ---- elements ---- */

static const char *past_blanks(const char *at) { return at + strspn(at, " \n\t"); }

/* one attribute; 0, or -1 after a message */
static int read_attribute(reader *in, element *e)
{
    const piece name = { in->at, strcspn(in->at, "=> ") };
    const char *value = name.s + name.n;
    piece rest = { value + 2, 0 };

    if (value[0] != '=' || value[1] != '"') return refuse(in, "attribute", name);
    rest.n = strcspn(rest.s, "\"");
    in->at = rest.s + rest.n + (rest.s[rest.n] != '\0');
    for (int k = 0; k < ATTRIBUTES; k++)
        if (is(name, names[k])) {
            e->value[k] = rest;
            return 0;
        }
    for (size_t k = 0; k < sizeof ignored / sizeof ignored[0]; k++)
        if (is(name, ignored[k])) return 0;
    return refuse(in, "attribute", name);
}

/* the element whose < is next, up to its >; 0, or -1 after a message */
static int read_element(reader *in, element *e)
{
    memset(e, 0, sizeof *e);
    e->name.s = ++in->at;
    e->name.n = strcspn(in->at, " >\n");
    in->at += e->name.n;
    while (*(in->at = past_blanks(in->at)) && *in->at != '>' && *in->at != '/')
        if (read_attribute(in, e) != 0) return -1;
    in->at += strcspn(in->at, ">");
    in->at += *in->at == '>';
    return 0;
}

static double number(const element *e, int k, double otherwise)
{
    return e->value[k].s ? strtod(e->value[k].s, NULL) : otherwise;
}

/* a paint: #rrggbb as a number, -1 for none; otherwise: its default */
static long paint(const element *e, int k, long otherwise)
{
    const piece p = e->value[k];

    if (!p.s) return otherwise;
    return is(p, "none") ? -1 : strtol(p.s + 1, NULL, 16);
}

/* can paint() read all paints? */
static int check_paints(const reader *in, const element *e)
{
    static const int paints[2] = { FILL, STROKE };

    for (int i = 0; i < 2; i++) {
        const piece p = e->value[paints[i]];
        if (p.s && !is(p, "none") && (p.n != 7 || p.s[0] != '#')) return refuse(in, "colour", p);
    }
    return 0;
}

/* reads n numbers; 0 if they are missing */
static int read_numbers(const char **at, int n, double *out)
{
    char *end;

    for (int i = 0; i < n; i++, *at = end) {
        while (**at == ' ' || **at == ',') (*at)++;
        out[i] = strtod(*at, &end);
        if (end == *at) return 0;
    }
    return 1;
}

/* ---- painting ---- */

/* 0, or -1 after a message */
static int take_pen(const reader *in, const element *e, raster_pen *pen)
{
    const piece dashes = e->value[DASHES];
    const char *at = dashes.s, *const last = at ? at + dashes.n : NULL;
    double sum = 0.0;

    memset(pen, 0, sizeof *pen);
    pen->width = PICTURE_SCALE * number(e, STROKE_WIDTH, 1.0);
    pen->round_joins = is(e->value[JOIN], "round");
    pen->round_ends = is(e->value[CAP], "round");
    while (at != last && pen->ndash < RASTER_DASHES / 2) {
        double length;
        if (!read_numbers(&at, 1, &length)) break;
        pen->dash[pen->ndash++] = PICTURE_SCALE * length;
        sum += length;
    }
    if (at != last) return refuse(in, "list of dashes", dashes);
    if (pen->ndash % 2) {                                 /* an odd list counts twice */
        memcpy(pen->dash + pen->ndash, pen->dash, (size_t)pen->ndash * sizeof pen->dash[0]);
        pen->ndash *= 2;
    }
    if (!(sum > 0.0)) pen->ndash = 0;
    return 0;
}

/* the window that clips the element; 0, or -1 after a message */
static int take_window(reader *in, const element *e)
{
    const piece clip = e->value[CLIP];
    const piece id = { clip.s ? clip.s + 5 : NULL, clip.n - 6 };              /* url(#ID) */

    raster_window(&in->r, NULL);
    if (!clip.s) return 0;
    for (int i = 0; clip.n > 6 && i < in->nwindow; i++)
        if (same(id, in->window[i].id)) {
            raster_window(&in->r, in->window[i].box);
            return 0;
        }
    return refuse(in, "window", clip);
}

/* the path with the element's paints; 0, or -1 after a message */
static int paint_path(reader *in, const element *e, long fill)
{
    const long stroke = paint(e, STROKE, -1);
    raster_pen pen;

    if (take_window(in, e) != 0 || take_pen(in, e, &pen) != 0) return -1;
    if (fill >= 0) raster_fill(&in->r, (unsigned)fill, number(e, FILL_OPACITY, 1.0));
    if (stroke >= 0)
        raster_stroke(&in->r, &pen, (unsigned)stroke, number(e, STROKE_OPACITY, 1.0));
    raster_forget(&in->r);
    return 0;
}

static void add_point(reader *in, int first, double x, double y)
{
    if (first) raster_move(&in->r, PICTURE_SCALE * x, PICTURE_SCALE * y);
    else raster_line(&in->r, PICTURE_SCALE * x, PICTURE_SCALE * y);
}

/* ---- the elements ---- */

static void element_box(const element *e, double box[4])
{
    box[0] = number(e, X, 0.0);
    box[1] = number(e, Y, 0.0);
    box[2] = box[0] + number(e, WIDTH, 0.0);
    box[3] = box[1] + number(e, HEIGHT, 0.0);
}

/* in a clipPath it is the window */
static int draw_rectangle(reader *in, const element *e)
{
    double box[4];

    element_box(e, box);
    if (in->clip.s) {
        if (in->nwindow == WINDOWS) return refuse(in, "window", in->clip);
        for (int i = 0; i < 4; i++) in->window[in->nwindow].box[i] = PICTURE_SCALE * box[i];
        in->window[in->nwindow++].id = in->clip;
        return 0;
    }
    for (int i = 0; i < 4; i++)
        add_point(in, i == 0, box[i == 1 || i == 2 ? 2 : 0], box[i < 2 ? 1 : 3]);
    raster_close(&in->r);
    return paint_path(in, e, paint(e, FILL, 0));
}

static int draw_line(reader *in, const element *e)
{
    add_point(in, 1, number(e, X1, 0.0), number(e, Y1, 0.0));
    add_point(in, 0, number(e, X2, 0.0), number(e, Y2, 0.0));
    return paint_path(in, e, -1);
}

/* an arc of a circle from p to q, the two ends of it in the path; r at least half their distance */
static void draw_arc(reader *in, const double p[2], const double q[2], double r, int large,
                     int sweep)
{
    const double dx = q[0] - p[0], dy = q[1] - p[1], chord2 = dx * dx + dy * dy;
    const double rise = sqrt(fmax(0.0, r * r / chord2 - 0.25)) * (large == sweep ? -1.0 : 1.0);
    const double c[2] = { p[0] + 0.5 * dx - rise * dy, p[1] + 0.5 * dy + rise * dx };
    const double from = atan2(p[1] - c[1], p[0] - c[0]);
    double turn = atan2(q[1] - c[1], q[0] - c[0]) - from;
    int n;

    if (sweep && turn < 0.0) turn += 2.0 * PI;
    if (!sweep && turn > 0.0) turn -= 2.0 * PI;
    n = (int)ceil(fabs(turn) * (4.0 + sqrt(r)));
    r = fmax(r, 0.5 * sqrt(chord2));
    for (int i = 1; i < n; i++)
        add_point(in, 0, c[0] + r * cos(from + i * turn / n), c[1] + r * sin(from + i * turn / n));
    add_point(in, 0, q[0], q[1]);
}

/* one command of a path's data; p: the last point. 0 if it is not known */
static int draw_command(reader *in, const char **data, double p[2])
{
    const char command = *(*data)++;
    double v[7];

    if (command == 'Z') {
        raster_close(&in->r);
    } else if (strchr("MLml", command)) {
        if (!read_numbers(data, 2, v)) return 0;
        for (int i = 0; i < 2; i++) p[i] = command < 'a' ? v[i] : p[i] + v[i];
        add_point(in, command == 'M' || command == 'm', p[0], p[1]);
    } else if (command == 'a' || command == 'A') {
        if (!read_numbers(data, 7, v) || v[0] != v[1]) return 0;
        for (int i = 0; command == 'a' && i < 2; i++) v[5 + i] += p[i];
        if (v[5] != p[0] || v[6] != p[1]) draw_arc(in, p, v + 5, v[0], v[3] != 0.0, v[4] != 0.0);
        memcpy(p, v + 5, 2 * sizeof *p);
    } else {
        return command == ' ';
    }
    return 1;
}

static int draw_path(reader *in, const element *e)
{
    const piece data = e->value[DATA];
    double p[2] = { 0.0, 0.0 };

    for (const char *at = data.s; at && at < data.s + data.n; )
        if (!draw_command(in, &at, p)) return refuse(in, "path", data);
    return paint_path(in, e, paint(e, FILL, 0));
}

/* decodes the characters that XML escapes */
static void add_text(output_text *out, const char *s, size_t n)
{
    static const char *const words[5] = { "&lt;", "&gt;", "&amp;", "&quot;", "&#39;" };

    for (size_t i = 0; i < n; ) {
        size_t length = 1;
        const char *plain = s + i;
        for (int k = 0; k < 5; k++)
            if (strncmp(s + i, words[k], strlen(words[k])) == 0) {
                plain = &"<>&\"'"[k];
                length = strlen(words[k]);
            }
        output_bytes(out, plain, 1);
        i += length;
    }
}

/* the direction of a text; 0, or -1 after a message */
static int take_turn(const reader *in, const element *e, double along[2])
{
    const piece turn = e->value[TRANSFORM];
    double v[3] = { 0.0, 0.0, 0.0 };
    const char *next = turn.s ? turn.s + 7 : NULL;

    if (turn.s && (strncmp(turn.s, "rotate(", 7) != 0 || !read_numbers(&next, 3, v) ||
                   v[1] != number(e, X, 0.0) || v[2] != number(e, Y, 0.0)))
        return refuse(in, "transform", turn);
    along[0] = cos(v[0] * PI / 180.0);
    along[1] = sin(v[0] * PI / 180.0);
    return 0;
}

/* the letters are strokes: a rim around them is a broader stroke below */
static int draw_text(reader *in, const element *e)
{
    const double size = PICTURE_SCALE * number(e, SIZE, 12.0);
    const long ink = paint(e, FILL, 0), rim = paint(e, STROKE, -1);
    raster_pen pen = { 0.0, 1, 1, 0, { 0.0 } };
    double x[2] = { PICTURE_SCALE * number(e, X, 0.0), PICTURE_SCALE * number(e, Y, 0.0) };
    double along[2], shift;
    output_text text = { 0 };
    const size_t n = strcspn(in->at, "<");

    if (take_turn(in, e, along) != 0 || take_window(in, e) != 0) return -1;
    add_text(&text, in->at, n);
    in->at += n;
    shift = size * letters_width(text.data, text.size);
    shift *= is(e->value[ANCHOR], "end") ? -1.0 : is(e->value[ANCHOR], "middle") ? -0.5 : 0.0;
    for (int i = 0; i < 2; i++) {
        x[i] += shift * along[i];
        along[i] *= size;
    }
    letters_path(&in->r, x, along, text.data, text.size);
    pen.width = size * (is(e->value[WEIGHT], "bold") ? LETTERS_BOLD : LETTERS_PEN);
    if (ink >= 0 && rim < 0) raster_stroke(&in->r, &pen, (unsigned)ink, 1.0);
    if (rim >= 0) {
        pen.width += PICTURE_SCALE * number(e, STROKE_WIDTH, 1.0);
        raster_stroke(&in->r, &pen, (unsigned)rim, 1.0);
    }
    raster_forget(&in->r);
    in->r.failed |= text.failed;
    output_free(&text);
    return 0;
}

static int begin(reader *in, const element *e)
{
    const double width = number(e, WIDTH, 0.0), height = number(e, HEIGHT, 0.0);

    if (!(width >= 1.0 && height >= 1.0 && width <= LARGEST && height <= LARGEST) || in->begun)
        return refuse(in, "size", e->name);
    in->begun = 1;
    if (raster_init(&in->r, PICTURE_SCALE * (int)width, PICTURE_SCALE * (int)height) != 0)
        in->r.failed = 1;
    return in->r.failed ? -1 : 0;
}

static int begin_clip(reader *in, const element *e)
{
    in->clip = e->value[ID];
    return 0;
}

static int pass(reader *in, const element *e)
{
    if (is(e->name, "/clipPath")) in->clip.s = NULL;
    return 0;
}

static const struct {
    const char *name;
    int (*draw)(reader *in, const element *e);
} elements[] = {
    { "svg", begin }, { "clipPath", begin_clip }, { "rect", draw_rectangle },
    { "line", draw_line }, { "path", draw_path }, { "text", draw_text },
    { "title", pass }, { "desc", pass }, { "/title", pass }, { "/desc", pass },
    { "/clipPath", pass }, { "/text", pass }, { "/svg", pass }
};

/* draws everything; 0, or -1 */
static int draw(reader *in)
{
    while (*(in->at += strcspn(in->at, "<"))) {
        const size_t n = sizeof elements / sizeof elements[0];
        element e;
        size_t k = 0;
        if (read_element(in, &e) != 0 || check_paints(in, &e) != 0) return -1;
        while (k < n && !is(e.name, elements[k].name)) k++;
        if (k == n || (k > 0 && !in->begun)) return refuse(in, "element", e.name);
        if (elements[k].draw(in, &e) != 0) return -1;
    }
    return in->begun ? 0 : -1;
}

int picture_png(const output_text *svg, output_text *out, FILE *messages)
{
    reader in;
    int failed;

    memset(&in, 0, sizeof in);
    in.at = svg->data;
    in.messages = messages;
    failed = svg->failed || !svg->data || draw(&in) != 0;
    if (!failed && !in.r.failed)
        in.r.failed = png_write(in.r.rgb, in.r.width, in.r.height, out) != 0 || out->failed;
    if (svg->failed || in.r.failed) fprintf(messages, "minisim2d: no memory for a PNG\n");
    failed |= in.r.failed;
    raster_free(&in.r);
    return failed ? -1 : 0;
}
