/* test_rows.c: the velocities, masses and gaps of rows, and the number of rows of a joint or
 * support, against their definitions */
#include "build.h"
#include "minisim2d/bodies/island.h"

static stage s;

/* bodies: one moves, one moves without turning, one is driven, one is fixed, one moves */
enum { COUNT = 5 };

/* 1/mass or 1/inertia, 0 if coordinate k of the body cannot be pushed */
static double inverse_of(int body, int k)
{
    const mb_body *b = s.body + body;

    if (body < 0 || b->kind != MB_DYNAMIC) return 0.0;
    if (k < 2) return 1.0 / b->mass;
    return b->inertia > 0.0 ? 1.0 / b->inertia : 0.0;
}

static void rows_of_two_bodies(void)
{
    rng r = { 23 };
    double worst = 0.0;

    stage_clear(&s);
    for (int i = 0; i < COUNT; i++) {
        stage_mass(&s, stage_disc(&s, 0.5, 3.0 * i, 0.0), rng_range(&r, 0.5, 4.0),
                   i == 1 ? 0.0 : rng_range(&r, 0.5, 4.0));
        s.body[i].kind = i == 2 ? MB_KINEMATIC : i == 3 ? MB_STATIC : MB_DYNAMIC;
    }
    for (int a = -1; a < COUNT; a++)
        for (int b = -1; b < COUNT; b++) {
            double v[3 * COUNT], want[3 * COUNT], speed = 0.0, terms = 0.0, drift = 0.0, A = 0.0;
            const double p = rng_range(&r, -3.0, 3.0);
            mbw_row row = { a, b, { 0 }, { 0 } };
            if (a == b) continue;
            for (int k = 0; k < 3 * COUNT; k++) s.v[k] = v[k] = rng_range(&r, -2.0, 2.0);
            for (int k = 0; k < 3; k++) row.Ja[k] = rng_range(&r, -2.0, 2.0);
            for (int k = 0; k < 3; k++) row.Jb[k] = rng_range(&r, -2.0, 2.0);
            memcpy(want, v, sizeof v);
            for (int side = 0; side < 2; side++)
                for (int k = 0; k < 3; k++) {
                    const int body = side ? b : a;
                    const double J = side ? row.Jb[k] : row.Ja[k];
                    if (body < 0) continue;
                    speed += J * v[3 * body + k];
                    terms += fabs(J * v[3 * body + k]);
                    if (s.body[body].kind == MB_KINEMATIC) drift += J * s.v[3 * body + k];
                    A += J * J * inverse_of(body, k);
                    want[3 * body + k] += p * J * inverse_of(body, k);
                }
            worst = fmax(worst, fabs(mbw_speed(&row, v) - speed));
            worst = fmax(worst, fabs(mbw_terms(&row, v) - terms));
            worst = fmax(worst, fabs(mbw_drift(&s.w, &row) - drift));
            worst = fmax(worst, fabs(mbw_mobility(&s.w, &row) - A));
            mbw_push(&s.w, &row, p, v);
            for (int k = 0; k < 3 * COUNT; k++) worst = fmax(worst, fabs(v[k] - want[k]));
        }
    check_near(worst, 0.0, 1e-13,
               "the largest error of a row's speed, terms, drift, mobility, push");
}

/* joints of every kind with every set of limits, motor, spring and damper; supports */
static void counts(void)
{
    int bad = 0;

    for (int kind = MB_REVOLUTE; kind <= MB_ROPE; kind++)
        for (int with = 0; with < 64; with++) {
            const int weld = kind == MB_WELD, lo = with & 1, hi = with >> 1 & 1;
            const int limited = with >> 2 & 1, motor = with >> 3 & 1;
            const int spring = with >> 4 & 1, damper = with >> 5 & 1;
            mb_joint j = { .kind = (mb_joint_kind)kind, .a = -1, .b = 0, .length = 2.0 };
            j.limited = limited;
            j.lo = lo ? -1.0 : -HUGE_VAL;
            j.hi = hi ? 1.0 : HUGE_VAL;
            j.effort = motor ? 3.0 : 0.0;
            j.stiffness = spring ? 5.0 : 0.0;
            j.damping = damper ? 7.0 : 0.0;
            if (weld && (limited || motor || spring || damper)) continue;  /* no coordinate */
            bad += mbw_count_rows(&j, MBW_HOLD) != mb_joint_rows(j.kind);
            bad += mb_joint_limits(&j) != (limited ? lo + hi : 0) + (kind == MB_ROPE);
            bad += mbw_count_rows(&j, MBW_LIMIT) != mb_joint_limits(&j);
            bad += mbw_count_rows(&j, MBW_MOTOR) != motor;
            bad += mbw_count_rows(&j, MBW_SPRING) != (spring || damper);
        }
    check(bad == 0, "holds, limits, motors and springs of every kind of joint: %d wrong counts",
          bad);
    for (int sides = 0; sides <= 12; sides++) {
        const int pairs = sides == MB_DISC || sides == MB_SQUARE ? 2 : sides / 2;
        if (sides == 2 || (sides % 2 && sides != MB_SQUARE)) continue;
        s.w.sides = sides;
        s.w.nsupport = 1;
        check(mbw_support_rows(&s.w) == pairs, "sides = %d: a support has %d rows, expected %d",
              sides, mbw_support_rows(&s.w), pairs);
        check(mbw_shared(&s.w) == (sides != MB_SQUARE), "sides = %d: its rows %s", sides,
              sides == MB_SQUARE ? "have an effort each" : "share an effort");
    }
}

