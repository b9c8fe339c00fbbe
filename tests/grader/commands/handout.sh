#!/bin/sh
# handout.sh: a student's copy of the kit in the folder $OUT
#
#     OUT='out kit' LABS='03_lemke 09_peg' SOURCE=1 \
#         sh tests/grader/commands/handout.sh build/minisim2d/minisim2d
#
# The code that the labs ask for is not in it: it has the declarations, the arena and the dense
# algebra of mbsim.h, the parts of the program that read, write and draw, and the parts of the
# grader that make requests and reports. The rest, including the judges, is compiled, in
# compiled/SYSTEM-MACHINE/, for this machine; KITS='Linux-aarch64=aarch64-linux-gnu-gcc' adds
# others. The page is included, already built. With SOURCE=1 the copy has all sources, and nothing
# is compiled.
#
# It has no solutions, mistakes, correct variants, hostile submissions, or anything else for
# instructors. For the labs that LABS names (as LAB= does) the reference is also cut out of mbsim.h,
# which calls the student's function instead. The copy is made beside
# OUT under another name, searched for text that must not be in it, built and tested; then it gets
# its name. Exit status 2, and nothing left behind, if anything is wrong.
LC_ALL=C
export LC_ALL
commands=tests/grader/commands program=$1 built=${GRADE:-build/grade}
unset MAKEFLAGS MFLAGS MAKELEVEL GRADE SEED GRADER_SEED LAB T SAN B

fail() { echo "handout: $*" >&2; exit 2; }

# the lab that a word names, in the form 03_lemke
lab_called() {
    for lab in $(ls tests/labs); do
        number=${lab%%_*}
        case $1 in
        "$lab" | "${lab#*_}" | "$number" | "${number#0}") echo "$lab"; return ;;
        esac
    done
    fail "there is no lab called $1; the labs are:" $(ls tests/labs)
}

