#!/bin/sh
# run.sh: run TAP-producing test programs side by side and add them up
#
#   tests/run.sh PROGRAM...      each an executable, or a command in quotes
#
# Prints a line per program, every failed check with its details, and `N passed, N failed, N skipped` at the end.
# A program that dies, prints no plan, or stops before its plan is fulfilled counts as a failure. Exit status 1 if any failed.
LC_ALL=C
export LC_ALL
passed=0 failed=0 skipped=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM

count=0
for program in "$@"; do
    count=$((count + 1))
    { $program >"$dir/$count" 2>&1; echo $? >"$dir/$count.status"; } &
done
wait

count=0
for program in "$@"; do
    count=$((count + 1))
    out=$dir/$count
    status=$(cat "$out.status")
    s=$(grep -c '^ok .* # SKIP' "$out")
    p=$(($(grep -c '^ok ' "$out") - s))
    f=$(grep -c '^not ok ' "$out")
    plan=$(sed -n 's/^1\.\.\([0-9][0-9]*\).*/\1/p' "$out" | tail -n 1)
    verdict=ok
    [ "$f" -eq 0 ] || verdict=FAILED
    if [ "${plan:--1}" -ne $((p + f + s)) ]; then
        verdict="BROKEN (exit status $status, planned ${plan:-nothing}, ran $((p + f + s)))"
        f=$((f + 1))
        tail -n 15 "$out"
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        verdict="BROKEN (all checks passed, but exit status $status)"
        f=1
    fi
    awk '/^not ok /{show=1} /^ok /{show=0} show' "$out"
    sed -n 's/^ok [0-9]* - \(.*\) # SKIP /  skipped: \1: /p' "$out"
    printf '%-40s %5d checks  %s\n' "$program" $((p + f + s)) "$verdict"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
