/* bench.c: how long every solver takes, compared with one plain pass over its matrix in the same
 * run
 *
 *   bench [--quick]
 *
 * us: microseconds a solve, the best of several batches. passes: time of one iteration (sweep,
 * pivot, Newton step) in units of one dot product pass over A, measured just before. residual:
 * mb_info's. A solver is left out at sizes where its time at the previous size predicts more than a
 * second, and nothing new is started after 60 s (--quick: 5 s).
 */
#define _POSIX_C_SOURCE 200809L

#define MBSIM_MORE "minisim2d/solving/more.h"
#define MBSIM_IMPLEMENTATION
#include "mbsim.h"

#include "problems.h"

#include <time.h>

enum { MOST = 512 };             /* unknowns */

typedef struct {
    double start, limit;         /* [s] */
    double batch;                /* [s] the longest duration of one measurement */
    int max_n;
} bench;

static volatile double sink;     /* results computed only for timing go here */

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int out_of_time(const bench *b) { return seconds() - b->start > b->limit; }

/* ---- solvers --------------------------------------------------------------------------------- */

/* a problem with what its solvers need */
typedef struct {
    problem p;
    double lo[MOST], hi[MOST], z[MOST];
    void *memory;
    size_t size;
} workload;

static mb_status run(const mb_solver *s, workload *w, mb_info *info)
{
    const mb_lcp lcp = { w->p.n, w->p.A, w->p.b };
    const mb_mlcp mlcp = { w->p.n, w->p.A, w->p.b, w->lo, w->hi, NULL };
    const mb_arena scratch = mb_arena_make(w->memory, w->size);

    for (int i = 0; i < w->p.n; i++) w->z[i] = 0.0;
    return s->lcp ? s->lcp(&lcp, NULL, w->z, info, scratch)
                  : s->mlcp(&mlcp, NULL, w->z, info, scratch);
}

/* seconds for one dot product with every row of A: the cost of reading A once */
static double plain_pass(const workload *w, double batch)
{
    const double end = seconds() + batch;
    double best = HUGE_VAL;

    do {
        const int repeat = 1 + 20000 / (w->p.n * w->p.n);
        const double t = seconds();
        double sum = 0.0;
        for (int k = 0; k < repeat; k++)
            for (int i = 0; i < w->p.n; i++) sum += mbi_dot(w->p.n, w->p.A + i * w->p.n, w->p.b);
        sink = sum;
        best = fmin(best, (seconds() - t) / repeat);
    } while (seconds() < end);
    return best;
}

/* seconds of one solve */
static double time_solver(const mb_solver *s, workload *w, double batch, mb_info *info)
{
    const double first = seconds();
    double best, end;
    int repeat;

    run(s, w, info);
    best = seconds() - first;
    repeat = best < 2e-4 ? 1 + (int)(2e-4 / (best + 1e-7)) : 1;
    for (end = seconds() + batch; seconds() + best < end;) {
        const double t = seconds();
        for (int k = 0; k < repeat; k++) run(s, w, info);
        best = fmin(best, (seconds() - t) / repeat);
    }
    return best;
}

/* 0: the family has no problem of this size */
static int workload_make(workload *w, const problem_family *f, int n)
{
    rng r = { 1 };

    if (!problem_make(f, n, &r, &w->p)) return 0;
    n = w->p.n;
    w->size = 0;
    for (int i = 0; i < mb_solver_count; i++)
        if (mb_solvers[i].scratch(n) > w->size && mb_solvers[i].scratch(n) < SIZE_MAX)
            w->size = mb_solvers[i].scratch(n);
    w->memory = malloc(w->size + 1);
    if (!w->memory) exit(2);
    for (int i = 0; i < n; i++) {
        w->lo[i] = i < w->p.nfree ? -HUGE_VAL : 0.0;
        w->hi[i] = HUGE_VAL;
    }
    return 1;
}

static void print_row(const char *family, int n, const mb_solver *s, const mb_info *info,
                      double time, double pass)
{
    printf("%-17s %4d  %-15s %-4s %-12s %11.2f %6d %9.1e %8.2f\n", family, n, s->name,
           s->lcp ? "LCP" : "mLCP", mb_status_name(info->status), 1e6 * time, info->iterations,
           info->residual, info->iterations > 0 ? time / info->iterations / pass : 0.0);
    fflush(stdout);
}

/* every solver on one family at all its sizes; sizes end with 0 */
static void bench_family(const bench *b, const char *name, const int *sizes)
{
    const problem_family *f = problem_find_family(name);
    double last[64] = { 0 };     /* seconds at the size before */

    for (; f && *sizes > 0 && *sizes <= b->max_n && !out_of_time(b); sizes++) {
        static workload w;
        double pass;
        if (!workload_make(&w, f, *sizes)) continue;
        pass = plain_pass(&w, b->batch);
        for (int i = 0; i < mb_solver_count && i < 64 && !out_of_time(b); i++) {
            const mb_solver *s = &mb_solvers[i];
            mb_info info;
            double time;
            if (w.p.nfree > 0 ? !s->mlcp : !s->lcp) continue;
            if (last[i] > 1.0 / 8.0 || (strcmp(s->name, "enumerate") == 0 && w.p.n > 12)) continue;
            time = time_solver(s, &w, b->batch, &info);
            last[i] = time;
            if (info.status < 0) continue;                   /* not this solver's kind of problem */
            print_row(f->name, w.p.n, s, &info, time, pass);
        }
        problem_free(&w.p);
        free(w.memory);
    }
}

static void bench_solvers(const bench *b)
{
    static const int dense[] = { 8, 16, 32, 64, 128, 256, MOST, 0 },
        contacts[] = { 16, 32, 64, 128, 256, 0 }, joints[] = { 24, 48, 96, 192, 0 };
    static const struct { const char *name; const int *sizes; } families[] = { { "a_spd", dense },
        { "b_psd", dense }, { "c_stack_slide", contacts }, { "c_stack_heavytop", contacts },
        { "c_graph", contacts }, { "d_hp", contacts }, { "g_mlcp", joints } };

    printf("%-17s %4s  %-15s %-4s %-12s %11s %6s %9s %8s\n", "family", "n", "solver", "kind",
           "status", "us", "iter", "residual", "passes");
    for (int i = 0; i < 7; i++) bench_family(b, families[i].name, families[i].sizes);
}

int main(int argc, char **argv)
{
    const int quick = argc == 2 && strcmp(argv[1], "--quick") == 0;
    const bench b = { seconds(), quick ? 5.0 : 60.0, quick ? 0.004 : 0.05, quick ? 128 : MOST };

    if (argc > 1 && !quick) {
        fprintf(stderr, "usage: bench [--quick]\n");
        return 2;
    }
    bench_solvers(&b);
    if (out_of_time(&b))
        fprintf(stderr, "bench: stopped after %.0f s; some sizes are missing\n",
                seconds() - b.start);
    return 0;
}
