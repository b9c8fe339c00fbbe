/* test_chart.c: random charts and maps, drawn again from their rules; energies against time */
#include "check.h"
#include "minisim2d/drawing/chart.h"
#include "elements.h"

static rng r = { 20261129 };
static output_text got, want;

/* compares the pictures, and forgets them */
static int same_pictures(void)
{
    const int same = !got.failed && texts_agree(got.data, want.data, 0.0101);

    output_free(&got);
    output_free(&want);
    return same;
}

/* ---- charts ---- */

enum { SERIES = 3, POINTS = 6 };

static struct {
    chart panel[CHART_PANELS + 1];
    chart_series series[CHART_PANELS + 1][SERIES + 1];
    double xy[CHART_PANELS + 1][SERIES + 1][2 * POINTS + 2];
    double band[CHART_PANELS + 1][SERIES + 1][2 * POINTS + 2];
} d;

/* of similar sizes, of all sizes, or all the same; some are not finite */
static double value(int kind)
{
    const double odd[] = { HUGE_VAL, (double)NAN, 0.0, -1.0, 1.7e308, -1.7e308 };

    if (!rng_int(&r, 12)) return odd[rng_int(&r, kind == 1 ? 6 : 4)];
    return kind == 0 ? rng_range(&r, -3.0, 9.0)
         : kind == 1 ? (rng_int(&r, 4) ? 1.0 : -1.0) * pow(10.0, rng_range(&r, -9.0, 9.0))
         : kind == 2 ? -4.0 : kind == 3 ? 0.0 : 8.0 + 1e-12 * rng_unit(&r);
}

static void make_panel(int i)
{
    static const char *const titles[] = { NULL, "", "Errors", "of <four> & more" };
    static const char *const names[] = { "one", "two & more", "", "numbers of three series" };
    chart *c = d.panel + i;
    const int kind[2] = { rng_int(&r, 5), rng_int(&r, 5) };

    c->title = titles[rng_int(&r, 4)];
    c->subtitle = titles[rng_int(&r, 4)];
    c->x.label = "h [s]";
    c->y.label = names[rng_int(&r, 4)];
    c->x.log = i == 0 ? rng_int(&r, 2) : d.panel->x.log;      /* the axis is common to all */
    c->y.log = rng_int(&r, 2);
    c->prefix = rng_int(&r, 2) ? "p 1" : NULL;
    c->nseries = rng_int(&r, SERIES + 1);
    c->series = d.series[i];
    for (int k = 0; k <= SERIES; k++) {
        chart_series *s = d.series[i] + k;
        for (int j = 0; j < 2 * POINTS + 2; j++) {
            d.xy[i][k][j] = value(kind[j % 2]);
            d.band[i][k][j] = value(kind[1]);
        }
        s->name = names[rng_int(&r, 4)];
        s->npoint = rng_int(&r, POINTS + 1);
        s->xy = d.xy[i][k];
        s->style = rng_int(&r, SVG_STYLES);
        s->mark_every = rng_int(&r, 4) - 1;
        s->band = rng_int(&r, 2) ? d.band[i][k] : NULL;
    }
}

/* the place of a number on an axis; not finite if it has none */
static double on(int logarithmic, double x)
{
    return !logarithmic ? x : x > 0.0 ? log10(x) : (double)NAN;
}

static void hold(double range[2], double x)
{
    range[0] = fmin(range[0], x);
    range[1] = fmax(range[1], x);
}

/* Points without extent have a least range: 2 around 0, a fifth of any other number, a decade on a
 * logarithmic axis, and 1e-9 of numbers that differ by rounding; and 5 % more at both ends. */
