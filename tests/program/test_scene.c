/* test_scene.c: the scene reader: the contents of good scenes, the messages for bad ones
 *
 * Run from the top of the kit (it reads scenes/ and tests/data/). Bad scenes are a table,
 * tests/data/bad_scenes.txt.
 */
#include "check.h"
#include "minisim2d/reading/scene.h"
#include "minisim2d/reading/parser.h"
#include "minisim2d/reading/reader.h"
#include "minisim2d/writing/output.h"

#include <stdlib.h>
#include <string.h>

#define GOOD "step 0.01\ntime 1\nepsilon 0.1\nparticle mass 1 position 0 5\n"

static const double pi = 3.14159265358979323846;

static const char *messages = "";      /* about the last scene that was read */

static int parse(const char *name, const char *text, size_t size, scene *s)
{
    FILE *f = tmpfile();
    int errors = scene_parse(name, text, size, s, f);

    messages = check_said(f);
    return errors;
}

static int parse_text(const char *text, scene *s)
{
    return parse("FILE", text, strlen(text), s);
}

static int is_empty(const scene *s)
{
    return !s->title && !s->nobstacle && !s->obstacle && !s->nparticle && !s->particle;
}

/* reads a scene that must be good, and checks that; 0 if it is not */
static int good(const char *text, scene *s, const char *name)
{
    int ok = parse_text(text, s) == 0;

    check(ok && messages[0] == '\0', "%s: read without an error", name);
    if (!ok) note("%s", messages);
    return ok;
}

/* ---- a generator against its closed form ---- */

static void test_hills(void)
{
    const double X = 3.0, Y = -1.0, R = 2.5;
    enum { N = 4, K = 7 };
    double worst = 0.0;
    int feet = 0;
    scene s;

    if (!good(GOOD "hills start 3 -1 mu 0.25 edges 7 radius 2.5 count 4\n", &s, "hills")) return;
    const scene_obstacle *o = s.obstacle;
    check(o->nvert == N * K + 1 && !o->closed && o->mu == 0.25 && o->line == 5,
          "hills: N K + 1 vertices, open, mu, line");
    for (int v = 0; v <= N * K && v < o->nvert; v++) {
        /* on the circle of hill k about its centre, at the i-th of K + 1 equal angles from pi to
         * 0 */
        int k = v == N * K ? N - 1 : v / K, i = v - k * K;
        double dx = o->xy[2 * v] - (X + R * (2 * k + 1)), dy = o->xy[2 * v + 1] - Y;
        worst = fmax(worst, fabs(hypot(dx, dy) - R));
        worst = fmax(worst, fabs(atan2(fabs(dy), dx) - (pi - i * pi / K)));
        if (v % K == 0 && o->xy[2 * v] == X + 2.0 * R * (v / K) && o->xy[2 * v + 1] == Y) feet++;
    }
    check_near(worst, 0.0, 1e-14, "hills: radius and angle of every vertex");
    check(feet == N + 1, "hills: the feet are at exact multiples of 2 R");
    scene_free(&s);
}

/* ---- statements: whole scenes, listed ---- */

/* A line for the scene, and one for each obstacle, particle, body and joint:
 *
 *     scene TITLE gravity step time epsilon friction psi_min LAW recovery curved SIDES
 *     study position ... velocity ...                            those that are given
 *     chain|polygon LINE mu vertices
 *     particle LINE mass x v force
 *     NAME KIND LINE group radius mass inertia mu e q v force vertices
 *     joint KIND LINE a b limited pa pb axis length angle lo hi speed effort stiffness rest damping
 */
static void list_scene(const scene *s, output_text *out)
{
    static const char *const kinds[] = { "dynamic", "driven", "fixed" };

    output_format(out, "scene %s %g %g %g %g %g %g %g %s %g %d %d\n", s->title, s->gravity[0],
                  s->gravity[1], s->h, s->time, s->epsilon, s->friction, s->psi_min,
                  s->restitution == MB_RESTITUTION_POISSON ? "poisson" : "newton", s->recovery,
                  s->curved, s->sides);
    for (int k = 0; k < 2; k++) {
        const scene_ranges *r = &s->study;
        if (k ? r->velocity : r->position)
            output_format(out, "study %s %g %g %g %g\n", k ? "velocity" : "position",
                          r->lo[2 * k], r->hi[2 * k], r->lo[2 * k + 1], r->hi[2 * k + 1]);
    }
    for (int k = 0; k < s->nobstacle; k++) {
        const scene_obstacle *o = s->obstacle + k;
        output_format(out, "%s %d %g", o->closed ? "polygon" : "chain", o->line, o->mu);
        output_numbers(out, " ", 2 * o->nvert, o->xy);
        output_string(out, "\n");
    }
    for (int k = 0; k < s->nparticle; k++) {
        const scene_particle *p = s->particle + k;
        output_format(out, "particle %d %g %g %g %g %g %g %g\n", p->line, p->mass, p->x[0],
                      p->x[1], p->v[0], p->v[1], p->force[0], p->force[1]);
    }
    for (int k = 0; k < s->nbody; k++) {
        const scene_body *b = s->body + k;
        const double own[] = { b->shape.radius, b->body.mass, b->body.inertia, b->body.mu,
                               b->body.e };
        output_format(out, "%s %s %d %d", b->name, kinds[b->body.kind], b->line, b->body.group);
        output_numbers(out, " ", 5, own);
        output_numbers(out, " ", 3, b->q);
        output_numbers(out, " ", 3, b->v);
        output_numbers(out, " ", 3, b->force);
        output_numbers(out, " ", 2 * b->shape.nvert, b->shape.xy);
        output_string(out, b->body.shape == k && b->shape.xy == b->xy ? "\n" : " of another\n");
    }
    for (int k = 0; k < s->njoint; k++) {
        const mb_joint *j = &s->joint[k].joint;
        const double own[] = { j->pa[0], j->pa[1], j->pb[0], j->pb[1], j->axis[0], j->axis[1],
                               j->length, j->angle, j->lo, j->hi, j->speed, j->effort,
                               j->stiffness, j->rest, j->damping };
        output_format(out, "joint %d %d %d %d %d", (int)j->kind, s->joint[k].line, j->a, j->b,
                      j->limited);
        output_numbers(out, " ", 15, own);
        output_string(out, "\n");
    }
}

