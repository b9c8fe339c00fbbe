#!/bin/sh
# test_likeness.sh BUILD: make likeness: a copy with other names ranks above independent submissions
# (TAP)
built=$1
. "$(dirname "$0")/../../tap.sh"
use_temporary_folder
export ASAN_OPTIONS=detect_leaks=0           # grade-all gives no memory back before its end
unset GRADE SEED SECRET OUT MOST
course=$dir/course theirs=solutions/05_contact.c
mkdir "$course"
cp solutions/02_pgs.c "$course/ann.c"
cp $theirs "$course/bob.c"
cp solutions/10_convergence.c "$course/cid.c"
cp labs/02_pgs/pgs.c "$course/untouched.c"
# Bob's, with other names for variables and functions, without comments, in another layout
sed -e 's|/\*.*\*/||' -e 's/\([^a-z_>.]\)\([a-zA-Z]\)\([^a-zA-Z_.(<]\)/\1my_\2\3/g' \
    -e 's/\([^_a-z]\)\(i\|sum\|next\)\([^_a-z(]\)/\1your_\2\3/g' -e 's/^    //' \
    $theirs >"$course/$(printf 'it'\''s "dora"').c"
run_likeness() {
    MAKEFLAGS= "${MAKE:-make}" -s B="$built" likeness DIR="$course" LABS=pgs \
        >"$dir/out" 2>"$dir/err"
}

if command -v sim_c >/dev/null 2>&1; then
    run_likeness
    report $? 'make likeness'
    sed -n '/  alike  *of the first/{n;p;}' "$dir/out" |
        grep -q '^ *\(9[0-9]\|100\) %.*bob   it.s "dora"$'
    report $? 'a copy with other names, comments and layout is at the top'
    [ "$(sed -n 's/^ *\([0-9]*\) %.*/\1/p' "$dir/out" | sed -n 2p)" -lt 60 ]
    report $? 'independent submissions are far below it'
    ! grep -q '%.*untouched' "$dir/out" && grep -q '5 submissions, 10 pairs' "$dir/out"
    report $? "the stub's own lines do not count"
    grep -q 'copied' "$dir/out"
    report $? 'it explains the figure'
    sed -n '/^  groups/,$p' "$dir/out" | sed 1d >"$dir/groups";
    [ "$(cat "$dir/groups")" = '    bob, it'\''s "dora"' ]
    report $? 'submissions that are alike are in one group'
    mkdir "$dir/2025" && cp "$course/cid.c" "$dir/2025/eve.c" &&
        cp solutions/02_pgs.c "$dir/2025/fay.c"
    KNOWN="$dir/2025 solutions" run_likeness
    grep -q '^ *100 %.*ann   KNOWN 2025/fay$' "$dir/out" &&
        grep -q 'ann   KNOWN solutions/02$' "$dir/out" &&
        grep -q 'cid   KNOWN 2025/eve$' "$dir/out" && ! grep -q '%.*KNOWN.*KNOWN' "$dir/out" &&
        grep -q '5 submissions' "$dir/out"
    report $? 'known sources: the solutions and a folder of another year'
else
    run_likeness
    [ $? -ne 0 ] && grep -q 'sim_c is not installed' "$dir/err"
    report $? 'without sim_c it reports what is missing'
    skip 'a copy is at the top' 'sim_c is not installed'
fi
finish
