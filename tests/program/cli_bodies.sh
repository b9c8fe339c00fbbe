#!/bin/sh
# cli_bodies.sh: scenes with bodies, joints and supports through the program: known results, steps
# without a solution, problems, comparisons, options; test_motion.c has the reports of failed steps
#
#   tests/program/cli_bodies.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- known results, with their sources at the top of the scenes ----
# a line: a run, a body, a time, a column, its value there, the tolerance, and what that shows
before=
while IFS='|' read -r scene check name; do
    [ "$scene" = "$before" ] || run run $scene --quiet --csv "$dir/rows"
    before=$scene
    set -- $check
    awk -F, -v body="$1" -v time="$2" -v column="$3" -v want="$4" -v within="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) k = i; next }
        $3 == body && (time == "end" || ($2 - time < 1e-9 && time - $2 < 1e-9)) {
            got = $k; found = 1 }
        END { d = got - want; exit !(k && found && d <= within && -d <= within) }' "$dir/rows"
    report $? "$scene: $name"
done <<'END'
block|slides end x 0.164898 1e-6|it stops at the place given by the sum of its steps
block|slides end vx 0 1e-9|once stopped, it stays at rest
block|holds end vx 0 1e-9|a slope below the angle of friction holds it
block|slips end vx 0.034392 1e-6|a steeper slope accelerates it by g (sin - mu cos)
rolling|rolls end spin -4.473624 2e-6|the spin of a disc that rolls
rolling|slips end spin -1.843677 2e-6|the spin of a disc that slips
ball|ball end y 1 1e-9|it comes to rest on the ground
push|pushed 0.98 vx 0.9986 0.0002|the speed that the force gives, until the cube has 1 m/s
push|coasts end x 2.509684 0.006|from 1 m/s it slides half a metre
tip|slides 0.5 x 0.014250 2e-4|pushed low it slides
tip|slides end angle 0 1e-9|pushed low it does not turn
tip|tips end angle -0.8 0.7|pushed high it tips
leaning|rod end x 0.555470 0.022|the position of the rod after it has fallen flat
pendulum|rod end x 0.348411 0.017|x after 10 s
pendulum|rod end y -0.358622 0.017|y after 10 s
double|upper end x 0.427379 0.03|x of the upper rod
double|lower end y -0.958835 0.03|y of the lower rod
crank|slider end x 1.169066 0.033|the slider after 2 s
crank|slider end y 0 1e-9|the slider stays on its rail
fourbar|crank end angle 19.791515 0.09|the crank after 2 s
parallelogram|crank end angle 13.570796 0.007|it passes all bars in line on the right branch
parallelogram|coupler end angle 0 1e-8|the coupler stays level
equal|crank end energy 11.333333 1e-3|the energy is kept through the singular position
thrown|b1 end px 1.5108322 1e-12|linear momentum is that of the start
thrown|b1 end energy 2 2|more than 33 of 37 J are lost
hanging|l1 end angle -1.249368 1e-6|the first link stays at rest
hanging|l25 end y -1.811384 1e-6|the lowest link stays at rest
slot|peg end y -0.795230 1e-6|free fall between the walls
slot --formulation st|peg end y 0.499995 1e-3|Stewart-Trinkle holds it at the top
rocks --formulation peg|box 0.3 x 1.032104 0.04|PEG after the first hit
arch|a5 end y 0.988090 1e-6|enough friction, it stands
arch|b5 end y 0.45 0.5|with too little friction it falls
stack|b10 end y 9.5 1e-8|nothing moves under ten tonnes
stacks|b46 end y 5.5 1e-12|nothing moves
stacks|b11 0.01 size 24 0|an island of six boxes is a problem of 24 rows
pushing|square end x -0.0046 1e-4|the position of the square
pushing|square end angle 0.2205 5e-4|the angle of least power
pushing --supports square|square end angle 0.2591 5e-4|with squares another angle
pushing --supports 64|square end angle 0.2203 1e-3|polygons of 64 corners: nearly that of discs
sliding|puck end x 0.039974 2e-6|v0^2/(2 mu g), less h v0/2
spinning|puck end angle 2.023683 2e-3|J w0^2/(2 mu m g R), less h w0/2
pivoting|puck end angle 0.040933 1e-5|the angle of a puck that turns about a foot
curling|puck end x 0.053533 1e-4|the position where the puck stops
curling|puck end angle 1.26856 2e-3|the angle of the puck
curling --solver prox-sweeps|puck end angle 1.2698 1e-4|the same by the other method
curling --solver soft-cone|puck end angle 1.27 0.02|nearly the same with Todorov's soft contacts
carrying|puck end x 0.00258 3e-5|the position of the puck that is carried along
carrying|puck end angle 0.44842 1e-3|the angle of least power
cradle|ball5 0.56 vx 2.142 0.02|the last ball leaves with sqrt(2 g (1 - cos 40))
END

