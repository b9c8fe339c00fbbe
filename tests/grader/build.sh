#!/bin/sh
# build.sh: build workers: a submission + the lab's worker file + the kit without its solvers
#
#   build.sh one LAB FILE OUT      FILE, a submission to LAB (02_pgs), into OUT/worker-static or OUT/worker
#   build.sh mine [LAB...]         the students' own files, labs/LAB/NAME.c, into build/grade/mine/LAB
#   build.sh all LAB FOLDER OUT    every FOLDER/X.c into OUT/X
#
# A submission that does not build leaves OUT/error, which says why in the compiler's words, and no worker; the exit status is still
# 0, because that is a result and not trouble. In the environment: CC; GRADE, another folder than build/grade; and SAN=1 for the
# address and undefined-behaviour sanitizers (into mine-san).
#
# It is compiled in a folder that holds nothing but the file, lab.h and mbsim.h, and is refused if the compiler read any other file
# below the repository, a solution for instance. Files elsewhere can't be told from the system's own headers.
top=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 2
# as in the Makefile: the first that is here
if [ -z "${CC:-}" ]; then
    for CC in gcc clang cc; do command -v $CC >/dev/null 2>&1 && break; done
fi
if ! command -v "${CC%% *}" >/dev/null 2>&1; then
    echo "build.sh: there is no compiler called ${CC%% *}" >&2
    exit 2
fi
LC_ALL=C
export LC_ALL
flags='-std=c99 -O1 -g -ffp-contract=off'
variant=
if [ "${SAN:-}" = 1 ]; then
    flags="$flags -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    variant=-san
fi
build=${GRADE:-build/grade}
case $build in
/*) ;;
*) build=$top/$build ;;
esac
base=$build/base$variant

# the objects that all submissions to a lab share, compiled again when one of their sources is newer or CC is another; the kit with
# -O0, because that takes a third of the time
prepare() {
    lab=$1
    set -- "$base/worker.o" "$base/frame.o" "$base/$lab-worker.o" "$base/$lab-core.o"
    hide=$top/tests/labs/${lab}_hide.h
    [ -f "$hide" ] || hide=/dev/null
    stale=
    [ "$(cat "$base/$lab-compiler" 2>/dev/null)" = "$CC" ] || stale=yes
    for object in "$@"; do
        [ -f "$object" ] || stale=yes
        for source in "$top"/mbsim.h "$top"/tests/grader/*.[ch] "$top/tests/grader/build.sh" "$top/tests/labs/$lab"* \
                      "$top/labs/$lab/lab.h"; do
            [ -z "$stale" ] && [ "$source" -nt "$object" ] && stale=yes
        done
    done
    [ -n "$stale" ] || return 0
    mkdir -p "$base" || return 1
    set -- "-I$top" "-I$top/tests/grader" "-I$top/tests/labs" "-I$top/labs/$lab"
    part=$base/part.$$
    mkdir -p "$part" &&
    sed -n 's/^MBSIM_API mb_m*lcp_solver mb_\([a-z_0-9]*\);.*/#define mb_\1 mb_no_\1/p' "$top/mbsim.h" >"$part/no_solvers.h" &&
    $CC $flags "$@" -c "$top/tests/grader/worker.c" -o "$part/worker.o" &&
    $CC $flags "$@" -c "$top/tests/grader/frame.c" -o "$part/frame.o" &&
    $CC $flags "$@" -c "$top/tests/labs/${lab}_worker.c" -o "$part/$lab-worker.o" &&
    $CC $flags -O0 "$@" -include "$part/no_solvers.h" -include "$hide" -c "$top/tests/grader/core.c" -o "$part/$lab-core.o" &&
    echo "$CC" >"$part/$lab-compiler" &&
    mv "$part"/* "$base" && rmdir "$part"
}

# the first file below the repository that the compiler read and should not have
forbidden() {
    tr -d '\\' <deps | tr -s ' ' '\n' | sed -e '/:$/d' -e '/^$/d' | while read -r path; do
        case $path in
        "$name.c" | lab.h | mbsim.h) continue ;;
        esac
        target=$(readlink -f "$path" 2>/dev/null) || target=$path
        folder=$(cd "$(dirname "$target")" 2>/dev/null && pwd -P)
        case $folder/ in
        "$top"/*) echo "$path"; break ;;
        esac
    done
}

explain() {
    case $(cat messages) in
    *'multiple definition of `main'* | *'duplicate symbol'*main*)
        echo 'your file defines main: the grader has its own; take yours out' ;;
    *'multiple definition of'* | *'duplicate symbol'*)
        echo 'your file defines a function that mbsim.h already has: choose another name' ;;
    *'undefined reference to `lab_'* | *'undefined reference to "lab_'* | *'"_lab_'*)
        echo 'a function of lab.h is missing from your file, or has another name there' ;;
    *'undefined reference to'*mb_* | *'Undefined symbols'*mb_*)
        echo 'the solvers of mbsim.h are not there in a lab: it is for you to write one' ;;
    esac
}

# the compiler's first error with the source lines it shows; not those of another file, which may not be the student's to read
first_error() {
    if grep -q "^$name\.c:.*error" messages && ! grep -m 1 'error' messages | grep -qv "^$name\.c:"; then
        awk '/error/ && n++ {exit} /warning:/ && n {exit} n' messages | sed "s|^$name.c|labs/$lab/$name.c|" | head -n 5
    elif grep -m 1 'error' messages | grep -q '^[a-z0-9+-]*: *error\|^[a-z0-9+-]*: *fatal error'; then
        grep -m 1 'error' messages
    elif ! grep -q '^[^ ].*error' messages; then
        echo "the compiler ran out of time or memory"
    else
        echo "the first error is not in your file, but in one that it includes: $(grep -m 1 'error' messages | sed 's/:.*//')"
    fi
}

