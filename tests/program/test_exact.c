/* test_exact.c: the event-driven reference against closed forms, scenes of the papers, and laws
 * that hold for any motion */
#include <stdlib.h>
#include <string.h>

#include "minisim2d/truth/exact.h"
#include "check.h"
#include "core/terrains.h"

#define G 9.81

typedef terrain_scene world;         /* a scene of one particle */

/* the depth of x in an obstacle; x is inside if it is below an open chain, or by the winding number
 * of a polygon */
static double depth(const scene_obstacle *o, const double *x)
{
    double nearest = HUGE_VAL, turns = 0.0;
    int below = 0;

    for (int k = 0; k < (o->closed ? o->nvert : o->nvert - 1); k++) {
        const double *p = o->xy + 2 * k, *q = o->xy + 2 * ((k + 1) % o->nvert);
        const double a[2] = {p[0] - x[0], p[1] - x[1]}, b[2] = {q[0] - x[0], q[1] - x[1]};
        turns += atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
        nearest = fmin(nearest, mb_distance_to_segment(x, p, q));
        if (!o->closed && p[0] <= x[0] && x[0] <= q[0])
            below = b[1] * (x[0] - p[0]) > a[1] * (x[0] - q[0]);
    }
    return below || (o->closed && fabs(turns) > PI) ? nearest : 0.0;
}

/* the events' kinds as letters: Start Hit Leave Next sliP sTop End */
static const char *kinds(const exact_path *p)
{
    static char text[128];
    int n = 0;

    for (int i = 0; i < p->nevent && n < 126; i++) text[n++] = "SHLNPTE"[p->event[i].kind];
    text[n] = '\0';
    return text;
}

/* ---- a story: a run of a scene, and checks of its events ---- */

static exact_path path;
static const char *title;            /* begins the name of every check of the story */

#define story(condition, what) check(condition, "%s: %s", title, what)
#define story_near(got, want, tol, what) check_near(got, want, tol, "%s: %s", title, what)

/* runs a scene to t_end; the letters of its events must be want, unless that is NULL */
static void run_scene(const scene *s, double t_end, const char *want)
{
    exact_free(&path);
    check(exact_run(s, 0, t_end, &path, stdout) == 0, "%s: the run succeeds", title);
    if (!want || check(strcmp(kinds(&path), want) == 0, "%s: the events are %s", title, want))
        return;
    note("they are %s", kinds(&path));
}

/* a whole story: statements for the ground and labels of the particle, which has 1 kg */
static void tell(const char *name, const char *ground, const char *particle, double t_end,
                 const char *want)
{
    char text[400];
    scene s;

    title = name;
    snprintf(text, sizeof text, "step 1\ntime 1\nepsilon 1\n%s\nparticle mass 1 %s\n", ground,
             particle);
    if (scene_parse(title, text, strlen(text), &s, stdout) == 0) run_scene(&s, t_end, want);
    else check(0, "%s: the scene can be read", title);
    scene_free(&s);
}

/* checks that event i happens at t in (x, y), to within tt and tx */
static void check_event(int i, double t, double x, double y, double tt, double tx)
{
    const exact_event none = {0};
    const exact_event *e = i < path.nevent ? &path.event[i] : &none;
    const int ok = i < path.nevent && fabs(e->t - t) <= tt && fabs(e->x[0] - x) <= tx &&
                   fabs(e->x[1] - y) <= tx;

    if (check(ok, "%s: event %d at t = %.4f, (%.3f, %.3f)", title, i, t, x, y)) return;
    note("event %d of %d at t = %.17g, (%.17g, %.17g)", i, path.nevent, e->t, e->x[0], e->x[1]);
}

/* ---- scenes of the papers, to the digits printed with their definitions ---- */

/* runs a shipped scene; test_scene.c checks its ground */
static void run_file(const char *name, double t_end, const char *want)
{
    char file[64];
    scene s;

    title = name;
    snprintf(file, sizeof file, "scenes/%s.scene", name);
    if (scene_read(file, &s, stdout) == 0) run_scene(&s, t_end, want);
    else check(0, "%s: the scene can be read", title);
    scene_free(&s);
}

