/* test_units.c: runs do not depend on the units of length, mass and time, nor on the order of
 * bodies, nor on left and right
 *
 * Every small scene is run in its own units, and in others by powers of two. If only the unit of
 * time is another, every number is the same but for its unit's power: not a digit changes, and each
 * step is made in the same way, with as many iterations. So it is with lengths, too, except where a
 * pivot is chosen among rows of different kinds; and with masses up to rounding, as Lemke's path
 * depends on the unit of impulses. A constant that is meant for metres or newtons, or a sum of
 * terms of different kinds, would show. In another order, and in a mirror, states are the same up
 * to rounding, but for a few sweeps, whose iterate depends on the order.
 */
#include "check.h"

#include <dirent.h>
#include <stdlib.h>

#include "minisim2d/motion/simulate.h"

/* powers of two: of a metre, a kilogram, a second */
typedef struct {
    int metre, kilogram, second;
} units;

static double times(double x, int metre, int kilogram, int second, const units *u)
{
    return ldexp(x, metre * u->metre + kilogram * u->kilogram + second * u->second);
}

static void all(int n, double *x, int metre, int kilogram, int second, const units *u)
{
    for (int i = 0; i < n; i++) x[i] = times(x[i], metre, kilogram, second, u);
}

static void change_joint(mb_joint *j, const units *u)
{
    const int way = j->kind == MB_REVOLUTE ? 0 : 1;            /* the coordinate's metres */

    all(2, j->pa, 1, 0, 0, u);
    all(2, j->pb, 1, 0, 0, u);
    all(1, &j->length, 1, 0, 0, u);
    all(1, &j->lo, way, 0, 0, u);
    all(1, &j->hi, way, 0, 0, u);
    all(1, &j->rest, way, 0, 0, u);
    all(1, &j->speed, way, 0, -1, u);
    all(1, &j->effort, 2 - way, 1, -2, u);
    all(1, &j->stiffness, 2 - 2 * way, 1, -2, u);
    all(1, &j->damping, 2 - 2 * way, 1, -1, u);
}

static void change_body(scene_body *b, const units *u)
{
    all(2 * b->shape.nvert, b->xy, 1, 0, 0, u);
    all(1, &b->shape.radius, 1, 0, 0, u);
    all(1, &b->body.mass, 0, 1, 0, u);
    all(1, &b->body.inertia, 2, 1, 0, u);
    all(2, b->q, 1, 0, 0, u);
    all(2, b->v, 1, 0, -1, u);
    all(1, b->v + 2, 0, 0, -1, u);
    all(2, b->force, 1, 1, -2, u);
    all(1, b->force + 2, 2, 1, -2, u);
}

static void change(scene *s, const units *u)
{
    all(2, s->gravity, 1, 0, -2, u);
    all(1, &s->h, 0, 0, 1, u);
    all(1, &s->time, 0, 0, 1, u);
    all(1, &s->epsilon, 1, 0, 0, u);
    all(1, &s->psi_min, 1, 0, 0, u);
    all(1, &s->recovery, 1, 0, -1, u);
    for (int i = 0; i < s->nobstacle; i++)
        all(2 * s->obstacle[i].nvert, s->obstacle[i].xy, 1, 0, 0, u);
    for (int i = 0; i < s->nparticle; i++) {
        all(1, &s->particle[i].mass, 0, 1, 0, u);
        all(2, s->particle[i].x, 1, 0, 0, u);
        all(2, s->particle[i].v, 1, 0, -1, u);
        all(2, s->particle[i].force, 1, 1, -2, u);
    }
    for (int i = 0; i < s->nbody; i++) change_body(s->body + i, u);
    for (int i = 0; i < s->njoint; i++) change_joint(&s->joint[i].joint, u);
    for (int i = 0; i < s->nsupport; i++) {
        all(2, s->support[i].support.at, 1, 0, 0, u);
        all(1, &s->support[i].support.load, 1, 1, -2, u);
    }
}

static void reverse(size_t count, size_t size, void *array)
{
    unsigned char *at = array;

    for (size_t i = 0; i < count / 2; i++)
        for (size_t k = 0; k < size; k++) {
            unsigned char *a = at + i * size + k, *b = at + (count - 1 - i) * size + k, kept = *a;
            *a = *b;
            *b = kept;
        }
}

/* bodies and joints in the opposite order, and the bodies of a joint exchanged where that is the
 * same joint */
static void reorder(scene *s)
{
    reverse((size_t)s->nbody, sizeof *s->body, s->body);
    reverse((size_t)s->njoint, sizeof *s->joint, s->joint);
    reverse((size_t)s->nsupport, sizeof *s->support, s->support);
    for (int i = 0; i < s->nbody; i++) s->body[i].body.shape = i;
    for (int i = 0; i < s->nsupport; i++)
        s->support[i].support.body = s->nbody - 1 - s->support[i].support.body;
    for (int i = 0; i < s->njoint; i++) {
        mb_joint *j = &s->joint[i].joint;
        if (j->a >= 0) j->a = s->nbody - 1 - j->a;
        if (j->b >= 0) j->b = s->nbody - 1 - j->b;
        if (j->kind == MB_DISTANCE || j->kind == MB_ROPE) {
            const mb_joint was = *j;
            j->a = was.b;
            j->b = was.a;
            memcpy(j->pa, was.pb, sizeof was.pb);
            memcpy(j->pb, was.pa, sizeof was.pa);
        }
    }
}

