/* engines.h: the interface of the bench of bodies to every engine, the kit's and others */
#ifndef ENGINES_H
#define ENGINES_H

#ifdef __cplusplus
extern "C" {
#endif

/* boxes (radius 0) and discs on a floor and between walls; of density 1 unless mass says else */
typedef struct {
    double width, height, radius;         /* [m] */
    double mass;                          /* [kg]; 0: fixed */
    double x, y;                          /* start [m] */
} bench_body;

typedef struct {
    const char *name;
    int nbody;
    const bench_body *body;
    double mu;                            /* of all pairs */
    int falls;                            /* the scene does not start at rest */
} bench_scene;

/* one run: q[3*nbody] at its end, and its processor time */
typedef struct {
    double *q;
    double seconds;
    const char *failed;                   /* NULL, or why it ended early */
    int complaints;                       /* steps that the engine reported as failed */
} bench_run;

/* an engine runs a scene for so many steps of length h; q holds the start */
typedef void bench_engine(const bench_scene *scene, double h, int steps, bench_run *run);

bench_engine engine_box2d, engine_box2d_exact, engine_ode, engine_ode_quick;

/* processor time of this process [s] */
double bench_seconds(void);

#ifdef __cplusplus
}
#endif

#endif