# joints that are closed after each step, instead of in it
{ sed '/^joints /d' scenes/pendulum.scene; echo 'joints projected'; } >"$dir/projected.scene"
run run "$dir/projected.scene" --quiet --csv "$dir/rows"
awk -F, 'NR > 1 && $20 > worst { worst = $20 }
    END { exit !(NR > 1000 && worst > 0 && worst <= 1e-5) }' "$dir/rows"
report $? 'projected joints are closed to 1e-5 m'

# ---- steps without a solution ----
run run push --sweeps 3 --csv "$dir/rows" --frames "$dir/frames" --html "$dir/page.html" \
    --svg "$dir/cut.svg"
expect 1 out '  unsolved    ' 'push: three sweeps a step are too few, and the exit status shows it'
said=$(awk '$1 == "unsolved" { print $2 }' "$dir/out")
awk -F, -v said="$said" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "way") k = i; next }
    $1 > 0 && $k == 3 { n++ } $1 > 0 && $k != 3 && $k != 0 { bad = 1 }
    END { exit !(n == said && n > 0 && n < 110 && !bad && $1 == 110) }' "$dir/rows"
report $? 'as many rows as the summary counts have the way 3, and the run reaches its end'
holds 'the frames of unsolved steps are marked so, as many as the summary counts' \
    [ "$(grep -c '^solution MB_MAX_ITER' "$dir/frames") $(grep -c '^solution' "$dir/frames")" = \
    "$said 220" ]
[ -s "$dir/page.html" ] && grep -q '3 sweeps a step, solved or not' "$dir/page.html" "$dir/cut.svg"
report $? 'page and picture name the number of sweeps'
run replay "$dir/frames" --solver lemke
expect 0 out ' 220 steps' 'replay solves all steps that three sweeps left unsolved'
run run push --time 1.4 --sweeps 100
expect 0 out '  solvers  ' 'a hundred sweeps are enough: solved, and the exit status is 0'
holds 'a hundred sweeps leave no step unsolved' [ "$(grep -c unsolved "$dir/out")" = 0 ]
run run pushing --sweeps 1000000000 --supports square --quiet
report "$status" 'a billion sweeps end as soon as they converge'
run run hanging --h .02 --csv "$dir/rows"
expect 0 out '  in parts    ' 'a long step of a chain: the summary counts steps in parts'
awk -F, 'NR > 1 && $22 > 1 && $21 <= 2 { found = 1 }  END { exit !found }' "$dir/rows"
report $? 'a long step of a chain: the CSV has the way of such steps and their number of parts'

# ---- particles among bodies, problems, comparisons ----
cat >"$dir/two.scene" <<'SCENE'
step 0.01
time 0.2
epsilon 0.1
friction 0.5
chain -2 0  2 0
box b size 1 1 mass 2 position 0 0.5
particle mass 1 position 0 1.05
distance world b from 0 3 to 0 0.5
SCENE
# at the end box b has two contacts with the ground and one with the particle; both are in one
# island, whose last body is the particle
run run "$dir/two.scene" --csv "$dir/rows" --dump-lcp "$dir/saved"
awk -F, '$1 == 20 { seen[$3] = $10; size[$3] = $11 }
    END { exit !(seen["b"] == 3 && seen["particle 1"] == 1 && size["b"] > 0 &&
        size["b"] == size["particle 1"]) }' "$dir/rows"
report $? 'each body of an island, including the last, has its contacts in the CSV'
expect 0 out '  joint error at most ' 'the summary has the error of the joints'
expect 0 out '  particle 1  (0.000000, 1.000000) m' \
    'the summary has the final position of each body and particle'
[ "$(ls "$dir/saved" | wc -l)" -eq 20 ] &&
    "$program" solve "$dir/saved/step-000020-body-1.lcp" --quiet
report $? '--dump-lcp saves each island by its first body, for solve to read'
refused 'holds problems of an earlier run' \
    'a folder with problems of an earlier run is not written to' \
    run "$dir/two.scene" --dump-lcp "$dir/saved"
run run "$dir/two.scene" --time 0.1 --formulation ap --dump-lcp "$dir/more"
expect 0 out "problems saved in $dir/more: 10" 'the summary counts the saved problems'
run compare "$dir/two.scene" --csv "$dir/table.csv" --svg "$dir/two.svg" --html "$dir/two.html"
reference='swept at h = 0.000625 s'
expect 0 out "errors: distances of centres from the reference, $reference" \
    'compare names its reference'
