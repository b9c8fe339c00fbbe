/* scene_supports.c: the points on which bodies stand in a scene seen from above; see
 * parser.h
 *
 * As with joints, a statement names a body that may come later in the file, and gives its points in
 * the world at the start.
 */
#include "parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 9.81              /* [m/s^2] for a tripod's load, if none is given */
#define PI 3.14159265358979323846

enum { AT, LOAD, MU, NSUPPORT };
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
static struct body_support *add(parser *p, reader_word head, reader_word name)
{
    struct bodies_state *b = p->bodies;
    struct body_support *list;

    if (b->nsupport >= SCENE_MAX_SUPPORTS) {
        if (!b->too_many_supports++)
            reader_complain(&p->in, head.at, "one support too many, expected at most %d in a file",
                            SCENE_MAX_SUPPORTS);
        return NULL;
    }
    list = parser_grow(p, b->support, b->nsupport, &b->support_room, sizeof *list);
    if (!list) return NULL;
    b->support = list;
    list += b->nsupport++;
    memset(list, 0, sizeof *list);
    list->name = name;
    list->support.line = head.at.line;
    return list;
}

static double or_none(const field_value *v) { return v->given ? v->value[0] : -1.0; }

void supports_support(parser *p, reader_word head)
{
    const int errors = p->in.errors;
    struct body_support *s;
    field_value v[NSUPPORT];
    reader_word name;
    const int named = bodies_read_name(p, "support BODY at X Y load N ...", support_fields,
                                       NSUPPORT, head, &name);

    parser_labels(p, head, support_fields, NSUPPORT, v);
    if (named <= 0 || p->in.errors > errors) return;
    s = add(p, head, name);
    if (!s) return;
    memcpy(s->support.support.at, v[AT].value, sizeof s->support.support.at);
    s->support.support.load = v[LOAD].value[0];
    s->support.support.mu = or_none(&v[MU]);
}

/* three feet on a circle about the centre of mass, at A, A + 120 and A + 240 degrees */
void supports_tripod(parser *p, reader_word head)
{
    const int errors = p->in.errors;
    field_value v[NTRIPOD];
    reader_word name;
    const int named = bodies_read_name(p, "tripod BODY radius R ...", tripod_fields, NTRIPOD, head,
                                       &name);

    parser_labels(p, head, tripod_fields, NTRIPOD, v);
    if (named <= 0 || p->in.errors > errors) return;
    for (int k = 0; k < FEET; k++) {
        struct body_support *s = add(p, head, name);
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
    double c, sn;

    mb_turn(s->angle, &c, &sn);
    s->support.at[0] = radius * c;
    s->support.at[1] = radius * sn;
}

void supports_sides(parser *p, reader_word head)
{
    static const char form[] = "supports disc|polygon ND|square";
    const field polygon = { "polygon", "supports polygon ND", 1, ANY, "", 0 };
    char text[READER_QUOTE];
    const reader_word w = p->in.w;
    field_value v;

    if (parser_second(p, head, p->bodies->supports_line)) {
        reader_rest(&p->in);
        return;
    }
    p->bodies->supports_line = head.at.line;
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

/* ---- when all is read ---- */

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
    if (s->nsupport > 0) qsort(s->support, (size_t)s->nsupport, sizeof *s->support, by_body);
}
