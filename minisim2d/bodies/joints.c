/* joints.c: errors of joints, and their rows of velocities
 *
 * With d = pb - pa from anchor to anchor, ra and rb their lever arms, and n the axis turned by +90
 * degrees:
 *
 *     joint       phi                       rows on a | b                           coordinate
 *     revolute    d                         -[e_i, ra x e_i] | [e_i, rb x e_i]      turn
 *     weld        d, turn                   the same; -[0, 0, 1] | [0, 0, 1]        none
 *     prismatic   n.d, turn                 -[n, (pb - xa) x n] | [n, rb x n]       axis.d
 *     distance    |d| - length              -[u, ra x u] | [u, rb x u], u = d/|d|   |d|
 *     rope        none                                                              |d|
 *
 * where turn = theta_b - theta_a - angle. As the axis turns with a, a's lever arm goes to pb: both
 * bodies of a sliding joint are pushed at one point.
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

/* sign [n, (p - x) x n]; 0 for the world, which does not move */
static void push_row(int body, double sign, const double *n, const double *p, const double *x,
                     double *J)
{
    memset(J, 0, 3 * sizeof *J);
    if (body < 0) return;
    J[0] = sign * n[0];
    J[1] = sign * n[1];
    J[2] = sign * ((p[0] - x[0]) * n[1] - (p[1] - x[1]) * n[0]);
}

/* a is pushed along -n at p, b along n at its anchor */
static void push_rows(const pose *at, const double *n, const double *p, double *Ja, double *Jb)
{
    push_row(at->joint->a, -1.0, n, p, at->a.x, Ja);
    push_row(at->joint->b, 1.0, n, at->b.p, at->b.x, Jb);
}

static void turn_rows(const pose *at, double *Ja, double *Jb)
{
    memset(Ja, 0, 3 * sizeof *Ja);
    memset(Jb, 0, 3 * sizeof *Jb);
    if (at->joint->a >= 0) Ja[2] = -1.0;
    if (at->joint->b >= 0) Jb[2] = 1.0;
}

/* u = d/|d|; anchors that meet have no direction, and no row */
static void length_rows(const pose *at, double *Ja, double *Jb)
{
    double u[2] = { 0.0, 0.0 };

    for (int i = 0; i < 2 && at->length > 0.0; i++) u[i] = at->d[i] / at->length;
    push_rows(at, u, at->a.p, Ja, Jb);
}

/* the sliding joint's axis in the world, and n */
static void axes(const pose *at, double *axis, double *n)
{
    mb_rotate(at->a.theta, at->joint->axis, axis);
    n[0] = -axis[1];
    n[1] = axis[0];
}

int mb_joint_rows(mb_joint_kind kind)
{
    static const int rows[] = { 2, 2, 3, 1, 0 };

    return rows[kind];
}

void mb_joint_errors(const mb_joint *joint, const double *q, double *phi)
{
    const pose at = pose_of(joint, q);
    double axis[2], n[2];

    switch (joint->kind) {
    case MB_REVOLUTE:
    case MB_WELD:
        phi[0] = at.d[0];
        phi[1] = at.d[1];
        if (joint->kind == MB_WELD) phi[2] = at.turn;
        return;
    case MB_PRISMATIC:
        axes(&at, axis, n);
        phi[0] = n[0] * at.d[0] + n[1] * at.d[1];
        phi[1] = at.turn;
        return;
    case MB_DISTANCE:
        phi[0] = at.length - joint->length;
        return;
    case MB_ROPE:
        return;
    }
}

void mb_joint_jacobian(const mb_joint *joint, const double *q, double *Ja, double *Jb)
{
    static const double e[2][2] = { { 1.0, 0.0 }, { 0.0, 1.0 } };
    const pose at = pose_of(joint, q);
    double axis[2], n[2];

    switch (joint->kind) {
    case MB_REVOLUTE:
    case MB_WELD:
        for (int i = 0; i < 2; i++) push_rows(&at, e[i], at.a.p, Ja + 3 * i, Jb + 3 * i);
        if (joint->kind == MB_WELD) turn_rows(&at, Ja + 6, Jb + 6);
        return;
    case MB_PRISMATIC:
        axes(&at, axis, n);
        push_rows(&at, n, at.b.p, Ja, Jb);
        turn_rows(&at, Ja + 3, Jb + 3);
        return;
    case MB_DISTANCE:
        length_rows(&at, Ja, Jb);
        return;
    case MB_ROPE:
        return;
    }
}

double mb_joint_coordinate(const mb_joint *joint, const double *q, double *Ja, double *Jb)
{
    const pose at = pose_of(joint, q);
    double axis[2], n[2], own_a[3], own_b[3];

    if (!Ja || !Jb) {
        Ja = own_a;
        Jb = own_b;
    }
    switch (joint->kind) {
    case MB_REVOLUTE:
        turn_rows(&at, Ja, Jb);
        return at.turn;
    case MB_PRISMATIC:
        axes(&at, axis, n);
        push_rows(&at, axis, at.b.p, Ja, Jb);
        return axis[0] * at.d[0] + axis[1] * at.d[1];
    case MB_DISTANCE:
    case MB_ROPE:
        length_rows(&at, Ja, Jb);
        return at.length;
    case MB_WELD:
        break;
    }
    memset(Ja, 0, 3 * sizeof *Ja);
    memset(Jb, 0, 3 * sizeof *Jb);
    return 0.0;
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
