#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "figure.h"

const picture_look picture_looks[FORMULATIONS] = { { "ST", SVG_STYLE_ST }, { "AP", SVG_STYLE_AP }, { "PEG", SVG_STYLE_PEG },
                                                     { "swept", SVG_STYLE_SWEPT } };

/* the half-spaces that pushed in the runs that want theirs drawn; returns how many, -1 without memory */
static int pushing_halfspaces(int count, const picture_run *run, figure_halfspace **out)
{
    size_t most = 0;
    int n = 0;
    double *edge;

    for (int i = 0; i < count; i++) most += (size_t)run[i].path->ncontact;
    *out = malloc((most + 1) * sizeof **out);
    edge = malloc((4 * most + 1) * sizeof *edge);
    for (int i = 0; *out && edge && i < count; i++) {
        const int found = run[i].halfspaces ? trajectory_edges(run[i].path, 0.0, edge) : 0;
        for (int k = 0; k < found; k++) {
            const figure_halfspace h = { edge[4 * k], edge[4 * k + 1], edge[4 * k + 2], edge[4 * k + 3] };
            (*out)[n++] = h;
        }
    }
    if (!*out || !edge) n = -1;
    free(edge);
    return n;
}

/* one curve for each particle of each run; the points of all of them are in *points */
static int make_curves(const scene *s, int count, const picture_run *run, figure_run *curve, double *points)
{
    int n = 0;

    for (int i = 0; i < count; i++)
        for (int k = 0; k < s->nparticle; k++) {
            figure_run *c = curve + n++;
            memset(c, 0, sizeof *c);
            c->name = k == 0 ? run[i].name : NULL;
            c->note = k == 0 ? run[i].note : NULL;
            c->npoint = trajectory_path(run[i].path, k, points);
            c->xy = points;
            c->style = run[i].style;
            c->reference = run[i].reference;
            c->failed = run[i].failed;
            c->mark_every = run[i].reference ? -1 : 0;
            points += 2 * c->npoint;
        }
    return n;
}

int picture_save(const char *path, const scene *s, const char *subtitle, int count, const picture_run *run, FILE *messages)
{
    output_text text = { NULL, 0, 0, 0 };
    figure f;
    figure_halfspace *halfspace = NULL;
    figure_run *curve;
    double *points;
    size_t rows = 0;
    int failed = -1;

    for (int i = 0; i < count; i++) rows += (size_t)run[i].path->nrow;
    curve = malloc((size_t)count * (size_t)s->nparticle * sizeof *curve + 1);
    points = malloc((2 * rows * (size_t)s->nparticle + 1) * sizeof *points);
    memset(&f, 0, sizeof f);
    f.nhalfspace = pushing_halfspaces(count, run, &halfspace);
    if (curve && points && f.nhalfspace >= 0) {
        f.scene = s;
        f.subtitle = subtitle;
        f.nrun = make_curves(s, count, run, curve, points);
        f.run = curve;
        f.halfspace = halfspace;
        figure_svg(&f, &text);
        failed = output_save(path, &text, messages);
    } else if (messages) {
        fprintf(messages, "minisim2d: no memory to draw %s\n", path);
    }
    output_free(&text);
    free(halfspace);
    free(curve);
    free(points);
    return failed;
}
