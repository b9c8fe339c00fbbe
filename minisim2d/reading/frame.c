/* frame.c: recorded steps; see frame.h
 *
 *     frames 1                                 the format's version; # begins a comment
 *
 * and then, for each step, in this order, with | for "one of" and (...) for "if present":
 *
 *     step K t h particle|island NUMBER FORMULATION FORM SOLVER
 *     size BODIES CONTACTS JOINTS LIMITS MOTORS MASSES          numbers of lines of each kind
 *     body NUMBER m J  x y angle  vx vy spin  px py pz
 *     contact A B psi mu  nx ny  x y  GROUP FACET (bias)
 *     joint phi (COLUMN value ...)
 *     limit psi (COLUMN value ...)
 *     motor speed effort (COLUMN value ...)
 *     shared speed (COLUMN value ...)          a motor that shares the effort of the one before
 *     mass ROW COLUMN value
 *     solution STATUS ITERATIONS STICK total (normal friction)
 *     z (value ...)
 *
 * and `end STEPS` last. The velocities v+ are those of the bodies in order, three each, two where J
 * = 0, none where m = 0: such a body is driven. M is diagonal, except for entries set by `mass`; p
 * is the impulse of forces. A contact's rows of velocities are, with t = n turned by +90 degrees,
 *
 *     Jn:  B  n, (at - xB) x n     A  -n, -(at - xA) x n         Jf: the same with t, then with -t
 *
 * and psi/h, or the bias, is its gap's. If mu = 0 at all contacts, there is no Jf. Joints, limits
 * and motors are rows of velocities. z holds the unknowns of FORM in the order of mb_layout.
 */
#include "frame.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../bodies/world.h"

static const char *const forms[] = { "lcp", "mlcp", "box" };
static const char *const owners[] = { "particle", "island" };

/* number of a body's velocities among those of the step */
static int velocities(const frame_body *b)
{
    return b->mass > 0.0 ? b->inertia > 0.0 ? 3 : 2 : 0;
}

/* ---- out ------------------------------------------------------------------------------------- */

/* the entries of a row that are not 0, and the end of the line */
static void put_row(output_text *out, int nv, const double *row)
{
    for (int k = 0; k < nv; k++)
        if (fabs(row[k]) > 0.0) output_format(out, " %d %g", k + 1, row[k]);
    output_string(out, "\n");
}

static void put_contact(const frame_contact *c, output_text *out)
{
    output_format(out, "contact %d %d %g %g %g %g %g %g %d %d", c->a, c->b, c->psi, c->mu, c->n[0],
                  c->n[1], c->at[0], c->at[1], c->group, c->facet);
    if (c->biased) output_format(out, " %g", c->bias);
    output_string(out, "\n");
}

static void put_body(const frame_body *b, output_text *out)
{
    output_format(out, "body %d %g %g", b->number, b->mass, b->inertia);
    output_numbers(out, " ", 3, b->q);
    output_numbers(out, " ", 3, b->v);
    output_numbers(out, " ", 3, b->p);
    output_string(out, "\n");
}

static void put_rows(const mb_dynamics *d, output_text *out)
{
    for (int i = 0; i < d->nb; i++) {
        output_format(out, "joint %g", d->phi ? d->phi[i] : 0.0);
        put_row(out, d->nv, d->Jb + i * d->nv);
    }
    for (int i = 0; i < d->nl; i++) {
        output_format(out, "limit %g", d->psi_l[i]);
        put_row(out, d->nv, d->Jl + i * d->nv);
    }
    for (int i = 0; i < d->nm; i++) {
        const int shared = d->share && i > 0 && d->share[i] == d->share[i - 1];
        output_format(out, "%s %g", shared ? "shared" : "motor", d->speed[i]);
        if (!shared) output_format(out, " %g", d->effort[i]);
        put_row(out, d->nv, d->Jm + i * d->nv);
    }
}

