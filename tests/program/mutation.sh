#!/bin/sh
# mutation.sh: `make mutate` with three changes to a small file and only the test of that file;
# prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
unset MAKEFLAGS MAKELEVEL MFLAGS

N=3 JOBS=1 SEED=1 TESTS=tests/program/test_study.c MAKE=${MAKE:-make} \
    sh tests/mutate.sh "$dir/mutate" minisim2d/study/quantiles.c >"$dir/out" 2>"$dir/err"
report $? 'a clean copy builds and passes without a mutant'
grep -q '^seed 1: [123] of 3 killed' "$dir/out"
report $? 'three mutants are tried, and the test kills at least one of them'

# every kind of change, and none in comments, strings and declarations
printf '%s\n' 'double f(const double *a, int i)' '{' '    /* 1 < 2 */' \
    '    if (a[i] < 2.5 && g(i, a) > 0) a[0] += -a[i];' '    puts("1 + 1");' '}' >"$dir/f.c"
awk -f tests/mutate.awk "$dir/f.c" | cut -f 2- >"$dir/out"
wants=$(printf '%s\n' '(a[i] <= 2.5' '(a[i] < 2.5 ||' '(2.0 * 2.5)' '> 1)' 'a[1] +=' 'a[j] <' \
    '-= -a' '+= a[i]' '(a, i)')
echo "$wants" | while IFS= read -r want; do grep -qF -e "$want" "$dir/out" ||
    { echo "no mutant has $want"; exit 1; }; done >"$dir/err"
report $? 'mutate.awk makes each kind of change'
! grep -E '^(3|1)|1 - 1|2 \+' "$dir/out" >"$dir/err"
report $? 'mutate.awk changes no comments, strings or declarations'
finish
