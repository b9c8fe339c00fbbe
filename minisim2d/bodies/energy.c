/* energy.c: does a step gain energy without a source?
 *
 * The safe step gains none, see world.h. An accurate one bounces and follows the curves of joints,
 * and is accepted only if that explains its gain.
 */
#include <math.h>

#include "island.h"

#define TURN 0.3                 /* [rad] with larger turns a step no longer follows the joints'
                                    curves */
#define EVEN 0.06                /* [rad] largest difference of the turns of two steps in smooth
                                    motion: cranks have .05, whips 1.3 */
#define UNEVEN 1e-2              /* of the energy of free motion: gain allowed for other joints */

double mbw_energy(const mbw_rows *rows, const double *v)
{
    double energy = 0.0;

    for (int i = 0; i < rows->island->nbody; i++) {
        const double *u = v + 3 * rows->island->body[i];
        const mb_body *b = rows->world->body + rows->island->body[i];
        energy += 0.5 * b->mass * (u[0] * u[0] + u[1] * u[1]) + 0.5 * b->inertia * u[2] * u[2];
    }
    return energy;
}

/* the energy of v minus that at l, less the work h f.v of gravity and forces, f h = M (v_free -
 * v_l) */
static double gained(const mbw_rows *rows, const double *v_free, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < 3 * rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i / 3] + i % 3;
        const mb_body *b = rows->world->body + at / 3;
        const double before = rows->world->v[at], pushed = v_free[at] - before;
        sum += (i % 3 < 2 ? b->mass : b->inertia) *
               (0.5 * (v[at] * v[at] - before * before) - v[at] * pushed);
    }
    return sum;
}

double mbw_driven(const mbw_rows *rows)
{
    const mb_world *w = rows->world;
    double most = 0.0;

    for (int i = 0; i < rows->njoint; i++)
        most = fmax(most, fabs(mbw_drift(w, &rows->joint[i].row)));
    for (int i = 0; i < rows->island->ncontact; i++) {
        const mbw_contact *c = rows->contact + i;
        most = fmax(most, fabs(mbw_drift(w, &c->normal)));
        most = fmax(most, fabs(mbw_drift(w, &c->tangent)));
    }
    return most;
}

/* can driven bodies, or bounces by Poisson's law, add energy without bound? */
static int is_fed(const mbw_rows *rows)
{
    int fed = mbw_driven(rows) > 0.0;

    for (int i = 0; i < rows->island->ncontact; i++) fed |= rows->contact[i].e > 0.0;
    return fed;
}

/* the most energy that springs and motors can add in a step [J] */
static double given(const mbw_rows *rows)
{
    const mb_world *w = rows->world;
    double energy = 0.0;

    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        if (row->kind == MBW_SPRING)
            energy += 0.5 * w->joint[row->joint].stiffness * row->gap * row->gap;
        if (row->kind == MBW_MOTOR) energy += w->h * row->effort * fabs(row->speed);
    }
    return energy;
}

/* the greatest turn in a step, of bodies, and of ropes and distances by their bend [rad]; *change:
 * the greatest difference of bodies' turns at v and at l */
static double turn(const mbw_rows *rows, const double *v, double *change)
{
    const mb_world *w = rows->world;
    double most = 0.0;

    *change = 0.0;
    for (int i = 0; i < rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i] + 2;
        most = fmax(most, w->h * fmax(fabs(v[at]), fabs(w->v[at])));
        *change = fmax(*change, w->h * fabs(v[at] - w->v[at]));
    }
    for (int i = 0; i < rows->njoint; i++) {
        const mbw_joint_row *row = rows->joint + i;
        const double length = mbw_is_support(w, row) ? 0.0 : w->joint[row->joint].length;
        if (length > 0.0) most = fmax(most, sqrt(2.0 * row->bend / length));
    }
    return most;
}

/* gain allowed for joints: following their curves keeps the energy to second order in the turn,
 * unless the turn jumps */
static double curve_energy(const mbw_rows *rows, double free_motion, double before, const double *v)
{
    double change, most = turn(rows, v, &change);

    if (rows->njoint == 0) return 0.0;
    return fmax(change <= EVEN && most < TURN ? most * most * before : 0.0, UNEVEN * free_motion);
}

int mbw_gains(const mbw_rows *rows, const double *v_free, const double *v)
{
    const double before = mbw_energy(rows, rows->world->v), free_motion = mbw_energy(rows, v_free);
    const double gain = rows->bounced ? mbw_energy(rows, v) - fmax(before, free_motion) :
                        gained(rows, v_free, v);

    return !is_fed(rows) && gain > rows->tolerance * free_motion + given(rows) +
                                      curve_energy(rows, free_motion, before, v);
}
