/* page.c: runs as JSON, and the page around them; see page.h */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../drawing/svg.h"

/* ---- JSON ---- */

/* a string; < is escaped so that no text can end the element that holds it */
static void json_string(output_text *out, const char *text)
{
    output_string(out, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') output_printf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == '<') output_printf(out, "\\u%04x", *c);
        else output_bytes(out, (const char *)c, 1);
    }
    output_string(out, "\"");
}

/* every digit; what is not finite is null */
static void json_number(output_text *out, double x)
{
    if (isfinite(x)) output_number(out, x);
    else output_string(out, "null");
}

/* seven digits are enough to be shown */
static void json_short(output_text *out, double x)
{
    const double size = fabs(x), power = size > 0.0 ? pow(10.0, 6.0 - floor(log10(size))) : 1.0;

    json_number(out, power < 1e300 && size * power < 1e15 ? round(x * power) / power : x);
}

/* one more number of a list that has `count` already */
static void json_item(output_text *list, int count, double x)
{
    if (count > 0) output_string(list, ",");
    json_short(list, x);
}

static void json_list(output_text *out, const char *name, const output_text *list)
{
    output_printf(out, ",\"%s\":[", name);
    if (list->data) output_bytes(out, list->data, list->size);
    output_string(out, "]");
}

/* ---- the record of a run ---- */

int page_run_init(page_run *run, const scene *s, int planned, const reference *r)
{
    memset(run, 0, sizeof *run);
    run->scene = s;
    run->reference = r && r->missing < r->count ? r : NULL;
    run->every = planned / PAGE_MAX_FRAMES + 1;
    run->q = calloc((size_t)scene_count(s), sizeof *run->q);
    return run->q ? 0 : -1;
}

void page_run_free(page_run *run)
{
    for (int k = 0; run->q && k < scene_count(run->scene); k++) output_free(run->q + k);
    free(run->q);
    output_free(&run->energy);
    output_free(&run->error);
    output_free(&run->size);
    output_free(&run->iterations);
    output_free(&run->residual);
    output_free(&run->contacts);
    output_free(&run->touches);
    output_free(&run->now);
    memset(run, 0, sizeof *run);
}

/* the index of a contact's half-space in the page's list: edges, then two ends of each obstacle */
static int facet_of(const scene *s, const mb_terrain *terrain, const mb_contact *c)
{
    const int id = terrain->edge[c->edge].id;

    if (c->end == 0) return id;
    return terrain->nedge + 2 * scene_edge_find(s, id, NULL) + (c->end > 0);
}

void page_run_watch(void *user, const mb_sim *sim, const mb_step *step)
{
    page_run *run = user;
    const int grouped = mb_formulations[sim->formulation].detection == MB_DETECT_GROUPS;

    run->solved = 1;
    if ((sim->step + 1) % run->every != 0 || step->info.status != MB_OK) return;
    for (int i = 0; i < step->ncontact; i++) {
        const mb_contact *c = step->contact + i;
        const double *p_f = step->p_f ? step->p_f + i * step->dynamics->nd : NULL;
        const double tangent = p_f && step->dynamics->nd == 2 ? p_f[0] - p_f[1] : 0.0;
        const int group = grouped ? c->chain + c->window * sim->terrain.nchain : i;
        output_printf(&run->now, "%s%d,%d,", run->now.size > 0 ? "," : "", step->particle,
                      facet_of(run->scene, &sim->terrain, c));
        json_short(&run->now, c->psi);
        output_string(&run->now, ",");
        json_short(&run->now, step->p_n ? step->p_n[i] : 0.0);
        output_string(&run->now, ",");
        json_short(&run->now, tangent);
        output_printf(&run->now, ",%d", group);
    }
}

void page_run_watch_bodies(void *user, const mb_world *world, const mb_island_step *step)
{
    page_run *run = user;

    run->solved = 1;
    if ((world->step + 1) % run->every != 0 || step->info.status != MB_OK) return;
    for (int i = 0; i < step->island.ncontact; i++) {
        const mb_body_contact *c = step->island.contact + i;
        const double number[] = { c->p[0], c->p[1], c->n[0], c->n[1], c->psi,
                                  step->p_n ? step->p_n[i] : 0.0, step->p_n ? step->p_t[i] : 0.0 };
        output_printf(&run->now, "%s%d,%d", run->now.size > 0 ? "," : "", c->a, c->b);
        for (int k = 0; k < 7; k++) {
            output_string(&run->now, ",");
            json_short(&run->now, number[k]);
        }
    }
}

