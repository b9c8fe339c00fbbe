/* scene_bodies.c: bodies of a scene file, and their names; see parser.h and scenes/README.md
 *
 * Every statement begins with one name or two; labels in any order follow, in tables as in scene.c.
 * The labels of a body mean the same for all shapes; a table has the shape's own labels, then the
 * common ones.
 */
#include "parser.h"

#include <stdlib.h>
#include <string.h>

#include "scene.h"

enum { LONGEST_NAME = 32 };       /* characters */

/* ---- names ---- */

static int is_name(reader_word w)
{
    int good = w.len > 0 && w.len <= LONGEST_NAME;

    for (int i = 0; good && i < w.len; i++) {
        const char c = w.s[i];
        const int letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        good = letter || (i > 0 && ((c >= '0' && c <= '9') || c == '_' || c == '-'));
    }
    return good;
}

int bodies_read_name(parser *p, const char *form, const field *labels, int nlabel,
                     reader_word head, reader_word *name)
{
    char text[READER_QUOTE];
    int label = 0;

    *name = p->in.w;
    for (int k = 0; k < nlabel; k++) label |= reader_is(*name, labels[k].word);
    if (name->len == 0 || label) {
        reader_complain(&p->in, name->len ? name->at : head.at, "%s without a name, expected '%s'",
                        reader_quote(head, text), form);
        return -1;
    }
    reader_next(&p->in);
    if (is_name(*name)) return 1;
    reader_complain(&p->in, name->at, "%s is no name, expected a letter, then letters, digits, _ "
                    "and -, %d at most", reader_quote(*name, text), LONGEST_NAME);
    return 0;
}

static int compare_words(reader_word a, reader_word b)
{
    const int n = a.len < b.len ? a.len : b.len, first = memcmp(a.s, b.s, (size_t)n);

    return first ? first : a.len - b.len;
}

/* by name; equal names in the order of the file */
static int compare_names(const void *a, const void *b)
{
    const struct body_name *x = a, *y = b;
    const int order = compare_words(x->name, y->name);

    return order ? order : x->number - y->number;
}

/* keeps the name, with the number that its body will have; -1: the body is invalid */
static void keep_name(parser *p, reader_word name, int body)
{
    struct bodies_state *b = p->bodies;
    const struct body_name added = { name, body, b->nname };

    if (parser_grow(p, &b->name, b->nname, &b->name_room, sizeof added))
        b->name[b->nname++] = added;
}

/* ---- bodies ---- */

enum { MASS, POSITION, ANGLE, VELOCITY, SPIN, FORCE, TORQUE, INERTIA, MU, BOUNCE, FIXED, DRIVEN,
       GROUP, NLABEL };
enum { BODY_FIELDS = 2 + NLABEL };

static const field labels[NLABEL] = {
    { "mass", "mass M", 1, POSITIVE, "M > 0", 0 },
    { "position", "position X Y", 2, ANY, "", 1 },
    { "angle", "angle A", 1, ANY, "", 0 },
    { "velocity", "velocity VX VY", 2, ANY, "", 0 },
    { "spin", "spin W", 1, ANY, "", 0 },
    { "force", "force FX FY", 2, ANY, "", 0 },
    { "torque", "torque T", 1, ANY, "", 0 },
    { "inertia", "inertia J", 1, NOT_NEGATIVE, "J >= 0", 0 },
    { "mu", "mu MU", 1, NOT_NEGATIVE, "MU >= 0", 0 },
    { "bounce", "bounce E", 1, SHARE, "0 <= E <= 1", 0 },
    { "fixed", "fixed", 0, ANY, "", 0 },
    { "driven", "driven", 0, ANY, "", 0 },
    { "group", "group G", 1, COUNT, "a whole number G from 1 to 100000", 0 }
};

static const field needed_radius = { "radius", "radius R", 1, POSITIVE, "R > 0", 1 };
static const field radius = { "radius", "radius R", 1, NOT_NEGATIVE, "R >= 0", 0 };
static const field size = { "size", "size W H", 2, POSITIVE, "W, H > 0", 1 };
static const field vertices = { "vertices", "vertices X Y X Y X Y ...", PARSER_LIST, ANY, "", 1 };
static const field length = { "length", "length L", 1, POSITIVE, "L > 0", 1 };

/* a body statement in progress */
typedef struct {
    reader_word head, name;
    int named, errors;            /* 1: the name is valid; number of errors before the statement */
    field_value own[2], v[NLABEL];
    outline core;                 /* its vertices */
} body_statement;

/* the name, and the labels: those of the shape, then the common ones */
static void read_body(parser *p, reader_word head, const char *form, const field *own, int nown,
                      body_statement *b)
{
    field all[BODY_FIELDS];
    field_value v[BODY_FIELDS];

    memset(b, 0, sizeof *b);
    b->head = head;
    b->errors = p->in.errors;
    memcpy(all, own, (size_t)nown * sizeof *own);
    memcpy(all + nown, labels, sizeof labels);
    b->named = bodies_read_name(p, form, all, nown + NLABEL, b->head, &b->name) > 0;
    parser_labels(p, b->head, all, nown + NLABEL, v);
    memcpy(b->own, v, (size_t)nown * sizeof *v);
    memcpy(b->v, v + nown, sizeof b->v);
}

