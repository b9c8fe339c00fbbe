/* raster.c: converts paths to edges, and edges to the covered share of each pixel; see raster.h
 *
 * A row of pixels is cut into SLICES. Along the middle of each the beginning and end of the area
 * are computed exactly, so that a pixel's share is accurate to 1/SLICES in y, and exact in x. A
 * stroke is the union of simple pieces (a rectangle for each segment, and joins), all with the same
 * winding, so that they may overlap.
 */
#include "raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 16 };
#define PI 3.14159265358979323846
#define MITRE 4.0                 /* longer mitres, in widths of the line, are cut off: as in SVG */

int raster_init(raster *r, int width, int height)
{
    memset(r, 0, sizeof *r);
    r->width = width;
    r->height = height;
    r->rgb = malloc(3 * (size_t)width * (size_t)height);
    raster_window(r, NULL);
    if (!r->rgb) return -1;
    memset(r->rgb, 255, 3 * (size_t)width * (size_t)height);
    return 0;
}

void raster_free(raster *r)
{
    free(r->rgb);
    free(r->point);
    free(r->edge);
    memset(r, 0, sizeof *r);
}

void raster_window(raster *r, const double box[4])
{
    const double all[4] = { 0.0, 0.0, r->width, r->height };

    memcpy(r->window, all, sizeof all);
    for (int i = 0; box && i < 4; i++)
        r->window[i] = i < 2 ? fmax(all[i], box[i]) : fmin(all[i], box[i]);
}

/* makes room for one more element; 0 without memory, which is latched */
static int grow(raster *r, void *list, int count, int *room, size_t size)
{
    const int grown = output_grow(list, count, room, size) == 0;

    r->failed |= !grown;
    return grown;
}

/* ---- the path ---- */

static void add_point(raster *r, double x, double y, int begins)
{
    const raster_point added = { { x, y }, begins, 0 };

    if (grow(r, &r->point, r->npoint, &r->point_room, sizeof added)) r->point[r->npoint++] = added;
}

void raster_move(raster *r, double x, double y) { add_point(r, x, y, 1); }

void raster_line(raster *r, double x, double y) { add_point(r, x, y, r->npoint == 0); }

void raster_close(raster *r)
{
    if (r->npoint > 0) r->point[r->npoint - 1].closes = 1;
}

void raster_forget(raster *r) { r->npoint = 0; }

/* number of points of the line that begins with point i */
static int line_length(const raster *r, int i)
{
    int n = 1;

    while (i + n < r->npoint && !r->point[i + n].begins) n++;
    return n;
}

/* ---- edges to pixels ---- */

static void add_edge(raster *r, const double p[2], const double q[2])
{
    const int down = p[1] < q[1];
    const double *a = down ? p : q, *b = down ? q : p;
    const raster_edge added = { a[0], a[1], b[0], b[1], down ? 1 : -1 };

    if (!(a[1] < b[1])) return;                          /* level, or not finite */
    if (grow(r, &r->edge, r->nedge, &r->edge_room, sizeof added)) r->edge[r->nedge++] = added;
}

static int by_top(const void *a, const void *b)
{
    const double x = ((const raster_edge *)a)->y0, y = ((const raster_edge *)b)->y0;

    return (x > y) - (x < y);
}

/* a crossing of a slice with an edge */
typedef struct {
    double x;
    int winding;
} crossing;

/* the current row of pixels */
typedef struct {
    int *active, nactive, next;   /* edges that reach into it; the first that begins below it */
    crossing *crossing;           /* [nedge] */
    double *cover;                /* [width] the covered share */
    int from, to;                 /* pixels that may be covered */
} row_state;

static void add_span(const raster *r, row_state *row, double x0, double x1)
{
    const double a = fmax(x0, r->window[0]), b = fmin(x1, r->window[2]);
    const int i = (int)a, j = (int)b;

    if (!(a < b)) return;
    if (i < row->from) row->from = i;
    if (j >= row->to) row->to = j < r->width ? j + 1 : r->width;
    if (i == j) {
        row->cover[i] += (b - a) / SLICES;
        return;
    }
    row->cover[i] += (i + 1 - a) / SLICES;
    for (int k = i + 1; k < j; k++) row->cover[k] += 1.0 / SLICES;
    if (j < r->width) row->cover[j] += (b - j) / SLICES;
}

/* the crossings at height y, sorted from left to right; they are few, and nearly in order */
static int cross_edges(const raster *r, row_state *row, double y)
{
    int n = 0;

    for (int i = 0; i < row->nactive; i++) {
        const raster_edge *e = r->edge + row->active[i];
        const crossing found = { e->x0 + (y - e->y0) / (e->y1 - e->y0) * (e->x1 - e->x0),
                                 e->winding };
        int k = n;
        if (y < e->y0 || y >= e->y1) continue;
        for (; k > 0 && row->crossing[k - 1].x > found.x; k--)
            row->crossing[k] = row->crossing[k - 1];
        row->crossing[k] = found;
        n++;
    }
    return n;
}

