/* record.c: the rows of a study written, and read back with all checks; see study.h */
#include "study.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 8192 };     /* a title has up to 4096 characters */

static const char version[] = "# minisim2d study " MB_VERSION;
static const char columns[] = "run,particle,x,y,vx,vy,inside,unfollowed,formulation,h,steps,"
                              "median_error,max_error,status";

const char *const record_keys[RECORD_KEYS] = {
    "formulations", "title", "scene", "position", "velocity", "method", "reference", "time", "runs",
    "particles", "seed", "h_min", "halvings", "off"
};

/* ---- the head ---- */

/* numbers with blanks between them */
static void put_numbers(output_text *out, int n, const double *value)
{
    for (int i = 0; i < n; i++) output_format(out, out->size > 0 ? " %g" : "%g", value[i]);
}

static void put_number(output_text *out, double value) { put_numbers(out, 1, &value); }

static void put_ranges(output_text *out, const study *st, int given, int at)
{
    const scene_ranges *from = &st->from;

    if (!given) {
        output_string(out, "as in the scene");
        return;
    }
    if (st->body >= 0) output_format(out, "of %s ", st->scene->body[st->body].name);
    output_format(out, "%g %g %g %g", from->lo[at], from->hi[at], from->lo[at + 1],
                  from->hi[at + 1]);
}

static void put_list(output_text *out, const study_list *list)
{
    for (int i = 0; i < list->count; i++)
        output_printf(out, "%s%s", i ? " " : "", mb_formulations[list->of[i]].name);
}

/* a setting other than the solver's or formulation's default */
static void put_setting(output_text *out, const char *name, double value, double otherwise)
{
    if (value != otherwise) output_format(out, ", %s %g", name, value);
}

static void put_method(output_text *out, const study *st)
{
    const settings *with = &st->with;

    output_printf(out, "solver %s (%s), ", solver_said(with, st->scene), form_names[with->form]);
    if (st->body >= 0) output_printf(out, "primary %s", rule_names[with->primary_rule]);
    else
        output_printf(out, "scope %s, primary %s", scope_names[with->scope],
                      primary_names[with->primary]);
    if (st->scene->nsupport > 0) {
        if (with->sides == MB_SQUARE) output_string(out, ", supports square");
        else put_setting(out, "supports", with->sides, MB_DISC);
    }
    put_setting(out, "epsilon", with->epsilon, 0.0);
    put_setting(out, "psi_min", with->psi_min, -HUGE_VAL);
    put_setting(out, "tol", with->options.tol, 0.0);
    put_setting(out, "max_iter", with->options.max_iter, 0.0);
}

static void put_reference(output_text *out, const study *st)
{
    if (st->body < 0) output_string(out, "the exact motion");
    else
        output_format(out, "the finest h, swept at %g s; of the body whose centre is furthest off",
                      st->h_min / REFERENCE_FINE);
}

static void put_body(output_text *out, const scene_body *b)
{
    const double own[] = { b->shape.radius, b->body.mass, b->body.inertia, b->body.mu, b->body.e };

    output_format(out, " body %d %d", (int)b->body.kind, b->body.group);
    put_numbers(out, 2 * b->shape.nvert, b->xy);
    put_numbers(out, 5, own);
    put_numbers(out, 3, b->q);
    put_numbers(out, 3, b->v);
    put_numbers(out, 3, b->force);
}

static void put_joint(output_text *out, const mb_joint *j)
{
    const double own[] = { j->length, j->angle, j->lo, j->hi, j->speed, j->effort, j->stiffness,
                           j->rest, j->damping };

    output_format(out, " joint %d %d %d %d %g %g %g %g %g %g", (int)j->kind, j->a, j->b,
                  j->limited, j->pa[0], j->pa[1], j->pb[0], j->pb[1], j->axis[0], j->axis[1]);
    put_numbers(out, 9, own);
}

