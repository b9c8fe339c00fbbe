/* test_calibrate.c: errors of parameters against closed forms, and the points that a search tries;
 * cli_calibrate.sh has the names and values that are refused
 *
 * A puck that slides straight on supports with coefficient mu under a load N loses a speed of
 * h mu N/m in each step until it rests. So the error of every point of a grid, [BPMD] eq 18, is
 * known, and so is the path of a search. Other scenes are run again with each point's values.
 */
#include "check.h"
#include "minisim2d/study/calibrate.h"

#include <stdlib.h>
#include <unistd.h>

enum { STEPS = 8, ROWS = 3, VALUES = 13, POINTS = VALUES * VALUES };

/* a measured track: its rows are at some of the steps */
typedef struct {
    int at[ROWS];
    double x[ROWS], y[ROWS], angle[ROWS];
} track;

static char folder[] = "/tmp/test_calibrate_XXXXXX";

static void put_track(const char *name, const track *t, char path[64])
{
    FILE *f;

    snprintf(path, 64, "%s/%s.csv", folder, name);
    f = fopen(path, "w");
    if (!f) {
        printf("Bail out! cannot write %s\n", path);
        exit(1);
    }
    fprintf(f, "t,x,y,angle\n0,9,9,9\n");                  /* the start is not compared */
    for (int i = ROWS - 1; i >= 0; i--)
        fprintf(f, "%.17g,%.17g,%.17g,%.17g\n", 0.125 * t->at[i], t->x[i], t->y[i], t->angle[i]);
    fclose(f);
}

static void parse(const char *text, scene *s, settings *with)
{
    if (scene_parse("a", text, strlen(text), s, stderr) != 0) {
        printf("Bail out! no scene\n");
        exit(1);
    }
    settings_default(with, s);
}

/* the distance after k steps of a puck that starts with speed 1 along x, and loses `loss` in each
 * step until it rests */
static double way(double loss, int k)
{
    double x = 0.0;

    for (int i = 1; i <= k; i++) x += 0.125 * fmax(1.0 - i * loss, 0.0);
    return x;
}

/* eq 18 of this puck and a track along x */
static double error_of(const track *t, double loss)
{
    double sum = 0.0;

    for (int i = 0; i < ROWS; i++) sum += pow(way(loss, t->at[i]) - t->x[i], 2.0);
    return sum / ROWS;
}

/* of a puck that stops at x = 3/8 */
static const track far = { { 2, 5, 7 }, { 0.2, 0.375, 0.375 }, { 0.0 }, { 0.0 } };

#define WORLD "step 0.125\ntime 1\nepsilon 0.1\ngravity 0 0\n"
#define PUCK(name) "disc " name " radius 0.5 mass 2 inertia 3 position 0 0 velocity 1 0\n" \
                   "support " name " at 0 0 load 4 mu 9\n"

/* The number of steps of a run that is compared with `far`. It ends in step 7, that of the last
 * row, or where the puck rests, or where its error exceeds the limit. If it ends otherwise, its
 * error is the new limit if that is less. */
static int steps_below(double *limit, double loss)
{
    double sum = 0.0;

    for (int k = 0, row = 0; k < 7; k++) {
        if (sum / ROWS > *limit) return k;
        if (row < ROWS && far.at[row] == k + 1) {
            sum += pow(way(loss, k + 1) - far.x[row++], 2.0);
        }
        if (1.0 - (k + 1) * loss > 0.0) continue;
        *limit = fmin(*limit, error_of(&far, loss));
        return k + 1;
    }
    *limit = fmin(*limit, sum / ROWS);
    return 7;
}

/* c.best = 1, only the best value is wanted: the middle value is tried first, and its error is a
 * limit for the others */
static void test_limit(void)
{
    double limit = HUGE_VAL, steps = 0.0;
    char path[64];
    calibration c;
    settings with;
    scene s;
    int given_up = 0, bad = 0, best = 0;

    parse(WORLD PUCK("a"), &s, &with);
    put_track("slides", &far, path);
    calibrate_init(&c);
    c.best = 1;
    check(calibrate_vary(&c, "a.support.mu=0:3:0.25") == 0 &&
              calibrate_scene(&c, &s, &with, "a", path) == 0 &&
              calibrate_grid(&c, 0, c.points, 1, 0) == 0,
          "the best of 13 values is searched");
    steps += steps_below(&limit, 0.25 * 6 / 4.0);
    for (int i = 0; i < VALUES; i++) {
        const double want = error_of(&far, 0.25 * i / 4.0);
        steps += steps_below(&limit, 0.25 * i / 4.0);
        given_up += !(c.error[i] < HUGE_VAL);
        bad += c.error[i] < HUGE_VAL ? !(fabs(c.error[i] - want) < 1e-12) : !(want > limit);
        if (want < error_of(&far, 0.25 * best / 4.0)) best = i;
    }
    check(c.steps == steps && c.steps < 51.0,
          "a run ends where its error exceeds the least so far: %g steps, expected %g", c.steps,
          steps);
    check(bad == 0 && calibrate_best(&c) == best && given_up > 2 && best != 6,
          "values whose runs were ended early have greater errors: %d of them, %d wrong", given_up,
          bad);
    check_near(c.limit, c.error[best], 1e-12, "the limit is the least error");
    calibrate_free(&c);
    scene_free(&s);
}

