/* trials.c: which rows of joints a solve has, and what energy it may give
 *
 * Rows are straight lines, joints are not, and contacts stand in their way: see mbw_once_more.
 */
#include <float.h>
#include <math.h>

#include "island.h"

#define CURVE 0.25               /* of the energy at l: a turn of one radian a step is worth that */
#define KANE 0.3                 /* of it: what friction may make of bounces, see mb_restitution */
#define MEND 2.0                 /* of the speed that mends an error along its own direction */
#define STRAIGHT 1e-14           /* [m] gaps of joints that change by no more are the same */
#define ROUNDING (32.0 * DBL_EPSILON)          /* of a gap, in coordinates */
#define YIELD 1e-8               /* of the bodies' speeds: see yield */
enum { MORE_SOLVES = 2 };        /* the default of mb_world.curved */

static double mass_of(const mb_body *b, int k) { return k < 2 ? b->mass : b->inertia; }

/* ---- energy ---------------------------------------------------------------------------------- */

/* does contact i open by Newton's law of impact, at the speed -bias? */
static int is_bounced(const mbw_rows *rows, int i)
{
    const mbw_contact *c = rows->contact + i;

    return c->bias < c->curve + mbw_gap_rate(rows->world, rows->island, i,
                                             -mbw_recovery(rows->world));
}

/* Does something give or take what has no bound: a driven body, a bounce in Poisson's way? */
static int is_fed(const mbw_rows *rows)
{
    const mb_world *w = rows->world;

    for (int i = 0; i < rows->njoint; i++)
        if (fabs(mbw_drift(w, &rows->joint[i].row)) > 0.0) return 1;
    for (int i = 0; i < rows->island->ncontact; i++) {
        const mbw_contact *c = rows->contact + i;
        if (fabs(mbw_drift(w, &c->normal)) + fabs(mbw_drift(w, &c->tangent)) > 0.0) return 1;
        if (c->e > 0.0) return 1;
    }
    return 0;
}

double mbw_gained(const mbw_rows *rows, const double *v)
{
    double sum = 0.0;

    for (int i = 0; i < 3 * rows->island->nbody; i++) {
        const int body = rows->island->body[i / 3], at = 3 * body + i % 3;
        const double before = rows->v_before[at], pushed = rows->v_free[at] - before;
        sum += mass_of(rows->world->body + body, i % 3) *
               (0.5 * (v[at] * v[at] - before * before) - v[at] * pushed);
    }
    return sum;
}

/* How fast penetration and errors of joints ask to be mended, in sum [m/s]. Large errors of joints
 * do not count as such: what is thrown together would not stop. */
static double mending_speed(const mbw_rows *rows)
{
    const double recovery = mbw_recovery(rows->world);
    double speed = rows->best == MBW_CALM ? 0.0 : fmin(rows->torn / rows->world->h, recovery);

    for (int i = 0; i < rows->island->ncontact; i++)
        speed += fmin(fmax(-rows->contact[i].bias, 0.0), recovery);
    return speed;
}

/* the square of the turn of a step, of bodies and of the lines of ropes [rad^2] */
static double turn_squared(const mbw_rows *rows, const double *v)
{
    const mb_world *w = rows->world;
    double spin = 0.0, most;

    for (int i = 0; i < rows->island->nbody; i++) {
        const int at = 3 * rows->island->body[i] + 2;
        spin = fmax(spin, fmax(fabs(v[at]), fabs(rows->v_before[at])));
    }
    most = w->h * w->h * spin * spin;
    for (int i = 0; i < rows->njoint; i++) {
        const double length = w->joint[rows->joint[i].joint].length;
        if (length > 0.0) most = fmax(most, 2.0 * rows->bend / length);
    }
    return most;
}

/* What the curve of joints may give: of the energy at l the turn's square, and as gravity pulls
 * along what a step bends: a pendulum's, however little it swings, is that of its lowest point. */
static double curve_energy(const mbw_rows *rows, const double *v, double pull)
{
    const double energy = mbw_energy(rows, rows->v_before);

    if (rows->best == MBW_CALM || rows->njoint == 0) return 0.0;
    return fmin(CURVE * energy,
                turn_squared(rows, v) * energy + rows->bend / rows->world->h * pull);
}

