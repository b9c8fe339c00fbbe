/* hostile: includes the solution with trigraphs, digraphs and broken lines
 * points: does not build */
??=inc\
lude "../../../../../solutions/02_\
pgs.c"
%:include "../../../../../solutions/02_pgs.c"