/* whether both have the same words and, but for rounding, the same numbers */
static int same_words(const char *got, const char *want)
{
    for (; *got && *want; got += strspn(got, " \n"), want += strspn(want, " \n")) {
        const size_t n = strcspn(got, " \n"), m = strcspn(want, " \n");
        char *end, *other;
        const double x = strtod(got, &end), y = strtod(want, &other);
        const int numbers = end == got + n && other == want + m;
        if (numbers ? x != y && !(fabs(x - y) < 4e-16 * fabs(y))
                    : n != m || memcmp(got, want, n) != 0) {
            note("got %.*s, expected %.*s", (int)n, got, (int)m, want);
            return 0;
        }
        got += n;
        want += m;
    }
    return *got == *want;
}

/* of the statements GOOD, and of one scene in different layouts: its default friction, and the
 * lines of its chain and its particle */
#define GOOD_SCENE "scene FILE 0 -9.81 0.01 1 0.1 0 -inf newton 0 0 0\n"
#define GOOD_PARTICLE "particle 4 1 0 5 0 0 0 0\n"
#define LAYOUT(friction, chain, particle)                                                          \
    "scene T 0 -1 0.5 2 0.25 " friction " -inf newton 0 0 0\n"                                     \
    "chain " chain " 0.5 0 0 1 0 2 -0.5\nparticle " particle " 2 0.5 1 3 4 0 0\n"

