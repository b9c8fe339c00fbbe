/* door.c: functions for other languages; see door.h */
#include "door.h"

#include <stdlib.h>
#include <string.h>

#include "../motion/simulate.h"
#include "../reading/scene.h"
#include "../solving/attempt.h"

/* ---- a problem ---- */

int door_solve(int n, const double *A, const double *b, const double *lo, const double *hi,
               const char *solver, double tol, int max_iter, double *z, double *residual,
               int *iterations)
{
    const mb_mlcp problem = { n, A, b, lo, hi, NULL };
    const mb_lcp lcp = { n, A, b };
    const mb_solver *s = solvers_find(lo || hi, solver ? solver : "lemke");
    size_t bytes;
    void *scratch;
    mb_options with;
    mb_arena arena;
    mb_info info;
    mb_status status;

    if (!s || n < 0 || n > MB_MAX_N) return MB_BAD_ARG;
    memset(&with, 0, sizeof with);
    memset(&info, 0, sizeof info);
    with.tol = tol;
    with.max_iter = max_iter;
    bytes = s->scratch(n);
    scratch = malloc(bytes ? bytes : 1);
    if (!scratch) return MB_NO_MEMORY;
    arena = mb_arena_make(scratch, bytes);
    status = lo || hi ? s->mlcp(&problem, &with, z, &info, arena)
                      : s->lcp(&lcp, &with, z, &info, arena);
    free(scratch);
    *residual = info.residual;
    *iterations = info.iterations;
    return status;
}

/* ---- a scene ---- */

struct door {
    scene scene;
    settings with;
    simulation run;
    driver *driver;
    FILE *said;               /* the run's messages; NULL: they go to the standard error */
    char message[2048];
};

/* the formulation and the step; 0, or -1 after a message */
static int choose(settings *with, const char *formulation, double h)
{
    int i = 0;

    if (h > 0.0) with->h = h;
    if (!(h >= 0.0) || scene_steps(with->time, with->h) < 0) {
        fprintf(stderr, "mbsim: a step of %.9g s, expected one > 0 and no more than 1e8 of them\n",
                h);
        return -1;
    }
    while (formulation && i < mb_formulation_count &&
           strcmp(formulation, mb_formulations[i].name) != 0)
        i++;
    if (i == mb_formulation_count) {
        fprintf(stderr, "mbsim: no formulation is called '%s'\n", formulation);
        return -1;
    }
    if (formulation) with->formulation = i;
    return 0;
}

const char *door_message(door *d)
{
    size_t size = 0;

    if (d->said && fseek(d->said, 0, SEEK_SET) == 0)
        size = fread(d->message, 1, sizeof d->message - 1, d->said);
    d->message[size] = '\0';
    return d->message;
}

door *door_open(const char *name, const char *formulation, double h)
{
    door *d = calloc(1, sizeof *d);
    char *path;

    if (!d) return NULL;
    if (scenes_open(name, "", &path, &d->scene) != 0) {
        free(d);
        return NULL;
    }
    free(path);
    settings_default(&d->with, &d->scene);
    if (choose(&d->with, formulation, h) == 0) {
        d->said = tmpfile();
        d->driver = simulate_open(&d->scene, &d->with, &d->run, d->said ? d->said : stderr);
    }
    if (d->driver) return d;
    fputs(door_message(d), stderr);
    door_close(d);
    return NULL;
}

int door_count(const door *d) { return scene_count(&d->scene); }

int door_width(const door *d) { return d->scene.nbody > 0 ? 3 : 2; }

void door_state(const door *d, double *t, double *x, double *v)
{
    const int width = door_width(d);

    *t = d->run.t;
    for (int k = 0; k < door_count(d); k++) {
        const trajectory_row *row = d->run.last + k;
        memcpy(x + width * k, row->x, sizeof row->x);
        memcpy(v + width * k, row->v, sizeof row->v);
        if (width < 3) continue;
        x[width * k + 2] = row->angle;
        v[width * k + 2] = row->spin;
    }
}

int door_step(door *d) { return simulate_step(d->driver); }

int door_status(const door *d) { return d->run.status; }

void door_close(door *d)
{
    if (!d) return;
    if (d->said) fclose(d->said);
    simulate_close(d->driver);
    simulation_free(&d->run);
    scene_free(&d->scene);
    free(d);
}
