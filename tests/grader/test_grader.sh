#!/bin/sh
# test_grader.sh GRADER: the grader, tried on submissions of every kind, in a copy of the repository
# (TAP)
#
# Labs untouched, solved, with one wrong line, not compiling; the hostile submissions of
# tests/grader/hostile; reports, seeds, hints, sanitizers; run by root and by a user, with and
# without namespaces. It works in a copy because files are edited, and because some submissions try
# to delete them.
grader=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(dirname "$0")/../tap.sh"
copy=$(dirname "$grader")/copy
GRADE=${grader%/*} sh tests/grader/commands/mutants.sh answers 01_lcp 02_pgs || exit 2
unset GRADE
rm -rf "$copy"
mkdir -p "$copy/solutions" "$copy/tests" "$copy/build/grade" || exit 2
cp mbsim.h "$copy" && cp -Rp labs "$copy" && cp -p solutions/*.c "$copy/solutions" &&
    cp tests/check.h tests/tap.sh "$copy/tests" &&
cp solutions/README.md "$copy/README.solutions" &&
cp -Rp tests/grader tests/labs "$copy/tests" && mkdir -p "$copy/mistakes" || exit 2
cd "$copy" || exit 2
awk -v solution=solutions/02_pgs.c -v out=mistakes -f tests/grader/commands/submissions.awk \
    tests/labs/02_pgs/submissions.txt || exit 2
# a diagnosis does not need the near-solutions
for lab in 01_lcp 02_pgs; do
    cp -p ../answers/$lab tests/labs/$lab/submissions.txt || exit 2
done
dir=$PWD out=$PWD/out
export LC_ALL=C
[ -n "${CC:-}" ] || CC=$(command -v gcc || command -v clang || echo cc)      # as build.sh does
export CC

# grade OPTION...: build the labs 01 and 02 of the copy and grade them; prints to $out, sets $status
grade() {
    sh tests/grader/worker/build.sh mine 01_lcp 02_pgs >"$out" 2>&1
    "$grader" --lab 01_lcp,02_pgs "$@" >>"$out" 2>&1
    status=$?
}

# ---- a student's work ----------------------------------------------------------------------------

# a stub has a `return MB_TODO;` for each function
untouched=yes
for file in labs/01_lcp/lcp.c labs/02_pgs/pgs.c; do
    [ "$(grep -c 'return MB_TODO;' $file)" -ge "$(grep -c '^mb_status lab_' $file)" ] || untouched=
done
if [ -n "$untouched" ]; then
    grade
    [ $status -eq 0 ] && says '^0 passed, 0 failed, 28 skipped' &&
        [ "$(grep -c '^skip .*not attempted' "$out")" -eq 28 ]
    report $? 'untouched labs: every test not attempted, exit status 0'
    grade --min 100
    holds 'untouched labs do not reach 100 %' [ $status -eq 1 ]
    grade --min 0
    holds 'untouched labs reach 0 %' [ $status -eq 0 ]
else
    skip 'untouched labs are not attempted' 'somebody has worked in labs/'
fi

cp labs/02_pgs/pgs.c stub.c
cp solutions/01_lcp.c labs/01_lcp/lcp.c
cp solutions/02_pgs.c labs/02_pgs/pgs.c
grade --min 100
[ $status -eq 0 ] && says '^28 passed, 0 failed, 0 skipped   40 of 40 points'
report $? 'solved labs have full marks'

sed '/eq 2.5/s|next_z(.*)|z[i] - omega * slack(n, A, b, z, i) / A[i * n + i]|' solutions/02_pgs.c \
    >labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && says '^FAIL  *pgs.04' && says '^lcp \[##########\] 20/20' &&
    says '^pass  *pgs.02' && says 'broken .*z_. should be'
report $? 'one wrong line: its test fails, the other lab keeps its marks'
cp mistakes/b_sign.c labs/02_pgs/pgs.c
grade
says 'likely *b has the wrong sign' 'next *make hint LAB=pgs T=01'
report $? 'a known mistake is named, with the next command'
# mistakes that are not listed
sed '/eq 2.4/s/next_z(/2.0 * next_z(/' solutions/02_pgs.c >labs/02_pgs/pgs.c
grade --test 1
says 'likely *z_next: it is twice what it should be'
twice=$?
sed '/eq 2.4/s/.*/    for (int i = 0; i < n; i++) if (z[i] < 0.0) return MB_STALLED;\n&/' \
    solutions/02_pgs.c >labs/02_pgs/pgs.c
grade --test 2
[ $twice -eq 0 ] && says 'likely *MB_STALLED is returned exactly where z has a number below 0 in it'
report $? 'features common to all wrong answers are reported: of the numbers, and of their inputs'
# misleads LAB FILE TEST TEXT NAME: the file fails the test, and its report does not say the text
mkdir nothing
misleads() {
    sh tests/grader/worker/build.sh one "$1" "$2" build/grade/misled >"$out" 2>&1
    "$grader" --lab "$1" --worker build/grade/misled --top nothing >>"$out" 2>&1
    says "^FAIL  *$3" && ! says "$4"
    report $? "$5"
}
sed '/^mb_status lab_pgs(/,/^}/s/return \(iterate.*\);/{ mb_status s = \1;\
    if (p->n == 1 \&\& s == MB_OK) z[0] *= 1.0000001; return s; }/' solutions/02_pgs.c >near.c
misleads 02_pgs near.c pgs.16 'likely *z ' 'nearly a solution is not that of another problem'
sed '/^mb_status lab_pair_rows/,/^}/s/-1.0, t)/1.0, t)/' solutions/05_contact.c >second.c
misleads 05_contact second.c contact.09 throughout 'every second row is not throughout'
sed '/^mb_status lab_enumerate/,/^}/s/inside\[cone\] = is/z[0] = x[0]; &/' \
    solutions/01_lcp.c >early.c
misleads 01_lcp early.c lcp.09 refused 'no solution is not a refusal'
# of two numbers both are off by the same where they are exchanged: no term is missing
sed -e '/^mb_status lab_velocity/,/^}/s/v\[2\] \* r\[1\]/v[2] * r[0]/' \
    -e '/^mb_status lab_velocity/,/^}/s/\(u\[1\].*\)r\[0\]/\1r[1]/' solutions/11_bodies.c \
    >exchanged.c
misleads 11_bodies exchanged.c bodies.04 likely \
    'two numbers that are off by the same give no diagnosis'
sed '/^mb_status lab_contest(/,/^}/s/.*!take_memory.*/&\n    if (p->n > 1) return MB_RAY;/' \
    solutions/12_contest.c >gives_up.c
misleads 12_contest gives_up.c contest.03 likely \
    'a method that ends without a solution is no refusal, and has no start in the contest'
sed -e 's/return iterate(1, .*/return MB_TODO;/' mistakes/b_sign.c >labs/02_pgs/pgs.c
sh tests/grader/worker/build.sh mine 02_pgs >"$out"
GRADER_SEED=7 "$grader" --lab pgs --test 16 >"$out" 2>&1
[ "$(grep -A 6 '^FAIL  *pgs.16' "$out" | grep -c 'likely *b has the wrong sign')" -eq 1 ]
report $? \
    'also with another seed, only one of the tests asked for, and one of two solvers not there yet'

sed 's/return MB_OK;/return MB_OK/' solutions/02_pgs.c >labs/02_pgs/pgs.c
line=$(grep -n 'return MB_OK$' labs/02_pgs/pgs.c | head -n 1 | cut -d: -f1)
grade
[ $status -eq 1 ] && says "labs/02_pgs/pgs.c:$line:.*error" && says '^lcp \[##########\] 20/20' &&
    says '^pgs .* 0/20 .*16 not built'
report $? 'a lab that does not compile: the compiler says where, the other lab keeps its marks'
rm labs/02_pgs/pgs.c
grade
holds 'a lab whose file is missing does not stop the rest' \
    ends $status 1 '^lcp \[##########\] 20/20' 'error *there is no file labs/02_pgs/pgs.c'
mkdir labs/02_pgs/pgs.c
grade
holds 'nor does a directory in its place' \
    ends $status 1 '^lcp \[##########\] 20/20' 'error *there is no file labs/02_pgs/pgs.c'
rmdir labs/02_pgs/pgs.c
cp stub.c labs/02_pgs/pgs.c
sed 's/^mb_status lab_pgs_sweep/&_of_mine/' solutions/02_pgs.c >labs/02_pgs/pgs.c
grade
holds 'a function with another name: the linker reports it' \
    ends $status 1 'a function of lab.h is missing' 'undefined.*lab_pgs_sweep' '16 not built'
cp solutions/02_pgs.c labs/02_pgs/pgs.c

# built files are recognised by their contents, never by their date
sed 's/fmax(0.0, /(0.0 + /' solutions/02_pgs.c >bad.c
touch -t 200001010000 bad.c
grade --min 100
[ $status -eq 0 ] && cp -p bad.c labs/02_pgs/pgs.c && grade && [ $status -eq 1 ]
report $? 'an older file that replaces a good one is built again'
sh tests/grader/worker/build.sh one 02_pgs solutions/02_pgs.c good &&
    cp good/worker* build/grade/mine/02_pgs
grade
holds 'a worker that is not the one that was built is not used' [ $status -eq 1 ]
cp good/worker* build/grade/base/02_pgs-core.o
grade
holds 'an object that was changed is built again' ends $status 1 '^lcp \[##########\] 20/20' 'wrong'
rm labs/02_pgs/pgs.c && ln -s ../../solutions/02_pgs.c labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && says 'labs/02_pgs/pgs.c is a link' '16 not built'
report $? 'a link to the solution is refused'
rm labs/02_pgs/pgs.c
cp solutions/02_pgs.c labs/02_pgs/pgs.c
grade

began=$(date +%s)
build/grade/base/compile 1 messages -- sh -c 'sleep 100 & sleep 100' 2>"$out"
[ $? -eq 124 ] && [ $(($(date +%s) - began)) -le 60 ] && grep -q 'took more than 1 s' messages
report $? 'a compiler that never ends is killed, with the processes that it started'
build/grade/base/compile 5 messages \
    -- sh -c 'while :; do echo 0123456789; done & sleep 1; kill $!; exit 3' 2>"$out"
[ $? -eq 3 ] && [ "$(wc -c <messages)" -le 70000 ]
report $? 'of endless output of a compiler only the beginning is kept'

# for the first failing test an unwritten output is reported as such; the diagnosis costs no more
# than running a few tests again
sed '/eq 2.5/s/i < n;/i < n - 1;/' solutions/02_pgs.c >labs/02_pgs/pgs.c
sed '/w\[i\] = p->b\[i\];/,/w\[i\] +=/d' solutions/01_lcp.c >labs/01_lcp/lcp.c
grade
says '^  broken  *w was not written' 'likely *the last row was forgotten'
report $? 'an output that was not written is reported as such'
size='(size_t)n * (size_t)n * sizeof *C'
sed -e "s/double \*C = mb_arena_matrix(&scratch, n, n);/double *C = malloc($size);/" \
    -e 's/#include <math.h>/&\n#include <stdlib.h>/' solutions/01_lcp.c >labs/01_lcp/lcp.c
cp mistakes/b_sign.c labs/02_pgs/pgs.c
grade
says 'malloc was called: memory comes from the arena'
report $? 'memory that is not from the arena is noticed'
# in sh -c, so that `times` has only this call's children
sh -c '"$0" --lab pgs >"$1" 2>&1; times' "$grader" "$out" |
    awk 'END { split($0, t, /[ms ]+/); exit t[1] * 60 + t[2] + t[3] * 60 + t[4] >= 1.0 }' &&
    says 'likely *b has the wrong sign'
report $? 'the first failing test, with what is likely, takes less than 1 s of processor time'
# static and thread-local memory, including numbers that were not 0 at first; a read-only table does
# not count
tables='static int kept[3] = { 4, 5, 6 }; static __thread int also[2] = { 7, 8 };'
for kept in 'static double kept[9]; if (kept[n % 9]++ > 1e9) n = 0;' \
    'static int kept = 7; if (kept++ < 0) n = 0;' \
    'static __thread int kept; if (kept++ < 0) n = 0;' \
    'static __thread int kept = 7; if (kept++ < 0) n = 0;' \
    "$tables if (kept[n % 3] < also[n % 2] - 4) n = 0;"; do
    sed "s/double \*C = mb_arena_matrix/$kept &/" solutions/01_lcp.c >labs/01_lcp/lcp.c
    grade
    says 'likely *a static variable was written to' && echo "$kept"
done >written
[ "$(wc -l <written)" -eq 4 ] && says '^lcp .* 20/20'
report $? 'a static variable that is written to is noticed'
cp solutions/01_lcp.c labs/01_lcp/lcp.c
cp solutions/02_pgs.c labs/02_pgs/pgs.c

# each solver's name, taken from mbsim.h, as a symbol that the kit's object for labs must not have
names="$(sed -n 's/^MBSIM_API mb_m*lcp_solver \(mb_[a-z_0-9]*\);.*/\1/p' \
    mbsim.h) mb_solvers mb_solver_count mb_find_lcp_solver mb_find_mlcp_solver"
{ for name in $names; do echo "extern char $name; char *use_$name = &$name;"; done;
echo 'int main(void) { return 0; }'; } >all.c
$CC -o all all.c build/grade/base/02_pgs-core.o -lm 2>linker
for name in $names; do
    grep -q "undefined.*\b$name\b" linker || echo "$name can be called"
done >"$out"
[ "$(echo "$names" | wc -w)" -ge 12 ] && [ ! -s "$out" ]
report $? 'none of the solvers of mbsim.h can be called'
if command -v nm >/dev/null 2>&1; then
    nm build/grade/base/0?_*-core.o | sed -n 's/.* \(_*mb_[a-z_0-9]*\)$/\1/p' |
        grep -v '^_*mb_\(status_\|arena_\|matvec\|lu_\|residual$\)' >"$out"
    [ ! -s "$out" ] && ! nm build/grade/base/01_lcp-core.o | grep -q mb_residual
    report $? 'the solvers of mbsim.h are not in a worker, under any name'
else
    skip 'the solvers of mbsim.h are not there' 'no nm'
fi

# ---- options -------------------------------------------------------------------------------------

for name in 02_pgs pgs 02 2; do
    "$grader" --lab $name --list >"$out" 2>&1 && [ "$(grep -c '^[0-9]' "$out")" -eq 1 ] &&
        says '^02_pgs'
    report $? "the lab may be called $name"
done
"$grader" --lab nonsense >"$out" 2>&1
holds 'an unknown lab: exit status 2' ends $? 2 'no such lab'
"$grader" --min 101 >"$out" 2>&1
holds 'a score above 100 %: exit status 2' ends $? 2 "'--min'"
"$grader" --frobnicate >"$out" 2>&1
holds 'an unknown option: exit status 2' ends $? 2 "'--frobnicate'"
GRADER_SEED=x7 "$grader" >"$out" 2>&1
holds 'a seed that is not a number: exit status 2' ends $? 2 "'x7'"
grade --test 4
holds 'one test of each lab' ends $status 0 '^2 passed, 0 failed'

cp mistakes/b_sign.c labs/02_pgs/pgs.c
sh tests/grader/worker/build.sh mine 02_pgs >"$out"
for seed in '' 7 7 8; do
    GRADER_SEED=$seed "$grader" --lab pgs --no-likely >"seed.$seed" 2>&1
    [ "$seed" = 7 ] && [ ! -f first ] && cp seed.7 first
done
cp seed.8 "$out"
cmp -s first seed.7 && ! cmp -s seed.7 seed.8 && ! cmp -s seed.7 seed.
report $? 'a seed gives the same cases again, another seed gives others'
grep -A 1 'pgs.01' seed.7 >one && grep -A 1 'pgs.01' seed.8 >two && cmp -s one two
report $? 'the visible tests do not depend on the seed'

# A submission that is right on the fixed cases gets the points, unless it knows only these by
# heart. Test 04 has 31 of them, and 31 of the seed's, all answered by one process, in which libc's
# optind, 1 at first, serves as a counter.
drawn_wrong() {
    sed -e 's/^mb_status lab_pgs_sweep.*/extern int optind;\n&/' \
        -e '/eq 2.5/s/.*/if ('"$1"') z[0] = -1.0; else &/' solutions/02_pgs.c >labs/02_pgs/pgs.c
    sh tests/grader/worker/build.sh mine 02_pgs >"$out"
    GRADER_SEED=7 "$grader" --lab pgs --no-likely --test 04 >"$out" 2>&1
}
drawn_wrong 'optind++ > 32'
says '^FAIL  *pgs.04'
fails=$?
drawn_wrong 'optind++ == 41'
[ $fails -eq 0 ] && says '^pgs .* 2/2 '
report $? 'the seed changes no mark, unless most of its cases are wrong'

# Lab 7's file in lab 8: the tasks that both share, with psi/h left out, and none of the new ones
awk '/^mb_status lab_(energy_lost|stop|recover)/ { on = 1 } on { print }
     /^}/ { on = 0 }' labs/08_anitescu_potra/anitescu_potra.c >new
