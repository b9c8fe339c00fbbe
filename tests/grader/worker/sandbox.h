/* sandbox.h: one worker process: confined, limited, and removed at the end
 *
 *     grader ---- keeper ---- init ---- worker          (each the parent of the next)
 *
 *   keeper   enters new namespaces where the system allows it (process ids, network, IPC; a user
 *            namespace if not root), then waits
 *   init     process 1 of the new process-id namespace: when it ends, the kernel kills
 *            everything inside. It holds a leash, a pipe
 *            whose other end only the grader has: when that closes, even because the grader died,
 *            init kills the worker
 *   worker   in a session of its own, with limits, a filter of system calls, no environment, an
 *            empty working directory, no descriptor
 *            but its four; the executable, if it is static, as the only file in its root
 *            directory; another user, if the grader is root
 *
 * On Linux the worker can only make the system calls that a computation needs, whoever runs the
 * grader (confine.h). Features that a system lacks are left out, so the same grader runs on a
 * laptop, in a container and as root.
 *
 * NOT COVERED: without that filter, without user namespaces and not as root, the worker is a
 * program like any other of the grader's user: it can read and change everything that this user
 * can, including the grader. The instructors' manual has a table of what it can then do, and a
 * hostile submission tries it.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stddef.h>
#include <sys/types.h>

/* An executable in memory: each worker gets a fresh copy, whatever the previous one did. */
typedef struct {
    char *bytes;
    size_t size;
    int is_static;               /* can run in an otherwise empty root directory */
    int sanitized;               /* reserves far more address space than it uses: no limit on
                                    that */
} program;

/* program_load: the worker in directory dir (worker-static, or worker); 1, or 0 if there is
 * none. program_free releases it. */
int program_load(const char *dir, program *p);
void program_free(program *p);

/* Graders side by side, where there are no namespaces, end all that the user of a worker runs: each
 * of them needs its own users. */
enum { SANDBOX_USERS = 50 };

typedef struct {
    int users;                   /* -1, or which of so many ranges of user ids to take */
    int cpu;                     /* [s] */
    int memory;                  /* address space [MB] */
    int plain;                   /* 1: no namespaces, no other root directory, no other user: for
                                    tests of the fallback */
    int open;                    /* 1: no filter of system calls, no Landlock: likewise */
} limits;

typedef struct {
    int request, answer, text;   /* pipes to its standard input, from its descriptor 3, from its
                                    standard output and error */
    int ending;                  /* pipe: how the worker has ended, as of waitpid */
    int leash;
    int answer_closed, text_closed;      /* set by the readers */
    pid_t keeper;
    char directory[256];
} sandbox;

/* sandbox_close: first of all: no other process, not even of the same user, may look into this */
void sandbox_close(void);

/* sandbox_with_parent: end when the process that started this one ends, where the system can */
void sandbox_with_parent(void);

/* remove_tree: a folder with all that is in it. take_variable: a variable's text, or NULL, removed
 * from the environment, which /proc/PID/environ shows as it was at the start. processors: how many
 * there are, at most `most` */
void remove_tree(const char *path);
char *take_variable(const char *name);
int processors(int most);

/* sandbox_prepare: once, before the first; where is the directory below which each worker gets
 * one of its own; hidden[size] is overwritten in every child */
int sandbox_prepare(const char *where, void *hidden, size_t size);

/* sandbox_start: 1, or 0 with errno set. All descriptors do not block. */
int sandbox_start(sandbox *s, const program *p, const limits *l);

/* sandbox_ending: 1 and the status if the worker has ended; 0 not yet; -1 if its supervisors have
 * ended without a report */
int sandbox_ending(const sandbox *s, int *status);

/* sandbox_stop: kill the remaining processes, reap them, remove the directory */
void sandbox_stop(sandbox *s);

/* sandbox_finish: once, after the last: kills processes that escaped their supervisors and so
 * became the grader's own children */
void sandbox_finish(void);

#endif
