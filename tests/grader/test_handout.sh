#!/bin/sh
# test_handout.sh BUILD: a student's copy of the kit, and errors that must prevent it (TAP)
#
# From a copy of the kit, in folders with spaces. BUILD is where the kit was built.
case $1 in /*) built=$1 ;; *) built=$PWD/$1 ;; esac
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
unset GRADE MAKEFLAGS MFLAGS MAKELEVEL LAB LABS OUT YOURS
# these copies are built for inspection, not for speed
export MAKEFLAGS='CFLAGS=-O0 GRADER_EXTRA=-O0'
top=$PWD make=${MAKE:-make}
kit="$dir/the kit" out="$dir/out kit"
mkdir "$kit" "$dir/full"
cp -R Makefile README.md mbsim.h labs minisim2d scenes solutions tests "$kit" && cd "$kit" || exit 2
# few of the known mistakes, of which the copy has the answers
export GRADER="$built/grade/grader"
for list in tests/labs/*/submissions.txt; do
    awk '/^= / { on = ++count == 1 || $2 == "covering_sign" } on' $list >"$dir/list" &&
        mv "$dir/list" $list || exit 2
done

# handout LABS [OUT]: its output in out, its exit status in $status; with sources, except for the
# last copy
sources=1
handout() {
    OUT=${2-$out} LABS=$1 SOURCE=$sources sh tests/grader/commands/handout.sh \
        "$built/minisim2d/minisim2d" >"$dir/out" 2>&1 </dev/null
    status=$?
}