static void mirror_all(int n, double *xy)
{
    for (int i = 0; i < n; i++) xy[2 * i] = -xy[2 * i];
    reverse((size_t)n, 2 * sizeof *xy, xy);
}

/* x := -x; polylines and polygons run the other way */
static void mirror(scene *s)
{
    s->gravity[0] = -s->gravity[0];
    for (int i = 0; i < s->nobstacle; i++) mirror_all(s->obstacle[i].nvert, s->obstacle[i].xy);
    for (int i = 0; i < s->nparticle; i++) {
        scene_particle *p = s->particle + i;
        p->x[0] = -p->x[0];
        p->v[0] = -p->v[0];
        p->force[0] = -p->force[0];
    }
    for (int i = 0; i < s->nbody; i++) {
        scene_body *b = s->body + i;
        mirror_all(b->shape.nvert, b->xy);
        for (int k = 0; k < 3; k += 2) {
            b->q[k] = -b->q[k];
            b->v[k] = -b->v[k];
            b->force[k] = -b->force[k];
        }
    }
    for (int i = 0; i < s->njoint; i++) {
        mb_joint *j = &s->joint[i].joint;
        const double lo = j->lo;
        j->pa[0] = -j->pa[0];
        j->pb[0] = -j->pb[0];
        j->axis[0] = -j->axis[0];
        j->angle = -j->angle;
        if (j->kind != MB_REVOLUTE) continue;
        j->lo = -j->hi;
        j->hi = -lo;
        j->rest = -j->rest;
        j->speed = -j->speed;
    }
    for (int i = 0; i < s->nsupport; i++)
        s->support[i].support.at[0] = -s->support[i].support.at[0];
}

/* ---- what a run was, in the scene's units ---------------------------------------------------- */

enum { NUMBERS = 1 << 18 };

typedef struct {
    int n, states;               /* states: only positions and velocities */
    double x[NUMBERS];
} record;

static record first, second;

static void put(record *r, double x)
{
    if (r->n < NUMBERS) r->x[r->n++] = x;
}

typedef enum { AS_IS, REORDERED, MIRRORED } change_kind;

typedef struct {
    record *r;
    const units *u;
    change_kind kind;
    int bodies, particles;
    double row[64][6];           /* a step's states, for the original order */
} watcher;

/* all states of a step, once they are there */
static void put_states(watcher *w, const trajectory_row *row)
{
    const int k = row->particle, count = w->bodies + w->particles;
    const int at = w->kind == REORDERED && k < w->bodies ? w->bodies - 1 - k : k;
    const double side = w->kind == MIRRORED ? -1.0 : 1.0;
    double *to = w->row[at];

    to[0] = side * row->x[0];
    to[1] = row->x[1];
    to[2] = side * row->angle;
    to[3] = side * row->v[0];
    to[4] = row->v[1];
    to[5] = side * row->spin;
    if (k < count - 1) return;
    for (int i = 0; i < count; i++)
        for (int n = 0; n < 6; n++) put(w->r, w->row[i][n]);
}

static int take(void *user, const trajectory_row *row)
{
    watcher *w = user;
    const units own_units = { 0, 0, 0 }, *u = w->u ? w->u : &own_units;
    const units back = { -u->metre, -u->kilogram, -u->second };
    record *r = w->r;

    if (!w->u) {
        put_states(w, row);
        return 0;
    }
    put(r, times(row->t, 0, 0, 1, &back));
    for (int i = 0; i < 2; i++) put(r, times(row->x[i], 1, 0, 0, &back));
    for (int i = 0; i < 2; i++) put(r, times(row->v[i], 1, 0, -1, &back));
    put(r, row->angle);
    put(r, times(row->spin, 0, 0, -1, &back));
    if (r->states) return 0;
    put(r, row->contacts);
    put(r, row->size);
    put(r, row->iterations);
    put(r, row->residual);
    put(r, row->way);
    put(r, row->parts);
    put(r, times(row->world ? row->world->energy : row->energy, 2, 1, -2, &back));
    if (!row->world) return 0;
    for (int i = 0; i < 2; i++) put(r, times(row->world->momentum[i], 1, 1, -1, &back));
    put(r, times(row->world->momentum[2], 2, 1, -1, &back));
    put(r, times(row->world->penetration, 1, 0, 0, &back));
    return 0;
}

typedef struct {
    mb_formulation formulation;
    mb_form form;
    const char *solver;
    int sweeps, longer;
} method;

