/* appended.h: formulations for test_appended.c: ST under another name, and as one that dilates */
#ifndef MBI_MORE_IMPLEMENTATION
#define MB_MORE_FORMULATIONS \
    { "myst", "myst", "ST's own functions", MB_DETECT_EDGES, 1, 0, 0, opens_lcp, mb_st_mlcp, \
      mb_st_box, mb_formulation_scratch, NULL }, \
    { "opens", "opens", "ST, said to dilate", MB_DETECT_EDGES, 1, 0, 1, opens_lcp, mb_st_mlcp, \
      mb_st_box, mb_formulation_scratch, NULL },
#endif
