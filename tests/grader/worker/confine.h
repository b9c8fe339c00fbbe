/* confine.h: bounds for a process that can't be trusted
 *
 * Rights that it gives up for good, before it runs code or reads text (Linux); and a limit on the
 * time that it may sleep. Both kinds of rights last beyond exec and apply to children. Features that
 * the kernel lacks are left out: each function returns 1, or 0 and changes nothing. The kernel's
 * interfaces are written out here, since not every system with a compiler has the kernel's headers.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <sys/resource.h>
#include <sys/types.h>

/* confine_prepare: exec gives no more rights (set-user-id programs); the two below need it */
void confine_prepare(void);

/* confine_files: from now on reads and executes only below the paths of readable[], writes only
 * below those of writable[] (Landlock). Both end with NULL; a path that does not exist is skipped.
 * Also no TCP, and no signal to a process outside, where the kernel knows how. */
int confine_files(const char *const *readable, const char *const *writable);

/* confine_calls: from now on only the system calls that a computation needs, which leaves
 * memory, time, and the descriptors that are open (seccomp). Any other call fails with EPERM. If
 * may_open, files can still be opened for reading: the dynamic linker has to.
 *
 * exec works once: with the address that is returned (a copy of path), which nobody can know in
 * the program that it starts; with another address it kills. NULL: not here. */
const char *confine_calls(const char *path, int may_open);

/* A time limit on a process that may be asleep. Real time alone would also end one that computes on
 * a crowded machine; that one has a limit on its processor time. */
typedef struct {
    pid_t root;
    double next, last;           /* when to look at it again; when it is over in any case */
    int asleep;                  /* how often in a row it was asleep; 0 again after a message */
} patience;

/* set_limit: setrlimit, whose first argument is an enum in glibc and an int elsewhere */
#if defined(__GLIBC__)
void set_limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard);
#else
void set_limit(int what, rlim_t soft, rlim_t hard);
#endif

double real_time(void);          /* [s], from some moment on */
char process_state(long pid);    /* the letter of /proc/PID/stat; ? if unreadable, 0 without it */

/* have_patience: from now on, with the process root and all that descend from it */
patience have_patience(pid_t root, double seconds);

/* is_over: after `seconds`, when none of them has been found computing three times in a row; after
 * 30 times `seconds` in any case. Where the system does not show this, after `seconds`. */
int is_over(patience *p);

#endif