static void test_hills(void)
{
    static const double want[][3] = { { .5334, 2.207, .604 },  { .8116, 2.412, .809 },
                                      { .8663, 2.479, .843 },  { .9901, 2.691, .951 },
                                      { 1.3598, 4.272, .668 }, { 1.4303, 4.412, .809 },
                                      { 1.8585, 6.384, .781 } };

    run_file("hills", 2.5, "SHLHLHLHLHLE");
    for (int i = 0; i < 7; i++)
        check_event(i + 1, want[i][0], want[i][1], want[i][2], 5.1e-5, 5.1e-4);
    story_near(path.event[8].t, 1.8698, 5.1e-5, "the time at the last corner");
    check_event(11, 2.5, 10.282, 1.074, 0.0, 5.1e-4);
    story_near(path.event[2].x[0], 3.0 - cos(.3 * PI), 1e-14, "leaves exactly at the corner");
    story(path.event[1].edge[0] == 12 && path.event[3].edge[0] == 13,
          "the numbers of the edges that are hit");
}

static void test_sawtooth(void)
{
    run_file("sawtooth", 1.2, "SHLHE");
    check_event(1, .5942, 1.188, .088, 5.1e-5, 5.1e-4);
    check_event(2, 1.0025, 1.5, .15, 5.1e-5, 1e-14);
    check_event(3, 1.1774, 1.566, .013, 5.1e-5, 5.1e-4);

    run_file("sawtooth-friction", 1.5, "SHLHTE");
    check_event(1, .5893, 3.536, .107, 5.1e-5, 5.1e-4);
    check_event(2, .6870, 3.75, .15, 5.1e-5, 1e-14);
    check_event(3, .8619, 4.077, .065, 5.1e-5, 5.1e-4);
    check_event(4, .9699, 4.115, .073, 5.1e-5, 5.1e-4);
}

/* ---- closed forms ---- */

/* An obtuse valley without friction: each passage of the corner multiplies the speed by cos(turn),
 * and on a wall of slope angle q an excursion at speed w takes 2 w / (g sin q). The sum over all
 * passages is a geometric series. */
static void test_rattle(void)
{
    double x[2];
    /* turn = 2 q, cos 2q = 1 - 2 sin^2 q */
    const double sine = 1 / sqrt(5.0), ratio = 3.0 / 5.0;

    tell("rattle", "chain -2 1  0 0  2 1", "position -1 .5", 9.0, NULL);
    const double first = sqrt(sqrt(5.0) / (G * sine)), speed = G * sine * first;
    const double stop = first + 2 * speed * ratio / (G * sine) / (1 - ratio);
    check_event(2, first, 0.0, 0.0, 1e-14, 0.0);
    /* the limit of infinitely many passages */
    check_event(path.nevent - 2, stop, 0.0, 0.0, 1e-12, 0.0);
    story(path.nevent > 8 && path.event[path.nevent - 2].kind == EXACT_STOP, "ends in a stop");
    /* the highest point on the far side */
    exact_at(&path, first + speed * ratio / (G * sine), x, NULL);
    story_near(hypot(x[0] - ratio * ratio, x[1] - 0.5 * ratio * ratio), 0.0, 1e-13, "its place");

    tell("rattle, cut short", "chain -2 1  0 0  2 1", "position -1 .5", stop - 1e-6, NULL);
    story(path.event[path.nevent - 1].kind == EXACT_END &&
              path.event[path.nevent - 2].kind == EXACT_HIT,
          "it has not stopped yet");
    check_event(path.nevent - 1, stop - 1e-6, 0.0, 0.0, 0.0, 1e-11);

    /* with friction the particle goes up against g (sin + mu cos) and down with g (sin - mu cos),
     * and the corner multiplies its speed by c = cos - mu sin of the turn */
    const double mu = 0.125, cosine = 2 * sine, up = G * (sine + mu * cosine),
                 down = G * (sine - mu * cosine);
    const double keep = sqrt(down / up) * (ratio - mu * 0.8);
    tell("rattle with friction", "chain -2 1  0 0  2 1 mu .125", "position -1 .5", 9.0, NULL);
    const double t1 = sqrt(sqrt(5.0) / down), w1 = down * t1 * (ratio - mu * 0.8);
    const double end = t1 + w1 * (1 / up + sqrt(down / up) / down) / (1 - keep);
    check_event(path.nevent - 2, end, 0.0, 0.0, 1e-12, 0.0);
    story(path.event[path.nevent - 2].kind == EXACT_STOP, "ends in a stop");
}

/* Two edges that meet in the origin, each with its own friction: down from (-1, down) and on to (1,
 * up); or the mirror image, which begins at (1, down). The particle starts at rest on the first
 * edge. It stops at the given time to 2e-15. */