/* everything in the scene that determines its motions: as text, hashed by FNV-1a */
static void put_scene(output_text *out, const scene *s)
{
    output_text all = { 0 };
    uint64_t hash = UINT64_C(14695981039346656037);

    output_format(&all, "%g %g", s->gravity[0], s->gravity[1]);
    for (int i = 0; i < s->nobstacle; i++) {
        const scene_obstacle *o = s->obstacle + i;
        output_string(&all, o->closed ? " polygon" : " chain");
        put_numbers(&all, 2 * o->nvert, o->xy);
        put_number(&all, o->mu);
    }
    for (int k = 0; k < s->nparticle; k++) {
        const scene_particle *p = s->particle + k;
        output_format(&all, " particle %g %g %g %g %g %g %g", p->mass, p->x[0], p->x[1], p->v[0],
                      p->v[1], p->force[0], p->force[1]);
    }
    for (int k = 0; k < s->nbody; k++) put_body(&all, s->body + k);
    for (int k = 0; k < s->njoint; k++) put_joint(&all, &s->joint[k].joint);
    for (int k = 0; k < s->nsupport; k++) {
        const mb_support *foot = &s->support[k].support;
        output_format(&all, " support %d %g %g %g %g", foot->body, foot->at[0], foot->at[1],
                      foot->load, foot->mu);
    }
    if (s->nbody > 0)
        output_format(&all, " %d %d %g", (int)s->restitution, s->curved, s->recovery);
    for (size_t i = 0; i < all.size; i++)
        hash = (hash ^ (unsigned char)all.data[i]) * UINT64_C(1099511628211);
    output_printf(out, "%08lx%08lx", (unsigned long)(hash >> 32),
                  (unsigned long)(hash & 0xffffffffu));
    out->failed |= all.failed;
    output_free(&all);
}

int record_head_make(record_head *h, const study *st)
{
    output_text *value = h->value;
    int failed = 0;

    memset(h, 0, sizeof *h);
    h->list = st->list;
    h->runs = st->runs;
    h->particles = study_samples(st->scene);
    h->halvings = st->halvings;
    h->h_min = st->h_min;
    h->off = st->off;
    h->part = st->part;
    h->parts = st->parts;
    put_list(value + RECORD_FORMULATIONS, &st->list);
    output_string(value + RECORD_TITLE, st->scene->title);
    put_scene(value + RECORD_SCENE, st->scene);
    put_ranges(value + RECORD_POSITION, st, st->from.position, 0);
    put_ranges(value + RECORD_VELOCITY, st, st->from.velocity, 2);
    put_method(value + RECORD_METHOD, st);
    put_reference(value + RECORD_REFERENCE, st);
    put_number(value + RECORD_TIME, st->with.time);
    put_number(value + RECORD_RUNS, st->runs);
    put_number(value + RECORD_PARTICLES, h->particles);
    put_number(value + RECORD_SEED, st->seed);
    put_number(value + RECORD_H_MIN, st->h_min);
    put_number(value + RECORD_HALVINGS, st->halvings);
    put_number(value + RECORD_OFF, st->off);
    for (int k = 0; k < RECORD_KEYS; k++) failed |= value[k].failed;
    return failed;
}

void record_head_write(const record_head *h, output_text *out)
{
    output_printf(out, "%s\n", version);
    for (int k = 0; k < RECORD_KEYS; k++)
        output_printf(out, "# %s %s\n", record_keys[k], h->value[k].data);
    if (h->parts > 1) output_printf(out, "# part %d of %d\n", h->part, h->parts);
    output_printf(out, "%s\n", columns);
}

void record_head_free(record_head *h)
{
    for (int k = 0; k < RECORD_KEYS; k++) output_free(h->value + k);
}

int record_differ(const record_head *a, const record_head *b)
{
    for (int k = 0; k < RECORD_KEYS; k++)
        if (strcmp(a->value[k].data, b->value[k].data) != 0) return k;
    return -1;
}

/* ---- rows ---- */

void record_write(const study_row *r, output_text *out)
{
    output_format(out, "%d,%d", r->run + 1, r->particle + 1);
    output_numbers(out, ",", 4, r->start);
    output_format(out, ",%d,%d,%s,%g,%d,%g,%g,%s\n", r->inside, r->unfollowed,
                  mb_formulations[r->formulation].name, r->h, r->steps, r->median, r->max,
                  mb_status_name(r->status));
}

