/* test_collision.c: masses and checks of shapes; penetration. Contacts: test_narrow.c */
#include "build.h"

static stage s;

/* ---- masses ---------------------------------------------------------------------------------- */

/* area, centroid and inertia about the centroid of a star-shaped polygon, summed over the triangles
 * with its first vertex, by Steiner's theorem */
static void by_triangles(int n, const double *xy, double *area, double *centroid, double *inertia)
{
    double sum = 0.0;

    *area = centroid[0] = centroid[1] = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 1; k + 1 < n; k++) {
            const double *p = xy, *q = xy + 2 * k, *r = q + 2;
            const double a = ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
            const double c[2] = { (p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3 };
            const double sides = pow(hypot(q[0] - p[0], q[1] - p[1]), 2) +
                                 pow(hypot(r[0] - q[0], r[1] - q[1]), 2) +
                                 pow(hypot(p[0] - r[0], p[1] - r[1]), 2);
            if (pass == 0) {
                *area += a;
                for (int i = 0; i < 2; i++) centroid[i] += a * c[i];
            } else {
                sum += a * (sides / 36 + pow(hypot(c[0] - centroid[0], c[1] - centroid[1]), 2));
            }
            if (pass == 0 && k + 2 == n)
                for (int i = 0; i < 2; i++) centroid[i] /= *area;
        }
    *inertia = sum / *area;
}

/* a random convex polygon; returns the number of vertices */
static int random_polygon(rng *r, double size, double *xy)
{
    const int n = 3 + rng_int(r, 8);
    const double turn = rng_range(r, 0.0, 2 * PI), flat = rng_range(r, 0.4, 1.0);

    for (int k = 0; k < n; k++) {
        const double angle = turn + 2 * PI * (k + rng_range(r, -0.3, 0.3)) / n;
        xy[2 * k] = size * cos(angle);
        xy[2 * k + 1] = size * flat * sin(angle);
    }
    return n;
}

/* the outline of a rounded polygon, with this many vertices per corner */
static int outline(int n, const double *xy, double radius, int fine, double *out)
{
    int m = 0;

    for (int k = 0; k < n; k++) {
        const double *p = xy + 2 * ((k + n - 1) % n), *q = xy + 2 * k, *r = xy + 2 * ((k + 1) % n);
        const double from = atan2(q[1] - p[1], q[0] - p[0]) - PI / 2;
        double turn = atan2(r[1] - q[1], r[0] - q[0]) - PI / 2 - from;
        if (turn < 0.0) turn += 2 * PI;
        for (int i = 0; i <= fine; i++, m++) {
            out[2 * m] = q[0] + radius * cos(from + turn * i / fine);
            out[2 * m + 1] = q[1] + radius * sin(from + turn * i / fine);
        }
    }
    return m;
}

static double worst_mass(int n, const double *xy, double area, const double *c, double inertia)
{
    double a, centroid[2], j, size = sqrt(area);

    by_triangles(n, xy, &a, centroid, &j);
    return fmax(fmax(fabs(a - area) / area, hypot(c[0] - centroid[0], c[1] - centroid[1]) / size),
                fabs(j - inertia) / inertia);
}

