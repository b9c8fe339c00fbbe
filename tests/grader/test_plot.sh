#!/bin/sh
# test_plot.sh: make plot, with the solutions, the stubs, and problems that are none
#
#   tests/grader/test_plot.sh        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_temporary_folder

# plot LAB FILE [VARIABLE=VALUE...]: the output in out, the exit status in $status
plot() {
    lab=$1 file=$2
    shift 2
    MAKEFLAGS= "${MAKE:-make}" -s plot LAB="$lab" PLOT_FILE="$file" PLOT_DIR="$dir" LAB_DIR="$dir" "$@" >"$dir/out" 2>&1
    status=$?
}

says() { grep -qF -e "$1" "$dir/out"; }

plot lcp solutions/01_lcp.c
[ $status -eq 0 ] && [ "$(grep -c '^  cones that hold b' "$dir/out")" -eq 6 ] && says 'hold b: 4   (w1 w2: 1, z1 w2: 1, w1 z2: 1, z1 z2: 1)' &&
    says 'hold b: 3   (w1 w2: 0, z1 w2: 1, w1 z2: 1, z1 z2: 1)' && says 'hold b: 0   (w1 w2: 0, z1 w2: 0, w1 z2: 0, z1 z2: -1)'
report $? 'lab 1: six problems, with as many solutions as the README says'
[ "$(grep -c '</svg>' "$dir/01_lcp.svg")" -eq 1 ] && [ "$(grep -c 'fill-opacity' "$dir/01_lcp.svg")" -eq 23 ] && ! grep -q 'nan\|inf' "$dir/01_lcp.svg"
report $? 'lab 1: the picture has 23 sectors: four for each problem, but for the flat cone'
plot lcp solutions/01_lcp.c A='1 0 0 1' b='-2 3'
[ $status -eq 0 ] && says 'hold b: 1   (w1 w2: 0, z1 w2: 1, w1 z2: 0, z1 z2: 0)' && grep -q 'z = (2, 0)' "$dir/01_lcp.svg"
report $? 'lab 1: a problem of your own'
plot lcp solutions/01_lcp.c A='0 0 0 0' b='0 0'
[ $status -eq 0 ] && says 'hold b: 1 ' && ! grep -q 'nan\|inf' "$dir/01_lcp.svg"
report $? 'lab 1: a problem of zeros can be drawn'
for wrong in '1 2 3' '1 2 x 4' '1 2 nan 4' '1 2 3 1e99' '1 2 3 4 5'; do
    plot lcp solutions/01_lcp.c A="$wrong" b='1 1'
    [ $status -ne 0 ] && says 'six numbers'
    report $? "lab 1: A=\"$wrong\" is refused"
done

# maths: PEG ends at (10.302, 1.047) on hills at h = 0.01; the exact end is (10.282, 1.074)
plot lemke solutions/03_lemke.c
[ $status -eq 0 ] && says 'solver mine' && says 'particle 1  (10.302' && says '250 of 250' && grep -q '</svg>' "$dir/03_lemke.svg"
report $? 'lab 3: hills.scene is driven by the solution'
printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/example.lcp"
"$dir/minisim2d" solve "$dir/example.lcp" --solver mine >"$dir/out" 2>&1 && says 'solver mine' && says '1.33333333' && says 'iterations  3'
report $? 'lab 3: the program solves the worked example with the solver called mine, in three pivots'

plot newton solutions/04_newton.c
[ $status -eq 0 ] && says 'lab_newton returned MB_OK' && grep -q '</svg>' "$dir/04_newton.svg" &&
    awk '$1 == "5" { five = $2 } $1 == "8" { eight = $2 } END { exit !(five > 1e-5 && eight < 1e-12) }' "$dir/out"
report $? 'lab 4: the residual falls from above 1e-5 to below 1e-12 in three steps'

# the edges within 0.5 m of the exact motion at 0.58 s, on edge 12: those with a vertex or a foot there
plot contact solutions/05_contact.c
[ $status -eq 0 ] && awk '$1 == "0.58" { list = list " " $4; if ($4 == 12 && $5 * $5 > 1e-9) bad = 1 }
                          END { exit bad || list != " 7 8 9 10 11 12 13" }' "$dir/out" && says '0.37   1.3214'
report $? 'lab 5: the table has the seven edges that are near at 0.58 s, one of them touched'
[ "$(grep -c '<circle' "$dir/05_contact.svg")" -eq 12 ] && ! grep -q 'nan\|inf' "$dir/05_contact.svg"
report $? 'lab 5: the picture has six discs with a particle in each'

plot lcp labs/01_lcp/lcp.c
if says 'not written yet'; then
    [ $status -ne 0 ] && [ "$(wc -l <"$dir/out")" -le 2 ]
    report $? 'lab 1, untouched: says that a function is not written yet'
fi
plot nolab x.c
[ $status -ne 0 ] && says 'there is no lab called nolab; the labs are: 01_lcp'
report $? 'a lab that there is not: the labs are named'
plot '' x.c
[ $status -ne 0 ] && says 'which lab? LAB= is one of 01_lcp'
report $? 'no lab: asks which'
plot newton "$dir/missing.c"
[ $status -ne 0 ] && says 'missing.c'
report $? 'a file that there is not: the compiler says so'
finish
