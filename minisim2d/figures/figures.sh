#!/bin/sh
# figures.sh: the counterparts of the papers' figures, from runs made now, and a page that compares them
#
#   minisim2d/figures/figures.sh PROGRAM OUT [quick]       from the top of the kit
#
# OUT gets index.html, the pictures, and in data/ the tables that these are drawn from and that every number on the page is
# read from. It takes the place of an older one when it is whole. quick: a small study, short runs, times
# measured once: for tests, as the words on the page are then not true.
program=${1:?usage: minisim2d/figures/figures.sh PROGRAM OUT [quick]}
final=${2:?usage: minisim2d/figures/figures.sh PROGRAM OUT [quick]}
quick=${3:-}
here=$(dirname "$0")
out=$final.new
data=$out/data
LC_ALL=C                          # awk and printf would take a decimal comma from the user's language
export LC_ALL

fail() {
    echo "make figures: $*" >&2
    exit 2
}
for tool in awk sed sort tr; do
    command -v $tool >/dev/null 2>&1 || fail "$tool is needed, and is not here"
done
[ ! -e "$final" ] || [ -d "$final" ] || fail "$final is in the way, and no folder"
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
rm -rf "$out" && mkdir -p "$data" || fail "cannot make the folder $data"

# sim ARGUMENT...: the program; what is wrong it says itself
sim() { "$program" "$@" --quiet || fail "this has failed: minisim2d $*"; }

# chart NAME TABLE ARGUMENT...: OUT/NAME.svg from data/TABLE.csv
chart() {
    picture=$out/$1.svg columns=$data/$2.csv
    shift 2
    "$program" chart "$columns" "$@" --svg "$picture" || fail "$picture could not be drawn"
}

# values AWK FILE...: the awk program, to which a row's columns are $c["NAME"], prints lines NAME=VALUE: what {{NAME}} on the page
# stands for. root(x) is its square root: some awks have no functions.
values() {
    with=$1
    shift
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } '"$with"'
        function root(x, r, k) { r = x > 1 ? x : 1; for (k = 0; k < 60 && x > 0; k++) r = (r + x / r) / 2; return x > 0 ? r : 0 }' \
        "$@" >>"$data/values" || fail "cannot read $*"
}

for part in particle joints solvers bodies; do . "$here/$part.sh"; done

# the tables themselves
printf 'tables=' >>"$data/values" && for table in "$data"/*.csv; do printf '<a href="data/%s">%s</a> ' "${table##*/}" "${table##*/}"; done \
    >>"$data/values" && echo >>"$data/values" || fail "cannot write $data/values"

{ awk -f "$here/fill.awk" "$data/values" "$here/index.html" && echo '</html>'; } >"$out/index.html" ||
    fail 'index.html could not be written'
rm -rf "$final" && mv "$out" "$final" || fail "cannot replace $final"
echo "$final/index.html"
