#!/bin/sh
# ending.sh LAB...: the end of the course: shows the student's code at work, in the terminal
#
# From build/grade/progress, as progress.sh; PROGRAM is the kit's.
GRADE=${GRADE:-build/grade}
LC_ALL=C
export LC_ALL
dir=$(dirname "$GRADE")/ending
mkdir -p "$dir" || exit 2

# is the lab passed?
passed() {
    [ -f "$GRADE/progress/$1" ] && read -r _ _ test _ <"$GRADE/progress/$1" && [ "$test" = - ]
}

# drive LAB: hills.scene with the lab's formulation and the student's solver: a CSV in $dir/LAB;
# without such a solver by one of the kit's, some of which a copy may lack
drive() {
    ${MAKE:-make} -s mine LAB="$1" ${solver:+SOLVER="$solver"} LAB_DIR="$dir" >"$dir/log" 2>&1 ||
        return 1
    if [ -n "$solver" ]; then by=mine; else by='lemke fischer-newton pgs'; fi
    for with in $by; do
        "$dir/minisim2d" run scenes/hills.scene --formulation mine --form lcp --solver "$with" \
            --quiet --csv "$dir/$1" >"$dir/log" 2>&1 && return 0
    done
    return 1
}

if ! passed 09_peg; then
    echo "the ending comes when lab 9 is passed, and every other lab that you have begun"
    exit 1
fi
for solver in 03_lemke 04_newton ''; do
    if [ -z "$solver" ] || passed "$solver"; then break; fi
done
drive 09_peg || { cat "$dir/log"; exit 1; }
curves=$dir/09_peg
st=06_stewart_trinkle
if passed $st && drive $st; then curves="$dir/$st $curves"; else st=; fi

echo
awk -F , '
    BEGIN { WIDE = 78; HIGH = 14; dx = 11.5 / WIDE; dy = 2.1 / HIGH
            for (c = 0; c < WIDE; c++) {                       # semicircles of radius 1
                x = (c + 0.5) * dx; u = x - 2 * int(x / 2) - 1
                for (r = 0; r < HIGH; r++) {
                    y = (r + 0.5) * dy
                    at[r, c] = u * u + y * y < 1 ? ":" : " "
                }
            } }
    FNR > 1 && FILENAME ~ /peg$/ { at[int($5 / dy), int($4 / dx)] = "o"; x = $4; y = $5 }
    FILENAME !~ /peg$/ { hung = int($5 / dy) SUBSEP int($4 / dx) }
    END { if (hung) at[hung] = "+"
          for (r = HIGH - 1; r >= 0; r--) {
              line = ""
              for (c = 0; c < WIDE; c++) line = line at[r, c]
              sub(/ +$/, "", line); print line
          }
          printf "\no  your PEG, which ends at (%.2f, %.2f); ", x, y
          print "the exact motion at (10.28, 1.07)" }' $curves
[ -z "$st" ] || echo '+  your Stewart-Trinkle, which hangs between the first two hills'
case $solver in
'') echo "   each step solved by the kit's $with: lab 3 would make that yours, too" ;;
*) echo "   each step solved by your ${solver#*_}" ;;
esac
echo
count=0 points=0
for lab in "$@"; do
    passed "$lab" || continue
    read -r got _ <"$GRADE/progress/$lab"
    count=$((count + 1)) points=$((points + got))
done
echo "$count of $# labs passed, $points points."
cat labs/ending.txt
