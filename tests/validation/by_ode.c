/* by_ode.c: three scenes in the Open Dynamics Engine, by its own step
 *
 *   ode coast|pendulum|ball H         prints one number, as by_box2d.cpp
 */
#include <math.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dWorldID world;
static dJointGroupID contacts;

/* makes the contacts of a and b; of the four contacts of a box only the two that have z <= 0, for a
 * box in the plane */
static void touch(void *data, dGeomID a, dGeomID b)
{
    dContact contact[8];
    const int count = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);

    (void)data;
    for (int i = 0; i < count; i++) {
        if (contact[i].geom.pos[2] > 1e-9) continue;
        memset(&contact[i].surface, 0, sizeof contact[i].surface);
        contact[i].surface.mode = dContactApprox1;
        contact[i].surface.mu = 0.1;
        dJointAttach(dJointCreateContact(world, contacts, contact + i), dGeomGetBody(a),
                     dGeomGetBody(b));
    }
}

int main(int argc, char **argv)
{
    const double h = argc == 3 ? atof(argv[2]) : 0.0;
    const char *scene = argc == 3 ? argv[1] : "";
    const int pendulum = strcmp(scene, "pendulum") == 0, ball = strcmp(scene, "ball") == 0;
    double time = 1.5, angle = 0.0;
    dSpaceID space;
    dGeomID shape;
    dBodyID body;
    dMass mass;

    if (!(h > 0.0)) return 2;
    dInitODE2(0);
    world = dWorldCreate();
    space = dSimpleSpaceCreate(0);
    contacts = dJointGroupCreate(0);
    dWorldSetGravity(world, 0, -9.81, 0);
    dWorldSetERP(world, 0.2);
    dWorldSetCFM(world, 1e-12);
    body = dBodyCreate(world);
    if (pendulum) {
        dJointID hinge;
        dMassSetZero(&mass);
        dMassSetParameters(&mass, 1, 0, 0, 0, 1.0 / 12, 1.0 / 12, 1.0 / 12, 0, 0, 0);
        dBodySetMass(body, &mass);
        dBodySetPosition(body, 0.5, 0, 0);
        hinge = dJointCreateHinge(world, 0);
        dJointAttach(hinge, body, 0);
        dJointSetHingeAnchor(hinge, 0, 0, 0);
        dJointSetHingeAxis(hinge, 0, 0, 1);
        time = 2.0;
    } else {
        dCreatePlane(space, 0, 1, 0, 0);
        shape = ball ? dCreateSphere(space, 1) : dCreateBox(space, 1, 1, 1);
        if (ball) dMassSetSphereTotal(&mass, 1, 1);
        else dMassSetBoxTotal(&mass, 0.1, 1, 1, 1);
        dBodySetMass(body, &mass);
        dGeomSetBody(shape, body);
        dBodySetPosition(body, 0, ball ? 5 : 0.5, 0);
        dBodySetLinearVel(body, ball ? 0 : 1, 0, 0);
        dJointAttach(dJointCreatePlane2D(world, 0), body, 0);
    }
    for (int i = 0; i < (int)(time / h + 0.5); i++) {
        const double *R = dBodyGetRotation(body);
        const double before = atan2(R[4], R[0]);
        dSpaceCollide(space, 0, touch);
        dWorldStep(world, h);
        dJointGroupEmpty(contacts);
        R = dBodyGetRotation(body);
        angle += remainder(atan2(R[4], R[0]) - before, 6.283185307179586);
    }
    printf("%.9g\n", pendulum ? angle : dBodyGetPosition(body)[ball ? 1 : 0]);
    return 0;
}