/* What bounces may give: none of the energy but by friction, and what they take from gravity, as
 * they leave with a part of the speed before it pulled. */
static double bounce_energy(const mbw_rows *rows, double mass, double pushed)
{
    double speed = 0.0;

    for (int i = 0; i < rows->island->ncontact; i++)
        if (is_bounced(rows, i)) speed -= rows->contact[i].bias;
    if (!(speed > 0.0)) return 0.0;
    return KANE * mbw_energy(rows, rows->v_before) + speed * sqrt(mass * pushed);
}

/* What springs and motors can give in a step [J] */
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

/* Impulses p do the work sum p_i J_i v+, of which friction's part is <= 0. If w is a velocity that
 * mends all there is to mend, J w = J v+ in the rows that ask for it, and the work is at most
 *
 *     w' M (v+ - v_free) <= |w| (|v+ - v| + |v_free - v|),    |x|^2 = x' M x
 *
 * The gain is the work less |v+ - v|^2 / 2, and so at most |w|^2 / 2 + |w| |v_free - v|. */
double mbw_gain(const mbw_rows *rows, const double *v)
{
    double mass = 0.0, pushed = 0.0, w, most;

    if (is_fed(rows)) return 0.0;
    for (int i = 0; i < 3 * rows->island->nbody; i++) {
        const mb_body *b = rows->world->body + rows->island->body[i / 3];
        const int at = 3 * rows->island->body[i / 3] + i % 3;
        const double dv = rows->v_free[at] - rows->v_before[at];
        pushed += mass_of(b, i % 3) * dv * dv;
        if (i % 3 < 2) mass += b->mass;                        /* and as much again to turn */
    }
    w = MEND * mending_speed(rows) * sqrt(mass);
    most = given(rows) + curve_energy(rows, v, sqrt(mass * pushed)) +
           bounce_energy(rows, mass, pushed) + 0.5 * w * w + w * sqrt(pushed) +
           rows->tolerance * mbw_energy(rows, rows->v_free);
    return fmax(mbw_gained(rows, v) - most, 0.0);
}

/* ---- the rows of a trial --------------------------------------------------------------------- */

/* a gap of joints and limits undone at most so fast, but for what driven bodies do to it */
static void slow_gap(const mbw_rows *rows, mbw_joint_row *row, double speed)
{
    const double driven = rows->world->h * mbw_drift(rows->world, &row->row);
    const double own = row->gap - driven, most = rows->world->h * speed;

    if (row->kind == MBW_HOLD) row->gap = driven + fmin(fmax(own, -most), most);
    if (row->kind == MBW_LIMIT) row->gap = driven + fmax(own, -most);
}

void mbw_calm(mbw_rows *rows)
{
    for (int i = 0; i < rows->njoint; i++) slow_gap(rows, rows->joint + i, 0.0);
    rows->trial = MBW_DECIDED;
    rows->best = MBW_CALM;
}

/* Joints may forbid what contacts ask for by no more than the rounding of coordinates and speeds;
 * impulses that undo that have no bound. By so much a contact may close [m/s]. */
static double yield(const mbw_rows *rows, const mbw_row *row)
{
    const struct { int body; double lever; } side[2] = { { row->a, fabs(row->Ja[2]) },
                                                         { row->b, fabs(row->Jb[2]) } };
    double speed = 0.0, far = 0.0;

    for (int i = 0; i < 2; i++) {
        const double *v = rows->v_free + 3 * side[i].body, *q = rows->world->q + 3 * side[i].body;
        if (side[i].body < 0) continue;
        speed += fabs(v[0]) + fabs(v[1]) + side[i].lever * fabs(v[2]);
        far += fabs(q[0]) + fabs(q[1]) + side[i].lever;
    }
    return YIELD * speed + ROUNDING * far / rows->world->h;
}

