// by_box2d.cpp: three scenes in Box2D 2.4
//
//   box2d coast|pendulum|ball H       prints one number: how far a cube has coasted, the angle of a
//                                     pendulum after 2 s, the height of a ball at rest
#include <box2d/box2d.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static b2Body *add(b2World &world, float x, float y, const b2Shape *shape, float density)
{
    b2BodyDef def;

    def.type = density > 0.0f ? b2_dynamicBody : b2_staticBody;
    def.position.Set(x, y);
    def.linearDamping = def.angularDamping = 0.0f;
    b2Body *body = world.CreateBody(&def);
    b2FixtureDef fixture;
    fixture.shape = shape;
    fixture.density = density;
    fixture.friction = 0.1f;
    fixture.restitution = 0.0f;
    body->CreateFixture(&fixture);
    return body;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    const double h = atof(argv[2]);
    const char *scene = argv[1];
    b2World world(b2Vec2(0.0f, -9.81f));
    b2PolygonShape box;
    b2CircleShape disc;
    double time = 1.5;
    b2Body *body;

    world.SetAllowSleeping(false);
    box.SetAsBox(20.0f, 1.0f);
    b2Body *ground = add(world, 0.0f, -1.0f, &box, 0.0f);
    if (strcmp(scene, "pendulum") == 0) {
        b2RevoluteJointDef joint;
        ground->SetTransform(b2Vec2(0.0f, -9.0f), 0.0f);
        box.SetAsBox(0.5f, 0.01f);
        body = add(world, 0.5f, 0.0f, &box, 50.0f);            // 1 kg
        b2MassData mass = { 1.0f, b2Vec2(0.0f, 0.0f), 1.0f / 12.0f };
        body->SetMassData(&mass);
        joint.Initialize(ground, body, b2Vec2(0.0f, 0.0f));
        world.CreateJoint(&joint);
        time = 2.0;
    } else if (strcmp(scene, "ball") == 0) {
        disc.m_radius = 1.0f;
        body = add(world, 0.0f, 5.0f, &disc, 1.0f / 3.14159265f);
    } else {
        box.SetAsBox(0.5f, 0.5f);
        body = add(world, 0.0f, 0.5f, &box, 0.1f);
        body->SetLinearVelocity(b2Vec2(1.0f, 0.0f));
    }
    for (int i = 0; i < (int)(time / h + 0.5); i++) world.Step((float)h, 20, 10);
    std::printf("%.9g\n", strcmp(scene, "pendulum") == 0 ? (double)body->GetAngle()
                          : strcmp(scene, "ball") == 0   ? (double)body->GetPosition().y
                                                         : (double)body->GetPosition().x);
    return 0;
}
