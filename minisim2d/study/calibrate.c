/* calibrate.c: the errors of parameters, from trees of runs; see calibrate.h */
#include "calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../motion/simulate.h"
#include "../reading/reader.h"
#include "../writing/output.h"

#define MOST 1e100               /* of a measured number: its square is finite */
#define REST 1e-10               /* m, rad in a step: a body that moves less is at rest, to 1e-8 m
                                    in 100 steps */
enum { MOST_POINTS = 10000000 };

typedef enum { CONTACT_MU, SUPPORT_MU, TRIPOD_RADIUS } target_kind;

/* The properties in a parameter's name, in one scene. */
typedef struct {
    target_kind kind;
    int body;
} target;

struct calibrate_track {
    const scene *scene;
    const char *name;
    settings with;
    int body;                     /* the body with the track */
    double length;
    int steps;                    /* of the run, to the last row */
    double *row;                  /* row[4*(steps + 1)]: x, y, angle, and 1 where there is one */
    int rows;
    target of[CALIBRATE_PARAMETERS][CALIBRATE_TARGETS];
    int targets[CALIBRATE_PARAMETERS];
};

/* the state of a run before a step */
typedef struct {
    double *state;
    mb_impulse *warm;
    int nwarm;
} snapshot;

/* The tree of a track's runs. */
typedef struct {
    calibration *c;
    const struct calibrate_track *track;
    driver *d;
    snapshot level[CALIBRATE_PARAMETERS + 2];
    char *touched;                /* touched[bodies]: in contact in this step, and pushed */
} tree;

static int complain(const char *why, const char *what)
{
    fprintf(stderr, "minisim2d: %s%s\n", why, what);
    return -1;
}

/* ---- parameters ------------------------------------------------------------------------------ */

void calibrate_init(calibration *c)
{
    memset(c, 0, sizeof *c);
    c->points = 1;
    c->limit = HUGE_VAL;
}

int calibrate_vary(calibration *c, const char *text)
{
    calibrate_parameter *p = c->parameter + c->nparameter;
    const char *equals = strchr(text, '=');
    const size_t n = equals ? (size_t)(equals - text) : 0;
    double points;
    int used = 0;

    if (c->nparameter == CALIBRATE_PARAMETERS) return complain("too many --vary, from ", text);
    if (n == 0 || n >= sizeof p->name || text[n - 1] == '+' ||
        sscanf(equals + 1, "%lf:%lf:%lf%n", &p->lo, &p->hi, &p->step, &used) != 3 ||
        equals[1 + used] != '\0' || !(p->step > 0.0) || !(p->hi >= p->lo) || !(p->lo >= 0.0) ||
        !(p->step < HUGE_VAL))
        return complain("--vary takes NAME=LO:HI:STEP with 0 <= LO <= HI and STEP > 0, such as "
                        "pusher.mu=0:1:.1, not ", text);
    memcpy(p->name, text, n);
    p->name[n] = '\0';
    points = floor((p->hi - p->lo) / p->step + 1.0 + 1e-9);
    if (!(points * c->points <= MOST_POINTS))
        return complain("more than 10 000 000 points, with ", text);
    p->count = (int)points;
    for (int i = 0; i < c->nparameter; i++) c->parameter[i].stride *= p->count;
    p->stride = 1;
    c->nparameter++;
    c->points *= p->count;
    return 0;
}

static int index_of(const calibration *c, int parameter, int point)
{
    const calibrate_parameter *p = c->parameter + parameter;

    return point / p->stride % p->count;
}

/* to 12 decimals: 0 + 3 * .1 is .3 */
static double value_at(const calibrate_parameter *p, int i)
{
    return floor((p->lo + i * p->step) * 1e12 + 0.5) / 1e12;
}

double calibrate_value(const calibration *c, int parameter, int point)
{
    return value_at(c->parameter + parameter, index_of(c, parameter, point));
}

