/* scene_joints.c: joints and supports of a scene file, and how they and contacts are simulated; see
 * parser.h
 *
 * A statement holds points and directions of the world at the start; they are transformed to the
 * frames of the bodies that it names when those are known.
 */
#include "parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define START_ERROR 1e-9          /* m, rad; errors up to this, plus this part of coordinates, are
                                     rounding */
#define GRAVITY 9.81              /* [m/s^2] for a tripod's load, if none is given */
#define PI 3.14159265358979323846

/* ---- joints ---- */

enum { AT, AXIS, FROM, TO, LENGTH, LIMITS, MOTOR, DAMPING, SPRING, NJOINT };

static const field joint_labels[NJOINT] = {
    { "at", "at X Y", 2, ANY, "", 1 },
    { "axis", "axis UX UY", 2, ANY, "", 1 },
    { "from", "from X Y", 2, ANY, "", 1 },
    { "to", "to X Y", 2, ANY, "", 1 },
    { "length", "length L", 1, POSITIVE, "L > 0", 0 },
    { "limits", "limits LO HI", 2, ANY, "", 0 },
    { "motor", "motor W T", 2, ANY, "", 0 },
    { "damping", "damping C", 1, NOT_NEGATIVE, "C >= 0", 0 },
    { "spring", "spring K REST", 2, ANY, "", 0 }
};

/* the labels of each kind of joint, a bit each, and the form of its statement */
enum { OF_OWN = 1 << LIMITS | 1 << MOTOR | 1 << DAMPING | 1 << SPRING,
       OF_ENDS = 1 << FROM | 1 << TO | 1 << LENGTH };

static const struct {
    int labels;
    const char *word, *form;
} joint_kinds[] = {                                           /* in the order of mb_joint_kind */
    { 1 << AT | OF_OWN, "revolute", "revolute A B at X Y ..." },
    { 1 << AT | 1 << AXIS | OF_OWN, "prismatic", "prismatic A B at X Y axis UX UY ..." },
    { 1 << AT, "weld", "weld A B at X Y" },
    { OF_ENDS, "distance", "distance A B from X Y to X Y ..." },
    { OF_ENDS, "rope", "rope A B from X Y to X Y ..." }
};

/* reads the names of the joint's bodies, and its labels into v[NJOINT] */
static void read_joint_labels(parser *p, reader_word head, int kind, reader_word ends[2],
                              field_value *v)
{
    field own[NJOINT];
    field_value read[NJOINT];
    int n = 0, which[NJOINT];

    for (int k = 0; k < NJOINT; k++) {
        if (!(joint_kinds[kind].labels >> k & 1)) continue;
        which[n] = k;
        own[n++] = joint_labels[k];
    }
    if (bodies_read_name(p, joint_kinds[kind].form, own, n, head, &ends[0]) >= 0)
        bodies_read_name(p, joint_kinds[kind].form, own, n, head, &ends[1]);
    parser_labels(p, head, own, n, read);
    memset(v, 0, NJOINT * sizeof *v);
    for (int k = 0; k < n; k++) v[which[k]] = read[k];
}

/* closer than the rounding of their coordinates */
static int same_point(const double p[2], const double q[2])
{
    const double size = fmax(fabs(p[0]), fabs(p[1]));

    return hypot(q[0] - p[0], q[1] - p[1]) <= SHAPE_ROUNDING * size;
}

/* reports errors in a joint's labels by themselves; only a slack rope may begin where it ends */
static void check_joint(parser *p, int kind, const field_value *v)
{
    const double *from = v[FROM].value, *to = v[TO].value;

    if (v[AXIS].ok && v[AXIS].value[0] == 0.0 && v[AXIS].value[1] == 0.0)
        reader_complain(&p->in, v[AXIS].at, "axis 0 0 has no direction, expected another one");
    if (v[FROM].ok && v[TO].ok && same_point(from, to) && !(kind == MB_ROPE && v[LENGTH].given))
        reader_complain(&p->in, v[TO].at, "from and to are both (%g, %g), expected two points",
                        to[0], to[1]);
    if (v[LIMITS].ok && v[LIMITS].value[0] > v[LIMITS].value[1])
        reader_complain(&p->in, v[LIMITS].at, "limits %g to %g, expected LO <= HI in '%s'",
                        v[LIMITS].value[0], v[LIMITS].value[1], joint_labels[LIMITS].form);
    if (v[MOTOR].ok && v[MOTOR].value[1] < 0.0)
        reader_complain(&p->in, v[MOTOR].at, "motor with effort %g, expected T >= 0 in '%s'",
                        v[MOTOR].value[1], joint_labels[MOTOR].form);
    if (v[SPRING].ok && v[SPRING].value[0] < 0.0)
        reader_complain(&p->in, v[SPRING].at, "spring of stiffness %g, expected K >= 0 in '%s'",
                        v[SPRING].value[0], joint_labels[SPRING].form);
}