/* all particles have been seen: the frame is complete */
static void end_frame(page_run *run)
{
    output_text *contacts = run->scene->nbody > 0 ? &run->touches : &run->contacts;
    const int k = run->frames++;

    json_item(&run->energy, k, run->sum_energy);
    json_item(&run->error, k, run->worst_error);
    json_item(&run->size, k, run->sum_size);
    json_item(&run->iterations, k, run->sum_iterations);
    json_item(&run->residual, k, run->worst_residual);
    output_string(contacts, k > 0 ? ",[" : "[");
    if (run->now.data) output_bytes(contacts, run->now.data, run->now.size);
    output_string(contacts, "]");
    run->now.size = 0;
    run->sum_energy = run->worst_error = run->worst_residual = 0.0;
    run->sum_size = run->sum_iterations = 0;
}

int page_run_row(void *user, const trajectory_row *row)
{
    page_run *run = user;
    const reference *r = run->reference;
    output_text *q = run->q + row->particle;

    if (row->step % run->every != 0) return 0;
    if (q->size > 0) output_string(q, ",");
    for (int i = 0; i < 2; i++) {
        json_number(q, row->x[i]);
        output_string(q, ",");
    }
    json_number(q, row->angle);
    if (r && !reference_lacks(r, row->particle)) {
        double x[2];
        reference_at(r, row, x);
        run->worst_error = fmax(run->worst_error, hypot(row->x[0] - x[0], row->x[1] - x[1]));
    }
    run->worst_residual = fmax(run->worst_residual, row->residual);
    if (row->world) {
        run->sum_energy = row->world->energy;
        run->sum_size = row->world->size;
        run->sum_iterations = row->world->iterations;
    } else {
        run->sum_energy += row->energy;
        run->sum_size += row->size;
        run->sum_iterations += row->iterations;
    }
    if (row->particle == scene_count(run->scene) - 1) end_frame(run);
    return run->contacts.failed || run->touches.failed || q->failed ? -1 : 0;
}

/* ---- the data ---- */

static void write_point(output_text *out, const double *x, const char *after)
{
    json_number(out, x[0]);
    output_string(out, ",");
    json_number(out, x[1]);
    output_string(out, after);
}

/* one half-space: from p to q, and its normal */
static void write_facet(const double *p, const double *q, const double *n, output_text *out)
{
    write_point(out, p, ",");
    write_point(out, q, ",");
    write_point(out, n, "");
}

/* of every edge; and of both ends of every obstacle, should they be open: there p = q, and the
 * normal is the tangent that points out */
static void write_facets(const scene *s, output_text *out)
{
    double p[2], q[2];

    for (int i = 0, count = 0; i < s->nobstacle; i++)
        for (int k = 0; k < scene_edges(s->obstacle + i); k++, count++) {
            double n[2], length;
            scene_edge(s->obstacle + i, k, p, q);
            length = hypot(q[0] - p[0], q[1] - p[1]);
            n[0] = (p[1] - q[1]) / length;
            n[1] = (q[0] - p[0]) / length;
            output_string(out, count > 0 ? "," : "");
            write_facet(p, q, n, out);
        }
    for (int i = 0; i < s->nobstacle; i++)
        for (int end = 0; end < 2; end++) {
            double n[2], length;
            scene_edge(s->obstacle + i, end ? scene_edges(s->obstacle + i) - 1 : 0, p, q);
            length = (end ? 1.0 : -1.0) * hypot(q[0] - p[0], q[1] - p[1]);
            n[0] = (q[0] - p[0]) / length;
            n[1] = (q[1] - p[1]) / length;
            output_string(out, ",");
            write_facet(end ? q : p, end ? q : p, n, out);
        }
}

static void write_obstacles(const scene *s, output_text *out)
{
    for (int i = 0; i < s->nobstacle; i++) {
        const scene_obstacle *o = s->obstacle + i;
        output_printf(out, "%s{\"closed\":%d,\"mu\":", i > 0 ? "," : "", o->closed);
        json_number(out, o->mu);
        output_string(out, ",\"xy\":[");
        for (int k = 0; k < o->nvert; k++)
            write_point(out, o->xy + 2 * k, k + 1 < o->nvert ? "," : "");
        output_string(out, "]}");
    }
}

static void write_pair(output_text *out, const char *name, const double *x)
{
    output_printf(out, ",\"%s\":[", name);
    write_point(out, x, "]");
}

static void write_particles(const scene *s, output_text *out)
{
    for (int k = 0; k < s->nparticle; k++) {
        const scene_particle *particle = s->particle + k;
        output_string(out, k > 0 ? ",{\"mass\":" : "{\"mass\":");
        json_number(out, particle->mass);
        write_pair(out, "x", particle->x);
        write_pair(out, "v", particle->v);
        write_pair(out, "force", particle->force);
        output_string(out, "}");
    }
}

