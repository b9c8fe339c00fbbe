#!/bin/sh
# pictures.sh: writes the pictures of the labs' READMEs to labs/NN_name/, and the ladder of lab 12's
#
#     make pictures            in the kit's own folder; MAKE, B (build) and CC come from there
#     pictures.sh [FOLDER]     to FOLDER/NN_name/, for a comparison
#
# The pictures that `make plot` draws are made with the solutions; sketches.c draws the rest. Each
# picture has a style for dark pages, for readers who prefer one.
set -e
dir=$B/pictures labs=${1:-labs}
mkdir -p "$dir"

dark_style() {
    cat <<'CSS'
<style>
@media (prefers-color-scheme: dark) {
  rect[fill="#ffffff"], circle[fill="#ffffff"], path[fill="#ffffff"] { fill: #12161b }
  text:not([fill]), [fill="#000000"] { fill: #e6edf3 }
  [stroke="#ffffff"] { stroke: #12161b }
  [stroke="#000000"] { stroke: #e6edf3 }
  [fill="#333333"], [fill="#444444"], [fill="#555555"], [fill="#666666"], [fill="#777777"] { fill: #a9b4bf }
  [stroke="#333333"] { stroke: #d0d7de }
  [stroke="#555555"], [stroke="#666666"], [stroke="#777777"], [stroke="#b0b0b0"] { stroke: #8b98a5 }
  [fill="#e6e6e6"] { fill: #2a3138 }
  [stroke="#dddddd"] { stroke: #30373f }
  [stroke="#0072b2"] { stroke: #4aa8e0 }
  [fill="#0072b2"] { fill: #4aa8e0 }
  [stroke="#d55e00"] { stroke: #ff8a3d }
  [fill="#d55e00"] { fill: #ff8a3d }
  [stroke="#009e73"] { stroke: #2cc79a }
  [fill="#009e73"] { fill: #2cc79a }
}
</style>
CSS
}

# light.svg -> FILE, with the rules of the dark style for its colours inserted after the description
put() {
    mkdir -p "${2%/*}"
    dark_style | awk -v light="$1" '
        BEGIN { while ((getline line <light) > 0) picture = picture line "\n" }
        {
            used = !/="/ || /text:not/
            for (rest = $0; match(rest, /[a-z]+="[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
                if (index(picture, " " substr(rest, RSTART, RLENGTH))) used = 1
            if (used) style = style "\n" $0
        }
        END { sub(/<\/desc>/, "&" style, picture); printf "%s", picture }' >"$2.new" &&
        mv "$2.new" "$2"
    echo "$2"
}

# plot LAB [FILE]: what make plot draws, as FILE.svg in the lab's folder
plot() {
    $MAKE -s plot LAB="$1" PLOT_FILE="solutions/$1.c" PLOT_DIR="$dir" LAB_DIR="$dir/lab" \
        >"$dir/$1.txt"
    [ -z "$2" ] || put "$dir/$1.svg" "$labs/$1/$2.svg"
}

sketch() {
    "$dir/sketches" "$2" "$dir/sketch.svg"
    put "$dir/sketch.svg" "$labs/$1/$2.svg"
}

${CC:-cc} -std=c99 -O1 -I. -o "$dir/sketches" solutions/pictures/sketches.c \
    "$B/minisim2d/minisim2d.a" -lm
plot 01_lcp cones
sketch 02_pgs staircase
plot 02_pgs sweeps
sketch 03_lemke lemke
plot 04_newton newton
sketch 05_contact gap
plot 05_contact discs
plot 06_stewart_trinkle trap
sketch 07_friction friction
sketch 08_anitescu_potra wedge
plot 07_friction thrown
plot 08_anitescu_potra floor
sketch 09_peg groups
plot 09_peg hills
plot 10_convergence orders
plot 11_bodies tips
plot 12_contest

# the ladder, between its first and last line
awk 'FNR == NR {
         if (/score  solved/) on = 1
         if (/^the picture/) on = 0
         if (on) ladder = ladder "    " $0 "\n"
         next
     }
     /^ *score  solved/ { printf "%s", ladder; skip = 1; next }
     skip && /^$/ { skip = 0 }
     !skip' "$dir/12_contest.txt" labs/12_contest/README.md >"$dir/README.md"
mkdir -p "$labs/12_contest"
cmp -s "$dir/README.md" "$labs/12_contest/README.md" || {
    cp "$dir/README.md" "$labs/12_contest/README.md"
    echo "$labs/12_contest/README.md: the ladder"
}
