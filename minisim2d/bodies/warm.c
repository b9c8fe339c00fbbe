/* warm.c: impulses from step to step, by what they act on */
#include "island.h"

mb_impulse mbw_contact_key(const mb_body_contact *c)
{
    const mb_impulse key = { c->a, c->b, c->vertex, c->facet, 0.0, 0.0 };

    return key;
}

mb_impulse mbw_joint_key(const mbw_joint_row *row)
{
    const mb_impulse key = { -2, row->joint, (int)row->kind, row->part, 0.0, 0.0 };

    return key;
}

static int same(const mb_impulse *x, const mb_impulse *y)
{
    return x->a == y->a && x->b == y->b && x->vertex == y->vertex && x->facet == y->facet;
}

/* contacts come in nearly the order of the step before: the search begins where the last ended */
void mbw_recall(mbw_step *s, mb_impulse *m)
{
    const mb_world *w = s->world;

    for (int k = 0; w->warm && k < w->nwarm; k++) {
        const int i = (s->cursor + k) % w->nwarm;
        if (!same(w->warm + i, m)) continue;
        *m = w->warm[i];
        s->cursor = i + 1;
        return;
    }
}

void mbw_keep(mbw_step *s, const mb_impulse *m)
{
    if (s->world->warm && s->nfresh < s->world->max_warm) s->fresh[s->nfresh++] = *m;
}