sed 's/lab_friction_/lab_ap_/; s|d->psi\[i\] / d->h|0.0|' solutions/07_friction.c |
    awk '/^mb_status lab_(directions|contact_states)/ { skip = 1 } !skip { print }
         /^}/ { skip = 0 }' |
    cat - new >labs/08_anitescu_potra/anitescu_potra.c
sh tests/grader/worker/build.sh mine 08_anitescu_potra >"$out" &&
    "$grader" --lab 08_anitescu_potra --no-likely >"$out" 2>&1
says '^8 passed, 0 failed, 4 skipped   8 of 20 points'
report $? "lab 7's file, changed as lab 8's first tasks demand, has 8 of 20 points there"

# ---- reports -------------------------------------------------------------------------------------

if [ -w /dev/full ]; then
    "$grader" --lab pgs --no-likely >/dev/full 2>"$out"
    holds 'standard output on a full disk: exit status 2' [ $? -eq 2 ]
fi
mkdir -p folder.json
"$grader" --lab pgs --no-likely --gradescope folder.json --junit nowhere/j.xml >"$out" 2>&1
[ $? -eq 2 ] && says "can't write nowhere/j.xml" && [ ! -e folder.json.part ]
report $? 'a report that cannot be written: exit status 2, and no half file'

CC=no-such-compiler sh tests/grader/worker/build.sh mine 02_pgs >"$out" 2>&1
[ $? -eq 2 ] && says 'there is no compiler called no-such-compiler'
report $? 'a missing compiler is reported, and not treated as an error of the student'

