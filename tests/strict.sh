#!/bin/sh
# strict.sh: compiles every C file with every installed compiler, all warnings as errors; mbsim.h
# also as C++11
#
# Compilers that are not installed are named and left out; gcc or clang must be installed.
LC_ALL=C
export LC_ALL
c_flags="-std=c99 -D_POSIX_C_SOURCE=200809L -Wvla"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual \
    -Wdouble-promotion -Werror"
found=0 failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM
printf '%s\n' '#define MBSIM_MORE "minisim2d/solving/more.h"' \
    '#define MBSIM_MORE_FORMULATIONS "minisim2d/solving/convex.h"' '#define MBSIM_IMPLEMENTATION' \
    '#include "mbsim.h"' 'int main(void)' '{' '    return 0;' '}' >"$dir/header.c"
cp "$dir/header.c" "$dir/header.cpp"

# runs a command; prints it if it fails
try() {
    "$@" || { echo "FAILED: $*" >&2; failed=1; }
}

# The map at the head of main.c lists every file of the program in its folder. A file includes only
# files of folders below its own.
awk '
    FILENAME == "minisim2d/main.c" {
        if (/^ \*     [a-z]+\/ /) { room = $2; order[room] = ++rooms }
        if (!past) map[room] = map[room] " " $0 " "
        if (/^ \*\//) past = 1
        next
    }
    function complain(what) { print FILENAME ": " what; bad = 1 }
    FNR == 1 {
        split(FILENAME, part, "/")
        room = part[2] "/"
        stem = part[3]
        sub(/[.][ch]$/, "", stem)
        if (!(map[room] ~ "[ (,]" stem "[,:; )]"))
            complain("is not in the map at the head of main.c")
    }
    /^#include "[.][.]\/[a-z]+\// {
        split($2, part, "/")
        if (order[part[2] "/"] <= order[room]) complain($0 ": this folder is not below its own")
    }
    END { exit bad }' minisim2d/main.c minisim2d/*/*.[ch] >&2 || failed=1

# no code compares a formulation with its number: it tests the columns of its row
if grep -nE '([<>]=?|[!=]=) MB_(ST|AP|PEG|SWEPT|FURTHER|GAUSS|TWO_PHASE)\b' mbsim.h minisim2d/*.c \
    minisim2d/*/*.[ch] tests/*/*.[ch] >&2; then
    failed=1
fi

for compiler in gcc clang; do
    if ! command -v $compiler >/dev/null 2>&1; then echo "$compiler: not installed"; continue; fi
    found=1
    # gcc finds some mistakes only while it optimises, clang finds all of them before
    how="-O2 -S -o /dev/null"
    [ $compiler = gcc ] || how=-fsyntax-only
    for file in "$dir/header.c" minisim2d/*.c minisim2d/*/*.c tests/*.c tests/core/*.c \
        tests/bodies/*.c tests/program/*.c tests/grader/all/*.c tests/validation/rational.c \
        tests/grader/hostile/run_as.c; do
        try $compiler $c_flags $warnings $how -I. -Itests "$file"
    done
    for file in tests/grader/*.c tests/grader/worker/*.c tests/labs/*/tests.c; do
        try $compiler $c_flags $warnings $how -I. -Itests/grader -Itests/grader/worker "$file"
    done
    for lab in $(cd labs && ls -d [0-9]*); do
        for file in "labs/$lab/${lab#*_}.c" "solutions/$lab.c" "tests/labs/$lab/worker.c" \
            "tests/labs/$lab/plot.c"; do
            [ ! -f "$file" ] ||
                try $compiler $c_flags $warnings $how -I. -Itests/grader \
                -Itests/grader/worker "-Ilabs/$lab" "$file"
        done
    done
    echo "$compiler: C99 checked"
done
for compiler in g++ clang++; do
    if ! command -v $compiler >/dev/null 2>&1; then echo "$compiler: not installed"; continue; fi
    try $compiler -std=c++11 $warnings -O2 -I. -c -o "$dir/out.o" "$dir/header.cpp"
    echo "$compiler: mbsim.h as C++11 checked"
done
if command -v tcc >/dev/null 2>&1; then
    try tcc -I. -o "$dir/header" "$dir/header.c" -lm
    echo "tcc: mbsim.h checked"
fi
if command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
    try x86_64-w64-mingw32-gcc -std=c99 -Wvla $warnings -O2 -I. -c -o "$dir/out.o" "$dir/header.c"
    # mingw's own isfinite() converts to float and back
    for file in minisim2d/*.c minisim2d/*/*.c; do
        try x86_64-w64-mingw32-gcc $c_flags $warnings -Wno-float-conversion -O2 -I. -c \
            -o "$dir/out.o" "$file"
    done
    echo "mingw: mbsim.h and the program checked"
fi
[ $found = 1 ] || { echo "neither gcc nor clang is installed" >&2; exit 1; }
exit $failed
