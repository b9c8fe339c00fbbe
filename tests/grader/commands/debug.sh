#!/bin/sh
# debug.sh LAB TEST: one test's worker under gdb, with that test's requests on its standard input,
# no limits and no sandbox
GRADE=${GRADE:-build/grade}
lab=$1 test=$2
if [ -z "$test" ]; then echo "debug: which test? make debug LAB=${lab#*_} T=05" >&2; exit 2; fi
sh tests/grader/worker/build.sh mine "$lab" || exit 2
worker=$GRADE/mine/$lab/worker-static
[ -f "$worker" ] || worker=$GRADE/mine/$lab/worker
if [ ! -f "$worker" ]; then cat "$GRADE/mine/$lab/error"; exit 1; fi
requests=$GRADE/$lab.$test.requests
"$GRADE/grader" --build "$GRADE" --lab "$lab" --test "$test" --dump "$requests" || exit 2
breakpoints=$(sed -n 's/^mb_status \(lab_[a-z_0-9]*\)(.*/\1/p' "labs/$lab/${lab#*_}.c" |
    sed "s/.*/-ex 'break &'/" | tr '\n' ' ')
if command -v gdb >/dev/null 2>&1; then
    eval exec gdb -q -ex "'directory labs/$lab'" "$breakpoints" \
        -ex "'run <\"$requests\" 3>/dev/null'" "$worker"
fi
echo "gdb is not installed; this runs the test as it is, and prints what your code prints:"
echo "    $worker <$requests 3>/dev/null"
"$worker" <"$requests" 3>/dev/null