/* applies the labels: anchors and axis still in the world, at the start */
static void set_joint(mb_joint *j, const field_value *v)
{
    const int ends = v[FROM].given;
    const double *from = v[ends ? FROM : AT].value, *to = v[ends ? TO : AT].value;
    const double distance = hypot(to[0] - from[0], to[1] - from[1]);
    const double axis = hypot(v[AXIS].value[0], v[AXIS].value[1]);

    memcpy(j->pa, from, sizeof j->pa);
    memcpy(j->pb, to, sizeof j->pb);
    for (int i = 0; i < 2 && v[AXIS].given; i++) j->axis[i] = v[AXIS].value[i] / axis;
    j->length = v[LENGTH].given ? v[LENGTH].value[0] : distance;
    j->limited = v[LIMITS].given;
    j->lo = v[LIMITS].value[0];
    j->hi = v[LIMITS].value[1];
    j->speed = v[MOTOR].value[0];
    j->effort = v[MOTOR].value[1];
    j->stiffness = v[SPRING].value[0];
    j->rest = v[SPRING].value[1];
    j->damping = v[DAMPING].value[0];
}

void joints_joint(parser *p, reader_word head)
{
    struct bodies_state *b = p->bodies;
    const int errors = p->in.errors;
    field_value v[NJOINT];
    reader_word ends[2];
    struct body_joint *to;
    int kind = 0;

    while (!reader_is(head, joint_kinds[kind].word)) kind++;
    read_joint_labels(p, head, kind, ends, v);
    check_joint(p, kind, v);
    if (p->in.errors > errors) return;
    if (parser_full(p, head, "joint", b->njoint, SCENE_MAX_JOINTS, &b->too_many_joints)) return;
    if (!parser_grow(p, &b->joint, b->njoint, &b->joint_room, sizeof *to)) return;
    to = b->joint + b->njoint++;
    memset(to, 0, sizeof *to);
    memcpy(to->end, ends, sizeof to->end);
    to->joint.joint.kind = (mb_joint_kind)kind;
    to->joint.line = head.at.line;
    set_joint(&to->joint.joint, v);
}

/* ---- how they are simulated ---- */

/* index of in.w among the words; -1 after a message */
static int read_choice(parser *p, reader_word head, const char *const *words, int count,
                       const char *form)
{
    char text[READER_QUOTE], quoted[READER_QUOTE];
    const reader_word w = p->in.w;

    for (int k = 0; k < count; k++)
        if (reader_is(w, words[k])) {
            reader_next(&p->in);
            return k;
        }
    if (w.len)
        reader_complain(&p->in, w.at, "%s after %s, expected '%s'", reader_quote(w, text),
                        reader_quote(head, quoted), form);
    else
        reader_complain(&p->in, head.at, "%s without a word, expected '%s'",
                        reader_quote(head, text), form);
    reader_rest(&p->in);
    return -1;
}

void joints_restitution(parser *p, reader_word head)
{
    static const char *const laws[2] = { "newton", "poisson" };
    int law;

    if (parser_second(p, head, &p->bodies->restitution_line)) return;
    law = read_choice(p, head, laws, 2, "restitution newton|poisson");
    if (law >= 0) p->out->restitution = law ? MB_RESTITUTION_POISSON : MB_RESTITUTION_NEWTON;
    parser_nothing(p, "restitution newton|poisson");
}

void joints_curved(parser *p, reader_word head)
{
    static const char form[] = "joints free|projected|plain|curved [SOLVES]";
    static const char *const rows[] = { "curved", "plain", "free", "projected" };
    static const int meant[] = { 0, -1, SCENE_FREE, SCENE_PROJECTED };
    static const field solves = { "curved", "joints curved SOLVES", 1, COUNT,
                                  "a whole number from 1 to 100000", 0 };
    int chosen;
    reader ahead = p->in;
    field_value v;

    if (parser_second(p, head, &p->bodies->joints_line)) return;
    reader_next(&ahead);
    if (reader_is(p->in.w, "curved") && ahead.w.len > 0) {
        memset(&v, 0, sizeof v);
        parser_field(p, &solves, NULL, 0, &v);
        p->out->curved = (int)v.value[0];
    } else {
        chosen = read_choice(p, head, rows, 4, form);
        if (chosen >= 0) p->out->curved = meant[chosen];
    }
    parser_nothing(p, form);
}

/* ---- the bodies that they name ---- */

void bodies_to_body(const scene *s, int body, int direction, double x[2])
{
    double d[2];

    if (body < 0) return;
    const double *q = s->body[body].q;
    for (int i = 0; i < 2; i++) d[i] = direction ? x[i] : x[i] - q[i];
    mb_rotate(-q[2], d, x);
}

