#!/bin/sh
# mutants.sh LAB...: the kill matrix, as TAP: every wrong submission is killed by the tests its first line names, with its own hint;
# every alternative right one, and the solution, has full marks
GRADE=${GRADE:-build/grade}
. tests/tap.sh
use_temporary_folder

for lab in "$@"; do
    if [ -f "solutions/$lab.c" ]; then
        sh tests/grader/build.sh one "$lab" "solutions/$lab.c" "$GRADE/solution/$lab"
        "$GRADE/grader" --build "$GRADE" --lab "$lab" --worker "$GRADE/solution/$lab" --quiet --no-likely --min 100 >"$dir/out" 2>&1
        report $? "solutions/$lab.c has full marks"
    fi
    sh tests/grader/build.sh right "$lab"
    for right in tests/right/"$lab"/*.c; do
        [ -f "$right" ] || continue
        "$GRADE/grader" --build "$GRADE" --lab "$lab" --worker "$GRADE/right/$lab/$(basename "$right" .c)" --quiet --no-likely --min 100 >"$dir/out" 2>&1
        report $? "right/$lab/$(basename "$right" .c) has full marks"
    done
    wrong=$(ls tests/wrong/"$lab"/*.c 2>/dev/null | wc -l)
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --mutants >"$dir/all" 2>&1
    killed=$(grep -c '^ok ' "$dir/all")
    grep -A 1 '^not ok ' "$dir/all" >"$dir/out"
    [ "$killed" -eq "$wrong" ]
    report $? "wrong/$lab: $killed of $wrong killed by the test they name, with the right hint"
done
finish