# ---- hints ---------------------------------------------------------------------------------------

for test in 04 04 4 4; do sh tests/grader/commands/student.sh hint 02_pgs $test; done >"$out" 2>&1
[ "$(sed -n 's/.* hint \(.\) of 3$/\1/p' "$out" | tr -d '\n')" = 1233 ]
report $? 'hints come one stage at a time, and the last stays'
sh tests/grader/commands/student.sh hint 02_pgs 99 >"$out" 2>&1
holds 'a hint for a test that does not exist: an error' ends $? 2 'there is no test pgs.99'
"$grader" --points >points
for lab in $(ls tests/labs); do
    grep "^$lab " points | while read -r _ id worth title; do
        grep -q "^| $id | $title | $worth |" "labs/$lab/README.md" ||
            echo "labs/$lab/README.md: not | $id | $title | $worth |"
        awk -v t="$id" '/^## /{for (i = 2; i <= NF; i++) if ($i == t) n++}
                        END {exit n == 0}' "labs/$lab/hints.txt" ||
            echo "labs/$lab/hints.txt: no hint for $id"
    done >"$out" 2>&1
    grep -qx '## passed' "labs/$lab/hints.txt" ||
        echo "labs/$lab/hints.txt: nothing below ## passed" >>"$out"
    [ ! -s "$out" ]
    report $? \
        "lab $lab: the README's table agrees with the grader; each test has a hint, all a last word"
