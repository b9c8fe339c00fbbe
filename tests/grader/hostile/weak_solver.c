/* hostile: calls a solver if it happens to be linked
 * points: 0
 * rest: forward */
#include "lab.h"
extern __attribute__((weak)) mb_lcp_solver mb_pgs, mb_no_pgs, mbi_pgs;
static mb_status pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    mb_lcp_solver *const solver = mb_pgs ? mb_pgs : mb_no_pgs ? mb_no_pgs : mbi_pgs;
    return solver ? solver(p, opt, z, info, scratch) : MB_STALLED;
}