/* the entries of M that differ from the bodies'; out = NULL: only counts them */
static int put_masses(const frame *f, output_text *out)
{
    const int nv = f->d.nv;
    int count = 0, row = 0;

    for (int k = 0; k < f->nbody; k++)
        for (int i = 0; i < velocities(f->body + k); i++, row++)
            for (int j = 0; j < nv; j++) {
                const double own = j != row ? 0.0 : i < 2 ? f->body[k].mass : f->body[k].inertia;
                const double entry = f->d.M[row * nv + j];
                if (!(entry < own || entry > own)) continue;
                count++;
                if (out) output_format(out, "mass %d %d %g\n", row + 1, j + 1, entry);
            }
    return count;
}

static void put_solution(const frame *f, output_text *out)
{
    output_printf(out, "solution %s %d ", mb_status_name(f->status), f->iterations);
    if (f->stick && f->ncontact > 0) output_bytes(out, f->stick, (size_t)f->ncontact);
    else output_string(out, "-");
    output_format(out, " %g", f->total);
    if (f->n > 0) output_format(out, " %g %g", f->normal, f->friction);
    output_string(out, "\nz");
    output_numbers(out, " ", f->n, f->z);
    output_string(out, "\n");
}

void frame_write_head(const char *title, output_text *out)
{
    output_printf(out, "frames 1\n# %s\n", title);
}

void frame_write(const frame *f, output_text *out)
{
    const mb_dynamics *d = &f->d;

    output_format(out, "step %d %g %g %s %d %s %s %s\n", f->step, f->t, d->h, owners[f->island],
                  f->number, mb_formulations[f->formulation].name, forms[f->form], f->solver);
    output_printf(out, "size %d %d %d %d %d %d\n", f->nbody, f->ncontact, d->nb, d->nl, d->nm,
                  put_masses(f, NULL));
    for (int i = 0; i < f->nbody; i++) put_body(f->body + i, out);
    for (int i = 0; i < f->ncontact; i++) put_contact(f->contact + i, out);
    put_rows(d, out);
    put_masses(f, out);
    put_solution(f, out);
}

void frame_write_end(int frames, output_text *out) { output_printf(out, "end %d\n", frames); }

/* ---- in: words ------------------------------------------------------------------------------- */

/* the range of a number */
typedef enum { ANY, NOT_NEGATIVE, POSITIVE } range;

static int stopped(const frame_reader *r) { return r->l.in.stopped; }

/* reports the last word, or the end of the line instead, and stops */
static void refuse(frame_reader *r, const char *expected)
{
    char text[READER_QUOTE];
    const reader_word w = r->l.in.w;

    if (w.len > 0)
        lines_refuse(&r->l, w.at, "%s, expected %s", reader_quote(w, text), expected);
    else lines_refuse(&r->l, w.at, "the line ends, expected %s", expected);
}

/* starts the next line, which must begin with this word, or the other one; 0 after a message */
static int next_row(frame_reader *r, const char *word, const char *other)
{
    if (lines_next_row(&r->l)) return 1;
    lines_refuse(&r->l, lines_place(&r->l), "the file ends, expected a line with '%s'%s%s%s", word,
                 other ? " or '" : "", other ? other : "", other ? "'" : "");
    return 0;
}

/* the same, and skips its first word, which must be this one */
static void take_row(frame_reader *r, const char *word)
{
    if (stopped(r) || !next_row(r, word, NULL)) return;
    if (reader_is(r->l.in.w, word)) lines_next_word(&r->l);
    else refuse(r, word);
}

static void end_row(frame_reader *r)
{
    if (!stopped(r) && r->l.in.w.len > 0) refuse(r, "the end of the line");
}

/* The next number of the line: 0.0 after a message. */
static double take(frame_reader *r, const char *name, range allowed, int infinite)
{
    double x = 0.0;

    if (stopped(r)) return 0.0;
    if (r->l.in.w.len == 0) {
        refuse(r, name);
    } else if (!lines_number(&r->l, name, infinite, &x)) {
        r->l.in.stopped = 1;
    } else if (allowed == POSITIVE ? !(x > 0.0) : allowed == NOT_NEGATIVE && !(x >= 0.0)) {
        char expected[64];
        snprintf(expected, sizeof expected, "%s %s 0", name, allowed == POSITIVE ? ">" : ">=");
        refuse(r, expected);
    }
    if (stopped(r)) return 0.0;
    lines_next_word(&r->l);
    return x;
}

