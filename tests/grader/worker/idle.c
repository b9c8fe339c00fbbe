/* idle.c: see idle.h */
#define _POSIX_C_SOURCE 200809L
#include "idle.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { IN_A_ROW = 3, LAST = 30, DEPTH = 6 };
static const double apart = 0.05;        /* [s], from one look to the next */

double real_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

char process_state(long pid)
{
    char path[64], state = '?';
    FILE *in;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    in = fopen(path, "r");
    if (!in) return '\0';
    if (fscanf(in, "%*d (%*[^)]) %c", &state) != 1) state = '?';
    fclose(in);
    return state;
}

/* running, ready to run, or in the middle of a read from a disk */
static int computes(long pid)
{
    const char state = process_state(pid);

    return state == 'R' || state == 'D';
}

static int any_computes(long pid, int depth)
{
    char path[64], line[4096] = "", *end;
    FILE *in;

    if (computes(pid)) return 1;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    in = depth > 0 ? fopen(path, "r") : NULL;
    if (!in) return 0;
    if (!fgets(line, sizeof line, in)) line[0] = '\0';
    fclose(in);
    for (char *at = line;; at = end) {
        const long child = strtol(at, &end, 10);
        if (end == at) return 0;
        if (any_computes(child, depth - 1)) return 1;
    }
}

patience have_patience(pid_t root, double seconds)
{
    const double t = real_time();
    const patience p = { root, t + seconds, t + LAST * seconds, 0 };

    return p;
}

int is_over(patience *p)
{
    const double t = real_time();

    if (t < p->next) return 0;
    p->asleep = any_computes((long)p->root, DEPTH) ? 0 : p->asleep + 1;
    p->next = t + apart;
    return p->asleep >= IN_A_ROW || t > p->last;
}