static void extend(double range[2], int logarithmic)
{
    const double size = fmax(fabs(range[0]), fabs(range[1]));
    double least = logarithmic ? 1.0 : 1e-9 * size;

    if (range[0] > range[1]) range[0] = range[1] = 0.0;
    if (range[0] == range[1] && !logarithmic) least = range[0] == 0.0 ? 2.0 : 0.2 * size;
    range[0] = fmax(range[0], -1e300);                /* farther away there is no room beyond */
    range[1] = fmin(range[1], 1e300);
    const double middle = 0.5 * range[0] + 0.5 * range[1];
    const double half = 0.55 * fmax(range[1] - range[0], least);
    range[0] = middle - half;
    range[1] = middle + half;
}

/* all points are in the frame, and bands, if they are less than two decades beyond them */
static void frame_of(const chart *c, svg_frame *f)
{
    double x[2] = { HUGE_VAL, -HUGE_VAL }, y[2] = { HUGE_VAL, -HUGE_VAL }, all[2];

    for (int bands = 0; bands < 2; bands++) {
        if (bands) memcpy(all, y, sizeof all);
        for (int k = 0; k < c->nseries; k++)
            for (int i = 0; i < c->series[k].npoint; i++) {
                const chart_series *s = c->series + k;
                const double px = on(c->x.log, s->xy[2 * i]), py = on(c->y.log, s->xy[2 * i + 1]);
                if (!isfinite(px) || !isfinite(py)) continue;
                if (!bands) hold(x, px), hold(y, py);
                if (!bands || !s->band) continue;
                const double lo = on(c->y.log, s->band[2 * i]);
                const double hi = on(c->y.log, s->band[2 * i + 1]);
                if (!isfinite(lo) || !isfinite(hi)) continue;
                y[0] = fmin(y[0], c->y.log ? fmax(lo, all[0] - 2.0) : lo);
                y[1] = fmax(y[1], c->y.log ? fmin(hi, all[1] + 2.0) : hi);
            }
    }
    extend(x, c->x.log);
    extend(y, c->y.log);
    f->x0 = x[0], f->x1 = x[1], f->y0 = y[0], f->y1 = y[1];
}

/* an area and two thin lines for two or more points next to each other that can be shown */
static void want_band(const chart *c, const chart_series *s, const svg_frame *f)
{
    const svg_style *style = svg_style_at(s->style);
    const svg_style thin = { style->colour, style->dash, 0.6, style->marker };
    double low[2 * POINTS + 2], high[2 * POINTS + 2], area[4 * POINTS];
    char fill[80];
    int n = 0;

    snprintf(fill, sizeof fill, "fill=\"%s\" fill-opacity=\"0.14\" stroke=\"none\"", style->colour);
    for (int i = 0; s->band && i <= s->npoint; i++) {
        const double x = on(c->x.log, s->xy[2 * i]), y = on(c->y.log, s->xy[2 * i + 1]);
        low[2 * n] = high[2 * n] = x;
        low[2 * n + 1] = on(c->y.log, s->band[2 * i]);
        high[2 * n + 1] = on(c->y.log, s->band[2 * i + 1]);
        if (i < s->npoint && isfinite(x) && isfinite(y) && isfinite(low[2 * n + 1]) &&
            isfinite(high[2 * n + 1])) {
            n++;
            continue;
        }
        memcpy(area, low, 2 * (size_t)n * sizeof *low);
        for (int j = 0; j < n; j++)
            memcpy(area + 2 * n + 2 * j, high + 2 * (n - 1 - j), 2 * sizeof *high);
        if (n > 1) {
            svg_path(&want, f, 2 * n, area, 1, fill);
            svg_style_curve(&want, f, n, low, &thin);
            svg_style_curve(&want, f, n, area + 2 * n, &thin);
        }
        n = 0;
    }
}

