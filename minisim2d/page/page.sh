#!/bin/sh
# page.sh: the live page: the kit itself, compiled for the browser, and every scene of one particle
#
#   minisim2d/page/page.sh PROGRAM OUT [SCENE...]      from the top of the kit
#
# PROGRAM is minisim2d, which says what a scene holds and how a formulation looks. It takes a clang that knows wasm32, and wasm-ld.
# PARTS are sources beside the kit's, each as `FLAGS -- FILES;`: what is called mine there, see minisim2d/solving/mine.c; LAB is a
# student's lab among them, or empty.
program=${1:?usage: minisim2d/page/page.sh PROGRAM OUT [SCENE...]} out=$2
shift 2
[ $# -gt 0 ] || set -- scenes/*.scene
here=$(dirname "$0")
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT INT TERM

# a compiler that makes a module; Debian's names have a number
for compiler in ${CLANG:-clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14}; do
    printf 'int f(void);\nint f(void) { return 0; }\n' >"$dir/f.c"
    flags="--target=wasm32 -std=c99 -nostdlib -Wl,--no-entry"
    if $compiler $flags -o "$dir/f.wasm" "$dir/f.c" 2>"$dir/why"; then found=$compiler; break; fi
done
if [ -z "$found" ]; then
    echo "make page needs a clang that compiles for wasm32, and wasm-ld (Debian: the packages clang and lld); nothing else needs them" >&2
    exit 1
fi

kit="-O2 -ffp-contract=off -ffreestanding -mbulk-memory -isystem $here/wasm -I."

# parts: an object of each of their files, in $dir/NUMBER.o. A student's code may need what a browser has not.
parts() {
    number=0
    echo "${PARTS:--- minisim2d/solving/mine.c;}" | tr ';' '\n' | sed '/--/!d' | while read -r part; do
        for file in ${part#*-- }; do
            number=$((number + 1))
            $found --target=wasm32 -std=c99 $kit ${part%%-- *} -c -o "$dir/$number.o" "$file" 2>"$dir/why" && continue
            cat "$dir/why" >&2
            echo "make page: $file does not compile for the browser, where there is no more of a C library than in $here/wasm" >&2
            return 1
        done
    done
}

parts || exit 1
$found $flags $kit -Wl,--strip-all -o "$dir/kit.wasm" \
    "$here/wasm/live.c" "$here/wasm/explorer.c" "$here/wasm/libc.c" minisim2d/reading/edges.c minisim2d/truth/exact.c \
    minisim2d/solving/solvers.c "$dir"/[0-9]*.o || {
    echo "make page: not linked: what is undefined above is not in the browser's C library, $here/wasm" >&2
    exit 1
}

# the data of a page for each scene, without its runs; those with several particles, or with bodies, are left out
first=1
printf '{"lab":"%s","scenes":[' "$LAB" >"$dir/data"
for scene; do
    name=$(basename "$scene" .scene)
    "$program" run "$scene" --formulation exact --quiet --html "$dir/page.html" 2>/dev/null || continue
    sed -n '/<script id="data"/,/<\/script>/p' "$dir/page.html" | sed 's/.*application\/json">//; /^"runs":/,$d' >"$dir/scene"
    [ "$(grep -o '"mass":' "$dir/scene" | wc -l)" -eq 1 ] || continue
    [ $first -eq 1 ] || printf ',\n' >>"$dir/data"
    first=0
    sed "1s/^{/{\"name\":\"$name\",/; \$s/,\$/}/" "$dir/scene" >>"$dir/data"
done

# how a run looks, from a page that has all of them
"$program" compare scenes/sawtooth-friction.scene --quiet --html "$dir/page.html" || exit 1
{
    printf '],\n"looks":['
    sed -n 's/^,*\({"name":.*"marker":"[a-z]*"\),"failed".*/\1}/p' "$dir/page.html" | paste -s -d, -
    printf '],\n"wasm":"'
    od -An -v -tx1 "$dir/kit.wasm" | awk -f "$here/base64.awk"
    printf '"}'
} >>"$dir/data"

awk -v folder="$here" -v data="$dir/data" '
    function put(file,   line, status) {
        while ((status = (getline line < file)) > 0) print line
        close(file)
        if (status < 0) exit 1
    }
    /^@@page[.][a-z]+@@$/ { put(folder "/" substr($0, 3, length($0) - 4)); if (/css/) put(folder "/explorer.css"); next }
    /^<main>/ { put(folder "/explorer.html") }
    /@@data@@/ { n = index($0, "@@data@@"); print substr($0, 1, n - 1); put(data); print substr($0, n + 8); next }
    /^start\(/ { put(folder "/explorer.js"); put(folder "/live.js"); next }
    { print }' "$here/page.html" >"$dir/live.html" || exit 1
mkdir -p "$(dirname "$out")" && mv "$dir/live.html" "$out" && echo "page: $out"