static int take_whole(frame_reader *r, const char *name, int least, int most)
{
    int i = 0;

    if (stopped(r)) return 0;
    if (r->l.in.w.len == 0) refuse(r, name);
    else i = lines_whole(&r->l, name, least, most);
    if (stopped(r)) return 0;
    lines_next_word(&r->l);
    return i;
}

/* the index of the next word among the allowed ones; 0 after a message */
static int take_name(frame_reader *r, const char *what, const char *const *names, int count)
{
    if (stopped(r)) return 0;
    for (int i = 0; i < count; i++) {
        if (!reader_is(r->l.in.w, names[i])) continue;
        lines_next_word(&r->l);
        return i;
    }
    refuse(r, what);
    return 0;
}

/* starts the next line, a motor's, and skips its first word; 0 after a message */
static int take_motor(frame_reader *r, int i, int *shared)
{
    static const char *const kinds[] = { "motor", "shared" };

    *shared = 0;
    if (i == 0) take_row(r, kinds[0]);
    else if (next_row(r, kinds[0], kinds[1])) *shared = take_name(r, "motor or shared", kinds, 2);
    return !stopped(r);
}

static void take_numbers(frame_reader *r, const char *name, int count, double *x)
{
    for (int i = 0; i < count; i++) x[i] = take(r, name, ANY, 0);
}

/* ---- in: piles ------------------------------------------------------------------------------- */

enum { BODY, CONTACT, MASS_MATRIX, V, P_EXT, JN, JF, PSI, MU, DPSI, DPSIF, BIAS, GROUP, JB, PHI, JL,
       PSI_L, JM, SPEED, EFFORT, MOTOR_SHARE, Z, STICK };

#define LARGEST_PILE ((size_t)1 << 30)        /* bytes; a short file can ask for a huge matrix */

/* puts `count` more items on a pile, all 0; NULL after a message. Items on it may move. */
static void *more(frame_reader *r, int which, size_t count, size_t size)
{
    struct frame_pile *p = r->pile + which;
    const size_t bytes = count * size;

    if (stopped(r)) return NULL;
    if (count > (LARGEST_PILE - p->size) / size) {
        reader_give_up(&r->l.in, "a step takes too much memory");
        return NULL;
    }
    if (bytes > p->room - p->size || !p->data) {
        const size_t room = 2 * p->size + bytes + 64;
        void *data = realloc(p->data, room);
        if (!data) {
            reader_give_up(&r->l.in, "out of memory");
            return NULL;
        }
        p->data = data;
        p->room = room;
    }
    memset((char *)p->data + p->size, 0, bytes);
    p->size += bytes;
    return (char *)p->data + p->size - bytes;
}

static double *more_numbers(frame_reader *r, int which, size_t count)
{
    return more(r, which, count, sizeof(double));
}

static void *pile(const frame_reader *r, int which) { return r->pile[which].data; }

/* ---- in: a step ------------------------------------------------------------------------------ */

static void read_step(frame_reader *r)
{
    const char *names[MB_MAX_FORMULATIONS];
    frame *f = &r->frame;
    reader_word w;

    for (int i = 0; i < mb_formulation_count; i++) names[i] = mb_formulations[i].name;
    f->step = take_whole(r, "the step", 1, INT_MAX);
    f->t = take(r, "t", NOT_NEGATIVE, 0);
    f->d.h = take(r, "h", POSITIVE, 0);
    f->island = take_name(r, "particle or island", owners, 2);
    f->number = take_whole(r, "its number", 1, INT_MAX);
    f->formulation = take_name(r, "a formulation", names, mb_formulation_count);
    f->form = (mb_form)take_name(r, "lcp, mlcp or box", forms, 3);
    w = r->l.in.w;
    if (!stopped(r) && (w.len == 0 || w.len >= (int)sizeof f->solver)) refuse(r, "a solver");
    if (stopped(r)) return;
    memcpy(f->solver, w.s, (size_t)w.len);
    lines_next_word(&r->l);
    end_row(r);
}