done

# ---- a student's progress, and make watch --------------------------------------------------------

mv solutions not-here                                         # this is a student's copy
rm -rf build/grade/progress
sh tests/grader/commands/student.sh progress 01_lcp 02_pgs >"$out"
says 'labs/README.md.*make test LAB=lcp'
report $? 'nothing was tested yet: the beginning of the course is shown'
cp not-here/01_lcp.c labs/01_lcp/lcp.c
cp mistakes/b_sign.c labs/02_pgs/pgs.c
grade --progress build/grade/progress
sh tests/grader/commands/student.sh progress 01_lcp 02_pgs 03_lemke >"$out"
says '^your labs: lcp 20/20, pgs [0-9]*/20$' '^next: *make test LAB=pgs T=01 '
report $? 'progress: the points, and the first test that does not pass'
rm build/grade/progress/02_pgs
sh tests/grader/commands/student.sh progress 01_lcp 02_pgs >"$out"
says '^next: *make test LAB=pgs  *labs/02_pgs/README.md'
report $? 'progress: after a lab that is passed the next one'
"$grader" --lab pgs --test 1 --progress build/grade/progress >"$out" 2>&1
[ ! -f build/grade/progress/02_pgs ]
report $? 'a run of a single test does not change the progress'
"$grader" --lab lcp >"$out" 2>&1
holds 'a lab that is passed: its summary is shown' says '^  Lab 1 is passed'