static void masses(void)
{
    static double fine[2 * 11 * 400];
    const double rod[4] = { -0.6, 0, 0.6, 0 }, box[8] = { -1, -0.5, 1, -0.5, 1, 0.5, -1, 0.5 };
    const double L[12] = { 0, 0, 2, 0, 2, 1, 1, 1, 1, 3, 0, 3 };
    const double R = 0.25, l = 1.2, rho = 1 / (2 * R * l + PI * R * R);
    const mb_shape disc = { 1, rod, 0.5 }, bar = { 2, rod, 0.0 }, capsule = { 2, rod, R };
    const mb_shape point = { 1, rod, 0.0 }, block = { 4, box, 0.0 };
    double area, c[2], j, xy[2 * VERTICES], worst = 0.0, round = 0.0;
    rng r = { 3 };

    check_near(mb_shape_inertia(&point), 0.0, 0.0, "a point: J = 0");
    check_near(mb_shape_inertia(&disc), 0.125, 1e-16, "a disc: J = m R^2/2");
    check_near(mb_shape_inertia(&bar), 0.12, 1e-16, "a rod: J = m L^2/12");
    check_near(mb_shape_inertia(&block), 5.0 / 12, 1e-15, "a box: J = m (a^2 + b^2)/12");
    check_near(mb_shape_inertia(&capsule),
               rho * (R * l * l * l / 6 + 2 * l * pow(R, 3) / 3 + PI * pow(R, 4) / 2 +
                      PI * R * R * l * l / 4 + 4 * pow(R, 3) * l / 3), 1e-15, "a capsule");
    check(mb_polygon_mass(6, L, &area, c, &j) == MB_OK && fabs(area - 4) < 1e-15 &&
          hypot(c[0] - 0.75, c[1] - 1.25) < 1e-15 && fabs(j - (5.0 / 12 * 2 + 5.0 / 12 * 2 +
          2 * (pow(0.25, 2) + pow(0.75, 2)) * 2) / 4) < 1e-15, "an L of two boxes");

    for (int trial = 0; trial < 300; trial++) {
        const int n = random_polygon(&r, 1.0, xy);
        const double dx = trial % 3 ? rng_range(&r, -9, 9) : 1e6;
        mb_shape shape = { n, xy, rng_range(&r, 0.1, 1.0) };
        for (int k = 0; k < n; k++) xy[2 * k] += dx;
        (void)mb_polygon_mass(n, xy, &area, c, &j);
        worst = fmax(worst, worst_mass(n, xy, area, c, j) / (dx < 1e5 ? 1 : 1e5));
        for (int k = 0; k < n; k++) xy[2 * k] -= dx;
        mb_shape_mass(&shape, &area, c, &j);
        round = fmax(round, worst_mass(outline(n, xy, shape.radius, 300, fine), fine, area, c, j));
    }
    check(worst < 1e-13, "polygons, as the sum of their triangles: to %.1e", worst);
    check(round < 1e-4, "rounded polygons, as polygons of many vertices: to %.1e", round);
}

/* ---- invalid shapes -------------------------------------------------------------------------- */

static void refused(const char *what, int n, const double *xy, double radius, mb_status status,
                    int where)
{
    const mb_shape shape = { n, xy, radius };
    mb_info info;

    check(mb_shape_check(&shape, &info) == status && info.status == status && info.where == where,
          "%s: %s", what, mb_status_name(status));
    check(mb_shape_check(&shape, NULL) == status, "%s, without info", what);
}

static void checks(void)
{
    const double box[] = { 0, 0, 1, 0, 1, 1, 0, 1 }, cw[] = { 0, 0, 0, 1, 1, 1, 1, 0 };
    const double dent[] = { 0, 0, 1, 0, 0.4, 0.4, 0, 1 }, nan_y[] = { 0, 0, 1, 0, 1, (double)NAN };
    const double twice[] = { 0, 0, 1, 0, 1, 0, 0, 1 }, line[] = { 0, 0, 1, 0, 2, 0 };
    const double straight[] = { 0, 0, 1, 0, 2, 0, 2, 2 }, back[] = { 0, 0, 2, 0, 1, 0, 1, 1 };
    const double tiny[] = { 0, 0, 1e-150, 0, 0, 1e-150 }, huge[] = { 0, 0, 1e200, 0, 0, 1e200 };
    double star[10], area, c[2], j;

    for (int k = 0; k < 5; k++) {
        star[2 * k] = cos(0.8 * PI * k);
        star[2 * k + 1] = sin(0.8 * PI * k);
    }
    refused("a box", 4, box, 0.0, MB_OK, -1);
    refused("a rounded box", 4, box, 0.5, MB_OK, -1);
    refused("a vertex on an edge", 4, straight, 0.0, MB_OK, -1);
    refused("a triangle of 1e-150 m", 3, tiny, 0.0, MB_OK, -1);
    refused("a point", 1, box, 0.0, MB_OK, -1);
    refused("a rod", 2, box, 0.0, MB_OK, -1);
    refused("no vertex", 0, box, 1.0, MB_BAD_ARG, -1);
    refused("no vertices", 1, NULL, 1.0, MB_BAD_ARG, -1);
    refused("radius < 0", 1, box, -1.0, MB_BAD_ARG, -1);
    refused("radius NaN", 1, box, (double)NAN, MB_NOT_FINITE, -1);
    refused("clockwise", 4, cw, 0.0, MB_BAD_ARG, 1);
    refused("a dent", 4, dent, 0.0, MB_BAD_ARG, 2);
    refused("NaN", 3, nan_y, 0.0, MB_NOT_FINITE, 2);
    refused("a vertex twice", 4, twice, 0.0, MB_BAD_ARG, 1);
    refused("a rod of no length", 2, twice + 2, 0.0, MB_BAD_ARG, 1);
    refused("a line as a triangle", 3, line, 0.0, MB_BAD_ARG, 2);
    refused("there and back", 4, back, 0.0, MB_BAD_ARG, 1);
    refused("a pentagram", 5, star, 0.0, MB_BAD_ARG, 3);
    refused("edges of 1e200 m", 3, huge, 0.0, MB_BAD_ARG, 1);

    check(mb_polygon_mass(2, box, &area, c, &j) == MB_BAD_ARG, "mass of 2 vertices: refused");
    check(mb_polygon_mass(4, cw, &area, c, &j) == MB_BAD_ARG, "of a clockwise polygon: refused");
    check(mb_polygon_mass(3, line, &area, c, &j) == MB_BAD_ARG, "of a line: refused");
    check(mb_polygon_mass(3, nan_y, &area, c, &j) == MB_NOT_FINITE, "of NaN: refused");
}