static void want_panel(const chart *c, const svg_frame *f, int last)
{
    static const char pale[] = "stroke=\"#dddddd\" stroke-width=\"1\"";
    const double right = f->left + f->width, bottom = f->top + f->height;
    svg_scale x, y;

    svg_scale_x(&x, f, c->x.log);
    svg_scale_y(&y, f, c->y.log);
    svg_window(&want, f);
    for (int i = 0; i < x.count; i++) {
        const double at = svg_x(f, x.at[i]);
        svg_line(&want, at, f->top, at, bottom, pale);
    }
    for (int i = 0; i < y.count; i++) {
        const double at = svg_y(f, y.at[i]);
        svg_line(&want, f->left, at, right, at, pale);
    }
    for (int k = 0; k < c->nseries; k++) want_band(c, c->series + k, f);
    for (int k = 0; k < c->nseries; k++) {
        const chart_series *s = c->series + k;
        double p[2 * POINTS];
        for (int i = 0; i < 2 * s->npoint; i++) p[i] = on(i % 2 ? c->y.log : c->x.log, s->xy[i]);
        svg_style_curve(&want, f, s->npoint, p, svg_style_at(s->style));
        svg_marks(&want, f, s->npoint, p, svg_style_at(s->style), s->mark_every, k);
    }
    svg_box(&want, f);
    if (last) svg_axis_x(&want, f, &x, c->x.label);
    svg_axis_y(&want, f, &y, c->y.label);
}

/* n panels of 560 by 190 pixels, or a single one of 560 by 380, with the x axis and the legend of
 * the first; labels of the widest y axis fit on the left */
static void want_chart(const chart *c, int n)
{
    svg_frame f[CHART_PANELS];
    svg_entry entry[SERIES];
    output_text words = { 0 };
    double label = 0.0, width;

    memset(entry, 0, sizeof entry);
    for (int i = 0; i < n; i++) {
        svg_scale y;
        frame_of(c + i, f + i);
        f[i].height = n > 1 ? 190.0 : 380.0;
        svg_scale_y(&y, f + i, c[i].y.log);
        label = fmax(label, svg_scale_width(&y));
        output_printf(&words, "%s%s", i == 0 ? "" : i < n - 1 ? ", " : " and ", c[i].y.label);
    }
    output_printf(&words, " against h [s]");
    width = SVG_MARGIN + SVG_AXIS_Y_SPACE + label + 560.0 + SVG_MARGIN + 10.0;
    for (int i = 0; i < n; i++) {
        f[i].left = SVG_MARGIN + SVG_AXIS_Y_SPACE + label;
        f[i].top = svg_heading(NULL, width, c->title, c->subtitle) + 206.0 * i;
        f[i].width = 560.0;
        f[i].x0 = f->x0, f[i].x1 = f->x1;
        f[i].prefix = c[i].prefix ? c[i].prefix : "chart";
    }
    for (int k = 0; k < c->nseries; k++) {
        const chart_series *s = c->series + k;
        int shown = 0;
        for (int i = 0; i < s->npoint; i++)
            shown += isfinite(on(c->x.log, s->xy[2 * i])) &&
                     isfinite(on(c->y.log, s->xy[2 * i + 1]));
        entry[k].style = svg_style_at(s->style);
        entry[k].marked = s->mark_every >= 0;
        svg_entry_text(entry + k, s->name, shown ? NULL : " (no points)", NULL);
        output_printf(&words, "%s%s", k ? "; " : ": ", s->name);
    }
    svg_begin(&want, width, svg_legend_below(NULL, f + n - 1, width, c->nseries, entry), f->prefix,
              c->title, words.data);
    svg_heading(&want, width, c->title, c->subtitle);
    for (int i = 0; i < n; i++) want_panel(c + i, f + i, i == n - 1);
    svg_legend_below(&want, f + n - 1, width, c->nseries, entry);
    svg_end(&want);
    output_free(&words);
}

static void test_charts(void)
{
    enum { ROUNDS = 1000 };
    int bad = 0;

    for (int round = 0; round < ROUNDS; round++) {
        const int n = 1 + rng_int(&r, CHART_PANELS);
        for (int i = 0; i <= CHART_PANELS; i++) make_panel(i);
        if (n > 1) chart_panels(d.panel, n, &got);
        else chart_svg(d.panel, &got);
        want_chart(d.panel, n);
        if (strstr(got.data, "nan") || strstr(got.data, "inf") || !same_pictures())
            if (bad++ == 0) note("round %d", round);
    }
    check(bad == 0, "%d random charts of up to four panels: %d wrong", ROUNDS, bad);
}