int calibrate_neighbour(const calibration *c, int parameter, int point, int steps)
{
    const int i = index_of(c, parameter, point) + steps;

    if (i < 0 || i >= c->parameter[parameter].count) return -1;
    return point + steps * c->parameter[parameter].stride;
}

double calibrate_error(const calibration *c, int point) { return c->error[point] / c->used; }

int calibrate_best(const calibration *c)
{
    int best = -1;

    for (int i = 0; i < c->points; i++)
        if (c->error[i] < (best < 0 ? HUGE_VAL : c->error[best])) best = i;
    return best;
}

/* ---- scenes and tracks ----------------------------------------------------------------------- */

static int find_body(const scene *s, const char *name, size_t n)
{
    for (int k = 0; k < s->nbody; k++)
        if (strlen(s->body[k].name) == n && strncmp(s->body[k].name, name, n) == 0) return k;
    return -1;
}

static int has_supports(const scene *s, int body, int tripod)
{
    for (int k = 0; k < s->nsupport; k++)
        if (s->support[k].support.body == body && s->support[k].tripod >= tripod) return 1;
    return 0;
}

/* the property in a parameter's name, and the length of the body's name in it; -1 after a
 * message */
static int take_name(const char *name, size_t n, target_kind *kind, size_t *length)
{
    static const struct {
        const char *ending;
        target_kind kind;
    } kinds[] = { { ".tripod.radius", TRIPOD_RADIUS }, { ".support.mu", SUPPORT_MU },
                  { ".mu", CONTACT_MU } };
    char text[CALIBRATE_NAME];

    for (int i = 0; i < 3; i++) {
        const size_t end = strlen(kinds[i].ending);
        if (n <= end || strncmp(name + n - end, kinds[i].ending, end) != 0) continue;
        *kind = kinds[i].kind;
        *length = n - end;
        return 0;
    }
    snprintf(text, sizeof text, "%.*s", (int)n, name);
    return complain("--vary knows BODY.mu, BODY.support.mu and BODY.tripod.radius, not ", text);
}

static int is_target(const struct calibrate_track *t, target to)
{
    for (int i = 0; i < CALIBRATE_PARAMETERS; i++)
        for (int k = 0; k < t->targets[i]; k++)
            if (t->of[i][k].kind == to.kind && t->of[i][k].body == to.body) return 1;
    return 0;
}

/* one name, name[n], of a parameter; a scene that has not the body is not concerned. -1 after a
 * message */
static int add_target(struct calibrate_track *t, int parameter, const char *name, size_t n)
{
    target to;
    size_t length;

    if (take_name(name, n, &to.kind, &length) != 0) return -1;
    to.body = find_body(t->scene, name, length);
    if (to.body < 0) return 0;
    if (to.kind != CONTACT_MU && !has_supports(t->scene, to.body, to.kind == TRIPOD_RADIUS))
        return complain("--vary: the body has no such supports: ", name);
    if (is_target(t, to)) return complain("--vary: this is varied already: ", name);
    if (t->targets[parameter] == CALIBRATE_TARGETS)
        return complain("--vary: too many bodies, from ", name);
    t->of[parameter][t->targets[parameter]++] = to;
    return 0;
}

static int set_targets(const calibration *c, struct calibrate_track *t)
{
    for (int i = 0; i < c->nparameter; i++)
        for (const char *name = c->parameter[i].name; *name;) {
            const size_t n = strcspn(name, "+");
            if (add_target(t, i, name, n) != 0) return -1;
            name += n + (name[n] == '+');
        }
    return 0;
}

int calibrate_ready(const calibration *c)
{
    for (int i = 0; i < c->nparameter; i++)
        for (const char *name = c->parameter[i].name; *name;) {
            const size_t n = strcspn(name, "+");
            target_kind kind;
            size_t length;
            int k = 0;
            if (take_name(name, n, &kind, &length) != 0) return -1;
            while (k < c->ntrack && find_body(c->track[k].scene, name, length) < 0) k++;
            if (k == c->ntrack) return complain("--vary: no scene has this body: ", name);
            name += n + (name[n] == '+');
        }
    return 0;
}

