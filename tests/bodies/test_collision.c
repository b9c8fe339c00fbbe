/* test_collision.c: masses, gaps and rows of contacts of every pair of shapes, leading facets, and
 * detection compared with brute force */
#include "build.h"
#include "minisim2d/bodies/island.h"

enum { POINT, DISC, ROD, CAPSULE, POLYGON, ROUNDED, KINDS };
static const char *const kinds[KINDS] = { "point",   "disc",    "rod",
                                          "capsule", "polygon", "rounded polygon" };
static stage s, other;

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

/* a random convex polygon about its centroid; returns the number of vertices */
static int random_polygon(rng *r, double size, double *xy)
{
    const int n = 3 + rng_int(r, 8);
    const double turn = rng_range(r, 0.0, 2 * PI), flat = rng_range(r, 0.4, 1.0);
    double area, centroid[2], inertia;

    for (int k = 0; k < n; k++) {
        const double angle = turn + 2 * PI * (k + rng_range(r, -0.3, 0.3)) / n;
        xy[2 * k] = size * cos(angle);
        xy[2 * k + 1] = size * flat * sin(angle);
    }
    (void)mb_polygon_mass(n, xy, &area, centroid, &inertia);
    for (int k = 0; k < 2 * n; k++) xy[k] -= centroid[k % 2];
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

/* ---- random pairs ---------------------------------------------------------------------------- */

static int add_random(stage *to, rng *r, int kind, double size)
{
    const int round = kind == CAPSULE || kind == ROUNDED;
    const double radius = kind == DISC ? size : round ? rng_range(r, 0.1, 0.5) * size : 0.0;
    double xy[2 * VERTICES] = { 0.0 };
    int n = 1;

    if (kind >= POLYGON) n = random_polygon(r, size, xy);
    if (kind == ROD || kind == CAPSULE) {
        n = 2;
        xy[0] = -size;
        xy[2] = size;
    }
    return stage_polygon(to, n, xy, radius, 0.0, 0.0, rng_range(r, -PI, PI));
}

/* two bodies near each other, in motion */
static void random_pair(stage *to, rng *r, int a, int b)
{
    stage_clear(to);
    to->w.epsilon = 0.3;
    add_random(to, r, a, 0.5);
    add_random(to, r, b, 0.5);
    to->q[3] = rng_range(r, 0.2, 1.2);
    to->q[4] = rng_range(r, -0.5, 0.5);
    for (int i = 0; i < 6; i++) to->v[i] = rng_range(r, -2.0, 2.0);
}

/* the row of a contact along d, for all bodies */
static void full_row(const stage *of, const mb_body_contact *c, const double *d, double *J)
{
    double Ja[3], Jb[3];

    memset(J, 0, 3 * (size_t)of->w.nbody * sizeof *J);
    mb_contact_row(of->q, c, d, Ja, Jb);
    for (int k = 0; k < 3; k++) {
        if (c->a >= 0) J[3 * c->a + k] = Ja[k];
        if (c->b >= 0) J[3 * c->b + k] = Jb[k];
    }
}

static const mb_body_contact *find(const mb_body_contact *c, int count,
                                   const mb_body_contact *like)
{
    for (int i = 0; i < count; i++)
        if (c[i].a == like->a && c[i].b == like->b && c[i].facet == like->facet &&
            c[i].vertex == like->vertex)
            return c + i;
    return NULL;
}

/* the rows of all contacts against central differences of their gaps while everything moves;
 * returns the number of contacts present on both sides */
static int against_differences(rng *r, mb_formulation f, double *worst)
{
    static mb_body_contact here[CONTACTS], ahead[CONTACTS];
    const int count = stage_detect(&s, f), nq = 3 * s.w.nbody;
    const double step = 1e-6;
    double v[3 * BODIES], q[3 * BODIES], J[3 * BODIES];
    int n, compared = 0;

    memcpy(here, s.contact, (size_t)count * sizeof *here);
    memcpy(q, s.q, sizeof q);
    for (int i = 0; i < nq; i++) v[i] = rng_range(r, -1.0, 1.0);
    for (int i = 0; i < nq; i++) s.q[i] = q[i] + step * v[i];
    n = stage_detect(&s, f);
    memcpy(ahead, s.contact, (size_t)n * sizeof *ahead);
    for (int i = 0; i < nq; i++) s.q[i] = q[i] - step * v[i];
    stage_detect(&s, f);
    memcpy(s.q, q, sizeof q);
    for (int i = 0; i < count; i++) {
        const mb_body_contact *to = find(ahead, n, here + i);
        const mb_body_contact *from = find(s.contact, s.ncontact, here + i);
        double rate = 0.0;
        if (!to || !from) continue;
        full_row(&s, here + i, here[i].n, J);
        for (int k = 0; k < nq; k++) rate += J[k] * v[k];
        *worst = fmax(*worst, fabs(rate - (to->psi - from->psi) / (2 * step)));
        compared++;
    }
    return compared;
}

/* the change of linear momentum, and of angular momentum about the origin, by a contact's row */
static double momentum_of_rows(void)
{
    double worst = 0.0, J[3 * BODIES];

    for (int i = 0; i < s.ncontact; i++) {
        const mb_body_contact *c = s.contact + i;
        const double t[2] = { -c->n[1], c->n[0] };
        for (int along = 0; along < 2; along++) {
            double sum[3] = { 0.0, 0.0, 0.0 };
            full_row(&s, c, along ? t : c->n, J);
            for (int k = 0; k < s.w.nbody; k++) {
                const double *j = J + 3 * k, *x = s.q + 3 * k;
                sum[0] += j[0];
                sum[1] += j[1];
                sum[2] += j[2] + x[0] * j[1] - x[1] * j[0];
            }
            for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(sum[k]));
        }
    }
    return worst;
}