/* ---- maps ---- */

/* " fill" for a place from 0 to 1 on the scale: viridis */
static void fill(double place)
{
    static const int viridis[5] = { 0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725 };
    const int k = place < 1.0 ? (int)(4.0 * place) : 3;

    output_printf(&want, " fill=\"#");
    for (int byte = 16; byte >= 0; byte -= 8) {
        const int from = viridis[k] >> byte & 255, to = viridis[k + 1] >> byte & 255;
        output_printf(&want, "%02x", (unsigned)floor(from + (4.0 * place - k) * (to - from) + 0.5));
    }
    output_printf(&want, "\"/>\n");
}

static void rectangle(double x, double y, double width, double height)
{
    output_printf(&want, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"", x, y, width,
                  height);
}

static void mark(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    output_string(out, "<path d=\"");
    svg_marker_path(out, SVG_DIAMOND, x + 0.5 * width, y, 5.0);
    output_string(out, "\" fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"1.4\"/>\n");
}

static void missing(output_text *out, const svg_entry *e, double x, double y, double width)
{
    (void)e;
    output_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"10\" height=\"10\" fill=\"none\" "
                  "stroke=\"#000000\" stroke-width=\"0.6\"/>\n", x + 0.5 * width - 5.0, y - 5.0);
}

enum { CELLS = 200, MOST = 601 };

static double cell[CELLS][CELLS];

/* Up to 200 points along an axis have a cell each, of up to 400 each two, and so on. A cell shows
 * the least of its values that are finite. All have the same whole number of pixels, of 400
 * together, unless the last one is smaller. */
