#!/bin/sh
# cli_run.sh: the effect of each setting of `minisim2d run`, and the messages about a step that
# fails
#
#   tests/program/cli_run.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ends FIELD VALUE NAME: the last row of the last run's CSV has the value in this field, up to
# rounding
ends() {
    tail -n 1 "$dir/out" | awk -F, -v field="$1" -v want="$2" '{ d = $field - want }
        END { exit !(d < 1e-12 && d > -1e-12) }'
    report $? "$3"
}

# one SCENE [ARGUMENT...]: run with its rows on standard output; fields 4 to 8 are x, y, vx, vy,
# contacts
one() {
    run run "$@" --quiet --csv -
}

vx=6 vy=7 contacts=8

# ---- help lists the options of one command ----
for command in run compare solve convert replay; do
    case $command in
    run) own='formulation solver form supports h time epsilon psi-min scope primary tol max-iter
        sweeps csv svg png zoom halfspaces energy html mat frames dump-lcp dump-every quiet help' ;;
    compare) \
        own='formulation solver form h time epsilon psi-min scope primary tol max-iter
        csv svg png zoom halfspaces energy html quiet help' ;;
    solve) own='solver form tol max-iter csv svg png mat from list quiet omega trace help' ;;
    convert) own='from to help' ;;
    replay) own='formulation solver form tol max-iter csv dump-lcp quiet help' ;;
    esac
    run $command --help
    sed -n 's/^  --\([a-z-]*\) .*/\1/p' "$dir/out" | sort >"$dir/listed"
    for option in $own; do echo "$option"; done | sort | cmp -s - "$dir/listed"
    report $? "$command --help lists the options of $command and no others"
done

# ---- the choice of contacts: a quadrant's corner in the origin, as in ghost.scene ----
# The particle is 0.02 below the line of the top, within epsilon of it: Stewart-Trinkle pushes it up
# by 0.02 in one step of 0.01
corner='gravity 0 -10\nstep 0.01\ntime 0.01\nepsilon 0.1\nchain -1 0  0 0  0 -1\n'
printf "${corner}particle mass 1 position 0.05 -0.02 velocity 0 -1\n" >"$dir/beside.scene"
one "$dir/beside.scene" --formulation st
ends $vy 2 'no psi_min: the line of the top pushes a particle 0.02 m below it'
one "$dir/beside.scene" --formulation st --psi-min -0.01
ends $vy -1.1 '--psi-min -0.01: the line of the top does not push'
one "$dir/beside.scene" --formulation st --psi-min -0.03
ends $vy 2 '--psi-min -0.03: the line of the top pushes'
{ cat "$dir/beside.scene"; echo 'psi_min -0.01'; } >"$dir/ignores.scene"
one "$dir/ignores.scene" --formulation st
ends $vy -1.1 "psi_min -0.01 in the scene: the line of the top does not push"
one "$dir/beside.scene" --formulation st --epsilon 0.04
ends $contacts 0 '--epsilon 0.04: a particle 0.05 m from the nearest edge has no contact'

# 0.2 below the top only the side is within epsilon; with --scope chain the top counts as well
printf "${corner}particle mass 1 position 0.05 -0.2 velocity 0 -1\n" >"$dir/low.scene"
one "$dir/low.scene" --formulation st
ends $contacts 1 '--scope edge: the side alone'
one "$dir/low.scene" --formulation st --scope chain
ends $contacts 2 '--scope chain: the side and the top'
ends $vy 20 '--scope chain: the top pushes the particle up by 0.2 m'

