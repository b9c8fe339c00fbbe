/* parser.h: a scene file as statements: lines and their continuations, labels and their numbers
 *
 * Only the scene reader's own files use it. Lines: the text is cut into statements. Fields: tables
 * list what follows each keyword (how many numbers, in which range), and one function reads them
 * all. An error never stops the reader: it reports what it expected, drops the statement and reads
 * the next one. Last come the statements on bodies, joints and supports, for scene.c.
 */
#ifndef PARSER_H
#define PARSER_H

#include <stddef.h>

#include "reader.h"
#include "scene.h"

/* vertices while they are read; at[]: the place of each in the file, NULL for a generator's */
typedef struct {
    int n, room;
    double *xy;
    reader_place *at;
} outline;

/* A scene file while it is read */
typedef struct {
    reader in;                    /* holds one statement at a time */
    const char *next, *end;       /* the text after that */
    int no_memory;
    double work;                  /* remaining budget for checking obstacles and starts */
    scene *out;
    outline list;                 /* of the statement's label with a list */
    struct scene_state *state;    /* further state of scene.c and scene_*.c */
    struct bodies_state *bodies;
} parser;

/* parser_no_memory: reports an error after which nothing more is read */
void parser_no_memory(parser *p);

/* ---- lines ---- */

/* parser_statement: finds the lines of the next statement, and checks them as lines. Returns 1 with
 * its first word in in.w (empty: a blank line); 0 if the lines are bad, and are skipped. */
int parser_statement(parser *p);

/* parser_at: column i of the line, from 0
 * parser_control: the first character of a line that is not text; end if there is none
 * parser_second: whether a statement that may occur once has occurred, *first_line > 0; reports it
 * parser_full: whether there are already n >= most of these; reports the first one too many */
reader_place parser_at(const parser *p, ptrdiff_t i);
const char *parser_control(const char *beg, const char *end);
int parser_second(parser *p, reader_word head, int *first_line);
int parser_full(parser *p, reader_word head, const char *what, int n, int most, int *reported);

/* ---- fields ---- */

/* the numbers after a keyword: a statement's own, or a label's */
typedef enum { ANY, POSITIVE, NOT_NEGATIVE, NOT_POSITIVE, SHARE, COUNT, EDGES } number_range;

enum {
    PARSER_MAX_COUNT = 100000,    /* of COUNT and EDGES: whole numbers from 1, from 2 */
    PARSER_NUMBERS = 4,
    PARSER_FIELDS = 16,           /* most labels of a statement */
    PARSER_LIST = -1              /* the count of a label with any number of pairs, in list */
};

typedef struct {
    const char *word, *form;      /* `form` as quoted in messages */
    int count;                    /* numbers after the word, <= PARSER_NUMBERS; or PARSER_LIST */
    number_range range;
    const char *limit;            /* the range in words */
    int needed;
} field;

typedef struct {
    double value[PARSER_NUMBERS];
    int given;                    /* 1: the word is present, right or wrong */
    int ok;                       /* 1: and its numbers are valid */
    int meant;                 /* 1: a misspelt word was taken for it, so it is not reported
                                  missing */
    reader_place at;
} field_value;

/* parser_unknown: reports an unknown word: names the nearest known word if it is near (returns its
 * index), or all of them (returns -1) */
int parser_unknown(parser *p, const char *what, reader_word w, const char *const *known, int count);

/* parser_field: the word f->word (now in in.w) and its numbers; they end early at another label of
 * the statement, labels[nlabel] */
void parser_field(parser *p, const field *f, const field *labels, int nlabel, field_value *v);

/* parser_labels: the labelled fields of a statement, in any order, into v[n], 0 where not given;
 * in.w is the word after `head` */
void parser_labels(parser *p, reader_word head, const field *fields, int n, field_value *v);

/* parser_nothing: reports anything but a comment at the end */
void parser_nothing(parser *p, const char *form);

/* ---- lists ---- */

/* parser_grow: output_grow; 0 without memory, which is noted */
int parser_grow(parser *p, void *list, int n, int *room, size_t size);

/* parser_copy: the text as a string; NULL without memory */
char *parser_copy(parser *p, const char *beg, const char *end);

/* outline_add: adds a vertex; at = NULL for a generator's. Returns 0 without memory.
 * outline_read: the numbers from in.w up to one of the labels or the end, in pairs; returns the
 * number of numbers, -1 without memory. Beyond the most vertices they are only counted.
 * outline_free: empties it */
int outline_add(parser *p, outline *o, double x, double y, const reader_place *at);
int outline_read(parser *p, const char *form, const field *labels, int nlabel, int most,
                 outline *o);
void outline_free(outline *o);

/* ---- bodies, joints and supports ---- */

/* A body goes into the scene as it is read (scene_bodies.c). Joints and supports name their bodies,
 * which may come later in the file, so they are resolved after all of it has been read
 * (scene_joints.c). Last, starts of bodies inside others are reported (scene_starts.c).
 */
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
void joints_joint(parser *p, reader_word head);
void joints_restitution(parser *p, reader_word head);
void joints_curved(parser *p, reader_word head);
void supports_support(parser *p, reader_word head);
void supports_tripod(parser *p, reader_word head);
void supports_sides(parser *p, reader_word head);

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

/* When all has been read:
 *
 * bodies_check_names: reports names used twice; the others can then be found
 * joints_resolve: puts the joints into the scene, between the bodies that they name
 * supports_resolve: the same for supports; friction: 1 if the file has a default for those without
 * starts_in_obstacle: reports bodies that start in an obstacle, given the tree of its edges
 * starts_in_each_other: reports bodies and particles that start in one another; particle_at: places
 * of the particles in the file
 * bodies_free: releases the memory */
void bodies_check_names(parser *p);
void joints_resolve(parser *p);
void supports_resolve(parser *p, int friction);
void starts_in_obstacle(parser *p, const scene_obstacle *o, const shape_tree *tree);
void starts_in_each_other(parser *p, const reader_place *particle_at);
void bodies_free(parser *p);

#endif