# keys KEY...: make watch on a terminal, with these keys; its output in out
keys() {
    (for key in "$@"; do sleep 2; printf '%s' "$key"; done; sleep 1) |
        script -qec 'stty -a; sh tests/grader/commands/student.sh watch 02_pgs
            echo "status $?"; stty -a' /dev/null >"$out" 2>&1
}
if echo | script -qec 'stty -a' /dev/null 2>/dev/null | grep -q ' icanon'; then
    rm -f build/grade/hints/* && ln -sf "$grader" build/grade/grader
    keys '' h n n q
    says 'pgs.01  hint 1 of' '^FAIL *pgs.02' 'status 0' &&
        [ "$(grep -c ' icanon' "$out")" -eq 2 ]
    report $? \
        'make watch: h is the next hint, n the next test, q quits and leaves the terminal as it was'
    rm build/grade/grader
else
    skip 'make watch: keys' 'there is no `script` to make a terminal'
fi
mv not-here solutions

# ---- sanitizers ----------------------------------------------------------------------------------

sed '/eq 2.4/s/i < n; i++) z_next\[i\] =/i <= n; i++) z_next[i] = i == n ? 0.0 :/' \
    solutions/02_pgs.c >labs/02_pgs/pgs.c
grade
says '^FAIL  *pgs.01' 'beyond the end of an array (argument 5'
report $? 'a write out of bounds is seen without sanitizers'
if echo 'int main(void) { return 0; }' >san.c &&
    $CC -fsanitize=address,undefined -o san san.c 2>/dev/null &&
    ./san 2>/dev/null; then
    SAN=1 sh tests/grader/worker/build.sh mine 02_pgs >"$out" 2>&1
    "$grader" --lab pgs --san --no-likely --test 1 >>"$out" 2>&1
    line=$(grep -n 'i <= n' labs/02_pgs/pgs.c | cut -d: -f1)
    holds 'SAN=1 sees a write out of bounds' says 'out of bounds: wrote beyond an array'
    if $CC --version | grep -q clang; then
        says "gcc's sanitizer (CC=gcc) says in which line"
        report $? 'SAN=1 says that the line is not known with clang'
    else
        says "out of bounds: wrote beyond an array, in lab_jacobi_sweep, line $line of your file"
        report $? 'SAN=1 says which line writes out of bounds'
    fi
    sed 's/^#include "lab.h"/&\nstatic int kept;/; /eq 2.4/s/z_next\[i\] = /kept++, &/' \
        solutions/02_pgs.c >labs/02_pgs/pgs.c
    SAN=1 sh tests/grader/worker/build.sh mine 02_pgs >"$out" 2>&1
    "$grader" --lab pgs --san --test 2 >>"$out" 2>&1
    holds 'and static variables that are written to' says 'likely *a static variable was written to'
else
    skip 'SAN=1 sees a write out of bounds' 'the compiler has no sanitizers here'
fi
cp stub.c labs/02_pgs/pgs.c

# ---- hostile submissions -------------------------------------------------------------------------

# Each submission of the list becomes a file. Its first lines say what it does, which points it
# must get, and what the report must and must not contain: hostile.awk writes them.
list=tests/grader/hostile/submissions.txt
mkdir -p attacks hostile
awk -v solution=solutions/02_pgs.c -v out=attacks -f tests/grader/hostile/hostile.awk $list
[ "$(ls attacks | wc -l)" -eq "$(grep -c '^= ' $list)" ]
report $? 'every hostile submission of the list is there'

# header NAME FILE
header() { sed -n "1,6s|^[ /]\*\** *$1: \(.*\)|\1|p" "$2" | sed 's| \*/$||'; }

