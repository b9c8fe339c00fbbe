/* test_page.c: the page of --html: its data, written again for random scenes and runs */
#include "check.h"
#include "minisim2d/drawing/svg.h"
#include "minisim2d/page/page.h"
#include "elements.h"

enum { OBSTACLES = 3, BODIES = 3, PARTICLES = 2, JOINTS = 5, RUNS = 3, FRAMES = 4, CONTACTS = 5 };
enum { COUNT = BODIES + PARTICLES, WIDTH = PAGE_FRAME + 3 * COUNT };

static rng r = { 20261128 };
static output_text want, got;

static struct {
    scene s;
    scene_obstacle obstacle[OBSTACLES + 1];
    scene_body body[BODIES + 1];
    scene_particle particle[PARTICLES + 1];
    scene_joint joint[JOINTS + 1];
    double vertex[OBSTACLES + 1][8], corner[BODIES + 1][8], view[4];
    char name[BODIES + 1][16], title[20];
    page p;
    page_run run[RUNS + 1];
    double frame[RUNS + 1][FRAMES * WIDTH], contact[RUNS + 1][FRAMES * CONTACTS];
    reference exact;
} d;

/* any number; some are not finite, which JSON does not have */
static double any(void)
{
    const int k = rng_int(&r, 60);

    return k == 0 ? HUGE_VAL : k == 1 ? (double)NAN : k == 2 ? 0.0
         : rng_range(&r, -1.0, 1.0) * pow(10.0, rng_range(&r, -12.0, 12.0));
}

static void fill(double *x, int n)
{
    for (int i = 0; i < n; i++) x[i] = any();
}

static void make_scene(void)
{
    static const char *const titles[] = { "", "a\"b\\c", "<\t\001>", "plain" };

    snprintf(d.title, sizeof d.title, "%s", titles[rng_int(&r, 4)]);
    d.s.title = d.title;
    fill(d.s.gravity, 2);
    d.s.nobstacle = rng_int(&r, OBSTACLES + 1);
    d.s.obstacle = d.obstacle;
    for (int k = 0; k <= OBSTACLES; k++) {
        d.obstacle[k].closed = rng_int(&r, 2);
        d.obstacle[k].nvert = 2 + d.obstacle[k].closed + rng_int(&r, 2);
        d.obstacle[k].xy = d.vertex[k];
        d.obstacle[k].mu = any();
        d.obstacle[k].line = rng_int(&r, 99);
        for (int i = 0; i < 8; i++) d.vertex[k][i] = rng_range(&r, -5.0, 5.0);
    }
    d.s.nbody = rng_int(&r, 2) * rng_int(&r, BODIES + 1);
    d.s.body = d.body;
    for (int k = 0; k <= BODIES; k++) {
        scene_body *b = d.body + k;
        snprintf(d.name[k], sizeof d.name[k], "body%d", k);
        b->name = d.name[k];
        b->xy = d.corner[k];
        b->shape.xy = b->xy;
        b->shape.nvert = 1 + rng_int(&r, 4);
        b->shape.radius = any();
        b->body.kind = (mb_body_kind)rng_int(&r, 3);
        b->line = rng_int(&r, 99);
        fill(b->xy, 8);
        fill(b->q, 3);
        fill(b->v, 3);
    }
    d.s.nparticle = rng_int(&r, PARTICLES + 1);
    d.s.particle = d.particle;
    for (int k = 0; k <= PARTICLES; k++) {
        d.particle[k].line = rng_int(&r, 99);
        fill(d.particle[k].x, 2);
        fill(d.particle[k].v, 2);
    }
    d.s.njoint = rng_int(&r, JOINTS + 1);
    d.s.joint = d.joint;
    for (int k = 0; k <= JOINTS; k++) {
        d.joint[k].joint.kind = (mb_joint_kind)rng_int(&r, 5);
        d.joint[k].joint.a = rng_int(&r, 9) - 1;
        d.joint[k].joint.b = rng_int(&r, 9) - 1;
        fill(d.joint[k].joint.pa, 2);
        fill(d.joint[k].joint.pb, 2);
    }
}

static void make_runs(void)
{
    d.p.nrun = rng_int(&r, RUNS + 1);
    d.p.run = d.run;
    for (int k = 0; k <= RUNS; k++) {
        page_run *run = d.run + k;
        int contacts = 0;
        run->name = "st";
        run->title = d.title;
        run->style = rng_int(&r, 3 * SVG_STYLES);
        run->failed = rng_int(&r, 2) ? NULL : "stopped \"early\"";
        run->scene = &d.s;
        run->reference = rng_int(&r, 2) ? &d.exact : NULL;
        run->every = 1 + rng_int(&r, 3);
        run->frames = rng_int(&r, FRAMES + 1);
        run->width = PAGE_FRAME + 3 * (d.s.nbody + d.s.nparticle);
        run->solved = rng_int(&r, 2);
        run->reaches = rng_int(&r, 2);
        run->frame = d.frame[k];
        run->contact = d.contact[k];
        fill(d.frame[k], FRAMES * WIDTH);
        fill(d.contact[k], FRAMES * CONTACTS);
        for (int i = 0; i < run->frames; i++) {
            contacts += rng_int(&r, CONTACTS);
            d.frame[k][i * run->width + PAGE_CONTACTS] = contacts;
        }
    }
}