static void set_contacts(mbw_rows *rows, mbw_trial trial)
{
    for (int i = 0; i < rows->island->ncontact; i++) {
        mbw_contact *row = rows->contact + i;
        if (rows->earlier == 0) row->kept = row->bias;
        row->bias = row->kept;
        if (trial != MBW_TURNED && trial != MBW_CALM) continue;
        if (trial == MBW_CALM && !is_bounced(rows, i))
            row->bias = fmax(row->bias, mbw_gap_rate(rows->world, rows->island, i, 0.0));
        row->bias += yield(rows, &row->normal);
    }
}

/* the rows of a trial, after another one; of curved rows the gaps that they had */
static void set_trial(mbw_rows *rows, mbw_trial trial)
{
    const mbw_trial before = rows->trial;

    set_contacts(rows, trial);
    for (int i = 0; i < rows->njoint && before == MBW_CURVED; i++)
        rows->joint[i].curved = rows->joint[i].gap;
    for (int i = 0; i < rows->njoint; i++) rows->joint[i].row = rows->joint[i].own;
    rows->trial = trial;
    if (trial != MBW_CURVED) (void)mbw_curve(rows, trial == MBW_TURNED ? rows->v_before : NULL);
    rows->change = HUGE_VAL;
    for (int i = 0; i < rows->njoint; i++) {
        mbw_joint_row *row = rows->joint + i;
        if (trial == MBW_GENTLE) slow_gap(rows, row, mbw_recovery(rows->world));
        if (trial == MBW_CALM) slow_gap(rows, row, 0.0);
        if (trial == MBW_CURVED && mbw_has_gap(row)) row->gap = row->curved;
    }
}

/* ---- which one ------------------------------------------------------------------------------- */

/* is another solve wanted, curved by v, that of the last one? */
static int curve_again(mbw_rows *rows, const double *v, int solves)
{
    const int curved = rows->world->curved, more = curved != 0 ? curved : MORE_SOLVES;
    double change;

    if (rows->trial > MBW_TURNED || solves > more || !(rows->change > 0.0)) return 0;
    change = mbw_curve(rows, v);
    if (change <= rows->change || rows->trial == MBW_TURNED) {
        rows->change = change;
        return change > STRAIGHT;
    }
    rows->change = 0.0;                                        /* it moves away: back by one */
    for (int i = 0; i < rows->njoint; i++) rows->joint[i].gap = rows->joint[i].before[1];
    return 1;
}

/* is a trial that broke joints by so much, with that gain, better than the best before it? */
static int better(const mbw_rows *rows, double error, double gain)
{
    return gain < rows->gain ||
           (rows->trial == MBW_PLAIN && gain <= rows->gain && error < rows->error);
}

/* the trial after this one; contacts stand in the way of the one that turns */
static mbw_trial next_trial(const mbw_rows *rows)
{
    if (rows->trial == MBW_CURVED && rows->island->ncontact == 0) return MBW_PLAIN;
    return (mbw_trial)((int)rows->trial + 1);
}

int mbw_once_more(mbw_rows *rows, mb_status status, const double *v, int solves)
{
    const mbw_trial trial = rows->trial, best = rows->best;
    double error = HUGE_VAL, gain = HUGE_VAL;
    int enough;

    if (status < 0 || trial == MBW_DECIDED) return 0;
    if (status == MB_OK && curve_again(rows, v, solves - rows->earlier)) return 1;
    rows->best = trial;
    if (status == MB_OK) {
        error = mbw_broken(rows, v);
        gain = mbw_gain(rows, v);
    }
    enough = gain <= 0.0 && error <= fmax(rows->bend, STRAIGHT);
    if (trial == MBW_TURNED ? enough : better(rows, error, gain)) {
        rows->error = error;
        rows->gain = gain;
    } else {
        rows->best = best;
    }
    enough |= rows->gain <= 0.0 && trial > MBW_TURNED;
    if (!enough && trial < MBW_CALM) {
        set_trial(rows, next_trial(rows));
        rows->earlier = solves;
        return 1;
    }
    if (rows->best != trial && rows->gain < HUGE_VAL) set_trial(rows, rows->best);
    rows->trial = MBW_DECIDED;
    return rows->best != trial && rows->gain < HUGE_VAL;
}
