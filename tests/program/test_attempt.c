/* test_attempt.c: attempt.h, with a solver that returns what the test prescribes; the names in a
 * trace; and the report of a failure */
#include "check.h"

#include <stdlib.h>

#include "minisim2d/motion/simulate.h"
#include "minisim2d/solving/attempt.h"

static rng r = { 17 };

/* ---- a solver that returns what the test prescribes ------------------------------------------ */

static struct {
    int calls, mixed, n;         /* the problem that it was given */
    double A[64], b[8], z[8];
    double x[8], u[8];           /* the z and the ray that it returns; u[0] NaN: no ray */
    mb_status status;
    int where;
    int asked;                   /* the n of the last question for its scratch, */
    size_t bytes;                /* and the answer */
} told;

static mb_status answer(int n, const double *A, const double *b, int mixed, double *z,
                        const mb_options *o, mb_info *info)
{
    told.calls++;
    told.n = n;
    told.mixed = mixed;
    for (int i = 0; i < n * n; i++) told.A[i] = A[i];
    for (int i = 0; i < n; i++) told.b[i] = b[i];
    for (int i = 0; i < n; i++) told.z[i] = z[i];
    for (int i = 0; i < n; i++) z[i] = told.x[i];
    for (int i = 0; i < n && o->ray && told.u[0] == told.u[0]; i++) o->ray[i] = told.u[i];
    if (o->trace) {
        const mb_trace t = { 1, 0.5, 0.5, 0, 1, n, NULL };
        o->trace(o->trace_user, &t);
    }
    info->status = told.status;
    info->where = told.where;
    info->iterations = 5;
    info->residual = 0.25;
    return told.status;
}

static mb_status lcp(const mb_lcp *p, const mb_options *o, double *z, mb_info *info, mb_arena a)
{
    (void)a;
    return answer(p->n, p->A, p->b, 0, z, o, info);
}

static mb_status mlcp(const mb_mlcp *p, const mb_options *o, double *z, mb_info *info, mb_arena a)
{
    (void)a;
    return answer(p->n, p->A, p->b, 1, z, o, info);
}

static size_t scratch(int n)
{
    told.asked = n;
    return told.bytes;
}

static const mb_solver puppets[2] = { { "puppet", lcp, NULL, scratch, "" },
                                      { "puppet", NULL, mlcp, scratch, "" } };

/* the user's own solver and formulation, in place of those of mine.c */
const mb_solver *const solvers_mine = puppets;

static mb_status not_smooth(const mb_dynamics *d, mb_lcp *p, mb_info *info, mb_arena *a)
{
    (void)p;
    (void)a;
    info->status = d->nd > 0 ? MB_BAD_ARG : MB_STALLED;
    info->iterations = 0;
    info->residual = HUGE_VAL;
    info->where = -1;
    return info->status;
}

static mb_formulation_row own = { .name = "own", .title = "Own", .lcp = not_smooth,
                                        .detection = MB_DETECT_GROUPS };
const mb_formulation_row *const formulation_mine = &own;

static int detected, many;

static int detect(const mb_sim *sim, const double *x, const double *v, mb_contact *out, int max)
{
    (void)sim;
    (void)x;
    (void)v;
    detected++;
    out[0].edge = 0;
    return many || max < 1 ? -1 : 1;
}

mb_detect_fn *const detect_mine = detect;

