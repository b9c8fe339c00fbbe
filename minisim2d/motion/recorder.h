/* recorder.h: records the steps of a run in the format of reading/frame.h
 *
 *     frame_recorder f;
 *     recorder_begin(&f, &scene, &with, &file);
 *     with.watch = recorder_watch, with.watch_bodies = recorder_watch_bodies;
 *     ...                                              simulate(), with.user = &f
 *     recorder_end(&f);
 *
 * A step of a particle, or of an island of bodies, is recorded if there was a problem to solve,
 * even an unsolved one. For an island solved by sweeps the problem is that without restitution, and
 * z is absent.
 */
#ifndef RECORDER_H
#define RECORDER_H

#include "simulate.h"
#include "../reading/frame.h"

typedef struct {
    const settings *with;
    output_file *file;
    output_text text;
    int count;                    /* steps */
    int failed;                   /* 1: later steps could not be written */
    void *memory;                 /* for bodies, contacts and dynamics of one step */
    size_t room;
} frame_recorder;

/* recorder_begin: writes the file's head; recorder_end: writes its last line, and frees the memory.
 * The file keeps note of failures. */
void recorder_begin(frame_recorder *f, const scene *s, const settings *with, output_file *file);
void recorder_end(frame_recorder *f);

/* for settings.watch and settings.watch_bodies; user is the recorder */
void recorder_watch(void *user, const mb_sim *sim, const mb_step *step);
void recorder_watch_bodies(void *user, const mb_world *world, const mb_island_step *step);

#endif
