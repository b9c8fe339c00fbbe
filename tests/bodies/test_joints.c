/* test_joints.c: the errors and coordinates of joints and their rates, and mb_turn */
#include "build.h"

static stage s;

/* NaN is larger than anything */
static double larger(double a, double b) { return b <= a || a != a ? a : b; }

/* between bodies 0 and 1, in either order, or, one time in three each, between one of them and the
 * world */
static mb_joint random_joint(rng *r, mb_joint_kind kind)
{
    const double turn = rng_range(r, -3.0, 3.0);
    const int who = rng_int(r, 3), first = rng_int(r, 2);
    mb_joint joint = { .kind = kind, .a = who == 1 ? -1 : first, .b = who == 2 ? -1 : 1 - first,
                       .axis = { cos(turn), sin(turn) } };

    for (int i = 0; i < 2; i++) {
        joint.pa[i] = rng_range(r, -1.0, 1.0);
        joint.pb[i] = rng_range(r, -1.0, 1.0);
    }
    joint.length = rng_range(r, 0.1, 2.0);
    joint.angle = rng_range(r, -1.0, 1.0);
    return joint;
}

/* Rows are the rates of a joint's errors, the last one of its coordinate, by central differences;
 * and they push both bodies, opposite, at one point: of a revolute or weld if it is closed. */
static void joints_move(mb_joint_kind kind)
{
    const int rows = mb_joint_rows(kind), closes = kind == MB_REVOLUTE || kind == MB_WELD;
    const double t = 1e-5;
    rng r = { 101 };
    double worst = 0.0, unbalanced = 0.0;

    for (int trial = 0; trial < 500; trial++) {
        const mb_joint j = random_joint(&r, kind);
        double q[6], v[6], moved[2][6], Ja[12], Jb[12], phi[2][4] = { { 0 } }, rate;
        for (int i = 0; i < 6; i++) {
            q[i] = rng_range(&r, -2.0, 2.0);
            v[i] = rng_range(&r, -1.0, 1.0);
        }
        if (closes && j.a >= 0 && j.b >= 0) {
            mb_joint_errors(&j, q, phi[0]);
            for (int i = 0; i < 2; i++) q[3 * j.b + i] -= phi[0][i];
        }
        for (int i = 0; i < 12; i++) Ja[i] = Jb[i] = nan("");  /* all of a row is written */
        mb_joint_jacobian(&j, q, Ja, Jb);
        (void)mb_joint_coordinate(&j, q, Ja + 3 * rows, Jb + 3 * rows);
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < 6; i++) moved[side][i] = q[i] + (side ? t : -t) * v[i];
            mb_joint_errors(&j, moved[side], phi[side]);
            phi[side][rows] = mb_joint_coordinate(&j, moved[side], NULL, NULL);
        }
        for (int i = 0; i <= rows; i++) {
            const double *a = Ja + 3 * i, *b = Jb + 3 * i, *qa = q + 3 * j.a, *qb = q + 3 * j.b;
            rate = (phi[1][i] - phi[0][i]) / (2.0 * t);
            for (int k = 0; k < 3; k++)
                rate -= (j.a < 0 ? 0.0 : a[k] * v[3 * j.a + k]) +
                        (j.b < 0 ? 0.0 : b[k] * v[3 * j.b + k]);
            worst = larger(worst, fabs(rate));
            if (j.a < 0 || j.b < 0) continue;
            unbalanced = larger(unbalanced, fabs(a[0] + b[0]) + fabs(a[1] + b[1]));
            unbalanced = larger(unbalanced, fabs(qa[0] * a[1] - qa[1] * a[0] + a[2] +
                                                 qb[0] * b[1] - qb[1] * b[0] + b[2]));
        }
    }
    check(worst <= 1e-6, "joints of kind %d: rows are rates of errors and coordinate (%.2g)",
          (int)kind, worst);
    check(unbalanced <= 1e-14, "and act equally and oppositely at one point (%.2g)", unbalanced);
}