static void mine(void)
{
    static const char text[] = "step 0.1\ntime 1\nepsilon 1\nchain -9 0  9 0  mu %d\n"
                               "particle mass 1 position 0 0\n";
    int kit = 0, mixed = 0;      /* solvers of the kit, solvers of mLCPs */

    while (solvers_at(0, kit) && solvers_at(0, kit) != puppets) kit++;
    check(kit > 5 && solvers_at(0, kit) == puppets && !solvers_at(0, kit + 1) &&
          !solvers_at(0, kit + 2), "the user's own LCP solver follows the kit's %d", kit);
    while (solvers_at(1, mixed) && solvers_at(1, mixed) != puppets) mixed++;
    check(mixed > 0 && !solvers_at(1, mixed), "an LCP solver is not listed for mLCPs");
    check(solvers_find(0, "puppet") == puppets && !solvers_find(1, "puppet") &&
              !solvers_find(0, "puppets") && solvers_find(0, "lemke") != puppets,
          "the user's own solver is found by its name");
    for (int known = 0; known < 2; known++) {
        settings with = { 0 };
        own.detection = known ? MB_DETECT_PATH : (mb_detection)77;
        settings_take_mine(&with);
        check((int)with.formulation == (known ? (int)MB_SWEPT : mb_formulation_count - 1),
              "detection %d of the user's own formulation", (int)own.detection);
    }
    own.detection = MB_DETECT_GROUPS;
    for (int rough = 0; rough < 2; rough++) {
        FILE *said = tmpfile();
        char scene_text[200];
        const char *words;
        simulation run;
        settings with;
        scene s;
        snprintf(scene_text, sizeof scene_text, text, rough);
        if (!said || scene_parse("a", scene_text, strlen(scene_text), &s, stdout) != 0) continue;
        settings_default(&with, &s);
        settings_take_mine(&with);
        detected = 0;
        check(with.mine == &own && settings_formulation(&with) == &own &&
              mb_formulations[with.formulation].detection == own.detection,
              "the user's own formulation has the unknowns of the kit's with its detection");
        check(simulate(&s, &with, &run, said) == (rough ? MB_BAD_ARG : MB_STALLED),
              "the user's own formulation is used on %s ground", rough ? "rough" : "smooth");
        check(detected == 1, "the user's own detection is called %d times, expected 1", detected);
        words = check_said(said);
        check(strstr(words, "  method    own as lcp, solver lemke, 0 unknowns, 0 iterations, ") &&
              !strstr(words, "  why ") && (strstr(words, "  the scene has friction: lab 6's "
              "formulation is without it, lab 7's has it\n") != NULL) == rough &&
              (strstr(words, "  try       a smaller --h, --formulation swept; --dump-lcp DIR saves "
              "the problem\n") != NULL) == !rough, "the report names the user's own formulation");
        simulation_free(&run);
        many = 1;
        said = tmpfile();
        check(said && simulate(&s, &with, &run, said) == MB_NO_MEMORY &&
              strcmp(check_said(said), "minisim2d: step 1 at t = 0 s failed: MB_NO_MEMORY\n  more "
              "than 3 edges are within epsilon = 1 m of the particle: try a smaller --epsilon\n") ==
              0, "contacts for which there is no room are reported");
        many = 0;
        simulation_free(&run);
        scene_free(&s);
    }
}

/* two free unknowns, one with a lower bound, one in a box, one with an upper bound */
enum { N = 5 };

static double *copy(int n, const double *from)
{
    double *to = malloc((size_t)n * sizeof *to);

    for (int i = 0; to && i < n; i++) to[i] = from[i];
    return to;
}

static void begin(attempt *a, int mixed, mb_form form)
{
    const double lo[N] = { -HUGE_VAL, -HUGE_VAL, 0.5, -1.0, -HUGE_VAL };
    const double hi[N] = { HUGE_VAL, HUGE_VAL, HUGE_VAL, 2.0, 3.0 };
    const double zero[N] = { 0 };
    const double inf[N] = { HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL };
    double A[N * N], b[N];

    for (int i = 0; i < N * N; i++) A[i] = rng_range(&r, -1.0, 1.0);
    for (int i = 0; i < N; i++) A[i * N + i] += 4.0;
    for (int i = 0; i < N; i++) b[i] = rng_range(&r, -2.0, 2.0);
    memset(a, 0, sizeof *a);
    a->file.n = N;
    a->file.nfree = mixed ? 2 : 0;
    a->file.mixed = mixed;
    a->file.A = copy(N * N, A);
    a->file.b = copy(N, b);
    a->file.lo = copy(N, mixed ? lo : zero);
    a->file.hi = copy(N, mixed ? hi : inf);
    a->form = form;
    a->solver = puppets + (form == MB_FORM_MLCP);
    told.bytes = 64;
    if (attempt_prepare(a, NULL, form == MB_FORM_LCP) != 0) check(0, "memory");
    for (int i = 0; i < 8; i++) told.x[i] = rng_range(&r, 0.1, 1.0);
    for (int i = 0; i < 8; i++) told.u[i] = rng_range(&r, 0.1, 1.0);
    told.status = MB_OK;
    told.where = -1;
    told.calls = 0;
}