# the files of a copy that exist
files() {
    {
        echo .devcontainer/devcontainer.json .editorconfig .clang-format .gitignore Makefile \
            README.md mbsim.h tests/check.h
        echo labs/README.md labs/grasp.md labs/ending.txt tests/grader/grader.mk
        for lab in $(ls tests/labs); do
            echo labs/$lab/README.md labs/$lab/${lab#*_}.c labs/$lab/lab.h labs/$lab/hints.txt
            echo labs/$lab/*.svg tests/labs/$lab/*.[ch] tests/labs/$lab/submissions.txt
        done
        echo $commands/parts.sh $commands/student.sh
    } | tr ' ' '\n' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
    find scenes -type f ! -path 'scenes/project/*'
    find minisim2d -type f ! -path '*/__pycache__/*'
    find tests/grader -type f -name '*.[ch]' ! -path '*/hostile/*' ! -path '*/all/*'
    find tests/grader/worker -type f ! -name '*.[ch]'
}

# without_regions FILE: its text, without the parts between markers
#
# A marker is a line with nothing else except the signs of a comment around it:
#
#     BEGIN INSTRUCTOR        ... END INSTRUCTOR     is left out of every copy
#     BEGIN SOURCE            ... END SOURCE         is left out with -v hidden=1: text about
#                                                    sources that such a copy has compiled; as
#                                                    SOURCE lemke also if that lab is among `labs`
#     BEGIN SOLUTION lemke    ... END SOLUTION       is cut out if that lab is among `labs`;
#                                                    otherwise only the markers go
#
# `known` are the labs that may have regions, by the names in the markers.
#
# The text that replaces a lab's regions is in commands/yours.txt: for each of them in order a line
# `== lemke FILE` and the text, which may be empty. The text above all labs comes before the solvers
# of mbsim.h. Text that was cut out is added to the file `cut`.
without_regions() {
    awk -v file="$1" -v labs="$labs" -v known="$known" -v cut="$work/secret/mbsim.h" \
        -v hidden="$([ -n "${SOURCE:-}" ] || echo 1)" '
    BEGIN {
        number = split(labs, named, " ")
        for (i = 1; i <= number; i++) {
            sub(/^[^_]*_/, "", named[i])
            is_named[named[i]]
        }
        number = split(known, names, " ")
        for (i = 1; i <= number; i++) is_known[names[i]]
        read_texts("tests/grader/commands/yours.txt")
    }

    function fail(why)
    {
        print "handout: " file ":" FNR ": " why >"/dev/stderr"
        failed = 1
        exit 2
    }

    # the texts for this file: text[name, 1], text[name, 2], ...; and `first`
    function read_texts(list,  line, head, mine)
    {
        while ((getline line <list) > 0) {
            if (line ~ /^== /) {
                split(line, head, " ")
                mine = head[2] in is_named && head[3] == file
                if (mine) text[head[2], ++texts[head[2]]] = ""
            } else if (!(2 in head)) {
                first = first line "\n"
            } else if (mine) {
                text[head[2], texts[head[2]]] = text[head[2], texts[head[2]]] line "\n"
            }
        }
        close(list)
    }

    function marker(line)
    {
        gsub(/\/\*|\*\/|<!--|-->|^ *#|^[ \t]+|[ \t]+$/, "", line)
        gsub(/^ +| +$/, "", line)
        return line
    }

    /(BEGIN|END) (SOLUTION|INSTRUCTOR|SOURCE)/ {
        word = marker($0)
        if (word ~ /^BEGIN (INSTRUCTOR|SOURCE( [a-z_0-9]+)?|SOLUTION [a-z_0-9]+)$/) {
            if (region != "") fail("a region begins inside of the one from line " from)
            region = word
            from = FNR
            kind = region ~ /INSTRUCTOR/ ? "INSTRUCTOR" : region ~ /SOURCE/ ? "SOURCE" : "SOLUTION"
            name = region
            if (!sub(/^BEGIN [A-Z]+ /, "", name)) name = ""
            if (name != "" && !(name in is_known)) fail("there is no lab " name " to cut out")
            gone = kind == "INSTRUCTOR" || (kind == "SOURCE" && hidden) || name in is_named
            if (kind == "SOLUTION" && gone) put(name)
        } else if (word ~ /^END (INSTRUCTOR|SOURCE|SOLUTION)$/) {
            if (region == "") fail("a region ends that did not begin")
            if (word != "END " kind) fail("the region from line " from " is to end with END " kind)
            region = ""
            closes = 1
        } else {
            fail("this is no marker: " word)
        }
        next
    }

    region != "" && gone { if (kind == "SOLUTION") print >>cut; next }

    file == "mbsim.h" && labs != "" && /^\/\* ==== solvers/ {
        print first
    }

    # no second empty line where there was a region
    closes && $0 == "" && last == "" { next }
    { print; last = $0; closes = 0 }

    function put(name)
    {
        if (++used[name] > texts[name]) fail("there is no text for this region of " name)
        printf "%s", text[name, used[name]]
    }

    END {
        if (failed) exit 2
        if (region != "") fail("the region from line " from " does not end")
        for (name in texts)
            if (used[name] < texts[name]) fail("no region of " name " for its text " used[name] + 1)
    }' "$1"
}

# copy FILE: into the copy, without the text between markers; of the mistakes only the heads, and
# their answers
copy() {
    mkdir -p "$work/kit/$(dirname "$1")" || return 1
    if [ "$1" != "${1%/submissions.txt}" ]; then
        cp "$built/answers/$(basename "$(dirname "$1")")" "$work/kit/$1"
        return
    fi
    if grep -qE '(BEGIN|END) (SOLUTION|INSTRUCTOR|SOURCE)' "$1" ||
        grep -q "^== [a-z_0-9]* $1\$" $texts; then
        without_regions "$1" >"$work/kit/$1"
    else
        cp "$1" "$work/kit/$1"
    fi
}

# the folders and files of the program with code that the labs ask for: solvers, formulations,
# bodies, the exact motion and errors against it, distances and turns of outlines
hidden_sources() {
    find minisim2d/solving minisim2d/bodies minisim2d/truth minisim2d/study minisim2d/motion \
        -name '*.c' ! -name mine.c ! -path '*/example/*'
    ls minisim2d/reading/shape.c minisim2d/reading/scene_starts.c minisim2d/drawing/mechanism.c
}

# the judges of the labs, which compute the values that they compare with; and the code that workers
# pass to a submission: one of them has a solver.
hidden_judges() {
    ls tests/grader/judge.c tests/grader/causes.c tests/grader/formulation.c tests/grader/steps.c \
        tests/labs/*/tests.c
}

hidden_workers() {
    ls tests/labs/*/worker.c tests/grader/worker/*_worker.h tests/grader/worker/core.awk
}

# compile_one OBJECT SOURCE, and join OBJECT SOURCE...: with $cc, for the machine of which $objects
# is the folder
compile_one() {
    $cc -std=c99 -D_POSIX_C_SOURCE=200809L -ffp-contract=off ${KIT_CFLAGS:--O2} -fPIC -I. \
        -Itests/grader -Itests/grader/worker -c -o "$@"
}

join() {
    joined=$1
    shift
    for source in "$@"; do
        compile_one "$objects/$(echo $source | tr / _).o" $source || return 1
    done
    (cd "$objects" && $cc -r -nostdlib -o joined.o $(echo "$@" | tr '/ ' '_\n' | sed 's/$/.o/')) &&
        mv "$objects/joined.o" "$joined"
}

# compile the hidden parts, for one machine: SYSTEM-MACHINE COMPILER
compile_for() {
    into=compiled/$1 objects=$work/objects/$1 cc=$2
    mkdir -p $into "$objects" || return 1
    awk -f tests/grader/worker/core.awk mbsim.h >core.h && echo '#define MBSIM_IMPLEMENTATION
#include "core.h"' >core.c &&
        join $into/program.o $(hidden_sources) && join $into/judges.o core.c $(hidden_judges) ||
            return 1
    for lab in $(ls labs | grep '^[0-9]'); do
        awk -f tests/grader/worker/core.awk tests/labs/$lab/worker.c mbsim.h >core.h &&
            compile_one $into/$lab-core.o -w core.c &&
            compile_one $into/$lab-worker.o -Ilabs/$lab tests/labs/$lab/worker.c || return 1
    done
    rm core.c core.h
    strip --strip-unneeded $into/*.o 2>/dev/null || :
}

# in the copy: compile, then remove the sources. From mbsim.h everything after the dense algebra is
# removed, to the end of the implementation.
hide() {
    (
        cd "$work/kit" || exit 1
        if ${MAKE:-make} -s page >/dev/null 2>&1; then cp build/page/mbsim.html minisim2d/page
        else echo "handout: there is no clang with wasm-ld here: the copy goes without the page" \
            >&2; fi
        rm -rf build
        for pair in ${KITS:-} "$(uname -s)-$(uname -m)=${CC:-cc}"; do
            compile_for "${pair%%=*}" "${pair#*=}" || exit 1
        done
        for source in $(hidden_sources) $(hidden_judges) $(hidden_workers) \
            minisim2d/bodies/example/*.c; do
            cat "$source" >>"$work/secret/mbsim.h"
            rm "$source"
        done
        # its sources are not enough
        (cd minisim2d/page && rm -r wasm planes.js explorer.js story.js live.* page.sh)
        for header in $(grep -l "^#else .* the implementation" minisim2d/*/*.h); do
            sed -n '/^#else .* the implementation/,$p' $header >>"$work/secret/mbsim.h"
            sed '/^#else .* the implementation/,$d' $header >"$work/header"
            echo '#endif' >>"$work/header"
            mv "$work/header" $header
        done
        awk -v cut="$work/secret/mbsim.h" '
            / The define$/ { sub(/ The define$/, " In") }
            /^ \* goes into ONE/ {
                $0 = " * this copy the implementation is compiled; after make: " \
                     "cc -I. FILE.c build/minisim2d/minisim2d.a -lm" }
            /^ \*     #define MBSIM_IMPLEMENTATION/ { next }
            /^\/\* ==== problems and residuals/ {
                gone = 1
                print "/* What follows is what the labs ask for. " \
                      "In this copy it is compiled: see compiled/ */"
            }
            /^#define MBI_MORE_IMPLEMENTATION/ { gone = 2 }
            gone == 2 && /^#endif \/\* MBSIM_IMPLEMENTATION_DONE/ { gone = 0; print "" }
            gone { print >>cut; next }
            { print }' mbsim.h >"$work/header" && mv "$work/header" mbsim.h
        awk '{ print }
            /^\| `minisim2d\/` \|/ {
                print "| `compiled/` | what the labs ask for: solvers, formulations, bodies, " \
                      "the exact motion, and the judges |"
            }' README.md >"$work/header" && mv "$work/header" README.md
        ! grep -q "^double mb_residual(" mbsim.h && grep -q "^mb_status mb_lu_factor(" mbsim.h
    )
}