/* a column of the track, at the times of steps; -1 after a message */
static int read_column(struct calibrate_track *t, const char *path, const char *column, int at)
{
    const double h = t->with.h;
    const table_series *s;
    table all;
    int failed = table_read(path, "t", column, NULL, NULL, &all, stderr);

    s = all.series;
    if (!failed && all.nseries == 0) failed = complain("no rows in ", path);
    for (int i = 0; !failed && i < s->npoint; i++) {
        const double k = floor(s->xy[2 * i] / h + 0.5);
        if (!(fabs(s->xy[2 * i + 1]) < MOST)) {
            failed = complain("x, y and angle of every row are numbers below 1e100: not in ", path);
            break;
        }
        if (!(fabs(k * h - s->xy[2 * i]) <= 1e-6 * h && k >= 0.0 && k <= t->steps)) {
            failed = complain("the track's times are no steps of the scene: ", path);
            break;
        }
        t->row[4 * (int)k + at] = s->xy[2 * i + 1];
        t->row[4 * (int)k + 3] += 1.0;
        if (t->row[4 * (int)k + 3] > 3.5) {
            failed = complain("a time stands there twice in ", path);
            break;
        }
    }
    table_free(&all);
    return failed;
}

static int read_track(struct calibrate_track *t, const char *path)
{
    static const char *const columns[] = { "x", "y", "angle" };

    t->steps = scene_steps(t->with.time, t->with.h);
    t->row = calloc(4 * ((size_t)t->steps + 1), sizeof *t->row);
    if (!t->row) return complain("no memory for ", path);
    for (int i = 0; i < 3; i++)
        if (read_column(t, path, columns[i], i) != 0) return -1;
    for (int k = 1; k <= t->steps; k++) t->rows += t->row[4 * k + 3] > 2.5;
    if (t->rows == 0) return complain("no row with t > 0, x, y and angle in ", path);
    while (!(t->row[4 * t->steps + 3] > 2.5)) t->steps--;
    return 0;
}