static void want_map(const map *m)
{
    const map_axis *axis[2] = { &m->x, &m->y };
    int each[2], n[2], blank = 0;
    double size[2], lo = HUGE_VAL, hi = -HUGE_VAL;
    svg_frame f = { 0 }, bar = { 0 };
    svg_scale x, y, scale;
    svg_entry entry[2];
    output_text words = { 0 };

    for (int k = 0; k < 2; k++) {
        for (each[k] = 1; each[k] * CELLS < axis[k]->count; each[k]++) continue;
        n[k] = (axis[k]->count - 1) / each[k] + 1;
        size[k] = n[k] * each[k] == axis[k]->count ? n[k] * (400 / n[k]) : 400.0;
    }
    for (int i = 0; i < CELLS * CELLS; i++) cell[i / CELLS][i % CELLS] = HUGE_VAL;
    for (int i = 0; i < m->x.count * m->y.count; i++) {
        double *to = &cell[i / m->x.count / each[1]][i % m->x.count / each[0]];
        if (isfinite(m->value[i])) *to = fmin(*to, m->value[i]);
    }
    for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
            blank += !isfinite(cell[j][i]);
            if (isfinite(cell[j][i])) lo = fmin(lo, cell[j][i]), hi = fmax(hi, cell[j][i]);
        }
    if (lo > hi) lo = hi = 0.0;
    const int logarithmic = lo > 0.0 && hi / lo >= 10.0;
    if (hi - lo <= 1e-9 * fabs(hi)) hi = lo + fmax(fabs(lo), 1.0);
    if (logarithmic) lo = log10(lo), hi = log10(hi);

    f.x0 = m->x.lo - 0.5 * m->x.step, f.x1 = f.x0 + m->x.count * m->x.step;
    f.y0 = m->y.lo - 0.5 * m->y.step, f.y1 = f.y0 + m->y.count * m->y.step;
    bar.x1 = 1.0, bar.y0 = lo, bar.y1 = hi;
    f.width = size[0];
    f.height = bar.height = size[1];
    bar.width = 16.0;
    svg_scale_x(&x, &f, 0);
    svg_scale_y(&y, &f, 0);
    svg_scale_y(&scale, &bar, logarithmic);
    f.left = round(SVG_MARGIN + SVG_AXIS_Y_SPACE + svg_scale_width(&y));
    bar.left = round(f.left + f.width + 22.0 + SVG_AXIS_Y_SPACE + svg_scale_width(&scale));
    const double width = bar.left + bar.width + SVG_MARGIN;
    f.top = bar.top = round(svg_heading(NULL, width, m->title, m->subtitle));

    memset(entry, 0, sizeof entry);
    entry[0].sample = entry[1].sample = SVG_SAMPLE_OWN;
    entry[0].draw = mark;
    entry[1].draw = missing;
    snprintf(entry[0].text, sizeof entry->text, "%s", m->marked);
    if (each[0] > 1 || each[1] > 1)
        snprintf(entry[0].text, sizeof entry->text, "%s; a cell shows the least of %d x %d points",
                 m->marked, each[0], each[1]);
    svg_entry_text(entry + 1, m->blank, NULL, NULL);
    output_printf(&words, "%s over %s and %s; %s", m->label, m->x.label, m->y.label, m->marked);
    svg_begin(&want, width, svg_legend_below(NULL, &f, width, blank ? 2 : 1, entry), "map",
              m->title, words.data);
    output_free(&words);
    svg_heading(&want, width, m->title, m->subtitle);
    for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
            const double place = logarithmic ? log10(cell[j][i]) : cell[j][i];
            double edge[2][2];
            for (int k = 0; k < 4; k++) {
                const int at = each[k / 2] * ((k < 2 ? i : j) + k % 2), last = axis[k / 2]->count;
                edge[k / 2][k % 2] = size[k / 2] * (at < last ? at : last) / last;
            }
            const double left = round(f.left + edge[0][0]);
            const double top = round(f.top + size[1] - edge[1][1]);
            if (!isfinite(place)) continue;
            rectangle(left, top, round(f.left + edge[0][1]) - left,
                      round(f.top + size[1] - edge[1][0]) - top);
            fill((place - lo) / (hi - lo));
        }
    svg_box(&want, &f);
    svg_axis_x(&want, &f, &x, m->x.label);
    svg_axis_y(&want, &f, &y, m->y.label);
    for (int k = 0; k < 100; k++) {
        const double top = round(bar.top + size[1] * (99 - k) / 100.0);
        rectangle(bar.left, top, 16.0, round(bar.top + size[1] * (100 - k) / 100.0) - top);
        fill(0.005 + 0.01 * k);
    }
    svg_box(&want, &bar);
    svg_axis_y(&want, &bar, &scale, m->label);
    mark(&want, NULL, svg_x(&f, m->x.lo + m->at[0] * m->x.step),
         svg_y(&f, m->y.lo + m->at[1] * m->y.step), 0.0);
    svg_legend_below(&want, &f, width, blank ? 2 : 1, entry);
    svg_end(&want);
}

/* up to five points each way, or about 200, 400 or 600 one way and two the other */
static void test_maps(void)
{
    enum { ROUNDS = 400 };
    static const char *const titles[] = { NULL, "", "Map", "A map whose title is longer than wide, "
                                          "and as long as it is as long as it is" };
    static double values[3 * MOST];
    int bad = 0;

    for (int round = 0; round < ROUNDS; round++) {
        const int kind = rng_int(&r, 7), long_way = rng_int(&r, 6);
        int n[2] = { 1 + rng_int(&r, 5), 1 + rng_int(&r, 5) };
        map m = { titles[rng_int(&r, 4)], titles[rng_int(&r, 3)],
                  { "a [m]", rng_range(&r, -9.0, 9.0), rng_range(&r, 0.1, 2.0), 0 },
                  { "b [s]", rng_range(&r, -9.0, 9.0), rng_range(&r, 0.1, 2.0), 0 },
                  "error [m]", values, { 0, 0 }, "best", "none" };
        if (long_way < 2) {
            n[long_way] = 200 * (1 + rng_int(&r, 3)) - 1 + rng_int(&r, 3);
            n[1 - long_way] = 1 + rng_int(&r, 3);
        }
        m.x.count = n[0], m.y.count = n[1];
        for (int k = 0; k < 2; k++) m.at[k] = rng_int(&r, n[k]);
        for (int i = 0; i < 3 * MOST; i++)
            values[i] = kind < 4 ? value(kind)
                      : kind == 4 ? 1.0 + rng_int(&r, 2) * 9.0       /* a decade, or less */
                      : kind == 5 ? 1.0 + rng_int(&r, 2) * 8.99 : pow(10.0, rng_range(&r, -2, 1));
        for (int i = 0; i < 3 * MOST; i++) if (fabs(values[i]) > 1e300) values[i] = HUGE_VAL;
        map_svg(&m, &got);
        want_map(&m);
        if (!same_pictures() && bad++ == 0) note("round %d", round);
    }
    check(bad == 0, "%d random maps: %d wrong", ROUNDS, bad);
}