static void rattle_once(int mirror, double down, double mu_down, double up, double mu_up,
                        double stop, const char *name)
{
    char ground[200], particle[60];

    snprintf(ground, sizeof ground, "chain -1 %.17g  0 0 mu %.17g\nchain 0 0  1 %.17g mu %.17g",
             mirror ? up : down, mirror ? mu_up : mu_down, mirror ? down : up,
             mirror ? mu_down : mu_up);
    snprintf(particle, sizeof particle, "position %d %.17g", mirror ? 1 : -1, down);
    tell(name, ground, particle, 9.0, "SPHTE");
    check_event(path.nevent - 2, stop, 0.0, 0.0, 2e-15, 0.0);
}

/* Excursions shorter than the tolerance are not followed, but their time counts. The corner
 * multiplies the speed by about a millionth.
 *
 *   right angle   slopes 1 and 1 - d: without friction the corner multiplies the speed by
 *                 c = cos(turn), an excursion takes 2/(g sin) times the speed, and so on from side
 *                 to side; if the first slope has friction, the particle sticks when it comes back
 *   rough floor   a floor with friction 1 - d: the corner multiplies the speed by
 *                 cos 45 - (1 - d) sin 45, and the slide takes 1/(mu g) times the speed
 */
static void test_short_rattle(void)
{
    const double d = 0x1p-20, half = sqrt(0.5), b = 1.0 - d, long_side = sqrt(1.0 + b * b);
    const double sine = b / long_side, c = d * half / long_side;
    /* times of an excursion at speed 1 */
    const double left = 2.0 / (G * half), right = 2.0 / (G * sine);
    const double fall = sqrt(2.0 * sqrt(2.0) / (G * half)), v = G * half * fall;
    const double mu = 0.25, slow = (1.0 - mu) * G * half, slow_fall = sqrt(2.0 * sqrt(2.0) / slow);
    const double keep = d * half, mu_floor = 1.0 - d;

    for (int mirror = 0; mirror < 2; mirror++) {
        rattle_once(mirror, 1.0, 0.0, b, 0.0, fall + v * c * (right + c * left) / (1.0 - c * c),
                    "short rattle in a right angle");
        rattle_once(mirror, 1.0, mu, b, 0.0, slow_fall + slow * slow_fall * c * right,
                    "short rattle in a right angle, one rough side");
        rattle_once(mirror, 1.0, 0.0, 0.0, mu_floor, fall + v * keep / (mu_floor * G),
                    "short slide on a rough floor");
    }
}

/* ---- laws of any motion, on random scenes ---- */

/* rough ground, or a floor with stars, which are neither convex nor smooth */
static void random_scene(rng *r, world *w)
{
    terrain_random(r, rng_int(r, 2) ? TERRAIN_ROUGH : TERRAIN_STARS, w);
}

/* 1 if x is beyond an end of the terrain; a particle that has been there may come back below the
 * terrain, so that its depth does not count any more */
static int beyond(const world *w, const double *x)
{
    const scene_obstacle *o = &w->obstacle[0];
    return x[0] < o->xy[0] || x[0] > o->xy[2 * o->nvert - 2];
}

/* the greatest depth of a number of points on the path, until it leaves the terrain */
static double deepest(const world *w, const exact_path *p, int points)
{
    double worst = 0.0, x[2];

    for (int i = 0; i <= points; i++) {
        exact_at(p, p->t_end * i / points, x, NULL);
        if (beyond(w, x)) break;
        for (int o = 0; o < w->s.nobstacle; o++) worst = fmax(worst, depth(&w->obstacle[o], x));
    }
    return worst;
}

/* the end points and the friction of an edge of the scene */
static double edge_of(const world *w, int number, const double **p, const double **q)
{
    int k = 0;
    const scene_obstacle *o = &w->obstacle[scene_edge_find(&w->s, number, &k)];

    *p = o->xy + 2 * k;
    *q = o->xy + 2 * ((k + 1) % o->nvert);
    return o->mu;
}