static void read_body(frame_reader *r)
{
    frame_body b, *to;

    take_row(r, "body");
    b.number = take_whole(r, "its number", 1, INT_MAX);
    b.mass = take(r, "its mass", NOT_NEGATIVE, 0);
    b.inertia = take(r, "its inertia", NOT_NEGATIVE, 0);
    take_numbers(r, "its position", 3, b.q);
    take_numbers(r, "its velocity", 3, b.v);
    take_numbers(r, "its impulse", 3, b.p);
    end_row(r);
    to = more(r, BODY, 1, sizeof *to);
    if (!to) return;
    *to = b;
    r->frame.nbody++;
}

/* mass matrix, velocities and impulses, from the bodies */
static void make_bodies(frame_reader *r)
{
    frame *f = &r->frame;
    double nv = 0.0, *M, *v, *p;

    f->body = pile(r, BODY);
    for (int i = 0; i < f->nbody; i++) nv += velocities(f->body + i);
    if (nv > MB_MAX_N) {
        reader_give_up(&r->l.in, "too many bodies in a step");
        return;
    }
    f->d.nv = (int)nv;
    M = more_numbers(r, MASS_MATRIX, (size_t)f->d.nv * (size_t)f->d.nv);
    v = more_numbers(r, V, (size_t)f->d.nv);
    p = more_numbers(r, P_EXT, (size_t)f->d.nv);
    if (stopped(r)) return;
    for (int i = 0, at = 0; i < f->nbody; i++)
        for (int k = 0; k < velocities(f->body + i); k++, at++) {
            M[at * f->d.nv + at] = k < 2 ? f->body[i].mass : f->body[i].inertia;
            v[at] = f->body[i].v[k];
            p[at] = f->body[i].p[k];
        }
}

/* the index of the body with that number, -1 for the world; `at` is its place in the file */
static int find_body(frame_reader *r, int number, reader_place at)
{
    if (stopped(r) || number == 0) return -1;
    for (int i = 0; i < r->frame.nbody; i++)
        if (r->frame.body[i].number == number) return i;
    lines_refuse(&r->l, at, "there is no body %d in this step, expected one of its bodies, or 0 "
                 "for the world", number);
    return -1;
}

/* a contact's row along d: J = its part for the step's bodies; returns the contribution of driven
 * bodies */
static double contact_row(const frame *f, const int body[2], const frame_contact *c,
                          const double *d, double *J)
{
    double side[2][3], q[6] = { 0.0 }, drift = 0.0;       /* the world's side is not used */
    mb_body_contact geometry = { 0 };

    geometry.b = 1;
    memcpy(geometry.p, c->at, sizeof geometry.p);
    for (int i = 0; i < 2; i++)
        if (body[i] >= 0) memcpy(q + 3 * i, f->body[body[i]].q, 3 * sizeof *q);
    mb_contact_row(q, &geometry, d, side[0], side[1]);
    for (int i = 0; i < 2; i++) {
        const frame_body *b = f->body + body[i];
        double *at = J;
        if (body[i] < 0) continue;
        for (int k = 0; k < body[i]; k++) at += velocities(f->body + k);
        for (int k = 0; k < velocities(b); k++) at[k] = side[i][k];
        if (!(b->mass > 0.0))
            drift += side[i][0] * b->v[0] + side[i][1] * b->v[1] + side[i][2] * b->v[2];
    }
    return drift;
}

/* puts rows and numbers of a contact on their piles */
static void make_contact(frame_reader *r, const int body[2], const frame_contact *c)
{
    const double t[2] = { -c->n[1], c->n[0] };
    frame *f = &r->frame;
    const size_t nv = (size_t)f->d.nv;
    double *Jn = more_numbers(r, JN, nv), *Jf = more_numbers(r, JF, 2 * nv);
    double *psi = more_numbers(r, PSI, 1), *mu = more_numbers(r, MU, 1);
    double *drift = more_numbers(r, DPSI, 1), *drift_f = more_numbers(r, DPSIF, 2);
    int *group = more(r, GROUP, 1, sizeof *group);

    if (stopped(r)) return;
    *psi = c->psi;
    *mu = c->mu;
    *group = c->group;
    *drift = contact_row(f, body, c, c->n, Jn);
    drift_f[0] = contact_row(f, body, c, t, Jf);
    drift_f[1] = -drift_f[0];
    for (size_t k = 0; k < nv; k++) Jf[nv + k] = -Jf[k];
    if (c->mu > 0.0) f->d.nd = 2;
}