/* 1 if w = A z + b, the sum of the magnitudes of its terms, and |z| are right */
static int measured(const attempt *a)
{
    double most = 0.0;
    int good = 1;

    for (int i = 0; i < N; i++) {
        double w = a->file.b[i], size = fabs(w);
        for (int k = 0; k < N; k++) {
            w += a->file.A[i * N + k] * a->z[k];
            size += fabs(a->file.A[i * N + k] * a->z[k]);
        }
        good &= fabs(a->w[i] - w) <= 1e-13 && fabs(a->scale[i] - size) <= 1e-13;
        most = fmax(most, fabs(a->z[i]));
    }
    return good && fabs(a->size - most) <= 0.0;
}

static int started_at_0(int n)
{
    for (int i = 0; i < n; i++)
        if (told.z[i] != 0.0) return 0;
    return 1;
}

static void plain(void)
{
    attempt a;

    for (int mixed = 0; mixed < 2; mixed++) {
        begin(&a, mixed, MB_FORM_MLCP);
        told.status = MB_STALLED;
        told.where = 2;
        attempt_solve(&a);
        check(told.calls == 1 && told.mixed && told.n == N && !attempt_reduced(&a) &&
              memcmp(told.A, a.file.A, sizeof *told.A * N * N) == 0,
              "an mLCP reaches the solver unchanged");
        check(a.info.status == MB_STALLED && a.info.where == 2 && a.info.iterations == 5 &&
              a.info.residual == 0.25 && memcmp(a.z, told.x, sizeof *a.z * N) == 0 &&
              memcmp(a.ray, told.u, sizeof *a.z * N) == 0 && !a.history && a.tol == 1e-10,
              "the result of an mLCP is the solver's");
        check(measured(&a) && a.seconds >= 0.0,
              "the result of an mLCP has w, the scale of w, |z| and a time");
        attempt_free(&a);
    }
    begin(&a, 0, MB_FORM_LCP);
    attempt_solve(&a);
    check(told.calls == 1 && !told.mixed && !attempt_reduced(&a) && a.info.status == MB_OK &&
          started_at_0(N) &&
          memcmp(told.b, a.file.b, sizeof *told.b * N) == 0 && measured(&a) &&
          a.options.history == a.history && a.options.history_len == ATTEMPT_HISTORY &&
          a.history[0] != a.history[0] && a.history[ATTEMPT_HISTORY - 1] != a.history[0],
          "an LCP reaches the solver unchanged, with room for a history");
    check(a.trace.layout == TRACE_PIVOTS && a.trace.size == N && told.asked == N,
          "the trace of an LCP: layout %d, expected %d", a.trace.layout, TRACE_PIVOTS);
    for (int i = 0; i < N; i++) a.file.A[i] = i < 2 ? 1.0 - 2.0 * i : 0.0;
    a.file.b[0] = 0.0;
    told.x[0] = told.x[1] = 0.0;
    attempt_solve(&a);
    check(a.scale[0] == HUGE_VAL, "the scale of a row whose terms are 0 is infinite");
    told.x[0] = 1e-17;
    attempt_solve(&a);
    check(a.scale[0] == HUGE_VAL, "so is that of a row whose terms are rounding of the largest z");
    told.x[0] = 1e-14;
    attempt_solve(&a);
    check_near(a.scale[0], 1e-14, 1e-28, "the scale of a row whose terms are larger");
    attempt_free(&a);
}

/* The reduction to an LCP: free unknowns are eliminated, the others are distances from a bound, and
 * a box has a second unknown. */
