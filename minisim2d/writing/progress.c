/* progress.c: a bar with the time left, at the pace so far; see output.h */
#include "output.h"

#include <stdio.h>
#include <time.h>

#include "posix.h"

enum { BAR = 40, WORDS = 24, LOOK_EVERY = 256 };      /* characters; calls for each look */

#define FIRST 1.0                 /* seconds before it appears, and between two drawings */
#define AGAIN 0.1

double progress_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(progress *p, int wanted)
{
    p->on = wanted && isatty(STDERR_FILENO);
    p->calls = p->drawn = 0;
    p->begin = progress_clock();
    p->next = p->begin + FIRST;
}

/* "3 min left", at the end of a line of WORDS characters */
static void say_left(double seconds)
{
    char words[WORDS + 1];

    if (seconds < 60.0) snprintf(words, sizeof words, "%.0f s left", seconds);
    else if (seconds < 3600.0) snprintf(words, sizeof words, "%.0f min left", seconds / 60.0);
    else snprintf(words, sizeof words, "%.1f h left", seconds / 3600.0);
    fprintf(stderr, "%-*s", WORDS, words);
}

void progress_show(progress *p, double done, double all)
{
    double now, part;
    int filled;

    if (!p->on || ++p->calls % LOOK_EVERY != 0) return;
    now = progress_clock();
    if (now < p->next) return;
    p->next = now + AGAIN;
    p->drawn = 1;
    part = done < all ? done / all : 1.0;
    filled = (int)(BAR * part);
    fprintf(stderr, "\r[%.*s%*s] %3d %%  ", filled, "########################################",
            BAR - filled, "", (int)(100.0 * part));
    if (part > 0.0) say_left((now - p->begin) * (1.0 - part) / part);
    fflush(stderr);
}

void progress_end(const progress *p)
{
    if (p->drawn) fprintf(stderr, "\r%*s\r", BAR + 10 + WORDS, "");
}