static void write_run(const page_run *run, int first, output_text *out)
{
    static const char *const marker[] = { "", "circle", "square", "triangle", "diamond", "caret",
                                          "circle" };
    const svg_style *style = svg_style_at(run->style);

    output_string(out, first ? "{\"name\":" : ",{\"name\":");
    json_string(out, run->name);
    output_string(out, ",\"title\":");
    json_string(out, run->title);
    if (run->style == SVG_STYLE_EXACT) output_string(out, ",\"colour\":\"exact\"");
    else output_printf(out, ",\"colour\":\"c%d\"", (run->style - SVG_STYLE_FORMULATION) % 7);
    output_printf(out, ",\"dash\":\"%s\",\"marker\":\"%s\"", style->dash, marker[style->marker]);
    output_string(out, ",\"failed\":");
    if (run->failed) json_string(out, run->failed);
    else output_string(out, "null");
    output_string(out, ",\"q\":[");
    for (int k = 0; k < scene_count(run->scene); k++) {
        output_string(out, k > 0 ? ",[" : "[");
        output_bytes(out, run->q[k].data, run->q[k].size);
        output_string(out, "]");
    }
    output_string(out, "]");
    json_list(out, "energy", &run->energy);
    if (run->reference && run->solved) json_list(out, "error", &run->error);
    if (run->solved) {
        json_list(out, "size", &run->size);
        json_list(out, "iterations", &run->iterations);
        json_list(out, "residual", &run->residual);
        json_list(out, "contacts", &run->contacts);
        json_list(out, "touches", &run->touches);
    }
    output_string(out, "}\n");
}

/* their cores, which the radius rounds */
static void write_bodies(const scene *s, output_text *out)
{
    for (int k = 0; k < scene_count(s); k++) {
        static const double point[2] = { 0.0, 0.0 };
        const scene_body *b = k < s->nbody ? s->body + k : NULL;
        const int n = b ? b->shape.nvert : 1;
        char name[SCENE_NAME];
        scene_name(s, k, name);
        output_printf(out, "%s{\"name\":\"%s\",\"shape\":[", k > 0 ? "," : "", name);
        for (int i = 0; i < n; i++)
            write_point(out, (b ? b->xy : point) + 2 * i, i + 1 < n ? "," : "");
        output_string(out, "],\"radius\":");
        json_number(out, b ? b->shape.radius : 0.0);
        output_printf(out, ",\"moves\":%d}", !b || b->body.kind != MB_STATIC);
    }
}

static void write_joints(const scene *s, output_text *out)
{
    static const char *const kinds[] = { "revolute", "prismatic", "weld", "distance", "rope" };

    for (int k = 0; k < s->njoint; k++) {
        const mb_joint *j = &s->joint[k].joint;
        output_printf(out, "%s{\"kind\":\"%s\",\"a\":%d,\"b\":%d,\"p\":[", k > 0 ? "," : "",
                      kinds[j->kind], j->a, j->b);
        write_point(out, j->pa, ",");
        write_point(out, j->pb, "]}");
    }
}

static void write_data(const page *p, output_text *out)
{
    const int every = p->nrun > 0 ? p->run->every : 1;
    int first = 1;

    output_string(out, "{\"title\":");
    json_string(out, p->scene->title);
    output_string(out, ",\"subtitle\":");
    json_string(out, p->subtitle);
    output_string(out, ",\"step\":");
    json_number(out, p->h * every);
    output_string(out, ",\"time\":");
    json_number(out, p->time);
    output_string(out, ",\"epsilon\":");
    json_number(out, p->epsilon);
    write_pair(out, "gravity", p->scene->gravity);
    output_string(out, ",\"view\":[");
    write_point(out, p->view, ",");
    write_point(out, p->view + 2, "],\n\"particles\":[");
    write_particles(p->scene, out);
    output_string(out, "],\n\"obstacles\":[");
    write_obstacles(p->scene, out);
    output_printf(out, "],\n\"edges\":%d,\"facets\":[", scene_edge_count(p->scene));
    write_facets(p->scene, out);
    output_string(out, "],\n\"bodies\":[");
    write_bodies(p->scene, out);
    output_string(out, "],\n\"joints\":[");
    write_joints(p->scene, out);
    output_string(out, "],\n\"runs\":[\n");
    for (int i = 0; i < p->nrun; i++) {
        if (p->run[i].frames == 0) continue;
        write_run(p->run + i, first, out);
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
