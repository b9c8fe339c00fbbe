#!/bin/sh
# test_grader.sh GRADER: the grader, tried on submissions of every kind, in a copy of the repository (TAP)
#
# Untouched, solved, one line wrong, not compiling; the hostile ones of tests/hostile; reports, seeds, hints, sanitizers. The copy is
# there because files are edited, and because some submissions try to delete them.
grader=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(dirname "$0")/tap.sh"
copy=$(dirname "$grader")/copy
unset GRADE
rm -rf "$copy"
mkdir -p "$copy/solutions" "$copy/tests" "$copy/build/grade" || exit 2
cp mbsim.h "$copy" && cp -R labs "$copy" && cp solutions/*.c "$copy/solutions" && cp tests/check.h "$copy/tests" &&
cp -R tests/grader tests/labs tests/hostile tests/wrong "$copy/tests" && mkdir -p "$copy/mistakes" || exit 2
cd "$copy" || exit 2
awk -v solution=solutions/02_pgs.c -v out=mistakes -f tests/grader/mistakes.awk tests/wrong/02_pgs/mistakes.txt || exit 2
rm tests/wrong/*/mistakes.txt                                  # a diagnosis does not need the near-solutions
dir=$PWD out=$PWD/out
export LC_ALL=C
[ -n "${CC:-}" ] || CC=$(command -v gcc || command -v clang || echo cc)      # as build.sh does
export CC

# grade OPTION...: build the labs 01 and 02 of the copy and grade them; prints to $out, sets $status
grade() {
    sh tests/grader/build.sh mine 01_lcp 02_pgs >"$out" 2>&1
    "$grader" --lab 01_lcp,02_pgs "$@" >>"$out" 2>&1
    status=$?
}

has() { grep -q -e "$1" "$out"; }

# ---- the ways of a student ----------------------------------------------------------------------------------------------------

grade
[ $status -eq 0 ] && has '^0 passed, 0 failed, 28 skipped' && [ "$(grep -c '^skip .*not attempted' "$out")" -eq 28 ]
report $? 'untouched labs: every test not attempted, exit status 0'
grade --min 100
[ $status -eq 1 ]
report $? 'untouched labs do not reach 100 %'
grade --min 0
[ $status -eq 0 ]
report $? 'untouched labs reach 0 %'

cp labs/02_pgs/pgs.c stub.c
cp labs/01_lcp/lcp.c stub1.c
cp solutions/01_lcp.c labs/01_lcp/lcp.c
cp solutions/02_pgs.c labs/02_pgs/pgs.c
grade --min 100
[ $status -eq 0 ] && has '^28 passed, 0 failed, 0 skipped   40 of 40 points'
report $? 'solved labs have full marks'

sed '/eq 2.5/s/fmax(0.0, \(.*\));/\1;/' solutions/02_pgs.c >labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && has '^FAIL  *pgs.04' && has '^lcp \[##########\] 20/20' && has '^pass  *pgs.02' && has 'broken .*z_. should be'
report $? 'one wrong line: its test fails, the other lab keeps its marks'
cp mistakes/b_sign.c labs/02_pgs/pgs.c
grade
has 'likely *b has the wrong sign' && has 'next *make hint LAB=pgs T=01'
report $? 'a known mistake is named, and what to do next'
sed -e 's/return iterate(1, .*/return MB_TODO;/' mistakes/b_sign.c >labs/02_pgs/pgs.c
sh tests/grader/build.sh mine 02_pgs
GRADER_SEED=7 "$grader" --lab pgs --test 16 >"$out" 2>&1
[ "$(grep -A 6 '^FAIL  *pgs.16' "$out" | grep -c 'likely *b has the wrong sign')" -eq 1 ]
report $? 'also with another seed, only one of the tests asked for, and one of two solvers not there yet'

