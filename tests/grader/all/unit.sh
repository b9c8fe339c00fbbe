#!/bin/sh
# unit.sh LAB FILE DIR [OPTION...]: one file for one lab, built in DIR/worker and graded with the
# grader's options; DIR/text is its report, DIR/rows a line for each test
#
# grade-all calls it, from the top of the kit. Exit status 0: graded, whatever the result; otherwise
# the grader itself failed, and standard error has the reason. GRADE, in the environment, is the
# folder of the workers' parts.
lab=$1 file=$2 dir=$3
shift 3
sh tests/grader/worker/build.sh one "$lab" "$file" "$dir/worker" >&2 || exit 2
"$GRADER" --with-parent --build "$GRADE" --lab "$lab" --worker "$dir/worker" \
    --rows "$dir/rows" "$@" >"$dir/text"
[ $? -le 1 ]
