#!/bin/sh
# mutants.sh check LAB...: the kill matrix, as TAP: every known mistake is killed by the tests it names, with its own hint, and what
#                          answers.txt says about it is true; every alternative right submission, and the solution, has full marks
# mutants.sh answers LAB...: writes tests/wrong/LAB/answers.txt anew
GRADE=${GRADE:-build/grade}
. tests/tap.sh
use_temporary_folder

grader() { "$GRADE/grader" --build "$GRADE" "$@"; }

# build every mistake of a lab, its source in build/grade/wrong/LAB/X.c; one that has not changed keeps its file and its worker
build_mistakes() {
    folder=$GRADE/wrong/$1
    mkdir -p "$dir/$1" "$folder" || return 1
    LC_ALL=C awk -v solution="solutions/$1.c" -v out="$dir/$1" -f tests/grader/mistakes.awk "tests/wrong/$1/mistakes.txt" || return 1
    for source in "$folder"/*.c; do
        [ -f "$dir/$1/$(basename "$source")" ] || rm -rf "$source" "${source%.c}"
    done
    for source in "$dir/$1"/*.c; do
        cmp -s "$source" "$folder/$(basename "$source")" || mv "$source" "$folder" || return 1
    done
    sh tests/grader/build.sh all "$1" "$folder" "$folder"
}

write_answers() {
    build_mistakes "$1" && grader --lab "$1" --answers >"$dir/answers" && mv "$dir/answers" "tests/wrong/$1/answers.txt"
}

full_marks() {
    grader --lab "$1" --worker "$2" --quiet --no-likely --min 100 >"$dir/out" 2>&1
    report $? "$3 has full marks"
}

check() {
    if [ -f "solutions/$1.c" ]; then
        sh tests/grader/build.sh one "$1" "solutions/$1.c" "$GRADE/solution/$1"
        full_marks "$1" "$GRADE/solution/$1" "solutions/$1.c"
    fi
    sh tests/grader/build.sh all "$1" "tests/right/$1" "$GRADE/right/$1"
    for right in tests/right/"$1"/*.c; do
        [ ! -f "$right" ] || full_marks "$1" "$GRADE/right/$1/$(basename "$right" .c)" "right/$1/$(basename "$right" .c)"
    done
    build_mistakes "$1" >"$dir/out" 2>&1
    report $? "the mistakes of $1 can be built"
    grader --lab "$1" --mutants >"$dir/all" 2>&1
    grep -A 1 '^not ok ' "$dir/all" >"$dir/out"
    [ ! -s "$dir/out" ] && [ "$(grep -c '^ok ' "$dir/all")" -gt "$(grep -c '^= ' "tests/wrong/$1/mistakes.txt")" ]
    report $? "$(grep -c '^= ' "tests/wrong/$1/mistakes.txt") mistakes of $1: killed by the tests they name, with their hints"
}

task=$1
shift
for lab in "$@"; do
    if [ "$task" = check ]; then check "$lab"; else write_answers "$lab" || exit 1; fi
done
if [ "$task" = check ]; then finish; fi