# the picture shows half-spaces that pushed, dashed beyond their edges: here the top alone. The
# other dashed line is in the legend
run run "$dir/beside.scene" --formulation st --quiet --svg "$dir/beside.svg"
[ "$(grep -c 'stroke-dasharray="5 3" d="M' "$dir/beside.svg")" -eq 1 ] &&
    [ "$(grep -c 'stroke-dasharray="5 3"' "$dir/beside.svg")" -eq 2 ]
report $? '--svg: the half-space that pushed'
run run "$dir/beside.scene" --formulation st --psi-min -0.01 --quiet --svg "$dir/free.svg"
! grep -q 'stroke-dasharray="5 3"' "$dir/free.svg"
report $? '--svg: no half-space where none pushed'
printf "${corner}particle mass 1 position 0.001 -0.5 velocity -1 0\n" >"$dir/side.scene"
run run "$dir/side.scene" --formulation st --quiet --svg "$dir/side.svg"
sed -n 's/.*stroke-dasharray="5 3" d="M\([0-9.]*\) [0-9.]*L\([0-9.]*\) .*/\1 \2/p' "$dir/side.svg" |
    awk '$1 == $2 { n++ } END { exit n != 1 || NR != 1 }'
report $? '--svg: the half-space of the side, upright'

# Outside the corner both facets are as far away as the corner itself. --primary max picks the side,
# whose gap is greater. --primary closest has a tie of distances, and picks the facet that the
# velocity opposes most, the top. The primary facet's row comes first: b = gap/h + n.v_free
printf "${corner}particle mass 1 position 0.05 0.02 velocity 0 -1\n" >"$dir/above.scene"
for rule in max closest; do
    rm -rf "$dir/dump"
    one "$dir/above.scene" --formulation peg --primary $rule --dump-lcp "$dir/dump"
    b=$(tail -n 1 "$dir"/dump/* | cut -d' ' -f 1)
    awk -v rule=$rule -v b="$b" 'BEGIN { d = b - (rule == "max" ? 0.05 / 0.01 : 0.02 / 0.01 - 1.1);
                                         exit !(d < 1e-9 && d > -1e-9) }'
    report $? "--primary $rule: the problem begins with that facet"
done

# ---- the step ----
printf '%s\n' 'gravity 0 -10' 'step 0.01' 'time 0.02' 'epsilon 0.1' \
    'particle mass 2 position 0 0 velocity 3 0 force 4 0' >"$dir/free.scene"
one "$dir/free.scene" --formulation st
ends 4 0.0606 'semi-implicit Euler, two steps: x = 3 (2 h) + a (1 + 2) h^2 with a = 4/2'
ends 5 -0.003 'semi-implicit Euler, two steps: y = -10 (1 + 2) h^2'
one "$dir/free.scene" --formulation st --h 0.02
ends 5 -0.004 '--h 0.02: y = -10 h^2'
one "$dir/free.scene" --formulation st --time 0.03
ends $vx 3.06 '--time 0.03: one more step'

# the last step takes the time that is left: h/2, 0.995 h, (1 - 1.5e-6) h and h
printf 'gravity 0 0\nstep 0.01\ntime 1\nepsilon 0.1\nparticle mass 1 position 0 0 velocity 3 0\n' \
    >"$dir/straight.scene"
for time in 0.025 0.02995 0.029999985 0.03; do
    one "$dir/straight.scene" --time $time
    ends 4 "$(awk "BEGIN { printf \"%.17g\", 3 * $time }")" "--time $time: x = v t at the end"
done

# the reference is drawn as a parabola however long the steps are: here one step, 5 m long
printf '%s\n' 'gravity 0 -10' 'step 1' 'time 1' 'epsilon 0.1' \
    'particle mass 1 position 0 0 velocity 5 5' >"$dir/throw.scene"
run compare "$dir/throw.scene" --quiet --svg "$dir/throw.svg"
[ "$(grep 'stroke="#b0b0b0"' "$dir/throw.svg" | head -n 1 | tr -cd L | wc -c)" -ge 8 ]
report $? 'compare --svg: the reference is a curve between the steps'

# ---- a step that fails ----
# Particle 1 has no contact. Particle 2 comes down on the floor beside a block that hangs 0.07 above
# it. It is 0.03 from the floor and from the block's left side, and sqrt(0.03^2 + 0.04^2) from the
# corner, so the block's underside, 0.04 above it, is within epsilon as well. One sweep of Jacobi is
# too few, because floor and underside push against each other.
cat >"$dir/fails.scene" <<'SCENE'
gravity 0 -10
step 0.01
time 0.1
epsilon 0.1
chain -1 0  1 0
polygon 0.5 0.07  0.5 1  1 1  1 0.07
particle mass 1 position -0.5 0.5
particle mass 2 position 0.47 0.03 velocity 0 -10
SCENE
run run "$dir/fails.scene" --formulation st --solver jacobi --max-iter 1
expect 1 err 'minisim2d: step 1 at t = 0 s failed: MB_MAX_ITER' \
    'a failing step: its number, time and status'
expect 1 err '  method    st as lcp, solver jacobi, 3 unknowns, 1 iterations, residual ' \
    'a failing step: the method'
expect 1 err '  particle  2 at (0.47, 0.03) m, velocity (0, -10) m/s' 'a failing step: the particle'
grep '^  contact' "$dir/err" >"$dir/contacts"
cat >"$dir/expected" <<'CONTACTS'
  contact   edge 1 of obstacle 1 (line 5), from (-1, 0) to (1, 0): gap 0.03 m
  contact   edge 1 of obstacle 2 (line 6), from (0.5, 0.07) to (0.5, 1): gap 0.03 m
  contact   edge 4 of obstacle 2 (line 6), from (1, 0.07) to (0.5, 0.07): gap 0.04 m
CONTACTS
holds 'a failing step: the contacts with edge, obstacle, line, ends, gap' cmp -s "$dir/contacts" \
    "$dir/expected"
expect 1 err '--formulation swept; --dump-lcp DIR saves the problem' \
    'a failing step: other things to try'
printf '%s\n' 'gravity 0 -10' 'step 0.01' 'time 0.1' 'epsilon 0.1' 'chain -1 0  1 0' \
    'particle mass 1 position 0 0 velocity 0 -1' >"$dir/one.scene"
run run "$dir/one.scene" --formulation st --solver fischer-newton --max-iter 1
expect 1 err 'why       fischer-newton ran out after 1 iteration; the problem has a solution' \
    'a failing step of one unknown: the reason'
run run "$dir/fails.scene" --formulation swept --solver jacobi --max-iter 1 --dump-lcp "$dir/saved"
! grep -q 'formulation swept\|saves the problem' "$dir/err"
report $? 'a failing step: no advice to do what the command does already'

# 300 edges of 1 mm make a floor. About 200 of them are within 0.1 m of its middle, all within 1 m.
awk 'BEGIN { print "step 0.01\ntime 0.01\nepsilon 0.1\nparticle mass 1 position 0 0.01"
    printf "chain"; for (i = 0; i <= 300; i++) printf " %.3f 0", (i - 150) / 1000;
    print "" }' >"$dir/many.scene"
one "$dir/many.scene" --formulation st --form box
holds 'two hundred contacts are accepted' [ "$status" -eq 0 ]
run run "$dir/many.scene" --formulation st --epsilon 1
expect 1 err \
    'more than 256 edges are within epsilon = 1 m of the particle: try a smaller --epsilon' \
    'three hundred contacts are refused'

# ---- --zoom ----
# From 1 m with v+ = v - g h the particle has fallen by 9.81e-4 k (k + 1)/2 after k steps: it is
# below 0.5 m from the 32nd on, and the 45th would enter the floor.
run run drop --formulation st --quiet --zoom -1 -0.5 2 1 --svg "$dir/zoom.svg"
[ "$status" -eq 0 ] && grep -q 'Shown is x from -1 to 1 m, y from -0.5 to 0.5 m' "$dir/zoom.svg"
report $? '--zoom X Y W H: X, Y is the lower left corner'
holds '--zoom: the half-space that pushes is labelled with its times' \
    grep -q '>edge 1, t = 0.44 to 1 s<' "$dir/zoom.svg"
[ "$(sed -n 's/^<path fill="none" stroke="#D55E00" stroke-width="1.2" d="\(.*\)"\/>$/\1/p' \
    "$dir/zoom.svg" | tr -cd Z)" = "$(awk 'BEGIN { for (k = 32; k <= 100; k++) printf "Z" }')" ]
report $? '--zoom: a marker at each of the 69 steps in the window'
run compare "$dir/beside.scene" --quiet --zoom=-.1,-.1,.2,.2 --svg "$dir/zoom.svg"
grep -q '>edge 1: ST t = 0 to 0.01 s; AP t = 0 to 0.01 s<' "$dir/zoom.svg" &&
    ! grep -q '>edge 2' "$dir/zoom.svg"
report $? 'compare --zoom: the label names the formulations'
run compare drop --quiet --zoom 5 5 1 1 --svg "$dir/zoom.svg"
[ "$status" -eq 0 ] && ! grep -q '>edge' "$dir/zoom.svg"
report $? 'compare --zoom: no labels of half-spaces outside the window'
well_formed "$dir/zoom.svg" 'xmllint reads the picture of an empty window'
refused "not '--svg' in the place of H" '--zoom with three numbers' \
    run drop --zoom 1 2 3 --svg "$dir/no.svg"
refused 'four numbers, X Y W H, not 1' '--zoom with one number' run drop --svg "$dir/no.svg" \
    --zoom 1
refused "not '3,4' in the place of H" '--zoom with five numbers' \
    run drop --zoom 1,2,3,3,4 --svg "$dir/no.svg"
refused "not 'nan' in the place of Y" '--zoom with nan' \
    compare drop --zoom 1 nan 3 4 --svg "$dir/no.svg"
refused 'W must be > 0' '--zoom with W = 0' run drop --zoom 1 1 0 1 --svg "$dir/no.svg"
refused 'H must be > 0' '--zoom with H < 0' run drop --zoom 1 1 1 -1 --svg "$dir/no.svg"
refused 'not too small beside X' '--zoom with W lost to rounding beside X' \
    run drop --zoom 1e12 1 1 1 --svg "$dir/no.svg"
refused 'no effect without --svg' '--zoom without a picture' run drop --zoom 1 1 1 1

# ---- --dump-every: the same problems as without it, at every eighth step alone ----
for scene in hills push; do
    run run $scene --time 0.5 --formulation st --quiet --dump-lcp "$dir/$scene-all"
    run run $scene --time 0.5 --formulation st --quiet --dump-lcp "$dir/$scene-some" --dump-every 8
    bad=$status
    for file in "$dir/$scene-all"/*; do
        step=$(expr "$file" : '.*step-0*\([0-9]*\)')
        if [ $((step % 8)) -eq 0 ]; then cmp -s "$file" "$dir/$scene-some/${file##*/}" || bad=1
        else [ ! -e "$dir/$scene-some/${file##*/}" ] || bad=1; fi
    done
    [ "$bad" -eq 0 ] && [ "$(ls "$dir/$scene-some" | wc -l)" -ge 2 ]
    report $? "--dump-every: every eighth step of $scene"
done
refused '--dump-every has no effect without --dump-lcp' '--dump-every without --dump-lcp' \
    run hills --dump-every 8

# ---- the size of a step's problem ----
# an mLCP has 2 rows of the mass matrix and one for each contact, an LCP those of the contacts alone
for form in mlcp lcp; do
    run run hills --formulation st --form $form --quiet --csv -
    awk -F, -v mass=$([ $form = mlcp ] && echo 2 ||
        echo 0) 'NR > 2 { free += $8 == 0; touch += $8 > 0; bad += $9 != mass + $8 }
        END { exit bad || !free || !touch }' "$dir/out"
    report $? "$form: the size of the problem, in free steps and others"
    run run hills --formulation st --form $form
    awk '/^  problems/ { print $2 }' "$dir/out" >>"$dir/problems"
done
holds 'a step without contact counts as no problem in either form' \
    [ "$(uniq "$dir/problems" | wc -l)" -eq 1 ]

# ---- --svg of the exact motion, and the legend ----
run run drop --formulation exact --quiet --svg "$dir/exact.svg"          # sqrt(2/9.81) = 0.45152
grep -q '>impact, t = 0.4515 s<' "$dir/exact.svg" &&
    grep -q '>sticks for good, t = 0.4515 s<' "$dir/exact.svg"
report $? 'exact: events are marked, and the legend has their times'
run run drop --formulation st --quiet --svg "$dir/st.svg"
grep -q '>end of a run<' "$dir/st.svg" && ! grep -q '#0072B2' "$dir/st.svg"
report $? "the end of a run has the run's colour, also in the legend"
run compare ghost --quiet --svg "$dir/ghost.svg"
grep '<rect .* stroke=' "$dir/ghost.svg" |
    sed 's/.* width="\([0-9.]*\)" height="\([0-9.]*\)".*/\1 \2/' |
    awk '$1 < 0.7 * $2 || $2 < 0.2 * $1 { bad = 1 } END { exit bad || NR != 1 }'
report $? 'a narrow scene: the frame has a moderate ratio of width to height'

# ---- --energy ----
# A particle of 1 kg falls 1 m from rest and stays where it lands: its exact energy is 9.81 J up to
# t = sqrt(2/9.81) = 0.4515 s, then 0. The axis of energy covers 1.1 times 9.81 J in 190 pixels, and
# that of time 1.1 times 1 s in 560 pixels.
run run drop --formulation exact --quiet --energy "$dir/energy.svg"
grep 'stroke="#b0b0b0"' "$dir/energy.svg" |
    sed -n 's/.* d="\(.*\)" clip-path="url(#total-frame)".*/\1/p' | tr 'ML' '\n\n' | awk '
    NF == 2 { n++; x[n] = $1; y[n] = $2 }
    function is(a, b) { return a - b < 0.02 && b - a < 0.02 }
    END { exit !(n == 4 && is(y[1], y[2]) && is(y[3], y[4]) && is(y[3] - y[1], 190 / 1.1) &&
                 is(x[2] - x[1], 0.45 * 560 / 1.1) && is(x[3] - x[1], 0.46 * 560 / 1.1) &&
                     is(x[4] - x[1], 560 / 1.1)) }'
report $? '--energy: the total is constant until the impact, then 0'
run compare leaning --quiet --energy "$dir/energy.svg"
well_formed "$dir/energy.svg" 'compare --energy, with bodies: xmllint reads the picture'
grep -q '>potential energy \[J\]<' "$dir/energy.svg" && grep -q 'h = 0.000625 s<' "$dir/energy.svg"
report $? 'compare --energy, with bodies: the axes and the reference are named'
# ---- the whole report of bodies, by closed forms ----
# 14 discs of 2 kg and 1 kg m^2 in free fall with g = 8 and h = 1/4: after k steps they are at
# 10 i + k/4 and k (2 - (k + 1))/4, with the velocity 1, 2 - 2 k; the angle is k/8. A driven cart
# keeps its velocity, a fixed wall is not listed.
{
    printf '%s\n' 'title Free' 'step .25' 'time 1' 'epsilon .1' 'gravity 0 -8' \
        'box wall size 1 1 position 0 90 fixed' \
        'box cart size 1 1 position 0 95 velocity .5 0 spin -.25 driven'
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
        echo "disc d$i radius 1 mass 2 inertia 1 position ${i}0 0 velocity 1 2 spin .5"
    done
} >"$dir/free.scene"
run run "$dir/free.scene" --csv "$dir/free.csv"
awk 'BEGIN {
    print "Free: swept as lcp, solver by island, h = 0.25 s, epsilon = 0.1 m"
    print "  steps       4 of 4, to t = 1 s"
    print "  problems    0, the largest of 0 unknowns; 0 iterations, worst residual 0"
    print "  islands     at most 0 at a time"
    printf "  energy      %.6g J at the start, %.6g J at the end\n", \
        14 * (5 + .125), 14 * (37 + .125 - 16 * 3)
    state = "  %-11s (%.6f, %.6f) m, angle %.6f, velocity (%.6f, %.6f) m/s, spin %.6f\n"
    printf state, "cart", .5, 95, -.25, .5, 0, -.25
    for (i = 1; i < 12; i++) printf state, "d" i, 10 * i + 1, -3, .5, 1, -6, .5
    print "  and 3 more; --csv has them all"
}' >"$dir/want"
[ "$status" -eq 0 ] && cmp -s "$dir/out" "$dir/want"
report $? 'bodies in free fall: the whole report'
awk 'BEGIN {
    print "step,t,body,x,y,angle,vx,vy,spin,contacts,size,iterations,residual,energy,px,py,lz," \
        "penetration,joint_error,parts"
    for (k = 0; k <= 4; k++) {
        v = 2 - 2 * k; y = k * (1 - k) / 4; e = 14 * (1 + v * v + .125 + 16 * y)
        for (i = 1; i <= 14; i++) l[k] += 2 * ((10 * i + k / 4) * v - y) + .5
        rest = sprintf("0,0,0,0,%.12g,28,%.12g,%.12g,0,0", e, 28 * v, l[k])
        printf "%d,%.12g,wall,0,90,0,0,0,0,%s,0\n", k, k / 4, rest
        printf "%d,%.12g,cart,%.12g,95,%.12g,0.5,0,-0.25,%s,0\n", k, k / 4, k / 8, 0 - k / 16, rest
        for (i = 1; i <= 14; i++)
            printf "%d,%.12g,d%d,%.12g,%.12g,%.12g,1,%d,0.5,%s,%d\n", k, k / 4, i, \
                10 * i + k / 4, y, k / 8, v, rest, (k > 0)
    }
}' >"$dir/want"
awk -F, -v OFS=, '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $17,
    $18, $19, $20, $22 }' "$dir/free.csv" | cmp -s - "$dir/want"