/* ---- reading ---- */

static int complain(const record_file *f, const char *what)
{
    if (f->line > 0) fprintf(f->messages, "minisim2d: %s:%d: %s\n", f->name, f->line, what);
    else fprintf(f->messages, "minisim2d: %s %s\n", f->name, what);
    return -1;
}

/* the next line without its end; 0, 1 at the end of the file, -1 after a message */
static int next_line(record_file *f, char line[LONGEST_LINE])
{
    size_t n;

    f->line++;
    errno = 0;
    if (!fgets(line, LONGEST_LINE, f->stream)) {
        if (!ferror(f->stream)) return 1;
        return complain(f, errno ? strerror(errno) : "cannot be read");
    }
    n = strlen(line);
    if (n == 0 || line[n - 1] != '\n') return complain(f, "is cut off, or no study");
    line[n - 1] = '\0';
    return 0;
}

/* a line that must begin with this; returns the rest, or NULL after a message */
static const char *line_after(record_file *f, char line[LONGEST_LINE], const char *begin)
{
    const int status = next_line(f, line);

    if (status == 0 && strncmp(line, begin, strlen(begin)) == 0) return line + strlen(begin);
    if (status >= 0)
        fprintf(f->messages, "minisim2d: %s:%d: expected '%s', as this version's `study --csv` "
                "writes\n", f->name, f->line, begin);
    return NULL;
}

/* a whole number of the head within bounds; -1 after a message */
static int head_count(const record_file *f, int key, int least, int most)
{
    const char *text = f->head.value[key].data;
    const double value = strtod(text, NULL);

    if (value >= least && value <= most && value == floor(value)) return (int)value;
    fprintf(f->messages, "minisim2d: %s: a study has no '%s %s'\n", f->name, record_keys[key],
            text);
    return -1;
}

/* the formulations by their names; 0, or -1 after a message */
static int read_list(record_file *f)
{
    const char *word = f->head.value[RECORD_FORMULATIONS].data;
    study_list *list = &f->head.list;

    for (int i = 0; i < mb_formulation_count; i++) {
        const size_t n = strcspn(word, " ");
        if (n != strlen(mb_formulations[i].name) || strncmp(word, mb_formulations[i].name, n) != 0)
            continue;
        list->of[list->count++] = i;
        word += n + (word[n] == ' ');
    }
    if (*word || list->count == 0) return complain(f, "has formulations unknown here");
    return 0;
}

static int read_numbers(record_file *f)
{
    record_head *h = &f->head;

    h->runs = head_count(f, RECORD_RUNS, 1, STUDY_RUNS);
    h->particles = head_count(f, RECORD_PARTICLES, 1, SCENE_MAX_PARTICLES);
    h->halvings = head_count(f, RECORD_HALVINGS, 0, STUDY_HALVINGS);
    h->h_min = strtod(h->value[RECORD_H_MIN].data, NULL);
    if (h->runs < 0 || h->particles < 0 || h->halvings < 0) return -1;
    h->off = strtod(h->value[RECORD_OFF].data, NULL);
    return h->h_min > 0.0 && h->off > 0.0 ? 0 : complain(f, "is no study");
}

static int read_part(record_file *f, const char *line)
{
    record_head *h = &f->head;
    char again[LONGEST_LINE];

    if (sscanf(line, "# part %9d of %9d", &h->part, &h->parts) != 2)
        return complain(f, "expected '# part I of N'");
    snprintf(again, sizeof again, "# part %d of %d", h->part, h->parts);
    if (strcmp(line, again) == 0 && h->part >= 1 && h->part <= h->parts) return 0;
    return complain(f, "there is no such part");
}