/* ---- the same, written plainly ---- */

static void put(const char *text) { output_string(&want, text); }

static void put_text(const char *text)
{
    put("\"");
    for (; *text; text++)
        if (*text == '"') put("\\\"");
        else if (*text == '\\') put("\\\\");
        else if (*text == '<') put("\\u003c");
        else if (*text < ' ') output_printf(&want, "\\u%04x", *text);
        else output_printf(&want, "%c", *text);
    put("\"");
}

/* n numbers with these many digits, with commas between them */
static void put_numbers(const double *x, int n, int digits)
{
    for (int i = 0; i < n; i++) {
        put(i > 0 ? "," : "");
        if (isfinite(x[i])) output_printf(&want, "%.*g", digits, x[i]);
        else put("null");
    }
}

/* from the vertices p to q, and the normal or, at the end of an obstacle, the direction outwards */
static void put_facet(const double *p, const double *q, double x, double y, int *n)
{
    const double l = hypot(x, y), facet[6] = { p[0], p[1], q[0], q[1], x / l, y / l };

    put((*n)++ ? "," : "");
    put_numbers(facet, 6, 17);
}

static void put_scene(void)
{
    int edges = 0, n = 0;

    put("\"title\":");
    put_text(d.title);
    put(",\"gravity\":[");
    put_numbers(d.s.gravity, 2, 17);
    put("],\n\"obstacles\":[");
    for (int k = 0; k < d.s.nobstacle; k++) {
        const scene_obstacle *o = d.obstacle + k;
        edges += o->nvert - !o->closed;
        output_printf(&want, "%s{\"closed\":%d,\"line\":%d,\"mu\":", k ? "," : "", o->closed,
                      o->line);
        put_numbers(&o->mu, 1, 17);
        put(",\"xy\":[");
        put_numbers(o->xy, 2 * o->nvert, 17);
        put("]}");
    }
    output_printf(&want, "],\n\"edges\":%d,\"facets\":[", edges);
    for (int k = 0; k < d.s.nobstacle; k++)
        for (int i = 0; i < d.obstacle[k].nvert - !d.obstacle[k].closed; i++) {
            const double *p = d.vertex[k] + 2 * i;
            const double *q = d.vertex[k] + 2 * ((i + 1) % d.obstacle[k].nvert);
            put_facet(p, q, p[1] - q[1], q[0] - p[0], &n);      /* on the left */
        }
    for (int k = 0; k < d.s.nobstacle; k++) {
        const int last = d.obstacle[k].nvert - 1, closed = d.obstacle[k].closed;
        const double *a = d.vertex[k], *y = closed ? a : a + 2 * last;
        const double *x = a + 2 * last - 2 * !closed;             /* the last edge, from x to y */
        put_facet(a, a, a[0] - a[2], a[1] - a[3], &n);
        put_facet(y, y, y[0] - x[0], y[1] - x[1], &n);
    }
    put("],\n\"bodies\":[");
    for (int k = 0; k < d.s.nbody + d.s.nparticle; k++) {
        static const double zero[3] = { 0.0, 0.0, 0.0 };
        const scene_body *b = k < d.s.nbody ? d.body + k : NULL;
        const scene_particle *p = b ? NULL : d.particle + k - d.s.nbody;
        const int moves = p || b->body.kind != MB_STATIC;
        char name[SCENE_NAME];
        scene_name(&d.s, k, name);
        output_printf(&want, "%s{\"name\":\"%s\",\"shape\":[", k ? "," : "", name);
        put_numbers(b ? b->xy : zero, b ? 2 * b->shape.nvert : 2, 17);
        put("],\"radius\":");
        put_numbers(b ? &b->shape.radius : zero, 1, 17);
        output_printf(&want, ",\"moves\":%d,\"line\":%d,\"q\":[", moves, b ? b->line : p->line);
        put_numbers(b ? b->q : p->x, 2, 17);
        put(",");
        put_numbers(b ? b->q + 2 : zero, 1, 17);
        put("],\"v\":[");
        put_numbers(b ? b->v : p->v, 2, 17);
        put(",");
        put_numbers(b ? b->v + 2 : zero, 1, 17);
        put("]}");
    }
    put("],\n\"joints\":[");
    for (int k = 0; k < d.s.njoint; k++) {
        const mb_joint *j = &d.joint[k].joint;
        output_printf(&want, "%s{\"kind\":\"%s\",\"a\":%d,\"b\":%d,\"p\":[", k ? "," : "",
                      j->kind == MB_REVOLUTE ? "revolute" : j->kind == MB_PRISMATIC ? "prismatic"
                      : j->kind == MB_WELD ? "weld" : j->kind == MB_DISTANCE ? "distance" : "rope",
                      j->a, j->b);
        put_numbers(j->pa, 2, 17);
        put(",");
        put_numbers(j->pb, 2, 17);
        put("]}");
    }
    put("]");
}