/* the error of an impact in Newton's and Coulomb's laws, and its distance from its edges */
static double impact_error(const world *w, const exact_event *e)
{
    double miss[2], worst = 0.0;

    for (int c = 0; c < 2; c++) miss[c] = w->particle.mass * (e->v_after[c] - e->v_before[c]);
    for (int i = 0; i < 2; i++) {
        const double *p, *q, pn = e->impulse_n[i], pt = e->impulse_t[i];
        if (e->edge[i] < 0) continue;
        const double mu = edge_of(w, e->edge[i], &p, &q), len = hypot(q[0] - p[0], q[1] - p[1]);
        const double d[2] = {(q[0] - p[0]) / len, (q[1] - p[1]) / len};
        miss[0] -= -d[1] * pn + d[0] * pt;
        miss[1] -= d[0] * pn + d[1] * pt;
        worst = fmax(worst, fmax(-pn, fabs(pt) - mu * pn));
        worst = fmax(worst, mb_distance_to_segment(e->x, p, q));
        /* inelastic: no normal velocity left */
        worst = fmax(worst, fabs(-d[1] * e->v_after[0] + d[0] * e->v_after[1]));
    }
    return fmax(worst, fmax(fabs(miss[0]), fabs(miss[1])));
}

/* the least of the forces along the two edges' normals that together are f */
static double held_by(const world *w, const int edge[2], const double f[2])
{
    double n[2][2];

    for (int i = 0; i < 2; i++) {
        const double *p, *q;
        (void)edge_of(w, edge[i], &p, &q);
        n[i][0] = (p[1] - q[1]) / hypot(q[0] - p[0], q[1] - p[1]);
        n[i][1] = (q[0] - p[0]) / hypot(q[0] - p[0], q[1] - p[1]);
    }
    const double det = n[0][0] * n[1][1] - n[0][1] * n[1][0];
    return fmin((f[0] * n[1][1] - f[1] * n[1][0]) / det, (f[1] * n[0][0] - f[0] * n[0][1]) / det);
}

/* the error of a piece's acceleration in Newton's and Coulomb's laws on its edge; at rest, how far
 * the force is from what the edges can bear */
static double piece_error(const world *w, const exact_piece *s)
{
    const double *p, *q;
    double f[2];

    /* contact force over mass */
    for (int c = 0; c < 2; c++)
        f[c] = s->a[c] - w->s.gravity[c] - w->particle.force[c] / w->particle.mass;
    if (s->mode == EXACT_FREE) return hypot(f[0], f[1]);
    /* at rest without a force */
    if (s->edge[0] < 0) return fmax(hypot(f[0], f[1]), hypot(s->v0[0], s->v0[1]));
    const double mu = edge_of(w, s->edge[0], &p, &q), len = hypot(q[0] - p[0], q[1] - p[1]);
    const double d[2] = {(q[0] - p[0]) / len, (q[1] - p[1]) / len};
    const double N = d[0] * f[1] - d[1] * f[0], T = d[0] * f[0] + d[1] * f[1],
                 v0 = d[0] * s->v0[0] + d[1] * s->v0[1],
                 vt = fabs(v0) > 1e-12 ? v0 : d[0] * s->a[0] + d[1] * s->a[1];
    if (s->mode == EXACT_SLIDE)
        return fmax(-N, fmax(fabs(fabs(T) - mu * N), vt * T > 0.0 ? fabs(T) : 0.0));
    return s->edge[1] < 0 ? fmax(-N, fabs(T) - mu * N) : -held_by(w, s->edge, f);
}

/* is x on each of these edges that there is? */
static int is_on(const world *w, const int edge[2], const double *x)
{
    for (int i = 0; i < 2; i++) {
        const double *p, *q;
        if (edge[i] < 0) continue;
        (void)edge_of(w, edge[i], &p, &q);
        if (!(mb_distance_to_segment(x, p, q) <= 1e-10)) return 0;
    }
    return 1;
}

/* number of fields of a piece, which follows `last`, that are not as exact.h says */
static int piece_fields(const world *w, const exact_piece *s, const exact_piece *last)
{
    const int edges = (s->edge[0] >= 0) + (s->edge[1] >= 0);
    int bad = !is_on(w, s->edge, s->x0) || (last ? s->t0 < last->t0 : s->t0 != 0.0);

    bad += s->obstacle != (s->edge[0] < 0 ? -1 : scene_edge_find(&w->s, s->edge[0], NULL));
    if (s->mode == EXACT_REST) bad += hypot(s->v0[0], s->v0[1]) + hypot(s->a[0], s->a[1]) != 0.0;
    else bad += edges != (s->mode == EXACT_SLIDE);
    return bad + (edges == 1 && s->edge[0] < 0);
}

/* number of fields of event k that are not as exact.h says, or do not fit the piece that begins
 * there and the one before. The speed of a rattle ends where it begins. */
