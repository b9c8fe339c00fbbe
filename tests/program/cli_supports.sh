#!/bin/sh
# cli_supports.sh: supports in run, compare, replay and list: discs, polygons and squares
#
#   tests/program/cli_supports.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# end FIELD BODY: that field of the last row of a body, of the last run's CSV
end() { awk -F, -v name="$1" -v body="$2" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $3 == body { x = $c[name] } END { print x }' "$dir/out"; }

# near VALUE WANT TOL NAME
near() {
    awk -v x="$1" -v want="$2" -v tol="$3" 'BEGIN { d = x - want;
        exit !(x != "" && d <= tol && d >= -tol) }'
    report $? "$4"
}

# ---- what the friction may be: quasi-static truths of discs and squares,
# tests/bodies/test_supports.c
run run pushing --quiet --csv -
near "$(end angle square)" 0.2205 5e-4 'discs: as far as least power turns it'
run run pushing --supports square --quiet --csv -
near "$(end angle square)" 0.2591 5e-4 'squares: another turn'
sed 's/position 0.042 -0.06/position 0.02 -0.06/' scenes/pushing.scene >"$dir/nearer.scene"
run run "$dir/nearer.scene" --quiet --csv -
near "$(end angle square)" 0.1660 5e-4 'pushed nearer to its middle discs let it turn,'
run run "$dir/nearer.scene" --supports square --quiet --csv -
near "$(end angle square)" 0 1e-3 'squares do not'
run run pushing --supports 64 --quiet --csv -
near "$(end angle square)" 0.2203 1e-3 'polygons of 64 corners: nearly discs'

for solver in prox-newton prox-sweeps; do
    run run curling --solver $solver --quiet --csv -
    near "$(end angle puck)" 1.2698 1e-4 "curling by $solver"
done
run run curling --solver soft-cone --quiet --csv -
near "$(end angle puck)" 1.27 0.02 'Todorov: nearly'

# ---- recorded, and solved again ----
run run pushing --quiet --frames "$dir/p.frames"
report "$status" 'discs are recorded'
[ "$(grep -c '^shared' "$dir/p.frames")" -eq 300 ]
report $? 'three motors of each step share an effort'
run replay "$dir/p.frames" --form cone --csv "$dir/p.csv" --quiet
awk -F, 'NR > 1 && $7 ~ /^prox/ { n++; good += $9 == "MB_OK" && $13 == 0 + $13 }
         END { exit !(n == 200 && good == 200) }' "$dir/p.csv"
report $? 'replayed as discs, all are solved by both prox methods'
awk -F, 'NR > 1 && $7 == "prox-sweeps" && $14 > 1e-6 { bad++ } END { exit bad > 0 }' "$dir/p.csv"
report $? 'with one v+'
run replay "$dir/p.frames" --form cone --solver prox-newton --quiet
report "$status" 'replay by one of them'
run replay "$dir/p.frames" --solver lemke --quiet
report "$status" 'replayed as LCP, discs are 4-gons'
run replay "$dir/p.frames" --form box --quiet
report "$status" 'replayed as boxes, they are squares'

# ---- compare and list ----
# an arrow for each of the three feet that slide, and one in the legend; at rest the latter alone
for speed in 0.5 0; do
    printf '%s\n' 'gravity 0 0' 'step 0.01' 'time 0.1' 'epsilon 0.002' \
        "disc puck radius 0.05 mass 0.5 position 0 0 velocity $speed 0" \
        'tripod puck radius 0.05 mu 0.5' >"$dir/puck.scene"
    run run "$dir/puck.scene" --quiet --svg "$dir/puck.svg"
    grep -c '#007F5F' "$dir/puck.svg"
done >"$dir/arrows"
[ "$(tr '\n' ' ' <"$dir/arrows")" = '4 1 ' ]
report $? "arrows of the feet's friction, where there is some"
run compare pushing --csv - --svg "$dir/c.svg" --quiet
[ "$(cut -d, -f1 "$dir/out" | sort -u |
    tr '\n' ' ')" = '16 4 8 disc formulation reference square ' ]
report $? 'compare has discs, 16-, 8-, 4-gons and squares'
awk -F, '$1 == "disc" && $2 == "square" { disc = $7 }
         $1 == "square" && $2 == "square" { square = $7 }
         END { exit !(disc < 1e-5 && square > 1e-3) }' "$dir/out"
report $? 'and says which of them is off'
well_formed "$dir/c.svg" 'its picture is XML'
grep -qF 'foot that slides' "$dir/c.svg"
report $? 'with feet'
run list solvers
grep -q '^  prox-newton' "$dir/out" && grep -q '^  soft-cone' "$dir/out"
report $? 'list solvers has the methods for discs'

# ---- refused ----
refused "--supports takes disc, square, or an even number from 4 to 64, not '7'" \
    'a seven-sided polygon' run pushing --supports 7
refused '--supports has no effect: the scene has none' 'supports of a scene without' \
    run block --supports 8
refused '--formulation peg can'\''t be used with supports that are discs: use --supports 16' \
    'PEG and discs' run pushing --formulation peg
refused '--form box makes squares of polygons' 'a polygon as a box' \
    run pushing --supports 8 --form box
refused "--solver takes prox-newton, prox-sweeps, cone-fb, cone-cck or soft-cone, not 'lemke'" \
    'Lemke and discs' run pushing --solver lemke
refused '--formulation has no effect on --form cone' 'a formulation of discs' \
    replay "$dir/p.frames" --form cone --formulation st

finish
