#!/bin/sh
# cli_bodies.sh: scenes with bodies and joints through the program: known results, tables, pictures,
# failures
#
#   tests/program/cli_bodies.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
#
# The source of a known result is given at the top of its scene.
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# simulate SCENE [ARGUMENT...]: runs the scene, with its CSV in $dir/rows
simulate() {
    run run "$@" --quiet --csv "$dir/rows"
}

# at BODY TIME COLUMN VALUE WITHIN NAME: checks a value in a body's row at a time; TIME `end` is the
# last
at() {
    awk -F, -v body="$1" -v time="$2" -v column="$3" -v want="$4" -v within="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) k = i; next }
        $3 == body && (time == "end" || ($2 - time < 1e-9 && time - $2 < 1e-9)) {
            got = $k; found = 1 }
        END { d = got - want; exit !(k && found && d <= within && -d <= within) }' "$dir/rows"
    report $? "$6"
}

# ---- known results ----
simulate block
at slides end x 0.164898 1e-6 'block: stops at the place given by the sum of its steps'
at slides end vx 0 1e-9 'block: once stopped, it stays at rest'
at holds end vx 0 1e-9 'block: a slope below the angle of friction holds it'
at slips end vx 0.034392 1e-6 \
    'block: a slope above the angle of friction accelerates it by g (sin - mu cos)'
simulate rolling
at rolls end spin -4.473624 2e-6 'rolling: the spin of a disc that rolls'
at slips end spin -1.843677 2e-6 'rolling: the spin of a disc that slips'
simulate ball
at ball end y 1 1e-9 'ball: it comes to rest on the ground'
at ball end vy 0 1e-9 'ball: at rest it is not moved any more'
cat >"$dir/heap.scene" <<'EOF'
step 0.01
time 1.5
epsilon 0.05
friction 0.3
chain -3 0  -2.4 0.3  -1.8 0  -1.2 0.3  -0.6 0  0 0.3  0.6 0  1.2 0.3  1.8 0  2.4 0.3  3 0
rod b0 length .35 radius .05 mass 1 position -1.79681 1.67284 angle -2.81405 velocity -0.0543109 -1.73507 spin -2.10265 bounce 0.8
rod b1 length .35 radius .05 mass 1 position -1.18076 1.81188 angle -0.520221 velocity -1.52458 -2.47328 spin -2.10025 bounce 0.8
box b2 size .3 .2 mass 0.1 position -0.585999 1.64068 angle -1.16877 velocity -1.76981 -0.980618 spin -2.26494 bounce 0.3
rod b3 length .35 radius .05 mass 1 position 0.0596288 1.33706 angle -0.692318 velocity -0.256125 -1.47968 spin 4.76062 bounce 0.8
body b4 vertices -.15 -.1 .2 -.12 .1 .2 -.1 .15 mass 10 position 0.673759 1.9232 angle -0.562088 velocity 1.6916 0.890139 spin 0.33658 bounce 0.8
box b5 size .3 .2 mass 1 position 1.32866 1.37123 angle -2.23661 velocity 0.62185 -2.11993 spin 3.46715 bounce 0.8
disc b6 radius .2 mass 0.1 position 1.92396 1.87426 angle 2.49477 velocity -0.218431 -0.682713 spin -2.50675
EOF
simulate "$dir/heap.scene"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy") k = i; next }
    NR == 2 { most = 1.3 * $k }
    $k > most { bad = 1 }
    END { exit bad || NR < 1000 }' "$dir/rows"
