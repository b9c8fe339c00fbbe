#!/bin/sh
# cli_supports.sh: supports in run, compare, replay and list: limits of the friction of a foot that
# are discs, polygons or squares
#
#   tests/program/cli_supports.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# end FIELD BODY: prints that field of the body's last row in the last run's CSV
end() { awk -F, -v name="$1" -v body="$2" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $3 == body { x = $c[name] } END { print x }' "$dir/out"; }

# near VALUE WANT TOL NAME: checks that two numbers agree
near() {
    awk -v x="$1" -v want="$2" -v tol="$3" 'BEGIN { d = x - want;
        exit !(x != "" && d <= tol && d >= -tol) }'
    report $? "$4"
}

# ---- discs and squares: the quasi-static solutions of tests/bodies/test_supports.c ----
run run pushing --quiet --csv -
near "$(end angle square)" 0.2205 5e-4 'pushing, discs: the angle of least power'
run run pushing --supports square --quiet --csv -
near "$(end angle square)" 0.2591 5e-4 'pushing, squares: another angle'
sed 's/position 0.042 -0.06/position 0.02 -0.06/' scenes/pushing.scene >"$dir/nearer.scene"
run run "$dir/nearer.scene" --quiet --csv -
near "$(end angle square)" 0.1660 5e-4 'pushing nearer to the middle, discs: the square turns'
run run "$dir/nearer.scene" --supports square --quiet --csv -
near "$(end angle square)" 0 1e-3 'pushing nearer to the middle, squares: the square does not turn'
run run pushing --supports 64 --quiet --csv -
near "$(end angle square)" 0.2203 1e-3 'pushing, polygons of 64 corners: nearly the angle of discs'

for solver in prox-newton prox-sweeps; do
    run run curling --solver $solver --quiet --csv -
    near "$(end angle puck)" 1.2698 1e-4 "curling, $solver: the final angle"
done
run run curling --solver soft-cone --quiet --csv -
near "$(end angle puck)" \
    1.27 0.02 "curling, soft-cone: nearly the same angle with Todorov's soft contacts"

# ---- recorded and replayed ----
run run pushing --quiet --frames "$dir/p.frames"
report "$status" 'a run with discs is recorded'
[ "$(grep -c '^shared' "$dir/p.frames")" -eq 300 ]
report $? 'in the record of each of 300 steps three motors share an effort'
run replay "$dir/p.frames" --form cone --csv "$dir/p.csv" --quiet
awk -F, 'NR > 1 && $7 ~ /^prox/ { n++; good += $9 == "MB_OK" && $13 == 0 + $13 }
         END { exit !(n == 200 && good == 200) }' "$dir/p.csv"
report $? 'replayed as discs, all steps are solved by both prox methods'
awk -F, 'NR > 1 && $7 == "prox-sweeps" && $14 > 1e-6 { bad++ } END { exit bad > 0 }' "$dir/p.csv"
report $? 'replayed as discs, both prox methods find the same v+'
run replay "$dir/p.frames" --form cone --solver prox-newton --quiet
report "$status" 'replayed as discs by prox-newton alone'
run replay "$dir/p.frames" --solver lemke --quiet
report "$status" 'replayed as LCP, discs are 4-gons'
run replay "$dir/p.frames" --form box --quiet
report "$status" 'replayed as boxes, they are squares'

# ---- compare and list ----
# an arrow for each of the three feet that slide, and one in the legend; at rest none at all but
# that in the legend
for speed in 0.5 0; do
    printf '%s\n' 'gravity 0 0' 'step 0.01' 'time 0.1' 'epsilon 0.002' \
        "disc puck radius 0.05 mass 0.5 position 0 0 velocity $speed 0" \
        'tripod puck radius 0.05 mu 0.5' >"$dir/puck.scene"
    run run "$dir/puck.scene" --quiet --svg "$dir/puck.svg"
    grep -c '#007F5F' "$dir/puck.svg"
done >"$dir/arrows"
[ "$(tr '\n' ' ' <"$dir/arrows")" = '4 1 ' ]
report $? "arrows of the feet's friction where the feet slide"
run compare pushing --csv - --svg "$dir/c.svg" --quiet
[ "$(cut -d, -f1 "$dir/out" | sort -u |
    tr '\n' ' ')" = '16 4 8 disc formulation reference square ' ]
report $? 'compare has discs, 16-, 8-, 4-gons and squares'
awk -F, '$1 == "disc" && $2 == "square" { disc = $7 }
         $1 == "square" && $2 == "square" { square = $7 }
         END { exit !(disc < 1e-5 && square > 1e-3) }' "$dir/out"
report $? 'compare: discs agree with the reference to 1e-5 m, squares do not'
well_formed "$dir/c.svg" 'compare: xmllint reads the picture'
grep -qF 'foot that slides' "$dir/c.svg"
report $? 'compare: the legend explains feet that slide'
run list solvers
grep -q '^  prox-newton' "$dir/out" && grep -q '^  soft-cone' "$dir/out"
report $? 'list solvers has the solvers for discs'

# ---- refused ----
refused "--supports takes disc, square, or an even number from 4 to 64, not '7'" \
    'polygons with seven corners' run pushing --supports 7
refused '--supports has no effect: the scene has none' '--supports for a scene without supports' \
    run block --supports 8
refused '--formulation peg can'\''t be used with supports that are discs: use --supports 16' \
    'PEG and discs' run pushing --formulation peg
refused '--form box makes squares of polygons' 'polygons in the box form' \
    run pushing --supports 8 --form box
refused "--solver takes prox-newton, prox-sweeps, cone-fb, cone-cck or soft-cone, not 'lemke'" \
    'lemke and discs' run pushing --solver lemke
refused '--formulation has no effect on --form cone' 'a formulation for discs' \
    replay "$dir/p.frames" --form cone --formulation st

finish
