/* marks.c: times along the paths of runs, and events of the exact motion; see figure.h */
#include "figure.h"

#include <math.h>
#include <string.h>

#define MOST_TICKS 30             /* in the time shown */
#define HALF_SHORT 3.5            /* pixels across the path */
#define HALF_LONG 6.5
#define NAME_SIZE 10.0
#define NAME_AWAY 15.0            /* from the path to the middle of a time */
#define MOST_NAMES 64
#define SLACK 1e-9                /* of a tick: times are rounded */

/* bodies have poses instead */
static int is_ticked(const trajectory *run)
{
    return !run->pose && run->particles > 0 && run->path[0].t != NULL;
}

/* short ticks per long one, such that the times of long ones are also round */
static double ticks_together(double step)
{
    const double digit = step / pow(10.0, floor(log10(step) + 1e-9));

    return digit > 4.0 ? 4.0 : 5.0;
}

/* the times between which a path is in the frame, from point i to the next; 0: never */
static int time_inside(const thin_path *path, int i, const svg_frame *f, double t[2])
{
    const double view[4] = { f->x0, f->y0, f->x1, f->y1 };
    const double *p = path->xy + 2 * i, way = hypot(p[2] - p[0], p[3] - p[1]);
    double end[2][2] = { { p[0], p[1] }, { p[2], p[3] } };

    if (!(way < HUGE_VAL) || !svg_clip(view, end[0], end[1])) return 0;
    for (int k = 0; k < 2; k++) {
        const double s = way > 0.0 ? hypot(end[k][0] - p[0], end[k][1] - p[1]) / way : k;
        t[k] = path->t[i] + s * (path->t[i + 1] - path->t[i]);
    }
    return 1;
}

/* the same for all paths of a run; lo > hi: never */
static void times_inside(const trajectory *run, const svg_frame *f, double *lo, double *hi)
{
    *lo = HUGE_VAL;
    *hi = -HUGE_VAL;
    for (int k = 0; k < run->particles; k++)
        for (int i = 0; i + 1 < run->path[k].count; i++) {
            double t[2];
            if (!time_inside(run->path + k, i, f, t)) continue;
            *lo = fmin(*lo, t[0]);
            *hi = fmax(*hi, t[1]);
        }
}

/* the times suit the first visible run, beside which they are written */
time_ticks ticks_of(const figure *f, const svg_frame *frame)
{
    time_ticks t = { 0.0, 0.0, 0 };
    double lo = 0.0, hi = 0.0;

    for (t.run = 0; t.run < f->nrun; t.run++) {
        if (is_ticked(f->run + t.run)) times_inside(f->run + t.run, frame, &lo, &hi);
        if (lo < hi) break;
    }
    if (!(lo < hi)) return t;
    t.each = svg_ticks_between(lo, hi, MOST_TICKS).step;
    t.long_each = t.each * ticks_together(t.each);
    return t;
}

/* ---- places ---- */

/* walks through the ticks of one path in the frame */
typedef struct {
    const thin_path *path;
    int next;                     /* the point at the end of the current segment */
    double number, last;          /* the tick is at number*each; the last one on this segment */
    double at[2], aside[2];       /* the tick in pixels, and a unit vector across the path there */
} walk;

/* before the first tick; the start, at time 0, has a mark of its own */
static walk walk_along(const thin_path *path)
{
    const walk w = { path, 0, 0.0, 0.0, { 0.0, 0.0 }, { 0.0, 0.0 } };

    return w;
}

/* across the segment from p to q, in pixels; upright if it has no length */
static void across(const double p[2], const double q[2], const svg_frame *f, double aside[2])
{
    const double d[2] = { svg_x(f, q[0]) - svg_x(f, p[0]), svg_y(f, q[1]) - svg_y(f, p[1]) };
    const double length = hypot(d[0], d[1]);

    aside[0] = length > 0.0 ? -d[1] / length : 0.0;
    aside[1] = length > 0.0 ? d[0] / length : 1.0;
}

/* goes on to the next segment. It has no ticks if they would be too many to distinguish, as for a
 * run at rest if they suit a fast one, or if their numbers are not exact */
