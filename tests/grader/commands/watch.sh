#!/bin/sh
# watch.sh LAB TEST: runs the tests again each time the lab's file is saved
#
# Keys, on a terminal: h the next hint; n the next test that does not pass, alone; a all tests; q or
# Ctrl-C ends it. The terminal's settings are restored at the end.
GRADE=${GRADE:-build/grade}
lab=$1 test=$2
file=labs/$lab/${lab#*_}.c
keys=
if [ -t 0 ] && terminal=$(stty -g 2>/dev/null); then
    keys='h hint, n next test, a all tests, q quit'
    trap 'stty "$terminal"' EXIT
    trap 'exit 130' HUP INT TERM
    stty -icanon -echo min 0 time 10
fi

show() {
    [ ! -t 1 ] || clear
    sh tests/grader/worker/build.sh mine "$lab"
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --progress "$GRADE/progress" \
        ${test:+--test "$test"}
    sh tests/grader/commands/progress.sh --end $(ls tests/labs)
    printf '\nwatching %s; %s\n' "$file" "${keys:-Ctrl-C to end}"
}

# the first test after $test that does not pass, starting again from the beginning after the last;
# none if all pass
next_test() {
    "$GRADE/grader" --build "$GRADE" --lab "$lab" --no-likely --tap 2>/dev/null |
        awk -v test="$test" '
            /^not ok / || /^ok .*# SKIP/ {
                sub(/^.* - [^.]*\./, "")
                if (first == "") first = $1
                if ($1 + 0 > test + 0) { after = $1; exit }
            }
            END { print after != "" ? after : first }'
}

# one key, or nothing after a second
key() {
    if [ -n "$keys" ]; then dd bs=1 count=1 2>/dev/null; else sleep 1; fi
}

last=
while :; do
    now=$(cksum "$file" 2>/dev/null)
    if [ "$now" != "$last" ]; then
        last=$now
        show
    fi
    case $(key) in
    h) sh tests/grader/commands/hint.sh "$lab" "$test" ;;
    n) test=$(next_test) && show ;;
    a) test= && show ;;
    q) exit 0 ;;
    esac
done