/* values are lo + i step to 12 decimals; the last is at most hi, but for rounding */
static void test_values(void)
{
    calibration c;

    calibrate_init(&c);
    check(calibrate_vary(&c, "a.mu=0:1:0.1") == 0 &&
              calibrate_vary(&c, "a.support.mu=1:2:0.3") == 0 &&
              calibrate_vary(&c, "b.mu+c.mu=0.5:0.5:7") == 0 && c.nparameter == 3,
          "three parameters are varied");
    check(c.parameter[0].count == 11 && c.parameter[1].count == 4 && c.parameter[2].count == 1 &&
              c.points == 44,
          "the parameters have 11, 4 and one value");
    check(calibrate_value(&c, 0, 3 * 4 + 1) == 0.3 && calibrate_value(&c, 1, 3 * 4 + 1) == 1.3 &&
              calibrate_value(&c, 2, 3 * 4 + 1) == 0.5 && calibrate_value(&c, 0, 43) == 1.0 &&
              calibrate_value(&c, 1, 43) == 1.9,
          "the index of the last parameter changes fastest");
    check(calibrate_neighbour(&c, 0, 13, -3) == 1 && calibrate_neighbour(&c, 0, 13, -4) == -1 &&
              calibrate_neighbour(&c, 1, 13, 2) == 15 && calibrate_neighbour(&c, 1, 13, 3) == -1 &&
              calibrate_neighbour(&c, 2, 13, 1) == -1,
          "neighbours in a parameter are its stride apart");
    calibrate_free(&c);

    calibrate_init(&c);
    check(calibrate_vary(&c, "a.mu=1:10000000:1") == 0 && c.points == 10000000,
          "ten million points are accepted");
    check(calibrate_vary(&c, "b.mu=0:0.9:1") == 0 && calibrate_vary(&c, "c.mu=0:1:1") == -1 &&
              c.points == 10000000 && c.nparameter == 2, "more points are refused");
    calibrate_free(&c);
}

/* ---- two tracks, each with its own parameter ---- */

typedef struct {
    calibration c;
    scene s[2];
    settings with[2];
    char path[2][64];
    track t[2];
    double want[POINTS];          /* sums over the tracks */
} pair;

/* random tracks, so that the best point may be anywhere */
static void make_pair(pair *p, rng *r, int both)
{
    static const char *const text[2] = { WORLD PUCK("a"), WORLD PUCK("b") };

    calibrate_init(&p->c);
    if (calibrate_vary(&p->c, "a.support.mu=0:3:0.25") != 0 ||
        calibrate_vary(&p->c, both ? "b.support.mu=0:3:0.25" : "c.support.mu=0:3:0.25") != 0)
        printf("Bail out! nothing to vary\n");
    for (int k = 0; k < 2; k++) {
        memset(&p->t[k], 0, sizeof p->t[k]);
        for (int i = 0; i < ROWS; i++) {
            p->t[k].at[i] = 2 + 3 * i;
            p->t[k].x[i] = rng_range(r, -0.5, 1.5);
        }
        parse(text[k], p->s + k, p->with + k);
        put_track(k ? "b" : "a", p->t + k, p->path[k]);
        if (calibrate_scene(&p->c, p->s + k, p->with + k, k ? "b" : "a", p->path[k]) != 0)
            printf("Bail out! no track\n");
    }
    for (int i = 0; i < POINTS; i++)
        p->want[i] = error_of(p->t, 0.25 * (i / VALUES) / 4.0) +
                     error_of(p->t + 1, 0.25 * (i % VALUES) / 4.0);
}

static void free_pair(pair *p)
{
    calibrate_free(&p->c);
    for (int k = 0; k < 2; k++) scene_free(p->s + k);
}

static int best_of(const double *want, const char *tried)
{
    int best = -1;

    for (int i = 0; i < POINTS; i++)
        if (tried[i] && (best < 0 || want[i] < want[best])) best = i;
    return best;
}

