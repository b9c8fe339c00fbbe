/* progress.h: the clock, and a progress bar on the terminal with the time left
 *
 *     progress p;
 *     progress_begin(&p, wanted);
 *     for (k = 0; k < n; k++) { ...; progress_show(&p, k + 1, n); }
 *     progress_end(&p);
 *
 * The bar appears after a second, on the standard error and only if that is a terminal; at the end
 * it is erased.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

typedef struct {
    int on;                       /* 1: wanted, and there is a terminal */
    int calls;                    /* of progress_show: the clock is not read every time */
    int drawn;                    /* 1: there is a bar to erase */
    double begin, next;           /* start of the work, and time of the next drawing */
} progress;

/* progress_clock: seconds since some fixed moment */
double progress_clock(void);

void progress_begin(progress *p, int wanted);
void progress_show(progress *p, double done, double all);
void progress_end(const progress *p);

#endif
