#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "figure.h"

/* points of a path, and of all paths of a run together, yet not fewer of one */
enum { MOST_POINTS = 16384, ALL_POINTS = 1 << 19, LEAST_POINTS = 64 };

int picture_paths_init(picture_paths *p, int particles)
{
    int most = ALL_POINTS / particles;

    if (most > MOST_POINTS) most = MOST_POINTS;
    if (most < LEAST_POINTS) most = LEAST_POINTS;
    p->count = 0;
    p->path = malloc((size_t)particles * sizeof *p->path);
    if (!p->path) return -1;
    for (; p->count < particles; p->count++) thin_path_init(p->path + p->count, most);
    return 0;
}

int picture_row(void *user, const trajectory_row *row)
{
    const picture_paths *p = user;

    return thin_path_add(p->path + row->particle, row->x[0], row->x[1]);
}

void picture_paths_free(picture_paths *p)
{
    for (int k = 0; k < p->count; k++) thin_path_free(p->path + k);
    free(p->path);
    p->path = NULL;
    p->count = 0;
}

/* the edges that pushed in one of the runs; returns how many */
static int pushing_halfspaces(const scene *s, int count, const picture_run *run,
                              figure_halfspace *out)
{
    int edge = 0, n = 0;

    for (int k = 0; k < s->nobstacle; k++) {
        const scene_obstacle *o = s->obstacle + k;
        for (int i = 0; i < scene_edges(o); i++, edge++) {
            double p[2], q[2];
            int pushed = 0;
            for (int r = 0; r < count; r++) pushed |= run[r].pushed && run[r].pushed[edge];
            if (!pushed) continue;
            scene_edge(o, i, p, q);
            out[n].x0 = p[0];
            out[n].y0 = p[1];
            out[n].x1 = q[0];
            out[n++].y1 = q[1];
        }
    }
    return n;
}

/* one curve for each particle of each run that has one; returns how many */
static int make_curves(int count, const picture_run *run, figure_run *curve)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        const int first = n;
        for (int k = 0; k < run[i].paths->count; k++) {
            const thin_path *path = run[i].paths->path + k;
            figure_run *c = curve + n;
            if (path->count == 0) continue;
            memset(c, 0, sizeof *c);
            c->name = n == first ? run[i].name : NULL;
            c->note = n == first ? run[i].note : NULL;
            c->npoint = path->count;
            c->xy = path->xy;
            c->style = run[i].style;
            c->reference = run[i].reference;
            c->failed = run[i].failed;
            c->mark_every = run[i].reference ? -1 : 0;
            n++;
        }
    }
    return n;
}

void picture_draw(const scene *s, const char *subtitle, int count, const picture_run *run,
                  output_text *out)
{
    const size_t edges = (size_t)scene_edge_count(s);
    figure_halfspace *halfspace = malloc((edges + 1) * sizeof *halfspace);
    size_t curves = 1;
    figure_run *curve;
    figure f;

    for (int i = 0; i < count; i++) curves += (size_t)run[i].paths->count;
    curve = malloc(curves * sizeof *curve);
    memset(&f, 0, sizeof f);
    if (curve && halfspace) {
        f.scene = s;
        f.subtitle = subtitle;
        f.nrun = make_curves(count, run, curve);
        f.run = curve;
        f.nhalfspace = pushing_halfspaces(s, count, run, halfspace);
        f.halfspace = halfspace;
        figure_svg(&f, out);
    } else {
        out->failed = 1;
    }
    free(halfspace);
    free(curve);
}