static void rows(void)
{
    rng r = { 1 };
    double momentum = 0.0;

    for (int a = 0; a < KINDS; a++)
        for (int b = a; b < KINDS; b++) {
            double worst = 0.0;
            int compared = 0;
            if (a == POINT && b == POINT) continue;
            for (int trial = 0; trial < 40; trial++) {
                random_pair(&s, &r, a, b);
                for (int f = 0; f < mb_formulation_count; f++) {
                    compared += against_differences(&r, (mb_formulation)f, &worst);
                    stage_detect(&s, (mb_formulation)f);
                    momentum = fmax(momentum, momentum_of_rows());
                }
            }
            check(compared > 20 && worst < 1e-6, "%s and %s: rows are gaps' derivatives: %.1e",
                  kinds[a], kinds[b], worst);
        }
    check(momentum < 1e-15, "rows act equally and oppositely, including lever arms: to %.1e",
          momentum);
}

static void rows_on_terrain(void)
{
    static const double xy[] = { -4, 0.3, -2, -0.2, -1, 0, 0.5, -0.1, 1, 0.4, 2, 0.1, 4, 0.1 };
    static const double block[] = { -1, 0, 0, 1, 1, 0.2, 0.3, -0.6 };
    const mb_polyline lines[] = { { 7, xy, 0, 0.3 }, { 4, block, 1, 0.3 } };
    rng r = { 2 };

    for (int kind = 0; kind < KINDS; kind++) {
        double worst = 0.0;
        int compared = 0;
        for (int trial = 0; trial < 200; trial++) {
            stage_clear(&s);
            (void)stage_ground(&s, lines + trial % 2, 1);
            add_random(&s, &r, kind, 0.5);
            s.q[0] = rng_range(&r, -2.0, 2.0);
            s.q[1] = rng_range(&r, -0.2, 1.0);
            for (int f = 0; f < mb_formulation_count; f++)
                compared += against_differences(&r, (mb_formulation)f, &worst);
        }
        check(compared > 20 && worst < 1e-6, "%s on terrain: rows are gaps' derivatives: %.1e",
              kinds[kind], worst);
    }
}

/* ---- gaps ------------------------------------------------------------------------------------ */

/* vertex k of a body's core */
static void vertex(const stage *of, int body, int k, double *u)
{
    const double *q = of->q + 3 * body, *xy = of->xy[body] + 2 * k;

    u[0] = q[0] + cos(q[2]) * xy[0] - sin(q[2]) * xy[1];
    u[1] = q[1] + sin(q[2]) * xy[0] + cos(q[2]) * xy[1];
}

/* distance from u to a body's core; inside it < 0 */
static double core_distance(const stage *of, int body, const double *u)
{
    const int n = of->shape[body].nvert;
    double least = HUGE_VAL;
    int left = 0;

    for (int k = 0; k < n; k++) {
        double p[2], q[2];
        vertex(of, body, k, p);
        vertex(of, body, (k + 1) % n, q);
        least = fmin(least, mb_distance_to_segment(u, p, q));
        left += (q[0] - p[0]) * (u[1] - p[1]) - (q[1] - p[1]) * (u[0] - p[0]) > 0.0;
    }
    return n > 2 && left == n ? -least : least;
}

/* the greatest gap of vertex u of b against a among the contacts; -HUGE_VAL: none */
static double greatest_gap(int a, int b, int u)
{
    double most = -HUGE_VAL;

    for (int i = 0; i < s.ncontact; i++) {
        const mb_body_contact *c = s.contact + i;
        if (c->a == a && c->b == b && c->vertex == u) most = fmax(most, c->psi);
    }
    return most;
}

/* 1 if vertex u of b is left out beside a because a corner of a was seen from there */
static int seen_before(int a, int b, int u)
{
    for (int i = 0; i < s.ncontact; i++) {
        const mb_body_contact *c = s.contact + i;
        if (c->a == b && c->b == a && c->facet == MB_CORNER(u)) return 1;
    }
    return 0;
}

static void gaps(void)
{
    rng r = { 4 };
    int round = 0, missed = 0, too_many = 0;
    double worst = 0.0;

    for (int trial = 0; trial < 3000; trial++) {
        random_pair(&s, &r, 1 + rng_int(&r, KINDS - 1), 1 + rng_int(&r, KINDS - 1));
        stage_detect(&s, MB_ST);
        for (int a = 0; a < 2; a++)
            for (int k = 0; k < s.shape[1 - a].nvert; k++) {
                const double radius = s.shape[0].radius + s.shape[1].radius;
                const double found = greatest_gap(a, 1 - a, k);
                double u[2], distance;
                vertex(&s, 1 - a, k, u);
                distance = core_distance(&s, a, u);
                too_many += distance - radius >= s.w.epsilon && found > -HUGE_VAL;
                if (distance - radius >= s.w.epsilon || seen_before(a, 1 - a, k)) continue;
                missed += !(found > -HUGE_VAL);
                if (distance < 0.0 || radius <= 0.0 || !(found > -HUGE_VAL)) continue;
                worst = fmax(worst, fabs(found - (distance - radius)));
                round++;
            }
    }
    check(missed == 0, "every vertex within epsilon is found (%d missed)", missed);
    check(too_many == 0, "and none beyond epsilon (%d found)", too_many);
    check(round > 1000 && worst < 2e-15, "outside a core, the greatest gap is the distance to the "
          "round set: %d, to %.1e", round, worst);
}

/* ---- invariance ------------------------------------------------------------------------------ */

