/* fuzz.c: tests the readers of scenes, problems and recorded steps on arbitrary bytes, with clang's
 * libFuzzer
 *
 *     clang -g -O1 -I. -D_POSIX_C_SOURCE=200809L -fsanitize=fuzzer,address,undefined \
 *         -fno-sanitize-recover=undefined tests/fuzz/fuzz.c minisim2d/reading/[a-z]*.c \
 *         minisim2d/writing/[a-z]*.c minisim2d/bodies/[a-z]*.c minisim2d/solving/[a-z]*.c -lm \
 *         -o build/fuzz
 *     mkdir -p build/corpus
 *     FUZZ=scene build/fuzz -max_total_time=120 build/corpus scenes
 *
 * FUZZ is scene, frames, or the name of a format of problems. Inputs to begin with for lcp:
 *     awk '/^problem/ { f = "build/corpus/" $2; next } f { print >f }' tests/data/problems.txt
 * and for frames:
 *     build/minisim2d/minisim2d run tip --time .02 --frames build/corpus/tip
 *
 * Checked besides the sanitizers: each error has one line of messages. Input without an error
 * satisfies every promise of its header: mb_world_check accepts its bodies and joints, and its
 * steps are valid for every formulation. Problems and steps survive writing and reading unchanged.
 */
#include "minisim2d/reading/frame.h"
#include "minisim2d/reading/problem.h"
#include "minisim2d/reading/scene.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int ok)
{
    if (!ok) abort();
}

/* ---- streams ---- */

static char *messages;
static size_t length;

static FILE *listen_to(void)
{
    FILE *to = open_memstream(&messages, &length);

    if (!to) abort();
    return to;
}

/* the number of lines of messages, which are then discarded */
static int lines_said(FILE *to)
{
    int count = 0;

    fclose(to);
    for (size_t i = 0; i < length; i++) count += messages[i] == '\n';
    free(messages);
    return count;
}

