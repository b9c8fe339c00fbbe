/* test_memory.c: functions of the program without memory: each allocation fails in turn, alone or
 * with all after it. They return what their headers say, and nothing is lost. cli_memory.sh does
 * the same with whole commands, which do not show the results of the functions within. */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "minisim2d/motion/simulate.h"
#include "minisim2d/solving/attempt.h"
#include "minisim2d/study/calibrate.h"
#include "minisim2d/study/study.h"

#if defined(__GLIBC__) && !defined(CHECK_SANITIZED)

#include "failing_malloc.c"

/* Calls f with each allocation failing. It must return `want`, or succeed without that allocation,
 * as streams do without a buffer; it must leave no block. */
static void starve(const char *name, int (*f)(void), int want)
{
    int bad = 0, refused = 0, result = f();

    check(result == 0, "%s: with memory", name);
    for (alone = 0; alone < 2; alone++)
        for (long at = 1, done = 0; !done; at++) {
            const long before = held;
            tried = 0;
            fail_at = at;
            result = f();
            done = tried < at;
            fail_at = 0;
            if (result != 0 && result != want && bad++ < 5) note("%ld: %d", at, result);
            bad += held != before || (done && result != 0);
            refused += result == want;
        }
    check(bad == 0 && refused > 1, "%s: without memory %d, %d times", name, want, refused);
}

/* ---- what is called; the data outlive it ---- */

static scene particles, bodies;
static settings with_particles, with_bodies;
static FILE *frames;
static char track[] = "/tmp/test_memory_XXXXXX";

static int compared(void)
{
    reference r;
    errors e;
    int result = reference_make(&particles, 1.0, &r, NULL);

    if (result == 0) {
        result = errors_init(&e, &r);
        for (int i = 0; result == 0 && i < 300; i++) result = errors_add(&e, 0, i);
        errors_free(&e);
    }
    reference_free(&r);
    return result;
}

static int fine(void)
{
    trajectory curve;
    reference r;
    int result;

    memset(&curve, 0, sizeof curve);
    memset(&r, 0, sizeof r);
    result = trajectory_init(&curve, scene_count(&bodies));
    if (result == 0) result = reference_fine(&bodies, &with_bodies, &r, &curve, NULL);
    trajectory_free(&curve);
    reference_free(&r);
    return result;
}

static int simulated(void)
{
    simulation run;
    const int result = (int)simulate(&particles, &with_particles, &run, NULL);

    simulation_free(&run);
    return result;
}

static int solved(void)
{
    static const double A[9] = { 2, 1, 0, 1, 2, 0, 0, 0, 1 };
    attempt a;
    int result = -1;

    memset(&a, 0, sizeof a);
    a.file.n = 3;
    a.file.nfree = a.file.mixed = 1;
    a.file.A = malloc(sizeof A);
    a.file.b = malloc(3 * sizeof *a.file.b);
    a.file.lo = malloc(3 * sizeof *a.file.lo);
    a.file.hi = malloc(3 * sizeof *a.file.hi);
    a.form = MB_FORM_LCP;
    a.solver = mb_find_lcp_solver("lemke");
    if (a.file.A && a.file.b && a.file.lo && a.file.hi) {
        memcpy(a.file.A, A, sizeof A);
        for (int i = 0; i < 3; i++) {
            a.file.b[i] = -1.0;
            a.file.lo[i] = i ? 0.0 : -HUGE_VAL;
            a.file.hi[i] = HUGE_VAL;
        }
        result = attempt_prepare(&a, NULL, 1);
    }
    if (result == 0) attempt_solve(&a);
    attempt_free(&a);
    return result;
}

static int add_row(void *user, const study_row *row, double seconds)
{
    return summary_add(user, row, seconds);
}

/* a study of the scene, and its summary */
static int studied(const scene *s, const settings *with, int body)
{
    record_head head;
    summary sum;
    study st;
    int result;

    memset(&st, 0, sizeof st);
    st.scene = s;
    st.with = *with;
    st.list.count = 1;
    st.list.of[0] = MB_SWEPT;
    st.from = s->study;
    st.body = body;
    st.runs = st.part = st.parts = 1;
    st.h_min = with->h;
    st.halvings = 1;
    st.off = 1.0;
    result = record_head_make(&head, &st) == 0 ? 0 : -1;
    if (result == 0) {
        result = summary_init(&sum, &head);
        if (result == 0) result = study_perform(&st, add_row, &sum, stderr);
        if (result == 0) result = summary_finish(&sum);
        summary_free(&sum);
    }
    record_head_free(&head);
    return result;
}