/* the world turned, scaled, moved; velocities with it */
static void look_otherwise(const stage *from, stage *to, double angle, double scale, double x,
                           double y)
{
    const double c = scale * cos(angle), sn = scale * sin(angle);

    stage_clear(to);
    to->w.epsilon = scale * from->w.epsilon;
    to->w.primary = from->w.primary;
    for (int i = 0; i < from->w.nbody; i++) {
        const double *q = from->q + 3 * i, *v = from->v + 3 * i;
        double xy[2 * VERTICES];
        for (int k = 0; k < 2 * from->shape[i].nvert; k++) xy[k] = scale * from->xy[i][k];
        stage_polygon(to, from->shape[i].nvert, xy, scale * from->shape[i].radius,
                      x + c * q[0] - sn * q[1], y + sn * q[0] + c * q[1], q[2] + angle);
        to->body[i] = from->body[i];
        to->v[3 * i] = c * v[0] - sn * v[1];
        to->v[3 * i + 1] = sn * v[0] + c * v[1];
        to->v[3 * i + 2] = v[2];
    }
}

/* 1 if both detections agree, with lengths scaled by this factor */
static int same_contacts(const stage *a, const stage *b, double scale, double angle, double tol)
{
    if (a->ncontact != b->ncontact) return 0;
    for (int i = 0; i < a->ncontact; i++) {
        const mb_body_contact *c = a->contact + i, *d = b->contact + i;
        const double n[2] = { cos(angle) * c->n[0] - sin(angle) * c->n[1],
                              sin(angle) * c->n[0] + cos(angle) * c->n[1] };
        if (c->a != d->a || c->b != d->b || c->facet != d->facet || c->vertex != d->vertex ||
            c->group != d->group)
            return 0;
        if (hypot(n[0] - d->n[0], n[1] - d->n[1]) > tol) return 0;
        if (fabs(scale * c->psi - d->psi) > tol * scale) return 0;
    }
    return 1;
}

static void invariance(void)
{
    static const struct { double scale, x, tol; const char *name; } way[] = {
        { 1.0, 0.0, 1e-13, "turned" },        { 1e-3, 0.0, 1e-13, "in units of km, turned" },
        { 1e3, 0.0, 1e-13, "in mm, turned" }, { 1.0, 1e6, 1e-8, "1000 km off the origin" },
    };

    for (int k = 0; k < 4; k++) {
        rng r = { 5 };
        int bad = 0, contacts = 0;
        for (int trial = 0; trial < 400; trial++) {
            const double angle = k == 3 ? 0.0 : rng_range(&r, -PI, PI);
            const mb_formulation f = (mb_formulation)(trial % mb_formulation_count);
            random_pair(&s, &r, rng_int(&r, KINDS), rng_int(&r, KINDS));
            look_otherwise(&s, &other, angle, way[k].scale, way[k].x, way[k].x / 3);
            contacts += stage_detect(&s, f);
            stage_detect(&other, f);
            bad += !same_contacts(&s, &other, way[k].scale, angle, way[k].tol);
        }
        check(bad == 0 && contacts > 1000, "%s: the same contacts (%d of 400 differ)", way[k].name,
              bad);
    }
}

/* PEG's groups without the facets that do not lead: where two corners face each other it takes the
 * facets of one of the bodies, the first that has them */
static void keep_leading(stage *of)
{
    int kept = 0;

    for (int i = 0; i < of->ncontact; i++)
        if (kept == 0 || of->contact[i].group != of->contact[kept - 1].group)
            of->contact[kept++] = of->contact[i];
    of->ncontact = kept;
}

/* 1 if every contact of a has one in b with the same gap and row, with bodies 0 and 1 exchanged */
static int same_rows_swapped(const stage *a, const stage *b)
{
    for (int i = 0; i < a->ncontact; i++) {
        double J[6], K[6];
        int same = 0;
        full_row(a, a->contact + i, a->contact[i].n, J);
        for (int k = 0; k < b->ncontact && !same; k++) {
            double off = fabs(a->contact[i].psi - b->contact[k].psi);
            full_row(b, b->contact + k, b->contact[k].n, K);
            for (int l = 0; l < 6; l++) off = fmax(off, fabs(J[l] - K[(l + 3) % 6]));
            same = off < 1e-12;
        }
        if (!same) return 0;
    }
    return a->ncontact == b->ncontact;
}

static void swapped_bodies(void)
{
    rng r = { 6 };
    int bad = 0;

    for (int trial = 0; trial < 1000; trial++) {
        const mb_formulation f = (mb_formulation)(trial % mb_formulation_count);
        random_pair(&s, &r, rng_int(&r, KINDS), rng_int(&r, KINDS));
        stage_clear(&other);
        other.w.epsilon = s.w.epsilon;
        for (int i = 1; i >= 0; i--) {
            const double *q = s.q + 3 * i;
            const int k = stage_polygon(&other, s.shape[i].nvert, s.xy[i], s.shape[i].radius, q[0],
                                        q[1], q[2]);
            memcpy(other.v + 3 * k, s.v + 3 * i, 3 * sizeof *s.v);
        }
        stage_detect(&s, f);
        stage_detect(&other, f);
        keep_leading(&s);
        keep_leading(&other);
        bad += !same_rows_swapped(&s, &other) || !same_rows_swapped(&other, &s);
    }
    check(bad == 0, "bodies in the other order: the same gaps and rows (%d of 1000 differ)", bad);
}

/* The velocities of a rigid motion are added to those of all bodies, including driven ones: the
 * same facets lead, as bodies meet each other as before. */
