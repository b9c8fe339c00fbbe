#!/bin/sh
# total.sh: run commands one after the other, show what they print, and add up their `N passed, N failed, N skipped` lines
#
#   tests/total.sh 'COMMAND ...' ...
#
# The sum is the last line. A command that fails without a failed test of its own, or prints no such line, counts as one failure.
LC_ALL=C
export LC_ALL
passed=0 failed=0 skipped=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM

for command in "$@"; do
    { $command; echo $? >"$dir/status"; } 2>&1 | tee "$dir/out"
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$dir/out" | tail -n 1)
    p=${line%% passed*} rest=${line#* passed, } f=${rest%% failed*} rest=${rest#* failed, } s=${rest%% skipped*}
    if [ "$(cat "$dir/status")" -ne 0 ] && [ "${f:-0}" -eq 0 ] || [ -z "$line" ]; then f=$((${f:-0} + 1)); fi
    passed=$((passed + ${p:-0})) failed=$((failed + f)) skipped=$((skipped + ${s:-0}))
    echo
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
