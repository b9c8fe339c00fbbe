#!/bin/sh
# build.sh: build workers: a submission + the lab's worker file + the kit without its solvers
#
#   build.sh one LAB FILE OUT      FILE, a submission to LAB (02_pgs), into OUT/worker-static or
#   OUT/worker
#   build.sh mine [LAB...]         the students' own files, labs/LAB/NAME.c, into
#   build/grade/mine/LAB
#   build.sh all LAB FOLDER OUT    every FOLDER/X.c, files of the kit's own, into OUT/X
#   build.sh ready LAB             only the common parts of the lab's workers
#
# A submission that does not build leaves OUT/error, which has the compiler's message, and no
# worker; the exit status is still 0, because that is a result and not a failure. In the
# environment: CC; GRADE, another folder than build/grade; and SAN=1 for the address and
# undefined-behaviour sanitizers (into mine-san).
#
# A submission sees lab.h and the declarations of mbsim.h, and is linked with the few functions that
# core.awk leaves. The compiler runs in a folder that holds nothing else, under limits (compile.c);
# a submission is refused if the compiler would read any file but those and its own headers, or if
# its assembler would read a file or define a macro, which could.
#
# Files that are built already are recognised by checksums, never by dates.
top=$(cd "$(dirname "$0")/../../.." && pwd -P) || exit 2
# as in the Makefile: the first that is installed
if [ -z "${CC:-}" ]; then
    for CC in gcc clang cc; do command -v $CC >/dev/null 2>&1 && break; done
fi
if ! command -v "${CC%% *}" >/dev/null 2>&1; then
    echo "build.sh: there is no compiler called ${CC%% *}" >&2
    exit 2
fi
LC_ALL=C
export LC_ALL
flags='-std=c99 -O1 -g -ffp-contract=off -fno-common'
# memory comes from the arena
no_malloc='-Dmalloc=worker_malloc -Dcalloc=worker_calloc -Drealloc=worker_realloc'
variant=
if [ "${SAN:-}" = 1 ]; then
    flags="$flags -fsanitize=address,undefined -fno-sanitize-recover=undefined"
    flags="$flags -fno-omit-frame-pointer"
    variant=-san