static const struct { const char *name, *text, *list; } listed[] = {
    { "defaults", GOOD, GOOD_SCENE GOOD_PARTICLE },
    { "a study", GOOD "study velocity 5 6 -7 -7 position -1 2 3 4\n",
      GOOD_SCENE "study position -1 2 3 4\nstudy velocity 5 6 -7 -7\n" GOOD_PARTICLE },
    { "a study of positions", GOOD "study position -1 2 3 4\n",
      GOOD_SCENE "study position -1 2 3 4\n" GOOD_PARTICLE },
    { "sawtooth", GOOD "sawtooth count 5 length 0.75 height 0.15 start -2 1\n",
      GOOD_SCENE "chain 5 0 -2 1 -1.25 1.15 -1.25 1 -0.5 1.15 -0.5 1 0.25 1.15 0.25 1 1 1.15 1 1 "
      "1.75 1.15 1.75 1\n" GOOD_PARTICLE },
    { "sawtooth with friction", GOOD "sawtooth count 1 length 1 height 1 start 0 0 mu 0.125\n",
      GOOD_SCENE "chain 5 0.125 0 0 1 1 1 0\n" GOOD_PARTICLE },
    { "a clockwise polygon", GOOD "polygon 0 0  0 2  1 2  1 0\n",
      GOOD_SCENE "polygon 5 0 0 0 0 2 1 2 1 0\n" GOOD_PARTICLE },
    { "a counter-clockwise polygon is turned", GOOD "polygon 0 0  1 0  1 2  0 2\n",
      GOOD_SCENE "polygon 5 0 0 0 0 2 1 2 1 0\n" GOOD_PARTICLE },
    { "other laws", "restitution newton\njoints plain\nsupports square\n" GOOD,
      "scene FILE 0 -9.81 0.01 1 0.1 0 -inf newton 0 -1 1\nparticle 7 1 0 5 0 0 0 0\n" },
    /* The inertia of a box is m (w w + h h)/12, that of the triangle m (a a + b b)/18. Points of
     * joints are in the frames of the bodies, of which the wheel is turned by 1/4, the post by -1:
     * (49, 19) and its axis by sin 1 and cos 1, (0, 1/2) by sin 1/4 and cos 1/4. */
    { "bodies and joints",
      "step 0.01\ntime 1\nepsilon 0.1\nrestitution poisson\nrecovery 0.25\njoints curved 5\n"
      "disc wheel radius 0.5 mass 2 position 1 2 angle 0.25 velocity 3 -4 spin 5 force 6 -7 "
      "torque 8 \\\n    inertia 0.75 mu 0.3 bounce 0.5 group 6\n"
      "box brick size 2 1 mass 3 position 10 20\n"
      "weld wedge post at 29 -1\n"                            /* bodies may come later */
      "rod bar length 4 radius 0.25 position -10 20 driven velocity 1 2 spin -3\n"
      "body wedge vertices 0 0 3 0 0 6 mass 4.5 position -20 -20 mu 0\n"
      "box post radius 0.125 size 1 1 position 30 0 angle -1 fixed\n"
      "revolute wheel world at 1 2.5 limits -1 2 motor 3 4 damping 5 spring 6 0.5\n"
      "prismatic brick bar at 9 21 axis 3 4 motor -2 0\n"
      "distance wheel brick from 1 2 to 13 7\n"
      "rope world wedge from 5 6 to -19 -20 length 50\n"
      "distance bar brick from -10 20 to 10 20 length 20\n",
      "scene FILE 0 -9.81 0.01 1 0.1 0 -inf poisson 0.25 5 0\n"
      "wheel dynamic 7 6 0.5 2 0.75 0.3 0.5 1 2 0.25 3 -4 5 6 -7 8 0 0\n"
      "brick dynamic 9 0 0 3 1.25 -1 0 10 20 0 0 0 0 0 0 0 -1 -0.5 1 -0.5 1 0.5 -1 0.5\n"
      "bar driven 11 0 0.25 0 0 -1 0 -10 20 0 1 2 -3 0 0 0 -2 0 2 0\n"
      "wedge dynamic 12 0 0 4.5 11.25 0 0 -20 -20 0 0 0 0 0 0 0 -1 -2 2 -2 -1 4\n"
      "post fixed 13 0 0.125 0 0 -1 0 30 0 -1 0 0 0 0 0 0 -0.5 -0.5 0.5 -0.5 0.5 0.5 -0.5 0.5\n"
      "joint 2 10 3 4 0 49 19 0.30116867893975674 -1.3817732906760363 0 0 0 -1 0 0 0 0 0 0 0\n"
      "joint 0 14 0 -1 1 0.12370197962726148 0.48445621085532237 1 2.5 0 0 0 -0.25 -1 2 3 4 6 0.5 "
      "5\n"
      "joint 1 15 1 2 0 -1 1 19 1 0.6 0.8 0 0 0 0 -2 0 0 0 0\n"
      "joint 3 16 0 1 0 0 0 3 -13 0 0 13 -0.25 0 0 0 0 0 0 0\n"
      "joint 4 17 -1 3 0 5 6 1 0 0 0 50 0 0 0 0 0 0 0 0\n"
      "joint 3 18 2 1 0 0 0 0 0 0 0 20 0 0 0 0 0 0 0 0\n" },
    { "plain", "title T\ngravity 0 -1\nstep 0.5\ntime 2\nepsilon 0.25\n"
      "chain 0 0 1 0 2 -0.5 mu 0.5\nparticle mass 2 position 0.5 1 velocity 3 4\n",
      LAYOUT("0", "6", "7") },
    { "CRLF", "title T\r\ngravity 0 -1\r\nstep 0.5\r\ntime 2\r\nepsilon 0.25\r\n"
      "chain 0 0 1 0 2 -0.5 mu 0.5\r\nparticle mass 2 position 0.5 1 velocity 3 4\r\n",
      LAYOUT("0", "6", "7") },
    { "a byte order mark, and a last line without an end",
      "\357\273\277title T\ngravity 0 -1\nstep 0.5\ntime 2\nepsilon 0.25\n"
      "chain 0 0 1 0 2 -0.5 mu 0.5\nparticle mass 2 position 0.5 1 velocity 3 4",
      LAYOUT("0", "6", "7") },
    { "another order", "particle velocity 3 4 position 0.5 1 mass 2\n"
      "chain 0 0 1 0 2 -0.5 mu 0.5\nepsilon 0.25\ntime 2\nstep 0.5\ngravity 0 -1\ntitle T\n",
      LAYOUT("0", "2", "1") },
    { "friction as the default, after the chain",
      "title T\ngravity 0 -1\nstep 0.5\ntime 2\nepsilon 0.25\nchain 0 0 1 0 2 -0.5\n"
      "friction 0.5\nparticle mass 2 position 0.5 1 velocity 3 4\n", LAYOUT("0.5", "6", "8") },
    { "comments and blanks",
      "# a scene\n\n  \t\ntitle T\ngravity\t0 -1# down\n  step 0.5 #\ntime 2#s\n#\n"
      "epsilon 0.25 # \\\nchain 0 0\t1 0  2 -0.5   mu 0.5\t\n"
      "particle mass 2 position 0.5 1 velocity 3 4   ", LAYOUT("0", "10", "11") },
    { "numbers in other spellings",
      "title T\ngravity -0.00e9 -1.\nstep .5\ntime +2\nepsilon 25e-2\n"
      "chain 0 0 1.0 0.0 2e0 -5E-1 mu 0.05e+1\n"
      "particle mass 2.000000000000000000000000000000 position 00.5 1 velocity 3 4\n",
      LAYOUT("0", "6", "7") },
    { "continued lines",
      "title T\ngravity 0 \\\n-1\nstep 0.5\ntime\\\n2\nepsilon 0.25\n"
      "chain 0 0 \\\n  1 0\\\n 2 -0.5 \\\r\n mu 0.5\n"
      "particle \\\n\\\n mass 2 \\\n position 0.5 1 velocity 3 4 \\\n# nothing more\n",
      LAYOUT("0", "8", "12") }
};

static void test_listed(void)
{
    for (size_t k = 0; k < sizeof listed / sizeof *listed; k++) {
        output_text list = { NULL, 0, 0, 0 };
        scene s;
        if (!good(listed[k].text, &s, listed[k].name)) continue;
        list_scene(&s, &list);
        check(same_words(list.data, listed[k].list), "%s: all that it contains", listed[k].name);
        output_free(&list);
        scene_free(&s);
        check(is_empty(&s), "%s: freed, it is empty", listed[k].name);
        scene_free(&s);
        check(is_empty(&s), "%s: it may be freed again", listed[k].name);
    }
}

