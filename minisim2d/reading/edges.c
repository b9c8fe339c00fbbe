/* edges.c: functions of a scene that need no file: names, edges, steps, energy; see scene.h */
#include "scene.h"

#include <float.h>
#include <math.h>
#include <string.h>

int scene_steps(double time, double h)
{
    if (!(time >= 0.0 && h > 0.0) || time > DBL_MAX || h > DBL_MAX) return -1;
    double steps = time / h;
    if (!(steps <= 2.0 * SCENE_MAX_STEPS)) return -1;

    steps = ceil(steps - fmax(1e-9, 4.0 * DBL_EPSILON * steps));
    return steps <= SCENE_MAX_STEPS ? (int)fmax(steps, 0.0) : -1;
}

int scene_count(const scene *s) { return s->nbody + s->nparticle; }

void scene_name(const scene *s, int k, char text[SCENE_NAME])
{
    if (k < s->nbody) snprintf(text, SCENE_NAME, "%s", s->body[k].name);
    else snprintf(text, SCENE_NAME, "particle %d", k - s->nbody + 1);
}

int scene_edges(const scene_obstacle *o)
{
    return o->closed ? o->nvert : o->nvert - 1;
}

void scene_edge(const scene_obstacle *o, int k, double p[2], double q[2])
{
    const int next = k + 1 < o->nvert ? k + 1 : 0;

    memcpy(p, o->xy + 2 * k, 2 * sizeof *p);
    memcpy(q, o->xy + 2 * next, 2 * sizeof *q);
}

int scene_edge_count(const scene *s)
{
    int n = 0;

    for (int i = 0; i < s->nobstacle; i++) n += scene_edges(&s->obstacle[i]);
    return n;
}

int scene_edge_find(const scene *s, int number, int *k)
{
    for (int i = 0; i < s->nobstacle && number >= 0; i++) {
        const int n = scene_edges(&s->obstacle[i]);
        if (number < n) {
            if (k) *k = number;
            return i;
        }
        number -= n;
    }
    return -1;
}

double scene_energy(const scene *s, int particle, const double x[2], const double v[2])
{
    const scene_particle *p = s->particle + particle;
    double energy = 0.0;

    for (int i = 0; i < 2; i++)
        energy += 0.5 * p->mass * v[i] * v[i] - (p->mass * s->gravity[i] + p->force[i]) * x[i];
    return energy;
}