fi
build=${GRADE:-build/grade}
case $build in
/*) ;;
*) build=$top/$build ;;
esac
base=$build/base$variant
compiled=compiled/$(uname -s)-$(uname -m)      # in a student's copy, what it has not as text

# for each call of the compiler; COMPILE_OPEN=1 lets it read all files, for tests
seconds=${COMPILE_SECONDS:-20}
# hide the seed from the compiler, which could be made to show its environment
unset SEED GRADER_SEED MAKEFLAGS MFLAGS MAKEOVERRIDES

# the directories where the compiler looks for its headers, one a line
own_headers() {
    $CC -E -v -x c /dev/null 2>&1 |
        sed -n -e '/^#include </,/^End of search/{' -e 's/^ //' -e '/^\//p' -e '}'
}

# the paths that the compiler may read: its own headers, programs and libraries; but no directory
# that holds the kit
readable() {
    {
        own_headers
        dirname "$(dirname "$(readlink -f "$(command -v "${CC%% *}")")")"
        for path in /bin /sbin /lib* /usr/* /usr/local/* /opt/* /nix/store \
            /gnu/store /etc/ld.so.*; do
            echo "$path"
        done
    } | while read -r path; do
        case $top/ in
        "${path%/}/"*) ;;
        *) [ ! -e "$path" ] || echo "$path" ;;
        esac
    done
}

# compile COMMAND...: in the current folder, confined as far as `prepare` found possible; its output
# is then in `messages`
compile() {
    set -- -- "$@"
    if [ -s "$base/readable" ] && [ -z "${COMPILE_OPEN:-}" ]; then
        set -- -r "$base" -w /dev/null -w . "$@"
        while read -r path; do set -- -r "$path" "$@"; done <"$base/readable"
    fi
    TMPDIR=. "$base/compile" "$seconds" messages "$@"
}

# checksums of sources and of what is made from them: identity SOURCES OBJECTS, the former in the
# repository, the latter in $base. A missing file has no line.
identity() {
    echo "$CC: $($CC --version 2>&1 | head -n 1)"
    echo "$flags"
    (cd "$top" && cksum $1)
    (cd "$base" && cksum $2)
} 2>/dev/null

# Are the OBJECTS unchanged, and made from the same SOURCES? Otherwise FUNCTION makes them again, in
# the directory $part: up_to_date NAME FUNCTION SOURCES OBJECTS
up_to_date() {
    [ "$(identity "$3" "$4")" != "$(cat "$base/$1-identity" 2>/dev/null)" ] || return 0
    part=$base/part.$$
    mkdir -p "$part" && $2 && mv "$part"/* "$base" && rmdir "$part" &&
    identity "$3" "$4" >"$base/$1-identity.$$" && mv "$base/$1-identity.$$" "$base/$1-identity"
}

# the parts that all labs share
make_common() {
    set -- "-I$top" "-I$top/tests/grader/worker"
    own_headers >"$part/headers"
    sed '/^#ifdef MBSIM_IMPLEMENTATION/,$d' "$top/mbsim.h" >"$part/mbsim.h" &&
    $CC $flags "$@" -c "$top/tests/grader/worker/worker.c" -o "$part/worker.o" &&
    $CC $flags "$@" -c "$top/tests/grader/worker/wire.c" -o "$part/wire.o" &&
    make_bound begin && make_bound end &&
    $CC -std=c99 -O1 "$@" -o "$part/compile" "$top/tests/grader/worker/compile.c" \
    "$top/tests/grader/worker/confine.c" &&
    mv "$part/compile" "$base" && (cd "$part" && try_compiler)
}

# begin.o and end.o are linked before and after a submission: its variables that outlive a call lie
# between theirs
make_bound() {
    echo "unsigned char worker_data_$1[16] = { 1 }, worker_bss_$1[16];
          __thread unsigned char worker_tdata_$1[16] = { 1 }, worker_tbss_$1[16];" |
        $CC $flags -g0 -x c -c - -o "$part/$1.o"
}

# Can the compiler work if it may read only those paths, and can it link statically? If not,
# `readable` and `static` are empty, and it works without. The sanitizers can't be linked
# statically. `verbatim` has the options that make a compiler with its own assembler (clang) pass
# asm() on unchanged, instead of executing it.
try_compiler() {
    echo 'int main(void) { return 0; }' >try.c
    : >"$base/readable"
    compile $CC $flags -o try try.c -lm || { cat messages >&2; return 1; }
    readable >"$base/readable"
    compile $CC $flags -o try try.c -lm || : >"$base/readable"
    : >static
    if [ -z "$variant" ] && compile $CC $flags -static -o try try.c -lm; then
        echo -static >static
    fi
    : >verbatim
    if compile $CC $flags -fno-integrated-as -S try.c; then echo -fno-integrated-as >verbatim; fi
    rm -f try try.? messages
}

# the parts that a lab adds: its side of the worker, and the functions of the kit that it may call
make_lab() {
    if [ -d "$top/compiled" ]; then
        cp "$top/$compiled/$lab-core.o" "$top/$compiled/$lab-worker.o" "$part"
        return
    fi
    awk -f "$top/tests/grader/worker/core.awk" "$top/tests/labs/$lab/worker.c" "$top/mbsim.h" \
        >"$part/core.h" &&
    $CC $flags -w -x c -DMBSIM_IMPLEMENTATION -c "$part/core.h" -o "$part/$lab-core.o" &&
    rm "$part/core.h" &&
    $CC $flags "-I$top" "-I$top/tests/grader/worker" "-I$top/labs/$lab" \
    -c "$top/tests/labs/$lab/worker.c" -o "$part/$lab-worker.o"
}

prepare() {
    lab=$1
    up_to_date common make_common "mbsim.h tests/grader/worker/*" \
        "compile headers readable static verbatim mbsim.h worker.o wire.o begin.o end.o" &&
    up_to_date "$lab" make_lab \
    "mbsim.h tests/grader/worker/core.awk tests/grader/worker/*.h tests/labs/$lab/worker.c \
        labs/$lab/lab.h $compiled/$lab-core.o $compiled/$lab-worker.o" "$lab-core.o $lab-worker.o"
}

# the first file that the compiler read and must not: neither the submission's, nor below one of its
# own directories. If the files that it read are not known, a message takes the place of a name.
forbidden() {
    tr -d '\\' <deps | tr -s ' ' '\n' | awk -v name="$name" -v headers="$base/headers" '
        BEGIN { while ((getline dir <headers) > 0) own[dir]; bad = "something unknown" }
        $0 == name ".c" { if (bad == "something unknown") bad = ""; next }
        bad != "" || /:$/ || $0 == "" || $0 == "lab.h" || $0 == "mbsim.h" { next }
        {
            for (dir in own) if (index($0, dir "/") == 1 &&
                substr($0, length(dir) + 1) !~ /\/\.\.(\/|$)/) next
            bad = $0
        }
        END { print bad == "" ? "only what it may" : bad }'
}

# Why the assembly is refused, if so. A line that is `.string "..."` as a whole is a text, and may
# contain anything. All others are checked verbatim: they have nothing that makes the assembler or
# the linker read a file, no piece that such a directive could be put together from, and nothing
# that makes the assembler read the lines after them in another way: a comment or a string that does
# not end, a quoted character. #APP marks text from asm(). The compiler was told to call the memory
# functions by other names: a submission that uses the original ones gave them in an asm label. It
# puts writable data into the sections that worker.c watches, or that are closed before main, unless
# an attribute names others; .comm is for all files where no .local came before.
unfit_assembly() {
    awk '/^[ \t]*\.(string|ascii|asciz)[ \t]+"([^"\\]|\\.)*"$/ { next }
         $1 == ".section" && /,[ \t]*"[^"]*w/ &&
             !/^[ \t]*\.section[ \t]+"?\.(data|t?bss|tdata|init_array|fini_array)[.",]/ {
                 place = 1 }
         $1 == ".local" { local[$2] }
         $1 == ".comm" { split($2, part, ","); if (!(part[1] in local)) place = 1 }
         tolower($0) ~ /#app|\.(incbin|include|macro|irpc?|rept?|altmacro|deplibs|linker-options|interp|gnu\.lto)/ { asm = 1 }
         {
             gsub(/"([^"\\]|\\.)*"/, "")
             if (/["\047]|\/\*/) asm = 1
             if (/(^|[^A-Za-z0-9_.$])_?(malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|memalign|valloc)([^A-Za-z0-9_.$]|$)/)
                 memory = 1
         }
         END {
             if (asm) print "your file has assembler in it, or a section for the linker, " \
                            "which is not allowed"
             else if (place) print "a variable has an attribute that says where it is kept, " \
                                   "which is not allowed"
             else if (memory) print "your file takes memory from elsewhere: it comes from the arena"
         }' "$name.s"
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