static void next_way(walk *w, double each, const svg_frame *f)
{
    const double *p = w->path->xy + 2 * w->next;
    double t[2], before;

    if (!time_inside(w->path, w->next++, f, t)) return;
    before = fmax(w->number, ceil(t[0] / each - SLACK) - 1.0);
    w->number = before;
    w->last = floor(t[1] / each + SLACK);
    if (w->last - before > MOST_TICKS + 1 || before + 1.0 == before) w->number = w->last;
    across(p, p + 2, f, w->aside);
}

/* the next tick; 0: no further one */
static int next_tick(walk *w, double each, const svg_frame *f)
{
    const double *t, *p;
    double s;

    while (w->number >= w->last && w->next + 1 < w->path->count) next_way(w, each, f);
    if (w->number >= w->last) return 0;
    t = w->path->t + w->next - 1;
    p = w->path->xy + 2 * w->next - 2;
    w->number++;
    s = t[1] > t[0] ? (w->number * each - t[0]) / (t[1] - t[0]) : 0.0;
    s = fmin(fmax(s, 0.0), 1.0);
    w->at[0] = svg_x(f, p[0] + s * (p[2] - p[0]));
    w->at[1] = svg_y(f, p[1] + s * (p[3] - p[1]));
    return 1;
}

static int is_long(const time_ticks *t, double number)
{
    return fmod(number, floor(t->long_each / t->each + 0.5)) == 0.0;
}

/* ---- drawing ---- */

static void draw_strokes(const thin_path *path, const char *colour, const time_ticks *t,
                         const svg_frame *frame, output_text *out)
{
    walk w = walk_along(path);

    output_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1\" d=\"", colour);
    while (next_tick(&w, t->each, frame)) {
        const double half = is_long(t, w.number) ? HALF_LONG : HALF_SHORT;
        output_format(out, "M%.2F %.2FL%.2F %.2F", w.at[0] - half * w.aside[0],
                      w.at[1] - half * w.aside[1], w.at[0] + half * w.aside[0],
                      w.at[1] + half * w.aside[1]);
    }
    output_string(out, "\"/>\n");
}

/* the reference's own colour is too pale for thin strokes */
static const char *stroke_of(const trajectory *run)
{
    return run->reference ? "#666666" : svg_style_at(run->style)->colour;
}

void ticks_draw(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out)
{
    for (int r = 0; t->each > 0.0 && r < f->nrun; r++)
        for (int k = 0; is_ticked(f->run + r) && k < f->run[r].particles; k++)
            if (f->run[r].path[k].count > 1)
                draw_strokes(f->run[r].path + k, stroke_of(f->run + r), t, frame, out);
}

/* distance of a place from the other runs, in pixels */
static double clearance(const figure *f, int but, const svg_frame *frame, const double at[2])
{
    double least = HUGE_VAL;

    for (int r = 0; r < f->nrun; r++)
        for (int k = 0; r != but && k < f->run[r].particles; k++) {
            const thin_path *path = f->run[r].path + k;
            for (int i = 0; i < path->count; i++)
                least = fmin(least, hypot(svg_x(frame, path->xy[2 * i]) - at[0],
                                          svg_y(frame, path->xy[2 * i + 1]) - at[1]));
        }
    return least;
}

/* puts a time beside its tick, if the frame and other times leave room, on the side away from the
 * other runs; 0 if there is no room */
static int place_name(const figure *f, const time_ticks *t, const walk *w, const svg_frame *frame,
                      int n, double (*taken)[2], double at[2])
{
    double most = -1.0;

    for (int side = 1; side >= -1; side -= 2) {
        const double p[2] = { w->at[0] - side * NAME_AWAY * w->aside[0],
                              w->at[1] - side * NAME_AWAY * w->aside[1] };
        double room;
        if (!svg_in_frame(frame, p, NAME_SIZE) ||
            !svg_is_free(p, n, taken, 3.0 * NAME_SIZE, NAME_SIZE))
            continue;
        room = fmin(clearance(f, t->run, frame, p), 2.0 * NAME_SIZE);
        if (room <= most) continue;
        most = room;
        memcpy(at, p, sizeof p);
    }
    return most >= 0.0;
}

static void draw_name(const time_ticks *t, double number, const double at[2], output_text *out)
{
    char name[32];

    snprintf(name, sizeof name, "%.6g", number * t->each);
    svg_name(out, at[0], at[1], NAME_SIZE, "fill=\"#444444\"", name);
}