static void test_supports(void)
{
    static const char text[] = "friction 0.25\nsupport b at 1 2 load 3\nsupports polygon 6\n"
                               "tripod a radius 2 angle 0.5 mu 0.75\n"
                               "box b size 1 1 mass 1 position 1 1 angle 1.5707963267948966\n"
                               "disc a radius 1 mass 6 position 9 9\n" GOOD;
    scene s;

    if (!good(text, &s, "supports")) return;
    check(s.nsupport == 4 && s.sides == 6, "four supports: one of b, a tripod of a; polygon 6");
    check(s.support[0].support.body == 0 && s.support[3].support.body == 1,
          "supports are in the order of the bodies");
    check_near(s.support[0].support.at[0], 1.0, 1e-15, "a support: x in the body's frame");
    check_near(s.support[0].support.at[1], 0.0, 1e-15, "a support: y in the body's frame");
    check(s.support[0].support.load == 3.0 && s.support[0].support.mu == 0.25,
          "a support: its load, and the friction of the scene");
    for (int k = 0; k < 3; k++) {
        const mb_support *f = &s.support[1 + k].support;
        const double angle = 0.5 + 2.0943951023931953 * k;
        check_near(hypot(f->at[0] - 2.0 * cos(angle), f->at[1] - 2.0 * sin(angle)), 0.0, 1e-15,
                   "a tripod: the position of foot %d", k);
        check_near(f->load, 6.0 * 9.81 / 3.0, 1e-14, "a tripod: foot %d bears a third", k);
        check(f->mu == 0.75, "a tripod: the friction of foot %d", k);
    }
    scene_free(&s);
}

static void test_titles(void)
{
    static const struct { const char *name, *text, *title; } cases[] = {
        { "a/b.c/drop.scene", "", "drop" },
        { "drop.txt", "", "drop.txt" },
        { ".scene", "", ".scene" },
        { "standard input", "", "standard input" },
        { "a/Z\374rich.scene", "", "untitled" },
        { "a/tab\there.scene", "", "untitled" },
        { "a/\001.scene", "", "untitled" }, { "a/.scene", "", ".scene" }, { "x.scene", "", "x" },
        { "F", "title  A #1 \\ b  \n", "A #1 \\ b" },
        { "F", "title\\\n", "\\" },
        { "F", "title#1\n", "#1" },
        { "F", "\ttitle\tone\\\r\n", "one\\" },
        { "F", "title Z\303\274rich \342\202\254 \360\237\230\200\n",
          "Z\303\274rich \342\202\254 \360\237\230\200" }
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[256];
        scene s;
        sprintf(text, "%s%s", cases[k].text, GOOD);
        int errors = parse(cases[k].name, text, strlen(text), &s);
        check(errors == 0 && strcmp(s.title, cases[k].title) == 0, "title of scene %d", (int)k + 1);
        scene_free(&s);
    }
}

/* The reader must not look at the memory before the text, here at a backslash that would continue
 * a line. */
static void test_piece(void)
{
    static const char around[] = "\\ " "  \n" GOOD;
    scene s;

    check(parse("FILE", around + 2, strlen(around + 2), &s) == 0 && s.nparticle == 1,
          "a text that begins with a blank line: the memory before it is not read");
    scene_free(&s);
}

static void test_line_limit(void)
{
    char *text = malloc(8192);
    scene s;

    if (!text) exit(2);
    memset(text, '#', 4096);
    strcpy(text + 4096, "\r\n" GOOD);
    good(text, &s, "a line of 4096 characters");
    scene_free(&s);
    free(text);
}

/* ---- obstacles ---- */

/* scenes that are barely good */
static void test_just_good(void)
{
    static const struct { const char *name, *text; } cases[] = {
        { "a start on the surface", GOOD "chain -1 5  1 5\n" },
        { "a start on a convex corner", GOOD "polygon -1 4  0 5  1 4\n" },
        { "a start in a concave corner", GOOD "chain -1 6  0 5  1 6\n" },
        { "a start on the surface but for rounding", GOOD "chain -1 4.9  2 5.2000000000000001\n" },
        { "a start beyond the left end of terrain", GOOD "chain 0.5 8  9 8\n" },
        { "a start beyond the right end of terrain", GOOD "chain -9 8  -0.5 8\n" },
        { "a start beside a corner, behind one of its lines",
          GOOD "chain -1 5.5  -0.25 5.5  -0.25 4\n" },
        { "a start inside the bounding box of a polygon, but outside it",
          GOOD "polygon -2 4  -2 6  -1 4.5  1 4.5  2 6  2 4\n" },
        { "a sharp turn that is not a spike", GOOD "chain 0 0  2 0  1 -0.001\n" },
        { "edges along one straight line", GOOD "chain 0 0  1 0  2 0  3 0\n" },
        { "obstacles that cross each other",
          GOOD "chain 0 0  4 0\npolygon 1 -1  1 1  2 1  2 -1\n" },
        { "the largest number", GOOD "gravity 0 -1e50\n" },
        { "the smallest number but 0", GOOD "gravity 0 -1e-50\n" },
        { "the most steps", "step 1e-8\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n" }
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scene s;
        good(cases[k].text, &s, cases[k].name);
        scene_free(&s);
    }
}

/* 1 if the segments a b and c d have a point in common; exact for small integers */
static int meet_exactly(const double *a, const double *b, const double *c, const double *d)
{
#define SIDE(p, q, r)                                                                              \
    (((q)[0] - (p)[0]) * ((r)[1] - (p)[1]) - ((q)[1] - (p)[1]) * ((r)[0] - (p)[0]))
    double o1 = SIDE(a, b, c), o2 = SIDE(a, b, d), o3 = SIDE(c, d, a), o4 = SIDE(c, d, b);
#undef SIDE
    int boxes = fmin(a[0], b[0]) <= fmax(c[0], d[0]) && fmin(c[0], d[0]) <= fmax(a[0], b[0])
             && fmin(a[1], b[1]) <= fmax(c[1], d[1]) && fmin(c[1], d[1]) <= fmax(a[1], b[1]);
    return boxes && o1 * o2 <= 0.0 && o3 * o4 <= 0.0;
}