/* ---- penetration ----------------------------------------------------------------------------- */

/* two bars of width .2 that cross at an angle, or a bar and a capsule: no vertex is inside */
static void crossing_bars(void)
{
    const double axis[4] = { -1, 0, 1, 0 };

    stage_clear(&s);
    stage_box(&s, 2, 0.2, 0, 0, 0);
    stage_box(&s, 2, 0.2, 0, 0.3, PI / 2);
    check(stage_detect(&s, MB_SWEPT) == 1 && s.contact[0].psi < 0.0, "crossing bars: a contact");
    check_near(stage_penetration(&s), 0.8, 1e-14, "as deep as the shortest way out");
    check_near(fabs(s.contact[0].n[1]), 1.0, 1e-15, "in that direction");
    check_near(s.contact[0].psi, -0.8, 2e-6, "with that depth");
    s.q[4] = 1.05;
    check(stage_detect(&s, MB_SWEPT) == 2 && s.contact[0].psi < 0.0, "an end inside: its corners");
    check_near(stage_penetration(&s), 0.05, 1e-14, "so deep");
    stage_clear(&s);
    stage_box(&s, 2, 0.2, 0, 0, 0);
    stage_polygon(&s, 2, axis, 0.05, 0.2, 0, PI / 2);
    check(stage_detect(&s, MB_PEG) == 1 && fabs(stage_penetration(&s) - 0.85) < 1e-14,
          "a capsule across a bar");
    stage_polygon(&s, 2, axis, 0.0, 5, 0, 0);
    stage_polygon(&s, 2, axis, 0.0, 5, 0, 2);
    check(stage_detect(&s, MB_SWEPT) == 2, "rods without a radius that cross");
}

static void penetration(void)
{
    stage_clear(&s);
    stage_box(&s, 1, 1, 0, 0, 0.2);
    stage_disc(&s, 0.5, 3, 0);
    check_near(stage_penetration(&s), 0.0, 0.0, "apart: 0");
    stage_disc(&s, 0.5, 3.9, 0);
    check_near(stage_penetration(&s), 0.1, 1e-15, "discs that overlap by .1");
    stage_box(&s, 1, 1, -0.97 * cos(0.2), -0.97 * sin(0.2), 0.2);
    check_near(stage_penetration(&s), 0.1, 1e-15, "boxes .03 besides");
    s.q[6] = 9.0;
    check_near(stage_penetration(&s), 0.03, 1e-15, "without that disc");
    stage_detect(&s, MB_SWEPT);
    for (int i = 0; i < s.ncontact; i++) check_near(fabs(s.contact[i].n[0]), cos(0.2), 1e-15,
                                                    "they separate along the shortest direction");
    check(mb_world_penetration(&s.w, mb_arena_make(s.scratch, 99)) == HUGE_VAL, "little scratch: "
          "this is reported");
}

int main(void)
{
    masses();
    checks();
    crossing_bars();
    penetration();
    free(s.scratch);
    return check_done();
}