static int off(int value, int from) { return value > from ? value - from : from - value; }

/* marks the nine points, `at` and around it, that a search with this stride tries */
static void try_square(char *tried, int at, int stride)
{
    for (int i = 0; i < POINTS; i++) {
        const int a = off(i / VALUES, at / VALUES), b = off(i % VALUES, at % VALUES);
        if ((a == 0 || a == stride) && (b == 0 || b == stride)) tried[i] = 1;
    }
}

/* marks the points on the two lines through `at` */
static void try_cross(char *tried, int at)
{
    for (int i = 0; i < POINTS; i++)
        if (i / VALUES == at / VALUES || i % VALUES == at % VALUES) tried[i] = 1;
}

/* the search that calibrate.h describes, with the errors of closed forms; returns the best point */
static int search(const double *want, char *tried, int every, int stride)
{
    int at, next;

    for (int i = 0; i < POINTS; i++)
        tried[i] = (i / VALUES - VALUES / 2) % every == 0 && (i % VALUES - VALUES / 2) % every == 0;
    at = best_of(want, tried);
    for (; stride > 0; stride /= 2) {
        for (;; at = next) {
            try_square(tried, at, stride);
            if (stride == 1) try_cross(tried, at);
            next = best_of(want, tried);
            if (next == at) break;
        }
    }
    return at;
}

/* 1 if the best point and all known errors are right, and errors are known for just the points
 * tried[POINTS]; NULL: for any points */
static int is_search(const pair *p, const char *tried, int best)
{
    int bad = calibrate_best(&p->c) != best;

    for (int i = 0; i < POINTS; i++) {
        const int known = p->c.error[i] >= 0.0;
        bad += known && !(fabs(p->c.error[i] - p->want[i]) < 1e-11);
        bad += tried && known != tried[i];
    }
    return bad == 0;
}

static void test_searches(void)
{
    rng r = { 18 };
    int bad = 0, bad_best = 0, lines = 0, first = 0, last = 0;

    for (int n = 0; n < 40; n++) {
        const int every = 1 + n % 6, stride = every / 2 + n / 6 % 2;
        char tried[POINTS], cross[POINTS];
        int best;
        pair p;
        make_pair(&p, &r, 1);
        best = search(p.want, tried, every, stride);
        bad += calibrate_grid(&p.c, 0, POINTS, every, 0) != 0 ||
               calibrate_refine(&p.c, stride) != 0 || !is_search(&p, tried, best);
        first += best == 0;
        last += best / VALUES == VALUES - 1;
        free(p.c.error);
        free(p.c.wanted);
        p.c.error = NULL;
        p.c.wanted = NULL;

        /* c.best: the best point is the same, and the errors on the lines through it are known */
        p.c.best = 1;
        bad_best += calibrate_grid(&p.c, 0, POINTS, every, 0) != 0 ||
                    calibrate_refine(&p.c, stride) != 0 || !is_search(&p, NULL, best);
        memset(cross, 0, sizeof cross);
        try_cross(cross, best);
        for (int i = 0; i < POINTS; i++) lines += cross[i] && !(p.c.error[i] >= 0.0);
        free_pair(&p);
    }
    check(bad == 0, "searches try the points that calibrate.h describes: %d of 40 differ", bad);
    check(first > 0 && last > 0, "%d searches end at the first point, %d at the end of a line",
          first, last);
    check(bad_best == 0, "a search for only the best point finds the same one: %d of 40 differ",
          bad_best);
    check(lines == 0, "a search for only the best point tries its lines: %d points are missing",
          lines);
}

/* a part computes the errors of a range of points, and changes no others */
static void test_parts(void)
{
    rng r = { 19 };
    int bad = 0;
    pair p;

    make_pair(&p, &r, 1);
    bad += calibrate_grid(&p.c, 20, 57, 1, 0) != 0;
    for (int i = 0; i < POINTS; i++) {
        const int known = p.c.error[i] >= 0.0;
        bad += known != (i >= 20 && i < 57) || (known && !(fabs(p.c.error[i] - p.want[i]) < 1e-11));
    }
    check(bad == 0, "a part has the errors of points 20 to 56, and no others: %d are wrong", bad);
    bad += calibrate_grid(&p.c, 60, 61, 1, 0) != 0 || !(fabs(p.c.error[60] - p.want[60]) < 1e-11) ||
           !(fabs(p.c.error[20] - p.want[20]) < 1e-11);
    check(bad == 0, "another part is added: %d errors are wrong", bad);
    p.c.error[60] = (double)NAN;
    check(p.c.used == 2 && fabs(calibrate_error(&p.c, 20) - p.want[20] / 2.0) < 1e-11,
          "the error is the mean over the tracks");
    check(calibrate_scene(&p.c, p.s, p.with, "a", p.path[0]) == 0 && p.c.ntrack == 3 &&
              p.c.used == 2,
          "a track can be added later, and is not used");
    for (int i = 0; i < POINTS; i += 12) {
        double error = -1.0;
        bad += calibrate_one(&p.c, 2, i, &error) != 0 ||
               !(fabs(error - error_of(p.t, 0.25 * (i / VALUES) / 4.0)) < 1e-11);
        bad += (p.c.error[i] >= 0.0) != (i >= 20 && i < 57);
    }
    check(bad == 0, "the errors of a track that is added later change no others: %d are wrong",
          bad);
    free_pair(&p);

    make_pair(&p, &r, 0);
    fflush(stderr);
    check(calibrate_ready(&p.c) != 0, "a body that no scene has is refused");
    free_pair(&p);
}

