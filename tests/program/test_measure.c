/* test_measure.c: the reference of a scene as rows and points, a fine run in its place, and the
 * summaries of distances from it; each found once more in a plain way;
 * and whole runs of scenes, which converge to the exact motion */
#include "check.h"

#include <stdlib.h>

#include "minisim2d/truth/exact.h"

static rng r = { 11 };

static int read_text(const char *text, scene *s)
{
    const int failed = scene_parse("a", text, strlen(text), s, stdout);

    check(failed == 0, "the scene can be read");
    return failed == 0;
}

/* ---- the exact reference ---- */

enum { MOST = 4000 };

static trajectory_row got[MOST];
static int ngot, refuse_at;

static int keep(void *user, const trajectory_row *row)
{
    (void)user;
    if (ngot == refuse_at) return 7;
    if (ngot < MOST) got[ngot] = *row;
    ngot++;
    return 0;
}

/* three particles; the second is moved into the box */
static const char three[] = "step 0.25\ntime 1.1\nepsilon 0.3\ngravity 0 -8\n"
    "polygon 10 0  10 2  12 2  12 0\nchain -9 0  9 0\n"
    "particle mass 2 position 0 1 velocity 1 0 force 0.5 0.25\nparticle mass 1 position 11 5\n"
    "particle mass 3 position -2 0.3 velocity 0.5 9\n";

/* 1 if a row is not that of the particle's motion at t */
static int other_row(const scene *s, const reference *exact, const trajectory_row *row, int step,
                     int particle, double t, int energy)
{
    const scene_particle *p = s->particle + particle;
    double x[2], v[2], e = 0.0;

    exact_at(exact->path + particle, t, x, v);
    for (int i = 0; i < 2 && energy; i++)
        e += p->mass * v[i] * v[i] / 2.0 - (p->mass * s->gravity[i] + p->force[i]) * x[i];
    return row->step != step || row->particle != particle || row->t != t || row->x[0] != x[0] ||
           row->x[1] != x[1] || row->v[0] != v[0] || row->v[1] != v[1] ||
           !(fabs(row->energy - e) <= 1e-12) || row->contacts || row->size || row->iterations ||
           row->residual != 0.0 || row->seconds != 0.0 || row->body || row->world;
}

static void rows_and_points(void)
{
    const double ends[] = { 0.25, 0.1, 1.1, 2.0, 0.001 };
    FILE *said = tmpfile();
    reference exact;
    scene s;

    if (!said || !read_text(three, &s)) return;
    s.particle[1].x[1] = 1.0;
    check(reference_make(&s, s.time, &exact, said) == 0 && exact.count == 3 &&
              exact.missing == 1 && exact.time == 1.1 && exact.path && !exact.sample,
          "the motions of two of three particles");
    check(strstr(check_said(said), "particle 2, t = 0: the particle starts inside a polygon\n"),
          "the third is reported");
    for (int k = 0; k < 3; k++)
        check(reference_lacks(&exact, k) == (k == 1), "particle %d: known or not", k + 1);
    for (int i = 0; i < 5; i++) {
        const double h = ends[i];
        const int steps = (int)ceil(1.1 / h - 1e-9);
        int bad = 0, n = 0;
        ngot = 0;
        refuse_at = -1;
        bad += reference_rows(&exact, &s, h, keep, NULL) != 0;
        for (int step = 0; step <= steps; step++)
            for (int k = 0; k < 3; k += 2, n++)
                bad += other_row(&s, &exact, got + n, step, k, step < steps ? step * h : 1.1, 1);
        check(bad == 0 && ngot == n, "h = %g: %d rows, step by step", h, n);
        ngot = n = bad = 0;
        bad += reference_points(&exact, h, keep, NULL) != 0;
        for (int k = 0; k < 3; k += 2) {
            const exact_path *p = exact.path + k;
            for (int j = 0; j < p->npiece; j++) {
                const double from = p->piece[j].t0, to = j + 1 < p->npiece ? p->piece[j + 1].t0
                                                                           : p->t_end;
                int parts = 0;
                while (parts < 128 && parts * h < to - from) parts++;
                for (int l = 0; l < parts; l++, n++)
                    bad += other_row(&s, &exact, got + n, 0, k, from + l * (to - from) / parts, 0);
            }
            bad += other_row(&s, &exact, got + n++, 0, k, 1.1, 0);
        }
        check(bad == 0 && ngot == n, "h = %g: %d points, at most 128 to a piece", h, n);
        for (int rows = 0; rows < 2; rows++) {
            const int all = rows ? 2 * (steps + 1) : n;
            bad = 0;
            for (refuse_at = 0; refuse_at <= all && all < 100; refuse_at++) {
                ngot = 0;
                bad += (rows ? reference_rows(&exact, &s, h, keep, NULL)
                             : reference_points(&exact, h, keep, NULL)) !=
                           (refuse_at < all ? -1 : 0) || ngot != refuse_at;
            }
            check(bad == 0, "h = %g: none follows the %s that is refused", h,
                  rows ? "row" : "point");
        }
    }
    reference_free(&exact);
    check(!exact.path && exact.count == 0, "a freed reference is empty");
    scene_free(&s);
}

