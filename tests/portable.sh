#!/bin/sh
# portable.sh: the kit's own tests on machines unlike this one; prints TAP
#
#   tests/portable.sh [WAY...]      from the top of the kit
#
# Each way is a function below, way_NAME, and runs in a copy of the kit. A way whose requirements
# are missing here is skipped with its name. Without a WAY, all except these two run, which takes
# minutes:
#
#   quick    an odd folder, another locale and busybox's tools at once, by `make test` without the
#            tests written in C, which do not depend on these; a minute
#   loaded   `make test` RUNS=20 times beside busy processes; TARGET=test-labs, for instance,
#            chooses another target
. "$(dirname "$0")/tap.sh"
use_temporary_folder
make=${MAKE:-make} top=$PWD all=$PATH
unset MAKEFLAGS MAKELEVEL MFLAGS GRADE CC

# fresh FOLDER: a copy of the kit to work in, without the built files
fresh() {
    cd "$top" && mkdir -p "$dir/$1" &&
        cp -R Makefile README.md mbsim.h labs minisim2d scenes solutions tests "$dir/$1" &&
        cd "$dir/$1" || exit 2
}

# works NAME COMMAND...: the command succeeds; if not, prints its messages about failures
works() {
    name=$1
    shift
    "$@" >"$dir/log" 2>&1 </dev/null
    result=$?
    grep -A 6 -e '^not ok' -e '^FAIL' -e BROKEN -e rror "$dir/log" >"$dir/out"
    [ -s "$dir/out" ] || tail -n 20 "$dir/log" >"$dir/out"
    report $result "$name"
}

# needs NAME COMMAND: is the command installed? If not, the check NAME is skipped
needs() {
    command -v "$2" >/dev/null 2>&1 || { skip "$1" "$2 is not installed"; false; }
}

# the first locale here that has a decimal comma
comma() {
    for locale in $(locale -a 2>/dev/null); do
        if [ "$(LC_ALL=$locale locale decimal_point 2>/dev/null)" = , ]; then
            echo "$locale"; break
        fi
    done
}

# makes a folder of busybox's tools, without ar, which belongs to the compiler: busybox's ar makes
# no index
busybox_tools() {
    mkdir "$dir/busybox"
    for tool in $(busybox --list); do
        [ "$tool" = ar ] || ln -s "$(command -v busybox)" "$dir/busybox/$tool"
    done
}