# stopped TEXT NAME: exit status 2, the message, and nothing left behind
stopped() {
    [ $status -eq 2 ] && says "$1" && [ ! -e "$out" ] && ! ls -d "$dir"/*.part.* >/dev/null 2>&1
    report $? "$2"
}

# spoilt FILE SCRIPT TEXT NAME: with the file changed by sed the copy is refused
spoilt() {
    cp "$1" "$dir/was" && sed "$2" "$dir/was" >"$1"
    ! cmp -s "$1" "$dir/was" && handout 03_lemke
    stopped "$3" "$4"
    cp "$dir/was" "$1"
}

# links and files named in the texts that do not exist; $dir/texts: these texts
missing() {
    for page in README.md labs/README.md labs/*/README.md scenes/README.md; do
        grep -o '](\([^)#:]*\))' "$page" | sed 's/](\(.*\))/\1/' | while read -r target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
        done
    done
    cat README.md labs/*.md labs/*/README.md labs/*/hints.txt >"$dir/texts"
    grep -oE '(labs|solutions|tests|scenes|minisim2d)/[a-z0-9_/.*-]*[a-z]' "$dir/texts" | sort -u |
        grep -vx minisim2d/minisim2d | while read -r target; do
        ls -d $target >/dev/null 2>&1 || echo "$target"        # or a pattern: some files like it
    done
}

# ---- refusals

handout 03_lemke ''
stopped 'which folder' 'no OUT='
handout '03_lemke 99'
stopped 'there is no lab called 99; the labs are: 01_lcp' 'a lab that there is not'
handout 05
stopped 'of 05_contact there is nothing' 'a lab of which mbsim.h has no reference'
handout 3 "$dir/none/out"
stopped "can't write in the folder" 'a folder that there is not'
mkdir "$dir/taken" && : >"$dir/taken/x"
handout 3 "$dir/taken"
stopped 'not an empty folder' 'a folder with something in it'
handout 3 "$dir/taken/x"
stopped 'not an empty folder' 'a file'

spoilt mbsim.h '/END SOLUTION/d' 'a region begins inside' 'a region inside of another'
spoilt labs/03_lemke/hints.txt '/END SOLUTION/d' 'does not end' 'a region that does not end'
spoilt mbsim.h 's/BEGIN SOLUTION lemke/this/' 'did not begin' 'a region that did not begin'
spoilt mbsim.h 's/END SOLUTION/END INSTRUCTOR/' 'is to end with END SOLUTION' 'ends of two kinds'
spoilt mbsim.h 's/BEGIN SOLUTION lemke/& now/' 'this is no marker' 'a marker with another word'
spoilt mbsim.h 's/\(BEGIN SOLUTION lem\)ke/\1k/' 'there is no lab lemk' 'a region of no lab'
spoilt README.md 's/^## Citing/<!-- BEGIN SOLUTION lemke -->\
<!-- END SOLUTION -->/' 'there is no text' 'a region without a text'
spoilt labs/03_lemke/hints.txt '/SOLUTION/d' 'no region' 'a text without a region'

line=$(grep -m 1 'leaves_before(n, T' solutions/03_lemke.c)
spoilt labs/README.md "\$s/\$/ $(echo $line)/" 'labs/README.md:.*a line of solutions/03_lemke' \
    'a line of a solution'
line=$(grep -m 1 'mbi_done(info, end, L->iteration' mbsim.h | sed 's/[>&]/\\&/g')
spoilt scenes/README.md "1s/\$/$(echo $line)/" 'scenes/README.md:1: a line of what is cut out' \
    'a line of what is cut out'
spoilt minisim2d/main.c 'r solutions/03_lemke.c' 'minisim2d/main.c:.*solutions/03_lemke.c' \
    'a solution in a source of the kit'
cp labs/03_lemke/lemke.c "$dir/stub" && cp solutions/03_lemke.c labs/03_lemke/lemke.c
handout ''
stopped 'labs/03_lemke/lemke.c:.*a line of solutions/03' 'a lab that is solved'
cp "$dir/stub" labs/03_lemke/lemke.c
spoilt mbsim.h 's/^static int mbi_find(/&/; s/^double mb_cck(/static int nobody(void) { return 0; }\
&/' 'the copy does not build' 'a copy that does not build without a warning'

# functions of a lab that replace the reference keep their names, whatever mbsim.h contains
texts=tests/grader/commands/yours.txt
for lab in $(sed -n 's/^== \([^ ]*\) .*/\1/p' $texts | sort -u); do
    called=$(awk -v lab=$lab '/^== / { on = $2 == lab && $3 == "mbsim.h" } on' $texts |
        grep -o '\blab_[a-z_]*' | sort -u)
    [ -n "$called" ] || echo "$lab: nothing is called"
    renamed=" $(sh tests/grader/commands/parts.sh yours "$(basename labs/*_$lab)")"
    for name in $called; do
        case $renamed in *" -D$name="*) echo "$lab: $name gets another name" ;; esac
    done
done >"$dir/out"
[ ! -s "$dir/out" ]
report $? 'functions that the simulator calls of a lab keep their names'

# ---- a copy

cut='01_lcp 2 lemke 04 peg 3'
echo 'an instructor was here' | tee labs/03_lemke/lemke.c~ >labs/03_lemke/old.c
handout "$cut"
[ $status -eq 0 ] && says 'the copy is .* 01_lcp 02_pgs 03_lemke 04_newton 09_peg$' &&
    ! ls -d "$out".part* 2>/dev/null
report $? "LABS='$cut': a copy"
cd "$out" || { finish; exit 1; }
{ ls -d solutions .git .ci build tests/grader/hostile tests/grader/all tests/core
  ls -d labs/*/*~ labs/*/old.c
  grep -hv '^[=0-9]' tests/labs/*/submissions.txt
  grep -rlE 'BEGIN (SOLUTION|INSTR)|make handout|make mutants' .
  grep -rlE 'mbi_(lemke|newton|enumerate)_|mbi_sweep|better_primary' .
  find . -name '*handout*' -o -name ADDING.md; } >"$dir/out" 2>/dev/null
[ ! -s "$dir/out" ]
report $? 'it has no files for instructors, and no text of the reference'
[ "$(ls scenes/project | wc -l)" -eq 24 ] && ! grep -rqF '0.4 0.3 0.2 0.055' .
report $? 'it has the tracks of the project, but not their numbers'

# links, files and commands named in the texts exist
missing >"$dir/out"
"$make" -s help | sed 's/make \([a-z]*\).*/\1/' | sort -u >"$dir/commands"
grep -oE '(`|    )make [a-z]+' "$dir/texts" | sed 's/.*make //' | sort -u |
    comm -23 - "$dir/commands" | grep -vx -e help >>"$dir/out"
[ ! -s "$dir/out" ]
report $? 'links, files and commands in its texts exist'

"$make" -s >"$dir/out" 2>&1 && [ -x build/minisim2d/minisim2d ]
report $? 'make: the program'
program=build/minisim2d/minisim2d
run run hills --formulation st
expect 1 err 'not written yet: lab 3' 'run: not written yet'
for stage in 1 2 3 4; do "$make" -s hint LAB=lemke T=10; done >"$dir/out" 2>&1
says "print basis after each pivot" && ! says 'trace\|SOLUTION'
report $? 'a hint does not mention missing parts'

# a solver that lies: a result reported as solved is tested
sed -e 's/return MB_TODO;/return MB_OK;/' \
    -e 's/(void)p; (void)opt; (void)z;/for (int i = 0; i < p->n; i++) z[i] = 1; (void)opt;/' \
    labs/03_lemke/lemke.c >"$dir/liar.c"
cp "$dir/liar.c" labs/03_lemke/lemke.c && "$make" -s >"$dir/out" 2>&1
run run hills --formulation st
expect 1 err MB_STALLED 'a solver that reports a wrong z as solved: MB_STALLED'

# a known mistake
sed 's/row\[2 \* n\] = -d\[i\];/row[2 * n] = d[i];/' "$kit/solutions/03_lemke.c" \
    >labs/03_lemke/lemke.c
"$make" -s test LAB=lemke >"$dir/out" 2>&1
[ $? -ne 0 ] && says 'likely *[a-z]'
report $? 'make test: a known mistake is diagnosed'

# the solution: the student's code is the simulator
for lab in 01_lcp 02_pgs 03_lemke 04_newton; do
    cp "$kit/solutions/$lab.c" labs/$lab/${lab#*_}.c
done
peg=$kit/solutions/09_peg.c
sed '/^mb_status lab_group(/,/^{/s/^{/{ if (line) return MB_TODO;/' "$peg" >labs/09_peg/peg.c
"$make" -s >"$dir/out" 2>&1
run run hills --formulation peg
expect 1 err 'not written yet: lab 9' 'PEG without lab_group: not written yet'
sed 's/^    out->n = n;/    out->n = n - 1;/' "$peg" >labs/09_peg/peg.c
"$make" -s >"$dir/out" 2>&1
run run hills --formulation peg
expect 1 err MB_BAD_ARG 'a problem of the wrong size is refused'
cp "$peg" labs/09_peg/peg.c
"$make" -s >"$dir/out" 2>&1
printf '2\n 2 1\n 1 2\n -5 -6\n' >"$dir/problem"
for solver in enumerate pgs jacobi lemke fischer-newton; do
    run solve "$dir/problem" --solver $solver
    expect 0 out 1.33333333 "with the solutions: $solver"
done
run run scenes/hills.scene --formulation peg --form lcp --solver lemke --csv "$dir/theirs.csv"
expect 0 out '250 of 250' 'hills'
(cd "$top" && "$make" -s B="$built" mine LAB=peg SOLVER=lemke LAB_DIR="$dir/full" \
    PLOT_FILE=solutions/09_peg.c TOO_FILE=solutions/03_lemke.c) >"$dir/out" 2>&1 &&
    "$dir/full/minisim2d" run scenes/hills.scene --formulation mine --form lcp --solver mine \
        --quiet --csv "$dir/mine.csv"
cut -d , -f 1-11,13 "$dir/theirs.csv" >"$dir/a" && cut -d , -f 1-11,13 "$dir/mine.csv" >"$dir/b"
[ "$(wc -l <"$dir/a")" -gt 250 ] && cmp "$dir/a" "$dir/b" >"$dir/out" 2>&1
report $? 'the same to the last bit as the full kit with --formulation mine --solver mine'

# a solver that returns MB_OK for everything
cat >"$dir/liar.c" <<'C'
#include "lab.h"
mb_status lab_lemke(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                    mb_arena scratch)
{
    (void)opt, (void)info, (void)scratch;
    for (int i = 0; i < p->n; i++) z[i] = 0.0 / (p->n - 2.0);
    return MB_OK;
}
C
(cd "$top" && "$make" -s B="$built" mine LAB=lemke LAB_DIR="$dir/liar" PLOT_FILE="$dir/liar.c") \
    >"$dir/out" 2>&1
"$dir/liar/minisim2d" solve "$dir/problem" --solver mine >"$dir/out" 2>"$dir/err"
[ $? -eq 1 ] && grep -q 'mine: said MB_OK, but its z is no solution' "$dir/err" &&
    says 'MB_STALLED' &&
    ! "$dir/liar/minisim2d" run scenes/drop.scene --solver mine >/dev/null 2>&1
report $? "mine's MB_OK is tested like the kit's"

# the end of the course; lemke was wrong when it was tested last
"$make" -s test LAB=peg >"$dir/out" 2>&1 && ! says 'make ending' &&
    "$make" -s test LAB=lemke >"$dir/out" 2>&1 && says 'labs that you began: make ending'
report $? 'lab 9 and the other labs begun are passed: the ending is announced'
"$make" -s ending >"$dir/out" 2>&1
holds 'make ending: the particle on its way over the hills' \
    ends $? 0 'your PEG, which ends at (10.30, 1.05)' ':::ooo' '2 of .* labs passed, 40 points'

# ---- the copy without sources for the labs' tasks, which is the default

cd "$kit" && sources= && out=$dir/hidden
KIT_CFLAGS=-O1 handout ''
holds 'a copy that hides: made' ends $status 0 'the copy is'
cd "$out" || { finish; exit 1; }

# defines FOLDER NAME: the C files with a definition of this function: a head without a semicolon
defines() {
    grep -rlE "^[a-z].*[ *]$2\(" --include='*.[ch]' "$1" | while read -r file; do
        awk -v name="$2" -v file="$file" '$0 ~ "^[a-z].*[ *]" name "\\(" { head = "" ; on = 1 }
            on { head = head $0 } on && /[;{]/ { if (head ~ /\)[ \t]*\{/) print file;
                on = 0 }' "$file"
    done
}

# Functions of the kit that are answers to the labs, or most of an answer: their text is not copied,
# nor are the files of the judges, which compute what they compare with. A name that the kit no
# longer has would prove nothing.
for name in mb_residual mb_fischer_burmeister mb_enumerate mb_pgs mb_jacobi mb_lemke \
    mb_fischer_newton mb_minmap_newton mb_detect mb_step_result mbi_assemble mbi_formulate \
    mbi_sweep mb_distance_to_segment row_update line_by_pairs edge_normal; do
    [ -n "$(defines "$kit" $name)" ] || echo "the kit has no $name"
    defines . $name
done >"$dir/out"
ls -d minisim2d/solving/mbsim.c minisim2d/bodies/*.c minisim2d/truth/*.c minisim2d/study/*.c \
    minisim2d/drawing/mechanism.c minisim2d/reading/scene_starts.c tests/labs/*/tests.c \
    tests/labs/*/worker.c tests/grader/judge.c tests/grader/causes.c tests/grader/formulation.c \
    tests/grader/steps.c minisim2d/page/wasm >>"$dir/out" 2>/dev/null
[ ! -s "$dir/out" ]
report $? 'a copy that hides: no answer to the labs can be read in it'
missing >"$dir/out"
[ ! -s "$dir/out" ]
report $? 'a copy that hides: links and files in its texts exist'
"$make" -s >"$dir/out" 2>&1 && build/minisim2d/minisim2d compare hills |
    awk '{ $NF = ""; print }' >"$dir/a"
"$built/minisim2d/minisim2d" compare hills | awk '{ $NF = ""; print }' >"$dir/b"
[ -s "$dir/a" ] && cmp -s "$dir/a" "$dir/b"
report $? 'a copy that hides: the program runs, with the same output as the kit'
sed -n '/^ \*     #include "mbsim.h"/,/^ \*     }/s/^ \*     //p' mbsim.h >"$dir/example.c"
$(sed -n 's/.*after make: \(cc .*\)/\1/p' mbsim.h |
    sed "s|FILE.c|-o '$dir/example' '$dir/example.c'|; s|^|eval |") 2>"$dir/log" &&
    "$dir/example" | grep -q 'z = (1.33333, 2.33333)'
report $? 'a copy that hides: the example in mbsim.h works as described'
for lab in 03_lemke 07_friction; do
    cp "$kit/solutions/$lab.c" labs/$lab/${lab#*_}.c
    "$make" -s plot LAB=$lab >"$dir/out" 2>&1 && says 'the picture is' &&
        "$make" -s test LAB=$lab >"$dir/out" 2>&1 &&
        says ' 0 failed'
    report $? "a copy that hides: lab $lab is tested, and drawn by the program"
done
grep -ohE '`mbsim.h`, section "[^"]*"' labs/*/README.md labs/*/hints.txt |
    sed 's/.*"\(.*\)"/\1/; s/.*: //' | sort -u |
    while read -r section; do grep -q "^/\* [-=]* $section" mbsim.h ||
    echo "$section"; done >"$dir/out"
[ ! -s "$dir/out" ]
report $? 'a copy that hides: the sections of mbsim.h that the labs name exist'

mv compiled/* compiled/Plan9-mips && "$make" -s clean >/dev/null
! "$make" -s >"$dir/out" 2>&1 && says 'is for Plan9-mips and not for this' &&
    ! "$make" -s test LAB=lemke >"$dir/out" 2>&1 && says 'is for Plan9-mips and not for this' &&
    "$make" -s list LAB=lemke >"$dir/out" 2>&1 && says 'ratio test'
report $? 'a copy that hides: on another machine it reports the reason'
cd "$top" || exit 2
finish