/* checks the labels in combination */
static void check_labels(parser *p, const body_statement *b)
{
    const field_value *v = b->v;
    char text[READER_QUOTE];

    if (v[FIXED].given && v[DRIVEN].given)
        reader_complain(&p->in, v[DRIVEN].at, "fixed and driven, expected only one of them");
    if (!v[MASS].given && !v[MASS].meant && !v[FIXED].given && !v[DRIVEN].given)
        reader_complain(&p->in, b->head.at, "%s without 'mass', expected 'mass M', or 'fixed' or "
                        "'driven'", reader_quote(b->head, text));
    for (int k = VELOCITY; k <= SPIN; k++)
        if (v[FIXED].given && v[k].given)
            reader_complain(&p->in, v[k].at, "%s of a fixed body, expected 'driven' for one that "
                            "moves", labels[k].word);
    for (int k = 0; k < 2; k++) {      /* labels that turn a body */
        const int label = k ? TORQUE : SPIN;
        if (v[INERTIA].ok && v[INERTIA].value[0] == 0.0 && v[INERTIA].given && v[label].given)
            reader_complain(&p->in, v[label].at, "%s of a body that does not turn, expected no %s "
                            "beside inertia 0", labels[label].word, labels[label].word);
    }
}

static int grow_bodies(parser *p)
{
    struct bodies_state *b = p->bodies;
    scene *s = p->out;
    int room = b->room;

    return parser_grow(p, &s->body, s->nbody, &room, sizeof *s->body) &&
           parser_grow(p, &b->at, s->nbody, &b->room, sizeof *b->at);
}

/* applies the labels; shape and vertices are set already */
static void set_body(scene_body *out, const body_statement *b)
{
    const field_value *v = b->v;

    out->body.group = (int)v[GROUP].value[0];
    out->body.kind = v[FIXED].given ? MB_STATIC : v[DRIVEN].given ? MB_KINEMATIC : MB_DYNAMIC;
    out->body.mass = v[MASS].value[0];
    out->body.inertia = v[INERTIA].given ? v[INERTIA].value[0]
                                         : out->body.mass * mb_shape_inertia(&out->shape);
    out->body.mu = v[MU].given ? v[MU].value[0] : -1.0;
    out->body.e = v[BOUNCE].value[0];
    memcpy(out->q, v[POSITION].value, 2 * sizeof *out->q);
    memcpy(out->v, v[VELOCITY].value, 2 * sizeof *out->v);
    memcpy(out->force, v[FORCE].value, 2 * sizeof *out->force);
    out->q[2] = v[ANGLE].value[0];
    out->v[2] = v[SPIN].value[0];
    out->force[2] = v[TORQUE].value[0];
    out->line = b->head.at.line;
}

/* adds a body, grown by the radius; its vertices move to the scene. 0 if it does not fit */
static int store_body(parser *p, body_statement *b, double radius_of_rim)
{
    scene *s = p->out;
    scene_body *out;

    if (parser_full(p, b->head, "body", s->nbody, SCENE_MAX_BODIES, &p->bodies->too_many)) return 0;
    if (!grow_bodies(p)) return 0;
    out = s->body + s->nbody;
    memset(out, 0, sizeof *out);
    out->name = parser_copy(p, b->name.s, b->name.s + b->name.len);
    if (!out->name) return 0;
    out->xy = b->core.xy;
    b->core.xy = NULL;
    out->shape.nvert = b->core.n;
    out->shape.xy = out->xy;
    out->shape.radius = radius_of_rim;
    out->body.shape = s->nbody;
    set_body(out, b);
    p->bodies->at[s->nbody++] = b->name.at;
    return 1;
}

/* ends a body statement. A body without errors goes into the scene; its name is always known */
static void add_body(parser *p, body_statement *b, double radius_of_rim)
{
    int body = -1;

    check_labels(p, b);
    if (p->in.errors == b->errors && b->named && store_body(p, b, radius_of_rim))
        body = p->out->nbody - 1;
    if (b->named) keep_name(p, b->name, body);
    outline_free(&b->core);
}

void bodies_disc(parser *p, reader_word head)
{
    body_statement b;

    read_body(p, head, "disc NAME radius R ...", &needed_radius, 1, &b);
    outline_add(p, &b.core, 0.0, 0.0, NULL);
    add_body(p, &b, b.own[0].value[0]);
}

void bodies_box(parser *p, reader_word head)
{
    const field own[2] = { size, radius };
    body_statement b;
    double x, y;

    read_body(p, head, "box NAME size W H ...", own, 2, &b);
    x = 0.5 * b.own[0].value[0];
    y = 0.5 * b.own[0].value[1];
    outline_add(p, &b.core, -x, -y, NULL);
    outline_add(p, &b.core, x, -y, NULL);
    outline_add(p, &b.core, x, y, NULL);
    outline_add(p, &b.core, -x, y, NULL);
    add_body(p, &b, b.own[1].value[0]);
}

