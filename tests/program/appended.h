/* appended.h: a formulation for test_appended.c, which is ST under another name */
#ifndef MBI_MORE_IMPLEMENTATION
#define MB_MORE_FORMULATIONS \
    { "myst", "myst", "ST's own functions", MB_DETECT_EDGES, 1, 0, 0, mb_st_lcp, mb_st_mlcp, \
      mb_st_box, mb_formulation_scratch, NULL },
#endif
