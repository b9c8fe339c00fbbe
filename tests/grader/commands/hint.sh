#!/bin/sh
# hint.sh LAB TEST: the next stage of a lab's hints: labs/LAB/hints.txt, whose stages start with a
# line `## TEST[ TEST...]`. Lines of handout.awk are not shown
#
# Without TEST: the stages of the first test that does not pass yet. The stage reached is kept in
# build/grade/hints (GRADE=, in the environment, is another folder than build/grade).
LC_ALL=C
export LC_ALL
GRADE=${GRADE:-build/grade}
lab=$1 test=${2##*.}
name=${lab#*_}
file=labs/$lab/hints.txt
if [ ! -f "$file" ]; then echo "hint: $file is missing" >&2; exit 2; fi
if [ -z "$test" ]; then
    sh tests/grader/worker/build.sh mine "$lab" >/dev/null 2>&1
    test=$("$GRADE/grader" --build "$GRADE" --lab "$lab" --no-likely --tap 2>/dev/null |
           sed -n -e "s/^not ok [0-9]* - $name\.\([0-9]*\) .*/\1/p" \
               -e "s/^ok [0-9]* - $name\.\([0-9]*\) .*# SKIP.*/\1/p" | head -n 1)
    if [ -z "$test" ]; then echo "$name: every test passes"; exit 0; fi
fi
case $test in ?) test=0$test ;; esac

mkdir -p "$GRADE/hints"
state=$GRADE/hints/$lab.$test
seen=0
if [ -f "$state" ]; then seen=$(cat "$state"); fi
# the number of stages for this test; then the next one, or the last again
stages=$(awk -v t="$test" '
    /^## / { for (i = 2; i <= NF; i++) if ($i == t) n++ }
    END { print n + 0 }' "$file")
if [ "$stages" -eq 0 ]; then
    if "$GRADE/grader" --list --lab "$lab" | grep -q "^ *$test "; then
        echo "hint: no hint for $name.$test; the README has the equations"
        exit 0
    fi
    echo "hint: there is no test $name.$test; make list LAB=$name shows them" >&2
    exit 2
fi
stage=$((seen + 1))
if [ "$stage" -gt "$stages" ]; then stage=$stages; fi
echo "$name.$test  hint $stage of $stages"
awk -v t="$test" -v want="$stage" '
    /^## / { on = 0; for (i = 2; i <= NF; i++) if ($i == t) { n++; on = n == want } next }
    /^(BEGIN|END) SOLUTION/ { next }
    on' "$file" | sed -e '/./,$!d' | sed 's/^/  /'
if [ "$stage" -lt "$stages" ]; then echo "  (once more: the next hint says more)"; fi
echo "$stage" >"$state"