void bodies_rod(parser *p, reader_word head)
{
    const field own[2] = { length, radius };
    body_statement b;

    read_body(p, head, "rod NAME length L ...", own, 2, &b);
    outline_add(p, &b.core, -0.5 * b.own[0].value[0], 0.0, NULL);
    outline_add(p, &b.core, 0.5 * b.own[0].value[0], 0.0, NULL);
    add_body(p, &b, b.own[1].value[0]);
}

/* three vertices or more, counter-clockwise and convex; they become vertices about the centre of
 * mass. Each kind of error is reported only where no kind before it occurs. */
static void check_vertices(parser *p, outline *o, reader_place at, double rim)
{
    const mb_shape shape = { o->n, o->xy, rim };
    double area, centre[2], inertia;
    mb_info info;

    if (o->n < 3 || o->n > SCENE_MAX_CORNERS) {
        reader_complain(&p->in, at, "%d vert%s, expected 3 to %d", o->n, o->n == 1 ? "ex" : "ices",
                        SCENE_MAX_CORNERS);
    } else if (shape_area(o->xy, o->n) < 0.0) {
        reader_complain(&p->in, at, "the vertices run clockwise, expected counter-clockwise");
    } else if (mb_shape_check(&shape, &info) != MB_OK) {
        const int k = info.where >= 0 && info.where < o->n ? info.where : 0;
        reader_complain(&p->in, o->at[k], "no convex corner at vertex %d (%g, %g), expected a "
                        "convex polygon with an area", k + 1, o->xy[2 * k], o->xy[2 * k + 1]);
    } else {
        mb_shape_mass(&shape, &area, centre, &inertia);
        for (int k = 0; k < 2 * o->n; k++) o->xy[k] -= centre[k % 2];
    }
}

void bodies_body(parser *p, reader_word head)
{
    const field own[2] = { vertices, radius };
    body_statement b;

    read_body(p, head, "body NAME vertices X Y X Y X Y ...", own, 2, &b);
    b.core = p->list;
    memset(&p->list, 0, sizeof p->list);
    if (b.own[0].ok) check_vertices(p, &b.core, b.own[0].at, b.own[1].value[0]);
    add_body(p, &b, b.own[1].value[0]);
}

/* ---- names, when all are read ---- */

void bodies_check_names(parser *p)
{
    struct bodies_state *b = p->bodies;
    char text[READER_QUOTE];

    if (b->nname > 0) qsort(b->name, (size_t)b->nname, sizeof *b->name, compare_names);
    for (int k = 0; k < b->nname; k++) {
        const reader_word name = b->name[k].name;
        if (reader_is(name, "world"))
            reader_complain(&p->in, name.at, "'world' is the world's name, expected another one");
        else if (k > 0 && compare_words(name, b->name[k - 1].name) == 0)
            reader_complain(&p->in, name.at, "second body %s, expected another name; the first is "
                            "on line %d", reader_quote(name, text), b->name[k - 1].name.at.line);
    }
}

static int name_before(const void *key, const void *element)
{
    return compare_words(*(const reader_word *)key, ((const struct body_name *)element)->name);
}

/* reports an unknown name, and suggests one that is near */
static void complain_name(parser *p, reader_word name)
{
    struct bodies_state *b = p->bodies;
    const int limit = name.len <= 3 ? 2 : 3;
    char text[READER_QUOTE], near[LONGEST_NAME + 1];
    int best = -1, least = limit;

    for (int k = 0; k < b->nname && p->work > 0.0; k++) {
        const reader_word w = b->name[k].name;
        const char *known = near;
        memcpy(near, w.s, (size_t)w.len);
        near[w.len] = '\0';
        p->work -= (double)name.len * w.len;
        while (least > 0 && reader_closest(name.s, name.len, &known, 1, least, 1) == 0) {
            best = k;
            least--;
        }
    }
    if (best >= 0)
        reader_complain(&p->in, name.at, "no body %s, did you mean '%.*s'?",
                        reader_quote(name, text), b->name[best].name.len, b->name[best].name.s);
    else
        reader_complain(&p->in, name.at, "no body %s, expected the name of a body, or 'world'",
                        reader_quote(name, text));
}

int bodies_find(parser *p, reader_word name)
{
    const struct bodies_state *b = p->bodies;
    const struct body_name *found;

    if (reader_is(name, "world")) return BODIES_WORLD;
    found = b->nname ? bsearch(&name, b->name, (size_t)b->nname, sizeof *b->name, name_before)
                     : NULL;
    if (!found) complain_name(p, name);
    return found && found->body >= 0 ? found->body : BODIES_BAD;
}

int bodies_dynamic(const scene *s, int body)
{
    return body >= 0 && s->body[body].body.kind == MB_DYNAMIC;
}

void bodies_free(parser *p)
{
    free(p->bodies->at);
    free(p->bodies->name);
    free(p->bodies->joint);
    free(p->bodies->support);
    outline_free(&p->list);
}
