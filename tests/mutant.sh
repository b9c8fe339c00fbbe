#!/bin/sh
# mutant.sh: builds and tries what mutate.c writes
#
#   tests/mutant.sh prepare FOLDER JOBS     copies of the kit, FOLDER/1 to FOLDER/JOBS, built and seen to pass their tests
#   tests/mutant.sh try TREE FILE           FILE in one of these has been changed: do the tests notice?
#
# try: exit status 0: all tests pass; 1: one fails; 3: it does not compile, or the code is the same. Only what depends on the file
# is built again, and the tests end at the first failure. The tests are those of the core, but for the grader's and the labs'.
LC_ALL=C
export LC_ALL
if [ -z "${CC:-}" ]; then
    for CC in gcc clang cc; do command -v $CC >/dev/null 2>&1 && break; done
fi
flags='-std=c99 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -O1 -I. -Itests'
# what a compiler lets pass with a warning, but should not, is no mutant
flags="$flags -Werror=implicit-function-declaration -Werror=incompatible-pointer-types"
flags="$flags -Werror=int-conversion -Werror=format -Werror=uninitialized"
flags="$flags -Werror=array-bounds -Werror=aggressive-loop-optimizations"
program=build/minisim2d/minisim2d

compile() { mkdir -p "$(dirname "$1")" && $CC $flags -c -o "$1" "$2" 2>/dev/null; }

# the library and the program from the objects
link_program() {
    rm -f build/minisim2d.a
    ar rcs build/minisim2d.a build/minisim2d/*/*.o && $CC -o $program build/minisim2d/main.o build/minisim2d.a -lm
}

# passes COMMAND...: all of its checks pass, as many as planned, and so says its exit status
passes() {
    { "$@" 2>&1; echo "exit $?"; } </dev/null | awk '
        /^not ok/ { bad = 1; exit }
        /^ok / { n++ }
        /^1\.\./ { plan = substr($0, 4) }
        /^exit / { status = $2 }
        END { exit bad || status != 0 || plan != n }'
}

# a test that has the header's code in it
has_header() { grep -q MBSIM_IMPLEMENTATION "tests/$1.c"; }

# the tests, most telling first: the file's own, the quick, those that are compiled again with the header, the slow
tests_for() {
    case $1 in
    exact.c | measure.c) echo program/test_exact core/test_accuracy ;;
    scene.c | shape.c | reader.c) echo program/test_scene program/bad_scenes.sh ;;
    problem.c) echo program/test_problem program/cli_solve.sh ;;
    output.c | text.c | trajectory.c) echo program/test_output program/cli_files.sh program/cli_program.sh ;;
    figure.c | svg.c | chart.c | thin.c) echo program/test_picture program/test_figure program/test_output ;;
    contact_pgs.c) echo bodies/test_contact_pgs ;;
    more.h) echo core/test_pivoting core/test_newton core/test_solvers ;;
    shapes.c | collision.c | narrow.c | convex.c | facets.c) echo bodies/test_collision bodies/test_edges ;;
    solve.c | trace.c) echo program/cli_solve.sh ;;
    *.c) echo program/cli_run.sh core/test_accuracy program/cli_program.sh ;;
    esac
    later=
    for test in tests/core/test_*.c tests/bodies/test_*.c tests/program/test_*.c; do
        test=${test#tests/} test=${test%.c}
        case $test in
        */test_exact | */test_scene | */test_swept | */test_truth | */test_solvers) continue ;;
        esac
        if has_header "$test"; then later="$later $test"; else echo "$test"; fi
    done
    echo "$later" program/test_scene
    (cd tests && echo program/*.sh)
    echo program/test_exact core/test_swept core/test_solvers core/test_truth
}

# limits for tests that would not end, and a folder for what those leave that are ended; another user's tests go through it
confine() {
    temporary=$(mktemp -d) || exit 2
    trap 'rm -rf "$temporary"' EXIT
    chmod 755 "$temporary"
    export TMPDIR="$temporary"
    ulimit -t 60                                  # seconds of processor time
    ulimit -v 4000000 2>/dev/null
    ulimit -f 200000 2>/dev/null
}

# try_tests FILE: 0 if all pass. A program that is the same as without the mutant is not run again.
try_tests() {
    done=
    for test in $(tests_for "$(basename "$1")"); do
        case " $done " in
        *" $test "*) continue ;;
        esac
        done="$done $test"
        case $test in
        *.sh) passes sh "tests/$test" $program || return 1 ;;
        *)
            if [ "${1%.h}" != "$1" ] && has_header "$test"; then compile "build/$test.o" "tests/$test.c" || return 3; fi
            $CC -o "build/$test" "build/$test.o" build/minisim2d.a -lm || return 1
            cmp -s "build/$test" "same/$test" || passes "build/$test" || return 1 ;;
        esac
    done
}

prepare() {
    rm -rf "$1"
    mkdir -p "$1/1" && cp -R mbsim.h minisim2d scenes tests "$1/1" && cd "$1/1" && mkdir build || exit 2
    for source in minisim2d/*.c minisim2d/*/*.c tests/core/test_*.c tests/bodies/test_*.c tests/program/test_*.c; do
        object=build/${source#tests/}
        compile "${object%.c}.o" "$source" || { echo "mutant.sh: $source does not compile" >&2; exit 2; }
    done
    link_program || exit 2
    (confine; try_tests mbsim.h) || { echo 'mutant.sh: the tests fail without a mutant' >&2; exit 2; }
    cp -R build same
    job=2
    while [ $job -le "$2" ]; do
        cp -R . "../$job" || exit 2
        job=$((job + 1))
    done
}

try() {
    cd "$1" || exit 2
    confine
    rm -rf build
    cp -R same build
    case $2 in *.h) source=minisim2d/solving/mbsim.c ;; *) source=$2 ;; esac
    object=${source%.c}.o
    compile "build/$object" "$source" || exit 3
    if cmp -s "build/$object" "same/$object"; then exit 3; fi
    link_program || exit 3
    try_tests "$2"
}

case ${1:-} in
prepare) prepare "$2" "$3" ;;
try) try "$2" "$3" ;;
*) sed -n '2,8p' "$0" >&2; exit 2 ;;
esac