/* crossings of random polylines: the tree must find the same first edge as a search of all pairs */
static void test_crossings(void)
{
    rng r = { 7 };
    int bad = 0, meetings = 0;

    for (int t = 0; t < 4000; t++) {
        double xy[2 * 12], work = 1e9;
        int n = 3 + rng_int(&r, 10), closed = rng_int(&r, 2), nedge = closed ? n : n - 1;
        shape_tree tree;
        for (int i = 0; i < 2 * n; i++) xy[i] = rng_int(&r, 9);
        if (shape_tree_init(&tree, xy, n, closed, &work)) exit(2);
        for (int j = 0; j < nedge; j++) {
            int first = -1;
            for (int i = j - 2; i >= 0; i--) {
                if (closed && i == 0 && j == nedge - 1) continue;
                if (meet_exactly(xy + 2 * i, xy + 2 * i + 2, xy + 2 * j, xy + 2 * ((j + 1) % n)))
                    first = i;
            }
            bad += shape_meets(&tree, j) != first;
            meetings += first >= 0;
        }
        shape_tree_free(&tree);
    }
    check(bad == 0 && meetings > 1000,
          "crossings of 4000 random polylines are found as by trying all pairs (%d edges cross)",
          meetings);
}

/* The solid of an open chain ends at the perpendiculars through its ends, which still belong to it.
 * (dy, -dx) points to the right of an edge along (dx, dy). All of this is exact for whole
 * numbers. */
static void test_depth_at_ends(void)
{
    rng r = { 13 };
    int bad = 0;

    for (int t = 0; t < 1000; t++) {
        const double a[2] = { rng_int(&r, 9), rng_int(&r, 9) };
        const double d[2] = { rng_int(&r, 9) - 4, 1 + rng_int(&r, 4) }, k = 1 + rng_int(&r, 3);
        double xy[4] = { a[0], a[1], a[0] + d[0], a[1] + d[1] }, work = 1e9;
        shape_tree tree;
        if (shape_tree_init(&tree, xy, 2, 0, &work)) exit(2);
        for (int end = 0; end < 2; end++) {
            const double *e = xy + 2 * end, beyond = end ? 0.25 : -0.25;
            const double on[2] = { e[0] + k * d[1], e[1] - k * d[0] };
            const double out[2] = { on[0] + beyond * d[0], on[1] + beyond * d[1] };
            bad += !(fabs(shape_depth(&tree, on) - k * hypot(d[0], d[1])) <= 1e-14);
            bad += shape_depth(&tree, out) != 0.0;
        }
        shape_tree_free(&tree);
    }
    check(bad == 0, "an edge's solid extends exactly to the perpendiculars through its ends");
}

static void test_entered(void)
{
    static const struct { double p[2], q[2]; int enters; } exact[] = {
        { { 1, 0 }, { 1, -1 }, 1 },         /* from the edge itself, from (0, 0) to (4, 0) */
        { { 1, 1 }, { 1, 0 }, 0 },          /* up to it */
        { { 1, -1 }, { 1, 1 }, 0 },         /* out of the solid */
        { { 1, -1 }, { 1, -2 }, 0 },        /* within it */
        { { 0, 1 }, { 0, -1 }, 1 },         /* through the ends */
        { { 4, 1 }, { 4, -1 }, 1 },
        { { 3, 1 }, { 5, -1 }, 1 },
        { { -1, 1 }, { -1, -1 }, 0 },       /* beside them */
        { { 5, 1 }, { 5, -1 }, 0 },
        { { 3, 1 }, { 6, -1 }, 0 },
        { { -1, 0 }, { 5, 0 }, 0 },         /* along it */
        { { 5, 0 }, { 5, -1 }, 0 }
    };

    for (int turn = 0; turn < 4; turn++) {           /* by quarters, which is exact */
        const double c[4] = { 1, 0, -1, 0 }, u[2] = { c[turn], c[(turn + 3) % 4] };
        double xy[4] = { 0, 0, 4 * u[0], 4 * u[1] }, work = 1e9;
        shape_tree tree;
        int bad = 0;
        if (shape_tree_init(&tree, xy, 2, 0, &work)) exit(2);
        for (size_t k = 0; k < sizeof exact / sizeof *exact; k++) {
            const double *x = exact[k].p, *y = exact[k].q;
            const double p[2] = { x[0] * u[0] - x[1] * u[1], x[0] * u[1] + x[1] * u[0] };
            const double q[2] = { y[0] * u[0] - y[1] * u[1], y[0] * u[1] + y[1] * u[0] };
            if (shape_entered(&tree, p, q) == exact[k].enters) continue;
            note("way %d", (int)k);
            bad++;
        }
        check(bad == 0, "ways from, to and beside an edge, turned by %d quarters", turn);
        shape_tree_free(&tree);
    }
}

/* A scene whose starts take too long to check is refused. All edges of a circle are equally far
 * from its centre, so the check of each of the 10 000 particles there visits all 10 000 edges. */
