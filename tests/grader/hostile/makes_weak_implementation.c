/* hostile: takes the implementation from the header, beside the one that is linked
 * points: 0
 * rest: forward */
#define MBSIM_API extern __attribute__((weak))
#define MBSIM_IMPLEMENTATION
#include "lab.h"
static mb_status pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info, mb_arena scratch)
{
    return mb_find_lcp_solver("pgs")->lcp(p, opt, z, info, scratch);
}