static void fill_slice(const raster *r, row_state *row, double y)
{
    int winding = 0, n;

    if (y < r->window[1] || y >= r->window[3]) return;
    n = cross_edges(r, row, y);
    for (int i = 0; i + 1 < n; i++) {
        winding += row->crossing[i].winding;
        if (winding != 0) add_span(r, row, row->crossing[i].x, row->crossing[i + 1].x);
    }
}

/* mixes the colour into a row's pixels by their shares, and resets these to 0 */
static void blend_row(raster *r, row_state *row, int y, unsigned colour, double opacity)
{
    const double paint[3] = { colour >> 16 & 255, colour >> 8 & 255, colour & 255 };

    for (int i = row->from; i < row->to; i++) {
        unsigned char *pixel = r->rgb + 3 * ((size_t)y * (size_t)r->width + (size_t)i);
        const double share = opacity * fmin(row->cover[i], 1.0);
        for (int k = 0; k < 3; k++)
            pixel[k] = (unsigned char)(pixel[k] + share * (paint[k] - pixel[k]) + 0.5);
        row->cover[i] = 0.0;
    }
    row->from = r->width;
    row->to = 0;
}

static void update_active(const raster *r, row_state *row, int y)
{
    int kept = 0;

    for (int i = 0; i < row->nactive; i++)
        if (r->edge[row->active[i]].y1 > y) row->active[kept++] = row->active[i];
    for (; row->next < r->nedge && r->edge[row->next].y0 < y + 1; row->next++)
        if (r->edge[row->next].y1 > y) row->active[kept++] = row->next;
    row->nactive = kept;
}

/* paints the edges' area, and clears it */
static void paint(raster *r, unsigned colour, double opacity)
{
    const size_t n = (size_t)r->nedge + 1;
    row_state row = { malloc(n * sizeof *row.active), 0, 0, malloc(n * sizeof *row.crossing),
                      calloc((size_t)r->width, sizeof *row.cover), r->width, 0 };

    if (!row.active || !row.crossing || !row.cover) {
        r->failed = 1;
    } else if (r->nedge > 0) {
        qsort(r->edge, (size_t)r->nedge, sizeof *r->edge, by_top);
        for (int y = (int)fmax(r->window[1], r->edge[0].y0); y < r->window[3]; y++) {
            update_active(r, &row, y);
            if (row.nactive == 0 && row.next == r->nedge) break;
            for (int k = 0; k < SLICES && row.nactive > 0; k++)
                fill_slice(r, &row, y + (k + 0.5) / SLICES);
            blend_row(r, &row, y, colour, opacity);
        }
    }
    free(row.active);
    free(row.crossing);
    free(row.cover);
    r->nedge = 0;
}

void raster_fill(raster *r, unsigned colour, double opacity)
{
    for (int i = 0, n; i < r->npoint; i += n) {
        n = line_length(r, i);
        for (int k = 0; k < n; k++)
            add_edge(r, r->point[i + k].at, r->point[i + (k + 1) % n].at);
    }
    paint(r, colour, opacity);
}

/* ---- strokes ---- */

/* A line to be stroked: a solid one, or a dash. */
typedef struct {
    const raster_pen *pen;
    double (*xy)[2];              /* xy[n] */
    int n, room;
} stroke;

/* adds a convex piece of the area, with the common winding */
static void add_piece(raster *r, int n, double (*corner)[2])
{
    double area = 0.0;

    for (int i = 0; i < n; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % n];
        area += (p[0] - corner[0][0]) * (q[1] - corner[0][1]) -
                (p[1] - corner[0][1]) * (q[0] - corner[0][0]);
    }
    for (int i = 0; i < n; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % n];
        if (area > 0.0) add_edge(r, p, q);
        else add_edge(r, q, p);
    }
}

static void add_disc(raster *r, const double at[2], double radius)
{
    enum { MOST = 32 };
    const int n = (int)fmin(MOST, 8.0 + 2.0 * radius);
    double corner[MOST][2];

    for (int i = 0; i < n; i++) {
        corner[i][0] = at[0] + radius * cos(2.0 * PI * i / n);
        corner[i][1] = at[1] + radius * sin(2.0 * PI * i / n);
    }
    add_piece(r, n, corner);
}

/* the unit vector from p to q, turned by 90 degrees; 0 if they are the same */
static int normal(const double p[2], const double q[2], double n[2])
{
    const double d[2] = { q[0] - p[0], q[1] - p[1] }, length = sqrt(d[0] * d[0] + d[1] * d[1]);

    if (!(length > 0.0)) return 0;
    n[0] = -d[1] / length;
    n[1] = d[0] / length;
    return 1;
}