static void test_many_starts(void)
{
    enum { N = 10000 };
    char *text = malloc(N * 60 + 1000), *p = text;
    scene s;

    if (!text) exit(2);
    p += sprintf(p, "step 1\ntime 1\nepsilon 1\nchain");
    for (int i = 0; i < N; i++) {                    /* counter-clockwise: the solid is around it */
        const double angle = 6.0 * i / N;
        p += sprintf(p, "%s%.9f %.9f", i % 100 ? " " : " \\\n ", cos(angle), sin(angle));
    }
    p += sprintf(p, "\n");
    for (int k = 0; k < N; k++) p += sprintf(p, "particle mass 1 position 0 0\n");
    int errors = parse_text(text, &s);
    check(errors == 1 && strstr(messages, "too many particles, bodies and edges to check where"),
          "10 000 particles in the centre of 10 000 edges: refused with one message");
    if (errors != 1) note("%d errors: %.300s", errors, messages);
    scene_free(&s);
    free(text);
}

/* A disc that is moved may overlap only its partner in a joint that keeps the two together. */
static void test_moved_start(void)
{
    scene s;

    if (!good("step 1\ntime 1\nepsilon 1\ndisc a radius 1 mass 1 position 0 0\n"
              "disc b radius 1 mass 1 position 5 0\ndisc c radius 1 mass 1 position 10 0\n"
              "revolute a b at 2 0\ndistance b c from 5 0 to 10 0\n", &s, "three discs"))
        return;
    for (int k = 0; k < 3; k++) {
        const double x = s.body[k].q[0];
        int bad = scene_starts_inside(&s, k, NULL) != 0;
        for (int other = 0; other < 3; other++) {
            if (other == k) continue;
            s.body[k].q[0] = s.body[other].q[0] + 1.5;
            bad += scene_starts_inside(&s, k, NULL) != (k + other != 1);
        }
        s.body[k].q[0] = x;
        check(bad == 0, "disc %d, moved onto another, starts in it unless a pin joins the two", k);
    }
    scene_free(&s);
}

/* Narrow slanted ellipses of 256 corners side by side, whose bounding boxes all overlap. A pair
 * takes 4 * 256^2 of 2e8 visits: this is enough for the 741 pairs of 39 ellipses, but not for the
 * 780 pairs of 40. */
static void test_many_bodies(void)
{
    enum { CORNERS = 256, N = 40 };
    char *text = malloc(N * CORNERS * 40 + 1000);
    int errors[2];

    if (!text) exit(2);
    for (int more = 0; more < 2; more++) {
        char *p = text + sprintf(text, "step 1\ntime 1\nepsilon 1\n");
        scene s;
        for (int k = 0; k < N - 1 + more; k++) {
            p += sprintf(p, "body b%d mass 1 position %d %d vertices", k, k, -k);
            for (int i = 0; i < CORNERS; i++) {      /* a narrow ellipse, along the diagonal */
                const double angle = 8.0 * atan(1.0) * i / CORNERS;
                const double along = 100.0 * cos(angle), aside = 0.1 * sin(angle);
                p += sprintf(p, "%s%.12g %.12g", i % 100 ? " " : " \\\n ", along - aside,
                             along + aside);
            }
            p += sprintf(p, "\n");
        }
        errors[more] = parse_text(text, &s);
        scene_free(&s);
    }
    check(errors[0] == 0 && errors[1] == 1 &&
              strstr(messages, "too many particles, bodies and edges to check where"),
          "741 pairs of bodies with 256 corners are checked, 780 are refused: %d, %d errors",
          errors[0], errors[1]);
    free(text);
}

/* A scene for which the bounding boxes exclude no pair is refused, instead of taking hours: 100 000
 * edges of a slanted zigzag. */
static void test_tangle(void)
{
    enum { N = 100000 };
    char *text = malloc(N * 24 + 1000), *p = text;
    scene s;

    if (!text) exit(2);
    p += sprintf(p, "%schain", GOOD);
    for (int i = 0; i < N; i++)
        p += sprintf(p, "%s%d %d", i % 100 ? " " : " \\\n ", i + (i % 2 ? 9 * N : 0),
                     i - (i % 2 ? 9 * N : 0));
    sprintf(p, "\n");
    int errors = parse_text(text, &s);
    const char *want =
        "FILE:5:1: too many edges side by side to check for crossings, expected fewer vertices\n";
    check(errors == 1 && strcmp(messages, want) == 0,
          "100 000 slanted edges side by side: refused with one message");
    if (errors != 1) note("%d errors: %.200s", errors, messages);
    scene_free(&s);
    free(text);
}

/* lines of two kinds, as many as there may be of each, then two more: the messages are about the
 * first that is too many */
static void reads_many(const char *begin, int count, const char *first, const char *second,
                       const char *too_many)
{
    char *text = malloc((size_t)count * 80 + 1000);

    if (!text) exit(2);
    for (int extra = 0; extra <= 2; extra += 2) {
        char *p = text + sprintf(text, "%s", begin);
        scene s;
        int errors;
        for (int i = 0; i < count + extra; i++) p += sprintf(p, first, i, i);
        for (int i = 0; i < count + extra; i++) p += sprintf(p, second, i);
        errors = parse_text(text, &s);
        check((errors > 0) == (extra > 0) && strcmp(messages, extra ? too_many : "") == 0 &&
              (extra || s.nparticle + s.nobstacle + s.nbody + s.njoint >= count),
              "%d lines '%.8s': %d errors", count + extra, first, errors);
        scene_free(&s);
    }
    free(text);
}