/* two bodies side by side, turned by 90 degrees, with anchors at (1, 1) and (3, 2) */
static void errors_by_hand(void)
{
    const double q[6] = { 1, 0, PI / 2, 4, 1, PI }, turn = PI / 2 - 0.25;
    const struct { double phi[3], coordinate; } want[] = {
        [MB_REVOLUTE] = { { 2, 1, 0 }, turn },
        [MB_PRISMATIC] = { { -2, turn, 0 }, 1 },               /* its axis is now (0, 1) */
        [MB_WELD] = { { 2, 1, turn }, 0 },
        [MB_DISTANCE] = { { sqrt(5.0) - 5 }, sqrt(5.0) },
        [MB_ROPE] = { { 0 }, sqrt(5.0) } };
    const double at[6] = { 1, 0, 0, 1, 0, 0 };
    double Ja[9], Jb[9];
    mb_joint joint = { .a = 0, .b = 1, .pa = { 1, 0 }, .pb = { 1, -1 }, .axis = { 1, 0 },
                       .length = 5, .angle = 0.25 };

    for (int kind = 0; kind <= MB_ROPE; kind++) {
        double phi[3] = { 0 }, off = 0.0;
        joint.kind = (mb_joint_kind)kind;
        mb_joint_errors(&joint, q, phi);
        for (int i = 0; i < mb_joint_rows(joint.kind); i++)
            off = larger(off, fabs(phi[i] - want[kind].phi[i]));
        if (kind != MB_WELD)
            off = larger(off, fabs(mb_joint_coordinate(&joint, q, NULL, NULL) -
                                   want[kind].coordinate));
        check(off <= 1e-15, "joints of kind %d: errors and coordinate (off by %g)", kind, off);
    }
    joint.kind = MB_DISTANCE;
    joint.b = -1;
    joint.pa[0] = joint.pb[1] = 0.0;
    mb_joint_jacobian(&joint, at, Ja, Jb);
    check(Ja[0] == 0.0 && Ja[1] == 0.0 && Ja[2] == 0.0, "coincident anchors: no direction");
}

/* the worst of a joint's errors; of a rope how much too long: from the origin to (3, 4) */
static void error_of_a_joint(void)
{
    static const struct { mb_joint_kind kind; double length; int limited; double want; } of[] = {
        { MB_ROPE, 4, 0, 1 }, { MB_ROPE, 6, 0, 0 }, { MB_DISTANCE, 6, 0, 1 },
        { MB_DISTANCE, 5, 1, 2 }, { MB_REVOLUTE, 0, 0, 4 } };

    stage_clear(&s);
    (void)stage_disc(&s, 0.5, 3, 4);
    for (int k = 0; k < 5; k++) {
        mb_joint *j = s.joint + s.w.njoint++;
        memset(j, 0, sizeof *j);
        j->kind = of[k].kind;
        j->a = -1;
        j->length = of[k].length;
        j->limited = of[k].limited;
        j->hi = 3;
        check_near(mb_joint_error(&s.w, k), of[k].want, 1e-15, "kind %d, length %g: its error",
                   (int)j->kind, j->length);
    }
}

/* the doubles next to the true values, which were summed with 400 digits */
static void turns(void)
{
    static const double known[][3] = {
        { 0.0, 1.0, 0.0 },
        { 0.5, 0x1.c1528065b7d50p-1, 0x1.eaee8744b05f0p-2 },
        { -2.0, -0x1.aa22657537205p-2, -0x1.d18f6ead1b446p-1 },
        { 3.141592653589793, -1.0, 0x1.1a62633145c07p-53 },
        { 1.5707963267948966, 0x1.1a62633145c07p-54, 1.0 },
        { 100.25, 0x1.ebec72ba6b0ecp-1, -0x1.1bf00980dc35cp-2 },
        { -12345.678, 0x1.6b94c3bbe24b8p-1, 0x1.687d5890974a5p-1 },
        { 999999.5, 0x1.4efdfc640fc4dp-1, -0x1.833357b1489f3p-1 } };
    double c, n;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        mb_turn(known[i][0], &c, &n);
        check(c == known[i][1] && n == known[i][2],
              "angle %g is turned by %.17g, %.17g, not %.17g, %.17g", known[i][0], c, n,
              known[i][1], known[i][2]);
    }
    mb_turn(1e300, &c, &n);
    check_near(c * c + n * n, 1.0, 1e-15, "an angle of any size is turned by a unit vector");
    mb_turn(HUGE_VAL, &c, &n);
    check(c != c && n != n, "an infinite angle gives no unit vector");
}

int main(void)
{
    turns();
    for (int kind = 0; kind <= MB_ROPE; kind++) joints_move((mb_joint_kind)kind);
    errors_by_hand();
    error_of_a_joint();
    return check_done();
}