# build_one FILE OUT, after prepare
build_one() {
    file=$1 out=$2
    name=${lab#*_}
    if [ -f "$file" ] && [ -f "$out/done" ] && [ "$out/done" -nt "$file" ] && [ "$out/done" -nt "$base/$lab-core.o" ]; then return 0; fi
    rm -rf "$out"
    mkdir -p "$out/stage" && cp "$top/labs/$lab/lab.h" "$top/mbsim.h" "$out/stage" || return 1
    if [ ! -f "$file" ] || [ ! -r "$file" ]; then
        echo "there is no file ${file#"$top"/}, or it can't be read" >"$out/error"
        return 0
    fi
    if [ "$(wc -c <"$file")" -gt 1000000 ]; then
        echo "${file#"$top"/} has more than 1 MB" >"$out/error"
        return 0
    fi
    cp "$file" "$out/stage/$name.c" || return 1
    (
        cd "$out/stage" || exit 1
        set -- "$base/worker.o" "$base/frame.o" "$base/$lab-worker.o" "$base/$lab-core.o" "$name.o" -lm
        ulimit -t 20                     # of processor time; 2 GB of memory
        ulimit -v 2000000 2>/dev/null
        exec </dev/null
        if $CC $flags -Wall -Wextra -I. -MD -MF deps -c "$name.c" -o "$name.o" 2>messages; then
            taboo=$(forbidden)
            if [ -n "$taboo" ]; then
                echo "your file includes $taboo: only lab.h, mbsim.h and the system's own headers may be included" >../error
            elif [ -z "$variant" ] && $CC $flags -static -o ../worker-static "$@" 2>/dev/null; then
                :
            elif ! $CC $flags -o "../worker$variant" "$@" 2>messages; then
                rm -f "../worker$variant"
                { explain; grep -v '^ *$' messages | sed "s|[^ ]*/stage/||" | head -n 4; } >../error
            fi
        else
            first_error >../error
        fi
        grep 'warning:' messages >../warnings
        [ -s ../warnings ] || rm -f ../warnings
    )
    rm -rf "$out/stage"
    touch "$out/done"
}

# build_all FOLDER OUT: two at a time
build_all() {
    even=
    for source in "$1"/*.c; do
        [ -f "$source" ] || continue
        build_one "$source" "$2/$(basename "$source" .c)" &
        if [ -n "$even" ]; then wait; even=; else even=yes; fi
    done
    wait
}

case ${1:-} in
one)
    prepare "$2" && rm -f "$4/done" && build_one "$3" "$4" ;;
mine)
    shift
    [ $# -gt 0 ] || set -- $(cd "$top/tests/labs" && ls | sed -n 's/_worker\.c$//p')
    for one in "$@"; do
        prepare "$one" && build_one "$top/labs/$one/${one#*_}.c" "$build/mine$variant/$one" || exit 1
        warnings=$build/mine$variant/$one/warnings
        if [ -f "$warnings" ]; then sed "s|^|labs/$one/|" "$warnings" | head -n 5; fi
    done ;;
all)
    prepare "$2" && build_all "$3" "$4" ;;
*)
    sed -n '2,6p' "$0" >&2
    exit 2 ;;
esac
