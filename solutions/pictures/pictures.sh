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

# light.svg -> FILE, with the dark style inserted after the description
put() {
    mkdir -p "${2%/*}"
    awk '{ print } /<\/desc>/ && !done { done = 1; while ((getline line <"solutions/pictures/dark.css") > 0) print line }' \
        "$1" >"$2.new" && mv "$2.new" "$2"
    echo "$2"
}

# plot LAB [FILE]: what make plot draws, as FILE.svg in the lab's folder
plot() {
    $MAKE -s plot LAB="$1" PLOT_FILE="solutions/$1.c" PLOT_DIR="$dir" LAB_DIR="$dir/lab" >"$dir/$1.txt"
    [ -z "$2" ] || put "$dir/$1.svg" "$labs/$1/$2.svg"
}

sketch() {
    "$dir/sketches" "$2" "$dir/sketch.svg"
    put "$dir/sketch.svg" "$labs/$1/$2.svg"
}

${CC:-cc} -std=c99 -O1 -I. -o "$dir/sketches" solutions/pictures/sketches.c "$B/minisim2d/minisim2d.a" -lm
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
awk 'FNR == NR { if (/score  solved/) on = 1; if (/^the picture/) on = 0; if (on) ladder = ladder "    " $0 "\n"; next }
     /^ *score  solved/ { printf "%s", ladder; skip = 1; next }
     skip && /^$/ { skip = 0 }
     !skip' "$dir/12_contest.txt" labs/12_contest/README.md >"$dir/README.md"
mkdir -p "$labs/12_contest"
cmp -s "$dir/README.md" "$labs/12_contest/README.md" || {
    cp "$dir/README.md" "$labs/12_contest/README.md"
    echo "$labs/12_contest/README.md: the ladder"
}
