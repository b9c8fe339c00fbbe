/* test_units.c: runs do not depend on the units of length, mass and time, nor on the order of
 * bodies, nor on left and right
 *
 * Every small scene is run in its own units, and in units that differ from them by powers of two.
 * So a constant that is meant for metres or newtons would show, as would a sum of terms of
 * different kinds.
 *
 *   another unit of time      all numbers are the same, converted back, to the last digit, and each
 *                             step is made in the same way with as many iterations
 *   of length as well         the same, except where a pivot is chosen among rows in different
 *                             units: `mixed`
 *   of mass as well           states are the same up to rounding, as Lemke's path depends on the
 *                             unit of impulses
 *   bodies in another order,  states are the same up to rounding; not compared after a few sweeps,
 *   or a mirror image         whose iterate depends on the order
 */
#include "check.h"

#include <dirent.h>
#include <stdlib.h>

#include "minisim2d/motion/simulate.h"

/* in powers of two: the factor of a length, a mass, a time */
typedef struct {
    int metre, kilogram, second;
} units;

/* x, which has the unit m^metre kg^kilogram s^second, in other units */
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
    const int way = j->kind == MB_REVOLUTE ? 0 : 1;            /* 1 if the coordinate is a length */

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

/* bodies, joints and supports in the opposite order; the two bodies of a distance or rope are
 * exchanged */
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

/* ---- the numbers of a run, in the scene's units ---------------------------------------------- */

enum { NUMBERS = 1 << 18 };

typedef struct {
    int n, states;               /* states = 1: only positions and velocities */
    mb_status status;
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
    const units *u;              /* NULL: the scene's, and only states, in the original order */
    change_kind kind;
    int bodies, particles;
    double row[64][6];           /* a step's states in that order */
} watcher;

/* keeps a state, mirrored back; the last of a step puts them all */
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
    record *r = w->r;
    units back = { 0, 0, 0 };

    if (!w->u) {
        put_states(w, row);
        return 0;
    }
    back = (units){ -w->u->metre, -w->u->kilogram, -w->u->second };
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
    int sweeps, longer;          /* sweeps, or 0; factor of the step length */
} method;

static const method methods[] = {
    { MB_SWEPT, MB_FORM_LCP, NULL, 0, 1 }, { MB_ST, MB_FORM_MLCP, NULL, 0, 4 },
    { MB_PEG, MB_FORM_LCP, "lemke", 0, 1 }, { MB_AP, MB_FORM_BOX, "pgs", 0, 1 },
    { MB_SWEPT, MB_FORM_LCP, NULL, 4, 2 }
};

static void run(const char *path, const method *m, int steps, const units *u,
                     change_kind kind, record *r)
{
    watcher w = { .r = r, .u = u, .kind = kind };
    simulation done;
    settings with;
    scene s;

    r->n = 0;
    r->status = MB_BAD_ARG;
    if (scene_read(path, &s, stdout) != 0) return;
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
    r->status = simulate(&s, &with, &done, NULL);
    put(r, done.steps);
    if (!r->states) put(r, done.nsolver);
    for (int k = 0; k < done.nsolver && !r->states; k++) put(r, done.solver[k].problems);
    simulation_free(&done);
    scene_free(&s);
}

/* runs the scene again, otherwise; no number x may differ by more than tol (1 + |x|) */
static void again(const char *path, int k, const char *how, int steps, const units *u,
                  change_kind kind, double tol)
{
    int off = 0;

    run(path, methods + k, steps, u, kind, &second);
    for (int i = 0; i < first.n && i < second.n; i++)
        if (!(fabs(first.x[i] - second.x[i]) <= tol * (1.0 + fabs(first.x[i]))) && off++ == 0)
            note("number %d is %.17g, now %.17g", i, first.x[i], second.x[i]);
    check(off == 0 && first.n == second.n && first.n > 0 && first.n < NUMBERS &&
              first.status == second.status,
          "%s, method %d, %s: of %d numbers, now %d, %d differ by more than %g; %s, now %s", path,
          k + 1, how, first.n, second.n, off, tol, mb_status_name(first.status),
          mb_status_name(second.status));
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

/* scenes in which a pivot is chosen among rows in different units */
static const char mixed[] = "joy.scene double.scene block.scene stack.scene push.scene";

/* scenes whose collisions amplify rounding */
static const char chaotic[] = "thrown.scene";

static void look(const char *name, const char *path)
{
    static const units own = { 0, 0, 0 }, time = { 0, 0, -3 }, length = { 7, 0, -3 };
    static const units mass = { -9, 4, 2 };
    const int steps = check_few(28), fewer = check_few(16);

    for (int k = 0; k < (int)(sizeof methods / sizeof *methods); k++) {
        run(path, methods + k, steps, &own, AS_IS, &first);
        if (first.status == MB_BAD_ARG) continue;              /* supports that are discs */
        again(path, k, "another unit of time", steps, &time, AS_IS, 0.0);
        if (!is_one_of(name, mixed))
            again(path, k, "another unit of length", steps, &length, AS_IS, 0.0);
        if (is_one_of(name, chaotic)) continue;
        first.states = second.states = 1;
        run(path, methods + k, fewer, &own, AS_IS, &first);
        again(path, k, "another unit of mass", fewer, &mass, AS_IS, 1e-7);
        if (methods[k].sweeps == 0) {
            run(path, methods + k, fewer, NULL, AS_IS, &first);
            again(path, k, "another order", fewer, NULL, REORDERED, 1e-7);
            again(path, k, "a mirror image", fewer, NULL, MIRRORED, 1e-7);
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