static void put_column(int k, const char *name, int number)
{
    output_printf(&want, ",\"%s\":[", name);
    for (int i = 0; i < d.run[k].frames; i++) {
        put(i ? "," : "");
        put_numbers(d.frame[k] + i * d.run[k].width + number, 1, 7);
    }
    put("]");
}

static void put_run(int k)
{
    static const char *const marker[] = { "", "circle", "square", "triangle", "diamond", "caret" };
    const page_run *run = d.run + k;
    const svg_style *look = svg_style_at(run->style);

    put("{\"name\":\"st\",\"title\":");
    put_text(d.title);
    if (run->style == SVG_STYLE_EXACT) put(",\"colour\":\"exact\"");
    else output_printf(&want, ",\"colour\":\"c%d\"", (run->style - SVG_STYLE_FORMULATION) % 7);
    output_printf(&want, ",\"dash\":\"%s\",\"marker\":\"%s\",\"reaches\":%d", look->dash,
                  marker[look->marker], run->reaches);
    put(",\"failed\":");
    if (run->failed) put_text(run->failed);
    else put("null");
    put(",\"q\":[");
    for (int b = 0; b < d.s.nbody + d.s.nparticle; b++) {
        put(b ? ",[" : "[");
        for (int i = 0; i < run->frames; i++) {
            put(i ? "," : "");
            put_numbers(d.frame[k] + i * run->width + PAGE_FRAME + 3 * b, 3, 17);
        }
        put("]");
    }
    put("]");
    put_column(k, "energy", PAGE_ENERGY);
    if (run->solved && run->reference) put_column(k, "error", PAGE_ERROR);
    if (run->solved) {
        int from = 0;
        put_column(k, "size", PAGE_SIZE);
        put_column(k, "iterations", PAGE_ITERATIONS);
        put_column(k, "residual", PAGE_RESIDUAL);
        put(d.s.nbody ? ",\"touches\":[" : ",\"contacts\":[");
        for (int i = 0; i < run->frames; i++) {
            const int to = (int)d.frame[k][i * run->width + PAGE_CONTACTS];
            put(i ? ",[" : "[");
            put_numbers(d.contact[k] + from, to - from, 7);
            put("]");
            from = to;
        }
        put("]");
    }
    put("}\n");
}

static void put_data(void)
{
    const double step = d.p.h * (d.p.nrun > 0 ? d.run[0].every : 1);
    int n = 0;

    put("{\"subtitle\":");
    put_text(d.p.subtitle);
    put(",\"step\":");
    put_numbers(&step, 1, 17);
    put(",\"time\":");
    put_numbers(&d.p.time, 1, 17);
    put(",\"epsilon\":");
    put_numbers(&d.p.epsilon, 1, 17);
    put(",\"view\":[");
    put_numbers(d.view, 4, 17);
    put("],\n");
    put_scene();
    put(",\n\"runs\":[\n");
    for (int k = 0; k < d.p.nrun; k++)
        if (d.run[k].frames > 0) {
            put(n++ ? "," : "");
            put_run(k);
        }
    put("]}");
}

int main(void)
{
    enum { ROUNDS = 300, PAGES = 5 };      /* the first as a whole, of others the data */
    int bad = 0, places = 0;

    for (int round = 0; round < ROUNDS; round++) {
        memset(&d, 0, sizeof d);
        make_scene();
        make_runs();
        d.p.scene = &d.s;
        d.p.subtitle = "h = 0.01 s";
        d.p.h = rng_unit(&r);
        d.p.time = any();
        d.p.epsilon = any();
        d.p.view = d.view;
        fill(d.view, 4);
        want.size = got.size = 0;
        page_write(&d.p, &got);
        for (const char *const *line = page_text; *line && round < PAGES; line++) {
            const char *at = strstr(*line, "@@data@@");
            if (at) {
                output_bytes(&want, *line, (size_t)(at - *line));
                put_data();
                places++;
            }
            put(at ? at + strlen("@@data@@") : *line);
        }
        const char *data = round < PAGES ? got.data : strstr(got.data, "{\"subtitle\":");
        if (round >= PAGES) put_data();
        bad += !data || !texts_agree(data, want.data, 1e-15);
    }
    check(places == PAGES, "the page has one place for its data");
    check(bad == 0, "%d random pages: their data: %d wrong", ROUNDS, bad);
    output_free(&want);
    output_free(&got);
    return check_done();
}