report $? 'bodies in free fall: every row, with energy and momenta'

# a body by itself, and with a particle, which does not turn
sed '/wall\|cart/d; /^disc d[2-9]/d; /^disc d1[0-9]/d' "$dir/free.scene" >"$dir/alone.scene"
for n in 0 1; do
    [ $n -eq 0 ] || echo 'particle mass 4 position 0 0 velocity 0 2' >>"$dir/alone.scene"
    run run "$dir/alone.scene"
    awk -v n=$n 'BEGIN {
        print "Free: swept as lcp, solver by island, h = 0.25 s, epsilon = 0.1 m"
        print "  steps       4 of 4, to t = 1 s"
        print "  problems    0, the largest of 0 unknowns; 0 iterations, worst residual 0"
        print "  islands     at most 0 at a time"
        printf "  energy      %.6g J at the start, %.6g J at the end\n", 5.125 + 8 * n, \
            -10.875 + n * (72 - 96)
        print "  d1          (11.000000, -3.000000) m, angle 0.500000, velocity" \
            " (1.000000, -6.000000) m/s, spin 0.500000"
        if (n) print "  particle 1  (0.000000, -3.000000) m, angle 0.000000, velocity" \
            " (0.000000, -6.000000) m/s, spin 0.000000"
    }' >"$dir/want"
    [ "$status" -eq 0 ] && cmp -s "$dir/out" "$dir/want"
    report $? "one body and $n particles: the whole report"
