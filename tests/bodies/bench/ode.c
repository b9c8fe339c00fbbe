/* ode.c: the scenes in the Open Dynamics Engine: boxes and spheres of depth 1, each kept in the
 * plane z = 0 by a joint; its own step with a pivoting solver, and its quick step with 20 sweeps */
#include <math.h>
#include <stdarg.h>
#include <ode/ode.h>
#include <stdlib.h>

#include "engines.h"

static int complaints;           /* of its solver: a step that was not solved is done anyway */

static void count(int number, const char *format, va_list arguments)
{
    (void)number, (void)format, (void)arguments;
    complaints++;
}

typedef struct {
    dWorldID world;
    dJointGroupID contacts;
    double mu;
} ode_world;

enum { MOST_CONTACTS = 8, PATIENCE = 60 };     /* [s] for a run */

/* a contact for each point of two shapes that touch; of the four of two boxes those two that stand
 * for the plane's: with all of them its pivoting solver fails the more often */
static void touch(void *data, dGeomID a, dGeomID b)
{
    ode_world *w = data;
    dContact contact[MOST_CONTACTS];
    const int count = dCollide(a, b, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);

    if (!dGeomGetBody(a) && !dGeomGetBody(b)) return;
    for (int i = 0; i < count; i++) {
        dJointID joint;
        if (contact[i].geom.pos[2] > (dReal)1e-9) continue;
        contact[i].surface.mode = dContactApprox1;
        contact[i].surface.mu = (dReal)w->mu;
        joint = dJointCreateContact(w->world, w->contacts, contact + i);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    }
}

/* a body and its shape; a fixed one is a shape alone */
static dBodyID add(const ode_world *w, dSpaceID space, const bench_body *from)
{
    dGeomID shape = from->radius > 0.0 ?
        dCreateSphere(space, (dReal)from->radius) :
        dCreateBox(space, (dReal)from->width, (dReal)from->height, 1);
    dBodyID body = NULL;
    dMass mass;

    if (from->mass > 0.0) {
        body = dBodyCreate(w->world);
        /* turning about z alone matters: a disc's inertia, not a sphere's */
        if (from->radius > 0.0)
            dMassSetCylinderTotal(&mass, (dReal)from->mass, 3, (dReal)from->radius, 1);
        else
            dMassSetBoxTotal(&mass, (dReal)from->mass, (dReal)from->width, (dReal)from->height, 1);
        dBodySetMass(body, &mass);
        dGeomSetBody(shape, body);
        dJointAttach(dJointCreatePlane2D(w->world, 0), body, 0);
    }
    dGeomSetPosition(shape, (dReal)from->x, (dReal)from->y, 0);
    return body;
}

static void run_ode(const bench_scene *scene, double h, int steps, bench_run *run,
                    int (*step)(dWorldID, dReal))
{
    ode_world w;
    dSpaceID space;
    dBodyID *body = calloc((size_t)scene->nbody, sizeof *body);
    double begin;

    if (!body) {
        run->failed = "no memory";
        return;
    }
    dInitODE2(0);
    dSetMessageHandler(count);
    complaints = 0;
    w.world = dWorldCreate();
    w.contacts = dJointGroupCreate(0);
    w.mu = scene->mu;
    space = dHashSpaceCreate(0);
    dWorldSetGravity(w.world, 0, (dReal)-9.81, 0);
    dWorldSetCFM(w.world, (dReal)1e-5);                        /* its pivoting solver needs it */
    for (int i = 0; i < scene->nbody; i++) body[i] = add(&w, space, scene->body + i);
    begin = bench_seconds();
    for (int i = 0; i < steps && !run->failed; i++) {
        dSpaceCollide(space, &w, touch);
        step(w.world, (dReal)h);
        dJointGroupEmpty(w.contacts);
        if (bench_seconds() - begin > PATIENCE) run->failed = "stopped after 60 s";
    }
    run->seconds = bench_seconds() - begin;
    run->complaints = complaints;
    for (int i = 0; i < scene->nbody; i++) {
        const dReal *x, *R;
        if (!body[i]) continue;
        x = dBodyGetPosition(body[i]);
        R = dBodyGetRotation(body[i]);
        run->q[3 * i] = (double)x[0];
        run->q[3 * i + 1] = (double)x[1];
        run->q[3 * i + 2] = atan2((double)R[4], (double)R[0]);
    }
    dJointGroupDestroy(w.contacts);
    dSpaceDestroy(space);
    dWorldDestroy(w.world);
    dCloseODE();
    free(body);
}

void engine_ode(const bench_scene *scene, double h, int steps, bench_run *run)
{
    if (scene->falls) {                                        /* it pivots for minutes */
        run->failed = "not run";
        return;
    }
    run_ode(scene, h, steps, run, dWorldStep);
}

void engine_ode_quick(const bench_scene *scene, double h, int steps, bench_run *run)
{
    run_ode(scene, h, steps, run, dWorldQuickStep);
}
