#!/bin/sh
# watch.sh LAB TEST: runs the tests again each time the lab's file is saved; ends with Ctrl-C
GRADE=${GRADE:-build/grade}
lab=$1 test=$2
file=labs/$lab/${lab#*_}.c
last=
while :; do
    now=$(cksum "$file" 2>/dev/null)
    if [ "$now" != "$last" ]; then
        last=$now
        [ -t 1 ] && clear
        sh tests/grader/worker/build.sh mine "$lab"
        "$GRADE/grader" --build "$GRADE" --lab "$lab" ${test:+--test "$test"}
        echo
        echo "watching $file; Ctrl-C to end"
    fi
    sleep 1
done