/* ---- a fine run ---- */

static const char falling[] = "step 0.1\ntime 0.63\nepsilon 0.3\nchain -9 0  9 0  mu 0.3\n"
    "box a size 1 1 mass 1 position 0 1.5 angle 0.3 mu 0.5\n"
    "disc b radius 0.2 mass 2 position -2 0.2 velocity 3 0\n"
    "particle mass 1 position -3 1 velocity 1 0\n";

/* with bodies: the rows of swept at a 16th of the step, of which each 16th and the last are kept */
static void fine_run(void)
{
    trajectory_row (*fine)[3] = malloc(200 * sizeof *fine);
    const int most = 112;                                      /* 7 steps, the last one shorter */
    int bad = 0, steps;
    settings with, other;
    simulation run;
    reference ref;
    trajectory curve;
    scene s;

    if (!fine || !read_text(falling, &s)) return;
    settings_default(&with, &s);
    with.h = 0.1 / 16.0;
    with.take = keep;
    ngot = 0;
    refuse_at = -1;
    check(simulate(&s, &with, &run, stdout) == MB_OK && ngot == 3 * (run.steps + 1) &&
              run.steps == (int)ceil(0.63 * 160.0), "a run in fine steps");
    steps = run.steps;
    for (int i = 0; i < ngot; i++) fine[i / 3][i % 3] = got[i];
    simulation_free(&run);

    settings_default(&other, &s);                              /* none of these must count */
    other.formulation = MB_AP;
    other.form = MB_FORM_BOX;
    other.solver = "pgs";
    other.options.tol = 1e-3;
    other.take = keep;
    ngot = 0;
    memset(&curve, 0, sizeof curve);
    memset(&ref, 7, sizeof ref);
    check(trajectory_init(&curve, 3) == 0 && reference_fine(&s, &other, &ref, &curve, stdout) == 0,
          "a fine run in place of a reference");
    check(ref.count == 3 && ref.missing == 0 && ref.time == 0.63 && ref.steps == 7 && !ref.path &&
              ref.h == 0.1 / 16.0 && ref.run.steps == steps && curve.planned == steps,
          "its sizes");
    check(ngot == 3 * 8 && steps < most, "rows of the coarse steps");
    for (int k = 0; k < 3; k++) {
        bad += reference_lacks(&ref, k) || curve.path[k].count != steps + 1;
        for (int i = 0; i <= steps && i < curve.path[k].count; i++)
            for (int c = 0; c < 2; c++) bad += curve.path[k].xy[2 * i + c] != fine[i][k].x[c];
        for (int i = 0; i <= 7; i++) {
            const trajectory_row *row = got + 3 * i + k, *want = fine[i < 7 ? 16 * i : steps] + k;
            double x[2];
            reference_at(&ref, row, x);
            bad += row->step != i || row->particle != k || row->t != want->t;
            for (int c = 0; c < 2; c++)
                bad += x[c] != want->x[c] || row->x[c] != want->x[c] || row->v[c] != want->v[c];
        }
    }
    check(bad == 0, "positions, curve and rows are those of swept in steps of a 16th");
    reference_free(&ref);
    trajectory_free(&curve);

    for (refuse_at = 0; refuse_at < 5; refuse_at++) {
        ngot = 0;
        bad += reference_fine(&s, &other, &ref, NULL, NULL) != -1 || ngot != refuse_at;
        reference_free(&ref);
    }
    check(bad == 0, "a row that is refused ends it");
    other.time = 0.0;
    ngot = 0;
    refuse_at = -1;
    check(reference_fine(&s, &other, &ref, NULL, NULL) == 0 && ngot == 3 && ref.steps == 0 &&
              !reference_lacks(&ref, 0), "no step at all");
    reference_free(&ref);
    scene_free(&s);
    free(fine);
}

/* 2^25 positions are kept, of a run of at most 10^8 steps */
static void room_and_failure(void)
{
    static const char *const pressed = "step 1\ntime 1\nepsilon 0.1\ngravity 0 0\n"
        "box a size 1 1 mass 1 position 0 0\nchain -0.5 9  -0.5 -9\n"
        "box press size 1 1 driven position 1 0 velocity -9 0\n";
    const double steps[] = { 0x1p22 - 1.0, 0x1p22, 6.25e6, 6.3e6, 1e12 };
    FILE *said = tmpfile();
    char text[900];
    settings with;
    reference ref;
    scene s;

    strcpy(text, pressed);
    for (int bodies = 8; bodies > 0; bodies -= 6) {
        for (int k = 2; k < bodies; k++)
            sprintf(text + strlen(text), "disc d%d radius 0.1 fixed position %d 50\n", k, k);
        if (!said || !read_text(text, &s)) return;
        settings_default(&with, &s);
        with.take = keep;
        for (int k = 0; k < 5; k++) {
            const int fits = bodies == 8 ? k < 1 : k < 3;
            with.time = steps[k];
            ngot = refuse_at = 0;
            check(reference_fine(&s, &with, &ref, NULL, said) == -1 && (ref.sample != NULL) == fits,
                  "%.0f steps of %d bodies: %s", with.time, bodies, fits ? "room" : "too many");
            reference_free(&ref);
        }
        strcpy(text, pressed);
        if (bodies == 8) scene_free(&s);
    }
    check(strstr(check_said(said), "minisim2d: no memory for a reference of 4194304 steps of 8 "
                 "bodies: try a greater --h or a smaller --time\n"), "too many: a message");
    refuse_at = -1;
    with.time = 1.0;
    check(reference_fine(&s, &with, &ref, NULL, NULL) == 0 && ref.missing == 2 &&
              reference_lacks(&ref, 0) && reference_lacks(&ref, 1),
          "a step that fails: no reference");
    reference_free(&ref);
    scene_free(&s);
}

