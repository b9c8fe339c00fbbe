#!/bin/sh
# mutate.sh: mutation testing: small changes to the code, one at a time; each should make a test
# fail
#
#   tests/mutate.sh FOLDER FILE...      (make mutate calls it)
#
#   N=400       number of mutants        SEED=1      seed of the draw
#   JOBS=2      how many at a time       ONLY=FILE   mutants of this file only
#   DEEP=1      test_truth as well       TESTS=...   these tests only
#
# tests/mutate.awk defines the changes. FOLDER/1 to FOLDER/JOBS are copies of the kit, in which each
# change is tested by `make` and the programs of `make test-core`, until one fails. Prints the
# survivors as they are found, and the share of killed mutants. A change that does not compile, or
# gives the same code, does not count.
LC_ALL=C
export LC_ALL
folder=$1
shift
make=${MAKE:-make}
unset MAKEFLAGS MAKELEVEL MFLAGS
program=build/minisim2d/minisim2d

# build TARGET...: rebuilds all that depends on $file, except objects that see only the declarations
# of a header. The lists of dependences spell the name of a header in many ways.
build() {
    case $file in
    *.h) changed=$(echo "minisim2d/solving/mbsim.c $*" | tr ' ' '\n' |
        sed 's/^build\(.*\)$/\1.c/; s/^\/tests/tests/' |
                   xargs grep -l -s MBSIM_IMPLEMENTATION | sed 's/^/-W /')
         spelt=$(cat build/*/*.d build/*/*/*.d | tr -s ' \\:' '\n' | grep "/${file##*/}\$" |
                 sort -u | sed 's/^/-o /')
         "$make" -s CFLAGS=-O1 -o "$file" $spelt $changed "$@" ;;
    *) "$make" -s CFLAGS=-O1 "$@" ;;
    esac >/dev/null 2>&1
}

# objects: a checksum of the program's code
objects() { cat build/minisim2d/*.o build/minisim2d/*/*.o | cksum; }

# passes COMMAND...: all its checks pass, as many as planned, within a minute of processor time
passes() {
    { ulimit -t 60; timeout 1000 "$@" 2>&1; echo "exit $?"; } </dev/null | awk '
        /^not ok/ { bad = 1; exit }  /^ok / { n++ }  /^1\.\./ { plan = substr($0, 4) }
        /^exit / { status = $2 }
        END { exit bad || status != 0 || plan != n }'
}

# tests_of FILE: the tests, those of the file first: named after it or its folder, or mentioning it
tests_of() {
    if [ -n "$TESTS" ]; then echo "$TESTS"; return; fi
    name=$(basename "$1" | sed 's/\..*//')
    ls tests/*/test_"$name".c tests/"$(basename "$(dirname "$1")")"/test_*.c 2>/dev/null
    grep -l "$name" tests/core/test_*.c tests/bodies/test_*.c tests/program/*
    ls tests/core/test_*.c tests/bodies/test_*.c tests/program/test_*.c tests/program/*.sh
}

# noticed: does a test in this folder fail? It is named in the file `notice`
noticed() {
    tried=
    for test in $(tests_of "$file" | grep -v -e jobs_study -e mutation); do
        case " $tried $([ -n "$DEEP" ] || echo tests/core/test_truth.c) " in
        *" $test "*) continue ;;
        esac
        tried="$tried $test"
        echo "$test" >notice
        case $test in
        *.sh) passes sh "$test" $program || return 0 ;;
        *.c) binary=build/${test%.c}
             build "$binary" || return 0
             passes "$binary" || return 0 ;;
        esac
    done
    return 1
}

# attempt COPY LINE: tries a line of mutate.awk's output; prints killed, survived or void
attempt() (
    cd "$1" || exit 2
    file=$(echo "$2" | cut -f 1)
    before=$(objects)
    cp "$file" original
    echo "$2" | awk -F '\t' 'NR == FNR { at = $2; sub(/^[^\t]*\t[^\t]*\t[^\t]*\t/, ""); text = $0;
        next }
        FNR == at { $0 = text } { print }' - original >"$file"
    if ! build $program || [ "$(objects)" = "$before" ]; then echo void
    elif noticed; then echo killed
    else echo survived; fi
    cp original "$file"
    build $program
)

rm -rf "$folder"
mkdir -p "$folder/1" &&
    cp -R Makefile README.md mbsim.h minisim2d scenes tests labs solutions "$folder/1" &&
    cd "$folder" || exit 2
file=none
(cd 1 && build $program && ! noticed) ||
    { echo "mutate.sh: without a mutant, this fails: $(cat 1/notice)" >&2; exit 2; }
for job in $(seq 2 "${JOBS:-2}"); do cp -Rp 1 "$job"; done

# all mutants, shuffled by the seed; job k tries every JOBS-th
for source in ${ONLY:-"$@"}; do awk -f 1/tests/mutate.awk "1/$source"; done | sed 's/^1.//' |
    awk -v seed="${SEED:-1}" 'BEGIN { srand(seed) } { printf "%.9f\t%s\n", rand(), $0 }' |
    sort | cut -f 2- >all
for job in $(seq "${JOBS:-2}"); do
    awk -v job="$job" -v jobs="${JOBS:-2}" 'NR % jobs == job % jobs' all | {
        tried=0 share=$(((${N:-400} + ${JOBS:-2} - job) / ${JOBS:-2}))
        while [ $tried -lt $share ] && IFS= read -r line; do
            result=$(attempt "$job" "$line")
            echo "$result" >>"results.$job"
            [ "$result" = void ] || tried=$((tried + 1))
            [ "$result" = survived ] || continue
            echo "survived  $line"
            sed -n "$(echo "$line" | cut -f 2)s/^/    was    /p" "$job/$(echo "$line" | cut -f 1)"
        done
    } &
done
wait
cat results.* | awk -v seed="${SEED:-1}" '{ n[$1]++ } END { tried = n["killed"] + n["survived"]
    printf "seed %s: %d of %d killed (%.1f %%); %d did not compile or changed nothing\n",
        seed, n["killed"], tried,
        tried ? 100 * n["killed"] / tried : 0, n["void"] }'