int calibrate_scene(calibration *c, const scene *s, const settings *with, const char *name,
                    const char *track)
{
    struct calibrate_track *list = realloc(c->track, ((size_t)c->ntrack + 1) * sizeof *list), *t;

    if (!list) return complain("no memory for ", name);
    c->track = list;
    t = list + c->ntrack++;
    memset(t, 0, sizeof *t);
    t->scene = s;
    t->with = *with;
    t->name = name;
    t->body = c->body ? find_body(s, c->body, strlen(c->body))
                      : s->nsupport > 0 ? s->support[0].support.body : -1;
    if (t->body < 0) return complain("no body to follow, and no supports, in ", name);
    t->length = c->length;
    for (int k = 0; k < s->body[t->body].shape.nvert && !(c->length > 0.0); k++) {
        const double *x = s->body[t->body].shape.xy + 2 * k;
        t->length = fmax(t->length, hypot(x[0], x[1]) + s->body[t->body].shape.radius);
    }
    if (set_targets(c, t) != 0) return -1;
    return read_track(t, track);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void set_value(tree *t, int parameter, double value)
{
    driver *d = t->d;

    for (int i = 0; i < t->track->targets[parameter]; i++) {
        const target *to = t->track->of[parameter] + i;
        if (to->kind == CONTACT_MU) d->body[to->body].mu = value;
        for (int k = 0; k < t->track->scene->nsupport && to->kind != CONTACT_MU; k++) {
            scene_support foot = t->track->scene->support[k];
            if (foot.support.body != to->body) continue;
            if (to->kind == SUPPORT_MU) d->support[k].mu = value;
            if (to->kind != TRIPOD_RADIUS || !foot.tripod) continue;
            scene_set_foot(&foot, value);
            memcpy(d->support[k].at, foot.support.at, sizeof foot.support.at);
        }
    }
}

/* notes the bodies that push or, in a failed step, touch */
static void observe(const mb_world *w, const mb_island_step *step)
{
    const driver *d = w->user;
    char *touched = d->owner;

    for (int i = 0; i < step->island.ncontact; i++) {
        const mb_body_contact *c = step->island.contact + i;
        if (step->info.status == MB_OK && step->p_n && !(step->p_n[i] > 0.0)) continue;
        if (c->a >= 0) touched[c->a] = 1;
        if (c->b >= 0) touched[c->b] = 1;
    }
}

static void save(const driver *d, snapshot *s)
{
    memcpy(s->state, d->state, d->changing * sizeof *s->state);
    s->nwarm = d->world.nwarm;
    memcpy(s->warm, d->world.warm, (size_t)s->nwarm * sizeof *s->warm);
}

static void restore(driver *d, const snapshot *s, int step)
{
    memcpy(d->state, s->state, d->changing * sizeof *s->state);
    d->world.nwarm = s->nwarm;
    memcpy(d->world.warm, s->warm, (size_t)s->nwarm * sizeof *s->warm);
    d->world.step = step;
}

/* has nothing moved since, and does nothing move? */
static int rests(const driver *d, const snapshot *before)
{
    for (int i = 0; i < 3 * d->count; i++) {
        const double way = d->world.q[i] - before->state[i];
        if (d->body[i / 3].kind != MB_STATIC && !(fabs(way) < REST)) return 0;
    }
    return 1;
}

/* |q - q_measured|^2 after step k, 0 if not measured [m^2] */
static double error_at(const tree *t, int k)
{
    const double *row = t->track->row + 4 * k, *q = t->d->world.q + 3 * t->track->body;
    const double turn = t->track->length * (q[2] - row[2]);

    if (!(row[3] > 2.5)) return 0.0;
    return (q[0] - row[0]) * (q[0] - row[0]) + (q[1] - row[1]) * (q[1] - row[1]) + turn * turn;
}

/* the error of a point so far; 0 before its first track */
static double error_so_far(const calibration *c, int point)
{
    return isnan(c->error[point]) ? 0.0 : c->error[point];
}

/* the error of all points that a run represents: with any values of the undecided parameters */
static void fill(calibration *c, unsigned undecided, int base, double error)
{
    for (int i = 0; i < c->nparameter; i++) {
        if (!(undecided >> i & 1)) continue;
        for (int k = 0; k < c->parameter[i].count; k++)
            fill(c, undecided & ~(1u << i), base + k * c->parameter[i].stride, error);
        return;
    }
    if (!c->wanted[base]) return;
    c->error[base] = error_so_far(c, base) + error;
    if (c->last) c->limit = fmin(c->limit, c->error[base]);
}

/* the least error, over earlier tracks, of the points that a run represents; HUGE_VAL: none is
 * wanted */
static double least_before(const calibration *c, unsigned undecided, int base)
{
    double least = HUGE_VAL;

    for (int i = 0; i < c->nparameter; i++) {
        if (!(undecided >> i & 1)) continue;
        for (int k = 0; k < c->parameter[i].count; k++)
            least = fmin(least, least_before(c, undecided & ~(1u << i),
                                             base + k * c->parameter[i].stride));
        return least;
    }
    return c->wanted[base] ? error_so_far(c, base) : HUGE_VAL;
}

/* the first undecided parameter that matters in this step or, before the first, from the start */
static int decides(const tree *t, unsigned undecided, int start)
{
    for (int i = 0; i < t->c->nparameter; i++) {
        if (!(undecided >> i & 1)) continue;
        for (int k = 0; k < t->track->targets[i]; k++) {
            const target *to = t->track->of[i] + k;
            if (start ? to->kind != CONTACT_MU : t->touched[to->body]) return i;
        }
    }
    return -1;
}

static void explore(tree *t, int depth, int k, unsigned undecided, int base, double sum);

/* runs each value of a parameter from the state before step k */
static void branch(tree *t, int depth, int k, int parameter, unsigned undecided, int base,
                   double sum)
{
    const calibrate_parameter *p = t->c->parameter + parameter;
    const unsigned left = undecided & ~(1u << parameter);

    for (int i = 0; i < p->count; i++) {
        if (!(least_before(t->c, left, base + i * p->stride) < HUGE_VAL)) continue;
        set_value(t, parameter, value_at(p, i));
        restore(t->d, t->level + depth, k);
        explore(t, depth + 1, k, left, base + i * p->stride, sum);
    }
}

static void explore(tree *t, int depth, int k, unsigned undecided, int base, double sum)
{
    const double h = t->track->with.h;
    const double least = least_before(t->c, undecided, base);
    snapshot *before = t->level + depth;
    int parameter = k == 0 ? decides(t, undecided, 1) : -1;

    save(t->d, before);
    if (parameter >= 0) {
        branch(t, depth, k, parameter, undecided, base, sum);
        return;
    }
    for (; k < t->track->steps; k++) {
        mb_status status;
        if (least + sum / t->track->rows > t->c->limit) {
            fill(t->c, undecided, base, HUGE_VAL);
            return;
        }
        save(t->d, before);
        memset(t->touched, 0, (size_t)t->d->count);
        status = worlds_step(t->d, k * h, h);
        t->c->steps += 1.0;
        parameter = decides(t, undecided, 0);
        if (parameter >= 0) {
            branch(t, depth, k, parameter, undecided, base, sum);
            return;
        }
        t->c->failed += status != MB_OK;
        if (status != MB_OK) {
            fill(t->c, undecided, base, HUGE_VAL);
            return;
        }
        sum += error_at(t, k + 1);
        if (!rests(t->d, before)) continue;
        while (++k < t->track->steps) sum += error_at(t, k + 1);
    }
    fill(t->c, undecided, base, sum / t->track->rows);
}

static void tree_free(tree *t)
{
    for (int i = 0; i < CALIBRATE_PARAMETERS + 2; i++) {
        free(t->level[i].state);
        free(t->level[i].warm);
    }
    free(t->touched);
    simulate_close(t->d);
}

static int tree_make(tree *t, calibration *c, const struct calibrate_track *track)
{
    memset(t, 0, sizeof *t);
    t->c = c;
    t->track = track;
    t->d = simulate_bare(track->scene, &track->with);
    t->touched = t->d ? calloc((size_t)t->d->count + 1, 1) : NULL;
    for (int i = 0; t->touched && i < CALIBRATE_PARAMETERS + 2; i++) {
        t->level[i].state = malloc(t->d->changing * sizeof(double));
        t->level[i].warm = malloc((size_t)t->d->world.max_warm * sizeof(mb_impulse) + 1);
        if (!t->level[i].state || !t->level[i].warm) return complain("no memory for ", track->name);
    }
    if (!t->touched) return complain("no memory for the simulation of ", track->name);
    t->d->owner = t->touched;
    t->d->world.observer = observe;
    return 0;
}

/* one track, with all parameters undecided or, if `undecided` = 0, as at the point */
static int run_track(calibration *c, int track, unsigned undecided, int point)
{
    tree t;
    int failed = tree_make(&t, c, c->track + track);

    if (!failed) {
        for (int i = 0; i < c->nparameter; i++)
            if (!(undecided >> i & 1)) set_value(&t, i, calibrate_value(c, i, point));
        explore(&t, 0, 0, undecided, undecided ? 0 : point, 0.0);
    }
    tree_free(&t);
    return failed;
}

static int make_errors(calibration *c)
{
    if (c->error) return 0;
    c->used = c->ntrack;
    c->error = malloc((size_t)c->points * sizeof *c->error);
    c->wanted = malloc((size_t)c->points);
    if (!c->error || !c->wanted) return complain("no memory for the points", "");
    for (int i = 0; i < c->points; i++) c->error[i] = (double)NAN;
    return 0;
}

int calibrate_one(calibration *c, int track, int point, double *error)
{
    const double sum = c->error[point];
    const char wanted = c->wanted[point];
    int failed;

    c->error[point] = 0.0;
    c->wanted[point] = 1;
    failed = run_track(c, track, 0u, point);
    *error = c->error[point];
    c->error[point] = sum;
    c->wanted[point] = wanted;
    return failed;
}

/* the middle one of the wanted points; -1: none */
static int middle(const calibration *c)
{
    int wanted = 0, seen = 0, i = -1;

    for (int k = 0; k < c->points; k++) wanted += c->wanted[k];
    while (2 * seen < wanted) seen += c->wanted[++i];
    return i;
}

/* the limit: the error over all tracks of the point that is best after some; before the first of
 * the middle one */
static int lower_limit(calibration *c, int done)
{
    const int point = done > 0 ? calibrate_best(c) : middle(c);
    double sum, error;

    if (point < 0) return 0;
    sum = done > 0 ? c->error[point] : 0.0;
    for (int k = done; k < c->used; k++) {
        if (calibrate_one(c, k, point, &error) != 0) return -1;
        sum += error;
    }
    c->limit = fmin(c->limit, sum);
    return 0;
}

/* the errors of the wanted points, over all tracks; with c->best only until a point is certainly
 * not the best: errors of rows and tracks are summed, which even with rounding never decreases, so
 * that a sum above the limit stays above it */
static int try_points(calibration *c, int show)
{
    const unsigned all = (1u << c->nparameter) - 1u;
    const int unlimited = c->best && !(c->limit < HUGE_VAL);
    progress bar;
    int failed = 0;

    progress_begin(&bar, show);
    for (int k = 0; !failed && k < c->used; k++) {
        failed = unlimited && lower_limit(c, k) != 0;
        c->last = c->best && k == c->used - 1;
        failed = failed || run_track(c, k, all, 0) != 0;
        c->last = 0;
        progress_show(&bar, k + 1, c->used);
    }
    progress_end(&bar);
    return failed ? -1 : 0;
}

int calibrate_grid(calibration *c, int first, int end, int every, int show)
{
    if (make_errors(c) != 0) return -1;
    for (int point = 0; point < c->points; point++) {
        c->wanted[point] = point >= first && point < end;
        for (int i = 0; i < c->nparameter; i++)
            if ((index_of(c, i, point) - c->parameter[i].count / 2) % every != 0)
                c->wanted[point] = 0;
    }
    return try_points(c, show);
}

/* tries, for every parameter, the values at a point and `stride` steps beside it; 0: all values,
 * for one parameter at a time; but no point twice */
static int try_around(calibration *c, int at, int stride)
{
    for (int point = 0; point < c->points; point++) {
        int others = 0, beyond = 0;
        for (int i = 0; i < c->nparameter; i++) {
            const int off = abs(index_of(c, i, point) - index_of(c, i, at));
            others += off != 0;
            beyond += off != 0 && off != stride;
        }
        c->wanted[point] = isnan(c->error[point]) && (stride > 0 ? beyond == 0 : others <= 1);
    }
    return try_points(c, 0);
}

int calibrate_refine(calibration *c, int stride)
{
    int at = calibrate_best(c);

    for (; stride >= 1; stride /= 2)
        for (int before = -1; at != before;) {
            before = at;
            if (try_around(c, at, stride) != 0 || (stride == 1 && try_around(c, at, 0) != 0))
                return -1;
            at = calibrate_best(c);
        }
    if (!c->best) return 0;
    c->best = 0;
    c->limit = HUGE_VAL;
    for (int i = 0; i < c->points; i++)
        if (!(c->error[i] < HUGE_VAL)) c->error[i] = (double)NAN;
    return try_around(c, at, 0);
}

const char *calibrate_name(const calibration *c, int track) { return c->track[track].name; }

double calibrate_length(const calibration *c) { return c->track[0].length; }

void calibrate_free(calibration *c)
{
    for (int i = 0; i < c->ntrack; i++) free(c->track[i].row);
    free(c->track);
    free(c->error);
    free(c->wanted);
}