# build_hostile FILE TOP: into build/grade/hostile/NAME; with COMPILE_OPEN=1 the compiler may read
# all files. @TOP@ in it stands for the path of the kit, which an attacker may know.
build_hostile() {
    stem=$(basename "$1" .c)
    sed -e "s|@TOP@|$2|g" -e "s|@GRADER@|$grader|g" "$1" >"hostile/$stem.c"
    SEED=$seed COMPILE_SECONDS=3 sh tests/grader/worker/build.sh one 02_pgs "hostile/$stem.c" \
        "build/grade/hostile/$stem" 2>&1
}

# hostile FILE MODE...: build and grade it; the result goes to hostile.NAME, to be judged when all
# are done
seed=271828182
hostile() {
    stem=$(basename "$1" .c)
    build_hostile "$1" "$dir" >"hostile.$stem"
    shift
    GRADER_SEED=$seed "$grader" --lab pgs --worker "build/grade/hostile/$stem" --no-likely --quiet \
        --jobs 4 --wall 2 "$@" >>"hostile.$stem" 2>&1
}

# all_hostile MODE FILE...: each of them, eight at a time: most of them only wait
all_hostile() {
    mode=$1 many=0
    shift
    for file in "$@"; do
        hostile "$file" $mode &
        many=$(((many + 1) % 8))
        [ $many -eq 0 ] && wait
    done
    wait
}

