#!/bin/sh
# test_pictures.sh: the pictures in the labs' READMEs, and lab 12's ladder, are those that the code
# makes today
#
#   tests/grader/test_pictures.sh [BUILD]        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
build=${1:-build}
export GRADE="$build/grade"

MAKEFLAGS= MAKE="${MAKE:-make}" B="$build" sh solutions/pictures/pictures.sh "$dir/labs" \
    >"$dir/out" 2>"$dir/err"
report $? 'solutions/pictures/pictures.sh draws them all'
if plain_doubles; then
    for kept in labs/*/*.svg; do
        awk -f tests/pictures.awk "$dir/$kept" "$kept" >"$dir/out" 2>"$dir/err"
        report $? "$kept is up to date (to renew it: make pictures)"
    done
    cmp "$dir/labs/12_contest/README.md" labs/12_contest/README.md >"$dir/out" 2>&1
    report $? "lab 12's ladder is up to date (to renew it: make pictures)"
else
    skip "the labs' pictures" 'intermediate results are wider than doubles here'
fi
(cd "$dir" && ls labs/*/*.svg) >"$dir/drawn"
ls labs/*/*.svg | cmp - "$dir/drawn" >"$dir/out" 2>&1
report $? 'all pictures that are drawn are kept, and all that are kept are drawn'
finish
