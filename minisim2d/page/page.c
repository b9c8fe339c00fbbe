/* page.c: runs as JSON, and the page around them; see page.h */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../drawing/svg.h"

/* ---- JSON ---- */

/* a string, NULL: null; < is escaped so that no text can end the element that holds it */
static void json_string(output_text *out, const char *text)
{
    if (!text) {
        output_string(out, "null");
        return;
    }
    output_string(out, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') output_printf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == '<') output_printf(out, "\\u%04x", *c);
        else output_bytes(out, (const char *)c, 1);
    }
    output_string(out, "\"");
}

/* every digit; numbers that are not finite become null */
static void json_number(output_text *out, double x)
{
    if (isfinite(x)) output_number(out, x);
    else output_string(out, "null");
}

/* seven digits are enough to be shown */
static void json_short(output_text *out, double x)
{
    const double size = fabs(x), power = size > 0.0 ? pow(10.0, 6.0 - floor(log10(size))) : 1.0;

    json_number(out, power < 1e300 ? round(x * power) / power : x);
}

/* n numbers with all their digits and commas between, after the text `before` */
static void json_numbers(output_text *out, const char *before, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        output_string(out, i > 0 ? "," : before);
        json_number(out, x[i]);
    }
}

/* ---- the data ---- */

/* a half-space, from p to q and with its normal: of an edge (end 0); or of the end before (-1) or
 * behind (1) the edge, should it be open: there p = q, and the normal is the tangent that points
 * out */
static void write_facet(const scene_obstacle *o, int edge, int end, int first, output_text *out)
{
    double facet[6], *p = facet, *q = facet + 2, *n = facet + 4, length;

    scene_edge(o, edge, p, q);
    length = (end < 0 ? -1.0 : 1.0) * hypot(q[0] - p[0], q[1] - p[1]);
    n[0] = (end ? q[0] - p[0] : p[1] - q[1]) / length;
    n[1] = (end ? q[1] - p[1] : q[0] - p[0]) / length;
    if (end) memcpy(end < 0 ? q : p, end < 0 ? p : q, 2 * sizeof *p);
    json_numbers(out, first ? "" : ",", 6, facet);
}

/* of every edge; and of both ends of every obstacle */
static void write_facets(const scene *s, output_text *out)
{
    for (int i = 0; i < s->nobstacle; i++)
        for (int k = 0; k < scene_edges(s->obstacle + i); k++)
            write_facet(s->obstacle + i, k, 0, i == 0 && k == 0, out);
    for (int i = 0; i < s->nobstacle; i++) {
        write_facet(s->obstacle + i, 0, -1, 0, out);
        write_facet(s->obstacle + i, scene_edges(s->obstacle + i) - 1, 1, 0, out);
    }
}

static void write_obstacles(const scene *s, output_text *out)
{
    for (int i = 0; i < s->nobstacle; i++) {
        const scene_obstacle *o = s->obstacle + i;
        output_printf(out, "%s{\"closed\":%d,\"line\":%d", i > 0 ? "," : "", o->closed, o->line);
        json_numbers(out, ",\"mu\":", 1, &o->mu);
        json_numbers(out, ",\"xy\":[", 2 * o->nvert, o->xy);
        output_string(out, "]}");
    }
}

void page_look(const char *name, const char *title, int style, int reaches, output_text *out)
{
    static const char *const marker[] = { "", "circle", "square", "triangle", "diamond", "caret",
                                          "circle" };
    const svg_style *look = svg_style_at(style);

    output_string(out, "\"name\":");
    json_string(out, name);
    output_string(out, ",\"title\":");
    json_string(out, title);
    if (style == SVG_STYLE_EXACT) output_string(out, ",\"colour\":\"exact\"");
    else output_printf(out, ",\"colour\":\"c%d\"", (style - SVG_STYLE_FORMULATION) % 7);
    output_printf(out, ",\"dash\":\"%s\",\"marker\":\"%s\",\"reaches\":%d", look->dash,
                  marker[look->marker], reaches);
}

/* one number of every frame */
static void write_column(const page_run *run, const char *name, int number, output_text *out)
{
    output_printf(out, ",\"%s\":[", name);
    for (int k = 0; k < run->frames; k++) {
        output_string(out, k > 0 ? "," : "");
        json_short(out, run->frame[k * run->width + number]);
    }
    output_string(out, "]");
}

/* positions of a body, with all digits */
static void write_motion(const page_run *run, int body, output_text *out)
{
    for (int k = 0; k < run->frames; k++)
        json_numbers(out, k > 0 ? "," : "", 3,
                     run->frame + k * run->width + PAGE_FRAME + 3 * body);
}

static void write_contacts(const page_run *run, output_text *out)
{
    size_t i = 0;

    output_string(out, run->scene->nbody > 0 ? ",\"touches\":[" : ",\"contacts\":[");
    for (int k = 0; k < run->frames; k++) {
        const size_t end = (size_t)run->frame[k * run->width + PAGE_CONTACTS];
        output_string(out, k > 0 ? ",[" : "[");
        for (const size_t begin = i; i < end; i++) {
            output_string(out, i > begin ? "," : "");
            json_short(out, run->contact[i]);
        }
        output_string(out, "]");
    }
    output_string(out, "]");
}

