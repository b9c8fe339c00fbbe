/* test_joints.c: the rows of joints against finite differences, and the conservation of momentum by
 * joints */
#include <string.h>

#include "check.h"
#include "minisim2d/bodies/world.h"

enum { KINDS = MB_ROPE + 1, BODIES = 2, NQ = 3 * BODIES };

static const char *const kinds[KINDS] = { "revolute", "prismatic", "weld", "distance", "rope" };

static void fill(rng *r, int n, double most, double *x)
{
    for (int i = 0; i < n; i++) x[i] = rng_range(r, -most, most);
}

/* between bodies 0 and 1, in either order, or, one time in three each, between one of them and the
 * world */
static mb_joint random_joint(rng *r, mb_joint_kind kind)
{
    const double turn = rng_range(r, -3.0, 3.0);
    const int who = rng_int(r, 3), first = rng_int(r, 2);
    mb_joint joint;

    memset(&joint, 0, sizeof joint);
    joint.kind = kind;
    joint.a = who == 1 ? -1 : first;
    joint.b = who == 2 ? -1 : 1 - first;
    fill(r, 2, 1.0, joint.pa);
    fill(r, 2, 1.0, joint.pb);
    joint.axis[0] = cos(turn);
    joint.axis[1] = sin(turn);
    joint.length = rng_range(r, 0.1, 2.0);
    joint.angle = rng_range(r, -1.0, 1.0);
    return joint;
}

static double rate(const mb_joint *joint, const double *Ja, const double *Jb, const double *v)
{
    double sum = 0.0;

    for (int k = 0; k < 3; k++)
        sum += Ja[k] * (joint->a < 0 ? 0.0 : v[3 * joint->a + k]) +
               Jb[k] * (joint->b < 0 ? 0.0 : v[3 * joint->b + k]);
    return sum;
}

/* q + t v */
static void moved(const double *q, double t, const double *v, double *out)
{
    for (int i = 0; i < NQ; i++) out[i] = q[i] + t * v[i];
}

/* NaN is larger than anything */
static double larger(double a, double b) { return b <= a || a != a ? a : b; }

/* the error of a joint's rows, the coordinate's last, against central differences of the joint's
 * errors and coordinate */
static double worst_difference(const mb_joint *joint, const double *q, const double *v)
{
    const double t = 1e-5;
    const int rows = mb_joint_rows(joint->kind);
    double before[NQ], after[NQ], Ja[9], Jb[9], lo[4] = { 0 }, hi[4] = { 0 }, worst = 0.0;

    for (int i = 0; i < 9; i++) Ja[i] = Jb[i] = nan("");       /* all of a row is written */
    moved(q, -t, v, before);
    moved(q, t, v, after);
    mb_joint_jacobian(joint, q, Ja, Jb);
    mb_joint_errors(joint, before, lo);
    mb_joint_errors(joint, after, hi);
    for (int i = 0; i < rows; i++)
        worst = larger(worst, fabs((hi[i] - lo[i]) / (2.0 * t) -
                                   rate(joint, Ja + 3 * i, Jb + 3 * i, v)));
    for (int i = 0; i < 3; i++) Ja[i] = Jb[i] = nan("");
    lo[3] = mb_joint_coordinate(joint, before, NULL, NULL);
    hi[3] = mb_joint_coordinate(joint, after, NULL, NULL);
    (void)mb_joint_coordinate(joint, q, Ja, Jb);
    return larger(worst, fabs((hi[3] - lo[3]) / (2.0 * t) - rate(joint, Ja, Jb, v)));
}

static void rows_are_rates(mb_joint_kind kind)
{
    rng r = { 101 };
    double worst = 0.0;

    for (int trial = 0; trial < 500; trial++) {
        const mb_joint joint = random_joint(&r, kind);
        double q[NQ], v[NQ];
        fill(&r, NQ, 2.0, q);
        fill(&r, NQ, 1.0, v);
        worst = larger(worst, worst_difference(&joint, q, v));
    }
    check(worst <= 1e-6, "%s: rows are the rates of errors and coordinate, 500 joints (%.2g)",
          kinds[kind], worst);
}

/* the impulses of a row: linear ones cancel, and so do moments about the origin, as both act at one
 * point */
static double unbalanced(const double *q, const double *Ja, const double *Jb)
{
    const double moment = q[0] * Ja[1] - q[1] * Ja[0] + Ja[2] +
                          q[3] * Jb[1] - q[4] * Jb[0] + Jb[2];

    return fmax(fabs(moment), fmax(fabs(Ja[0] + Jb[0]), fabs(Ja[1] + Jb[1])));
}

static void rows_keep_momentum(mb_joint_kind kind)
{
    rng r = { 102 };
    double worst = 0.0;

    for (int trial = 0; trial < 500; trial++) {
        mb_joint joint = random_joint(&r, kind);
        double q[NQ], Ja[9], Jb[9];
        joint.a = 0;
        joint.b = 1;
        fill(&r, NQ, 2.0, q);
        if (kind == MB_REVOLUTE || kind == MB_WELD) {          /* b to where the anchors meet */
            double d[3];
            mb_joint_errors(&joint, q, d);
            q[3] -= d[0];
            q[4] -= d[1];
        }
        mb_joint_jacobian(&joint, q, Ja, Jb);
        for (int i = 0; i < mb_joint_rows(kind); i++)
            worst = fmax(worst, unbalanced(q, Ja + 3 * i, Jb + 3 * i));
        (void)mb_joint_coordinate(&joint, q, Ja, Jb);
        worst = fmax(worst, unbalanced(q, Ja, Jb));
    }
    check(worst <= 1e-14, "%s: rows push both bodies, opposite, at one point (%.2g)", kinds[kind],
          worst);
}