/* ---- energies ---- */

/* Energies of three runs, of which the second has no rows: a moving and a driven body, and a
 * particle; the total is that of all rows, or of the world. */
static void test_energies(void)
{
    static const char *const labels[3] = {
        "kinetic energy [J]", "potential energy [J]", "total energy [J]"
    };
    static const char *const prefixes[3] = { "kinetic", "potential", "total" };
    static char title[] = "A title";
    scene_body body[2];
    scene_particle particle;
    scene s;
    timeline runs[3];
    chart_series series[3][2];
    chart panel[3];
    double xy[3][2][6];

    memset(&s, 0, sizeof s);
    memset(body, 0, sizeof body);
    memset(&particle, 0, sizeof particle);
    body[0].body.kind = MB_DYNAMIC;
    body[1].body.kind = MB_KINEMATIC;
    for (int k = 0; k < 2; k++) body[k].body.mass = 2.0, body[k].body.inertia = 3.0;
    particle.mass = 4.0;
    s.title = title;
    s.nbody = 2, s.body = body;
    s.nparticle = 1, s.particle = &particle;
    for (int run = 0; run < 3; run++) {
        timeline_init(runs + run, &s);
        runs[run].name = run == 0 ? "first" : run == 2 ? "last" : "none";
        runs[run].style = SVG_STYLE_FORMULATION + run;
        for (int i = 0; run != 1 && i < 3; i++) {
            const double vx = 1.0 + i, vy = 2.0 * run, spin = 0.5 * i, t = 0.25 * i;
            const double kinetic = (1.0 + 2.0) * (vx * vx + vy * vy) + 1.5 * spin * spin;
            const trajectory_world world = { .energy = 50.0 + i };
            const double total = run ? 50.0 + i : 3.0 * (10.0 + i) + 3.0;
            const double expected[3] = { kinetic, total - kinetic, total };
            for (int k = 0; k < 3; k++) {
                const trajectory_row row = { .t = t, .particle = k, .v = { vx, vy }, .spin = spin,
                                             .energy = 10.0 + i + k, .world = run ? &world : NULL };
                check(timeline_row(runs + run, &row) == 0, "a row is taken");
                xy[k][run / 2][2 * i] = t;
                xy[k][run / 2][2 * i + 1] = expected[k];
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        const chart c = { title, "below", { "t [s]", 0 }, { labels[k], 0 }, 2, series[k],
                          prefixes[k] };
        for (int i = 0; i < 2; i++) {
            const chart_series one = { i ? "last" : "first", 3, xy[k][i],
                                       SVG_STYLE_FORMULATION + 2 * i, 0, NULL };
            series[k][i] = one;
        }
        panel[k] = c;
    }
    timeline_energy(runs, 3, "below", &got);
    chart_panels(panel, 3, &want);
    check(same_pictures(), "energies in three panels");
    for (int run = 0; run < 3; run++) timeline_free(runs + run);
}

int main(void)
{
    test_charts();
    test_maps();
    test_energies();
    return check_done();
}