done

# ---- the exact motion, event by event ----
# with g = 2 a fall of 1 m takes 1 s; the other particle slides to the foot of a wall, and stays
printf '%s\n' 'title Two' 'step .25' 'time 2' 'epsilon .1' 'gravity 0 -2' 'chain -9 0 9 0  9 5' \
    'particle mass 1 position 0 1 velocity 3 0' 'particle mass 2 position 8 0 velocity 2 0' \
    >"$dir/two.scene"
run run "$dir/two.scene" --formulation exact --csv "$dir/two.csv"
cat >"$dir/want" <<'END'
Two: exact, event by event, to t = 2 s

particle 1
  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge
  0.0000000    start   0             1             3             0
  1.0000000    hit     3             0             3             0             1
  2.0000000    end     6             0             3             0             1

particle 2
  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge
  0.0000000    start   8             0             2             0
  0.5000000    hit     9             0             0             0             2
  0.5000000    stop    9             0             0             0             1
  2.0000000    end     9             0             0             0             1
END
[ "$status" -eq 0 ] && sed 's/ *$//' "$dir/out" | cmp -s - "$dir/want"
report $? 'exact: the events of two particles'
awk 'BEGIN {
    print "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy"
    for (k = 0; k <= 8; k++) {
        t = k / 4; y = t < 1 ? 1 - t * t : 0
        printf "%d,%.9g,1,%.9g,%.9g,3,%.9g,0,0,0,0,0,%.9g\n", k, t, 3 * t, y, \
            t < 1 ? 0 - 2 * t : 0, t < 1 ? 6.5 : 4.5
        printf "%d,%.9g,2,%.9g,0,%d,0,0,0,0,0,0,%d\n", k, t, t < .5 ? 8 + 2 * t : 9, \
            t < .5 ? 2 : 0, t < .5 ? 4 : 0
    }
}' >"$dir/want"
cmp -s "$dir/two.csv" "$dir/want"
report $? 'exact: their rows at every step'
# swept falls short by g h t/2 before it lands; then both are on the ground
run compare "$dir/two.scene" --formulation swept --csv "$dir/two.csv"
cat >"$dir/want" <<'END'
Two: h = 0.25 s, 8 steps, epsilon = 0.1 m, solver lemke (lcp)
formulation  particle  end position [m]        median error [m]  max error [m]  failed steps
exact        1         (    6.0000,   0.0000)  -                 -              -
             2         (    9.0000,   0.0000)  -                 -
