#include "trajectory.h"

static void csv_numbers(const double *values, int n, output_text *out)
{
    for (int i = 0; i < n; i++) {
        output_string(out, ",");
        output_number(out, values[i]);
    }
}

void trajectory_csv_header(output_text *out)
{
    output_string(out, "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy\n");
}

void trajectory_csv(const trajectory_row *r, output_text *out)
{
    output_printf(out, "%d", r->step);
    csv_numbers(&r->t, 1, out);
    output_printf(out, ",%d", r->particle + 1);
    csv_numbers(r->x, 2, out);
    csv_numbers(r->v, 2, out);
    output_printf(out, ",%d,%d,%d", r->contacts, r->size, r->iterations);
    csv_numbers(&r->residual, 1, out);
    csv_numbers(&r->seconds, 1, out);
    csv_numbers(&r->energy, 1, out);
    output_string(out, "\n");
}