static void test_many(void)
{
    reads_many("step 0.01\ntime 1\nepsilon 0.1\n", 10000, "particle mass 1 position %d 1\n", "",
               "FILE:10004:1: one particle too many, expected at most 10000 in a file\n");
    reads_many(GOOD, 100000, "chain %d 0 %d.5 0\n", "",
               "FILE:100005:1: one obstacle too many, expected at most 100000 in a file\n");
    reads_many("step 0.01\ntime 1\nepsilon 0.1\n", 10000,
               "disc b%d radius 0.1 mass 1 position %d 0 group 1\n",
               "revolute b0 world at 0 0\n",
               "FILE:10004:1: one body too many, expected at most 10000 in a file\n"
               "FILE:20006:1: one joint too many, expected at most 10000 in a file\n");
}

/* ---- steps ---- */

static void test_steps(void)
{
    const double inf = HUGE_VAL, nan = (double)NAN;
    const struct { double time, h; int steps; } cases[] = {
        { 2.5, 0.01, 250 }, { 1.0, 0.3, 4 }, { 1.0, 2.0, 1 }, { 0.0, 1.0, 0 },
        { 0.3, 0.1, 3 }, { 1.1, 0.1, 11 },          /* 0.3/0.1 < 3 and 1.1/0.1 > 11 in binary */
        { 1.0 + 1e-10, 1.0, 1 }, { 1.0 + 1e-8, 1.0, 2 },       /* a remainder is a step */
        { 1.0, 1e-8, 100000000 }, { 3127.01445, 35e-6, 89343270 },
        { 5e7 + 6.7e-8, 1.0, 50000001 },            /* six times the rounding of 5e7 steps */
        { 1.00000002, 1e-8, -1 }, { 1e300, 1e-300, -1 },       /* too many; time/h overflows */
        { -1.0, 0.1, -1 }, { 1.0, 0.0, -1 }, { 1.0, -0.1, -1 },
        { nan, 0.1, -1 }, { 1.0, nan, -1 }, { inf, 0.1, -1 }, { 1.0, inf, -1 }
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check(scene_steps(cases[k].time, cases[k].h) == cases[k].steps, "%g s in steps of %g s: %d",
              cases[k].time, cases[k].h, cases[k].steps);
}

/* ---- the table of bad scenes ---- */

typedef struct {
    char name[256];
    char text[1 << 15], expected[1 << 13];
    size_t size;
} bad_case;

/* appends p to c->text, with the escapes of printf replaced */
static void append_escaped(bad_case *c, const char *p)
{
    while (*p && c->size + 64 < sizeof c->text) {
        char byte = *p++;
        if (byte == '\\') {
            char kind = *p++;
            int octal = 0;
            for (int i = 0; kind == '0' && i < 3 && *p >= '0' && *p <= '7'; i++)
                octal = 8 * octal + (*p++ - '0');
            byte = kind == 'r' ? '\r' : kind == 't' ? '\t' : kind == '\\' ? '\\' : (char)octal;
        }
        c->text[c->size++] = byte;
    }
    c->text[c->size] = '\0';
}

static void finish_case(bad_case *c, const char *tail)
{
    scene s;

    if (!c->name[0]) return;
    append_escaped(c, tail);
    int errors = parse("FILE", c->text, c->size, &s), ends = 0;
    for (const char *p = messages; *p; p++) ends += *p == '\n';
    if (!check(strcmp(messages, c->expected) == 0 && errors == ends && errors > 0 && is_empty(&s),
               "bad scene: %s", c->name)) {
        note("%d errors, messages:", errors);
        printf("%s# expected:\n%s", messages, c->expected);
    }
    scene_free(&s);
    c->name[0] = '\0';
}

static void test_bad_scenes(void)
{
    static bad_case c;
    char line[1024];
    const char *tail = "";
    FILE *f = fopen("tests/data/bad_scenes.txt", "r");

    if (!check(f != NULL, "the table of bad scenes can be opened")) return;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        const int whole = strncmp(line, "? ", 2) == 0;
        if (whole || strncmp(line, "case ", 5) == 0 || strncmp(line, "bare ", 5) == 0) {
            finish_case(&c, tail);
            strcpy(c.text, "");
            strcpy(c.expected, "");
            c.size = 0;
            sprintf(c.name, "%.200s", line + (whole ? 2 : 5));
            tail = line[0] == 'b' ? "" : GOOD;
        }
        if (whole || line[0] == '|') {
            append_escaped(&c, line[1] ? line + 2 : "");
            append_escaped(&c, "\n");
        } else if (strncmp(line, "* ", 2) == 0) {
            char *text;
            long n = strtol(line + 2, &text, 10);
            for (long i = 0; i < n; i++) append_escaped(&c, text + 1);
        } else if (strncmp(line, "= ", 2) == 0) {
            sprintf(c.expected + strlen(c.expected), "FILE:%s\n", line + 2);
        }
    }
    finish_case(&c, tail);
    fclose(f);
}

static void long_words(void)
{
    const char word[] = "a123456789b123456789c123456789d123456789";       /* ten characters each */
    const char *const of_31[] = { word + 9 }, *const of_32[] = { word + 8 };

    check(reader_closest(word, 31, of_31, 1, 99, 0) == 0 &&
              reader_closest("a", 1, of_31, 1, 99, 0) == 0,
          "words of up to 31 characters may be similar");
    check(reader_closest(word, 32, of_31, 1, 99, 0) == -1 &&
              reader_closest(word, 31, of_32, 1, 99, 0) == -1 &&
              reader_closest("a", 1, of_32, 1, 99, 0) == -1,
          "a word of more than 31 characters is similar to none");
}

/* ---- what a scene answers about itself ---- */

#define FALL "step 1\ntime 1\n"