static void moving_on(void)
{
    rng r = { 7 };
    int bad = 0;

    for (int trial = 0; trial < 800; trial++) {
        const double w[2] = { rng_range(&r, -9, 9), rng_range(&r, -9, 9) };
        const double turn = trial < 400 ? 0.0 : rng_range(&r, -5, 5);
        random_pair(&s, &r, POLYGON, rng_int(&r, KINDS));
        s.body[trial % 2].kind = MB_KINEMATIC;
        look_otherwise(&s, &other, 0.0, 1.0, 0.0, 0.0);
        if (trial >= 400) {                                    /* far more than bodies move */
            s.w.epsilon = other.w.epsilon = 20.0;
            s.w.h = other.w.h = rng_range(&r, 0.02, 0.2);
        }
        for (int i = 0; i < 2; i++) {
            const double *q = s.q + 3 * i;
            other.v[3 * i] += w[0] - turn * q[1];
            other.v[3 * i + 1] += w[1] + turn * q[0];
            other.v[3 * i + 2] += turn;
        }
        stage_detect(&s, MB_SWEPT);
        stage_detect(&other, MB_SWEPT);
        bad += !same_contacts(&s, &other, 1.0, 0.0, 1e-12);
    }
    check(bad == 0, "from a moving frame: the same contacts (%d of 800 differ)", bad);
}

/* ---- anything -------------------------------------------------------------------------------- */

/* 1 if a row can be made of every contact */
static int sound_contacts(int count)
{
    for (int i = 0; i < count; i++) {
        const mb_body_contact *c = s.contact + i;
        const int begins = i == 0 || c->group != c[-1].group;
        if (!(fabs(hypot(c->n[0], c->n[1]) - 1.0) < 1e-14) || !(fabs(c->psi) < 1e12)) return 0;
        if (c->a == c->b || c->a < -1 || c->b < -1 || c->a >= s.w.nbody || c->b >= s.w.nbody)
            return 0;
        if (i > 0 && begins && c->group != c[-1].group + 1) return 0;
        if (!(fabs(c->p[0]) + fabs(c->p[1]) < 1e12) || !(c->mu >= 0.0)) return 0;
    }
    return count >= 0;
}

/* on a grid, on and inside each other, of every shape, at arbitrary or right angles */
static void pile_up(rng *r, int count)
{
    stage_clear(&s);
    s.w.epsilon = pow(10.0, rng_range(r, -3.0, 1.0));
    for (int i = 0; i < count; i++) {
        if (rng_int(r, 3)) {
            add_random(&s, r, rng_int(r, KINDS), 0.5);
            if (rng_int(r, 2)) s.q[3 * i + 2] = PI / 2 * rng_int(r, 4);
        } else {
            stage_box(&s, 1, 1 + rng_int(r, 2), 0, 0, PI / 2 * rng_int(r, 4));
        }
        for (int k = 0; k < 2; k++) s.q[3 * i + k] = 0.5 * rng_int(r, 4);
        for (int k = 0; k < 3; k++) s.v[3 * i + k] = rng_int(r, 3) - 1;
    }
}

static void anything(void)
{
    static const double xy[] = { -1, 1, -1, 0, 0, 0, 0, 0.5, 1, 0.5, 1, 0, 3, 0 };
    static const double block[] = { 0, 0, 0, 1, 1, 1, 1, 0 };
    static const double wild[] = { (double)NAN, HUGE_VAL, -HUGE_VAL, 1e300, -1e300 };
    const mb_polyline lines[] = { { 7, xy, 0, 0.3 }, { 4, block, 1, 0.3 } };
    rng r = { 9 };
    int bad = 0, deep = 0, counted = 0;

    for (int trial = 0; trial < 600; trial++) {
        pile_up(&r, 2 + trial % 6);
        if (trial % 3) (void)stage_ground(&s, lines, trial % 3);
        for (int f = 0; f < mb_formulation_count; f++) {
            const int count = stage_detect(&s, (mb_formulation)f);
            s.ncontact = count;
            bad += !sound_contacts(count);
            counted += count;
        }
        deep += !(stage_penetration(&s) >= 0.0 && stage_penetration(&s) < 10.0);
    }
    check(bad == 0 && counted > 10000, "bodies on and inside each other: valid contacts (%d "
          "invalid)", bad);
    check(deep == 0, "and a depth");
    for (int trial = 0; trial < 200; trial++) {
        pile_up(&r, 6);
        (void)stage_ground(&s, lines, 2);
        s.q[rng_int(&r, 18)] = wild[trial % 5];
        s.v[rng_int(&r, 18)] = wild[trial % 4];
        for (int f = 0; f < mb_formulation_count; f++)
            bad += stage_detect(&s, (mb_formulation)f) > CONTACTS;
    }
    check(bad == 0, "with a body at NaN, detection returns");
}

/* ---- broad phase ----------------------------------------------------------------------------- */

/* s's contacts, found pair by pair, each pair in its own world, into `other` */
static void by_brute_force(mb_formulation f)
{
    static stage pair;
    int groups = 0;

    other.ncontact = 0;
    for (int i = 0; i < s.w.nbody; i++)
        for (int j = i + 1; j < s.w.nbody; j++) {
            stage_clear(&pair);
            pair.w.epsilon = s.w.epsilon;
            for (int k = 0; k < 2; k++) {
                const int body = k ? j : i;
                const double *q = s.q + 3 * body;
                stage_polygon(&pair, s.shape[body].nvert, s.xy[body], s.shape[body].radius, q[0],
                              q[1], q[2]);
                pair.body[k] = s.body[body];
                pair.body[k].shape = k;
                memcpy(pair.v + 3 * k, s.v + 3 * body, 3 * sizeof *s.v);
            }
            stage_detect(&pair, f);
            for (int k = 0; k < pair.ncontact; k++) {
                mb_body_contact *c = other.contact + other.ncontact++;
                *c = pair.contact[k];
                c->a = c->a ? j : i;
                c->b = c->b ? j : i;
                c->group += groups;
            }
            if (pair.ncontact > 0) groups = other.contact[other.ncontact - 1].group + 1;
        }
}

