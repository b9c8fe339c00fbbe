#!/bin/sh
# run.sh: runs test programs that print TAP, one more at a time than there are cores, because some
# wait for a browser; adds up the results
#
#   tests/run.sh PROGRAM...
#       (each an executable, or a command in quotes; JOBS= another number at a time)
#
# Prints a line as each program ends, and the programs still running after five seconds, then each
# minute. At the end: every failed check with its details, and `N passed, N failed, N skipped`. A
# program that dies, prints no plan, or stops before its plan is fulfilled counts as a failure; the
# grader prints such a closing line instead of a plan. Exit status 1 if any failed.
LC_ALL=C
export LC_ALL
passed=0 failed=0 skipped=0
dir=$(mktemp -d) || exit 2
jobs=${JOBS:-$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1))}
trap 'kill "$ticker" 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# events for the loop below, one per line: the number of a program that has ended, or `tick`
mkfifo "$dir/events" || exit 2
exec 3<>"$dir/events"
(while sleep 5 && kill -0 $$; do echo tick; done >&3) 2>/dev/null &
ticker=$!

# short COMMAND: core/test_lemke for build/tests/core/test_lemke, program/cli_run.sh for sh
# tests/program/cli_run.sh ..., test-labs
short() { echo "$1" |
    sed -e 's/^.* test-labs$/test-labs/' -e 's/^sh //' -e 's/^[^ ]*tests\///' -e 's/ [^-].*//'; }

# start NUMBER COMMAND: in the background; its output, exit status and start time (in seconds) are
# files
start() {
    short "$2" >"$dir/$1.name"
    date +%s >"$dir/$1.running"
    { $2 >"$dir/$1" 2>&1 3>&-; echo $? >"$dir/$1.status"; echo "$1" >&3; } &
}

# tell_running: prints the programs that have run for five seconds, once, and then each minute
tell_running() {
    now=$(date +%s) names=
    for file in "$dir"/*.running; do
        [ -f "$file" ] || continue
        seconds=$((now - $(cat "$file")))
        if [ $seconds -ge 5 ] && [ $((seconds % 60)) -lt 10 ] && [ $((seconds % 60)) -ge 5 ]; then
            names="$names, $(cat "${file%.running}.name") ($seconds s)"
        fi
    done
    [ -z "$names" ] || echo "   running: ${names#, }"
}

# add NUMBER: a program has ended: count its checks, print its line, keep its failures for the end
add() {
    out=$dir/$1
    status=$(cat "$out.status")
    seconds=$(($(date +%s) - $(cat "$out.running")))
    rm "$out.running"
    s=$(grep -c '^ok .* # SKIP' "$out")
    p=$(($(grep -c '^ok ' "$out") - s))
    f=$(grep -c '^not ok ' "$out")
    plan=$(sed -n 's/^1\.\.\([0-9][0-9]*\).*/\1/p' "$out" | tail -n 1)
    graded=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$out" | tail -n 1 | tr -d ,)
    if [ -n "$graded" ]; then
        set -- "$1" $graded
        p=$2 f=$4 s=$6 plan=$(($2 + $4 + $6))
    fi
    verdict=ok broken=
    [ "$f" -eq 0 ] || verdict=FAILED
    if [ "${plan:--1}" -ne $((p + f + s)) ]; then
        broken="exit status $status, planned ${plan:-nothing}, ran $((p + f + s))"
        tail -n 15 "$out" >"$out.end"
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        broken="all checks passed, but exit status $status"
    fi
    if [ -n "$broken" ]; then
        f=$((f + 1)) verdict="BROKEN ($broken)"
    fi
    printf '%-32s %5d checks %4d s  %s\n' "$(cat "$out.name")" $((p + f + s)) $seconds "$verdict"
    sed -n 's/^ok [0-9]* - \(.*\) # SKIP /  skipped: \1: /p' "$out"
    if [ $f -gt 0 ]; then
        { echo; echo "$(cat "$out.name"): $verdict"; cat "$out.end" 2>/dev/null
          if [ -n "$graded" ]; then grep -v -e '^pass' -e '^skip' "$out"
          else awk '/^not ok /{show=1} /^ok |^1\.\./{show=0} show' "$out"; fi; } >>"$dir/failures"
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

count=0 running=0
for program in "$@" ''; do
    while [ $running -gt 0 ] && { [ -z "$program" ] || [ $running -ge "$jobs" ]; }; do
        read -r event <&3
        if [ "$event" = tick ]; then tell_running; else add "$event"; running=$((running - 1)); fi
    done
    [ -n "$program" ] || continue
    count=$((count + 1)) running=$((running + 1))
    start $count "$program"
done

[ ! -f "$dir/failures" ] || { cat "$dir/failures"; echo; }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
