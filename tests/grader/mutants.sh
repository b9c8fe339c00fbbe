#!/bin/sh
# mutants.sh LAB...: the kill matrix, as TAP: every wrong submission is killed by the tests its first line names, with its own hint;
# every alternative right one, and the solution, has full marks
grade=build/grade
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT INT TERM
number=0 bad=0

line() {                                 # line STATUS NAME
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; bad=$((bad + 1)); fi
}

for lab in "$@"; do
    if [ -f "solutions/$lab.c" ]; then
        sh tests/grader/build.sh one "$lab" "solutions/$lab.c" "$grade/solution/$lab"
        $grade/grader --lab "$lab" --worker "$grade/solution/$lab" --quiet --no-likely --min 100 >"$out" 2>&1
        line $? "solutions/$lab.c has full marks"
        grep -q '\[##########\]' "$out" || sed 's/^/# /' "$out"
    fi
    sh tests/grader/build.sh right "$lab"
    for right in tests/right/"$lab"/*.c; do
        [ -f "$right" ] || continue
        $grade/grader --lab "$lab" --worker "$grade/right/$lab/$(basename "$right" .c)" --quiet --no-likely --min 100 >"$out" 2>&1
        line $? "right/$lab/$(basename "$right" .c) has full marks"
        grep -q '\[##########\]' "$out" || sed 's/^/# /' "$out"
    done
    wrong=$(ls tests/wrong/"$lab"/*.c 2>/dev/null | wc -l)
    $grade/grader --lab "$lab" --mutants >"$out" 2>&1
    killed=$(grep -c '^ok ' "$out")
    grep -A 1 '^not ok ' "$out" | sed 's/^not ok [0-9]* /# /'
    [ "$killed" -eq "$wrong" ]
    line $? "wrong/$lab: $killed of $wrong killed by the test they name, with the right hint"
done
echo "1..$number"
[ "$bad" -eq 0 ]
