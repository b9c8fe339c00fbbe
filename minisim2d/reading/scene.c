/* scene.c: from the text of a scene file to plain arrays, reporting every error
 *
 * parser.c reads the lines and the fields of a statement; this file and scene_*.c interpret the
 * fields. An error never stops the reader: it reports what it expected, drops the statement and
 * goes on, so that one run shows all errors. Errors of the file as a whole come last.
 *
 * A new keyword with numbers of its own is a row at the end of `singles` and a member of scene; one
 * with a form of its own is a row of `statements` and the function named there. The file format is
 * described in scenes/README.md.
 */
#include "scene.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"
#include "../writing/output.h"

#define MAX_WORK 2e8              /* visits to tree nodes while obstacles and starts are checked:
                                     about a second */

/* statements of one keyword and its numbers, their place in a scene, and their defaults */
enum { GRAVITY, STEP, TIME, EPSILON, PSI_MIN, FRICTION, RECOVERY };

static const struct {
    field f;
    size_t to;
    double otherwise[2];
} singles[] = {
    { { "gravity", "gravity GX GY", 2, ANY, "", 0 }, offsetof(scene, gravity), { 0.0, -9.81 } },
    { { "step", "step H", 1, POSITIVE, "H > 0", 1 }, offsetof(scene, h), { 0.0, 0.0 } },
    { { "time", "time T", 1, POSITIVE, "T > 0", 1 }, offsetof(scene, time), { 0.0, 0.0 } },
    { { "epsilon", "epsilon E", 1, POSITIVE, "E > 0", 1 }, offsetof(scene, epsilon), { 0.0, 0.0 } },
    { { "psi_min", "psi_min P", 1, NOT_POSITIVE, "P <= 0", 0 }, offsetof(scene, psi_min),
      { 0.0, 0.0 } },             /* -HUGE_VAL, which not every compiler accepts in a table */
    { { "friction", "friction MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }, offsetof(scene, friction),
      { 0.0, 0.0 } },
    { { "recovery", "recovery SPEED", 1, POSITIVE, "SPEED > 0", 0 }, offsetof(scene, recovery),
      { 0.0, 0.0 } }
};

enum { NSINGLE = (int)(sizeof singles / sizeof singles[0]) };

/* labels of the statements that have some */
enum { MASS, POSITION, VELOCITY, FORCE, NPARTICLE };
enum { HILL_COUNT, HILL_RADIUS, HILL_EDGES, HILL_START, HILL_MU, NHILL };
enum { TOOTH_COUNT, TOOTH_LENGTH, TOOTH_HEIGHT, TOOTH_START, TOOTH_MU, NTOOTH };
enum { STUDY_POSITION, STUDY_VELOCITY, NSTUDY };

static const field particle_fields[NPARTICLE] = {
    { "mass", "mass M", 1, POSITIVE, "M > 0", 1 },
    { "position", "position X Y", 2, ANY, "", 1 },
    { "velocity", "velocity VX VY", 2, ANY, "", 0 },
    { "force", "force FX FY", 2, ANY, "", 0 }
};

static const field hills_fields[NHILL] = {
    { "count", "count N", 1, COUNT, "a whole number N from 1 to 100000", 1 },
    { "radius", "radius R", 1, POSITIVE, "R > 0", 1 },
    { "edges", "edges K", 1, EDGES, "a whole number K from 2 to 100000", 1 },
    { "start", "start X Y", 2, ANY, "", 1 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field sawtooth_fields[NTOOTH] = {
    { "count", "count N", 1, COUNT, "a whole number N from 1 to 100000", 1 },
    { "length", "length L", 1, POSITIVE, "L > 0", 1 },
    { "height", "height H", 1, POSITIVE, "H > 0", 1 },
    { "start", "start X Y", 2, ANY, "", 1 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field study_fields[NSTUDY] = {
    { "position", "position X0 X1 Y0 Y1", 4, ANY, "", 1 },
    { "velocity", "velocity VX0 VX1 VY0 VY1", 4, ANY, "", 0 }
};

static const field mu_field = { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 };

struct scene_state {
    field_value single[NSINGLE];
    int title_line, study_line, moving_seen;
    reader_place *start_at;           /* start_at[out->nparticle]: the particles' word `position` */
    int particle_room, obstacle_room, too_many_particles, too_many_obstacles;
    int nvert;                    /* vertices of all obstacles so far */
};

/* ---- obstacles ---- */

/* place of an error in a vertex: the vertex, or the generator's keyword */
static reader_place vertex_at(const outline *o, int i, reader_word head)
{
    return o->at ? o->at[i] : head.at;
}

static void complain_meeting(parser *p, const outline *o, reader_place at, int i, int j)
{
    const double *a = o->xy + 2 * i, *b = o->xy + 2 * ((i + 1) % o->n);
    const double *c = o->xy + 2 * j, *d = o->xy + 2 * ((j + 1) % o->n);

    reader_complain(&p->in, at, "edge %d (%g, %g)-(%g, %g) meets edge %d (%g, %g)-(%g, %g), "
                    "expected edges that meet only in their common vertex", j + 1, c[0], c[1], d[0],
                    d[1], i + 1, a[0], a[1], b[0], b[1]);
}

static void check_crossings(parser *p, const outline *o, int closed, reader_word head)
{
    const int nedge = closed ? o->n : o->n - 1;
    shape_tree tree;

    if (p->work <= 0.0) return;
    if (shape_tree_init(&tree, o->xy, o->n, closed, &p->work)) {
        parser_no_memory(p);
        return;
    }
    for (int j = 2; j < nedge; j++) {
        const int i = shape_meets(&tree, j);
        if (i >= 0) complain_meeting(p, o, vertex_at(o, j, head), i, j);
    }
    if (p->work <= 0.0)
        reader_complain(&p->in, head.at, "too many edges side by side to check for crossings, "
                        "expected fewer vertices");
    shape_tree_free(&tree);
}

/* reports edges without a length; for a generator only the first */
static void check_lengths(parser *p, const outline *o, int nedge, reader_word head)
{
    for (int i = 0; i < nedge; i++) {
        const int j = (i + 1) % o->n;
        if (!shape_no_length(o->xy, o->n, i)) continue;
        reader_complain(&p->in, vertex_at(o, j > i ? j : i, head), "vertices %d and %d are both "
                        "(%g, %g), expected edges with a length", i + 1, j + 1, o->xy[2 * i],
                        o->xy[2 * i + 1]);
        if (!o->at) return;
    }
}

/* reports edges that run back; for a generator only the first */
static void check_folds(parser *p, const outline *o, int corners, reader_word head)
{
    for (int i = 0; i < corners; i++) {
        const int j = (i + 1) % o->n;
        if (!shape_folds(o->xy, o->n, i)) continue;
        reader_complain(&p->in, vertex_at(o, j, head), "edge %d runs back along edge %d from "
                        "vertex %d (%g, %g), expected a turn of less than 180 degrees", j + 1,
                        i + 1, j + 1, o->xy[2 * j], o->xy[2 * j + 1]);
        if (!o->at) return;
    }
}

/* Each kind of error is reported only if no earlier kind occurs, of which it may be a consequence.
 * Numbers count from 1. */
static int check_outline(parser *p, const outline *o, int closed, reader_word head)
{
    const int errors = p->in.errors, nedge = closed ? o->n : o->n - 1;

    check_lengths(p, o, nedge, head);
    if (p->in.errors == errors && closed && shape_is_flat(o->xy, o->n))
        reader_complain(&p->in, head.at, "all vertices of the polygon lie on one line, expected a "
                        "polygon with an area");
    if (p->in.errors == errors) check_folds(p, o, nedge - !closed, head);
    if (p->in.errors == errors) check_crossings(p, o, closed, head);
    return p->in.errors == errors;
}

/* whether one more obstacle with this many vertices fits */
static int fits(parser *p, reader_word head, double nvert)
{
    if (parser_full(p, head, "obstacle", p->out->nobstacle, SCENE_MAX_OBSTACLES,
                    &p->state->too_many_obstacles))
        return 0;
    if (p->state->nvert + nvert > SCENE_MAX_VERTICES) {
        reader_complain(&p->in, head.at, "%.0f vertices, expected at most %d in all obstacles of a "
                        "file", p->state->nvert + nvert, SCENE_MAX_VERTICES);
        return 0;
    }
    return 1;
}

/* Moves the vertices to a new obstacle of the scene, if they form a proper one. mu not given: the
 * scene's default, which is known at the end. */
static void add_obstacle(parser *p, reader_word head, outline *o, int closed, const field_value *mu)
{
    scene *s = p->out;
    scene_obstacle *to;

    if (!check_outline(p, o, closed, head)) return;
    if (!parser_grow(p, &s->obstacle, s->nobstacle, &p->state->obstacle_room, sizeof *to)) return;
    if (closed && shape_area(o->xy, o->n) > 0.0) shape_reverse(o->xy, o->n);
    to = s->obstacle + s->nobstacle++;
    to->nvert = o->n;
    to->xy = o->xy;
    to->closed = closed;
    to->mu = mu->given ? mu->value[0] : -1.0;
    to->line = head.at.line;
    p->state->nvert += o->n;
    o->xy = NULL;
}
/* pairs of numbers, then perhaps mu. The vertices are checked even after an error in mu. */
static void read_outline(parser *p, reader_word head)
{
    const int closed = reader_is(head, "polygon");
    const char *form = closed ? "polygon X Y X Y X Y ... [mu MU]" : "chain X Y X Y ... [mu MU]";
    const int least = closed ? 3 : 2, errors = p->in.errors;
    outline o = { 0, 0, NULL, NULL };
    field_value mu;
    char text[READER_QUOTE];
    const int numbers = outline_read(p, form, &mu_field, 1,
                                     SCENE_MAX_VERTICES - p->state->nvert, &o);
    int good;

    memset(&mu, 0, sizeof mu);
    if (numbers >= 0 && numbers % 2)
        reader_complain(&p->in, head.at, "%s with %d number%s, expected pairs X Y",
                        reader_quote(head, text), numbers, numbers == 1 ? "" : "s");
    else if (numbers >= 0 && numbers / 2 < least)
        reader_complain(&p->in, head.at, "%s with %d vert%s, expected at least %d",
                        reader_quote(head, text), numbers / 2, numbers == 2 ? "ex" : "ices", least);
    good = p->in.errors == errors;
    if (numbers >= 0 && p->in.w.len) {
        parser_field(p, &mu_field, NULL, 0, &mu);
        parser_nothing(p, mu_field.form);
    }
    if (good && fits(p, head, numbers / 2)) add_obstacle(p, head, &o, closed, &mu);
    outline_free(&o);
}

static void read_hills(parser *p, reader_word head)
{
    const double pi = 3.14159265358979323846;
    outline o = { 0, 0, NULL, NULL };
    field_value v[NHILL];
    int good = 1;

    parser_labels(p, head, hills_fields, NHILL, v);
    if (!v[HILL_COUNT].ok || !v[HILL_EDGES].ok || !v[HILL_RADIUS].ok || !v[HILL_START].ok) return;
    const double count = v[HILL_COUNT].value[0], edges = v[HILL_EDGES].value[0];
    const double radius = v[HILL_RADIUS].value[0], *start = v[HILL_START].value;
    if (!fits(p, head, count * edges + 1.0)) return;

    /* each hill without its last vertex, which is the next one's first; the feet exactly at height
     * Y */
    for (int k = 0; k < (int)count; k++) {
        good = good && outline_add(p, &o, start[0] + 2.0 * radius * k, start[1], NULL);
        for (int i = 1; good && i < (int)edges; i++) {
            double c, s;
            mb_turn(pi - i * pi / edges, &c, &s);
            good = outline_add(p, &o, start[0] + radius * (2 * k + 1 + c), start[1] + radius * s,
                               NULL);
        }
    }
    good = good && outline_add(p, &o, start[0] + 2.0 * radius * count, start[1], NULL);
    if (good) add_obstacle(p, head, &o, 0, &v[HILL_MU]);
    outline_free(&o);
}

static void read_sawtooth(parser *p, reader_word head)
{
    outline o = { 0, 0, NULL, NULL };
    field_value v[NTOOTH];
    int good;

    parser_labels(p, head, sawtooth_fields, NTOOTH, v);
    if (!v[TOOTH_COUNT].ok || !v[TOOTH_LENGTH].ok || !v[TOOTH_HEIGHT].ok || !v[TOOTH_START].ok)
        return;
    const double count = v[TOOTH_COUNT].value[0], length = v[TOOTH_LENGTH].value[0];
    const double height = v[TOOTH_HEIGHT].value[0], *start = v[TOOTH_START].value;
    if (!fits(p, head, 2.0 * count + 1.0)) return;

    good = outline_add(p, &o, start[0], start[1], NULL);
    for (int k = 1; good && k <= (int)count; k++)
        good = outline_add(p, &o, start[0] + k * length, start[1] + height, NULL) &&
               outline_add(p, &o, start[0] + k * length, start[1], NULL);
    if (good) add_obstacle(p, head, &o, 0, &v[TOOTH_MU]);
    outline_free(&o);
}

/* ---- the other statements ---- */

static void read_single(parser *p, int k)
{
    field_value *v = &p->state->single[k];

    if (parser_second(p, p->in.w, &v->at.line)) return;
    parser_field(p, &singles[k].f, NULL, 0, v);
    parser_nothing(p, singles[k].f.form);
}

/* the first byte of a text that is not UTF-8; end if there is none */
static const char *not_utf8(const char *at, const char *end)
{
    unsigned long code;

    while (at < end) {
        const size_t n = output_character(at, (size_t)(end - at), &code);
        if (n == 1 && (unsigned char)*at >= 0x80) return at;
        at += n;
    }
    return end;
}

/* all of the line after the word, '#' and '\' included; figures use it unchanged, so it must be
 * UTF-8 */
static void read_title(parser *p, reader_word head)
{
    const char *beg = head.s + head.len, *end = p->in.stop, *bad;

    p->in.w.len = 0;                      /* nothing of the line is left to be read */
    if (parser_second(p, head, &p->state->title_line)) return;
    while (beg < end && reader_blank(*beg)) beg++;
    while (end > beg && reader_blank(end[-1])) end--;
    if (beg == end)
        reader_complain(&p->in, head.at, "title without a text, expected 'title TEXT'");
    bad = not_utf8(beg, end);
    if (bad < end)
        reader_complain(&p->in, parser_at(p, bad - p->in.line_beg), "byte 0x%02X is not UTF-8, "
                        "expected a title in UTF-8", (unsigned char)*bad);
    else
        p->out->title = parser_copy(p, beg, end);
}

/* makes room for one more particle, and for the place of its start; 0 without memory */
static int grow_particles(parser *p)
{
    const int n = p->out->nparticle;
    int room = p->state->particle_room, *last = &p->state->particle_room;

    return parser_grow(p, &p->out->particle, n, &room, sizeof *p->out->particle) &&
           parser_grow(p, &p->state->start_at, n, last, sizeof *p->state->start_at);
}

static void read_particle(parser *p, reader_word head)
{
    const int n = p->out->nparticle;
    field_value v[NPARTICLE];
    scene_particle *added;

    parser_labels(p, head, particle_fields, NPARTICLE, v);
    if (!v[POSITION].ok) return;    /* the start is checked even after other errors */
    if (parser_full(p, head, "particle", n, SCENE_MAX_PARTICLES, &p->state->too_many_particles) ||
        !grow_particles(p))
        return;
    added = p->out->particle + n;
    added->mass = v[MASS].value[0];
    memcpy(added->x, v[POSITION].value, sizeof added->x);
    memcpy(added->v, v[VELOCITY].value, sizeof added->v);
    memcpy(added->force, v[FORCE].value, sizeof added->force);
    added->line = head.at.line;
    p->state->start_at[n] = v[POSITION].at;
    p->out->nparticle++;
}

/* a field's ranges of x and y: numbers `at` and at + 1 of a study's four; 0 after a message */
static int take_ranges(parser *p, const field_value *v, const field *f, int at)
{
    scene_ranges *to = &p->out->study;

    for (int i = 0; i < 2; i++) {
        to->lo[at + i] = v->value[2 * i];
        to->hi[at + i] = v->value[2 * i + 1];
        if (to->lo[at + i] <= to->hi[at + i]) continue;
        reader_complain(&p->in, v->at, "range from %g to %g, expected the lesser number first in "
                        "'%s'", to->lo[at + i], to->hi[at + i], f->form);
        return 0;
    }
    return 1;
}

static void read_study(parser *p, reader_word head)
{
    scene_ranges *to = &p->out->study;
    field_value v[NSTUDY];

    if (parser_second(p, head, &p->state->study_line)) return;
    parser_labels(p, head, study_fields, NSTUDY, v);
    to->position = v[STUDY_POSITION].ok &&
                   take_ranges(p, &v[STUDY_POSITION], &study_fields[STUDY_POSITION], 0);
    to->velocity = v[STUDY_VELOCITY].ok &&
                   take_ranges(p, &v[STUDY_VELOCITY], &study_fields[STUDY_VELOCITY], 2);
}

static const struct {
    const char *word;
    void (*read)(parser *p, reader_word head);       /* in.w is the word after the keyword */
    int moves;                                       /* a scene needs at least one of these */
} statements[] = {
    { "particle", read_particle, 1 },
    { "chain", read_outline, 0 }, { "polygon", read_outline, 0 },
    { "hills", read_hills, 0 }, { "sawtooth", read_sawtooth, 0 },
    { "study", read_study, 0 },
    { "disc", bodies_disc, 1 }, { "box", bodies_box, 1 }, { "rod", bodies_rod, 1 },
    { "body", bodies_body, 1 },
    { "revolute", joints_joint, 0 }, { "prismatic", joints_joint, 0 },
    { "weld", joints_joint, 0 }, { "distance", joints_joint, 0 }, { "rope", joints_joint, 0 },
    { "restitution", joints_restitution, 0 }, { "joints", joints_curved, 0 },
    { "support", supports_support, 0 }, { "tripod", supports_tripod, 0 },
    { "supports", supports_sides, 0 }
};

enum { NSTATEMENT = (int)(sizeof statements / sizeof statements[0]) };

static void unknown_statement(parser *p)
{
    const char *known[1 + NSINGLE + NSTATEMENT] = { "title" };
    int best;

    for (int k = 0; k < NSINGLE; k++) known[1 + k] = singles[k].f.word;
    for (int k = 0; k < NSTATEMENT; k++) known[1 + NSINGLE + k] = statements[k].word;
    best = parser_unknown(p, "unknown statement", p->in.w, known, 1 + NSINGLE + NSTATEMENT) - 1;
    if (best >= 0 && best < NSINGLE) p->state->single[best].meant = 1;
    if (best >= NSINGLE) p->state->moving_seen |= statements[best - NSINGLE].moves;
}

static void read_keyword(parser *p)
{
    const reader_word head = p->in.w;

    if (reader_is(head, "title")) {
        read_title(p, head);
        return;
    }
    for (int k = 0; k < NSINGLE; k++)
        if (reader_is(head, singles[k].f.word)) {
            read_single(p, k);
            return;
        }
    for (int k = 0; k < NSTATEMENT; k++)
        if (reader_is(head, statements[k].word)) {
            p->state->moving_seen |= statements[k].moves;
            reader_next(&p->in);
            statements[k].read(p, head);
            return;
        }
    unknown_statement(p);
}

static void read_statement(parser *p)
{
    if (!parser_statement(p)) return;
    if (p->in.w.len) read_keyword(p);
    if (p->no_memory) return;
    reader_rest(&p->in);
    p->in.line++;
}

/* ---- the file as a whole ---- */

/* reports particles and bodies that start inside one obstacle */
static void check_obstacle(parser *p, const scene_obstacle *o)
{
    const scene *s = p->out;
    shape_tree tree;

    if (shape_tree_init(&tree, o->xy, o->nvert, o->closed, &p->work)) {
        parser_no_memory(p);
        return;
    }
    for (int k = 0; k < s->nparticle; k++) {
        const double depth = shape_depth(&tree, s->particle[k].x);
        if (depth > 0.0)
            reader_complain(&p->in, p->state->start_at[k], "particle starts %g m inside the %s of "
                            "line %d, expected a start outside or on the surface", depth,
                            o->closed ? "polygon" : "terrain", o->line);
    }
    starts_in_obstacle(p, o, &tree);
    shape_tree_free(&tree);
}

static void check_starts(parser *p)
{
    const scene *s = p->out;

    if (p->work <= 0.0) return;                       /* reported already */
    for (int b = 0; b < s->nobstacle && !p->no_memory && p->work > 0.0; b++)
        check_obstacle(p, s->obstacle + b);
    if (!p->no_memory && p->work > 0.0) starts_in_each_other(p, p->state->start_at);
    if (p->work <= 0.0)
        reader_complain(&p->in, parser_at(p, 0), "too many particles, bodies and edges to "
                        "check where they start, expected fewer");
}

static void check_whole(parser *p)
{
    const field_value *step = &p->state->single[STEP], *time = &p->state->single[TIME];
    const reader_place end = parser_at(p, 0);

    bodies_check_names(p);
    joints_resolve(p);
    supports_resolve(p, p->state->single[FRICTION].given || p->state->single[FRICTION].meant);
    check_starts(p);
    if (step->ok && time->ok && scene_steps(time->value[0], step->value[0]) < 0)
        reader_complain(&p->in, time->at, "%.0f steps from time %g and step %g, expected at most "
                        "%d", ceil(time->value[0] / step->value[0]), time->value[0], step->value[0],
                        SCENE_MAX_STEPS);
    for (int k = 0; k < NSINGLE; k++)
        if (singles[k].f.needed && !p->state->single[k].given && !p->state->single[k].meant)
            reader_complain(&p->in, end, "no '%s' in the file, expected '%s'", singles[k].f.word,
                            singles[k].f.form);
    if (p->out->nbody > 0 && p->state->single[PSI_MIN].given)
        reader_complain(&p->in, p->state->single[PSI_MIN].at, "psi_min has no effect on bodies, "
                        "expected it in scenes of particles alone");
    if (!p->state->moving_seen)
        reader_complain(&p->in, end, "no 'particle' in the file, expected 'particle mass M "
                        "position X Y', or a body");
}

/* the file's name without its folder and a final .scene, unless figures could not show it */
static char *default_title(parser *p)
{
    static const char untitled[] = "untitled";
    const char *slash = strrchr(p->in.name, '/'), *beg = slash ? slash + 1 : p->in.name;
    const char *end = beg + strlen(beg);

    if (end - beg > 6 && memcmp(end - 6, ".scene", 6) == 0) end -= 6;
    if (not_utf8(beg, end) < end || parser_control(beg, end) < end || strchr(beg, '\t')) {
        beg = untitled;
        end = beg + sizeof untitled - 1;
    }
    return parser_copy(p, beg, end);
}

static void take_singles(parser *p)
{
    scene *s = p->out;

    for (int k = 0; k < NSINGLE; k++) {
        const field_value *v = &p->state->single[k];
        const double *from = v->given ? v->value : singles[k].otherwise;
        memcpy((char *)s + singles[k].to, from, (size_t)singles[k].f.count * sizeof *from);
    }
    if (!p->state->single[PSI_MIN].given) s->psi_min = -HUGE_VAL;
    for (int b = 0; b < s->nobstacle; b++)
        if (s->obstacle[b].mu < 0.0 && (s->nbody == 0 || p->state->single[FRICTION].given))
            s->obstacle[b].mu = s->friction;
    for (int k = 0; k < s->nsupport; k++)
        if (s->support[k].support.mu < 0.0) s->support[k].support.mu = s->friction;
    if (!s->title) s->title = default_title(p);
}

/* a file that is not text gives one error, not one a line */
static int check_text(parser *p, size_t size)
{
    const char *beg = p->next, *nul = memchr(beg, '\0', size);

    if (size > SCENE_MAX_BYTES) {
        char reason[80];
        snprintf(reason, sizeof reason, "cannot read: larger than %d bytes, expected a scene file",
                 SCENE_MAX_BYTES);
        reader_give_up(&p->in, reason);
        return 0;
    }
    if (size >= 2 && (memcmp(beg, "\xFF\xFE", 2) == 0 || memcmp(beg, "\xFE\xFF", 2) == 0)) {
        reader_complain(&p->in, parser_at(p, 0), "UTF-16 text, expected UTF-8 or ASCII");
        return 0;
    }
    if (nul) {
        for (const char *at; (at = memchr(beg, '\n', (size_t)(nul - beg))) != NULL; beg = at + 1)
            p->in.line++;
        reader_complain(&p->in, parser_at(p, nul - beg), "binary file (a zero byte), expected "
                        "plain text");
        return 0;
    }
    p->next = reader_text(beg, p->end);
    if (p->next == p->end) reader_complain(&p->in, parser_at(p, 0), "empty file, expected a scene");
    return p->next < p->end;
}

int scene_parse(const char *name, const char *text, size_t size, scene *out, FILE *messages)
{
    parser p;
    struct scene_state state;
    struct bodies_state bodies;

    memset(&p, 0, sizeof p);
    memset(&state, 0, sizeof state);
    memset(&bodies, 0, sizeof bodies);
    p.state = &state;
    p.bodies = &bodies;
    memset(out, 0, sizeof *out);
    p.in.name = name;
    p.in.messages = messages;
    p.in.line = 1;
    p.in.continues = 1;
    p.in.comment = '#';
    p.next = text;
    p.end = text + size;
    p.out = out;
    p.work = MAX_WORK;
    if (check_text(&p, size)) {
        while (p.next < p.end) read_statement(&p);
        if (p.in.line > 1) p.in.line--;      /* back to the last line */
        if (!p.no_memory) check_whole(&p);
        if (!p.in.errors) take_singles(&p);
    }
    free(state.start_at);
    bodies_free(&p);
    if (p.in.errors) scene_free(out);
    return p.in.errors;
}

/* the whole of f, 0-terminated, or enough of it to show that it is too large; NULL with errno
 * set */
static char *read_all(FILE *f, size_t *size)
{
    char *text = NULL;
    size_t room = 1 << 16;

    *size = 0;
    for (;;) {
        char *more = realloc(text, room + 1);
        if (!more) {
            free(text);
            errno = ENOMEM;
            return NULL;
        }
        text = more;
        *size += fread(text + *size, 1, room - *size, f);
        if (*size < room || room > SCENE_MAX_BYTES) break;
        room *= 2;
    }
    if (ferror(f)) {
        int reason = errno;
        free(text);
        errno = reason;
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

int scene_read(const char *path, scene *out, FILE *messages)
{
    const char *name;
    FILE *f = reader_open(path, &name, messages);
    int errors = 1;
    size_t size;
    char *text;

    memset(out, 0, sizeof *out);
    if (!f) return 1;
    text = read_all(f, &size);
    if (!text) fprintf(messages, "%s: cannot read: %s\n", name, strerror(errno));
    else errors = scene_parse(name, text, size, out, messages);
    free(text);
    reader_close(f);
    return errors;
}

/* ---- the scene ---- */

double scene_greatest(double so_far, int count, const double *x)
{
    for (int i = 0; i < count; i++) so_far = fmax(so_far, fabs(x[i]));
    return so_far;
}

int scene_small(const scene *s)
{
    double size = s->epsilon;

    for (int k = 0; k < s->nobstacle; k++)
        size = scene_greatest(size, 2 * s->obstacle[k].nvert, s->obstacle[k].xy);
    for (int k = 0; k < s->nparticle; k++) size = scene_greatest(size, 2, s->particle[k].x);
    for (int k = 0; k < s->nbody; k++) {
        size = scene_greatest(size, 2, s->body[k].q);
        size = scene_greatest(size, 2 * s->body[k].shape.nvert, s->body[k].xy);
        size = fmax(size, s->body[k].shape.radius);
    }
    return size < 0.01;
}

int scene_has_friction(const scene *s)
{
    int found = 0;

    for (int i = 0; i < s->nobstacle; i++) found |= s->obstacle[i].mu > 0.0;
    for (int i = 0; i < s->nbody; i++) found |= s->body[i].body.mu > 0.0;
    return found;
}

void scene_free(scene *s)
{
    for (int b = 0; b < s->nobstacle; b++) free(s->obstacle[b].xy);
    free(s->obstacle);
    free(s->particle);
    for (int b = 0; b < s->nbody; b++) {
        free(s->body[b].name);
        free(s->body[b].xy);
    }
    free(s->body);
    free(s->joint);
    free(s->support);
    free(s->title);
    memset(s, 0, sizeof *s);
}

/* ---- functions of a scene ---- */

int scene_steps(double time, double h)
{
    if (!(time >= 0.0 && h > 0.0) || time > DBL_MAX || h > DBL_MAX) return -1;
    double steps = time / h;
    if (!(steps <= 2.0 * SCENE_MAX_STEPS)) return -1;

    steps = ceil(steps - fmax(1e-9, 4.0 * DBL_EPSILON * steps));
    return steps <= SCENE_MAX_STEPS ? (int)fmax(steps, 0.0) : -1;
}

int scene_count(const scene *s) { return s->nbody + s->nparticle; }

void scene_name(const scene *s, int k, char text[SCENE_NAME])
{
    if (k < s->nbody) snprintf(text, SCENE_NAME, "%s", s->body[k].name);
    else snprintf(text, SCENE_NAME, "particle %d", k - s->nbody + 1);
}

int scene_edges(const scene_obstacle *o)
{
    return o->closed ? o->nvert : o->nvert - 1;
}

void scene_edge(const scene_obstacle *o, int k, double p[2], double q[2])
{
    const int next = k + 1 < o->nvert ? k + 1 : 0;

    memcpy(p, o->xy + 2 * k, 2 * sizeof *p);
    memcpy(q, o->xy + 2 * next, 2 * sizeof *q);
}

int scene_edge_count(const scene *s)
{
    int n = 0;

    for (int i = 0; i < s->nobstacle; i++) n += scene_edges(&s->obstacle[i]);
    return n;
}

int scene_edge_find(const scene *s, int number, int *k)
{
    for (int i = 0; i < s->nobstacle && number >= 0; i++) {
        const int n = scene_edges(&s->obstacle[i]);
        if (number < n) {
            if (k) *k = number;
            return i;
        }
        number -= n;
    }
    return -1;
}

double scene_energy(const scene *s, int particle, const double x[2], const double v[2])
{
    const scene_particle *p = s->particle + particle;
    double energy = 0.0;

    for (int i = 0; i < 2; i++)
        energy += 0.5 * p->mass * v[i] * v[i] - (p->mass * s->gravity[i] + p->force[i]) * x[i];
    return energy;
}