/* ---- summaries ---- */

/* distances of some particles, with ties. At most `room` of each are kept: the first of every 2^k,
 * with the least k for which there is room */
static void summaries(int particles, int room, int most)
{
    double *all = malloc((size_t)most * sizeof *all), *kept = malloc((size_t)most * sizeof *kept);
    reference exact;
    errors e;
    int bad = 0;

    memset(&exact, 0, sizeof exact);
    exact.count = particles;
    if (!all || !kept || errors_init(&e, &exact) != 0) return;
    for (int k = 0; k < 60; k++) {
        const int p = k % particles, n = k < 20 ? k : 1 + rng_int(&r, most), step = 1 + k % 5;
        const error_summary none = errors_of(&e, p);
        int stride = 1, count = 0;
        double largest = 0.0, median;
        error_summary sum;
        bad += none.count != 0 || none.median != 0.0 || none.max != 0.0;
        for (int i = 0; i < n; i++) {
            all[i] = k % 2 ? rng_int(&r, 9) * 0.25 : rng_range(&r, 0.0, step);
            largest = all[i] > largest ? all[i] : largest;
            bad += errors_add(&e, p, all[i]) != 0;
        }
        while ((n + stride - 1) / stride > room) stride *= 2;
        for (int i = 0; i < n; i += stride) kept[count++] = all[i];
        qsort(kept, (size_t)count, sizeof *kept, check_ascending);
        median = n == 0 ? 0.0 : (kept[(count - 1) / 2] + kept[count / 2]) / 2.0;
        sum = errors_of(&e, p);
        bad += sum.count != n || sum.max != largest || sum.median != median ||
               e.of[p].capacity > room;
        free(e.of[p].sample);
        memset(e.of + p, 0, sizeof *e.of);
    }
    errors_free(&e);
    check(bad == 0 && !e.of, "%d particles: 60 medians and maxima, of at most %d distances",
          particles, room);
    free(all);
    free(kept);
}

/* ---- whole runs against the exact motion ---- */

/* the order of the median error in h; hills only to t = 1.3, before bounces from hill to hill
 * amplify small errors */
static void converges(const char *name, mb_formulation formulation, double time)
{
    const double h[] = { 0.02, 0.01, 0.005, 0.0025, 0.00125, 0.000625, 0.0005 };
    double median[7], order;
    char path[64];
    int solved = 0;
    reference exact;
    scene s;

    snprintf(path, sizeof path, "scenes/%s.scene", name);
    if (!check(scene_read(path, &s, stdout) == 0, "%s can be read", path)) return;
    if (time <= 0.0) time = s.time;
    check(reference_make(&s, time, &exact, stdout) == 0, "%s: the exact reference", name);
    for (int i = 0; i < 7; i++) {
        settings with;
        simulation run;
        errors all;
        settings_default(&with, &s);
        with.formulation = formulation;
        with.h = h[i];
        with.time = time;
        with.take = errors_row;
        with.taker = &all;
        if (errors_init(&all, &exact) != 0) continue;
        solved += simulate(&s, &with, &run, stdout) == MB_OK;
        median[i] = errors_of(&all, 0).median;
        simulation_free(&run);
        errors_free(&all);
    }
    order = fitted_order(7, h, median);
    check(solved == 7 && fabs(order - 1.0) < 0.1 && median[6] < 0.1 * median[0],
          "%s: %s solves every step from h = 0.02 to 0.0005, and converges with order %.3g", name,
          mb_formulations[formulation].name, order);
    reference_free(&exact);
    scene_free(&s);
}

int main(void)
{
    rows_and_points();
    fine_run();
    room_and_failure();
    summaries(3, 1 << 18, 500);          /* 2^20 of all particles together, */
    summaries(1000, 1024, 5000);
    summaries(1500, 512, 5000);
    summaries(60000, 256, 3000);         /* but 256 of each */
    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_SWEPT : MB_PEG;
        converges("hills", f, 1.3);
        converges("sawtooth", f, 0.0);
        converges("sawtooth-friction", f, 0.0);
    }
    return check_done();
}
