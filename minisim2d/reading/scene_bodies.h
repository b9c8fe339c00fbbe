/* scene_bodies.h: the statements on bodies and joints in a scene file
 *
 * A body goes into the scene as it is read (scene_bodies.c). Joints name their bodies, which may
 * come later in the file, so they are resolved after all of it has been read (scene_joints.c), and
 * so are supports (scene_supports.c). Last, starts of bodies inside others are reported
 * (scene_starts.c).
 */
#ifndef SCENE_BODIES_H
#define SCENE_BODIES_H

#include "parser.h"
#include "shape.h"

enum { LONGEST_NAME = 32 };       /* characters */

/* state while the file is read */
struct bodies_state {
    int room, too_many;
    reader_place *at;             /* at[out->nbody]: the bodies' names */
    int nname, name_room;
    struct body_name {
        reader_word name;
        int body;                 /* the number of its body; -1: invalid */
        int number;               /* its own, in the order of the file */
    } *name;
    int njoint, joint_room, too_many_joints;
    struct body_joint {
        scene_joint joint;        /* anchors and axis in the world */
        reader_word end[2];       /* the names of its bodies */
    } *joint;
    int nsupport, support_room, too_many_supports;
    struct body_support {
        scene_support support;    /* its point in the world, except for a tripod; load, mu < 0: not
                                     given */
        reader_word name;         /* of its body */
    } *support;
    int restitution_line, joints_line, supports_line;
};

/* one statement each; in.w is the word after the keyword */
void bodies_disc(parser *p, reader_word head);
void bodies_box(parser *p, reader_word head);
void bodies_rod(parser *p, reader_word head);
void bodies_body(parser *p, reader_word head);
void joints_revolute(parser *p, reader_word head);
void joints_prismatic(parser *p, reader_word head);
void joints_weld(parser *p, reader_word head);
void joints_distance(parser *p, reader_word head);
void joints_rope(parser *p, reader_word head);
void joints_restitution(parser *p, reader_word head);
void joints_curved(parser *p, reader_word head);
void supports_support(parser *p, reader_word head);
void supports_tripod(parser *p, reader_word head);
void supports_sides(parser *p, reader_word head);

/* ---- names ---- */

/* bodies_read_name: reads the next word as a name in a statement with these labels; 1, or after a
 * message 0, or -1 if there is none */
int bodies_read_name(parser *p, const char *form, const field *labels, int nlabel,
                     reader_word head, reader_word *name);

/* bodies_find: the number of the body with this name, or after a message BODIES_BAD; errors in the
 * body itself were reported before */
enum { BODIES_WORLD = -1, BODIES_BAD = -2 };
int bodies_find(parser *p, reader_word name);

/* bodies_dynamic: whether a body of the scene, or the world, is moved by forces */
int bodies_dynamic(const scene *s, int body);

/* bodies_to_body: transforms a point of the world, or if `direction` a direction, to the frame of a
 * body at its start */
void bodies_to_body(const scene *s, int body, int direction, double x[2]);

/* ---- when all is read ---- */

/* bodies_check_names: reports names used twice; the others can then be found
 * joints_resolve: puts the joints into the scene, between the bodies that they name
 * supports_resolve: the same for supports; friction: 1 if the file has a default for those without
 * starts_in_obstacle: reports bodies that start in an obstacle, given the tree of its edges
 * starts_in_each_other: reports bodies and particles that start in one another; particle_at: places
 * of the particles in the file
 * bodies_free: releases the memory
 * starts_inside: whether a dynamic body of a complete scene, after a move, starts in an
 *   obstacle, tree[nobstacle], or in another body or a particle */
void bodies_check_names(parser *p);
void joints_resolve(parser *p);
void supports_resolve(parser *p, int friction);
void starts_in_obstacle(parser *p, const scene_obstacle *o, const shape_tree *tree);
void starts_in_each_other(parser *p, const reader_place *particle_at);
void bodies_free(parser *p);
int starts_inside(const scene *s, int body, const shape_tree *tree);

#endif
