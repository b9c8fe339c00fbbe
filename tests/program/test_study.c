/* test_study.c: quartiles of numbers in a file, and summaries of known errors
 *
 * Quartiles are held against sorting. Orders, floors and the points that are fitted are held
 * against rows made up from a law.
 */
#include "check.h"
#include "minisim2d/study/summary.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 3, MOST = 2000 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* quartile i = 1, 2, 3 of n sorted numbers, as numpy.percentile has it */
static double sorted_quartile(const double *x, int n, int i)
{
    const int at = (n - 1) * i / 4;
    const double rest = (n - 1) * i % 4 / 4.0;

    return rest > 0.0 && x[at + 1] > x[at] ? x[at] + rest * (x[at + 1] - x[at]) : x[at];
}

/* numbers of every size, some of them equal, 0 or infinite */
static double any_number(rng *r)
{
    const double kind = rng_range(r, 0.0, 1.0);

    if (kind < 0.1) return 0.0;
    if (kind < 0.2) return HUGE_VAL;
    if (kind < 0.5) return floor(rng_range(r, 0.0, 8.0));
    return pow(10.0, rng_range(r, -300.0, 300.0));
}

static int quartiles_are_right(rng *r, int n)
{
    static double x[COLUMNS][MOST];
    double found[3 * COLUMNS];
    quantiles q;
    int bad = quantiles_init(&q, COLUMNS) != 0;

    for (int row = 0; row < n && !bad; row++)
        for (int k = 0; k < COLUMNS; k++) {
            x[k][row] = any_number(r);
            bad |= quantiles_add(&q, x[k][row]) != 0;
        }
    bad = bad || quantiles_find(&q, found) != 0;
    for (int k = 0; k < COLUMNS && !bad; k++) {
        qsort(x[k], (size_t)n, sizeof x[k][0], ascending);
        for (int i = 1; i <= 3; i++) {
            const double want = sorted_quartile(x[k], n, i);
            bad |= !(found[3 * k + i - 1] == want);
        }
    }
    quantiles_free(&q);
    return !bad;
}

static void test_quantiles(void)
{
    rng r = { 15 };
    int bad = 0;

    for (int n = 1; n <= 40; n++) bad += !quartiles_are_right(&r, n);
    check(bad == 0, "quartiles of 1 to 40 numbers, three columns at once: %d wrong", bad);
    check(quartiles_are_right(&r, MOST), "quartiles of %d numbers", MOST);
}

/* ---- orders ---- */

enum { LEVELS = 10 };

/* a study of one run whose errors at h = 2^-9 ... 1 are given, the same for both of its
 * formulations */
static summary_trend trend_of(const double error[LEVELS])
{
    summary_trend found = { SUMMARY_FEW, 0.0, 0.0, 0, 0, 0.0, 0.0 };
    record_head head;
    study_row row;
    summary s;
    int good;

    memset(&head, 0, sizeof head);
    memset(&row, 0, sizeof row);
    head.list.count = 2;
    head.list.of[0] = MB_AP;
    head.list.of[1] = MB_PEG;
    head.halvings = LEVELS - 1;
    head.h_min = ldexp(1.0, -9);
    head.off = 1.0;
    good = summary_init(&s, &head) == 0;
    for (int i = 0; i < head.list.count; i++)
        for (row.level = 0; row.level < LEVELS; row.level++) {
            row.median = error[row.level];
            row.status = row.median < HUGE_VAL ? MB_OK : MB_RAY;
            good = good && summary_add(&s, &row, 0.0) == 0;
        }
    good = good && summary_finish(&s) == 0;
    check(good, "a summary");
    if (good) found = s.trend[1];
    summary_free(&s);
    return found;
}

static void test_trends(void)
{
    double error[LEVELS];
    summary_trend t;

    for (int k = 0; k < LEVELS; k++) error[k] = k < 5 ? 3.0 * pow(ldexp(1.0, k - 9), 1.5) : 100.0;
    t = trend_of(error);
    check(t.kind == SUMMARY_FALLS && t.fitted == 5 && t.counted == LEVELS,
          "falls: the finer half is fitted");
    check_near(t.order, 1.5, 1e-12, "its order, whatever the coarse ones are");
    check(t.h_least == ldexp(1.0, -9) && t.h_most == ldexp(1.0, -5), "and between which steps");

    for (int k = 0; k < LEVELS; k++) error[k] = pow(ldexp(1.0, k), 0.6);
    t = trend_of(error);
    check(t.kind == SUMMARY_FALLS, "order 0.6 falls");
    for (int k = 0; k < LEVELS; k++) error[k] = pow(ldexp(1.0, k), 0.4);
    t = trend_of(error);
    check(t.kind == SUMMARY_FLOOR, "order 0.4 is a floor, as in lab 10");

    for (int k = 0; k < LEVELS; k++) error[k] = 1.0 / ldexp(1.0, k);
    t = trend_of(error);
    check(t.kind == SUMMARY_GROWS, "grows as h shrinks");
    check_near(t.order, -1.0, 1e-12, "with order -1");

    for (int k = 0; k < LEVELS; k++) error[k] = k < 4 ? 0.25 : 0.3 * ldexp(1.0, k - 4);
    t = trend_of(error);
    check(t.kind == SUMMARY_FLOOR && t.floor == 0.25 && t.fitted == 5,
          "a floor: errors above twice the floor are fitted");
    check_near(t.order, 1.0, 1e-12, "with its order");

    for (int k = 0; k < LEVELS; k++) error[k] = 0.25;
    t = trend_of(error);
    check(t.kind == SUMMARY_FLOOR && t.fitted == 0, "nothing but a floor: nothing to fit");

    for (int k = 0; k < LEVELS; k++) error[k] = k == 0 ? HUGE_VAL : k == 1 ? 1e-15 : ldexp(1.0, k);
    t = trend_of(error);
    check(t.kind == SUMMARY_FALLS && t.counted == LEVELS - 2 && t.fitted == 4 &&
              t.h_least == ldexp(1.0, -7),
          "failed runs and rounding do not count");
    check_near(t.order, 1.0, 1e-12, "and do not change the order");

    for (int k = 0; k < LEVELS; k++) error[k] = k == 3 ? 0.1 : HUGE_VAL;
    t = trend_of(error);
    check(t.kind == SUMMARY_FEW && t.counted == 1, "one step length that counts says nothing");
}

int main(void)
{
    test_quantiles();
    test_trends();
    return check_done();
}