/* small: below 1 cm in every coordinate and in epsilon */
static void test_small(void)
{
    static const struct {
        const char *text;
        int small, rubs;
    } cases[] = {
        { "epsilon .009\nparticle mass 1 position 0 .009\n", 1, 0 },
        { "epsilon .01\nparticle mass 1 position 0 .009\n", 0, 0 },
        { "epsilon .009\nparticle mass 1 position 0 0\nparticle mass 1 position .01 0\n", 0, 0 },
        { "epsilon .009\nparticle mass 1 position 0 -.01\n", 0, 0 },
        { "epsilon .009\nparticle mass 1 position 0 .009\nchain -.009 0 .009 -.009 mu .5\n", 1, 1 },
        { "epsilon .009\nparticle mass 1 position 0 .009\nchain -.01 0 .009 -.009\n", 0, 0 },
        { "epsilon .009\nparticle mass 1 position 0 .009\nchain -.009 0 .009 -.01 mu 0\n", 0, 0 },
        { "epsilon .009\nparticle mass 1 position 0 .009\nchain -1 -1 1 -1 mu 0\n"
          "chain -1 -2 1 -2 mu .1\n", 0, 1 },
        { "epsilon .009\nfriction .1\nparticle mass 1 position 0 .009\nchain -1 -1 1 -1\n", 0, 1 },
        { "epsilon .009\ndisc d radius .009 mass 1 position .009 .009\n", 1, 0 },
        { "epsilon .009\ndisc d radius .01 mass 1 position .009 .009\n", 0, 0 },
        { "epsilon .009\ndisc d radius .009 mass 1 position .009 .01 mu 0\n", 0, 0 },
        { "epsilon .009\nbox b size .018 .018 mass 1 position 0 0 mu .1\n", 1, 1 },
        { "epsilon .009\nbox b size .018 .02 mass 1 position 0 0\n"
          "disc d radius .001 mass 1 position 0 .015 mu .1\n", 0, 1 }
    };
    scene s;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text, FALL "%s", cases[k].text);
        if (!check(parse_text(text, &s) == 0, "measures of a scene: case %d", (int)k)) continue;
        check(scene_small(&s) == cases[k].small, "case %d is %ssmall", (int)k,
              cases[k].small ? "" : "not ");
        check(scene_has_friction(&s) == cases[k].rubs, "case %d has %sfriction", (int)k,
              cases[k].rubs ? "" : "no ");
        scene_free(&s);
    }
}

static void test_names_and_energy(void)
{
    static const double x[2] = { 3.0, 4.0 }, v[2] = { 5.0, 6.0 };
    char name[SCENE_NAME];
    scene_support foot;
    scene s;
    int bad = 0;

    memset(&foot, 0, sizeof foot);
    foot.angle = 0.75;
    scene_set_foot(&foot, 2.0);
    check_near(foot.support.at[0], 2.0 * cos(0.75), 1e-15, "the x of a tripod's foot");
    check_near(foot.support.at[1], 2.0 * sin(0.75), 1e-15, "and its y");
    for (int k = -2; k <= 140; k++)
        bad += scene_sides_good(k / 2.0) != (k >= 8 && k <= 128 && k % 4 == 0);
    check(bad == 0 && !scene_sides_good((double)NAN), "polygons of 4, 6 ... 64 corners");

    if (!check(parse_text(FALL "epsilon 1\ngravity 1 -10\nchain -9 -9 9 -9  9 0\n"
                          "polygon 20 0 20 1 21 0\nparticle mass 1 position 0 0\n"
                          "particle mass 2 position 0 1 force 7 8\n", &s) == 0, "two particles"))
        return;
    check(scene_count(&s) == 2, "they are counted");
    scene_name(&s, 1, name);
    check(strcmp(name, "particle 2") == 0, "and have numbers");
    check(scene_energy(&s, 1, x, v) == 61.0 - 2.0 * (3.0 - 40.0) - (21.0 + 32.0),
          "kinetic energy, and the potentials of gravity and of the force");
    check(scene_edges(s.obstacle) == 2 && scene_edges(s.obstacle + 1) == 3 &&
              scene_edge_count(&s) == 5,
          "a chain has an edge less than vertices, a polygon as many");
    for (int k = 0; k < 3; k++) {
        static const double at[4][2] = { { 20, 0 }, { 20, 1 }, { 21, 0 }, { 20, 0 } };
        double p[2], q[2];
        scene_edge(s.obstacle + 1, k, p, q);
        bad += memcmp(p, at[k], sizeof p) != 0 || memcmp(q, at[k + 1], sizeof q) != 0;
    }
    check(bad == 0, "edges run from vertex to vertex, the last to the first");
    scene_free(&s);

    if (!check(parse_text(FALL "epsilon 1\ndisc a radius 1 mass 1 position 0 0\n"
                          "particle mass 1 position 8 8\ndisc b radius 1 mass 1 position 4 0\n",
                          &s) == 0, "bodies and a particle"))
        return;
    check(scene_count(&s) == 3, "all are counted");
    scene_name(&s, 1, name);
    check(strcmp(name, "b") == 0, "bodies come first");
    scene_name(&s, 2, name);
    check(strcmp(name, "particle 1") == 0, "particles count from 1 after them");
    scene_free(&s);
}

int main(void)
{
    long_words();
    test_hills();
    test_listed();
    test_supports();
    test_titles();
    test_piece();
    test_line_limit();
    test_just_good();
    test_crossings();
    test_depth_at_ends();
    test_entered();
    test_tangle();
    test_many_starts();
    test_many_bodies();
    test_moved_start();
    test_many();
    test_steps();
    test_small();
    test_names_and_energy();
    test_bad_scenes();
    return check_done();
}