static void read_contact(frame_reader *r)
{
    frame *f = &r->frame;
    frame_contact c, *to;
    reader_place at[2], normal;
    int body[2];

    memset(&c, 0, sizeof c);
    take_row(r, "contact");
    at[0] = r->l.in.w.at;
    c.a = take_whole(r, "body A", 0, INT_MAX);
    at[1] = r->l.in.w.at;
    c.b = take_whole(r, "body B", 0, INT_MAX);
    body[0] = find_body(r, c.a, at[0]);
    body[1] = find_body(r, c.b, at[1]);
    if (!stopped(r) && c.a == c.b)
        lines_refuse(&r->l, at[1], "'%d' twice, expected two bodies", c.b);
    c.psi = take(r, "psi", ANY, 0);
    c.mu = take(r, "mu", NOT_NEGATIVE, 0);
    normal = r->l.in.w.at;
    take_numbers(r, "the normal", 2, c.n);
    if (!stopped(r) && !(fabs(hypot(c.n[0], c.n[1]) - 1.0) <= 1e-9))
        lines_refuse(&r->l, normal, "a normal of length %.9g, expected 1", hypot(c.n[0], c.n[1]));
    take_numbers(r, "the point", 2, c.at);
    c.group = take_whole(r, "the group", INT_MIN, INT_MAX);
    c.facet = take_whole(r, "the facet", INT_MIN, INT_MAX);
    c.biased = !stopped(r) && r->l.in.w.len > 0;
    if (c.biased) c.bias = take(r, "the bias", ANY, 0);
    end_row(r);
    to = more(r, CONTACT, 1, sizeof *to);
    if (!to) return;
    *to = c;
    make_contact(r, body, &c);
    f->ncontact++;
}

/* ---- in: rows of the other kinds ---- */

/* the rest of the line as a row of velocities, on a pile */
static void take_terms(frame_reader *r, int which)
{
    const int nv = r->frame.d.nv;
    double *row = more_numbers(r, which, (size_t)nv);

    while (!stopped(r) && r->l.in.w.len > 0) {
        const int column = take_whole(r, "a column", 1, nv);
        const double value = take(r, "its value", ANY, 0);
        if (!stopped(r)) row[column - 1] = value;
    }
}

static void take_onto(frame_reader *r, const char *name, range allowed, int which)
{
    double *to = more_numbers(r, which, 1);

    if (to) *to = take(r, name, allowed, 0);
}

/* reads motor i of the step; share: its number, or that of the first one with which it shares an
 * effort */
static void read_motor(frame_reader *r, int i)
{
    int *share = more(r, MOTOR_SHARE, 1, sizeof *share);
    double *effort = more_numbers(r, EFFORT, 1);
    int shared;

    if (!share || !effort || !take_motor(r, i, &shared)) return;
    *share = shared ? share[-1] : i;
    r->frame.d.share = shared ? share : r->frame.d.share;      /* any: set_pointers has the first */
    take_onto(r, "the speed", ANY, SPEED);
    *effort = shared ? effort[-1] : take(r, "the effort", NOT_NEGATIVE, 0);
    take_terms(r, JM);
}

static void read_rows(frame_reader *r)
{
    mb_dynamics *d = &r->frame.d;

    for (int i = 0; i < d->nb && !stopped(r); i++) {
        take_row(r, "joint");
        take_onto(r, "phi", ANY, PHI);
        take_terms(r, JB);
    }
    for (int i = 0; i < d->nl && !stopped(r); i++) {
        take_row(r, "limit");
        take_onto(r, "psi", ANY, PSI_L);
        take_terms(r, JL);
    }
    for (int i = 0; i < d->nm && !stopped(r); i++) read_motor(r, i);
}