# The compiler's first error with the source lines it shows. Nothing of another file, which the
# student may not be allowed to read: #line makes a compiler show any file, even in the notes to an
# error.
first_error() {
    if grep -m 1 'error: ' messages | grep -q "^$name\.c:"; then
        awk 'n && /(note|warning|error):/ {exit} /error: / {n = 1}
             n' messages | sed "s|^$name.c|labs/$lab/$name.c|" |
            head -n 5 | cut -c 1-300
    elif grep -m 1 'error: ' messages |
        grep -q '^[a-z0-9+-]*: *error\|^[a-z0-9+-]*: *fatal error'; then
        grep -m 1 'error: ' messages | cut -c 1-300
    elif grep '^the compiler took' messages; then
        :
    elif ! grep -q '^[^ ].*error' messages; then
        echo "the compiler ran out of memory, or wrote too much"
    else
        echo "the first error is not in your file, but in one that it includes: $(grep -m 1 \
            'error: ' messages | sed 's/:.*//')"
    fi
}

# checksums of the sources of a submission's outcome in OUT, and of the outcome
outcome() {
    cat "$base/common-identity" "$base/$lab-identity"
    # not all of them exist
    (cd "$1" && cksum source.c worker* error warnings 2>/dev/null || :)
}

# the reason if the file can't be a submission, without the path, which a student need not know
unfit() {
    case ${1#"$top"/} in
    labs/*) shown=${1#"$top"/} ;;
    *) shown=${1##*/} ;;
    esac
    if [ -L "$1" ]; then echo "$shown is a link; the file itself is needed"
    elif [ ! -f "$1" ] || [ ! -r "$1" ]; then echo "there is no file $shown, or it can't be read"
    elif [ "$(wc -c <"$1")" -gt 1000000 ]; then echo "$shown has more than 1 MB"
    fi
}

