#!/bin/sh
# cli_pictures.sh: the pictures of the README are those that the program draws today
#
#   tests/program/cli_pictures.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- pictures.awk: which pictures are the same ----
# takes STATUS NAME DRAWN KEPT: checks the exit status for two pictures, and that a difference is
# printed
takes() {
    printf '%s\n' "$3" >"$dir/drawn"
    printf '%s\n' "$4" >"$dir/kept"
    awk -f tests/pictures.awk "$dir/drawn" "$dir/kept" >"$dir/out"
    [ $? -eq "$1" ] && { [ "$1" -eq 0 ] || grep -qF "${3##*>}" "$dir/out"; }
    report $? "pictures.awk: $2"
}
takes 0 'the last digit may differ by one' '<line x1="7.25" y2="-3"/>' \
    '<line x1="7.26" y2="-3.01"/>'
takes 1 'the last digit may not differ by two' '<line x1="7.25" y2="-3"/>' \
    '<line x1="7.27" y2="-3"/>'
takes 1 'a sign counts' '<line x1="7.25" y2="3"/>' '<line x1="7.25" y2="-3"/>'
takes 1 'text counts' '<text x="1">hills</text>' '<text x="1">hillz</text>'
takes 1 'the number of points counts' '<path d="M1 2L3 4"/>' '<path d="M1 2L3 4L5 6"/>'
takes 1 'a colour counts' '<rect fill="#0072B2"/>' '<rect fill="#0072B3"/>'
takes 1 'a missing element counts' '<rect x="1"/>' '<rect x="1"/>
<rect x="2"/>'

# ---- the README's pictures ----
# pictured COMMAND SCENE: checks that the command draws scenes/SCENE.svg
pictured() {
    "$program" "$1" "$2" --svg "$dir/$2.svg" >"$dir/table" 2>"$dir/err" </dev/null
    awk -f tests/pictures.awk "$dir/$2.svg" "scenes/$2.svg" >"$dir/out"
    report $? "scenes/$2.svg is up to date (to renew it: minisim2d $1 $2 --svg scenes/$2.svg)"
}
if plain_doubles; then
    pictured compare hills
    pictured run joy
else
    skip "the README's pictures" 'intermediate results are wider than doubles here'
fi
finish