static void broad_phase(void)
{
    rng r = { 8 };
    int bad = 0, contacts = 0, n = 0;

    for (int trial = 0; trial < 12; trial++) {
        const mb_formulation f = (mb_formulation)(trial % mb_formulation_count);
        stage_clear(&s);
        for (int i = 0; i < 40; i++) {
            add_random(&s, &r, rng_int(&r, KINDS), rng_range(&r, 0.1, i % 20 ? 0.6 : 3.0));
            s.q[3 * i] = rng_range(&r, -3.0, 3.0);
            s.q[3 * i + 1] = trial % 3 ? rng_range(&r, -3.0, 3.0) : 0.0;
            s.body[i].kind = (mb_body_kind)(i % 5 ? MB_DYNAMIC : MB_KINEMATIC + i % 2);
            s.body[i].group = rng_int(&r, 4);
        }
        contacts += stage_detect(&s, f);
        by_brute_force(f);
        bad += !same_contacts(&s, &other, 1.0, 0.0, 0.0);
    }
    check(bad == 0 && contacts > 500, "40 bodies: the contacts of all pairs, in order of bodies "
          "(%d of 12 worlds differ)", bad);

    stage_clear(&s);                         /* all bounding boxes overlap: no room for lists */
    for (int i = 0; i < 80; i++) {
        const double xy[4] = { -3.0, -3.0, 3.0, 3.0 };
        stage_polygon(&s, 2, xy, 0.001, 0.04 * i, -0.04 * i, 0.0);
    }
    n = stage_detect(&s, MB_SWEPT);
    by_brute_force(MB_SWEPT);
    check(n >= 79 && same_contacts(&s, &other, 1.0, 0.0, 0.0), "80 bars side by side, aslant: the "
          "%d contacts of all pairs", n);
    check(mb_world_detect(&s.w, s.contact, n, stage_scratch(&s, 0)) == n, "room for as many: all");
    check(mb_world_detect(&s.w, s.contact, n - 1, stage_scratch(&s, 0)) == -1, "for less: -1");
    check(mb_world_detect(&s.w, s.contact, n, mb_arena_make(s.scratch, 999)) == -1,
          "little scratch: -1");
}

static void who_collides(void)
{
    static const mb_joint_kind joint[] = { MB_REVOLUTE, MB_PRISMATIC, MB_WELD, MB_DISTANCE,
                                           MB_ROPE };
    const double xy[4] = { -2, -0.5, 2, -0.5 };
    const mb_polyline floor = { 2, xy, 0, 0.3 };

    stage_clear(&s);
    check(stage_detect(&s, MB_SWEPT) == 0, "no bodies, no contacts");
    stage_box(&s, 1, 1, 0, 0, 0);
    stage_box(&s, 1, 1, 0, 1, 0);
    check(stage_detect(&s, MB_SWEPT) == 2, "a box on a box: two contacts");
    s.body[0].group = s.body[1].group = 1;
    check(stage_detect(&s, MB_SWEPT) == 0, "boxes of one group: none");
    s.body[1].group = 2;
    check(stage_detect(&s, MB_SWEPT) == 2, "boxes of two groups: two");
    s.body[0].kind = MB_STATIC;
    check(stage_detect(&s, MB_SWEPT) == 2, "a box on a fixed one: two");
    s.body[1].kind = MB_KINEMATIC;
    check(stage_detect(&s, MB_SWEPT) == 0, "a driven one on a fixed one: none");
    s.body[0].kind = s.body[1].kind = MB_DYNAMIC;
    s.w.njoint = 1;
    s.joint[0].a = 1;
    for (int k = 0; k < 5; k++) {
        s.joint[0].kind = joint[k];
        check(stage_detect(&s, MB_SWEPT) == (k < 3 ? 0 : 2), "joined, kind %d: %s", k,
              k < 3 ? "none" : "two");
    }
    s.joint[0].kind = MB_REVOLUTE;
    s.joint[0].a = -1;
    (void)stage_ground(&s, &floor, 1);
    check(stage_detect(&s, MB_SWEPT) == 4, "the lower one hinged to the world: it still touches "
          "the floor");
}

/* ---- leading facets -------------------------------------------------------------------------- */

enum { NOTHING = -99 };

/* the facet of a that leads for vertex u of b */
static int leads(int a, int b, int u)
{
    for (int i = 0; i < s.ncontact; i++)
        if (s.contact[i].a == a && s.contact[i].b == b && s.contact[i].vertex == u)
            return s.contact[i].facet;
    return NOTHING;
}

/* the number of contacts with this facet; -1: on a corner */
static int count_facet(int facet)
{
    int n = 0;

    for (int i = 0; i < s.ncontact; i++)
        n += facet < 0 ? s.contact[i].facet < 0 : s.contact[i].facet == facet;
    return n;
}

/* two tables side by side, tops at 0, a box on the left one whose lower right corner is x from the
 * seam */
static void box_at_seam(double x)
{
    static const double left[] = { -3, -1, -3, 0, 0, 0, 0, -1 };
    static const double right[] = { 0, -1, 0, 0, 3, 0, 3, -1 };
    const mb_polyline tables[] = { { 4, left, 1, 0.0 }, { 4, right, 1, 0.0 } };

    stage_clear(&s);
    (void)stage_ground(&s, tables, 2);
    stage_box(&s, 1, 1, -x - 0.5, 0.5, 0);
    s.v[0] = 2.0;
}

/* edges of the tables: 1 and 5 the tops, 2 the left one's right side, 4 the right one's left side;
 * vertices 2 and 5 where tops and seam meet */