static double angle_of(const scene *s, int body) { return body < 0 ? 0.0 : s->body[body].q[2]; }

/* A joint violated at the start would be closed in one step, at any speed. */
static void check_start(parser *p, const struct body_joint *from, const mb_joint *joint)
{
    const scene *s = p->out;
    double q[6], error;
    mb_joint there = *joint;
    mb_world world;

    for (int i = 0; i < 3; i++) {
        q[i] = joint->a < 0 ? 0.0 : s->body[joint->a].q[i];
        q[3 + i] = joint->b < 0 ? 0.0 : s->body[joint->b].q[i];
    }
    there.a = joint->a < 0 ? -1 : 0;
    there.b = joint->b < 0 ? -1 : 1;
    memset(&world, 0, sizeof world);
    world.joint = &there;
    world.q = q;
    error = mb_joint_error(&world, 0);
    if (!(error > START_ERROR * (1.0 + scene_greatest(0.0, 6, q)))) return;
    reader_complain(&p->in, from->end[0].at, "the joint of %.*s and %.*s starts %g %s off its "
                    "%s, expected a start that it allows", from->end[0].len, from->end[0].s,
                    from->end[1].len, from->end[1].s, error,
                    joint->kind == MB_REVOLUTE ? "rad" : "m", joint->limited ? "limits" : "length");
}

/* the joint between the bodies that it names */
static void resolve_joint(parser *p, const struct body_joint *from, scene_joint *out)
{
    const scene *s = p->out;
    const int a = bodies_find(p, from->end[0]), b = bodies_find(p, from->end[1]);

    if (a == BODIES_BAD || b == BODIES_BAD) return;
    if (a == b)
        reader_complain(&p->in, from->end[1].at, "a joint of %.*s with itself, expected two bodies",
                        from->end[1].len, from->end[1].s);
    else if (!bodies_dynamic(s, a) && !bodies_dynamic(s, b))
        reader_complain(&p->in, from->end[0].at, "a joint between two that no force moves, "
                        "expected at least one body that is not fixed or driven");
    *out = from->joint;
    out->joint.a = a;
    out->joint.b = b;
    out->joint.angle = angle_of(s, b) - angle_of(s, a);
    bodies_to_body(s, a, 0, out->joint.pa);
    bodies_to_body(s, b, 0, out->joint.pb);
    bodies_to_body(s, a, 1, out->joint.axis);
    check_start(p, from, &out->joint);
}

void joints_resolve(parser *p)
{
    const struct bodies_state *b = p->bodies;

    if (b->njoint == 0) return;
    p->out->joint = calloc((size_t)b->njoint, sizeof *p->out->joint);
    if (!p->out->joint) {
        parser_no_memory(p);
        return;
    }
    for (; p->out->njoint < b->njoint; p->out->njoint++)
        resolve_joint(p, b->joint + p->out->njoint, p->out->joint + p->out->njoint);
}

/* ---- supports: the points on which bodies stand in a scene seen from above ---- */

enum { SUPPORT_AT, SUPPORT_LOAD, SUPPORT_MU, NSUPPORT };
enum { RADIUS, ANGLE, TRIPOD_LOAD, TRIPOD_MU, NTRIPOD };
enum { FEET = 3 };