sed 's/return MB_OK;/return MB_OK/' solutions/02_pgs.c >labs/02_pgs/pgs.c
line=$(grep -n 'return MB_OK$' labs/02_pgs/pgs.c | head -n 1 | cut -d: -f1)
grade
[ $status -eq 1 ] && has "labs/02_pgs/pgs.c:$line:.*error" && has '^lcp \[##########\] 20/20' && has '^pgs .* 0/20 .*16 not built'
report $? 'a lab that does not compile: the compiler says where, the other lab keeps its marks'
rm labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && has '^lcp \[##########\] 20/20' && has 'error *there is no file labs/02_pgs/pgs.c'
report $? 'a lab whose file is missing does not stop the rest'
mkdir labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && has '^lcp \[##########\] 20/20' && has 'error *there is no file labs/02_pgs/pgs.c'
report $? 'nor does a directory in its place'
rmdir labs/02_pgs/pgs.c
cp stub.c labs/02_pgs/pgs.c
sed 's/^mb_status lab_pgs_sweep/&_of_mine/' solutions/02_pgs.c >labs/02_pgs/pgs.c
grade
[ $status -eq 1 ] && has 'a function of lab.h is missing' && has 'undefined.*lab_pgs_sweep' && has '16 not built'
report $? 'a function with another name: said by the linker'
cp solutions/02_pgs.c labs/02_pgs/pgs.c

# each solver's name, taken from mbsim.h, as a symbol that the kit's object for labs must not have
names="$(sed -n 's/^MBSIM_API mb_m*lcp_solver \(mb_[a-z_0-9]*\);.*/\1/p' mbsim.h) mb_solvers mb_solver_count mb_find_lcp_solver mb_find_mlcp_solver"
{ for name in $names; do echo "extern char $name; char *use_$name = &$name;"; done; echo 'int main(void) { return 0; }'; } >all.c
$CC -o all all.c build/grade/base/02_pgs-core.o -lm 2>linker
for name in $names; do grep -q "undefined.*\b$name\b" linker || echo "$name can be called"; done >"$out"
[ "$(echo "$names" | wc -w)" -ge 12 ] && [ ! -s "$out" ]
report $? 'none of the solvers of mbsim.h can be called'

# ---- options ------------------------------------------------------------------------------------------------------------------

for name in 02_pgs pgs 02 2; do
    "$grader" --lab $name --list >"$out" 2>&1 && [ "$(grep -c '^[0-9]' "$out")" -eq 1 ] && has '^02_pgs'
    report $? "the lab may be called $name"
done
"$grader" --lab nonsense >"$out" 2>&1
[ $? -eq 2 ] && has 'no such lab'
report $? 'an unknown lab: exit status 2'
"$grader" --min 101 >"$out" 2>&1
[ $? -eq 2 ] && has "'--min'"
report $? 'a score above 100 %: exit status 2'
"$grader" --frobnicate >"$out" 2>&1
[ $? -eq 2 ] && has "'--frobnicate'"
report $? 'an unknown option: exit status 2'
GRADER_SEED=x7 "$grader" >"$out" 2>&1
[ $? -eq 2 ] && has "'x7'"
report $? 'a seed that is not a number: exit status 2'
grade --test 4
[ $status -eq 0 ] && has '^2 passed, 0 failed'
report $? 'one test of each lab'

cp mistakes/b_sign.c labs/02_pgs/pgs.c
sh tests/grader/build.sh mine 02_pgs
for seed in '' 7 7 8; do
    GRADER_SEED=$seed "$grader" --lab pgs --no-likely >"seed.$seed" 2>&1
    [ "$seed" = 7 ] && [ ! -f first ] && cp seed.7 first
done
cmp -s first seed.7 && ! cmp -s seed.7 seed.8 && ! cmp -s seed.7 seed.
cp seed.8 "$out"
report $? 'a seed gives the same cases again, another seed gives others'
grep -A 1 'pgs.01' seed.7 >one && grep -A 1 'pgs.01' seed.8 >two && cmp -s one two
report $? 'the visible tests do not depend on the seed'

# ---- reports ------------------------------------------------------------------------------------------------------------------

