/* session.c: many tests at once, each with a worker of its own
 *
 * One loop over poll: requests are written as far as the pipe takes them, answers collected as they
 * arrive, printed text discarded after its beginning, deadlines enforced. The next request is only
 * sent when the answer to the one before has arrived.
 */
#define _POSIX_C_SOURCE 200809L
#include "confine.h"
#include "parts.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LATE_ENOUGH = 3, MAX_JOBS = 16, SIGNAL_CPU = 24 };
static const double late_wall = 1.0;

/* a run in progress */
typedef struct {
    test_run *run;
    sandbox box;
    patience patience;
    double started;
    char *out, *in;              /* the request being sent, the answer being collected */
    size_t out_size, out_done, in_size, in_done;
} active;

int fixed_cases(const lab_test *test)
{
    return test->seeded ? test->seeded * test->cases : test->cases;
}

int most_wrong(const lab_test *test) { return test->cases < 4 ? 1 : test->cases / 4; }

static uint64_t fixed_seed(int draw) { return draw == 0 ? DEFAULT_SEED : (uint64_t)draw; }

void run_prepare(test_run *run, const lab *which, const lab_test *test, const program *exe,
                 const settings *set)
{
    const int fixed = fixed_cases(test);

    memset(run, 0, sizeof *run);
    run->lab = which;
    run->test = test;
    run->exe = exe;
    run->cases = fixed;
    if (test->seeded > 0 && set->seed != DEFAULT_SEED) run->cases += test->cases;
    run->request = room((size_t)run->cases, sizeof *run->request);
    run->answer = room((size_t)run->cases, sizeof *run->answer);
    for (int i = 0; i < run->cases; i++) {
        const int k = i % test->cases;
        const uint64_t seed = i < fixed ? fixed_seed(i / test->cases) : set->seed;
        rng r = case_numbers(which->name, test->id, test->seeded ? seed : 0, k);
        frame_start(&run->request[i], 0);
        frame_start(&run->answer[i], 0);
        test->make(k, &r, &run->request[i]);
    }
}

void run_free(test_run *run)
{
    for (int k = 0; k < run->cases; k++) {
        frame_free(&run->request[k]);
        frame_free(&run->answer[k]);
    }
    free(run->request);
    free(run->answer);
    memset(run, 0, sizeof *run);
}

int is_endless(const test_run *run)
{
    return run->state == RUN_LATE || (run->state == RUN_KILLED && run->detail == SIGNAL_CPU);
}

/* ---- one run --------------------------------------------------------------------------------- */

/* put the next request in the out buffer */
static void next_request(active *a)
{
    const frame *q = &a->run->request[a->run->answered];

    free(a->out);
    free(a->in);
    /* an answer has the size of its request */
    a->out_size = a->in_size = frame_bytes(q);
    a->out_done = a->in_done = 0;
    a->out = room(a->out_size, 1);
    a->in = room(a->in_size, 1);
    frame_encode(q, a->out);
}

/* keep the beginning of the output; read a megabyte at a time, so that a worker that never stops
 * printing delays no other */
static void read_text(active *a)
{
    char buffer[1 << 16];
    test_run *run = a->run;

    for (int pieces = 0; pieces < 16; pieces++) {
        const ssize_t got = read(a->box.text, buffer, sizeof buffer);
        size_t keep = RUN_PRINTED - 1 - run->nprinted;
        if (got <= 0) return;
        if (keep > (size_t)got) keep = (size_t)got;
        memcpy(run->printed + run->nprinted, buffer, keep);
        run->nprinted += keep;
    }
}

static void finish(active *a, run_state state, int detail)
{
    a->run->state = state;
    a->run->detail = detail;
    a->run->seconds = real_time() - a->started;
    read_text(a);
    sandbox_stop(&a->box);
    free(a->out);
    free(a->in);
    memset(a, 0, sizeof *a);
}

static void start(active *a, test_run *run, const settings *set, double wall)
{
    limits limit = set->limit;

    /* a contest's time is for one draw */
    if (strcmp(run->test->group, CONTEST) == 0) limit.cpu *= run->cases / run->test->cases;
    memset(a, 0, sizeof *a);
    a->run = run;
    a->started = real_time();
    if (!sandbox_start(&a->box, run->exe, &limit)) {
        run->state = RUN_NOT_STARTED;
        run->detail = errno;
        a->run = NULL;
        return;
    }
    a->patience = have_patience(a->box.keeper,
                                run->wall > 0.0 && run->wall < wall ? run->wall : wall);
    next_request(a);
}

static void send_some(active *a)
{
    const ssize_t done = write(a->box.request, a->out + a->out_done, a->out_size - a->out_done);

    if (done > 0) {
        a->out_done += (size_t)done;
        a->patience.asleep = 0;
    } else if (done < 0 && errno != EAGAIN && errno != EINTR)
        a->out_done = a->out_size; /* the worker no longer reads: its end will show why */
}