static const field support_fields[NSUPPORT] = {
    { "at", "at X Y", 2, ANY, "", 1 },
    { "load", "load N", 1, NOT_NEGATIVE, "N >= 0", 1 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

static const field tripod_fields[NTRIPOD] = {
    { "radius", "radius R", 1, NOT_NEGATIVE, "R >= 0", 1 },
    { "angle", "angle A", 1, ANY, "", 0 },
    { "load", "load N", 1, NOT_NEGATIVE, "N >= 0", 0 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 }
};

/* adds a point; NULL: no room */
static struct body_support *add_support(parser *p, reader_word head, reader_word name)
{
    struct bodies_state *b = p->bodies;
    struct body_support *to;

    if (parser_full(p, head, "support", b->nsupport, SCENE_MAX_SUPPORTS, &b->too_many_supports))
        return NULL;
    if (!parser_grow(p, &b->support, b->nsupport, &b->support_room, sizeof *to)) return NULL;
    to = b->support + b->nsupport++;
    memset(to, 0, sizeof *to);
    to->name = name;
    to->support.line = head.at.line;
    return to;
}

static double or_none(const field_value *v) { return v->given ? v->value[0] : -1.0; }

void supports_support(parser *p, reader_word head)
{
    const int errors = p->in.errors;
    struct body_support *s;
    field_value v[NSUPPORT];
    reader_word name;

    bodies_read_name(p, "support BODY at X Y load N ...", support_fields, NSUPPORT, head, &name);
    parser_labels(p, head, support_fields, NSUPPORT, v);
    if (p->in.errors > errors) return;
    s = add_support(p, head, name);
    if (!s) return;
    memcpy(s->support.support.at, v[SUPPORT_AT].value, sizeof s->support.support.at);
    s->support.support.load = v[SUPPORT_LOAD].value[0];
    s->support.support.mu = or_none(&v[SUPPORT_MU]);
}

/* three feet on a circle about the centre of mass, at A, A + 120 and A + 240 degrees */
void supports_tripod(parser *p, reader_word head)
{
    const int errors = p->in.errors;
    field_value v[NTRIPOD];
    reader_word name;

    bodies_read_name(p, "tripod BODY radius R ...", tripod_fields, NTRIPOD, head, &name);
    parser_labels(p, head, tripod_fields, NTRIPOD, v);
    if (p->in.errors > errors) return;
    for (int k = 0; k < FEET; k++) {
        struct body_support *s = add_support(p, head, name);
        if (!s) return;
        s->support.tripod = 1;
        s->support.angle = v[ANGLE].value[0] + 2.0 * PI * k / FEET;
        scene_set_foot(&s->support, v[RADIUS].value[0]);
        s->support.support.load = v[TRIPOD_LOAD].given ? v[TRIPOD_LOAD].value[0] / FEET : -1.0;
        s->support.support.mu = or_none(&v[TRIPOD_MU]);
    }
}

void scene_set_foot(scene_support *s, double radius)
{
    const double along[2] = { radius, 0.0 };

    mb_rotate(s->angle, along, s->support.at);
}

void supports_sides(parser *p, reader_word head)
{
    static const char form[] = "supports disc|polygon ND|square";
    const field polygon = { "polygon", "supports polygon ND", 1, ANY, "", 0 };
    char text[READER_QUOTE];
    const reader_word w = p->in.w;
    field_value v;

    if (parser_second(p, head, &p->bodies->supports_line)) return;
    if (reader_is(w, "disc") || reader_is(w, "square")) {
        p->out->sides = reader_is(w, "disc") ? MB_DISC : MB_SQUARE;
        reader_next(&p->in);
    } else if (reader_is(w, "polygon")) {
        memset(&v, 0, sizeof v);
        parser_field(p, &polygon, NULL, 0, &v);
        if (v.ok && !scene_sides_good(v.value[0]))
            reader_complain(&p->in, v.at, "polygon %g, expected an even number from 4 to %d",
                            v.value[0], MB_MOST_SIDES);
        else if (v.ok)
            p->out->sides = (int)v.value[0];
    } else {
        reader_complain(&p->in, w.len ? w.at : head.at, "%s, expected '%s'",
                        w.len ? reader_quote(w, text) : "supports without a word", form);
        reader_rest(&p->in);
    }
    parser_nothing(p, form);
}

int scene_sides_good(double sides)
{
    return sides >= 4.0 && sides <= MB_MOST_SIDES && !(fmod(sides, 2.0) > 0.0);
}

static int by_body(const void *a, const void *b)
{
    const scene_support *x = a, *y = b;

    if (x->support.body != y->support.body) return x->support.body < y->support.body ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* If the file does not give them, a support's load is a share of the weight, and its friction is
 * the scene's, which is known later. */
void supports_resolve(parser *p, int friction)
{
    const struct bodies_state *b = p->bodies;
    scene *s = p->out;

    if (b->nsupport == 0) return;
    s->support = calloc((size_t)b->nsupport, sizeof *s->support);
    if (!s->support) {
        parser_no_memory(p);
        return;
    }
    for (int k = 0; k < b->nsupport; k++) {
        const struct body_support *from = b->support + k;
        const int body = bodies_find(p, from->name);
        scene_support *to = s->support + s->nsupport;
        if (body == BODIES_BAD) continue;
        if (!bodies_dynamic(s, body)) {
            reader_complain(&p->in, from->name.at, "a support of %.*s, which no force moves, "
                            "expected a body that is not fixed or driven", from->name.len,
                            from->name.s);
            continue;
        }
        if (!friction && from->support.support.mu < 0.0)
            reader_complain(&p->in, from->name.at, "a support without friction, expected 'mu MU' "
                            "here or 'friction MU' in the file");
        *to = from->support;
        to->number = s->nsupport++;
        to->support.body = body;
        if (!to->tripod) bodies_to_body(s, body, 0, to->support.at);
        if (to->support.load < 0.0) to->support.load = GRAVITY * s->body[body].body.mass / FEET;
    }
    qsort(s->support, (size_t)s->nsupport, sizeof *s->support, by_body);
}
