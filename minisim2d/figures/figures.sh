#!/bin/sh
# figures.sh: the counterparts of the papers' figures, from runs made now, and a page of them
#
#   minisim2d/figures/figures.sh PROGRAM OUT [quick]       from the top of the kit
#
# OUT gets index.html, the pictures, and in data/ the tables from which they are drawn and every
# number on the page is read. It replaces an older one when complete. quick: a small study, short
# runs, times measured once: for tests, as the text of the page is then not true.
program=${1:?usage: minisim2d/figures/figures.sh PROGRAM OUT [quick]}
final=${2:?usage: minisim2d/figures/figures.sh PROGRAM OUT [quick]}
quick=${3:-}
here=$(dirname "$0")
out=$final.new
data=$out/data
LC_ALL=C                  # awk and printf would use the decimal comma of the user's language
export LC_ALL

fail() {
    echo "make figures: $*" >&2
    exit 2
}
for tool in awk sed sort tr; do
    command -v $tool >/dev/null 2>&1 || fail "$tool is needed, but is not installed"
done
[ ! -e "$final" ] || [ -d "$final" ] || fail "$final exists and is not a folder"
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM
rm -rf "$out" && mkdir -p "$data" || fail "cannot make the folder $data"

# sim ARGUMENT...: the program, which reports its own errors
sim() { "$program" "$@" --quiet || fail "failed: minisim2d $*"; }

# chart NAME TABLE ARGUMENT...: OUT/NAME.svg from data/TABLE.csv
chart() {
    picture=$out/$1.svg columns=$data/$2.csv
    shift 2
    "$program" chart "$columns" "$@" --svg "$picture" || fail "$picture could not be drawn"
}

# precedes an awk program on CSV files: $c["NAME"] is the field of that column
csv='
FNR == 1 {
    for (i = 1; i <= NF; i++) c[$i] = i
    next
}

# {{NAME}} on the page stands for the value
function set(name, format, value) { printf "%s=" format "\n", name, value }

function cell(format, value) { return sprintf("<td>" format "</td>", value) }
'

# rows AWK FILE...: the awk program on the rows of CSV files
rows() {
    with=$1
    shift
    awk -F, "$csv $with" "$@"
}

# values AWK FILE...: the same, for the values of {{NAME}} on the page: set(NAME, FORMAT, VALUE)
values() {
    rows "$@" >>"$data/values" || fail "cannot read the tables in $data"
}

cp "$here"/sketches/*.svg "$out" || fail "cannot write to $out"
for part in particle joints solvers bodies grasp; do . "$here/$part.sh"; done

# the page links all tables
links=
for table in "$data"/*.csv; do
    table=data/${table##*/}
    links="$links<a href=\"$table\">${table##*/}</a> "
done
printf 'tables=%s\n' "$links" >>"$data/values" || fail "cannot write $data/values"

awk -f "$here/figures.awk" "$data/values" "$here/figures.txt" "$here/index.html" \
    >"$out/index.html" && echo '</html>' >>"$out/index.html" ||
    fail 'index.html could not be written'
rm -rf "$final" && mv "$out" "$final" || fail "cannot replace $final"
echo "$final/index.html"