/* fills the gap that the rectangles of two segments with these normals leave at the point between
 * them */
static void add_join(raster *r, const stroke *s, const double at[2], const double *m,
                     const double *n)
{
    const double cosine = m[0] * n[0] + m[1] * n[1], turn = m[0] * n[1] - m[1] * n[0];
    const double out = turn > 0.0 ? -0.5 * s->pen->width : 0.5 * s->pen->width;
    double corner[4][2];

    if (s->pen->round_joins) {
        if (cosine < 0.99) add_disc(r, at, 0.5 * s->pen->width);
        return;
    }
    for (int i = 0; i < 2; i++) {
        corner[0][i] = at[i];
        corner[1][i] = at[i] + out * m[i];
        corner[2][i] = at[i] + out * (m[i] + n[i]) / (1.0 + cosine);
        corner[3][i] = at[i] + out * n[i];
    }
    if (2.0 <= MITRE * MITRE * (1.0 + cosine)) {
        add_piece(r, 4, corner);
    } else {
        memcpy(corner[2], corner[3], sizeof corner[2]);
        add_piece(r, 3, corner);
    }
}

static void add_segment(raster *r, const stroke *s, const double p[2], const double q[2],
                        const double n[2])
{
    const double half = 0.5 * s->pen->width;
    double corner[4][2];

    for (int i = 0; i < 2; i++) {
        corner[0][i] = p[i] + half * n[i];
        corner[1][i] = q[i] + half * n[i];
        corner[2][i] = q[i] - half * n[i];
        corner[3][i] = p[i] - half * n[i];
    }
    add_piece(r, 4, corner);
}

/* adds the line as pieces, and empties it */
static void add_line(raster *r, stroke *s, int closed)
{
    double first[2] = { 0.0, 0.0 }, last[2], n[2];
    int any = 0;

    for (int i = 0; i + 1 < s->n + closed; i++) {
        const double *p = s->xy[i], *q = s->xy[(i + 1) % s->n];
        if (!normal(p, q, n)) continue;
        add_segment(r, s, p, q, n);
        if (any) add_join(r, s, p, last, n);
        else memcpy(first, n, sizeof first);
        memcpy(last, n, sizeof last);
        any = 1;
    }
    if (closed && any) add_join(r, s, s->xy[0], last, first);
    if (!closed && s->pen->round_ends && s->n > 0) {
        add_disc(r, s->xy[0], 0.5 * s->pen->width);
        add_disc(r, s->xy[s->n - 1], 0.5 * s->pen->width);
    }
    s->n = 0;
}

static void add_to_line(raster *r, stroke *s, double x, double y)
{
    if (!grow(r, &s->xy, s->n, &s->room, sizeof *s->xy)) return;
    s->xy[s->n][0] = x;
    s->xy[s->n++][1] = y;
}

/* one segment in dashes; *k: number of the dash, *at: the length of it drawn so far */
static void dash_segment(raster *r, stroke *s, const double p[2], const double q[2], int *k,
                         double *at)
{
    const double dx = q[0] - p[0], dy = q[1] - p[1], length = sqrt(dx * dx + dy * dy);
    double done = 0.0;

    while (s->pen->dash[*k] - *at < length - done) {
        done += s->pen->dash[*k] - *at;
        /* a dash begins here, or ends */
        add_to_line(r, s, p[0] + done / length * dx, p[1] + done / length * dy);
        if (*k % 2 == 0) add_line(r, s, 0);
        *k = (*k + 1) % s->pen->ndash;
        *at = 0.0;
    }
    *at += length - done;
    if (*k % 2 == 0) add_to_line(r, s, q[0], q[1]);
}

static void dash_line(raster *r, stroke *s, const raster_point *p, int n)
{
    double at = 0.0;
    int k = 0;

    add_to_line(r, s, p->at[0], p->at[1]);
    for (int i = 0; i + 1 < n + p[n - 1].closes; i++)
        dash_segment(r, s, p[i].at, p[(i + 1) % n].at, &k, &at);
    if (s->n > 0) add_line(r, s, 0);
}

void raster_stroke(raster *r, const raster_pen *pen, unsigned colour, double opacity)
{
    stroke s = { pen, NULL, 0, 0 };

    for (int i = 0, n; i < r->npoint; i += n) {
        const raster_point *p = r->point + i;
        n = line_length(r, i);
        if (pen->ndash > 0) {
            dash_line(r, &s, p, n);
            continue;
        }
        for (int k = 0; k < n; k++) add_to_line(r, &s, p[k].at[0], p[k].at[1]);
        if (s.n == n) add_line(r, &s, p[n - 1].closes);
    }
    free(s.xy);
    paint(r, colour, opacity);
}
