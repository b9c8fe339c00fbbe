#!/bin/sh
# cli_pictures.sh: the README's pictures are those that the program draws; and pictures.awk, which
# compares pictures
#
#   tests/program/cli_pictures.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- pictures.awk: are two pictures the same? ----
# takes SAID NAME DRAWN KEPT: compares two pictures; checks how the output begins and that the exit
# status is 1; SAID = '': that there is no output and the exit status is 0
takes() {
    printf '%s\n' "$3" >"$dir/drawn"
    printf '%s\n' "$4" >"$dir/kept"
    awk -f tests/pictures.awk "$dir/drawn" "$dir/kept" >"$dir/out"
    differ=$?
    case $differ$(cat "$dir/out") in
    0) [ -z "$1" ] ;;
    1"$1"*) [ -n "$1" ] ;;
    *) false ;;
    esac
    report $? "pictures.awk: $2"
}
takes '' 'the last digit may differ by one' '<line x1="7.25" y2="-3"/>' \
    '<line x1="7.26" y2="-3.01"/>'
takes 'line 1, drawn: <line' 'the last digit may not differ by two' '<line x1="7.25" y2="-3"/>' \
    '<line x1="7.27" y2="-3"/>'
takes 'line 1, drawn: <line' 'a sign counts' '<line x1="7.25" y2="3"/>' '<line x1="7.25" y2="-3"/>'
takes 'line 1, drawn: <text' 'text counts' '<text x="1">hills</text>' '<text x="1">hillz</text>'
takes 'line 1, drawn: <path' 'the number of points counts' '<path d="M1 2L3 4"/>' \
    '<path d="M1 2L3 4L5 6"/>'
takes 'line 1, drawn: <rect' 'a colour counts' '<rect fill="#0072B2"/>' '<rect fill="#0072B3"/>'
takes 'line 2, drawn: ' 'a missing element counts' '<rect x="1"/>' '<rect x="1"/>
<rect x="2"/>'
takes '2 lines are drawn, 1 kept' 'an additional element counts' '<rect x="1"/>
<rect x="2"/>' '<rect x="1"/>'

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