/* Rows at the start of a step. If curved = -1, their gaps are the joints' errors and limits' gaps;
 * otherwise errors, and limits that are exceeded, count as 0, because positions.c corrects them.
 * A row's velocity is the derivative of the error or coordinate, by a difference quotient. */
static void joint_rows_at_rest(void)
{
    static double memory[1 << 16];
    static const int body[2] = { 0, 1 };
    rng r = { 29 };
    double gaps = 0.0, speeds = 0.0;
    int seen[4] = { 0 }, wrong = 0;

    for (int trial = 0; trial < 60; trial++) {
        const int kind = trial % 5, joint = 0;
        mb_arena arena = mb_arena_make(memory, sizeof memory);
        const mb_island island = { 2, body, 0, NULL, 1, &joint };
        mb_joint *j;
        mbw_rows rows;
        stage_clear(&s);
        s.w.curved = trial % 2 ? -1 : 0;
        for (int i = 0; i < 2; i++) {
            (void)stage_disc(&s, 0.5, rng_range(&r, -2.0, 2.0), rng_range(&r, -2.0, 2.0));
            s.q[3 * i + 2] = rng_range(&r, -1.0, 1.0);
        }
        j = stage_join(&s, (mb_joint_kind)kind, 0, 1, 0.3, 0.4);
        j->axis[0] = 0.6;
        j->axis[1] = 0.8;
        j->pb[0] += rng_range(&r, 0.5, 1.0);                   /* open */
        j->pb[1] += rng_range(&r, 0.5, 1.0);
        j->angle += rng_range(&r, -0.1, 0.1);
        j->length = 3.0;
        if (kind != MB_WELD) {
            j->limited = 1;
            j->lo = -0.2;
            j->hi = 0.3;
            j->effort = 2.0;
            j->speed = 0.5;
            j->stiffness = 10.0;
            j->rest = 0.25;
        }
        if (!mbw_rows_begin(&s.w, &rows, &arena)) continue;
        rows.island = &island;
        if (!mbw_joint_rows(&rows, &arena)) continue;
        for (int i = 0; i < rows.njoint; i++) {
            const mbw_joint_row *row = rows.joint + i;
            double phi[3], at = mb_joint_coordinate(j, s.q, NULL, NULL), v[6], rate, gap = 0.0;
            mb_joint_errors(j, s.q, phi);
            seen[row->kind]++;
            if (row->kind == MBW_HOLD && s.w.curved == -1) gap = phi[row->part];
            if (row->kind == MBW_LIMIT)
                gap = row->part == 0 ? at - j->lo : row->part == 1 ? j->hi - at : j->length - at;
            if (row->kind == MBW_LIMIT && s.w.curved == 0) gap = fmax(gap, 0.0);
            if (row->kind == MBW_SPRING) gap = at - j->rest;
            if (row->kind == MBW_MOTOR) wrong += row->effort != 2.0 || row->speed != 0.5;
            gaps = fmax(gaps, fabs(row->gap - gap));
            for (int k = 0; k < 6; k++) v[k] = rng_range(&r, -1.0, 1.0);
            rate = 0.0;
            for (int side = -1; side <= 1; side += 2) {        /* of the error or coordinate */
                double q[6], error[3];
                for (int k = 0; k < 6; k++) q[k] = s.q[k] + side * 1e-6 * v[k];
                mb_joint_errors(j, q, error);
                at = mb_joint_coordinate(j, q, NULL, NULL);
                rate += side * (row->kind == MBW_HOLD ? error[row->part] :
                                row->kind == MBW_LIMIT && row->part > 0 ? -at : at) / 2e-6;
            }
            speeds = fmax(speeds, fabs(rate - mbw_speed(&row->row, v)));
        }
    }
    check(seen[MBW_HOLD] && seen[MBW_LIMIT] && seen[MBW_MOTOR] && seen[MBW_SPRING],
          "rows of every kind: %d holds, %d limits, %d motors, %d springs", seen[MBW_HOLD],
          seen[MBW_LIMIT], seen[MBW_MOTOR], seen[MBW_SPRING]);
    check_near(gaps, 0.0, 1e-14, "the largest error of a row's gap");
    check_near(speeds, 0.0, 1e-8, "the largest error of a row's velocity");
    check(wrong == 0, "speeds and efforts of motors: %d are wrong", wrong);
}

int main(void)
{
    rows_of_two_bodies();
    counts();
    joint_rows_at_rest();
    return check_done();
}