static void read_mass(frame_reader *r)
{
    const int nv = r->frame.d.nv;
    int row, column;
    double value;

    take_row(r, "mass");
    row = take_whole(r, "a row", 1, nv);
    column = take_whole(r, "a column", 1, nv);
    value = take(r, "its value", ANY, 0);
    end_row(r);
    if (!stopped(r)) ((double *)pile(r, MASS_MATRIX))[(row - 1) * nv + column - 1] = value;
}

static mb_status take_status(frame_reader *r)
{
    for (int s = MB_TODO; s <= MB_STALLED && !stopped(r); s++) {
        if (!reader_is(r->l.in.w, mb_status_name((mb_status)s))) continue;
        lines_next_word(&r->l);
        return (mb_status)s;
    }
    if (!stopped(r)) refuse(r, "a status");
    return MB_OK;
}

static void take_stick(frame_reader *r)
{
    const reader_word w = r->l.in.w;
    const int count = r->frame.ncontact;
    char *stick;

    if (stopped(r)) return;
    if (reader_is(w, "-")) {
        lines_next_word(&r->l);
        return;
    }
    if (w.len != count || w.len == 0 || (int)strspn(w.s, "osl") < w.len) {
        refuse(r, "a letter o, s or l for each contact, or -");
        return;
    }
    stick = more(r, STICK, (size_t)count, 1);
    if (!stick) return;
    memcpy(stick, w.s, (size_t)count);
    r->frame.stick = stick;
    lines_next_word(&r->l);
}

static void read_solution(frame_reader *r)
{
    frame *f = &r->frame;
    reader_place at;
    int errors;

    take_row(r, "solution");
    f->status = take_status(r);
    f->iterations = take_whole(r, "the iterations", 0, INT_MAX);
    take_stick(r);
    f->total = take(r, "the error", NOT_NEGATIVE, 1);
    errors = !stopped(r) && r->l.in.w.len > 0;
    if (errors) {
        f->normal = take(r, "the normal error", NOT_NEGATIVE, 1);
        f->friction = take(r, "the friction error", NOT_NEGATIVE, 1);
    }
    end_row(r);
    take_row(r, "z");
    at = r->l.in.w.at;
    for (; !stopped(r) && r->l.in.w.len > 0; f->n++) take_onto(r, "z", ANY, Z);
    if (stopped(r) || (f->n > 0) == errors) return;
    lines_refuse(&r->l, at, "%s, expected both the errors of z and z, or neither",
                 errors ? "no z" : "a z without its errors");
}

/* ---- in: all of it ---- */

static void set_pointers(frame_reader *r)
{
    mb_dynamics *d = &r->frame.d;

    r->frame.body = pile(r, BODY);
    r->frame.contact = pile(r, CONTACT);
    if (r->frame.stick) r->frame.stick = pile(r, STICK);
    r->frame.z = pile(r, Z);
    d->nc = r->frame.ncontact;
    d->M = pile(r, MASS_MATRIX);
    d->v = pile(r, V);
    d->p_ext = pile(r, P_EXT);
    d->Jn = pile(r, JN);
    d->Jf = pile(r, JF);
    d->psi = pile(r, PSI);
    d->mu = pile(r, MU);
    d->group = pile(r, GROUP);
    d->dpsi_dt = pile(r, DPSI);
    d->dpsif_dt = pile(r, DPSIF);
    d->Jb = pile(r, JB);
    d->phi = pile(r, PHI);
    d->Jl = pile(r, JL);
    d->psi_l = pile(r, PSI_L);
    d->Jm = pile(r, JM);
    d->speed = pile(r, SPEED);
    d->effort = pile(r, EFFORT);
    if (d->share) d->share = pile(r, MOTOR_SHARE);
}