# In the stage: `worker` or `worker-static`, or else `error`. The files that the compiler reads are
# checked before it can complain about them, and again afterwards, because a source file can detect
# that it is compiled for the second time.
compile_worker() {
    if ! compile $CC $flags $no_malloc -I. -M -MF deps "$name.c"; then
        first_error >error
        return
    fi
    read=$(forbidden)
    if [ "$read" = 'only what it may' ]; then
        if ! compile $CC $flags $no_malloc $(cat "$base/verbatim") -Wall -Wextra -Wvla -I. -S -MD \
            -MF deps "$name.c"; then
            first_error >error
            return
        fi
        grep 'warning:' messages >warnings || rm warnings
        read=$(forbidden)
    fi
    if [ "$read" != 'only what it may' ]; then
        echo "your file includes $read:" \
            "only lab.h, mbsim.h and the system's own headers may be included" >error
    else
        unfit_assembly >error
        [ -s error ] || { rm error; link_worker; }
    fi
}

link_worker() {
    static=$(cat "$base/static")
    set -- "$base/worker.o" "$base/wire.o" "$base/begin.o" "$name.o" "$base/end.o" \
        "$base/$lab-worker.o" "$base/$lab-core.o" -lm
    if ! compile $CC -c "$name.s" ||
        ! compile $CC $flags $static -fno-lto -o "worker$variant$static" "$@"; then
        rm -f worker*
        { explain; grep -v '^ *$' messages | sed "s|[^ ]*/stage/||" | head -n 4;
        } | cut -c 1-300 >error
    fi
}

# build_one FILE OUT, after prepare
build_one() {
    file=$1 out=$2
    name=${lab#*_}
    if cmp -s "$file" "$out/source.c" &&
        [ "$(outcome "$out")" = "$(cat "$out/identity" 2>/dev/null)" ]; then
        return 0
    fi
    rm -rf "$out"
    mkdir -p "$out/stage" || return 1
    reason=$(unfit "$file")
    if [ -n "$reason" ]; then
        echo "$reason" >"$out/error"
    else
        cp "$file" "$out/source.c" && cp "$file" "$out/stage/$name.c" &&
        cp "$top/labs/$lab/lab.h" "$base/mbsim.h" "$out/stage" || return 1
        (cd "$out/stage" && compile_worker &&
            for one in worker* error warnings; do [ ! -f "$one" ] || mv "$one" ..; done)
    fi
    rm -rf "$out/stage"
    outcome "$out" >"$out/identity"
}

# build_own FILE OUT, after prepare: a file of the kit's own, which is trusted; this must be quick,
# because there are hundreds
build_own() {
    if cmp -s "$1" "$2/source.c"; then return 0; fi
    rm -rf "$2"
    mkdir -p "$2" &&
    $CC $flags -g0 -O0 $no_malloc -w "-I$base" "-I$top/labs/$lab" $static \
    -o "$2/worker$variant$static" "$base/begin.o" "$1" "$base/end.o" "$base/worker.o" \
    "$base/wire.o" "$base/$lab-worker.o" "$base/$lab-core.o" -lm && cp "$1" "$2/source.c"
}

# build_all FOLDER OUT: two at a time; all of them again when the parts that they are linked with
# have changed
build_all() {
    static=$(cat "$base/static") even=
    mkdir -p "$2" || return 1
    linked=$(echo "$CC: $($CC --version 2>&1 | head -n 1)" && cd "$base" &&
        cksum worker.o wire.o begin.o end.o "$lab-worker.o" "$lab-core.o")
    if [ "$linked" != "$(cat "$2/linked" 2>/dev/null)" ]; then
        rm -rf "$2"/*/
        echo "$linked" >"$2/linked"
    fi
    for source in "$1"/*.c; do
        [ -f "$source" ] || continue
        build_own "$source" "$2/$(basename "$source" .c)" &
        if [ -n "$even" ]; then wait; even=; else even=yes; fi
    done
    wait
}

case ${1:-} in
one)
    prepare "$2" && rm -f "$4/identity" && build_one "$3" "$4" ;;
mine)
    shift
    [ $# -gt 0 ] || set -- $(cd "$top/tests/labs" && ls)
    for one in "$@"; do
        prepare "$one" && build_one "$top/labs/$one/${one#*_}.c" "$build/mine$variant/$one" ||
            exit 1
        warnings=$build/mine$variant/$one/warnings
        if [ -f "$warnings" ]; then sed "s|^|labs/$one/|" "$warnings" | head -n 5; fi
    done ;;
all)
    prepare "$2" && build_all "$3" "$4" ;;
ready)
    prepare "$2" ;;
*)
    sed -n '2,7p' "$0" >&2
    exit 2 ;;
esac
