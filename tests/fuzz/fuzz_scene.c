/* fuzz_scene.c: the scene reader against any bytes, for clang's libFuzzer
 *
 *     clang -g -O1 -I. -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *         tests/fuzz/fuzz_scene.c minisim2d/reading/[!p]*.c minisim2d/reading/parser.c minisim2d/writing/output.c minisim2d/writing/text.c minisim2d/bodies/[a-z]*.c \
 *         minisim2d/solving/mbsim.c -lm -o build/fuzz_scene
 *     mkdir -p build/corpus && build/fuzz_scene -max_total_time=120 build/corpus scenes
 *
 * What must hold besides the sanitizers: as many lines of messages as errors, an empty scene after an error, and after none a scene
 * that keeps every promise of scene.h, and whose bodies and joints mb_world_check takes.
 */
#define _POSIX_C_SOURCE 200809L
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

static void require_complete(const scene *s)
{
    require(s->title && s->title[0] && scene_count(s) >= 1 && s->nobstacle >= 0);
    for (const char *p = s->title; *p; p++) require((unsigned char)*p >= 0x20 || *p == '\t');
    require(s->h > 0.0 && s->time > 0.0 && s->epsilon > 0.0 && s->psi_min <= 0.0);
    require(isfinite(s->h) && isfinite(s->time) && isfinite(s->epsilon) && isfinite(s->gravity[0]) && isfinite(s->gravity[1]));
    require(scene_steps(s->time, s->h) >= 0);
    for (int k = 0; k < s->nparticle; k++) {
        const scene_particle *p = &s->particle[k];
        require(p->mass > 0.0 && isfinite(p->mass) && p->line >= 1);
        for (int c = 0; c < 2; c++) require(isfinite(p->x[c]) && isfinite(p->v[c]) && isfinite(p->force[c]));
    }
    for (int b = 0; b < s->nobstacle; b++) {
        const scene_obstacle *o = &s->obstacle[b];
        require(o->nvert >= (o->closed ? 3 : 2) && (o->mu >= 0.0 || (s->nbody > 0 && o->mu == -1.0)) && isfinite(o->mu) && o->line >= 1);
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

/* its bodies and joints as a world */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *messages = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&messages, &length);
    scene s;
    int lines = 0;

    if (!text || !f) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    int errors = scene_parse("FILE", text, size, &s, f);
    fclose(f);
    for (size_t i = 0; i < length; i++) lines += messages[i] == '\n';
    require(lines == errors);
    if (errors) require(!s.title && !s.obstacle && !s.particle && s.nobstacle == 0 && s.nparticle == 0 && !s.body && !s.joint);
    else {
        require_complete(&s);
        require_world(&s);
    }
    scene_free(&s);
    free(messages);
    free(text);
    return 0;
}