static void seam(void)
{
    box_at_seam(0.01);
    stage_detect(&s, MB_SWEPT);
    check(leads(-1, 0, 1) == 1 || leads(-1, 0, 1) == 5, "a corner about to slide over a seam: a "
          "top leads");
    check(leads(0, -1, 5) == 0, "the next table's corner: the box's lower side leads");
    s.w.primary = MB_VERTEX_MAX;
    stage_detect(&s, MB_SWEPT);
    check(count_facet(4) == 1, "by the rule max the next table's side does: a ghost wall");
    box_at_seam(-0.2);
    s.w.terrain.nchain = 1;
    stage_detect(&s, MB_SWEPT);
    check(leads(-1, 0, 1) == NOTHING, "a corner beyond the only table, out of epsilon: no contact");
    box_at_seam(-0.05);
    s.w.terrain.nchain = 1;
    stage_detect(&s, MB_SWEPT);
    check(leads(-1, 0, 1) == 2, "within epsilon: the table's side leads, and lets the corner pass");
    check(leads(-1, 0, 0) == 1 && leads(0, -1, 2) == 0, "the table's top and corner hold the box");
}

/* boxes of one size on each other, the upper one shifted, the world turned: corners face to face
 * are one row for ST with one facet a vertex, and two groups for PEG */
static void face_to_face(void)
{
    static const double shift[] = { 0.0, 1e-16, -3e-12, 1e-7, 1e-5, 0.01, -0.3 };
    static const int rows[] = { 2, 2, 2, 2, 3, 3, 2 }, groups[] = { 4, 4, 4, 4, 4, 4, 2 };
    static const double x[] = { 0.0, 0.0, 3.0, 1e6 };

    for (int k = 0; k < 7; k++) {
        int bad = 0;
        for (int far = 0; far < 4; far++) {
            stage_clear(&s);
            stage_box(&s, 1, 1, 0, 0, 0);
            stage_box(&s, 1, 1, shift[k], 1.0, 0);
            look_otherwise(&s, &other, 0.3 * far, far == 1 ? 1e-3 : 1.0, x[far], -x[far]);
            bad += stage_detect(&other, MB_SWEPT) != rows[k];
            stage_detect(&other, MB_PEG);
            bad += other.contact[other.ncontact - 1].group + 1 != groups[k];
        }
        check(bad == 0, "a box on a box, shifted by %g: %d rows, %d groups of PEG", shift[k],
              rows[k], groups[k]);
    }
}

/* a disc at the inner corner of an L, and the same mirrored, x for y, in which the L is itself: as
 * many contacts, with the same gaps, and normals and places mirrored, in sum */
static void mirrored(void)
{
    static const double xy[12] = { 0, 0, 0, 2, 1, 2, 1, 1, 2, 1, 2, 0 };
    static const mb_polyline line = { 6, xy, 1, 0.0 };
    rng r = { 41 };
    int wrong = 0, found = 0;

    for (int k = 0; k < 3000; k++) {
        const double x[2] = { rng_range(&r, 0.7, 1.5), rng_range(&r, 0.7, 1.5) };
        const double v[2] = { rng_range(&r, -1, 1), rng_range(&r, -1, 1) };
        double sum[2][5] = { { 0 } };
        int n[2];
        if (x[0] < 1.0 && x[1] < 1.0) continue;                /* as near to both edges */
        for (int m = 0; m < 2; m++) {
            stage_clear(&s);
            wrong += !stage_ground(&s, &line, 1);
            (void)stage_disc(&s, 0.2, x[m], x[!m]);
            s.v[0] = v[m];
            s.v[1] = v[!m];
            n[m] = stage_detect(&s, k % 3 ? MB_PEG : MB_SWEPT);
            for (int i = 0; i < s.ncontact; i++) {
                const mb_body_contact *c = s.contact + i;
                sum[m][0] += c->psi;
                for (int j = 0; j < 2; j++) {
                    sum[m][1 + j] += c->n[m ? !j : j];
                    sum[m][3 + j] += c->p[m ? !j : j];
                }
            }
        }
        found += n[0];
        wrong += n[0] != n[1];
        for (int j = 0; j < 5; j++) wrong += fabs(sum[0][j] - sum[1][j]) > 1e-9;
    }
    check(wrong == 0 && found > 1000, "a disc in an L, mirrored: %d contacts, %d sums differ",
          found, wrong);
}

/* PEG: a corner of a box is in a triangle that moves up or down, as far from its upper end as from
 * its lower one: of equal gaps the one leads that opens, the lower one if the triangle moves up. */
static void opening_leads(void)
{
    static const double xy[6] = { -0.25, 0, 0.375, 0.125, 0, 0.5 };

    for (int up = -1; up <= 1; up += 2) {
        const mb_body_contact *lead = NULL;
        stage_clear(&s);
        stage_box(&s, 1, 1, 0, 0, 0);
        stage_polygon(&s, 3, xy, 0.0, 0.625, 0.25, 0.0);
        s.v[4] = 3.0 * up;
        (void)stage_detect(&s, MB_PEG);
        for (int i = 0; i < s.ncontact && !lead; i++)
            if (s.contact[i].a == 1) lead = s.contact + i;
        check(lead && fabs(lead->psi + 0.25) < 1e-6 && lead->n[0] == 0.0 && lead->n[1] == -up,
              "a triangle moves %s: its %s end leads", up > 0 ? "up" : "down",
              up > 0 ? "lower" : "upper");
    }
}

/* a quarter turn of all coordinates */
static void quarter_turn(stage *t)
{
    for (int i = 0; i < t->w.nbody; i++) {
        double *p[1 + VERTICES];
        int n = 0;
        p[n++] = t->q + 3 * i;
        for (int k = 0; k < t->shape[i].nvert; k++) p[n++] = t->xy[i] + 2 * k;
        while (n-- > 0) {
            const double x = p[n][0];
            p[n][0] = -p[n][1];
            p[n][1] = x;
        }
    }
}