static int event_fields(const world *w, const exact_path *p, int k)
{
    static const int least[7] = { 0, 1, 1, 2, 1, 0, 0 }, most[7] = { 0, 2, 1, 2, 1, 2, 2 };
    const exact_event *e = p->event + k, *last = k > 0 && e[-1].t == e->t ? e - 1 : NULL;
    const int edges = (e->edge[0] >= 0) + (e->edge[1] >= 0);
    int i = p->npiece - 1, bad = !is_on(w, e->edge, e->x) || (edges == 1 && e->edge[0] < 0);

    while (p->piece[i].t0 > e->t) i--;
    const exact_piece *now = p->piece + i, *was = i > 0 && now->t0 == e->t ? now - 1 : now;
    const int rests = now->mode == EXACT_REST;
    bad += edges < least[e->kind] || edges > most[e->kind];
    if (e->kind == EXACT_STOP || e->kind == EXACT_END)
        bad += e->edge[0] != now->edge[0] || e->edge[1] != now->edge[1];
    for (int c = 0; c < 2; c++) {
        const double dt = e->t - now->t0, after = now->v0[c] + dt * now->a[c];
        const double before = k == 0 ? w->particle.v[c] : last ? last->v_after[c]
                              : was->v0[c] + (e->t - was->t0) * was->a[c];
        bad += !(fabs(now->x0[c] + dt * (now->v0[c] + after) / 2 - e->x[c]) <= 1e-10);
        bad += e->kind != EXACT_STOP && !(fabs(e->v_before[c] - before) <= 1e-9);
        bad += k > 0 && !(rests && e->kind == EXACT_HIT) && !(fabs(e->v_after[c] - after) <= 1e-9);
        bad += k > 0 && e->v_after[c] == 0.0 && signbit(e->v_after[c]);       /* -0 */
        bad += (e->kind != EXACT_HIT || e->edge[c] < 0) &&
               (e->impulse_n[c] != 0.0 || e->impulse_t[c] != 0.0);
    }
    return bad;
}

/* the numbers of motions that violate each law, and of their events */
typedef struct { int failed, deep, disorder, wrong, fields, both, seen[7]; } laws;

static void look_at(const world *w, double t_end, int points, laws *l)
{
    exact_path p;
    double worst = 0.0;

    if (exact_run(&w->s, 0, t_end, &p, stdout)) {
        l->failed++;
        return;
    }
    l->deep += !(deepest(w, &p, points) <= 1e-11);
    for (int k = 0; k < p.nevent; k++) {
        const exact_event *e = &p.event[k];
        l->seen[e->kind]++;
        l->both += e->kind == EXACT_HIT && e->edge[1] >= 0;
        l->disorder += !((k == 0 || p.event[k - 1].t <= e->t) && e->t <= t_end);
        if (e->kind == EXACT_HIT) worst = fmax(worst, impact_error(w, e));
    }
    for (int k = 0; k < p.npiece; k++) worst = fmax(worst, piece_error(w, &p.piece[k]));
    l->wrong += !(worst <= 1e-9);
    for (int k = 0; k < p.npiece; k++)
        l->fields += piece_fields(w, p.piece + k, k > 0 ? p.piece + k - 1 : NULL);
    for (int k = 0; k < p.nevent; k++) l->fields += event_fields(w, &p, k);
    exact_free(&p);
}

static void check_laws(const char *kind, int scenes, const laws *l)
{
    note("%s: %d hit, %d leave, %d slip, %d stop", kind, l->seen[EXACT_HIT], l->seen[EXACT_LEAVE],
         l->seen[EXACT_SLIP], l->seen[EXACT_STOP]);
    check(l->failed == 0, "%s: all %d runs succeed", kind, scenes);
    check(l->deep == 0, "%s: the particle is never in a solid (%d times)", kind, l->deep);
    check(l->disorder == 0, "%s: the times of the events ascend to the end", kind);
    check(l->fields == 0, "%s: every field of the record fits the motion (%d do not)", kind,
          l->fields);
    check(l->wrong == 0, "%s: every impact and every piece obeys Newton and Coulomb", kind);
}