report $? 'heap: bodies that bounce between others gain at most 30 % energy'
simulate push
at pushed 0.98 vx 0.9986 0.0002 'push: the speed that the force gives, until the cube has 1 m/s'
at coasts end x 2.509684 0.006 'push: from 1 m/s it slides half a metre'
simulate tip
at slides 0.5 x 0.014250 2e-4 'tip: pushed low it slides'
at slides end angle 0 1e-9 'tip: pushed low it does not turn'
awk -F, '$3 == "tips" { angle = $6 } END { exit !(angle < -0.1) }' "$dir/rows"
report $? 'tip: pushed high it tips'

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
run run push --time 1.4 --sweeps 100 --csv "$dir/many"
expect 0 out '  solvers  ' 'a hundred sweeps are enough: solved, and the exit status is 0'
holds 'a hundred sweeps leave no step unsolved' [ "$(grep -c unsolved "$dir/out")" = 0 ]
# The cube has 1 m/s after 0.99 s and is at rest 1.019 s later. With more sweeps its speed is below
# 1e-6 m/s earlier.
run run push --time 1.4 --sweeps 1 --csv "$dir/one"
run run push --time 1.4 --sweeps 3 --csv "$dir/rows"
stops() { awk -F, '$3 == "coasts" && ($7 > 1e-6 || $7 < -1e-6) { t = $2 }
                   END { print t + .01 }' "$1"; }
awk -v a="$(stops "$dir/one")" -v b="$(stops "$dir/rows")" -v c="$(stops "$dir/many")" \
    'BEGIN { exit !(a > b && b > c && c > 1.019 && c < 1.031) }'
report $? \
    "push: the fewer sweeps, the later it stops ($(stops "$dir/rows") s, $(stops "$dir/many") s)"
refused '--sweeps must be a whole number from 1' '--sweeps 0' run push --sweeps 0
refused '--sweeps must be a whole number from 1' '--sweeps -3' run push --sweeps -3
refused '--sweeps must be a whole number from 1' '--sweeps 2.5' run push --sweeps 2.5
refused '--sweeps must be a whole number from 1' '--sweeps 1e10' run push --sweeps 1e10
refused '--sweeps takes a finite number' '--sweeps many' run push --sweeps many
refused '--solver has no effect beside --sweeps' 'a solver together with --sweeps' \
    run push --sweeps 3 --solver pgs
refused '--max-iter has no effect beside --sweeps' 'an iteration limit together with --sweeps' \
    run push --sweeps 3 --max-iter 9
refused '--sweeps can'\''t be used with --formulation peg' '--sweeps with PEG' \
    run push --sweeps 3 --formulation peg
refused '--sweeps can'\''t be used with --formulation gauss' '--sweeps with a convex model' \
    run push --sweeps 3 --formulation gauss
refused '--sweeps needs supports that are squares' '--sweeps with supports that are discs' \
    run pushing --sweeps 3
refused '--sweeps has no effect on swept: it is for scenes with bodies' \
    '--sweeps in a scene of particles' \
    run hills --sweeps 3
refused 'unknown option --sweeps' '--sweeps for compare' compare push --sweeps 3
run run pushing --sweeps 1000000000 --supports square --quiet
report "$status" 'a billion sweeps end as soon as they converge'
simulate leaning
at rod end x 0.555470 0.022 'leaning: the position of the rod after it has fallen flat'
simulate pendulum
at rod end x 0.348411 0.017 'pendulum: x after 10 s'
at rod end y -0.358622 0.017 'pendulum: y after 10 s'
simulate double
at upper end x 0.427379 0.03 'double: x of the upper rod'
at lower end y -0.958835 0.03 'double: y of the lower rod'
simulate crank
at slider end x 1.169066 0.033 'crank: the slider after 2 s'
at slider end y 0 1e-9 'crank: the slider stays on its rail'
simulate fourbar
at crank end angle 19.791515 0.09 'fourbar: the crank after 2 s'
simulate parallelogram
at crank end angle 13.570796 0.007 \
    'parallelogram: it passes the position with all bars in line on the right branch'
at coupler end angle 0 1e-8 'parallelogram: the coupler stays level'
simulate equal
at crank end energy 11.333333 1e-3 'equal: the energy is kept through the singular position'
simulate thrown
awk -F, 'NR == 2 { px = $16; py = $17; e = $15 }  NR > 2 { d = $16 - px; f = $17 - py;
    if (d * d + f * f > 1e-24) bad = 1 }
    END { exit bad || !($15 < e / 10) }' "$dir/rows"