/* two bodies side by side, turned by 90 degrees, and the rows of each joint */
static void errors_by_hand(void)
{
    const double q[NQ] = { 1, 0, 2 * atan(1.0), 4, 1, 4 * atan(1.0) };
    mb_joint joint = {
        .a = 0, .b = 1, .pa = { 1, 0 }, .pb = { 1, -1 }, .axis = { 1, 0 }, .length = 5,
        .angle = 0.25
    };
    const double still[NQ] = { 0 };
    double phi[3], Ja[9], Jb[9];                               /* anchors at (1, 1) and (3, 2) */

    joint.kind = MB_WELD;
    mb_joint_errors(&joint, q, phi);
    check_near(phi[0], 2.0, 1e-15, "weld: from anchor to anchor, x");
    check_near(phi[1], 1.0, 1e-15, "weld: from anchor to anchor, y");
    check_near(phi[2], 2 * atan(1.0) - 0.25, 1e-15, "weld: turned more than `angle`");
    joint.kind = MB_REVOLUTE;
    check_near(mb_joint_coordinate(&joint, q, NULL, NULL), 2 * atan(1.0) - 0.25, 1e-15,
               "revolute: its coordinate is that turn");
    joint.kind = MB_PRISMATIC;                                 /* axis (0, 1), normal (-1, 0) */
    mb_joint_errors(&joint, q, phi);
    mb_joint_jacobian(&joint, q, Ja, Jb);
    check_near(phi[0], -2.0, 1e-15, "prismatic: across its axis, which turns with a");
    check_near(mb_joint_coordinate(&joint, q, NULL, NULL), 1.0, 1e-15, "prismatic: along it");
    check_near(Ja[2], -2.0, 1e-15, "prismatic: a's lever arm ends at b's anchor");
    joint.kind = MB_DISTANCE;
    mb_joint_errors(&joint, q, phi);
    check_near(phi[0], sqrt(5.0) - 5.0, 1e-15, "distance: too short");
    check_near(mb_joint_coordinate(&joint, q, NULL, NULL), sqrt(5.0), 1e-15,
               "distance: its coordinate");
    joint.pb[0] = 3;
    joint.pb[1] = -2;
    mb_joint_jacobian(&joint, q, Ja, Jb);
    check_near(Ja[1], -1.0, 1e-15, "distance, b above a: a is pushed down");
    check_near(Jb[1], 1.0, 1e-15, "distance, b above a: b up");
    check_near(Jb[2], -3.0, 1e-15, "distance: with b's lever arm");
    joint.b = -1;
    joint.pb[0] = 1;
    joint.pb[1] = 0;                                           /* of the world, exactly a's */
    mb_joint_jacobian(&joint, still, Ja, Jb);
    check(Ja[0] == 0.0 && Ja[1] == 0.0 && Ja[2] == 0.0, "coincident anchors: no direction");
}

/* the worst of a joint's errors; of a rope how much too long */
static void error_of_a_joint(void)
{
    const double q[3] = { 3, 4, 0.5 };
    mb_joint joint = { .kind = MB_ROPE, .a = -1, .b = 0, .length = 4 };
    mb_joint joints[2];
    double where[3];
    mb_world world;

    memset(&world, 0, sizeof world);
    memcpy(where, q, sizeof q);
    world.njoint = 1;
    world.joint = &joint;
    world.q = where;
    check_near(mb_joint_error(&world, 0), 1.0, 1e-15, "a rope of 4 m over 5 m: 1 m too long");
    joint.length = 6;
    check(mb_joint_error(&world, 0) == 0.0, "a slack rope: no error");
    joint.kind = MB_DISTANCE;
    check_near(mb_joint_error(&world, 0), 1.0, 1e-15, "a bar of 6 m over 5 m: 1 m too short");
    joint.length = 5;
    joint.limited = 1;
    joint.hi = 3;
    check_near(mb_joint_error(&world, 0), 2.0, 1e-15, "5 m where a limit is 3 m: 2 m beyond it");
    joint.limited = 0;
    joint.kind = MB_REVOLUTE;
    check_near(mb_joint_error(&world, 0), 4.0, 1e-15, "a revolute joint: the larger part");
    joints[0] = joints[1] = joint;
    joints[1].kind = MB_DISTANCE;
    joints[1].length = 2;
    world.joint = joints;
    check_near(mb_joint_error(&world, 1), 3.0, 1e-15, "each joint its own error");
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
    double c, s;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        mb_turn(known[i][0], &c, &s);
        check(c == known[i][1] && s == known[i][2],
              "angle %g is turned by %.17g, %.17g, not %.17g, %.17g", known[i][0], c, s,
              known[i][1], known[i][2]);
    }
    mb_turn(1e300, &c, &s);
    check_near(c * c + s * s, 1.0, 1e-15, "an angle of any size is turned by a unit vector");
    mb_turn(HUGE_VAL, &c, &s);
    check(c != c && s != s, "an infinite angle gives no unit vector");
}

int main(void)
{
    turns();
    for (int kind = 0; kind < KINDS; kind++) rows_are_rates((mb_joint_kind)kind);
    for (int kind = 0; kind < KINDS; kind++) rows_keep_momentum((mb_joint_kind)kind);
    errors_by_hand();
    error_of_a_joint();
    return check_done();
}