static void write_run(const page_run *run, output_text *out)
{
    output_string(out, "{");
    page_look(run->name, run->title, run->style, run->reaches, out);
    output_string(out, ",\"failed\":");
    json_string(out, run->failed);
    output_string(out, ",\"q\":[");
    for (int b = 0; b < scene_count(run->scene); b++) {
        output_string(out, b > 0 ? ",[" : "[");
        write_motion(run, b, out);
        output_string(out, "]");
    }
    output_string(out, "]");
    write_column(run, "energy", PAGE_ENERGY, out);
    if (run->reference && run->solved) write_column(run, "error", PAGE_ERROR, out);
    if (run->solved) {
        write_column(run, "size", PAGE_SIZE, out);
        write_column(run, "iterations", PAGE_ITERATIONS, out);
        write_column(run, "residual", PAGE_RESIDUAL, out);
        write_contacts(run, out);
    }
    output_string(out, "}\n");
}

/* the bodies' cores, to be rounded by the radius */
static void write_bodies(const scene *s, output_text *out)
{
    for (int k = 0; k < scene_count(s); k++) {
        static const double point[2] = { 0.0, 0.0 };
        const scene_body *b = k < s->nbody ? s->body + k : NULL;
        const scene_particle *p = b ? NULL : s->particle + k - s->nbody;
        const double *x = b ? b->q : p->x, *v = b ? b->v : p->v;
        const double q[6] = { x[0], x[1], b ? x[2] : 0.0, v[0], v[1], b ? v[2] : 0.0 };
        char name[SCENE_NAME];
        scene_name(s, k, name);
        output_printf(out, "%s{\"name\":\"%s\"", k > 0 ? "," : "", name);
        json_numbers(out, ",\"shape\":[", b ? 2 * b->shape.nvert : 2, b ? b->xy : point);
        json_numbers(out, "],\"radius\":", 1, b ? &b->shape.radius : point);
        output_printf(out, ",\"moves\":%d,\"line\":%d", !b || b->body.kind != MB_STATIC,
                      b ? b->line : p->line);
        json_numbers(out, ",\"q\":[", 3, q);
        json_numbers(out, "],\"v\":[", 3, q + 3);
        output_string(out, "]}");
    }
}

static void write_joints(const scene *s, output_text *out)
{
    static const char *const kinds[] = { "revolute", "prismatic", "weld", "distance", "rope" };

    for (int k = 0; k < s->njoint; k++) {
        const mb_joint *j = &s->joint[k].joint;
        output_printf(out, "%s{\"kind\":\"%s\",\"a\":%d,\"b\":%d", k > 0 ? "," : "",
                      kinds[j->kind], j->a, j->b);
        json_numbers(out, ",\"p\":[", 2, j->pa);
        json_numbers(out, ",", 2, j->pb);
        output_string(out, "]}");
    }
}

void page_scene(const scene *s, output_text *out)
{
    output_string(out, "\"title\":");
    json_string(out, s->title);
    json_numbers(out, ",\"gravity\":[", 2, s->gravity);
    output_string(out, "],\n\"obstacles\":[");
    write_obstacles(s, out);
    output_printf(out, "],\n\"edges\":%d,\"facets\":[", scene_edge_count(s));
    write_facets(s, out);
    output_string(out, "],\n\"bodies\":[");
    write_bodies(s, out);
    output_string(out, "],\n\"joints\":[");
    write_joints(s, out);
    output_string(out, "]");
}

static void write_data(const page *p, output_text *out)
{
    const double step = p->h * (p->nrun > 0 ? p->run->every : 1);
    int first = 1;

    output_string(out, "{\"subtitle\":");
    json_string(out, p->subtitle);
    json_numbers(out, ",\"step\":", 1, &step);
    json_numbers(out, ",\"time\":", 1, &p->time);
    json_numbers(out, ",\"epsilon\":", 1, &p->epsilon);
    json_numbers(out, ",\"view\":[", 4, p->view);
    output_string(out, "],\n");
    page_scene(p->scene, out);
    output_string(out, ",\n\"runs\":[\n");
    for (int i = 0; i < p->nrun; i++) {
        if (p->run[i].frames == 0) continue;
        output_string(out, first ? "" : ",");
        write_run(p->run + i, out);
        first = 0;
    }
    output_string(out, "]}");
}

void page_write(const page *p, output_text *out)
{
    for (const char *const *line = page_text; *line; line++) {
        const char *at = strstr(*line, "@@data@@");
        if (at) {
            output_bytes(out, *line, (size_t)(at - *line));
            write_data(p, out);
            at += strlen("@@data@@");
        }
        output_string(out, at ? at : *line);
    }
}