static void reduced(void)
{
    attempt a;
    double off = 0.0, sign[N];

    begin(&a, 1, MB_FORM_LCP);
    told.status = MB_RAY;
    told.where = -1;
    for (size_t i = 0; i < a.scratch_size; i++) ((char *)a.scratch)[i] = 1;
    attempt_solve(&a);
    check(told.asked == 4 && started_at_0(4),
          "the reduction starts at 0, with scratch for 4 unknowns: %d", told.asked);
    check(told.calls == 1 && !told.mixed && told.n == 4 && attempt_reduced(&a) &&
          a.info.status == MB_RAY, "the reduction is an LCP of %d unknowns, expected 4", told.n);
    check_near(a.z[2], 0.5 + told.x[0], 1e-14, "an unknown with a lower bound");
    check_near(a.z[3], -1.0 + told.x[1], 1e-14, "an unknown in a box");
    check_near(a.z[4], 3.0 - told.x[2], 1e-14, "an unknown with an upper bound");
    for (int i = 0; i < 2; i++) off = fmax(off, fabs(a.w[i]));
    check_near(off, 0.0, 1e-13, "w of free unknowns");
    check_near(a.info.residual, mb_mlcp_residual(&a.problem, a.z), 0.0,
               "the residual is that of the problem, not of its reduction");
    for (int i = 2; i < N; i++) sign[i] = i < 4 ? 1.0 : -1.0;
    for (int i = 2; i < N; i++)
        check_near(a.ray[i], sign[i] * told.u[i - 2], 1e-15, "the ray of unknown %d", i + 1);
    for (int i = 0; i < 2; i++) {
        double sum = 0.0;
        for (int k = 0; k < N; k++) sum += a.file.A[i * N + k] * a.ray[k];
        check_near(sum, 0.0, 1e-13, "A u in free row %d", i + 1);
    }
    told.u[0] = (double)NAN;
    attempt_solve(&a);
    check(a.ray[2] != a.ray[2] && a.ray[4] != a.ray[4],
          "without a ray from the solver the problem has none");
    for (int k = -1; k < 4; k++) {
        static const int want[] = { -1, 2, 3, 4, 3 };          /* the last is the box's */
        told.status = MB_SINGULAR;
        told.where = k;
        attempt_solve(&a);
        check(a.info.where == want[k + 1] && a.info.status == MB_SINGULAR,
              "where: unknown %d of the LCP is unknown %d of the problem, expected %d", k,
              a.info.where, want[k + 1]);
    }
    told.status = MB_OK;
    told.where = -1;
    attempt_solve(&a);
    check(a.info.status == MB_STALLED, "MB_OK from the solver with a residual above tol: %s",
          mb_status_name(a.info.status));
    attempt_free(&a);
    begin(&a, 1, MB_FORM_LCP);
    a.tol = 1e9;
    attempt_solve(&a);
    check(a.info.status == MB_OK && a.info.residual <= 1e9,
          "MB_OK from the solver with a residual below tol: %s", mb_status_name(a.info.status));
    told.status = MB_BAD_ARG;
    a.z[0] = 77.0;
    attempt_solve(&a);
    check(a.info.status == MB_BAD_ARG && a.z[0] == 77.0,
          "a problem that is refused leaves z unchanged");
    free(a.scratch);
    a.scratch = NULL;
    tracer_free(&a.trace);
    told.bytes = SIZE_MAX;
    free(a.z);
    free(a.w);
    free(a.scale);
    free(a.ray);
    check(attempt_prepare(&a, NULL, 0) == -1 && !a.scratch,
          "more scratch than memory: attempt_prepare fails");
    attempt_free(&a);
}

/* ---- names in a trace ------------------------------------------------------------------------ */

static void trace_line(tracer *t, int n, int entering, int leaving, const char *want)
{
    const mb_trace trace = { 3, 0.5, 0.25, entering, leaving, n, NULL };
    const char *said, *line;

    t->to = tmpfile();
    if (!t->to) return;
    tracer_show(t, &trace);
    said = check_said(t->to);
    line = strrchr(said, '\n');
    while (line && line > said && line[-1] != '\n') line--;
    if (!check(line && strcmp(line, want) == 0, "%d enters, %d leaves of %d: %s", entering, leaving,
               n, want))
        note("got %s", line ? line : "nothing");
}