report $? 'thrown: linear momentum is conserved, energy is lost'
run run hanging --h .02 --csv "$dir/rows"
expect 0 out '  in parts    ' 'a long step of a chain: the summary counts steps in parts'
awk -F, 'NR > 1 && $22 > 1 && $21 <= 2 { found = 1 }  END { exit !found }' "$dir/rows"
report $? 'a long step of a chain: the CSV has the way of such steps and their number of parts'
simulate hanging
at l1 end angle -1.249368 1e-6 'hanging: the first link stays at rest'
at l25 end y -1.811384 1e-6 'hanging: the lowest link stays at rest'
simulate slot
at peg end y -0.795230 1e-6 'slot: free fall between the walls'
simulate slot --formulation st
at peg end y 0.499995 1e-3 'slot: Stewart-Trinkle holds it at the top'
simulate rocks --formulation peg
at box 0.3 x 1.032104 0.04 'rocks: PEG after the first hit'
simulate arch
at a5 end y 0.988090 1e-6 'arch: enough friction, it stands'
awk -F, '$3 == "b5" { y = $5 } END { exit !(y < 0.95) }' "$dir/rows"
report $? 'arch: with too little friction it falls'
simulate stack
at b10 end y 9.5 1e-8 'stack: nothing moves under ten tonnes'
simulate stacks
at b46 end y 5.5 1e-12 'stacks: nothing moves'
awk -F, '$3 == "b11" && $1 == 1 { exit !($11 == 24) }' "$dir/rows"
report $? 'stacks: an island of six boxes is a problem of 24 rows'
simulate pushing
at square end x -0.0046 1e-4 'pushing: the position of the square'
at square end angle 0.2205 1e-3 'pushing: the angle of the square'
simulate sliding
at puck end x 0.039974 2e-6 'sliding: v0^2/(2 mu g), less h v0/2'
simulate spinning
at puck end angle 2.023683 2e-3 'spinning: J w0^2/(2 mu m g R), less h w0/2'
simulate pivoting
at puck end angle 0.040933 1e-5 'pivoting: the angle of a puck that turns about a foot'
simulate curling
at puck end x 0.053533 1e-4 'curling: the position where the puck stops'
at puck end angle 1.26856 2e-3 'curling: the angle of the puck'
simulate carrying
at puck end x 0.00258 3e-5 'carrying: the position of the puck that is carried along'
at puck end angle 0.44842 1e-3 'carrying: the angle of least power'
simulate cradle
at ball5 0.56 vx 2.142 0.02 \
    'cradle: the last ball leaves as fast as the first one came, sqrt(2 g (1 - cos 40))'

# ---- tables ----
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
simulate "$dir/two.scene"
[ "$(head -n 1 "$dir/rows")" = \
    'step,t,body,x,y,angle,vx,vy,spin,contacts,size,iterations,residual,seconds,energy,px,py,lz,penetration,joint_error,way,parts' ]
report $? 'the columns of the CSV'
[ "$(wc -l <"$dir/rows")" -eq 43 ]
report $? 'a row for each body and particle at the start and after each of 20 steps'
at 'particle 1' end y 1 1e-9 'a particle that falls on a body comes to rest on it'
# at the end box b has two contacts with the ground and one with the particle; both are in one
# island, whose last body is the particle
awk -F, '$1 == 20 { seen[$3] = $10; size[$3] = $11 }
    END { exit !(seen["b"] == 3 && seen["particle 1"] == 1 && size["b"] > 0 &&
        size["b"] == size["particle 1"]) }' "$dir/rows"
report $? 'each body of an island, including the last, has its contacts in the CSV'
shows '  joint error at most ' 'the summary has the error of the joints' run "$dir/two.scene"
expect 0 out '  solvers     ' 'the summary has the solvers of the islands'
expect 0 out '  particle 1  (0.000000, 1.000000) m' \
    'the summary has the final position of each body and particle'
run compare "$dir/two.scene" --csv "$dir/table.csv"
expect 0 out 'errors: distances of centres from the reference, swept at h = 0.000625 s' \
    'compare names its reference'
[ "$(cut -d, -f1,2 "$dir/table.csv" |
    tr '\n' \
    ' ')" = \
    'formulation,body reference,b reference,particle 1 st,b st,particle 1 ap,b ap,particle 1 peg,b peg,particle 1 swept,b swept,particle 1 gauss,b gauss,particle 1 two-phase,b two-phase,particle 1 ' ]
report $? 'the CSV of compare has every body with every formulation'

# ---- options without effect on bodies ----
refused '--formulation exact is for particles' 'bodies and --formulation exact' \
    run block --formulation exact
refused '--scope has no effect on a scene with bodies' 'bodies and --scope' \
    run block --formulation st --scope chain
refused '--psi-min has no effect on a scene with bodies' 'bodies and --psi-min' \
    run block --formulation st --psi-min -1