"$grader" --lab pgs --tap >"$out" 2>&1
has '^TAP version 14' && has '^1\.\.16$' && [ "$(grep -c '^\(not \)*ok ' "$out")" -eq 16 ] && has '^  ---$' && has '^  likely: "b has'
report $? 'TAP 14 with a plan and details of failures'
"$grader" --lab pgs --junit j.xml --gradescope g.json --prairielearn p.json --autolab --totals t >"$out" 2>&1
tail -n 1 "$out" | grep -q '^{"scores": {"02_pgs": [0-9]*}}$'
report $? "Autolab's scores are the last line"
for field in score max_score status name number output output_format tags visibility leaderboard; do
    grep -q "\"$field\": " g.json || echo "no $field" >>"$out"
done
! has '^no ' && ! grep -q '"visibility": "hidden"' g.json
report $? "Gradescope's fields are all there, nothing is hidden"
if command -v python3 >/dev/null 2>&1; then
    python3 - >"$out" 2>&1 <<'PYTHON'
import json, xml.etree.ElementTree as xml
g, p, j = json.load(open("g.json")), json.load(open("p.json")), xml.parse("j.xml").getroot()
passed, failed, skipped, points, possible = map(int, open("t").read().split())
assert g["score"] == points == sum(t["score"] for t in g["tests"])
assert g["max_score"] == possible == sum(t["max_score"] for t in g["tests"])
assert {t["status"] for t in g["tests"]} <= {"passed", "failed"} and len(g["tests"]) == passed + failed + skipped
assert abs(p["score"] - points / possible) < 1e-5 and p["gradable"] is True and sum(t["points"] for t in p["tests"]) == points
assert len(j.findall(".//testcase")) == 16 and len(j.findall(".//failure")) == failed and len(j.findall(".//skipped")) == skipped
PYTHON
    report $? 'JSON and XML can be parsed, and agree with each other'
else
    skip 'JSON and XML can be parsed' 'no python3'
fi
echo old >keep.json
if [ -w /dev/full ]; then
    "$grader" --lab pgs --no-likely >/dev/full 2>"$out"
    [ $? -eq 2 ]
    report $? 'standard output on a full disk: exit status 2'
fi
mkdir -p folder.json
"$grader" --lab pgs --no-likely --gradescope folder.json --junit nowhere/j.xml >"$out" 2>&1
[ $? -eq 2 ] && has "can't write nowhere/j.xml" && [ ! -e folder.json.part ]
report $? 'a report that cannot be written: exit status 2, and no half file'

CC=no-such-compiler sh tests/grader/build.sh mine 02_pgs >"$out" 2>&1
[ $? -eq 2 ] && has 'there is no compiler called no-such-compiler'
report $? 'a compiler that is not there: it is said, and not taken for an error of the student'

# ---- hints --------------------------------------------------------------------------------------------------------------------

sh tests/grader/hint.sh 02_pgs 04 >h1 && sh tests/grader/hint.sh 02_pgs 04 >h2 && cat h1 h2 >"$out" &&
    grep -q 'hint 1 of 3' h1 && grep -q 'hint 2 of 3' h2 && sh tests/grader/hint.sh 02_pgs 4 | grep -q 'hint 3 of 3' &&
    sh tests/grader/hint.sh 02_pgs 4 | grep -q 'hint 3 of 3'
report $? 'hints come one stage at a time, and the last stays'
sh tests/grader/hint.sh 02_pgs 99 >"$out" 2>&1
[ $? -eq 2 ] && has 'there is no test pgs.99'
report $? 'a hint for a test that there is not: an error'
"$grader" --points >points
for lab in 01_lcp 02_pgs 03_lemke 04_newton; do
    grep "^$lab " points | while read -r _ id worth title; do
        grep -q "^| $id | $title | $worth |" "labs/$lab/README.md" || echo "labs/$lab/README.md: not | $id | $title | $worth |"
        awk -v t="$id" '/^## /{for (i = 2; i <= NF; i++) if ($i == t) n++} END {exit n == 0}' "labs/$lab/hints.txt" ||
            echo "labs/$lab/hints.txt: no hint for $id"
    done >"$out" 2>&1
    [ ! -s "$out" ]
    report $? "lab $lab: the table in its README agrees with the grader, and each test has a hint"