/* ---- friction of contacts ---- */

/* A disc that falls by g h^2 k (k + 1)/2 in k steps touches the ground in step 3 of 8 and slides on
 * it. The runs with all coefficients share the steps before. */
static void test_contacts(void)
{
    static const track none = { { 2, 5, 8 }, { 0.0 }, { 0.0 }, { 0.0 } };
    static const char text[] =
        "step 0.125\ntime 1\nepsilon 0.6\ngravity 0 -8\nchain -9 0  9 0\n"
        "disc a radius 0.5 mass 2 position 0 1.125 velocity 1 0\n"
        "support a at 0 1.125 load 0 mu 0\n";
    char path[64];
    calibration c;
    settings with;
    scene s;
    int bad = 0;

    parse(text, &s, &with);
    put_track("contact", &none, path);
    calibrate_init(&c);
    check(calibrate_vary(&c, "a.mu=0:0.05:0.01") == 0 && c.points == 6 &&
              calibrate_scene(&c, &s, &with, "a", path) == 0 &&
              calibrate_grid(&c, 0, c.points, 1, 0) == 0,
          "a disc that falls on the ground, with six coefficients of friction");
    check(c.steps == 3.0 + 6.0 * 6.0,
          "three steps are shared, then each run takes six from the third on: %g steps", c.steps);
    for (int i = 0; i < c.points; i++) {
        double error;
        bad += calibrate_one(&c, 0, i, &error) != 0 || error != c.error[i];
        for (int k = 0; k < i; k++) bad += c.error[i] == c.error[k];
    }
    check(bad == 0, "each error is that of a run on its own, and all are different: %d are not",
          bad);
    calibrate_free(&c);
    scene_free(&s);
}

/* ---- any parameters, by runs of scenes in which their values are written ---- */

enum { PROPERTIES = 9, LAST = 6 };               /* of three bodies; the step of the last row */

static const char *const endings[3] = { "mu", "support.mu", "tripod.radius" };

/* two discs and a box on a table: a hits b, which hits c; property 3 k + i is the i-th of body k */
static void scatter_text(const double value[PROPERTIES], char text[900])
{
    static const char *const bodies[3] = {
        "disc a radius 0.2 mass 1 position 0 0 velocity 4 0.4",
        "disc b radius 0.3 mass 2 position 0.6 -0.1 spin -2",
        "box c size 0.4 0.6 mass 3 position 1.2 0 velocity 0 1" };

    strcpy(text, "step 0.125\ntime 1\nepsilon 0.1\ngravity 0 0\n");
    for (int k = 0; k < 3; k++)
        snprintf(text + strlen(text), 900 - strlen(text), "%s mu %.17g\n"
                 "tripod %c radius %.17g angle 0.2 load 9 mu %.17g\n", bodies[k], value[3 * k],
                 'a' + k, value[3 * k + 2], value[3 * k + 1]);
}

typedef struct {
    const track *t;
    int body;
    double length, sum;
} comparison;

static int compare_row(void *user, const trajectory_row *row)
{
    comparison *c = user;

    for (int i = 0; i < ROWS; i++) {
        const double d[3] = { row->x[0] - c->t->x[i], row->x[1] - c->t->y[i],
                              c->length * (row->angle - c->t->angle[i]) };
        if (row->particle == c->body && row->step == c->t->at[i])
            c->sum += (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) / ROWS;
    }
    return 0;
}

