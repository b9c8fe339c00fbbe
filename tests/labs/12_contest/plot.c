/* Lab 12's ladder: the student's solver, the kit's, and those of labs 2 to 4, on the problems of
 * the contest; the picture shows how many of them each solves with how much work
 *
 *     plot OUT.svg
 *
 * The problems are those of `make test LAB=contest`, and those without a solution of its second
 * test, where only a lie counts; with the seed in GRADER_SEED if it is set.
 */
#include "minisim2d/drawing/chart.h"
#include "tests/grader/seeds.h"
#include "tests/grader/sha256.c"         /* of seeds.h */
#include "families.h"
#include "lab.h"

#include <stdlib.h>

enum { PROBLEMS = FAMILIES * PER_FAMILY, MEMORY = 1 << 19 };

/* the solvers of labs 2 to 4, which the makefile has given these names */
mb_lcp_solver lab_pgs_of_02, lab_jacobi_of_02, lab_lemke_of_03, lab_newton_of_04;

/* ---- what an iteration costs, in multiply-adds ---- */

static double sweeps(int n, int iterations) { return lab_price_product(n, n) * iterations; }

/* a sweep and the residual after it */
static double tested_sweeps(int n, int iterations) { return 2.0 * sweeps(n, iterations); }

/* mb_lemke keeps its pivots, and updates one column: n k for pivot k, at most 2 n^2 */
static double kept_pivots(int n, int iterations)
{
    double sum = 0.0;

    for (int k = 1; k <= iterations; k++) sum += lab_price_product(n, k < 2 * n ? k : 2 * n);
    return sum;
}

static double tableau_pivots(int n, int iterations)
{
    return lab_price_product(n, 2 * n + 2) * iterations;
}

/* a factorisation, and products with A */
static double newton_steps(int n, int iterations)
{
    return (lab_price_factor(n) + lab_price_solve(n) + lab_price_product(n, n)) * iterations;
}

/* the guess, then a few products for each variable that is driven */
static double principal_pivots(int n, int iterations)
{
    return 0.5 * lab_price_factor(n) + lab_price_product(n, n) * iterations;
}

/* ---- the ladder ---- */

typedef struct {
    const char *name;
    const char *kit;                     /* its name in mb_solvers[], */
    mb_lcp_solver *lab;                  /* or a lab's; neither: the student's */
    double (*price)(int n, int iterations);
    int drawn;                           /* drawn in the picture, which has no room for all */
} entry;

static const entry entries[] = {
    { "your lab_contest", NULL, NULL, NULL, 1 },
    { "lemke", "lemke", NULL, kept_pivots, 1 },
    { "fischer-newton", "fischer-newton", NULL, newton_steps, 1 },
    { "minmap-newton", "minmap-newton", NULL, newton_steps, 0 },
    { "interior-point", "interior-point", NULL, newton_steps, 1 },
    { "dantzig", "dantzig", NULL, principal_pivots, 1 },
    { "pgs", "pgs", NULL, sweeps, 1 },
    { "jacobi", "jacobi", NULL, sweeps, 0 },
    { "fixed-point", "fixed-point", NULL, sweeps, 0 },
    { "lab 2, lab_pgs", NULL, lab_pgs_of_02, tested_sweeps, 0 },
    { "lab 2, lab_jacobi", NULL, lab_jacobi_of_02, tested_sweeps, 0 },
    { "lab 3, lab_lemke", NULL, lab_lemke_of_03, tableau_pivots, 1 },
    { "lab 4, lab_newton", NULL, lab_newton_of_04, newton_steps, 1 },
};

enum { ENTRIES = (int)(sizeof entries / sizeof entries[0]) };

typedef struct {
    const entry *e;
    int written, solved, lies;
    double work;
    double spent[PROBLEMS];              /* on each that was solved, over n^2 */
} place;

/* one problem: the solver's status, and its work */
static mb_status solve(const entry *e, const mb_lcp *p, double *z, double *work)
{
    static double memory[MEMORY];
    const mb_arena scratch = mb_arena_make(memory, sizeof memory);
    mb_lcp_solver *solver = e->kit ? mb_find_lcp_solver(e->kit)->lcp : e->lab;
    mb_info info = { MB_TODO, 0, HUGE_VAL, -1 };
    mb_status status;

    if (!solver) {
        status = lab_contest(p, z, work, mb_arena_make(memory, lab_contest_scratch(p->n)));
        if (status == MB_TODO || !isfinite(*work) || *work < 0.0) *work = 0.0;
        return status;
    }
    status = solver(p, NULL, z, &info, scratch);
    *work = info.iterations > 0 ? e->price(p->n, info.iterations) : 0.0;
    return status;
}

