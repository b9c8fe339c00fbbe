/* test_facets.c: the leading facet of those that a vertex sees, by the rule as an order */
#include "check.h"
#include "minisim2d/bodies/island.h"

/* Its place by the rule, as numbers that are compared one after the other; the greatest leads, of
 * equals the first. */
static void place_of(const mbw_sight *s, const mbw_lead *lead, double plausible, double *out)
{
    const double psi = s->contact.psi, delta = lead->delta;
    const int front = psi >= -2.0 * delta || s->next >= delta, leaves = s->next >= -2.0 * delta;
    const int hangs = plausible < -5.0 * lead->slop && s->beside && fabs(psi) <= 2.0 * delta;

    out[0] = out[1] = 0.0;
    out[2] = psi;
    out[3] = s->next;
    if (lead->rule == MB_VERTEX_MAX) return;
    out[0] = s->plausible && psi >= -lead->slop ? 4.0 : psi > delta ? 3.0 : hangs ? 2.0 :
             s->plausible || psi < -2.0 * delta ? 1.0 : 0.0;
    out[1] = front;
    if (front) out[2] = leaves ? HUGE_VAL : psi / (psi - s->next);         /* when it is crossed */
}

static int leader(const mbw_sight *s, int count, const mbw_lead *lead)
{
    double best[4], plausible = -HUGE_VAL, most;
    int at = 0;

    for (int k = 0; k < count; k++)
        if (s[k].plausible) plausible = fmax(plausible, s[k].contact.psi);
    for (int k = 0; k < count; k++) {
        double own[4];
        int i = 0;
        place_of(s + k, lead, plausible, own);
        if (k == 0) memcpy(best, own, sizeof best);
        while (i < 3 && own[i] == best[i]) i++;
        if (own[i] > best[i]) {
            memcpy(best, own, sizeof best);
            at = k;
        }
    }
    if (lead->rule == MB_VERTEX_MAX || !lead->alone) return at;
    most = fmax(s[at].next, 0.0);                              /* a facet that lets go */
    for (int k = 0; k < count; k++)
        if (!s[k].plausible && s[k].contact.psi > lead->delta && s[k].next > most) {
            at = k;
            most = s[k].next;
        }
    return at;
}

/* Facets whose gaps are at and around every limit of the rule, and often equal. */
int main(void)
{
    static const double gaps[] = { 0.0,  1e-3, -1e-3, 2e-3, -2e-3, 3e-3, -3e-3,
                                   -0.5, -2.5, -4.0,  0.1,  -0.1,  0.5 };
    enum { GAPS = sizeof gaps / sizeof *gaps };
    rng r = { 11 };
    int wrong = 0;

    for (int k = 0; k < 20000; k++) {
        const int count = 1 + rng_int(&r, 4), far = rng_int(&r, 2) ? GAPS : 7;
        mbw_sight sight[4];
        mbw_lead lead = { rng_int(&r, 4) ? MB_VERTEX_ENTRY : MB_VERTEX_MAX, 0, 0.5, 1e-3 };
        lead.alone = rng_int(&r, 2);
        memset(sight, 0, sizeof sight);
        for (int i = 0; i < count; i++) {
            sight[i].contact.psi = gaps[rng_int(&r, far)];
            sight[i].next = rng_int(&r, 3) ? gaps[rng_int(&r, GAPS)] : sight[i].contact.psi;
            sight[i].plausible = rng_int(&r, 2);
            sight[i].beside = rng_int(&r, 3) > 0;
        }
        wrong += mbw_primary(sight, count, &lead) != leader(sight, count, &lead);
    }
    check(wrong == 0, "the facet that the rule names leads (%d times another)", wrong);
    return check_done();
}
