/* trace.c: one line an iteration, in columns that depend on the kind of solver */
#include "trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int tracer_init(tracer *t, const mb_mlcp *p, int reduced, FILE *to)
{
    memset(t, 0, sizeof *t);
    t->to = to;
    t->n = p->n;
    t->reduced = reduced;
    t->bound = malloc(((size_t)p->n + 1) * sizeof *t->bound);
    t->box = malloc(((size_t)p->n + 1) * sizeof *t->box);
    if (!t->bound || !t->box) return -1;
    for (int i = 0; i < p->n; i++) {
        const int lower = !p->lo || p->lo[i] > -HUGE_VAL, upper = p->hi && p->hi[i] < HUGE_VAL;
        if (lower || upper) t->bound[t->nbound++] = i;
        if (lower && upper) t->box[t->nbox++] = i;
    }
    return 0;
}

void tracer_free(tracer *t)
{
    free(t->bound);
    free(t->box);
    memset(t, 0, sizeof *t);
}

/* name of the variable with this number: z3 or w3, counted from 1; z0; for the upper bound of z3
 * the multiplier u3 and its slack s3 = hi - z3; x3 and y3 in an LCP that the solver made; - if the
 * number is negative */
static const char *variable_name(const tracer *t, int n, int variable, char text[32])
{
    const int slack = variable >= n, i = slack ? variable - n : variable;

    if (variable < 0) strcpy(text, "-");
    else if (variable == 2 * n) strcpy(text, "z0");
    else if (!t->reduced) snprintf(text, 32, "%c%d", slack ? 'w' : 'z', i + 1);
    else if (n != t->nbound + t->nbox) snprintf(text, 32, "%c%d", slack ? 'y' : 'x', i + 1);
    else if (i < t->nbound) snprintf(text, 32, "%c%d", slack ? 'w' : 'z', t->bound[i] + 1);
    else snprintf(text, 32, "%c%d", slack ? 's' : 'u', t->box[i - t->nbound] + 1);
    return text;
}

/* the layout that an iteration needs. Lemke's method is recognised by its first pivot: z0
 * enters. */
static trace_layout layout_for(const tracer *t, const mb_trace *trace)
{
    if (t->layout == TRACE_NOTHING && trace->entering == 2 * trace->n) return TRACE_LEMKE;
    if (t->layout == TRACE_LEMKE || t->layout == TRACE_PIVOTS) return t->layout;
    return trace->entering >= 0 ? TRACE_PIVOTS : TRACE_ITERATES;
}

static void print_header(const tracer *t)
{
    switch (t->layout) {
    case TRACE_LEMKE:
        fprintf(t->to, "\nThe entering variable grows from 0 to the ratio, where the leaving one "
                       "reaches 0.\n");
        if (t->reduced && t->size != t->nbound + t->nbox)
            fprintf(t->to, "The problem is split into an LCP of %d unknowns x with slacks y.\n",
                    t->size);
        else if (t->reduced && t->nbound < t->n)
            fprintf(t->to, "The free unknowns are eliminated.\n");
        if (t->reduced && t->size == t->nbound + t->nbox && t->nbox > 0)
            fprintf(t->to,
                    "Each z is measured from its bound; s3 = hi - z3, with multiplier u3.\n");
        fprintf(t->to, "\n%9s  %-8s  %-8s  %-16s  %s\n", "pivot", "entering", "leaving", "ratio",
                "z0");
        break;
    case TRACE_ITERATES:
        fprintf(t->to, "\nThe step is the solver's own measure: a sweep's |dz|, the length of a "
                       "Newton step.\n");
        fprintf(t->to, "\n%9s  %-16s  %s\n", "iteration", "residual", "step");
        break;
    case TRACE_PIVOTS:
        fprintf(t->to, "\nThe entering variable moves by the step, until the leaving one, if there "
                       "is one, is at its bound.\n");
        fprintf(t->to, "\n%9s  %-8s  %-8s  %-16s  %s\n", "iteration", "entering", "leaving",
                "residual", "step");
        break;
    case TRACE_NOTHING:
        break;
    }
}

void tracer_show(void *user, const mb_trace *trace)
{
    tracer *t = user;
    const trace_layout layout = layout_for(t, trace);
    char entering[32], leaving[32];

    if (layout != t->layout || trace->n != t->size) {
        t->layout = layout;
        t->size = trace->n;
        if (t->to) print_header(t);
    }
    if (!t->to) return;
    variable_name(t, trace->n, trace->entering, entering);
    variable_name(t, trace->n, trace->leaving, leaving);
    if (layout == TRACE_LEMKE)
        fprintf(t->to, "%9d  %-8s  %-8s  %-16.9g  %.9g\n", trace->iteration, entering, leaving,
                trace->step, trace->residual);
    else if (layout == TRACE_ITERATES)
        fprintf(t->to, "%9d  %-16.6e  %.6e\n", trace->iteration, trace->residual, trace->step);
    else
        fprintf(t->to, "%9d  %-8s  %-8s  %-16.6e  %.6e\n", trace->iteration, entering, leaving,
                trace->residual, trace->step);
}
