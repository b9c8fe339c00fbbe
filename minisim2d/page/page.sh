#!/bin/sh
# page.sh: the live page: the kit itself, compiled for the browser, and scenes
#
#   minisim2d/page/page.sh OUT [SCENE...]      from the top of the kit; all scenes if none is named
#
# It needs a clang for wasm32, and wasm-ld.
# PARTS are sources beside the kit's, each as `FLAGS -- FILES;`: for the entries called mine, see
# minisim2d/solving/mine.c; LAB is a student's lab among them, or empty.
out=${1:?usage: minisim2d/page/page.sh OUT [SCENE...]}
shift
[ $# -gt 0 ] || set -- scenes/*.scene
here=$(dirname "$0")
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM

# the sources of the module, below minisim2d; and the scripts after page.js
sources="page/wasm/*.c page/page.c page/page_run.c bodies/*.c
    reading/parser.c reading/reader.c reading/scene.c reading/scene_*.c reading/shape.c
    motion/simulate.c motion/worlds.c truth/exact.c truth/measure.c
    solving/attempt.c solving/cone.c writing/text.c drawing/svg.c"
scripts="planes.js explorer.js story.js live.js"

# a compiler that makes a module; Debian's names have a number
for compiler in ${CLANG:-clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14}; do
    printf 'int f(void);\nint f(void) { return 0; }\n' >"$dir/f.c"
    flags="--target=wasm32 -std=c99 -nostdlib -Wl,--no-entry"
    if $compiler $flags -o "$dir/f.wasm" "$dir/f.c" 2>"$dir/why"; then found=$compiler; break; fi
done
if [ -z "$found" ]; then
    echo "make page needs a clang that compiles for wasm32, and wasm-ld" \
        "(Debian: the packages clang and lld); nothing else needs them" >&2
    exit 1
fi

kit="-Os -ffp-contract=off -ffreestanding -mbulk-memory -I."

# the headers of a C library, all copies of one
mkdir "$dir/libc" || exit 1
for header in assert errno locale math stdio stdlib string; do
    cp "$here/wasm/libc.h" "$dir/libc/$header.h" || exit 1
done

# parts: an object of each of their files, in $dir/NUMBER.o. A student's code may need functions
# that a browser lacks, and may not end: every branch of it is counted, see libc.c.
counted=-fsanitize-coverage=edge,no-prune,trace-pc
parts() {
    number=0
    echo "${PARTS:--- minisim2d/solving/mine.c;}" | tr ';' '\n' | sed '/--/!d' |
    while read -r part; do
        for file in ${part#*-- }; do
            number=$((number + 1))
            $found --target=wasm32 -std=c99 $kit -isystem "$dir/libc" $counted ${part%%-- *} \
                -c -o "$dir/$number.o" "$file" 2>"$dir/why" && continue
            cat "$dir/why" >&2
            echo "make page: $file does not compile for the browser," \
                "which has only the C library in $here/wasm/libc.h" >&2
            return 1
        done
    done
}

parts || exit 1
$found $flags $kit -isystem "$dir/libc" -Wl,--strip-all -o "$dir/kit.wasm" \
    $(cd minisim2d && printf 'minisim2d/%s ' $sources) "$dir"/[0-9]*.o || {
    echo "make page: not linked: the functions undefined above are not in the browser's C" \
        "library, $here/wasm/libc.c" >&2
    exit 1
}

# packed: standard input by gzip and in base64
packed() { gzip -9 -n -c | base64 | tr -d '\n'; }

# the data: { lab, scenes: [{ name, text }], wasm }, the latter two packed
{
    comma=[
    for scene; do
        printf '%s{"name":"%s","text":"' "$comma" "$(basename "$scene" .scene)"
        awk '{
                gsub(/\\/, "&&")
                gsub(/"/, "\\\"")
                gsub(/\t/, "\\t")
                gsub(/\r/, "\\r")
                printf "%s\\n", $0
            }' "$scene" || exit 1
        printf '"}'
        comma=,
    done
    printf ']'
} >"$dir/scenes" || exit 1
{
    printf '{"lab":"%s","scenes":"' "$LAB"
    packed <"$dir/scenes"
    printf '","wasm":"'
    packed <"$dir/kit.wasm"
    printf '"}'
} >"$dir/data"

awk -v folder="$here" -v data="$dir/data" -v scripts="$scripts" '
    # without parts that the browser does not need: indents, and comments on lines of their own
    function put(file,   line, status, plain) {
        plain = file !~ /[.](js|css)$/
        while ((status = (getline line < file)) > 0) {
            if (!plain) sub(/^ +/, "", line)
            if (!plain && !within && line ~ /^\/[*]/) within = 1
            if (!within && (plain || line != "")) print line
            if (within && line ~ /[*]\/ *$/) within = 0
        }
        close(file)
        if (status < 0) exit 1
    }
    /^@@[a-z]+[.][a-z]+@@$/ {
        put(folder "/" substr($0, 3, length($0) - 4))
        if (/css/) put(folder "/live.css")
        next
    }
    /^<main>/ { put(folder "/live.html") }
    /@@data@@/ {
        n = index($0, "@@data@@")
        print substr($0, 1, n - 1)
        put(data)
        print substr($0, n + 8)
        next
    }
    /^start\(/ {
        n = split(scripts, script, " ")
        for (i = 1; i <= n; i++) put(folder "/" script[i])
        next
    }
    { print }' "$here/page.html" >"$dir/live.html" || exit 1
mkdir -p "$(dirname "$out")" && mv "$dir/live.html" "$out" && echo "page: $out"