/* a box along the axes and a triangle on or in it, and the same turned by 90 degrees, which changes
 * no digit: the same contacts, turned */
static void along_the_axes(void)
{
    static mb_body_contact before[CONTACTS];
    rng r = { 31 };
    int wrong = 0, found = 0;

    for (int k = 0; k < 2000; k++) {
        const mb_formulation f = k % 3 ? MB_SWEPT : MB_PEG;
        double xy[6];
        int n;
        for (int i = 0; i < 6; i++) xy[i] = 0.125 * (rng_int(&r, 9) - 4);
        if ((xy[2] - xy[0]) * (xy[5] - xy[1]) - (xy[3] - xy[1]) * (xy[4] - xy[0]) < 0.05) continue;
        stage_clear(&s);
        stage_box(&s, 1, 1, 0, 0, 0);
        stage_polygon(&s, 3, xy, 0.0, 0.125 * rng_int(&r, 9), 0.125 * (1 + rng_int(&r, 8)), 0.0);
        n = stage_detect(&s, f);
        memcpy(before, s.contact, sizeof before);
        quarter_turn(&s);
        found += n;
        wrong += stage_detect(&s, f) != n;
        for (int i = 0; i < n; i++) {
            const mb_body_contact *a = before + i, *b = s.contact + i;
            wrong += a->psi != b->psi || a->n[0] != b->n[1] || a->n[1] != -b->n[0] ||
                     a->p[0] != b->p[1] || a->p[1] != -b->p[0];
        }
    }
    check(wrong == 0 && found > 600, "a box and triangles, turned by 90 degrees: %d contacts, %d "
          "differ", found, wrong);
}

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

/* ---- the terrain ----------------------------------------------------------------------------- */

static void disc_at(const mb_polyline *line, double x, double y, mb_formulation f)
{
    stage_clear(&s);
    (void)stage_ground(&s, line, 1);
    stage_disc(&s, 0.5, x, y);
    stage_detect(&s, f);
}

static void joints_and_ends(void)
{
    static const double valley[] = { -2, 2, -2, 0, 2, 0 }, ridge[] = { -2, 0, 0, 0, 2, -1 };
    static const double flat[] = { -2, 0, 0, 0, 2, 0 }, bowl[] = { -2, 2, 0, 0, 2, 2 };
    const mb_polyline in = { 3, valley, 0, 0.3 }, over = { 3, ridge, 0, 0.3 };
    const mb_polyline straight = { 3, flat, 0, 0.3 }, round = { 3, bowl, 0, 0.3 };

    for (int f = MB_ST; f < mb_formulation_count; f++) {
        disc_at(&in, -1.5, 0.5, (mb_formulation)f);
        check(count_facet(0) >= 1 && count_facet(1) >= 1 && count_facet(-1) == 0, "%s: a disc in a "
              "concave corner: both walls, not the vertex", mb_formulations[f].name);
        disc_at(&round, 0.0, 0.6, (mb_formulation)f);
        check(count_facet(0) >= 1 && count_facet(1) >= 1 && count_facet(-1) == 0, "%s: above one "
              "of 90 degrees the same", mb_formulations[f].name);
        disc_at(&over, 0.05, 0.51, (mb_formulation)f);
        check(count_facet(-1) == 1 && fabs(s.contact[0].psi - (hypot(0.05, 0.51) - 0.5)) < 1e-15,
              "%s: on a ridge: its vertex", mb_formulations[f].name);
        disc_at(&straight, 0.0, 0.5, (mb_formulation)f);
        check(count_facet(-1) == 0, "%s: on the joint of a straight line: no vertex",
              mb_formulations[f].name);
        disc_at(&straight, 2.1, 0.5, (mb_formulation)f);
        check(count_facet(-1) == 1, "%s: past the end: the end", mb_formulations[f].name);
    }
    stage_clear(&s);
    (void)stage_ground(&s, &straight, 1);
    stage_box(&s, 1, 1, 0, 0.5, 0);
    check(stage_detect(&s, MB_SWEPT) == 2, "a box over the joint of a straight line: its corners");
    s.q[0] = 2.2;
    check(stage_detect(&s, MB_SWEPT) == 2 && leads(0, -1, 3 * 0 + 2 + 1) == 0, "a box over the end "
          "of the line: its corner, and the end");
}

/* what lies below the extension of one of the ground's edges: beyond a bump, around a peninsula */
static void ground_beside(void)
{
    static const double bump[] = { -2, 0, 1, 0, 1.05, 0.02, 1.3, -0.5 };
    static const double land[] = { 3, 2, 3, -2, 0, -2, 0, -0.2, -1, -0.2, -1, 0.2, 0, 0.2, 0, 2 };
    static const double gap[] = { -1, -1, -1, 0, 1, 0, 1, -1 };
    const mb_polyline line = { 4, bump, 0, 0.0 }, piece = { 8, land, 1, 0.0 };
    const mb_polyline block = { 4, gap, 1, 0.0 };
    const double origin[2] = { 0.0, 0.0 };

    stage_clear(&s);
    s.w.epsilon = 0.5;
    (void)stage_ground(&s, &line, 1);
    stage_polygon(&s, 1, origin, 0.0, 1.3, -0.3, 0.0);
    stage_detect(&s, MB_SWEPT);
    for (int f = 0; f < 2; f++) check(leads(-1, 0, 0) != f, "behind a bump: no contact with the "
                                      "floor in front of it (%d)", f);
    check_near(stage_penetration(&s), 0.0, 0.0, "and nothing is inside");

    stage_clear(&s);
    s.w.epsilon = 0.3;
    check(stage_ground(&s, &piece, 1), "a bay with a peninsula");
    stage_polygon(&s, 1, origin, 0.0, -0.8, 0.3, 0.0);
    for (int k = 0; k < 2; k++) {
        const mb_formulation f = k ? MB_SWEPT : MB_PEG;
        stage_detect(&s, f);
        check_near(stage_penetration(&s), 0.0, 0.0, "beside a peninsula nothing is inside");
    }
    stage_clear(&s);
    (void)stage_ground(&s, &block, 1);
    stage_polygon(&s, 1, origin, 0.0, 0.2, -0.3, 0.0);
    check_near(stage_penetration(&s), 0.3, 1e-15, "deep in a block, beyond epsilon: seen");
    for (int f = 0; f < mb_formulation_count; f++)
        check(stage_detect(&s, (mb_formulation)f) > 0 && s.contact[0].psi == -0.3, "and pushed to "
              "the closest side by %s", mb_formulations[f].name);
}