grep -qF 'reference: swept, h = 0.000625 s' "$dir/two.svg" &&
    grep -qF '"touches":[[],[' "$dir/two.html"
report $? 'compare draws the reference and every formulation, and writes the page'
for name in reference st ap peg swept gauss two-phase; do
    printf '%s\n' "$name,b" "$name,particle 1"
done >"$dir/want"
sed 1d "$dir/table.csv" | cut -d, -f1,2 | cmp -s - "$dir/want"
report $? 'the CSV of compare has every body with every formulation'

# ---- supports ----
run run pushing --quiet --frames "$dir/p.frames"
run replay "$dir/p.frames" --form cone --csv "$dir/p.csv" --quiet
awk -F, 'NR > 1 && $7 ~ /^prox/ { n++; good += ($9 == "MB_OK" && $13 == 0 + $13) }
    NR > 1 && $7 == "prox-sweeps" { good -= ($14 > 1e-6) }
    END { exit !(n == 200 && good == 200) }' "$dir/p.csv"
report $? 'replayed as discs, all steps are solved by both prox methods, with the same v+'
for how in '--form cone --solver prox-newton' '--solver lemke' '--form box'; do
    run replay "$dir/p.frames" $how --quiet
    report "$status" "replayed with $how"
done
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
[ "$(cut -d, -f1 "$dir/out" | sort -u | tr '\n' ' ')" = \
    '16 4 8 disc formulation reference square ' ]
report $? 'compare has discs, 16-, 8-, 4-gons and squares'
awk -F, '$1 == "disc" && $2 == "square" { disc = $7 }
         $1 == "square" && $2 == "square" { square = $7 }
         END { exit !(disc < 1e-5 && square > 1e-3) }' "$dir/out"
report $? 'compare: discs agree with the reference to 1e-5 m, squares do not'
well_formed "$dir/c.svg" 'compare: xmllint reads the picture'
grep -qF 'foot that slides' "$dir/c.svg"
report $? 'compare: the legend explains feet that slide'

# ---- options ----
run run block --quiet --primary max --epsilon 0.1 --form mlcp --solver lemke
report "$status" 'bodies and --primary max, --epsilon, --form, --solver: accepted'
each refused <<'END'
run push --sweeps 0 => --sweeps must be a whole number from 1
run push --sweeps -3 => --sweeps must be a whole number from 1
run push --sweeps 2.5 => --sweeps must be a whole number from 1
run push --sweeps 1e10 => --sweeps must be a whole number from 1
run push --sweeps many => --sweeps takes a finite number
run push --sweeps 3 --solver pgs => --solver has no effect beside --sweeps
run push --sweeps 3 --max-iter 9 => --max-iter has no effect beside --sweeps
run push --sweeps 3 --formulation peg => --sweeps can't be used with --formulation peg
run push --sweeps 3 --formulation gauss => --sweeps can't be used with --formulation gauss
run pushing --sweeps 3 => --sweeps needs supports that are squares
run hills --sweeps 3 => --sweeps has no effect on swept: it is for scenes with bodies
compare push --sweeps 3 => unknown option --sweeps
run block --formulation exact => --formulation exact is for particles
run block --formulation st --scope chain => --scope has no effect on a scene with bodies
run block --formulation st --psi-min -1 => --psi-min has no effect on a scene with bodies
run block --primary closest => --primary takes entry or max, not 'closest'
run pushing --supports 7 => --supports takes disc, square, or an even number from 4 to 64, not '7'
run block --supports 8 => --supports has no effect: the scene has none
run pushing --formulation peg => --formulation peg can't be used with supports that are discs
run pushing --supports 8 --form box => --form box makes squares of polygons
run pushing --solver lemke => --solver takes prox-newton, prox-sweeps, cone-fb, cone-cck
replay "$dir/p.frames" --form cone --formulation st => --formulation has no effect on --form cone
END

# ---- README's second example ----
for compiler in cc gcc clang; do command -v $compiler >/dev/null 2>&1 && break; done
$compiler -std=c99 -I. -o "$dir/box" minisim2d/bodies/example/box.c minisim2d/bodies/*.c \
    -lm >"$dir/out" 2>"$dir/err" &&
    "$dir/box" >"$dir/out"
[ "$(cat "$dir/out")" = 'at rest at (0.461, 0.500)' ] && grep -qF "$(cat "$dir/out")" README.md
report $? "README's box compiles with the folder bodies alone, and prints the output shown"
finish