/* eq 18 with these properties */
static double error_by_run(const double value[PROPERTIES], comparison c)
{
    char text[900];
    simulation run;
    settings with;
    mb_status status;
    scene s;

    scatter_text(value, text);
    parse(text, &s, &with);
    with.time = 0.125 * LAST;
    with.take = compare_row;
    with.taker = &c;
    status = simulate(&s, &with, &run, NULL);
    simulation_free(&run);
    scene_free(&s);
    return status == MB_OK ? c.sum : HUGE_VAL;
}

/* Three parameters with 2, 3 and 2 values, each of one or two random properties. */
static void test_runs(void)
{
    static const char *const bodies[3] = { "a", "b", "c" };
    const double reach[3] = { 0.2, 0.3, hypot(0.2, 0.3) };
    rng r = { 21 };
    int bad = 0, best_bad = 0, alike = 0;

    for (int n = 0; n < 12; n++) {
        double value[PROPERTIES], want[12];
        int of[PROPERTIES], order[PROPERTIES], next = 0, best = 0;
        char path[64], text[900];
        comparison by = { NULL, n % 3, reach[n % 3], 0.0 };
        track t = { { 1, 3, LAST }, { 0.0 }, { 0.0 }, { 0.0 } };
        settings with;
        calibration c;
        scene s;

        for (int i = 0; i < PROPERTIES; i++) {
            const int other = rng_int(&r, i + 1);
            value[i] = rng_range(&r, 0.05, 0.15);
            order[i] = order[other];
            order[other] = i;
            of[i] = -1;
        }
        calibrate_init(&c);
        c.body = bodies[n % 3];
        if (n % 2) c.length = by.length = rng_range(&r, 1.0, 3.0);
        for (int k = 0; k < 3; k++) {
            const int several = 1 + rng_int(&r, 2);
            char name[100] = "";
            for (int i = 0; i < several; i++, next++) {
                of[order[next]] = k;
                snprintf(name + strlen(name), sizeof name - strlen(name), "%s%c.%s", i ? "+" : "",
                         'a' + order[next] / 3, endings[order[next] % 3]);
            }
            strcat(name, k % 2 ? "=0:0.4:0.2" : "=0:0.2:0.2");
            bad += calibrate_vary(&c, name) != 0;
        }
        for (int i = 0; i < ROWS; i++) {
            t.x[i] = rng_range(&r, 0.0, 1.5);
            t.y[i] = rng_range(&r, -0.3, 0.3);
            t.angle[i] = rng_range(&r, -1.0, 1.0);
        }
        by.t = &t;
        scatter_text(value, text);
        parse(text, &s, &with);
        put_track("runs", &t, path);
        bad += calibrate_scene(&c, &s, &with, "runs", path) != 0 || calibrate_ready(&c) != 0 ||
               calibrate_grid(&c, 0, c.points, 1, 0) != 0 || c.points != 12 ||
               calibrate_length(&c) != by.length || strcmp(calibrate_name(&c, 0), "runs") != 0;
        for (int p = 0; p < 12; p++) {
            const int at[3] = { p / 6, p / 2 % 3, p % 2 };
            double with_these[PROPERTIES], one = -1.0;
            for (int i = 0; i < PROPERTIES; i++)
                with_these[i] = of[i] < 0 ? value[i] : 0.2 * at[of[i]];
            want[p] = error_by_run(with_these, by);
            bad += !(fabs(c.error[p] - want[p]) <= 1e-12 * want[p]);
            bad += calibrate_one(&c, 0, p, &one) != 0 || !(one == c.error[p]);
            for (int k = 0; k < p; k++) alike += want[k] == want[p];
            if (want[p] < want[best]) best = p;
        }
        best_bad += calibrate_best(&c) != best;
        free(c.error);
        free(c.wanted);
        c.error = NULL;
        c.wanted = NULL;
        c.best = 1;
        best_bad += calibrate_grid(&c, 0, c.points, 1, 0) != 0 || calibrate_best(&c) != best;
        calibrate_free(&c);
        scene_free(&s);
    }
    check(bad == 0, "errors of 144 points are those of runs of scenes with these values: %d differ",
          bad);
    check(best_bad == 0, "the best of 12 points is that of the runs: 24 searches, %d differ",
          best_bad);
    check(alike < 12 * 66 / 4,
          "at most a quarter of the pairs of points have the same error: %d of 792", alike);
}

int main(void)
{
    static const char *const names[] = { "slides", "a", "b", "contact", "runs" };

    if (!mkdtemp(folder)) {
        check_skip("no temporary folder", "errors of tracks");
        return check_done();
    }
    test_values();
    test_limit();
    test_searches();
    test_parts();
    test_contacts();
    test_runs();
    for (int i = 0; i < 5; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s.csv", folder, names[i]);
        remove(path);
    }
    rmdir(folder);
    return check_done();
}