static double largest(int count, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static int is_solution(const mb_lcp *p, const double *z)
{
    const double a = largest(p->n * p->n, p->A), b = largest(p->n, p->b);

    return mb_residual(p, z) <= LAB_TOL && largest(p->n, z) * a <= LAB_LARGE * b;
}

/* problem k of a family, as the grader makes it */
static void take_problem(int f, int k, uint64_t seed, place *at)
{
    double A[LARGEST * LARGEST] = { 0.0 }, b[LARGEST], z[LARGEST] = { 0.0 }, work = 0.0;
    const int n = family_size(families + f, k);
    const char test[] = { (char)('0' + (f + 3) / 10), (char)('0' + (f + 3) % 10), '\0' };
    const mb_lcp p = { n, A, b };
    rng r = case_numbers("12_contest", test, seed, k);
    mb_status status;

    families[f].make(n, &r, A, b);
    status = solve(at->e, &p, z, &work);
    if (status != MB_TODO) at->written = 1;
    if (largest(n, z) > 0.0) work = fmax(work, lab_price_product(n, n));
    at->work += work;
    if (status != MB_OK) return;
    if (is_solution(&p, z)) at->spent[at->solved++] = fmax(1.0, work / lab_price_product(n, n));
    else at->lies++;
}

/* MB_OK where there is no solution */
static void take_hopeless(const small_problem *s, place *at)
{
    const mb_lcp p = { s->n, s->A, s->b };
    double z[3] = { 0.0 }, work = 0.0;

    at->lies += solve(at->e, &p, z, &work) == MB_OK;
}

static int score(const place *p) { return p->solved - LAB_LIE_COSTS * p->lies; }

/* the better one first */
static int order(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (score(x) != score(y)) return score(x) < score(y) ? 1 : -1;
    return (x->work > y->work) - (x->work < y->work);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void print_ladder(const place *ladder)
{
    int number = 0;

    printf("    %-20s  score  solved  lies  work [million]\n", "");
    for (int i = 0; i < ENTRIES; i++) {
        const place *p = ladder + i;
        if (!p->written) continue;
        printf("%2d  %-20s  %5d  %6d  %4d  %10.2f\n", ++number, p->e->name, score(p), p->solved,
               p->lies, 1e-6 * p->work);
    }
    for (int i = 0; i < ENTRIES; i++)
        if (!ladder[i].written) printf(" -  %-20s  not written yet\n", ladder[i].e->name);
}

/* each solver's staircase: the number of problems solved within a given work on each */
static void draw(place *ladder, output_text *out)
{
    static double xy[ENTRIES][2 * PROBLEMS];
    chart_series series[ENTRIES];
    int count = 0, style = SVG_STYLE_FORMULATION;

    memset(series, 0, sizeof series);
    for (int i = 0; i < ENTRIES; i++) {
        place *p = ladder + i;
        const int is_yours = !p->e->kit && !p->e->lab;
        if (!p->e->drawn || p->solved == 0) continue;
        qsort(p->spent, (size_t)p->solved, sizeof p->spent[0], ascending);
        for (int k = 0; k < p->solved; k++) {
            xy[count][2 * k] = p->spent[k];
            xy[count][2 * k + 1] = k + 1;
        }
        series[count] = (chart_series){ p->e->name, p->solved, xy[count],
                                        is_yours ? SVG_STYLE_EXACT : style++, 0, NULL };
        count++;
    }
    {
        const chart c = {
            .title = "The contest: problems solved against work",
            .subtitle = "of 400, each with at most so much work; n^2: A times a vector",
            .x.label = "work on a problem / n^2", .x.log = 1,
            .y.label = "problems solved", .nseries = count, .series = series
        };
        chart_svg(&c, out);
    }
}

int main(int argc, char **argv)
{
    static place ladder[ENTRIES];
    const char *given = getenv("GRADER_SEED");
    const uint64_t seed = given && *given ? strtoull(given, NULL, 0) : DEFAULT_SEED;
    output_text out = { 0 };
    int ok;

    if (argc != 2) return 2;
    for (int i = 0; i < ENTRIES; i++) {
        ladder[i].e = entries + i;
        for (int k = 0; k < PROBLEMS; k++)
            take_problem(k / PER_FAMILY, k % PER_FAMILY, seed, ladder + i);
        for (int k = 0; k < UNSOLVABLE; k++) take_hopeless(hopeless + k, ladder + i);
    }
    qsort(ladder, ENTRIES, sizeof ladder[0], order);
    print_ladder(ladder);
    draw(ladder, &out);
    ok = output_save(argv[1], &out, stderr) == 0;
    output_free(&out);
    return ok ? 0 : 1;
}