static void names(void)
{
    const double lo[4] = { -HUGE_VAL, 0.0, -1.0, -HUGE_VAL };
    const double hi[4] = { HUGE_VAL, HUGE_VAL, 1.0, 1.0 };
    const double A[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, b[4] = { 0 };
    const mb_mlcp p = { 4, A, b, lo, hi, NULL }, plain_lcp = { 4, A, b, NULL, NULL, NULL };
    tracer t;

    if (tracer_init(&t, &p, 1, NULL) != 0) return;
    check(t.nbound == 3 && t.nbox == 1 && t.bound[0] == 1 && t.bound[1] == 2 && t.bound[2] == 3 &&
          t.box[0] == 2 && t.layout == TRACE_NOTHING && t.n == 4,
          "the trace's bounds and boxes: %d and %d, expected 3 and 1", t.nbound, t.nbox);
    trace_line(&t, 4, 8, 4, "        3  z0        w2        0.25              0.5\n");
    check(t.layout == TRACE_LEMKE && t.size == 4, "Lemke's method begins with z0");
    trace_line(&t, 4, 0, 5, "        3  z2        w3        0.25              0.5\n");
    trace_line(&t, 4, 1, 6, "        3  z3        w4        0.25              0.5\n");
    trace_line(&t, 4, 3, 7, "        3  u3        s3        0.25              0.5\n");
    trace_line(&t, 4, 2, 8, "        3  z4        z0        0.25              0.5\n");
    trace_line(&t, 6, 2, 7, "        3  x3        y2        0.25              0.5\n");
    tracer_free(&t);
    check(!t.bound && !t.box && t.nbound == 0, "a freed tracer is empty");
    if (tracer_init(&t, &plain_lcp, 0, NULL) != 0) return;
    check(t.nbound == 4 && t.nbox == 0, "an LCP's unknowns have one bound each");
    trace_line(&t, 4, -1, -1, "        3  5.000000e-01      2.500000e-01\n");
    check(t.layout == TRACE_ITERATES, "a line without pivots: the layout of iterates");
    trace_line(&t, 4, 0, -1, "        3  z1        -         5.000000e-01      2.500000e-01\n");
    check(t.layout == TRACE_PIVOTS, "a line with a pivot: the layout of pivots");
    trace_line(&t, 4, 3, 7, "        3  z4        w4        5.000000e-01      2.500000e-01\n");
    trace_line(&t, 4, -1, -1, "        3  -         -         5.000000e-01      2.500000e-01\n");
    tracer_free(&t);
}

/* ---- the report of a failure ----------------------------------------------------------------- */

#define OTHER "another --solver (see minisim2d list solvers)"
#define LEMKE "--solver lemke, which solves it"
#define MORE ", or a greater --max-iter"
#define NEARER "units in which the numbers are nearer to 1"

typedef enum { SOLVABLE, NONE, FOLLOWS, ZERO, TINY_B, TINY_A, JUST, PARTLY, LEADS } sort;

static void explain(sort kind, const char *solver, mb_status status, int iterations, int where,
                    const char *why, const char *try)
{
    double A[4] = { 2, 0, 0, 2 }, b[2] = { -1, -1 };
    const double lo[2] = { 0, -1 }, hi[2] = { HUGE_VAL, 1 };
    const int findex[2] = { -1, kind == LEADS ? -1 : 0 };
    mb_mlcp p = { 2, A, b, NULL, NULL, NULL };
    const mb_info info = { .status = status, .iterations = iterations, .where = where };
    FILE *said = tmpfile();
    const char *text;
    char want[600];

    if (kind == NONE) A[0] = -1.0;
    if (kind == ZERO) A[3] = 0.0, b[1] = 1.0;
    if (kind >= TINY_B || kind == FOLLOWS) p.lo = lo, p.hi = hi, p.findex = findex;
    if (kind == TINY_B) b[0] = b[1] = -1e-310;
    if (kind == JUST) b[0] = -1e-310, b[1] = -DBL_MIN;
    if (kind == TINY_A) A[0] = A[3] = 1e-310;
    if (kind == PARTLY) A[3] = 1e-310, b[1] = -1e-310;
    if (!said) return;
    failure_explain(&p, solver, &info, said);
    snprintf(want, sizeof want, "  why       %s\n  try       %s\n", why, try);
    text = check_said(said);
    if (!check(strcmp(text, want) == 0, "%s of %s: %s", mb_status_name(status), solver, why))
        note("got\n%s", text);
}

static void too_large(void)
{
    enum { MANY = MB_ENUMERATE_MAX + 1 };
    static double A[MANY * MANY], b[MANY];
    const mb_mlcp p = { MANY, A, b, NULL, NULL, NULL };
    const mb_info info = { .status = MB_BAD_ARG, .where = -1 };
    FILE *said = tmpfile();
    char want[300];

    for (int i = 0; i < MANY; i++) A[i * MANY + i] = 1.0, b[i] = -1.0;
    if (!said) return;
    failure_explain(&p, "enumerate", &info, said);
    snprintf(want, sizeof want, "  why       enumerate cannot solve problems of this size: %d "
             "unknowns, at most %d\n  try       " LEMKE "\n", MANY, MB_ENUMERATE_MAX);
    check(strcmp(check_said(said), want) == 0,
          "the report of a problem that is too large for enumerate");
}

static void words(void)
{
    const char *tiny = "its numbers are below 2.2e-308, where doubles lose digits: a failure of x\n"
                       "            proves nothing";
    const char *no = "the problem has no solution: Lemke's ray proves it";
    const char *lost = "another problem: no --solver solves this one";
    char todo[200];

    explain(SOLVABLE, "x", MB_MAX_ITER, 1, -1, "x ran out after 1 iteration; the problem has a "
            "solution", LEMKE MORE);
    explain(SOLVABLE, "lemke", MB_MAX_ITER, 2, -1, "lemke ran out after 2 iterations; the problem "
            "has a solution", OTHER MORE);
    explain(SOLVABLE, "x", MB_STALLED, 0, -1, "x got stuck after 0 iterations; the problem has a "
            "solution", LEMKE);
    explain(SOLVABLE, "x", MB_RAY, 4, -1, "x got stuck after 4 iterations; the problem has a "
            "solution", LEMKE);
    explain(SOLVABLE, "enumerate", MB_STALLED, 4, -1, "enumerate found no solution, and no "
            "proof that there is none", LEMKE);
    explain(NONE, "x", MB_RAY, 4, -1, no, lost);
    explain(NONE, "x", MB_MAX_ITER, 4, -1, no, lost);
    explain(NONE, "lemke", MB_STALLED, 4, -1, no, lost);
    explain(SOLVABLE, "x", MB_BAD_ARG, 0, -1, "x cannot solve problems of this size or kind",
            LEMKE);
    explain(SOLVABLE, "x", MB_BAD_ARG, 0, 2, "x cannot solve problems of this size or kind", LEMKE);
    explain(SOLVABLE, "x", MB_BAD_ARG, 0, 1, "x cannot solve problems of this kind: A is not "
            "symmetric in row 2, or bounds there are crossed", LEMKE);
    explain(SOLVABLE, "x", MB_BAD_ARG, 0, 0, "x cannot solve problems of this kind: A is not "
            "symmetric in row 1, or bounds there are crossed", LEMKE);
    explain(ZERO, "x", MB_BAD_ARG, 0, 1, "x cannot solve problems of this kind: A has 0 on its "
            "diagonal in row 2", LEMKE);
    explain(NONE, "x", MB_SINGULAR, 0, 0, "x cannot solve problems of this kind: A has -1 on its "
            "diagonal in row 1", lost);
    explain(SOLVABLE, "x", MB_SINGULAR, 0, 1, "x cannot solve problems of this kind: its free part "
            "is singular, or A is not positive semidefinite", LEMKE);
    explain(FOLLOWS, "lemke", MB_BAD_ARG, 0, -1, "lemke cannot solve problems of this kind: bounds "
            "that follow another unknown, as friction in the box form",
            "--solver pgs, or --form lcp");
    explain(FOLLOWS, "pgs", MB_BAD_ARG, 0, -1, "pgs cannot solve problems of this size or kind",
            "--solver pgs, or --form lcp");
    explain(FOLLOWS, "x", MB_MAX_ITER, 5, -1, "x ran out after 5 iterations; the problem may have "
            "a solution", OTHER MORE);
    explain(FOLLOWS, "x", MB_STALLED, 5, -1, "x got stuck after 5 iterations; the problem may have "
            "a solution", OTHER);
    explain(FOLLOWS, "x", MB_RAY, 5, -1, "x found no solution, and no proof that there is none",
            OTHER);
    explain(TINY_B, "x", MB_STALLED, 5, -1, tiny, NEARER);
    explain(TINY_A, "x", MB_MAX_ITER, 5, -1, tiny, NEARER MORE);
    explain(JUST, "x", MB_STALLED, 5, -1, "x got stuck after 5 iterations; the problem may have a "
            "solution", OTHER);
    explain(PARTLY, "x", MB_STALLED, 5, -1, "x got stuck after 5 iterations; the problem may have "
            "a solution", OTHER);
    explain(LEADS, "x", MB_MAX_ITER, 5, -1, "x ran out after 5 iterations; the problem has a "
            "solution", LEMKE MORE);
    explain(SOLVABLE, "x", MB_NOT_FINITE, 0, -1, mb_status_text(MB_NOT_FINITE), NEARER);
    snprintf(todo, sizeof todo, "%s: lab 3", mb_status_text(MB_TODO));
    explain(SOLVABLE, "x", MB_TODO, 0, 3, todo, "make test LAB=3");
    todo[strlen(todo) - 1] = '0';
    explain(SOLVABLE, "x", MB_TODO, 0, 0, todo, "make test LAB=0");
    too_large();
}

int main(void)
{
    for (int k = 0; k < 5; k++) {
        plain();
        reduced();
    }
    names();
    mine();
    words();
    return check_done();
}