/* errors that only all lines together show; `at`: the beginning of the step */
static void check(frame_reader *r, reader_place at)
{
    frame *f = &r->frame;
    mb_layout layout;
    mb_info info;
    const mb_status status = mb_check_dynamics(&f->d, &info);

    if (status != MB_OK)
        lines_refuse(&r->l, at, "the step's data make no problem (%s, contact or row %d): groups "
                     "side by side and at most %d unknowns are expected", mb_status_name(status),
                     info.where + 1, MB_MAX_N);
    else if (mb_layout_of(&f->d, f->formulation, f->form, &layout) == MB_OK && f->n > 0 &&
             f->n != layout.n)
        lines_refuse(&r->l, at, "the step's z has %d numbers, expected %d, as %s in form %s has "
                     "unknowns", f->n, layout.n, mb_formulations[f->formulation].name,
                     forms[f->form]);
}

/* reads the step in whose first line the reader is */
static void read_frame(frame_reader *r)
{
    const reader_place at = r->l.in.w.at;
    mb_dynamics *d = &r->frame.d;
    int bodies, contacts, masses;

    memset(&r->frame, 0, sizeof r->frame);
    for (int i = 0; i < FRAME_PILES; i++) r->pile[i].size = 0;
    r->line = at.line;
    lines_next_word(&r->l);
    read_step(r);
    take_row(r, "size");
    bodies = take_whole(r, "the number of bodies", 1, MB_MAX_N);
    contacts = take_whole(r, "the number of contacts", 0, MB_MAX_N);
    d->nb = take_whole(r, "the number of joint rows", 0, MB_MAX_N);
    d->nl = take_whole(r, "the number of limits", 0, MB_MAX_N);
    d->nm = take_whole(r, "the number of motors", 0, MB_MAX_N);
    masses = take_whole(r, "the number of masses", 0, INT_MAX);
    end_row(r);
    for (int i = 0; i < bodies && !stopped(r); i++) read_body(r);
    make_bodies(r);
    for (int i = 0; i < contacts && !stopped(r); i++) read_contact(r);
    read_rows(r);
    for (int i = 0; i < masses && !stopped(r); i++) read_mass(r);
    read_solution(r);
    for (int i = 0; i < FRAME_PILES; i++) more(r, i, 1, sizeof(double));    /* none is NULL */
    if (stopped(r)) return;
    set_pointers(r);
    check(r, at);
}

const mb_dynamics *frame_dynamics(frame_reader *r, mb_formulation as)
{
    mb_dynamics *d = &r->frame.d;
    double *bias;
    int biased = 0;

    for (int i = 0; i < d->nc; i++) biased |= r->frame.contact[i].biased;
    r->pile[BIAS].size = 0;
    d->bias = bias = biased ? more_numbers(r, BIAS, (size_t)d->nc) : NULL;
    if (stopped(r)) return NULL;
    for (int i = 0; bias && i < d->nc; i++) {
        const frame_contact *c = r->frame.contact + i;
        const double usual = mb_formulations[as].keeps_gap ? c->psi / d->h : 0.0;
        bias[i] = c->biased ? c->bias : usual;
    }
    return d;
}

/* reads the line `end STEPS`, after which nothing may follow */
static void take_end(frame_reader *r)
{
    if (!reader_is(r->l.in.w, "end")) refuse(r, "'step' or 'end'");
    if (stopped(r)) return;
    lines_next_word(&r->l);
    take_whole(r, "the number of steps", r->count, r->count);
    end_row(r);
    if (!stopped(r)) lines_no_more(&r->l, "the last line");
    if (r->l.in.errors > 0) r->l.in.stopped = 1;
}

int frame_reader_begin(frame_reader *r, const char *name, FILE *file, FILE *messages)
{
    memset(r, 0, sizeof *r);
    lines_begin(&r->l, name, file, '#', messages);
    take_row(r, "frames");
    take_whole(r, "the version of the format", 1, 1);
    end_row(r);
    return stopped(r) ? -1 : 0;
}

int frame_reader_next(frame_reader *r)
{
    if (stopped(r) || !next_row(r, "step", "end")) return -1;
    if (reader_is(r->l.in.w, "step")) {
        read_frame(r);
        r->count++;
        return stopped(r) ? -1 : 1;
    }
    take_end(r);
    return stopped(r) ? -1 : 0;
}

void frame_reader_end(frame_reader *r)
{
    for (int i = 0; i < FRAME_PILES; i++) free(r->pile[i].data);
    lines_finish(&r->l);
}