/* A small box below a slope from (1, 3) to (11, 8): its corners have sunk into the slope's ground,
 * unless other ground, which faces down, is between them and the nearest points of the slope. */
static void ground_between(void)
{
    static const mb_formulation f[3] = { MB_ST, MB_PEG, MB_SWEPT };
    int bad = 0, free_corners = 0, held = 0;

    for (int k = 0; k < 60; k++) {
        const double x = 3.0 + 0.1 * k, y = 3.0 + 0.5 * (x - 1.0) - 0.8, slope[4] = { 1, 3, 11, 8 };
        const double aside = 0.4 * (k % 3 - 1);
        /* halfway to the nearest point, which is 0.8 / 1.25 (-0.5, 1) away */
        const double middle = x - 0.16 + aside, height = y + 0.32;
        const double bar[4] = { middle + 0.12, height, middle - 0.12, height };
        const mb_polyline lines[2] = { { 2, slope, 0, 0.3 }, { 2, bar, 0, 0.3 } };
        int slopes = 0;
        stage_clear(&s);
        s.w.epsilon = 1.5;
        if (!stage_ground(&s, lines, 2)) continue;
        stage_box(&s, 0.1, 0.1, x, y, 0.0);
        (void)stage_detect(&s, f[k / 3 % 3]);
        for (int i = 0; i < s.ncontact; i++)
            slopes += s.contact[i].a < 0 && s.w.terrain.edge[s.contact[i].facet % 2].id == 0 &&
                      s.contact[i].psi < 0.0;
        if (aside == 0.0) free_corners++;
        else held++;
        bad += aside == 0.0 ? slopes > 0 : slopes == 0;
    }
    check(bad == 0 && free_corners > 10 && held > 10,
          "ground between holds back a wall above it, ground aside does not (%d of 60 wrong)", bad);
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

/* ---- facets that could separate two bodies --------------------------------------------------- */

/* A rounded box, .4 wide, in the corner of a square, at these depths behind its right and its upper
 * side. Bit 0: the right side could separate them; bit 1: the upper one. */
static int could_separate(double right, double up)
{
    static double r[2][8], n[2][8];
    static mbw_facet facet[2][4];
    static mbw_corner corner[2][4];
    const double origin[2] = { 0.0, 0.0 };
    mbw_convex set[2];
    int found = 0;

    stage_clear(&s);
    (void)stage_box(&s, 1, 1, 0, 0, 0);
    (void)stage_box(&s, 0.2, 0.2, 0.7 - right, 0.7 - up, 0);
    s.shape[1].radius = 0.1;
    for (int i = 0; i < 2; i++) {
        mbw_placed placed;
        mbw_place_body(&s.w, i, r[i], n[i], &placed);
        set[i].facet = facet[i];
        set[i].corner = corner[i];
        mbw_convex_body(&s.w, i, &placed, origin, set + i);
    }
    (void)mbw_convex_meet(set, set + 1, 0.0);
    for (int k = 0; k < set[0].nfacet; k++) {
        const mbw_facet *f = set[0].facet + k;
        if (f->plausible) found |= f->n[0] > 0.5 ? 1 : f->n[1] > 0.5 ? 2 : 4;
    }
    return found;
}

static void plausible_facets(void)
{
    check(could_separate(0.09, 0.01) == 3, "less than a quarter of the box's width, .1: both sides "
          "could separate them");
    check(could_separate(0.11, 0.01) == 2, "deeper than that: the right side cannot separate them");
    check(could_separate(0.01, 0.11) == 1, "and so for the upper side");
    check(could_separate(0.20, 0.15) == 2, "if all are deeper, only the shallowest side");
}

/* A body turns each point of its rim at most by its spin times the distance from its centre: of a
 * rounded kite with its furthest corner, the third, at (.3, .4), that is .5 and the radius. */
static void rim_speed(void)
{
    static const double kite[8] = { -0.1, -0.1, 0.1, -0.1, 0.3, 0.4, -0.1, 0.1 };
    double worst = 0.0;

    for (int k = 0; k < 8; k++) {
        double r[8], n[8];
        mbw_placed placed;
        stage_clear(&s);
        (void)stage_polygon(&s, 4, kite, 0.1, 3, -2, 0.8 * k);
        s.v[2] = k % 2 ? 2.0 : -2.0;
        mbw_place_body(&s.w, 0, r, n, &placed);
        worst = fmax(worst, fabs(placed.rim - 2.0 * (0.5 + 0.1)));
    }
    check_near(worst, 0.0, 1e-14, "the speed of the furthest corner, at every angle");
}

int main(void)
{
    rim_speed();
    plausible_facets();
    masses();
    checks();
    rows();
    rows_on_terrain();
    gaps();
    invariance();
    swapped_bodies();
    moving_on();
    anything();
    broad_phase();
    who_collides();
    seam();
    face_to_face();
    along_the_axes();
    opening_leads();
    mirrored();
    crossing_bars();
    joints_and_ends();
    ground_beside();
    ground_between();
    penetration();
    return check_done();
}
