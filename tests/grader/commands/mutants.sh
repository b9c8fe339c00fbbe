#!/bin/sh
# mutants.sh mutants LAB...: the kill matrix, as TAP: every known mistake is killed by the tests it
#                          names, with its own hint; every item under "Common mistakes" in the
#                          README has one; every alternative right submission, and the solution,
#                          has full marks, also with the cases of a seed that is not the students'
#                          own
# mutants.sh seeds LAB...: each of these has one mark under SEEDS seeds
# mutants.sh answers LAB...: build/grade/answers/LAB, the mistakes' answers, unless they are newer
#                          than the lab
# mutants.sh mistake LAB NAME: prints one of the lab's known mistakes as a C file; without NAME the
#                          names of all, with the message for a student with the same mistake
#
# In the environment: GRADE, another folder than build/grade; GRADER, another grader than that of
# this folder.
GRADE=${GRADE:-build/grade} SEEDS=${SEEDS:-8} GRADER_SEED=${GRADER_SEED:-100}
export GRADER_SEED
. tests/tap.sh
use_temporary_folder

grader() { "${GRADER:-$GRADE/grader}" --build "$GRADE" "$@"; }

# take FOLDER *.c: copies the files, if there are any
take() {
    to=$1
    shift
    [ ! -f "$1" ] || cp "$@" "$to"
}