static void test_random_scenes(void)
{
    enum { SCENES = 600 };
    rng r = {20140101};
    laws l = {0};
    static world w;

    for (int i = 0; i < SCENES; i++) {
        random_scene(&r, &w);
        look_at(&w, 4.0, 2000, &l);
    }
    check_laws("random scenes", SCENES, &l);
    check(l.seen[EXACT_HIT] > SCENES && l.seen[EXACT_LEAVE] > SCENES / 2 &&
              l.seen[EXACT_STOP] > SCENES / 4 && l.seen[EXACT_SLIP] > 20,
          "random scenes: there are many events of each kind");
}

/* Boxes and triangles on a grid of integers, on a floor: they touch, share corners and edges, and
 * overlap. The particle starts on the grid, often at a vertex, with whole numbers for its velocity
 * and force, so that it often hits corners, seams and several edges at once. */
static void grid_scene(rng *r, world *w)
{
    static const double frictions[3] = {0.0, 0.5, 1.0};

    terrain_random(r, TERRAIN_GRID, w);
    for (int i = 0; i < w->s.nobstacle; i++) w->obstacle[i].mu = frictions[rng_int(r, 3)];
    w->xy[0][0] = -40.0;                                       /* the floor is long */
    w->xy[0][2] = 40.0;
    w->s.gravity[1] = -rng_int(r, 3);
    w->particle.mass = 1.0;
    w->particle.x[0] = rng_int(r, 9) - 4;
    w->particle.x[1] = 5 + rng_int(r, 2);
    if (rng_int(r, 2)) {                                       /* or at a vertex below the sky */
        const scene_obstacle *o = w->obstacle + rng_int(r, w->s.nobstacle);
        const double *x = o->xy + 2 * rng_int(r, o->nvert), above[2] = {x[0], x[1] + 1e-3};
        double deep = 0.0;
        for (int i = 0; i < w->s.nobstacle; i++)
            deep = fmax(deep, fmax(depth(w->obstacle + i, x), depth(w->obstacle + i, above)));
        if (deep < 1e-12 && fabs(x[0]) < 40.0) memcpy(w->particle.x, x, sizeof w->particle.x);
    }
    for (int i = 0; i < 2; i++) w->particle.v[i] = rng_int(r, 5) - 2;
    w->particle.force[0] = rng_int(r, 3) - 1;
}

static void test_grid_scenes(void)
{
    enum { SCENES = 6000 };
    rng r = {99};
    laws l = {0};
    static world w;

    for (int i = 0; i < SCENES; i++) {
        grid_scene(&r, &w);
        look_at(&w, 12.0, 300, &l);
    }
    check_laws("grid scenes", SCENES, &l);
    check(l.both >= 5, "grid scenes: %d impacts on two edges at once", l.both);
}

/* x is mirrored, turned by angle, scaled by unit and moved by shift. The vertices of a mirrored
 * obstacle are in reverse order. */
typedef struct {
    int mirror;
    double angle, unit, shift[2];
    int first;                       /* closed polygons begin at this vertex */
} map;

static void map_vector(const map *g, const double *from, double *to)
{
    const double x = g->mirror ? -from[0] : from[0], y = from[1], c = cos(g->angle),
                 s = sin(g->angle);

    to[0] = g->unit * (c * x - s * y);
    to[1] = g->unit * (s * x + c * y);
}

static void map_point(const map *g, const double *from, double *to)
{
    map_vector(g, from, to);
    for (int i = 0; i < 2; i++) to[i] += g->shift[i];
}

static void map_scene(const map *g, const world *from, world *to)
{
    double xy[2 * TERRAIN_VERTICES];

    terrain_begin(to, 0.0, 0.0, 0.0, 0.0);
    to->particle.mass = from->particle.mass;
    map_vector(g, from->s.gravity, to->s.gravity);
    map_vector(g, from->particle.force, to->particle.force);
    map_vector(g, from->particle.v, to->particle.v);
    map_point(g, from->particle.x, to->particle.x);
    for (int o = 0; o < from->s.nobstacle; o++) {
        const int n = from->obstacle[o].nvert, first = from->obstacle[o].closed ? g->first : 0;
        for (int k = 0; k < n; k++)
            map_point(g, from->obstacle[o].xy + 2 * ((k + first) % n),
                      xy + 2 * (g->mirror ? n - 1 - k : k));
        terrain_add(to, n, xy, from->obstacle[o].closed, from->obstacle[o].mu);
    }
}

