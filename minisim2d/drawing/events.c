/* events.c: the events of exact motions; see events.h */
#include "events.h"

#include <math.h>
#include <string.h>

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

    svg_entry_add(e, "%s", kinds[kind].name);
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
        svg_entry *e = entries + n;
        memset(e, 0, sizeof *e);
        e->sample = SVG_SAMPLE_END;
        e->style = &kinds[kind].style;
        n += say_kind(exact, kind, frame, e) > 0;
    }
    return n;
}