static int studied_particles(void) { return studied(&particles, &with_particles, -1); }
static int studied_bodies(void) { return studied(&bodies, &with_bodies, 0); }

static int calibrated(void)
{
    calibration c;
    int result;

    calibrate_init(&c);
    result = calibrate_vary(&c, "a.support.mu=0:0.4:0.1");
    if (result == 0) result = calibrate_vary(&c, "a.mu+b.mu=0:0.1:0.1");
    if (result == 0) result = calibrate_scene(&c, &bodies, &with_bodies, "a", track);
    if (result == 0) result = calibrate_ready(&c);
    c.best = 1;
    if (result == 0) result = calibrate_grid(&c, 0, c.points, 2, 0);
    if (result == 0) result = calibrate_refine(&c, 1);
    calibrate_free(&c);
    return result;
}

static int replayed(void)
{
    static const mb_options none;
    output_text rows = { NULL, 0, 0, 0 };
    frame_reader in;
    replay r;
    int result, more;

    rewind(frames);
    result = frame_reader_begin(&in, "frames", frames, stderr);
    more = result == 0 ? 1 : -1;
    if (result == 0) result = replay_init(&r, -1, MB_FORM_LCP, 0, NULL, &none);
    if (more == 1) {
        while (result == 0 && (more = frame_reader_next(&in)) > 0)
            result = replay_step(&r, &in, &rows);
        if (more < 0) result = -1;
        if (result == 0) result = replay_finish(&r);
        replay_free(&r);
    }
    frame_reader_end(&in);
    output_free(&rows);
    return result;
}

static void make_frames(void)
{
    frame_recorder recorder;
    output_file file;
    simulation run;
    settings with = with_particles;

    frames = tmpfile();
    if (!frames) return;
    with.formulation = MB_ST;                                  /* one contact, and then two */
    memset(&file, 0, sizeof file);
    file.stream = frames;
    recorder_begin(&recorder, &particles, &with, &file);
    with.watch = recorder_watch;
    with.user = &recorder;
    check(simulate(&particles, &with, &run, stdout) == MB_OK, "steps are recorded");
    recorder_end(&recorder);
    simulation_free(&run);
}

static int parse(const char *text, scene *s, settings *with)
{
    const int failed = scene_parse("a", text, strlen(text), s, stdout);

    settings_default(with, s);
    return failed;
}

int main(void)
{
    static const char dot[] = "step 0.1\ntime 0.5\nepsilon 0.1\nstudy position 0 1 1 2\n"
        "chain -9 0  0.2 0  9 5 mu 0.5\npolygon 20 0  20 1  21 1\n"
        "particle mass 1 position -0.3 0.02 velocity 3 0\n";
    static const char pucks[] = "step 0.1\ntime 0.3\nepsilon 0.1\ngravity 0 0\n"
        "study position 0 1 0 1\ndisc a radius 0.1 mass 1 position 0 0 velocity 1 0\n"
        "tripod a radius 0.1 load 3 mu 0.3\ndisc b radius 0.1 mass 1 position 0.25 0\n";
    static const char rows[] = "t,x,y,angle\n.1,.1,0,0\n.3,.2,0,0\n";
    const double window[4] = { -9.0, -9.0, 9.0, 9.0 };
    const int file = mkstemp(track);

    if (file < 0 || parse(dot, &particles, &with_particles) != 0 ||
        parse(pucks, &bodies, &with_bodies) != 0) {
        check(0, "there are scenes");
        return check_done();
    }
    check(write(file, rows, strlen(rows)) == (ssize_t)strlen(rows), "there is a track");
    close(file);
    with_particles.window = window;
    make_frames();
    if (!freopen("/dev/null", "w", stderr)) check(0, "messages can be thrown away");
    starve("errors", compared, -1);
    starve("a fine run", fine, -1);
    starve("a run", simulated, MB_NO_MEMORY);
    starve("a problem", solved, -1);
    starve("a study of particles", studied_particles, -1);
    starve("a study of bodies", studied_bodies, -1);
    starve("a calibration", calibrated, -1);
    starve("recorded steps", replayed, -1);
    fclose(frames);
    remove(track);
    scene_free(&particles);
    scene_free(&bodies);
    return check_done();
}

#else

int main(void)
{
    check_skip("allocations cannot be made to fail here", "results without memory");
    return check_done();
}

#endif