/* the largest distance between the mapped path and the path of the mapped scene */
static double map_error(const map *g, const exact_path *a, const exact_path *b)
{
    double worst = 0.0, x[2], want[2], y[2];

    for (int i = 0; i <= 500; i++) {
        exact_at(a, a->t_end * i / 500, x, NULL);
        map_point(g, x, want);
        exact_at(b, a->t_end * i / 500, y, NULL);
        worst = fmax(worst, hypot(y[0] - want[0], y[1] - want[1]) / g->unit);
    }
    return worst;
}

static void test_invariance(void)
{
    enum { SCENES = 200 };
    static const struct { const char *name; map g; double tol; } maps[] = {
        {"mirrored", {1, 0.0, 1.0, {0.0, 0.0}, 0}, 1e-9},
        {"moved", {0, 0.0, 1.0, {37.0, -11.0}, 0}, 1e-9},
        {"turned", {0, 1.234, 1.0, {0.0, 0.0}, 0}, 1e-9},
        {"in millimetres", {0, 0.0, 1e3, {0.0, 0.0}, 0}, 1e-9},
        {"in kilometres", {0, 0.0, 1e-3, {0.0, 0.0}, 0}, 1e-9},
        {"with polygons from another vertex on", {0, 0.0, 1.0, {0.0, 0.0}, 1}, 0.0},
        {"all at once", {1, -2.5, 3.0, {5.0, 9.0}, 2}, 1e-9},
        /* powers of 2 change no rounding */
        {"2^480 times as large", {0, 0.0, 0x1p480, {0.0, 0.0}, 0}, 0.0},
        {"2^480 times as small", {0, 0.0, 0x1p-480, {0.0, 0.0}, 0}, 0.0},
    };
    static world w, other;

    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) {
        rng r = {77};
        double worst = 0.0;
        int bad = 0;
        for (int i = 0; i < SCENES; i++) {
            exact_path a, b;
            random_scene(&r, &w);
            map_scene(&maps[k].g, &w, &other);
            const int failed = exact_run(&w.s, 0, 3.0, &a, stdout);
            if (exact_run(&other.s, 0, 3.0, &b, stdout) == 0 && !failed) {
                const double error = map_error(&maps[k].g, &a, &b);
                bad += !(error <= maps[k].tol);
                worst = fmax(worst, error);
            } else {
                bad++;
            }
            exact_free(&a);
            exact_free(&b);
        }
        if (!check(bad == 0, "%d random scenes %s: the same motion", SCENES, maps[k].name))
            note("%d differ, up to %g", bad, worst);
    }
}

/* ---- bad input ---- */

/* the run is refused, with this message after the particle's number and the time */
static void expect_error(world *w, int particle, double t_end, const char *why)
{
    exact_path p;
    FILE *f = tmpfile();
    char begin[60];
    const int status = exact_run(&w->s, particle, t_end, &p, f);
    const char *said = check_said(f), *what = strstr(said, ": ");

    snprintf(begin, sizeof begin, "exact reference, particle %d, t = ", particle + 1);
    check(status > 0 && p.npiece == 0 && p.piece == NULL && what &&
          strncmp(said, begin, strlen(begin)) == 0 && strncmp(what + 2, why, strlen(why)) == 0 &&
          strcmp(what + 2 + strlen(why), "\n") == 0, "refused: %s", why);
    exact_free(&p);
}

