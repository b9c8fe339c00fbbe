#!/bin/sh
# test_plot.sh: make plot, with the solution of every lab, and with what can't be drawn
#
#   tests/grader/test_plot.sh [BUILD]        from the top of the kit; prints TAP
#
# A lab's own checks are in tests/labs/NN_name/plot.sh: its solution has been drawn, into $svg.
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
export GRADE="${1:-build}/grade"

# plot LAB FILE [VARIABLE=VALUE...]: the output in out, the exit status in $status
plot() {
    which=$1 file=$2
    shift 2
    MAKEFLAGS= "${MAKE:-make}" -s plot LAB="$which" PLOT_FILE="$file" PLOT_DIR="$dir" \
        LAB_DIR="$dir" "$@" >"$dir/out" 2>&1
    status=$?
}

says() { grep -qF -e "$1" "$dir/out"; }

for lab in $(ls tests/labs); do
    svg=$dir/$lab.svg
    plot "$lab" "solutions/$lab.c"
    [ $status -eq 0 ] && [ "$(grep -c '</svg>' "$svg")" -eq 1 ] && ! grep -q 'nan\|inf' "$svg"
    report $? "$lab: the solution is drawn, and every number is one"
    [ ! -f "tests/labs/$lab/plot.sh" ] || . "./tests/labs/$lab/plot.sh"
done

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
