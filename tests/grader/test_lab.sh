#!/bin/sh
# test_lab.sh BUILD: a lab consists of files in three places: the example of labs/ADDING.md, word by
# word, in a copy of the kit (TAP)
#
# BUILD is where the grader was built; the copy takes its objects, so that little is compiled.
built=$1
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
unset GRADE
top=$PWD copy=$dir/kit
mkdir -p "$copy/build/grade/obj" || exit 2
cp -Rp Makefile mbsim.h minisim2d labs scenes solutions tests "$copy" || exit 2
# finished files only: another make may be writing the list of labs
for file in "$built"/grade/obj/*.[od]; do cp -p "$file" "$copy/build/grade/obj" || exit 2; done
cd "$copy" || exit 2

# the files of the page: a line with a name between stars, then the text, indented by four blanks
write_files() {
    awk '/^\*\*.*\*\*$/ { file = substr($0, 3, length($0) - 4); blank = ""; next }
         /^    / && file { print blank substr($0, 5) >file; blank = ""; next }
         /^$/ { blank = blank "\n"; next }
         { file = "" }' "$1"
}

# do_it COMMAND...: its output in out, its exit status in $status
do_it() {
    MAKEFLAGS='CFLAGS=-O0 GRADER_EXTRA=-O0' "$@" >"$dir/out" 2>&1 </dev/null
    status=$?
}
make=${MAKE:-make}

mkdir -p labs/90_toy tests/labs/90_toy
write_files labs/ADDING.md
do_it "$make" -s answers LAB=toy
[ $status -eq 0 ] && grep -A 1 '^= last_forgotten ' build/grade/answers/90_toy | grep -q '^1 '
report $? 'make answers: the mistake and its answers'
do_it "$make" -s test LAB=toy
holds 'make test: the stub is not attempted' ends $status 0 '^0 passed, 0 failed, 1 skipped'
do_it "$make" -s mutants LAB=90
ends $status 0 '^ok .* 1 mistakes of 90_toy: killed by the tests they name'
report $? 'make mutants: the mistake is found, with its hint; the correct ways have full marks'

# refused LINE WHY: a list with this change is refused, with its file and line
refused() {
    printf '%s\n' '= wrong [toy.01] any text' "$1" >"$dir/list"
    awk -v solution=solutions/90_toy.c -v out="$dir" -f tests/grader/commands/submissions.awk \
        "$dir/list" 2>"$dir/out"
    [ $? -eq 1 ] && [ ! -f "$dir/wrong.c" ] && grep -qF "$dir/list:2: wrong: $2" "$dir/out"
    report $? "a known mistake that is refused: $2"
}
refused '    i < n - 1' 'old => new, not: i < n - 1'
refused '    n <= i => n < i' 'does not occur in lines 1 to 10 of the solution: n <= i'
refused '    ; i => ; j' 'occurs more than once in lines 1 to 10 of the solution: ; i'
refused '    sum[0] => sum[1]' 'occurs more than once in lines 1 to 10 of the solution: sum[0]'
refused '+    n--;' 'lines to insert, and no @, & or => above them'
sed '/^= downwards/,$d' tests/labs/90_toy/submissions.txt >"$dir/list"
mv "$dir/list" tests/labs/90_toy/submissions.txt
do_it "$make" -s mutants LAB=90
holds 'make mutants: works without another correct way' ends $status 0 '^1\.\.4$'
grep -v '^readme: ' tests/labs/90_toy/submissions.txt >"$dir/list"
mv "$dir/list" tests/labs/90_toy/submissions.txt
do_it "$make" -s mutants LAB=90
[ $status -ne 0 ] &&
    grep -q 'no known mistake is for: i < n - 1: the last number is left out' "$dir/out"
report $? 'make mutants: a common mistake of the README that is not a known one is reported'
do_it "$make" -s mistake LAB=toy
ends $status 0 '^last_forgotten$' 'the last number is missing'
report $? 'make mistake: the list'
do_it "$make" -s mistake LAB=toy NAME=last_forgotten
cp "$dir/out" "$dir/last_forgotten.c"
[ $status -eq 0 ] && grep -q 'n - 1' "$dir/last_forgotten.c" &&
    "${CC:-cc}" -std=c99 -I. -Ilabs/90_toy -fsyntax-only "$dir/last_forgotten.c" >"$dir/out" 2>&1
report $? 'make mistake NAME=: a file that compiles'
do_it "$make" -s mistake LAB=toy NAME=nothing
[ $status -ne 0 ] && grep -q 'has no nothing' "$dir/out"
report $? 'make mistake: an unknown name'
do_it "$make" -s hint LAB=toy T=01
holds 'make hint: the first stage' ends $status 0 'hint 1 of 2'
cp "$dir/last_forgotten.c" labs/90_toy/toy.c
do_it "$make" -s test LAB=toy
[ $status -ne 0 ] && grep -q 'likely *the last number is missing' "$dir/out"
report $? 'make test: the mistake is diagnosed'
cp solutions/90_toy.c labs/90_toy/toy.c
do_it "$make" -s plot LAB=toy LIBRARY=            # it draws without the program's library
ends $status 0 'the picture is build/plot/90_toy.svg' && grep -q '>3<' build/plot/90_toy.svg
report $? 'make plot: the picture'
do_it "$make" -s grade LAB=90_toy
holds 'make grade: full marks' ends $status 0 '2 of 2 points'
do_it "$make" -s test LAB=toy
ends $status 0 '^  A loop over n numbers' && [ "$(cat build/grade/progress/90_toy)" = '2 2 - -' ]
report $? 'make test: the summary of a passed lab'
grep -q "^| 01 | $(build/grade/grader --lab toy --points | sed 's/^[^ ]* 01 2 //') | 2 |" \
    labs/90_toy/README.md
report $? 'the table in the README is the same as the grader gives'
sed 's/1, MAX_N + 1, make/1, 81, make/' tests/labs/90_toy/tests.c >"$dir/many" &&
    mv "$dir/many" tests/labs/90_toy/tests.c
do_it "$make" -s test LAB=toy
[ $status -ne 0 ] && grep -q 'test 01 of 90_toy has 81 cases; a test may have at most 80' "$dir/out"
report $? 'more cases than the grader can compare are refused'
rm -rf labs/90_toy solutions/90_toy.c tests/labs/90_toy
do_it "$make" -s list
ends $status 0 '^01_lcp' && ! grep -q toy "$dir/out"
report $? 'without its three places the lab is gone'
cd "$top" || exit 2
finish