static mb_status run(const char *path, const method *m, int steps, const units *u,
                     change_kind kind, record *r)
{
    watcher w = { .r = r, .u = u, .kind = kind };
    mb_status status;
    simulation done;
    settings with;
    scene s;

    r->n = 0;
    if (scene_read(path, &s, stdout) != 0) return MB_BAD_ARG;
    if (s.curved == SCENE_PROJECTED) s.curved = 0;             /* closes joints to 1e-5 m */
    if (!(s.recovery > 0.0)) s.recovery = 0.125;               /* m/s */
    s.h *= m->longer;
    s.time = fmin(s.time, (steps + 0.5) * s.h);
    if (u) change(&s, u);
    if (kind == REORDERED) reorder(&s);
    if (kind == MIRRORED) mirror(&s);
    w.bodies = s.nbody;
    w.particles = s.nparticle;
    settings_default(&with, &s);
    with.formulation = m->formulation;
    with.form = m->form;
    with.solver = m->solver;
    with.sweeps = m->sweeps;
    with.take = take;
    with.taker = &w;
    status = simulate(&s, &with, &done, NULL);
    put(r, done.steps);
    if (!r->states) put(r, done.nsolver);
    for (int k = 0; k < done.nsolver && !r->states; k++) put(r, done.solver[k].problems);
    simulation_free(&done);
    scene_free(&s);
    return status;
}

/* how many numbers differ; with `part` by more than this part of the largest of its column */
static int differences(const char *name, const units *u, double part)
{
    int off = 0, at = -1;

    if (!(part > 0.0) && first.n != second.n) off++;
    for (int i = 0; i < first.n && i < second.n; i++)
        if (!(fabs(first.x[i] - second.x[i]) <= part * (1.0 + fabs(first.x[i]))) && off++ == 0)
            at = i;
    if (at >= 0)
        note("%s, 2^(%d, %d, %d): number %d is %.17g, in these units %.17g", name, u->metre,
             u->kilogram, u->second, at, first.x[at], second.x[at]);
    return off;
}

static int is_small(const char *path)
{
    scene s;
    int count;

    if (scene_read(path, &s, stdout) != 0) return 0;
    count = scene_count(&s);
    scene_free(&s);
    return count <= 12;
}

static int is_one_of(const char *name, const char *list)
{
    const char *at = strstr(list, name);

    return at && (at == list || at[-1] == ' ');
}

static const method methods[] = {
    { MB_SWEPT, MB_FORM_LCP, NULL, 0, 1 }, { MB_ST, MB_FORM_MLCP, NULL, 0, 4 },
    { MB_PEG, MB_FORM_LCP, "lemke", 0, 1 }, { MB_AP, MB_FORM_BOX, "pgs", 0, 1 },
    { MB_SWEPT, MB_FORM_LCP, NULL, 4, 2 }
};

static const units own = { 0, 0, 0 };

static void look(const char *name, const char *path)
{
    static const units time = { 0, 0, -3 }, length = { 7, 0, -3 }, mass = { -9, 4, 2 };
    const int count = sizeof methods / sizeof *methods;

    for (int k = 0; k < count; k++) {
        const mb_status status = run(path, methods + k, check_few(28), &own, AS_IS, &first);
        int off = run(path, methods + k, check_few(28), &time, AS_IS, &second) != status;
        off += differences(name, &time, 0.0);
        check(off == 0, "%s, method %d: not a digit changes in other units of time (%d of %d do)",
              name, k + 1, off, first.n);
        if (!is_one_of(name, "joy.scene double.scene block.scene stack.scene push.scene")) {
            off = run(path, methods + k, check_few(28), &length, AS_IS, &second) != status;
            off += differences(name, &length, 0.0);
            check(off == 0, "and of length (%d do)", off);
        }
        if (is_one_of(name, "thrown.scene")) continue;         /* collisions amplify */
        first.states = second.states = 1;
        (void)run(path, methods + k, check_few(14), &own, AS_IS, &first);
        (void)run(path, methods + k, check_few(14), &mass, AS_IS, &second);
        off = differences(name, &mass, 1e-7);
        check(off == 0, "and no state by more than 1e-7 in other units of mass (%d do)", off);
        for (int kind = REORDERED; kind <= MIRRORED && methods[k].sweeps == 0; kind++) {
            (void)run(path, methods + k, check_few(16), NULL, AS_IS, &first);
            (void)run(path, methods + k, check_few(16), NULL, (change_kind)kind, &second);
            off = differences(name, &own, 1e-7);
            check(off == 0, "nor %s (%d do)", kind == REORDERED ? "in another order" :
                  "in a mirror", off);
        }
        first.states = second.states = 0;
    }
}

int main(void)
{
    DIR *folder = opendir("scenes");
    int scenes = 0;

    for (struct dirent *e = folder ? readdir(folder) : NULL; e; e = readdir(folder)) {
        const char *end = strstr(e->d_name, ".scene");
        char path[300];
        if (!end || end[6]) continue;
        snprintf(path, sizeof path, "scenes/%s", e->d_name);
        if (!is_small(path)) continue;
        look(e->d_name, path);
        scenes++;
    }
    if (folder) closedir(folder);
    check(scenes > 25, "all small scenes were run (%d)", scenes);
    return check_done();
}