# judge_hostile FILE NAME
judge_hostile() {
    cp "hostile.$(basename "$1" .c)" "$out"
    want=$(header points "$1") says=$(header says "$1") never=$(header never "$1")
    case $want in
    'does not build') says '^pgs .* 0/20 .*16 not built' ;;
    20) says '^16 passed, 0 failed' ;;
    *' or does not build') says "^pgs \[[#-]*\] \(${want%% or*}\|0\)/20 " ;;
    *) says "^pgs \[[#-]*\] $want/20 " '^[0-9]* passed, [1-9][0-9]* failed' ;;
    esac && says "$says" && { [ -z "$never" ] || ! says "$never"; }
    report $? "$2: $(header hostile "$1"): $want${says:+, says \`$says\`}"
}

sum() { find mbsim.h labs solutions tests build/grade/base build/grade/solution "$grader" -type f \
    -exec cksum {} + | sort; }

# a file to be stolen
sh tests/grader/worker/build.sh one 02_pgs solutions/02_pgs.c build/grade/solution
sum >before
times >times.before
all_hostile '' attacks/*.c
times >times.after
for file in attacks/*.c; do judge_hostile "$file" "$(basename "$file" .c)"; done
sum >after
diff before after >"$out" 2>&1
report $? 'no file of the repository was changed by any of them'
# processor time of the shell's children: the second line
awk 'FNR == 2 { split($0, t, /[ms ]+/); s[++n] = 60 * (t[1] + t[3]) + t[2] + t[4] }
     END { print s[2] - s[1] " s"; exit !(s[2] - s[1] <= 240) }' times.before times.after >"$out"
report $? 'all of them together take less than 240 s of processor time'
ls build/grade/run >"$out"
[ ! -s "$out" ]
report $? 'no directory of a worker is left behind'
"$grader" --lab pgs --worker build/grade/hostile/sleep --no-likely >/dev/null 2>&1 &
killed=$!
for wait in 1 2 3 4 5; do [ -n "$(ls build/grade/run)" ] || sleep 1; done
kill -9 $killed
wait $killed 2>/dev/null
left=$(ls build/grade/run | wc -l)
sleep 1
"$grader" --lab pgs --worker build/grade/hostile/exit --no-likely >"$out" 2>&1
[ "$left" -gt 0 ] && [ -z "$(ls build/grade/run)" ]
report $? 'files that a killed grader leaves behind are removed by the next one'
# the compiler's part again, as on kernels that can't keep it from reading files
mkdir -p closed && mv hostile.* closed
export COMPILE_OPEN=1
all_hostile '' attacks/includes_*.c attacks/assembler_*.c attacks/shows_*.c attacks/own_*.c
unset COMPILE_OPEN
for file in hostile.*; do
    judge_hostile "attacks/${file#hostile.}.c" \
        "${file#hostile.}, compiled where all files can be read"
done
plain='kills_parent stops_itself orphan exit runs_solution loads_solver takes_seed replaces_grader
    kills_everything starves_parent reads_other_process leaves_messages fills_disk'
all_hostile --plain $(printf 'attacks/%s.c ' $plain)           # as where there are no namespaces
for stem in $plain; do judge_hostile "attacks/$stem.c" "$stem, without namespaces"; done
sum >after
diff before after >"$out" 2>&1
report $? 'those changed no file either'

# ---- four ways to run the grader -----------------------------------------------------------------

# The probe tries everything and prints what it could do. With the filter of system calls it can do
# nothing; without it (--open), no more than the table in solutions/README.md lists. In a folder of
# its own, which another user can enter and then owns.
place=$(mktemp -d) && trap 'rm -rf "$place"' EXIT INT TERM
mkdir -p "$place/build/grade/run" && cp mbsim.h "$place" &&
    cp "$grader" "$place/build/grade/grader" && chmod 755 "$place"
build_hostile attacks/probe.c "$place" >"$out" && cp -R build/grade/hostile/probe "$place"
user=
[ "$(id -u)" -ne 0 ] || user='-u 61999'
filter=
if $CC -o run_as tests/grader/hostile/run_as.c 2>/dev/null && cp run_as "$place" &&
    "$place/run_as" -n true; then
    filter=yes
fi

# probe RUN_AS_OPTIONS GRADER_OPTION...: what could be done, each with a semicolon, on $could
probe() {
    as=$1
    shift
    [ -z "$user" ] || chown -R "$(case $as in *-u*) echo 61999 ;; *) echo 0 ;; esac)" "$place"
    rm -f "$place/build/grade/owned"
    (cd "$place" &&
        SEED=$seed GRADER_SEED=$seed ./run_as $as sh -c '"$@"; exit $?' SEED=$seed \
        build/grade/grader --lab pgs --worker probe --no-likely --quiet --test 1 "$@" >report 2>&1)
    cp "$place/report" "$out"
    could=$(sed -n 's/.*could: *//p' "$out")
}

