/* Lab 05: the functions by number, and the arrays of a request in order. Then the worker, which
 * unpacks a request and calls the student's function; tests.c includes this file without it. */
enum { CALL_GAP = 1, CALL_CLOSEST, CALL_DETECT, CALL_PARTICLE_ROWS, CALL_BODY_ROW, CALL_PAIR_ROWS,
       CALL_NEXT_GAPS };

/* integers travel as doubles, a lab_contact as {edge, n_x, n_y, psi} and a lab_pair as
 * {body1, body2, point_x, point_y, n_x, n_y} */
enum { CONTACT_EDGE, CONTACT_N, CONTACT_PSI = 3, CONTACT_SIZE };
enum { PAIR_BODY1, PAIR_BODY2, PAIR_POINT, PAIR_N = 4, PAIR_SIZE = 6 };

enum { GAP_P, GAP_Q, GAP_X, GAP_N, GAP_PSI };                              /* n[2], psi out */
enum { CLOSEST_P, CLOSEST_Q, CLOSEST_X, CLOSEST_C, CLOSEST_DISTANCE };     /* c[2], distance out */
enum { DETECT_XY, DETECT_X, DETECT_EPSILON_MAX, DETECT_CONTACT, DETECT_COUNT };  /* two last out */
enum { PARTICLE_CONTACT, PARTICLE_JN, PARTICLE_JF };                       /* Jn, Jf out */
enum { BODY_CENTRE, BODY_POINT, BODY_D, BODY_ROW };                        /* row[3] out */
enum { PAIRS_CENTRE, PAIRS_PAIR, PAIRS_JN, PAIRS_JF };                     /* Jn, Jf out */
enum { NEXT_JN, NEXT_PSI, NEXT_H, NEXT_V, NEXT_NEXT };                     /* next[nc] out */

/* the room for contacts is longer than max by so many, to see what is written behind contact[max -
 * 1] */
enum { DETECT_SPARE = 8 };

#ifndef GRADER_H                                        /* the worker */

#include "worker.h"
#include "lab.h"

#include <stdlib.h>

/* memory of its own for each array of structures, so that a sanitizer sees its ends */
static void *room(int count, size_t size)
{
    void *memory = calloc(1, (size_t)count * size + 1);

    if (!memory) abort();
    return memory;
}

static lab_contact *contacts_get(const double *x, int count)
{
    lab_contact *contact = room(count, sizeof *contact);

    for (int i = 0; i < count; i++, x += CONTACT_SIZE) {
        contact[i].edge = (int)x[CONTACT_EDGE];
        contact[i].n[0] = x[CONTACT_N];
        contact[i].n[1] = x[CONTACT_N + 1];
        contact[i].psi = x[CONTACT_PSI];
    }
    return contact;
}

static void contacts_put(lab_contact *contact, double *x, int count)
{
    for (int i = 0; i < count; i++, x += CONTACT_SIZE) {
        x[CONTACT_EDGE] = (double)contact[i].edge;
        x[CONTACT_N] = contact[i].n[0];
        x[CONTACT_N + 1] = contact[i].n[1];
        x[CONTACT_PSI] = contact[i].psi;
    }
    free(contact);
}

static mb_status detect(const frame *f)
{
    double *const *x = f->array;
    const int nvert = f->len[DETECT_XY] / 2, all = f->len[DETECT_CONTACT] / CONTACT_SIZE;
    const int max = (int)x[DETECT_EPSILON_MAX][1];
    lab_contact *contact = contacts_get(x[DETECT_CONTACT], all);
    int count = (int)x[DETECT_COUNT][0];
    const mb_status status = lab_detect(nvert, x[DETECT_XY], x[DETECT_X], x[DETECT_EPSILON_MAX][0],
                                        max, contact, &count);

    contacts_put(contact, x[DETECT_CONTACT], all);
    x[DETECT_COUNT][0] = (double)count;
    return status;
}

static mb_status particle_rows(const frame *f)
{
    double *const *x = f->array;
    const int nc = f->len[PARTICLE_CONTACT] / CONTACT_SIZE;
    lab_contact *contact = contacts_get(x[PARTICLE_CONTACT], nc);
    const mb_status status = lab_particle_rows(nc, contact, x[PARTICLE_JN], x[PARTICLE_JF]);

    contacts_put(contact, x[PARTICLE_CONTACT], nc);
    return status;
}

static lab_pair *pairs_get(const double *x, int count)
{
    lab_pair *pair = room(count, sizeof *pair);

    for (int i = 0; i < count; i++, x += PAIR_SIZE) {
        pair[i].body1 = (int)x[PAIR_BODY1];
        pair[i].body2 = (int)x[PAIR_BODY2];
        for (int k = 0; k < 2; k++) {
            pair[i].point[k] = x[PAIR_POINT + k];
            pair[i].n[k] = x[PAIR_N + k];
        }
    }
    return pair;
}

static void pairs_put(lab_pair *pair, double *x, int count)
{
    for (int i = 0; i < count; i++, x += PAIR_SIZE) {
        x[PAIR_BODY1] = (double)pair[i].body1;
        x[PAIR_BODY2] = (double)pair[i].body2;
        for (int k = 0; k < 2; k++) {
            x[PAIR_POINT + k] = pair[i].point[k];
            x[PAIR_N + k] = pair[i].n[k];
        }
    }
    free(pair);
}

static mb_status pair_rows(const frame *f)
{
    double *const *x = f->array;
    const int nc = f->len[PAIRS_PAIR] / PAIR_SIZE;
    lab_pair *pair = pairs_get(x[PAIRS_PAIR], nc);
    const mb_status status = lab_pair_rows(f->len[PAIRS_CENTRE] / 2, x[PAIRS_CENTRE], nc, pair,
                                           x[PAIRS_JN], x[PAIRS_JF]);

    pairs_put(pair, x[PAIRS_PAIR], nc);
    return status;
}

mb_status worker_call(frame *f, mb_arena scratch)
{
    double *const *x = f->array;

    (void)scratch;
    switch (f->id) {
    case CALL_GAP: return lab_gap(x[GAP_P], x[GAP_Q], x[GAP_X], x[GAP_N], x[GAP_PSI]);
    case CALL_CLOSEST:
        return lab_closest(x[CLOSEST_P], x[CLOSEST_Q], x[CLOSEST_X], x[CLOSEST_C],
                           x[CLOSEST_DISTANCE]);
    case CALL_DETECT: return detect(f);
    case CALL_PARTICLE_ROWS: return particle_rows(f);
    case CALL_BODY_ROW:
        return lab_body_row(x[BODY_CENTRE], x[BODY_POINT], x[BODY_D], x[BODY_ROW]);
    case CALL_PAIR_ROWS: return pair_rows(f);
    case CALL_NEXT_GAPS:
        return lab_next_gaps(f->len[NEXT_PSI], f->len[NEXT_V], x[NEXT_JN], x[NEXT_PSI],
                             x[NEXT_H][0], x[NEXT_V], x[NEXT_NEXT]);
    }
    return MB_BAD_ARG;
}

#endif