# makes a folder of all tools, in which clang is the only compiler
clang_tools() {
    mkdir "$dir/clang"
    echo "$PATH" | tr : '\n' |
        while read -r folder; do ln -s "$folder"/* "$dir/clang" 2>/dev/null; done
    (cd "$dir/clang" && rm -f cc c89* c99* c++* gcc* g++* tcc ./*-gcc* ./*-g++*)
}

# student [VARIABLE=VALUE...]: a student's commands, with the labs solved
student() {
    for lab in $(ls tests/labs); do cp solutions/$lab.c labs/$lab/${lab#*_}.c || return 1; done
    for command in demo 'hint LAB=pgs T=01' 'plot LAB=lcp' 'plot LAB=lemke' 'mine LAB=lemke' list \
        grade; do
        $make -s "$@" $command || { echo "error: make $command"; return 1; }
    done
}

# runs PROGRAM [SCENES]: a CSV of every scene, or of SCENES, with every formulation, without the
# columns of seconds and iterations
runs() {
    for scene in ${2:-scenes/*.scene}; do
        for formulation in exact st ap peg swept; do
            echo "$scene $formulation"
            "$1" run "$scene" --formulation $formulation --quiet --csv - | cut -d, -f 1-9
        done
    done
}

way_quick() {
    fresh "a folder's \$name"
    path=$PATH language=$(comma)
    if needs 'busybox for the tools' busybox; then busybox_tools; path=$dir/busybox:$PATH; fi
    [ -n "$language" ] || skip 'a decimal comma' 'no such locale'
    works "in a folder \"a folder's \$name\", LC_ALL=${language:=C}, busybox's tools: make test" \
        env LC_ALL="$language" PATH="$path" "$make" -s CFLAGS=-O0 TESTS= test
}

# No test has a limit of real time, and none reads a file that another is writing, so four busy
# processes must not change a result
way_loaded() {
    fresh loaded
    works "TARGET=${TARGET:=test} is built" "$make" -s "$TARGET"
    busy=
    for one in 1 2 3 4; do
        yes >/dev/null &
        busy="$busy $!"
    done
    run=1
    while [ $run -le "${RUNS:-20}" ]; do
        works "beside four busy processes: make $TARGET, run $run" "$make" -s "$TARGET"
        run=$((run + 1))
    done
    kill $busy
}

way_folder() {
    fresh "it's a \$mall \"folder\"; really"
    works 'in a folder with spaces, quotes, a dollar and a semicolon: make full' "$make" -s full
    works "in a folder with spaces, quotes, a dollar and a semicolon: a student's commands" student
}

way_language() {
    language=$(comma)
    if [ -z "$language" ]; then skip 'a decimal comma' 'no such locale'; return; fi
    fresh language
    export LC_ALL="$language"
    works "LC_ALL=$language: make full" "$make" -s full
    works "LC_ALL=$language: a student's commands" student
    export LC_ALL=C
}

way_busybox() {
    needs "busybox's tools" busybox || return 0
    busybox_tools
    fresh with-busybox
    PATH=$dir/busybox:$PATH
    works "busybox's tools: make full" "$make" -s full
    works "busybox's tools: a student's commands" student
    PATH=$all
}

way_clang() {
    needs 'clang and no cc' clang || return 0
    clang_tools
    fresh with-clang
    PATH=$dir/clang
    works 'clang, and no gcc or cc: make full' "$make" -s full
    works "clang, and no gcc or cc: a student's commands" student
    PATH=$all
}

way_elsewhere() {
    fresh elsewhere
    works 'B=elsewhere: make full' "$make" -s B=elsewhere full
    works "B=elsewhere: a student's commands" student B=elsewhere
    [ ! -e build ]
    report $? 'B=elsewhere: nothing is built in build/'
    ! "$make" -s B='a b' >"$dir/out" 2>&1 && grep -q 'may have no space' "$dir/out"
    report $? 'B= with a space is refused'
}

# 80-bit registers, rounded when stored
way_x87() {
    fresh x87
    echo 'int main(void) { return 0; }' >"$dir/x87.c"
    if ! ${CC:-gcc} -m32 -mfpmath=387 -o "$dir/x87.out" "$dir/x87.c" 2>/dev/null ||
        ! "$dir/x87.out"; then
        skip 'gcc -m32 -mfpmath=387' 'not supported here'
        return
    fi
    works 'gcc -m32 -mfpmath=387: make full' "$make" -s CC='gcc -m32 -mfpmath=387' full
    works "gcc -m32 -mfpmath=387: a student's commands" student CC='gcc -m32 -mfpmath=387'
}

way_tcc() {
    needs 'tcc: the program and its tests' tcc || return 0
    fresh with-tcc
    works 'tcc: the program and its tests' "$make" -s test-core CC=tcc
}

# another C library: all runs must have the same bits
way_musl() {
    needs 'another C library' musl-gcc || return 0
    fresh with-musl
    works 'musl: the program and its tests' "$make" -s test-core CC=musl-gcc CFLAGS='-O2 -static'
    works 'the program with the C library of this machine' "$make" -s B=here
    runs build/minisim2d/minisim2d >"$dir/musl.csv" &&
        runs here/minisim2d/minisim2d >"$dir/here.csv"
    diff "$dir/musl.csv" "$dir/here.csv" >"$dir/out" && [ "$(wc -l <"$dir/here.csv")" -gt 1000 ]
    report $? 'musl: every run of every scene has the same bits'
}

way_windows() {
    cc=x86_64-w64-mingw32-gcc
    needs 'minisim2d.exe' $cc || return 0
    fresh for-windows
    works 'minisim2d.exe is built' "$make" -s CC=$cc
    needs 'minisim2d.exe runs every scene' wine || return 0
    printf '#!/bin/sh\nWINEDEBUG=-all WINEPREFIX="%s/wine" exec wine "%s" "$@" 2>/dev/null\n' \
        "$dir" "$PWD/build/minisim2d/minisim2d.exe" >minisim2d.sh
    chmod 755 minisim2d.sh
    works 'the program of this machine' "$make" -s B=here
    # without bodies: sin and cos are the C library's and differ in the last bits
    points=$(grep -LE '^(disc|box|rod|body) ' scenes/*.scene)
    runs ./minisim2d.sh "$points" >"$dir/windows.csv" &&
        runs here/minisim2d/minisim2d "$points" >"$dir/here.csv"
    diff "$dir/windows.csv" "$dir/here.csv" >"$dir/out" && [ "$(wc -l <"$dir/here.csv")" -gt 1000 ]
    report $? 'minisim2d.exe: every run of every scene of particles has the same bits'
    # make plot links a program for Windows, which only Wine can run here. The pictures of labs 4
    # and 12 show Newton's methods, which call the C library's hypot: their last digits differ
    for plot in tests/labs/*/plot.c; do
        lab=${plot#tests/labs/}
        lab=${lab%/plot.c}
        "$make" -s CC=$cc plot LAB=$lab PLOT_FILE=solutions/$lab.c >/dev/null 2>&1
        "$make" -s B=here plot LAB=$lab PLOT_FILE=solutions/$lab.c >/dev/null 2>&1
        mkdir -p windows &&
            WINEDEBUG=-all WINEPREFIX="$dir/wine" wine build/lab/$lab.exe windows/$lab.svg \
            >/dev/null 2>&1
        [ "$(wc -l <windows/$lab.svg)" -eq "$(wc -l <here/plot/$lab.svg)" ] || echo $lab: lines
        case $lab in 04_* | 12_*) ;; *) cmp windows/$lab.svg here/plot/$lab.svg ;; esac
    done >"$dir/out" 2>&1
    [ ! -s "$dir/out" ] && [ "$(ls windows | wc -l)" -gt 7 ]
    report $? 'programs for Windows draw the pictures of the labs, all but two with the same bits'
}

[ $# -gt 0 ] || set -- folder language busybox clang elsewhere x87 tcc musl windows
for way in "$@"; do
    case $way in
    quick | loaded | folder | language | busybox | clang | elsewhere | x87 | tcc | musl | windows)
        way_$way ;;
    *) echo "portable.sh: there is no way called $way" >&2; exit 2 ;;
    esac
done
finish