# canaries SECRET... kit=1 SOURCE... kit=2 FILE...: SECRET are the solutions and the text that was
# cut out; SOURCE the C files of the copy that are not for students to edit, FILE all others. A
# canary is a statement of a secret, too long to be written independently; one that is also in a
# SOURCE is common code, but many of one solution in one SOURCE are not an accident.
canaries() {
    awk '
    BEGIN { LONG = 32; MANY = 8; cut = "secret/mbsim.h" }

    function statement(line)
    {
        if (line !~ /^[ \t]/) return ""
        sub(/\/\*.*/, "", line)
        gsub(/[ \t]+/, " ", line)
        gsub(/^ | $/, "", line)
        return length(line) >= LONG && line ~ /;$/ ? line : ""
    }

    function found(secret)
    {
        if (secret == cut) secret = "what is cut out of mbsim.h"
        sub(/^secret/, "solutions", secret)
        print "handout: " FILENAME ":" FNR ": a line of " secret >"/dev/stderr"
        bad = 1
    }

    { line = kit == 2 ? $0 : statement($0) }
    !kit && line != "" { canary[line] = FILENAME; next }
    kit == 1 && line in canary && !((FILENAME, line) in seen) {
        seen[FILENAME, line]
        common[line]
        if (canary[line] != cut && ++count[FILENAME, canary[line]] == MANY) found(canary[line])
    }
    kit == 2 && /;/ {
        gsub(/[ \t]+/, " ", line)
        for (each in canary)
            if (!(each in common) && index(line, each)) { found(canary[each]); break }
    }
    END { exit bad }' "$@"
}