# build wrong LAB: the mistakes, and build right LAB: the other correct ways, as
# build/grade/KIND/LAB/X.c; a source that has not changed keeps its worker
build() {
    folder=$GRADE/$1/$2 fresh=$dir/$1-$2 right=
    mkdir -p "$fresh" "$folder" || return 1
    [ "$1" = wrong ] || right=1
    LC_ALL=C awk -v solution="solutions/$2.c" -v out="$fresh" -v right=$right \
        -f tests/grader/commands/submissions.awk "tests/labs/$2/submissions.txt" || return 1
    for source in "$folder"/*.c; do
        [ -f "$fresh/$(basename "$source")" ] || rm -rf "$source" "${source%.c}"
    done
    take "$folder" "$fresh"/*.c && take "$folder" "$fresh/list" &&
        sh tests/grader/worker/build.sh all "$2" "$folder" "$folder"
}

# is build/grade/answers/LAB newer than the lab?
fresh() {
    [ -f "$GRADE/answers/$1" ] && [ -z "$(find "tests/labs/$1" "solutions/$1.c" "labs/$1/lab.h" \
        -newer "$GRADE/answers/$1")" ]
}

# one process at a time: the others wait, and then find the answers
answer() {
    answers=$GRADE/answers/$1
    mkdir -p "$GRADE/answers"
    while ! fresh "$1" && ! ln -s $$ "$answers.lock" 2>/dev/null; do
        kill -0 "$(readlink "$answers.lock")" 2>/dev/null || rm -f "$answers.lock"
        sleep 1
    done
    if ! fresh "$1"; then
        echo "the known mistakes of $1 are run once, so that they can be recognised: half a minute" >&2
        build wrong "$1" && grader --lab "$1" --answers >"$answers.$$" &&
            mv "$answers.$$" "$answers"
        status=$?
    fi
    [ "$(readlink "$answers.lock")" != $$ ] || rm -f "$answers.lock"
    return "${status:-0}"
}

# mark USERS LAB WORKER...: grades each; its output and exit status are stored beside it
mark() {
    users=$1 of=$2
    shift 2
    for worker in "$@"; do
        grader --lab "$of" --users "$users" --worker "$worker" --quiet --no-likely --min 100 \
            >"$worker.out" 2>&1
        echo $? >"$worker.status"
    done
}

# full_marks LAB WORKER...: two at a time
full_marks() {
    right_for=$1 one='' other=''
    shift
    for worker in "$@"; do next="$other $worker" other=$one one=$next; done
    mark 0 "$right_for" $one &
    mark 1 "$right_for" $other
    wait
    for worker in "$@"; do
        cp "$worker.out" "$dir/out"
        [ "$(cat "$worker.status")" -eq 0 ]
        report $? "${worker#"$GRADE"/} has full marks"
    done
}

# build_known LAB: the solution, the mistakes and the variants
build_known() {
    if [ -f "solutions/$1.c" ]; then
        mkdir -p "$GRADE/solution"
        sh tests/grader/worker/build.sh one "$1" "solutions/$1.c" "$GRADE/solution/$1"
    fi
    build right "$1" >"$dir/out" 2>&1 && build wrong "$1" >>"$dir/out" 2>&1
    report $? "the mistakes and variants of $1 can be built"
}

# common README LIST: does every item under "Common mistakes" in a lab's README have a known
# mistake, whose `readme:` quotes words of it? Prints the items that no mistake is for, and the
# quotations that are from no item.
common() {
    awk '
        FNR == 1 { file++ }
        file == 1 && /^## / { listed = /^## Common mistakes/; next }
        file == 1 && listed && /^- / { item[++items] = substr($0, 3); next }
        file == 1 && listed && items && NF { sub(/^ +/, ""); item[items] = item[items] " " $0 }
        file == 2 && /^= / { name = $2 }
        file == 2 && /^readme: / {
            words = substr($0, 9)
            found = 0
            for (i = 1; i <= items; i++) if (index(item[i], words)) known[i] = found = 1
            if (!found) print name ": no common mistake in README has the words: " words
        }
        END {
            for (i = 1; i <= items; i++) if (!known[i]) print "no known mistake is for: " item[i]
            if (!items) print "README lists no common mistakes"
        }' "$@"
}

check() {
    build_known "$1"
    [ ! -d "$GRADE/solution/$1" ] || set -- "$1" "$GRADE/solution/$1"
    for right in "$GRADE/right/$1"/*.c; do
        [ ! -f "$right" ] || set -- "$@" "${right%.c}"
    done
    full_marks "$@"
    list=tests/labs/$1/submissions.txt
    common "labs/$1/README.md" "$list" >"$dir/out"
    [ ! -s "$dir/out" ]
    report $? "each common mistake in the README of $1 is a known one"
    rm -f "$GRADE/answers/$1"
    grader --lab "$1" --mutants >"$dir/all" 2>&1
    grep -A 1 '^not ok ' "$dir/all" >"$dir/out"
    mistakes=$(grep -c '^= [a-z_0-9]* \[[^]]' "$list")
    [ ! -s "$dir/out" ] && [ "$(grep -c '^ok ' "$dir/all")" -eq "$mistakes" ]
    report $? "$mistakes mistakes of $1: killed by the tests they name, with their hints"
}

check_seeds() {
    build_known "$1"
    grader --lab "$1" --seeds "$SEEDS" >"$dir/all" 2>&1
    grep -A 3 '^not ok ' "$dir/all" >"$dir/out"
    [ ! -s "$dir/out" ] && [ "$(grep -c '^ok ' "$dir/all")" -gt 1 ]
    report $? "$(grep -c '^ok ' "$dir/all") ways to write $1 have one mark each under $SEEDS seeds"
}

mistake() {
    lab=$1 name=$2
    list=tests/labs/$lab/submissions.txt
    if [ -z "$name" ]; then
        sed -n -e 's/^= \([^ ]*\) \[[^]][^]]*] /\1\n    /p' "$list"
    elif grep -q "^= $name \[[^]]" "$list"; then
        awk -v solution="solutions/$lab.c" -v out="$dir" -v only="$name" \
            -f tests/grader/commands/submissions.awk "$list" && cat "$dir/$name.c"
    else
        echo "mistake: $list has no $name; make mistake LAB=${lab#*_} lists all" >&2
        exit 2
    fi
}

task=$1
shift
if [ "$task" = mistake ]; then mistake "$@"; exit; fi
for lab in "$@"; do
    case $task in
    mutants) check "$lab" ;;
    seeds) check_seeds "$lab" ;;
    *) answer "$lab" || exit 1 ;;
    esac
done
[ "$task" = answers ] || finish