done

# ---- sanitizers ---------------------------------------------------------------------------------------------------------------

sed '/eq 2.4/s/i < n; i++) z_next\[i\] =/i <= n; i++) z_next[i] = i == n ? 0.0 :/' solutions/02_pgs.c >labs/02_pgs/pgs.c
grade
has '^FAIL  *pgs.01' && has 'behind the end of an array (argument 5'
report $? 'a write out of bounds is seen without sanitizers'
if echo 'int main(void) { return 0; }' >san.c && $CC -fsanitize=address,undefined -o san san.c 2>/dev/null && ./san 2>/dev/null; then
    SAN=1 sh tests/grader/build.sh mine 02_pgs >"$out" 2>&1
    "$grader" --lab pgs --san --no-likely --test 1 >>"$out" 2>&1
    line=$(grep -n 'i <= n' labs/02_pgs/pgs.c | cut -d: -f1)
    has 'out of bounds: wrote beyond an array'
    report $? 'SAN=1 sees a write out of bounds'
    if $CC --version | grep -q clang; then
        has "gcc's sanitizer (CC=gcc) says in which line"
        report $? "SAN=1 says that with clang the line isn't known"
    else
        has "out of bounds: wrote beyond an array, in lab_jacobi_sweep, line $line of your file"
        report $? 'SAN=1 says which line writes out of bounds'
    fi
else
    skip 'SAN=1 sees a write out of bounds' 'the compiler has no sanitizers here'
fi
cp stub.c labs/02_pgs/pgs.c

# ---- hostile submissions ------------------------------------------------------------------------------------------------------

# hostile FILE MODE...: grade it; the result in hostile.NAME, to be looked at when all are done
hostile() {
    stem=$(basename "$1" .c)
    sh tests/grader/build.sh one 02_pgs "$1" "build/grade/hostile/$stem" >"hostile.$stem" 2>&1
    shift
    "$grader" --lab pgs --worker "build/grade/hostile/$stem" --no-likely --quiet --jobs 4 --wall 2 "$@" >>"hostile.$stem" 2>&1
}

# judge_hostile FILE NAME
judge_hostile() {
    cp "hostile.$(basename "$1" .c)" "$out"
    want=$(sed -n 's|^ \* points: \(.*\) \*/|\1|p' "$1")
    case $want in
    'does not build') has '^pgs .* 0/20 .*16 not built' ;;
    *) has "^pgs \[[#-]*\] $want/20 " && has '^[0-9]* passed, [1-9][0-9]* failed' ;;
    esac
    report $? "$2: $(sed -n '1s|^/\* hostile: ||p' "$1"): $want points"
}

sum() { find mbsim.h labs solutions tests "$grader" -type f -exec cksum {} + | sort; }

sum >before
began=$(date +%s)
many=0
for file in tests/hostile/*.c; do                              # some at a time: most of them only wait
    hostile "$file" &
    many=$(((many + 1) % 4))
    [ $many -eq 0 ] && wait
done
wait
took=$(($(date +%s) - began))
for file in tests/hostile/*.c; do judge_hostile "$file" "$(basename "$file" .c)"; done
sum >after
diff before after >"$out" 2>&1
report $? 'no file of the repository was changed by any of them'
echo "$took s" >"$out"
[ "$took" -le 60 ]
report $? 'all of them together take less than 60 s'
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
report $? 'what a killed grader leaves behind, the next one removes'
for stem in kills_parent stops_itself orphan exit; do          # as where there are no namespaces
    hostile "tests/hostile/$stem.c" --plain
    judge_hostile "tests/hostile/$stem.c" "$stem, without namespaces"
done

finish