/* the answer's shape must be the request's */
static int same_shape(const frame *q, const frame *a)
{
    if (q->narray != a->narray) return 0;
    for (int i = 0; i < q->narray; i++)
        if (q->len[i] != a->len[i]) return 0;
    return 1;
}

/* collect the data on the answer pipe; 0 if the run is over */
static int receive_some(active *a)
{
    test_run *run = a->run;
    frame *answer = &run->answer[run->answered];
    const ssize_t got = read(a->box.answer, a->in + a->in_done, a->in_size - a->in_done);

    /* closed, or empty: the end or the deadline will show */
    if (got <= 0) return 1;
    a->in_done += (size_t)got;
    /* it may have slept while it had no request */
    a->patience.asleep = 0;
    if (a->in_done < a->in_size) return 1;
    if (frame_decode(a->in, a->in_size, answer) != (long)a->in_size ||
        !same_shape(&run->request[run->answered], answer)) {
        frame_free(answer);
        finish(a, RUN_GARBLED, 0);
        return 0;
    }
    if (answer->id == MB_TODO) {
        finish(a, RUN_TODO, 0);
        return 0;
    }
    if (++run->answered == run->cases) {
        finish(a, RUN_ANSWERED, 0);
        return 0;
    }
    next_request(a);
    return 1;
}

/* has the worker ended? Then read the rest of its data, and note how; 0 if the run is over */
static int look_for_ending(active *a)
{
    int status;
    const int state = sandbox_ending(&a->box, &status);

    if (state == 0) return 1;
    /* its last answers may still be in the pipe */
    for (int before = -1; a->run && before != (int)a->in_done;) {
        before = (int)a->in_done;
        if (!receive_some(a)) return 0;
    }
    if (state < 0) finish(a, RUN_KILLED, 9);                   /* its supervisors were killed */
    else if (WIFSIGNALED(status)) finish(a, RUN_KILLED, WTERMSIG(status));
    else finish(a, RUN_EXITED, WEXITSTATUS(status));
    return 0;
}

static void attend(active *a, const struct pollfd *fd)
{
    if (fd[0].revents) send_some(a);
    if (fd[2].revents) read_text(a);
    if (fd[1].revents && !receive_some(a)) return;
    if (fd[3].revents && !look_for_ending(a)) return;
    if (is_over(&a->patience)) finish(a, RUN_LATE, 0);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static int late_in_lab(const test_run *runs, int count, const test_run *one)
{
    int late = 0;

    for (int i = 0; i < count; i++)
        late += runs[i].lab == one->lab && runs[i].exe == one->exe && runs[i].state == RUN_LATE;
    return late;
}

/* wait until something happens to one of them, and deal with it. A pipe closed at its other end is
 * always ready: it is no longer polled, or the loop would spin until the deadline. */
static void wait_and_attend(active *a, int n)
{
    struct pollfd fd[4 * MAX_JOBS];

    for (int i = 0; i < n; i++) {
        struct pollfd *f = fd + 4 * i;
        const sandbox *s = &a[i].box;
        const int busy = a[i].run != NULL;
        memset(f, 0, 4 * sizeof *f);
        f[0].fd = busy && a[i].out_done < a[i].out_size ? s->request : -1;
        f[1].fd = busy && !a[i].box.answer_closed ? s->answer : -1;
        f[2].fd = busy && !a[i].box.text_closed ? s->text : -1;
        f[3].fd = busy ? s->ending : -1;
        f[0].events = POLLOUT;
        for (int k = 1; k < 4; k++) f[k].events = POLLIN;
    }
    if (poll(fd, (nfds_t)(4 * n), 50) < 0) return;
    for (int i = 0; i < n; i++) {
        if (!a[i].run) continue;
        if (!(fd[4 * i + 1].revents & POLLIN) && (fd[4 * i + 1].revents & POLLHUP))
            a[i].box.answer_closed = 1;
        if (!(fd[4 * i + 2].revents & POLLIN) && (fd[4 * i + 2].revents & POLLHUP))
            a[i].box.text_closed = 1;
        attend(&a[i], fd + 4 * i);
    }
}

void run_all(test_run *runs, int count, const settings *set)
{
    const int jobs = set->jobs < 1 ? 1 : set->jobs > MAX_JOBS ? MAX_JOBS : set->jobs;
    active a[MAX_JOBS];
    int next = 0, running;

    memset(a, 0, sizeof a);
    do {
        running = 0;
        for (int i = 0; i < jobs; i++) {
            while (!a[i].run && next < count) {
                test_run *run = &runs[next++];
                start(&a[i], run, set,
                      late_in_lab(runs, count, run) >= LATE_ENOUGH ? late_wall : set->wall);
            }
            running += a[i].run != NULL;
        }
        if (running) wait_and_attend(a, jobs);
    } while (running);
}