swept        1         (    6.0000,   0.0000)  0                 0.188          0
             2         (    9.0000,   0.0000)  0                 0
END
[ "$status" -eq 0 ] && sed 's/steps\/s//; /^[es]/s/  [-0-9.e+]*$//; s/ *$//' "$dir/out" |
    cmp -s - "$dir/want" &&
    [ "$(cut -d, -f1-8 "$dir/two.csv" | sed 1d | tr '\n' ';')" = \
    'exact,1,6,0,,,,;exact,2,9,0,,,,;swept,1,6,0,0,0.1875,8,0;swept,2,9,0,0,0,8,0;' ]
report $? 'compare: the table and its rows'

# ---- runs that stop: in the table, its rows, the picture and the page ----
# Gauss-Seidel takes no zero on the diagonal, which all but Gauss have with friction
run compare scenes/sawtooth-friction.scene --solver pgs --csv "$dir/stop.csv" \
    --svg "$dir/stop.svg" --html "$dir/stop.html"
grep -q 'exact; ST (stopped); AP (stopped); PEG (stopped); swept (stopped); Gauss; two-phase (st' \
    "$dir/stop.svg"
report $? 'the description of the picture names the runs that stopped'
for name in st:ST ap:AP peg:PEG swept:swept gauss:Gauss two-phase:two-phase; do
    id=${name%:*} title=${name#*:} failed='"failed":"stopped early"'
    [ $id != gauss ] || failed='"failed":null'
    grep -q "\"name\":\"$id\",\"title\":\"$title\",[^{}\[]*$failed" "$dir/stop.html" &&
        awk -F, -v id=$id '$1 == id { n++
            if (id == "gauss") bad += $7 != 150 || $8 != 0 || !($9 > 0)
            else bad += $7 >= 150 || $8 != 1 || $9 != 0
            print "stopped at t = " $7 / 100 " s: MB_SINGULAR"
        } END { exit bad || n != 1 }' "$dir/stop.csv" >"$dir/said" &&
        { [ $id = gauss ] || grep "^$title " "$dir/out" | grep -qF "$(cat "$dir/said")"; }
    report $? "$title: whether it stopped, and when"
done
holds 'exit status 0 if one of them gets to the end' [ "$status" -eq 0 ]
run compare scenes/valley.scene --solver pgs --max-iter 5
holds 'and 1 if none does' [ "$status" -eq 1 ]

finish
