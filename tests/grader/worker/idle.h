/* idle.h: is a process waiting for a processor, or for something that may never come? */
#ifndef IDLE_H
#define IDLE_H

#include <sys/types.h>

/* A time limit on a process that may be asleep. Real time alone would also end one that computes on
 * a crowded machine; that one has a limit on its processor time. */
typedef struct {
    pid_t root;
    double next, last;           /* when to look at it again; when it is over in any case */
    int asleep;                  /* how often in a row it was asleep; 0 again after a message */
} patience;

double real_time(void);          /* [s], from some moment on */
char process_state(long pid);    /* the letter of /proc/PID/stat; ? if unreadable, 0 without it */

/* have_patience: from now on, with the process root and all that descend from it */
patience have_patience(pid_t root, double seconds);

/* is_over: after `seconds`, when none of them has been found computing three times in a row; after
 * 30 times `seconds` in any case. Where the system does not show this, after `seconds`. */
int is_over(patience *p);

#endif