void ticks_names(const figure *f, const time_ticks *t, const svg_frame *frame, output_text *out)
{
    double taken[MOST_NAMES][2];
    int n = 0;

    for (int k = 0; t->each > 0.0 && k < f->run[t->run].particles; k++) {
        walk w = walk_along(f->run[t->run].path + k);
        while (n < MOST_NAMES && next_tick(&w, t->each, frame))
            if (is_long(t, w.number) && place_name(f, t, &w, frame, n, taken, taken[n]))
                draw_name(t, w.number, taken[n++], out);
    }
}

static void sample(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    for (int i = 1; i <= 3; i++) {
        const double at = x + 0.25 * i * width, half = i == 2 ? HALF_LONG : HALF_SHORT;
        svg_line(out, at, y - half, at, y + half, "stroke=\"#666666\" stroke-width=\"1\"");
    }
    svg_line(out, x, y, x + width, y, "stroke=\"#666666\" stroke-width=\"0.6\"");
}

void ticks_legend(const time_ticks *t, svg_entry *entry)
{
    int n = 0;

    svg_entry_next(entry, &n, SVG_SAMPLE_OWN, "")->draw = sample;
    svg_entry_add(entry, "ticks every %.6g s, long ones every %.6g s", t->each, t->long_each);
}

/* ---- events of the exact motion ---- */

#define MOST_TIMES 8              /* in the legend for each kind */

/* the kinds that differ in a picture; their names in the legend, and their styles */
enum { IMPACT, LANDING, LEAVE, NEXT, SLIP, STOP, KINDS };
static const struct {
    const char *name;
    svg_style style;
} kinds[KINDS] = {
    { "impact", { SVG_INK, "", 1.0, SVG_CARET } },
    { "landing without an impact", { SVG_INK, "", 1.0, SVG_CROSS } },
    { "leaves", { SVG_INK, "", 1.0, SVG_TRIANGLE } },
    { "slides round a corner", { SVG_INK, "", 1.0, SVG_DIAMOND } },
    { "starts to slide, or turns", { SVG_INK, "", 1.0, SVG_SQUARE } },
    { "sticks for good", { SVG_INK, "", 1.0, SVG_CIRCLE } }
};

/* -1: start or end */
static int kind_of(const exact_event *e)
{
    switch (e->kind) {
    case EXACT_HIT:
        if (e->impulse_n[0] > 0.0 || e->impulse_n[1] > 0.0) return IMPACT;
        return LANDING;
    case EXACT_LEAVE: return LEAVE;
    case EXACT_NEXT: return NEXT;
    case EXACT_SLIP: return SLIP;
    case EXACT_STOP: return STOP;
    case EXACT_START:
    case EXACT_END: break;
    }
    return -1;
}

/* -1: not visible */
static int kind_in(const svg_frame *frame, const exact_event *e)
{
    return svg_inside(frame, e->x[0], e->x[1]) ? kind_of(e) : -1;
}

void events_draw(const reference *exact, const svg_frame *frame, output_text *out)
{
    for (int k = 0; k < exact->count; k++)
        for (int i = 0; i < exact->path[k].nevent; i++) {
            const exact_event *e = exact->path[k].event + i;
            const int kind = kind_in(frame, e);
            if (kind >= 0)
                svg_end_mark(out, &kinds[kind].style, svg_x(frame, e->x[0]), svg_y(frame, e->x[1]));
        }
}

/* `impact, t = 0.45, 0.91 s`, of all particles; returns their number */
static int say_kind(const reference *exact, int kind, const svg_frame *frame, svg_entry *e)
{
    int n = 0;

    for (int k = 0; k < exact->count; k++)
        for (int i = 0; i < exact->path[k].nevent; i++) {
            const exact_event *event = exact->path[k].event + i;
            if (kind_in(frame, event) != kind || n++ >= MOST_TIMES) continue;
            svg_entry_add(e, "%s%.9g", n == 1 ? ", t = " : ", ", floor(1e4 * event->t + 0.5) / 1e4);
        }
    svg_entry_add(e, " s");
    if (n > MOST_TIMES) svg_entry_add(e, " and %d more", n - MOST_TIMES);
    return n;
}

int events_legend(const reference *exact, const svg_frame *frame, svg_entry *entries)
{
    int n = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        svg_entry *e = svg_entry_next(entries, &n, SVG_SAMPLE_END, kinds[kind].name);
        e->style = &kinds[kind].style;
        if (say_kind(exact, kind, frame, e) == 0) n--;
    }
    return n;
}