/* a copy of the bytes, so that reading beyond them is detected */
static char *copy_of(const void *bytes, size_t size)
{
    char *copy = malloc(size + 1);

    if (!copy) abort();
    if (size > 0) memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

static FILE *stream_of(char *copy, size_t size)
{
    FILE *in = fmemopen(copy, size > 0 ? size : 1, "r");

    if (!in) abort();
    if (size == 0) getc(in);
    return in;
}

/* ---- scenes ---- */

static void require_scene(const scene *s)
{
    require(s->title && s->title[0] && scene_count(s) >= 1 && s->nobstacle >= 0);
    for (const char *p = s->title; *p; p++) require((unsigned char)*p >= 0x20 || *p == '\t');
    require(s->h > 0.0 && s->time > 0.0 && s->epsilon > 0.0 && s->psi_min <= 0.0);
    require(isfinite(s->h) && isfinite(s->time) && isfinite(s->epsilon) &&
            isfinite(s->gravity[0]) && isfinite(s->gravity[1]));
    require(scene_steps(s->time, s->h) >= 0);
    for (int k = 0; k < s->nparticle; k++) {
        const scene_particle *p = &s->particle[k];
        require(p->mass > 0.0 && isfinite(p->mass) && p->line >= 1);
        for (int c = 0; c < 2; c++)
            require(isfinite(p->x[c]) && isfinite(p->v[c]) && isfinite(p->force[c]));
    }
    for (int b = 0; b < s->nobstacle; b++) {
        const scene_obstacle *o = &s->obstacle[b];
        require(o->nvert >= (o->closed ? 3 : 2) &&
                (o->mu >= 0.0 || (s->nbody > 0 && o->mu == -1.0)) && isfinite(o->mu) &&
                o->line >= 1);
        double area = 0.0, scale = 0.0;
        for (int i = 0; i < o->nvert; i++) {
            const double *p = o->xy + 2 * i, *q = o->xy + 2 * ((i + 1) % o->nvert);
            require(isfinite(p[0]) && isfinite(p[1]));
            if (i + 1 < o->nvert || o->closed) require(p[0] != q[0] || p[1] != q[1]);
            area += p[0] * q[1] - p[1] * q[0];
            scale += fabs(p[0] * q[1]) + fabs(p[1] * q[0]);
        }
        if (o->closed) require(area <= 1e-9 * scale);      /* clockwise */
    }
}

/* the scene's bodies and joints must make a valid world */
static void require_world(const scene *s)
{
    const size_t n = (size_t)s->nbody;
    mb_shape *shape = calloc(n + 1, sizeof *shape);
    mb_body *body = calloc(n + 1, sizeof *body);
    mb_joint *joint = calloc((size_t)s->njoint + 1, sizeof *joint);
    double *state = calloc(9 * n + 1, sizeof *state);
    mb_world w;

    if (!shape || !body || !joint || !state) abort();
    memset(&w, 0, sizeof w);
    for (size_t k = 0; k < n; k++) {
        shape[k] = s->body[k].shape;
        body[k] = s->body[k].body;
        memcpy(state + 3 * k, s->body[k].q, sizeof s->body[k].q);
        memcpy(state + 3 * (n + k), s->body[k].v, sizeof s->body[k].v);
        memcpy(state + 3 * (2 * n + k), s->body[k].force, sizeof s->body[k].force);
        require(s->body[k].name[0] && s->body[k].line >= 1);
    }
    for (int k = 0; k < s->njoint; k++) joint[k] = s->joint[k].joint;
    w.nshape = w.nbody = s->nbody;
    w.njoint = s->njoint;
    w.shape = shape;
    w.body = body;
    w.joint = joint;
    w.q = state;
    w.v = state + 3 * n;
    w.force = state + 6 * n;
    w.h = s->h;
    w.epsilon = s->epsilon;
    w.restitution = s->restitution;
    w.recovery = s->recovery;
    w.curved = s->curved;
    require(mb_world_check(&w, NULL, NULL) == MB_OK);
    free(shape);
    free(body);
    free(joint);
    free(state);
}

static void fuzz_scene(const uint8_t *data, size_t size)
{
    char *text = copy_of(data, size);
    FILE *to = listen_to();
    scene s;
    const int errors = scene_parse("FILE", text, size, &s, to);

    require(lines_said(to) == errors);
    if (errors) {
        require(!s.title && !s.obstacle && !s.particle && s.nobstacle == 0 && s.nparticle == 0 &&
                !s.body && !s.joint);
    } else {
        require_scene(&s);
        require_world(&s);
    }
    scene_free(&s);
    free(text);
}

/* ---- problems ---- */

static const problem_format *format;

static int parse_problem(const void *bytes, size_t size, lcp_file *p)
{
    char *text = copy_of(bytes, size);
    FILE *to = listen_to(), *in = stream_of(text, size);
    int errors, said;

    memset(p, 0, sizeof *p);
    errors = format->parse("fuzz", in, p, to);
    said = lines_said(to);
    if (errors) lcp_file_free(p);
    fclose(in);
    free(text);
    require(errors >= 0 && errors <= 10 && said == errors + (errors == 10));
    return errors;
}

static void require_problem(const lcp_file *p)
{
    require(p->n >= 0 && p->n <= MB_MAX_N && p->nfree >= 0 && p->nfree <= p->n &&
            (p->mixed || p->nfree == 0));
    for (int i = 0; i < p->n * p->n; i++) require(isfinite(p->A[i]));
    for (int i = 0; i < p->n; i++) {
        require(isfinite(p->b[i]) && p->lo[i] <= p->hi[i] && p->lo[i] < HUGE_VAL &&
                p->hi[i] > -HUGE_VAL);
        if (i < p->nfree) require(p->lo[i] == -HUGE_VAL && p->hi[i] == HUGE_VAL);
    }
}

static void fuzz_problem(const uint8_t *data, size_t size)
{
    lcp_file p, q;
    output_text text = { NULL, 0, 0, 0 };

    if (parse_problem(data, size, &p) > 0) {
        require(!p.A && !p.b && !p.lo && !p.hi && p.n == 0);
        return;
    }
    require_problem(&p);
    const mb_mlcp m = { p.n, p.A, p.b, p.lo, p.hi, NULL };
    if (!format->lacks || !format->lacks(&m)) {
        format->write(&m, 0, &text);
        require(parse_problem(text.data, text.size, &q) == 0 && q.n == p.n);
        for (int i = 0; i < p.n * p.n; i++) require(memcmp(p.A + i, q.A + i, sizeof *p.A) == 0);
        for (int i = 0; i < p.n; i++) {
            require(memcmp(p.b + i, q.b + i, sizeof *p.b) == 0);
            require(p.lo[i] >= q.lo[i] && p.lo[i] <= q.lo[i] && p.hi[i] >= q.hi[i] &&
                    p.hi[i] <= q.hi[i]);
        }
        lcp_file_free(&q);
    }
    output_free(&text);
    lcp_file_free(&p);
}

/* ---- recorded steps ---- */

static void require_frame(const frame *f)
{
    require(f->step >= 1 && f->t >= 0.0 && f->d.h > 0.0 && f->nbody >= 1 &&
            f->ncontact == f->d.nc && f->n >= 0);
    require(f->formulation < mb_formulation_count && f->solver[0] &&
            strlen(f->solver) < sizeof f->solver);
    for (int i = 0; i < f->nbody; i++) require(f->body[i].mass >= 0.0 && f->body[i].inertia >= 0.0);
    for (int i = 0; i < f->ncontact; i++) {
        const frame_contact *c = f->contact + i;
        require(c->a != c->b && fabs(hypot(c->n[0], c->n[1]) - 1.0) < 1e-8 && c->mu >= 0.0 &&
                isfinite(c->psi));
        require(!f->stick || strchr("osl", f->stick[i]));
    }
    for (int i = 0; i < f->n; i++) require(isfinite(f->z[i]));
}

/* reads the steps of a text, and writes them to out; returns the number of errors */
static int parse_frames(const void *bytes, size_t size, output_text *out)
{
    char *text = copy_of(bytes, size);
    FILE *to = listen_to(), *in = stream_of(text, size);
    int more, errors;
    frame_reader r;

    frame_write_head("fuzz", out);
    more = frame_reader_begin(&r, "fuzz", in, to) == 0 ? 1 : -1;
    while (more > 0 && (more = frame_reader_next(&r)) > 0) {
        require_frame(&r.frame);
        frame_write(&r.frame, out);
        for (int i = 0; i < mb_formulation_count; i++) {
            const mb_dynamics *d = frame_dynamics(&r, i);
            require(d && mb_check_dynamics(d, NULL) == MB_OK);
        }
    }
    frame_write_end(r.count, out);
    errors = r.l.in.errors;
    frame_reader_end(&r);
    fclose(in);
    free(text);
    require((more < 0) == (errors > 0) && lines_said(to) == errors);
    return errors;
}

static void fuzz_frames(const uint8_t *data, size_t size)
{
    output_text first = { NULL, 0, 0, 0 }, second = { NULL, 0, 0, 0 };

    if (parse_frames(data, size, &first) == 0) {
        require(parse_frames(first.data, first.size, &second) == 0);
        require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    }
    output_free(&first);
    output_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const problem_format *const formats[] = { &problem_lcp, &problem_mat, &problem_path,
        &problem_siconos };
    const char *what = getenv("FUZZ");

    for (int i = 0; what && i < 4; i++)
        if (strcmp(what, formats[i]->name) == 0) format = formats[i];
    if (format) fuzz_problem(data, size);
    else if (what && strcmp(what, "frames") == 0) fuzz_frames(data, size);
    else fuzz_scene(data, size);
    return 0;
}