# row NAME: the table's list of what a worker can do without the filter. If the C library can't be
# linked statically, the last row applies to all; with the filter such workers see the names of
# files.
row() {
    if [ -s build/grade/base/static ]; then sed -n "s/^| $1 | nothing | \(.*\) |$/\1;/p" \
        README.solutions
    else sed -n "s/^| a user, no namespaces | nothing | \(.*\) |$/\1;/p" README.solutions
    fi
}

# way NAME RUN_AS_OPTIONS
way() {
    if [ -z "$filter" ]; then skip "$1: what a worker can do" \
        'no filter of system calls here'; return; fi
    if ! ./run_as $2 true; then skip "$1: what a worker can do" \
        'namespaces are not to be had here'; return; fi
    probe "$2"
    [ -s build/grade/base/static ] || could=$(echo "$could" | sed 's/see names; *//')
    says 'could:' && [ -z "$could" ]
    report $? "$1: a worker can do nothing that it should not"
    probe "$2" --open
    row=$(row "$1")
    says 'could:' && [ -n "$row" ] && echo "$could" | tr ';' '\n' | sed -e 's/^ *//' -e '/^$/d' |
        while read -r one; do
        case "; $row" in *"; $one;"* | *"; $one "*) ;; *) exit 1 ;; esac
    done
    report $? "$1, without the filter: no more than solutions/README.md says ($could)"
}

if [ -n "$user" ]; then
    way 'root' '-y'
    way 'root, no namespaces' '-n'
else
    skip 'root: what a worker can do' 'only root can try'
fi
way 'a user' "$user -y"
way 'a user, no namespaces' "$user -n"

finish
