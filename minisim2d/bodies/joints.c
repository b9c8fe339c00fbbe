/* joints.c: errors of joints, and their rows of velocities
 *
 * With d = pb - pa from anchor to anchor, ra and rb their lever arms, and n the axis turned by +90
 * degrees:
 *
 *     joint       phi                       rows on a | b                           coordinate
 *     revolute    d                         -[e_i, ra x e_i] | [e_i, rb x e_i]      turn
 *     prismatic   n.d, turn                 -[n, (pb - xa) x n] | [n, rb x n]       axis.d
 *     weld        d, turn                   as revolute                             none
 *     distance    |d| - length              -[u, ra x u] | [u, rb x u], u = d/|d|   |d|
 *     rope        none                                                              |d|
 *
 * where turn = theta_b - theta_a - angle, with the row -[0, 0, 1] | [0, 0, 1]. As the axis turns
 * with a, a's lever arm goes to pb: both bodies of a prismatic joint are pushed at one point.
 */
#include <math.h>
#include <string.h>

#include "world.h"

/* one end of a joint: its body's centre, and the anchor, in the world */
typedef struct {
    double x[2], theta, p[2];
} joint_end;

static joint_end end_of(int body, const double *anchor, const double *q)
{
    joint_end e = { { 0.0, 0.0 }, 0.0, { anchor[0], anchor[1] } };

    if (body < 0) return e;
    e.theta = q[3 * body + 2];
    mb_rotate(e.theta, anchor, e.p);
    for (int i = 0; i < 2; i++) {
        e.x[i] = q[3 * body + i];
        e.p[i] += e.x[i];
    }
    return e;
}

/* A joint with bodies at q */
typedef struct {
    const mb_joint *joint;
    joint_end a, b;
    double d[2], length;         /* from anchor to anchor */
    double turn;
} pose;

static pose pose_of(const mb_joint *joint, const double *q)
{
    pose at;

    at.joint = joint;
    at.a = end_of(joint->a, joint->pa, q);
    at.b = end_of(joint->b, joint->pb, q);
    at.d[0] = at.b.p[0] - at.a.p[0];
    at.d[1] = at.b.p[1] - at.a.p[1];
    at.length = hypot(at.d[0], at.d[1]);
    at.turn = at.b.theta - at.a.theta - joint->angle;
    return at;
}

/* The scalars that the table above consists of: d.x, d.y, turn, n.d, axis.d, |d| */
typedef enum { NONE, DX, DY, TURN, ACROSS, ALONG, LENGTH } scalar;

/* sign [n, (p - x) x n], of a turn sign [0, 0, 1]; 0 for the world, which does not move */
static void put_row(int body, double sign, scalar what, const double *n, const double *p,
                    const double *x, double *J)
{
    memset(J, 0, 3 * sizeof *J);
    if (body < 0) return;
    J[2] = sign;
    if (what == TURN) return;
    J[0] = sign * n[0];
    J[1] = sign * n[1];
    J[2] = sign * ((p[0] - x[0]) * n[1] - (p[1] - x[1]) * n[0]);
}

/* one of them, and its row, unless Ja is NULL */
static double measure(const pose *at, scalar what, double *Ja, double *Jb)
{
    const int of_axis = what == ACROSS || what == ALONG;
    double n[2] = { what == DX, what == DY }, axis[2];

    if (of_axis) {
        mb_rotate(at->a.theta, at->joint->axis, axis);
        n[0] = what == ALONG ? axis[0] : -axis[1];
        n[1] = what == ALONG ? axis[1] : axis[0];
    }
    for (int i = 0; i < 2 && what == LENGTH && at->length > 0.0; i++)
        n[i] = at->d[i] / at->length;                          /* anchors that meet have no row */
    if (Ja) {
        put_row(at->joint->a, -1.0, what, n, of_axis ? at->b.p : at->a.p, at->a.x, Ja);
        put_row(at->joint->b, 1.0, what, n, at->b.p, at->b.x, Jb);
    }
    if (what == TURN) return at->turn;
    return what == LENGTH ? at->length : n[0] * at->d[0] + n[1] * at->d[1];
}

/* in the order of mb_joint_kind */
static const struct {
    int rows;
    scalar phi[MB_JOINT_ROWS], coordinate;
} kinds[] = {
    [MB_REVOLUTE] = { 2, { DX, DY, NONE }, TURN },
    [MB_PRISMATIC] = { 2, { ACROSS, TURN, NONE }, ALONG },
    [MB_WELD] = { 3, { DX, DY, TURN }, NONE },
    [MB_DISTANCE] = { 1, { LENGTH, NONE, NONE }, LENGTH },
    [MB_ROPE] = { 0, { NONE, NONE, NONE }, LENGTH },
};

int mb_joint_rows(mb_joint_kind kind) { return kinds[kind].rows; }

void mb_joint_errors(const mb_joint *joint, const double *q, double *phi)
{
    const pose at = pose_of(joint, q);

    for (int i = 0; i < mb_joint_rows(joint->kind); i++) {
        const scalar what = kinds[joint->kind].phi[i];
        phi[i] = measure(&at, what, NULL, NULL) - (what == LENGTH ? joint->length : 0.0);
    }
}

void mb_joint_jacobian(const mb_joint *joint, const double *q, double *Ja, double *Jb)
{
    const pose at = pose_of(joint, q);

    for (int i = 0; i < mb_joint_rows(joint->kind); i++)
        (void)measure(&at, kinds[joint->kind].phi[i], Ja + 3 * i, Jb + 3 * i);
}

double mb_joint_coordinate(const mb_joint *joint, const double *q, double *Ja, double *Jb)
{
    const pose at = pose_of(joint, q);

    return measure(&at, kinds[joint->kind].coordinate, Ja, Jb);
}

double mb_joint_error(const mb_world *world, int joint)
{
    const mb_joint *j = world->joint + joint;
    const double s = mb_joint_coordinate(j, world->q, NULL, NULL);
    double phi[MB_JOINT_ROWS], most = 0.0;

    mb_joint_errors(j, world->q, phi);
    for (int i = 0; i < mb_joint_rows(j->kind); i++) most = fmax(most, fabs(phi[i]));
    if (j->kind == MB_ROPE) most = fmax(most, s - j->length);
    if (j->limited) most = fmax(most, fmax(j->lo - s, s - j->hi));
    return most;
}