refused "--primary takes entry or max, not 'closest'" 'bodies and --primary closest' \
    run block --primary closest
run run block --quiet --primary max --epsilon 0.1 --form mlcp --solver lemke
holds 'bodies and --primary max, --epsilon, --form, --solver: accepted' [ "$status" -eq 0 ]

# ---- problems and failures ----
run run "$dir/two.scene" --quiet --dump-lcp "$dir/saved"
[ "$status" -eq 0 ] && [ "$(ls "$dir/saved" | wc -l)" -eq 20 ] &&
    "$program" solve "$dir/saved/step-000020-body-1.lcp" --quiet
report $? '--dump-lcp saves each island by its first body, for solve to read'
refused 'holds problems of an earlier run' \
    'a folder with problems of an earlier run is not written to' \
    run "$dir/two.scene" --dump-lcp "$dir/saved"
run run "$dir/two.scene" --time 0.1 --formulation ap --dump-lcp "$dir/more"
expect 0 out "problems saved in $dir/more: 10" 'the summary counts the saved problems'
cat >"$dir/fails.scene" <<'SCENE'
step 0.01
time 1
epsilon 0.1
chain -2 0  5 0  mu 0.5
box lower size 1 1 mass 1 position 0 0.5 mu 0.5
box upper size 1 1 mass 1 position 0.2 1.5 mu 0.5 velocity 1 0
disc away radius 0.1 mass 1 position 4 5
SCENE
run run "$dir/fails.scene" --formulation st --solver lemke --max-iter 1
expect 1 err 'minisim2d: step 1 at t = 0 s failed: MB_MAX_ITER' \
    'a failing step: its time and status'
expect 1 err '  bodies    lower, upper' 'a failing step: the bodies of its island, and no others'
expect 1 err '  contact   lower with upper at ' 'a failing step: the contacts of these bodies'
expect 1 err '  contact   lower with obstacle 1 (line 4) at (-0.5, 0): gap 0 m' \
    'a failing step: the contacts with the terrain'
expect 1 err '--formulation swept; --dump-lcp DIR saves the problem' 'a failing step: the advice'

# ---- free and projected joints ----
# A pendulum drifts from its joint, or is projected back after each step. The joint is at (0, 0) and
# at (-.5, 0) in the frame of the rod.
joints_are() {
    { sed "/^joints /d" scenes/$2.scene; echo "joints $1"; } >"$dir/joints.scene"
    run run "$dir/joints.scene" --quiet --csv "$dir/joints.csv"
}
ends() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { a = $c["angle"]; rx = -.5 * cos(a); ry = -.5 * sin(a); x = $c["x"] + rx; y = $c["y"] + ry
          u = $c["vx"] - $c["spin"] * ry; v = $c["vy"] + $c["spin"] * rx
          d = sqrt(x * x + y * y); s = sqrt(u * u + v * v); if (d > far) far = d;
          if (s > fast) fast = s }
        END { print far, fast }' "$dir/joints.csv"
}
joints_are free pendulum
ends | awk -v s="$status" '{ exit !(s == 0 && $1 > .2 && $1 < .22) }'
report $? 'free joints drift'
joints_are projected pendulum
ends | awk -v s="$status" '{ exit !(s == 0 && $1 > 1e-9 && $1 <= 1.4143e-5 && $2 < 1e-6) }'
report $? 'projected joints are closed to 1e-5 m after each step, and the anchor is at rest'
for scene in fourbar crank double; do
    joints_are projected $scene
    awk -F, -v s="$status" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["joint_error"] > worst { worst = $c["joint_error"] }
        END { exit !(s == 0 && NR > 100 && worst > 0 && worst <= 1e-5) }' "$dir/joints.csv"
    report $? "$scene: the projected joints of a chain are closed to 1e-5 m"
done
# a factor of 128 in all masses cancels
joints_are projected double
cut -d, -f4,5 "$dir/joints.csv" >"$dir/light"
{ sed 's/ mass 1/ mass 128/' scenes/double.scene; echo 'joints projected'; } >"$dir/joints.scene"
run run "$dir/joints.scene" --quiet --csv "$dir/joints.csv"
cut -d, -f4,5 "$dir/joints.csv" | paste -d, - "$dir/light" | awk -F, -v s="$status" '
    NR > 1 { d = $1 - $3; e = $2 - $4; if (d * d + e * e > 1e-18) bad = 1 }
    END { exit !(s == 0 && NR == 603 && !bad) }'