static int read_head(record_file *f)
{
    char line[LONGEST_LINE], begin[64];
    const char *after = line_after(f, line, version);
    int status;

    if (!after || *after) return after ? complain(f, "is of another version") : -1;
    for (int k = 0; k < RECORD_KEYS; k++) {
        snprintf(begin, sizeof begin, "# %s ", record_keys[k]);
        after = line_after(f, line, begin);
        if (!after) return -1;
        output_string(f->head.value + k, after);
        if (f->head.value[k].failed) return complain(f, "no memory");
        if (k == RECORD_FORMULATIONS && read_list(f) != 0) return -1;
    }
    status = next_line(f, line);
    f->head.part = f->head.parts = 1;
    if (status == 0 && strncmp(line, "# part", 6) == 0)
        status = read_part(f, line) == 0 ? next_line(f, line) : -1;
    if (status < 0) return -1;
    if (status > 0 || strcmp(line, columns) != 0)
        return complain(f, "expected the columns of a study");
    return read_numbers(f);
}

int record_open(record_file *f, const char *name, FILE *messages)
{
    memset(f, 0, sizeof *f);
    f->name = name;
    f->messages = messages;
    f->stream = fopen(name, "r");
    if (!f->stream) {
        fprintf(messages, "minisim2d: cannot read %s: %s\n", name, strerror(errno));
        return -1;
    }
    if (fseek(f->stream, 0, SEEK_SET) != 0) return complain(f, "is a pipe, which is read but once");
    return read_head(f);
}

void record_close(record_file *f)
{
    if (f->stream) fclose(f->stream);
    record_head_free(&f->head);
    f->stream = NULL;
}

/* the place of the next row, without its results; 0 after the last */
static int expected_row(const record_file *f, study_row *row)
{
    const record_head *h = &f->head;
    const int levels = h->halvings + 1;
    long long k = f->row;
    int first, end;

    study_runs(h->runs, h->part, h->parts, &first, &end);
    row->level = (int)(k % levels);
    row->h = ldexp(h->h_min, row->level);
    k /= levels;
    row->formulation = h->list.of[k % h->list.count];
    k /= h->list.count;
    row->particle = (int)(k % h->particles);
    k /= h->particles;
    row->run = first + (int)k;
    return k < end - first;
}

/* the status with this name; MB_OK if there is none */
static mb_status status_of(const char *name)
{
    for (int i = MB_TODO; i <= MB_STALLED; i++)
        if (strcmp(name, mb_status_name((mb_status)i)) == 0) return (mb_status)i;
    return MB_OK;
}

/* Whether the line is the row with this place; reads its results. A line that differs in any way
 * from the row as written is another one, and so is one whose errors are not numbers, or the median
 * the greater one. -1: no memory to tell */
static int is_row(const char *line, study_row *row)
{
    output_text again = { 0 };
    char status[32] = "";
    double *x = row->start;
    int same = 0;

    if (sscanf(line, "%*d,%*d,%lf,%lf,%lf,%lf,%d,%d,%*[^,],%*f,%d,%lf,%lf,%31s", x, x + 1, x + 2,
               x + 3, &row->inside, &row->unfollowed, &row->steps, &row->median, &row->max,
               status) == 10) {
        row->status = status_of(status);
        record_write(row, &again);
        same = again.failed ? -1 : strlen(line) + 1 == again.size &&
               memcmp(line, again.data, again.size - 1) == 0 &&
               row->median >= 0.0 && row->max >= row->median;
    }
    output_free(&again);
    return same;
}

int record_read(record_file *f, study_row *row)
{
    char line[LONGEST_LINE];
    const int more = expected_row(f, row), status = next_line(f, line);
    int same;

    if (status < 0) return -1;
    if (!more && status > 0) return 0;
    if (!more) return complain(f, "expected no more rows");
    f->row++;
    same = status == 0 ? is_row(line, row) : 0;
    if (same < 0) return complain(f, "no memory");
    if (same) return 1;
    fprintf(f->messages, "minisim2d: %s:%d: expected the row of run %d, particle %d, %s, "
            "h = %.9g\n", f->name, f->line, row->run + 1, row->particle + 1,
            mb_formulations[row->formulation].name, row->h);
    return -1;
}
