/* box2d.cpp: the scenes in Box2D 2.4, nothing sleeps: by its manual's 8 velocity and 3 position
 * iterations, and by 200 and 60 */
#include <box2d/box2d.h>

#include "engines.h"

static b2Body *add(b2World *world, const bench_body *from, double mu)
{
    b2BodyDef body;
    b2FixtureDef fixture;
    b2PolygonShape box;
    b2CircleShape disc;
    const double pi = 3.14159265358979323846;
    const double area = from->radius > 0.0 ? pi * from->radius * from->radius
                                           : from->width * from->height;

    body.type = from->mass > 0.0 ? b2_dynamicBody : b2_staticBody;
    body.position.Set((float)from->x, (float)from->y);
    if (from->radius > 0.0) disc.m_radius = (float)from->radius;
    else box.SetAsBox((float)(from->width / 2.0), (float)(from->height / 2.0));
    fixture.shape = from->radius > 0.0 ? (const b2Shape *)&disc : (const b2Shape *)&box;
    fixture.density = (float)(from->mass / area);
    fixture.friction = (float)mu;
    b2Body *out = world->CreateBody(&body);
    out->CreateFixture(&fixture);
    return out;
}

static void simulate(const bench_scene *scene, double h, int steps, int velocity, int position,
                     bench_run *run)
{
    b2World world(b2Vec2(0.0f, -9.81f));
    b2Body **body = new b2Body *[(size_t)scene->nbody];

    world.SetAllowSleeping(false);
    for (int i = 0; i < scene->nbody; i++) body[i] = add(&world, scene->body + i, scene->mu);
    const double begin = bench_seconds();
    for (int i = 0; i < steps; i++) world.Step((float)h, velocity, position);
    run->seconds = bench_seconds() - begin;
    for (int i = 0; i < scene->nbody; i++) {
        run->q[3 * i] = (double)body[i]->GetPosition().x;
        run->q[3 * i + 1] = (double)body[i]->GetPosition().y;
        run->q[3 * i + 2] = (double)body[i]->GetAngle();
    }
    delete[] body;
}

void engine_box2d(const bench_scene *scene, double h, int steps, bench_run *run)
{
    simulate(scene, h, steps, 8, 3, run);
}

void engine_box2d_exact(const bench_scene *scene, double h, int steps, bench_run *run)
{
    simulate(scene, h, steps, 200, 60, run);
}