# does the copy contain a line of a solution, or of the text that was cut out?
search() {
    cp solutions/*.c "$work/secret" && cd "$work" || return 1
    code=$(cd kit && find mbsim.h minisim2d tests -name '*.[ch]')
    text=$(cd kit && find . -type f | sed 's|^\./||' |
        grep -v -e '^mbsim.h' -e '^minisim2d/.*\.[ch]$' -e '^tests/.*\.[ch]$')
    mv secret kit && cd kit && canaries secret/* kit=1 $code kit=2 $text
    found=$?
    mv secret .. && cd "$top" && return $found
}

# the copy builds without a warning, and its labs are the stubs
try() {
    cd "$work/kit" &&
        ${MAKE:-make} -s all test CFLAGS='-O0 -Werror' GRADER_EXTRA=-O0 >"$work/log" 2>&1 </dev/null
    result=$?
    rm -rf build && cd "$top" || return 1
    if [ $result -ne 0 ]; then
        { grep -m 5 -e error: -e 'undefined' -e '^FAIL' "$work/log" || tail -n 5 "$work/log"; } >&2
        fail "the copy does not build, or its tests do not end with success"
    fi
    tail -n 5 "$work/log" | grep -q '^0 passed, 0 failed' ||
        fail "the labs' files are not the stubs: $(grep -m 1 ' pass\| wrong' "$work/log")"
}

top=$PWD
out=${OUT:-}
while [ "$out" != "${out%?/}" ]; do out=${out%/}; done
case $out in
'') fail "which folder? make handout OUT=DIR; with LABS=03_lemke that lab takes the kit's place" ;;
/*) ;;
*) out=$top/$out ;;
esac
if [ -e "$out" ] && { [ ! -d "$out" ] || [ -n "$(ls -A "$out")" ]; }; then
    fail "$OUT is there already, and not an empty folder"
fi
labs= texts=$commands/yours.txt
for word in ${LABS:-}; do
    lab=$(lab_called "$word") || exit 2
    grep -q "^== ${lab#*_} " $texts || fail "of $lab there is nothing in mbsim.h to cut out"
    case "$labs " in *" $lab "*) continue ;; esac
    labs="$labs $lab"
done
known=$(echo $(sed -n 's/^== \([^ ]*\) .*/\1/p' $texts | sort -u))

list=$(files)
GRADE=$built sh $commands/mutants.sh answers $(ls tests/labs) ||
    fail "the known mistakes can't be run"
work=$out.part.$$
mkdir "$work" 2>/dev/null || fail "can't write in the folder of $OUT"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$work/kit" "$work/secret" || exit 2
for file in $list; do copy "$file" || exit 2; done
sed "s/^YOURS =.*/YOURS =$labs/" "$work/kit/Makefile" >"$work/Makefile" &&
    mv "$work/Makefile" "$work/kit/Makefile" || exit 2
if [ -z "${SOURCE:-}" ]; then
    hide || fail "what is to be hidden could not be compiled, or is not where it was in mbsim.h"
fi
search || fail "a solution would be given away"
sh solutions/project.sh "$program" "$work/kit/scenes/project" ||
    fail "the tracks of labs/grasp.md can't be made"
try
[ ! -d "$out" ] || rmdir "$out"
mv "$work/kit" "$out" || fail "can't write $OUT"
echo "the copy is $OUT${labs:+, in which these labs are the simulator:}$labs"