static void test_bad_input(void)
{
    exact_path p;
    static world w;
    static const char mass[] = "the mass is not a number > 0",
        start_at[] = "position, velocity, force or gravity is not a number",
        rough[] = "an obstacle's friction coefficient is not a number >= 0",
        vertex[] = "an obstacle has a vertex that is not a number";
    const double nan = (double)NAN;
    const struct { double *x, bad; const char *why; } numbers[] = {
        { &w.particle.mass, 0.0, mass }, { &w.particle.mass, -1.0, mass },
        { &w.particle.mass, HUGE_VAL, mass }, { &w.particle.mass, nan, mass },
        { &w.particle.x[0], nan, start_at }, { &w.particle.x[1], HUGE_VAL, start_at },
        { &w.particle.v[0], nan, start_at }, { &w.particle.v[1], -HUGE_VAL, start_at },
        { &w.particle.force[0], nan, start_at }, { &w.particle.force[1], nan, start_at },
        { &w.s.gravity[0], nan, start_at }, { &w.s.gravity[1], HUGE_VAL, start_at },
        { &w.obstacle[0].mu, -0.1, rough }, { &w.obstacle[0].mu, nan, rough },
        { &w.obstacle[0].mu, HUGE_VAL, rough }, { &w.xy[0][0], nan, vertex },
        { &w.xy[0][2], HUGE_VAL, vertex }, { &w.xy[0][7], nan, vertex }
    };

    terrain_begin(&w, 0.5, 0.5, 0.0, 0.0);
    terrain_add(&w, 4, (const double[8]){0, 0, 0, 1, 1, 1, 1, 0}, 1, 0.0);
    expect_error(&w, 0, 1.0, "the particle starts inside a polygon");
    check(exact_run(&w.s, 0, 1.0, &p, NULL) != 0, "the file for messages may be NULL");
    w.particle.x[1] = 1.0;
    expect_error(&w, 1, 1.0, "there is no such particle");
    expect_error(&w, -1, 1.0, "there is no such particle");
    expect_error(&w, 0, -1.0, "the time to run is not a number >= 0");
    expect_error(&w, 0, (double)NAN, "the time to run is not a number >= 0");
    expect_error(&w, 0, HUGE_VAL, "the time to run is not a number >= 0");
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const double was = *numbers[k].x;
        *numbers[k].x = numbers[k].bad;
        expect_error(&w, 0, 1.0, numbers[k].why);
        *numbers[k].x = was;
    }
    w.s.gravity[1] = 1.0;
    expect_error(&w, 0, 1e200, "the motion leaves the range of a double: run a shorter time");
    w.s.gravity[1] = -9.81;
    w.obstacle[0].nvert = 2;
    expect_error(&w, 0, 1.0, "an obstacle has too few vertices");
    w.obstacle[0].nvert = 4;
    w.xy[0][2] = 1e-14;
    w.xy[0][3] = 0.0;
    expect_error(&w, 0, 1.0, "an edge is too short to be told from a point");

    terrain_begin(&w, 0.0, 0.0, 0.0, 0.0);
    for (int i = 0; i < 8; i++) {
        const double fan[10] = {1 + i, 1, 0, 0, -1 - i, 1, 0, 0, 2 + i, 1};
        terrain_add(&w, 5, fan, 0, 0.0);
    }
    check(exact_run(&w.s, 0, 1.0, &p, stdout) == 0, "32 edges that meet in one point are accepted");
    exact_free(&p);
    const double more[14] = {1, 1, 0, 0, -1, 1, 0, 0, 2, 1, 0, 0, -2, 1};
    memcpy(w.xy[0], more, sizeof more);
    w.obstacle[0].nvert = 7;
    expect_error(&w, 0, 1.0, "too many edges meet in one point");

    terrain_begin(&w, -1.0, 5e-4, 0.0, 0.0);
    const double flat[6] = {-1.0, 5e-4, 0.0, 0.0, 1.0, 5e-4};
    terrain_add(&w, 3, flat, 0, 0.0);
    expect_error(&w, 0, 1e9, "too many events: run a shorter time");
    memset(&p, 0, sizeof p);
    exact_free(&p);
    exact_free(&p);
    check(p.piece == NULL, "a path may be freed twice");
}

/* exact_distance gives the same bits in any unit that is a power of 2, also where squares would
 * overflow or underflow */
static void test_distance(void)
{
    static const double origin[2] = {0.0, 0.0};
    rng r = { 7 };
    int wrong = 0, off = 0;

    for (int i = 0; i < 20000; i++) {
        const double a[2] = {rng_range(&r, -1.0, 1.0),
                             ldexp(rng_range(&r, -1.0, 1.0), -(i % 80))};
        const double d = exact_distance(a, origin);
        const int k = -900 + i % 1801;
        const double scaled[2] = {ldexp(a[0], k), ldexp(a[1], k)};
        wrong += exact_distance(scaled, origin) != ldexp(d, k);
        off += !(fabs(d - hypot(a[0], a[1])) <= 4e-16 * d);
    }
    check(wrong == 0, "%d of 20000 distances change with the unit", wrong);
    check(off == 0, "%d of 20000 distances differ from hypot", off);

    check(exact_distance(origin, origin) == 0.0, "nothing is 0 long");
    check(exact_distance((const double[2]){1.0, -HUGE_VAL}, origin) == HUGE_VAL,
          "an infinite distance");
}

int main(void)
{
    test_distance();
    test_hills();
    test_sawtooth();
    test_rattle();
    test_short_rattle();
    test_random_scenes();
    test_grid_scenes();
    test_invariance();
    test_bad_input();
    exact_free(&path);
    return check_done();
}
