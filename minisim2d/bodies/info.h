/* info.h: helpers that fill an mb_info, for the files of bodies/ */
#ifndef INFO_H
#define INFO_H

#include <float.h>
#include <math.h>

#include "../../mbsim.h"

/* mbw_done: fills *info unless it is NULL, and returns the status
 * mbw_refuse: the same where nothing was iterated, and no residual computed */
static inline mb_status mbw_done(mb_info *info, mb_status status, int iterations, double residual,
                                 int where)
{
    if (info) {
        info->status = status;
        info->iterations = iterations;
        info->residual = residual;
        info->where = where;
    }
    return status;
}

static inline mb_status mbw_refuse(mb_info *info, mb_status status, int where)
{
    return mbw_done(info, status, 0, HUGE_VAL, where);
}

/* mbw_all_finite: 1 if none of x[n] is NaN or infinite */
static inline int mbw_all_finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= DBL_MAX)) return 0;
    return 1;
}

#endif
