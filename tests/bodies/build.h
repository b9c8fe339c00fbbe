/* build.h: worlds for tests, each in its own memory
 *
 *     static stage s;
 *     stage_clear(&s);                                  h = .01, epsilon = .1, no gravity, swept
 *     s.w.gravity[1] = -9.81;
 *     stage_ground(&s, lines, 1);
 *     i = stage_box(&s, 1.0, 1.0, 0, 0.5, 0);           a dynamic body; change s.body[i], s.q, s.v
 *     stage_run(&s, 100);                               100 steps; 0 and a note if one failed
 */
#ifndef BUILD_H
#define BUILD_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "minisim2d/bodies/world.h"

enum { BODIES = 304, VERTICES = 64, JOINTS = 160, CONTACTS = 8192 };

/* do not copy it: w has pointers into it */
typedef struct {
    mb_world w;
    mb_shape shape[BODIES];
    double xy[BODIES][2 * VERTICES];
    mb_body body[BODIES];
    mb_joint joint[JOINTS];
    double q[3 * BODIES], v[3 * BODIES], force[3 * BODIES];
    double ground[8192];
    double *scratch;
    size_t room;
    mb_body_contact contact[CONTACTS];
    int ncontact;
} stage;

static inline void stage_clear(stage *s)
{
    double *const scratch = s->scratch;
    const size_t room = s->room;

    memset(s, 0, sizeof *s);
    s->scratch = scratch;
    s->room = room;
    s->w.shape = s->shape;
    s->w.body = s->body;
    s->w.joint = s->joint;
    s->w.q = s->q;
    s->w.v = s->v;
    s->w.force = s->force;
    s->w.h = 0.01;
    s->w.epsilon = 0.1;
    s->w.formulation = MB_SWEPT;
}

/* scratch of at least this size; its contents are lost */
static inline mb_arena stage_scratch(stage *s, size_t size)
{
    if (size > s->room) {
        free(s->scratch);
        s->scratch = malloc(size);
        s->room = s->scratch ? size : 0;
    }
    return mb_arena_make(s->scratch, s->room);
}

/* a dynamic body with the core xy about its centre of mass; mass 1, inertia that of the shape */
static inline int stage_polygon(stage *s, int nvert, const double *xy, double radius, double x,
                                double y, double angle)
{
    const int i = s->w.nbody++;

    s->w.nshape = s->w.nbody;
    memcpy(s->xy[i], xy, 2 * (size_t)nvert * sizeof *xy);
    s->shape[i].nvert = nvert;
    s->shape[i].xy = s->xy[i];
    s->shape[i].radius = radius;
    s->body[i].shape = i;
    s->body[i].mass = 1.0;
    s->body[i].inertia = mb_shape_inertia(s->shape + i);
    s->body[i].mu = -1.0;
    s->q[3 * i] = x;
    s->q[3 * i + 1] = y;
    s->q[3 * i + 2] = angle;
    return i;
}

static inline int stage_box(stage *s, double width, double height, double x, double y, double angle)
{
    const double a = width / 2, b = height / 2, xy[8] = { -a, -b, a, -b, a, b, -a, b };

    return stage_polygon(s, 4, xy, 0.0, x, y, angle);
}

static inline int stage_disc(stage *s, double radius, double x, double y)
{
    const double xy[2] = { 0.0, 0.0 };

    return stage_polygon(s, 1, xy, radius, x, y, 0.0);
}

static inline void stage_mass(stage *s, int i, double mass, double inertia)
{
    s->body[i].mass = mass;
    s->body[i].inertia = inertia;
}

/* a joint of bodies a and b, -1: of the world, whose anchors are at (x, y); its axis is x of a */
static inline mb_joint *stage_join(stage *s, mb_joint_kind kind, int a, int b, double x, double y)
{
    mb_joint *j = s->joint + s->w.njoint++;
    const int body[2] = { a, b };

    memset(j, 0, sizeof *j);
    j->kind = kind;
    j->a = a;
    j->b = b;
    j->axis[0] = 1.0;
    for (int i = 0; i < 2; i++) {
        double *p = i ? j->pb : j->pa;
        const double *q = body[i] < 0 ? NULL : s->q + 3 * body[i];
        p[0] = q ? cos(q[2]) * (x - q[0]) + sin(q[2]) * (y - q[1]) : x;
        p[1] = q ? cos(q[2]) * (y - q[1]) - sin(q[2]) * (x - q[0]) : y;
    }
    j->angle = (b < 0 ? 0.0 : s->q[3 * b + 2]) - (a < 0 ? 0.0 : s->q[3 * a + 2]);
    return j;
}

/* 0: the world is invalid */
static inline int stage_ground(stage *s, const mb_polyline *lines, int count)
{
    mb_arena a = mb_arena_make(s->ground, sizeof s->ground);

    return mb_terrain_build(lines, count, &s->w.terrain, NULL, &a) == MB_OK;
}

/* empty but for gravity and a level floor at y = 0 */
static inline void stage_on_floor(stage *s, double mu)
{
    static const double xy[] = { -50, 0, 50, 0 };
    const mb_polyline line = { 2, xy, 0, mu };

    stage_clear(s);
    s->w.gravity[1] = -9.81;
    (void)stage_ground(s, &line, 1);
}

static inline int stage_detect(stage *s, mb_formulation f)
{
    s->w.formulation = f;
    s->ncontact = mb_world_detect(&s->w, s->contact, CONTACTS,
                                  stage_scratch(s, mb_world_detect_scratch(&s->w)));
    return s->ncontact;
}

/* makes a step, with as much scratch as it needs */
static inline mb_status stage_step(stage *s, mb_info *info)
{
    s->w.scratch = stage_scratch(s, mb_world_scratch(&s->w));
    return mb_world_step(&s->w, info);
}

/* makes this many steps; 0, and a note, if one fails */
static inline int stage_run(stage *s, int steps)
{
    mb_info info;

    for (int k = 0; k < steps; k++) {
        const mb_status status = stage_step(s, &info);
        if (status == MB_OK) continue;
        note("step %d: %s, residual %g, body %d", s->w.step, mb_status_name(status),
             info.residual, info.where);
        return 0;
    }
    return 1;
}

static inline double stage_penetration(stage *s)
{
    return mb_world_penetration(&s->w, stage_scratch(s, mb_world_detect_scratch(&s->w)));
}

#endif