report $? 'projected joints of heavy bodies move like those of light ones'
# two welds of the same bodies: half of their rows are implied by the others
cat >"$dir/joints.scene" <<SCENE
step 0.01
time 1
epsilon 0.1
joints projected
box a size 1 0.2 mass 1 position 0.5 0
box b size 1 0.2 mass 1 position 1.5 0
revolute world a at 0 0
weld a b at 1 0
weld b a at 1 0.1
SCENE
run run "$dir/joints.scene" --quiet --csv "$dir/joints.csv"
awk -F, -v s="$status" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $c["joint_error"] > worst { worst = $c["joint_error"] }
    END { exit !(s == 0 && NR > 200 && worst <= 1e-5) }' "$dir/joints.csv"
report $? 'projected joints that other joints imply are closed to 1e-5 m'

# ---- pictures and pages ----
number='-?[0-9]+(\.[0-9]+)?'
for scene in crank joy rocks pushing; do
    run run $scene --quiet --svg "$dir/$scene.svg"
    well_formed "$dir/$scene.svg" "$scene: xmllint reads the picture"
    tr '<' '\n' <"$dir/$scene.svg" | sed -n '/^path/{s/.* d="//; s/".*//; p;}' >"$dir/paths"
    [ -s "$dir/paths" ] &&
        ! grep -vE "^(([MLml]$number $number)|a$number( $number){6}|Z)+$" "$dir/paths" >"$dir/out"
    report $? "$scene: each letter of a path has the number of coordinates that SVG requires"
done
for text in 'bodies at t = 0, 0.4, 0.8, 1.2, 1.6, 2 s' 'revolute joint' 'prismatic joint' \
    'held by the world' '>slider<'; do
    holds "crank: '$text' is in the picture" grep -qF -e "$text" "$dir/crank.svg"
done
holds 'joy: impulses are in the picture' grep -qF 'contact impulse in the last step' "$dir/joy.svg"
grep -qF 'fixed body' "$dir/rocks.svg" && grep -qF 'driven body' "$dir/pushing.svg"
report $? 'fixed and driven bodies look different'
cat >"$dir/hung.scene" <<'SCENE'
step 0.01
time 0.1
epsilon 0.1
disc a radius 0.2 mass 1 position 0 2
disc b radius 0.2 mass 1 position 0.4 2
disc c radius 0.2 mass 1 position 1 2
rope a world from 0 2 to 0 4 length 2
weld a b at 0.2 2
distance b c from 0.4 2 to 1 2
SCENE
run run "$dir/hung.scene" --svg "$dir/hung.svg"
[ "$status" -eq 0 ] && grep -q '^  joint error' "$dir/out" && ! grep -q '^  penetration' "$dir/out"
report $? 'without overlap no penetration is printed'
well_formed "$dir/hung.svg" 'a rope, a weld, a fixed distance: xmllint reads the picture'
[ "$(grep -c 'stroke-dasharray="4 3"' "$dir/hung.svg")" -eq 2 ] &&
    grep -qF '>rope<' "$dir/hung.svg" &&
    grep -qF '>weld<' "$dir/hung.svg" && grep -qF '>fixed distance<' "$dir/hung.svg"
report $? 'a rope, a weld, a fixed distance: each is in the picture and in its legend'
run compare leaning --quiet --svg "$dir/leaning.svg" --html "$dir/leaning.html"
grep -qF 'reference: swept, h = 0.000625 s' "$dir/leaning.svg" &&
    grep -qF '"touches":[[],[' "$dir/leaning.html"
report $? 'compare draws the reference and every formulation, and writes the page'

# ---- README's second example ----
for compiler in cc gcc clang; do command -v $compiler >/dev/null 2>&1 && break; done
$compiler -std=c99 -I. -o "$dir/box" minisim2d/bodies/example/box.c minisim2d/bodies/*.c \
    -lm >"$dir/out" 2>"$dir/err" &&
    "$dir/box" >"$dir/out"
[ "$(cat "$dir/out")" = 'at rest at (0.461, 0.500)' ] && grep -qF "$(cat "$dir/out")" README.md
report $? "README's box compiles with the folder bodies alone, and prints the output shown"
finish
