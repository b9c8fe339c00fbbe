#!/bin/sh
# cli_run.sh: that each setting of `minisim2d run` reaches the simulator, and the messages about a
# step that fails
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

# one: one step of the scene, as a CSV with the fields 4 to 8: x, y, vx, vy, contacts
one() {
    run run "$@" --quiet --csv -
}

vx=6 vy=7 contacts=8

# ---- help: of the options of all commands, each has its own ----
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
    report $? "$command --help lists its options, and no other"
done

# ---- which contacts there are: a quadrant's corner in the origin, as in ghost.scene ----
# Stewart-Trinkle pushes a particle 0.02 below the line of the top, in its reach, up by all of it in
# one step of 0.01
corner='gravity 0 -10\nstep 0.01\ntime 0.01\nepsilon 0.1\nchain -1 0  0 0  0 -1\n'
printf "${corner}particle mass 1 position 0.05 -0.02 velocity 0 -1\n" >"$dir/beside.scene"
one "$dir/beside.scene" --formulation st
ends $vy 2 'psi_min: without it the line of the top pushes from 0.02 m below'
one "$dir/beside.scene" --formulation st --psi-min -0.01
ends $vy -1.1 '--psi-min -0.01: it does not'
one "$dir/beside.scene" --formulation st --psi-min -0.03
ends $vy 2 '--psi-min -0.03: it does'
{ cat "$dir/beside.scene"; echo 'psi_min -0.01'; } >"$dir/ignores.scene"
one "$dir/ignores.scene" --formulation st
ends $vy -1.1 "the scene's psi_min -0.01: it does not"
one "$dir/beside.scene" --formulation st --epsilon 0.04
ends $contacts 0 '--epsilon 0.04: no edge is in reach of 0.05'

# 0.2 below the top only the side is in reach; with the whole run the top counts too
printf "${corner}particle mass 1 position 0.05 -0.2 velocity 0 -1\n" >"$dir/low.scene"
one "$dir/low.scene" --formulation st
ends $contacts 1 '--scope edge: the side alone'
one "$dir/low.scene" --formulation st --scope chain
ends $contacts 2 '--scope chain: the top too'
ends $vy 20 '--scope chain: which is 0.2 above, and pushes so'

# the picture shows the half-spaces that pushed, beyond their edges: the top alone; the other dashes
# are the legend's
run run "$dir/beside.scene" --formulation st --quiet --svg "$dir/beside.svg"
[ "$(grep -c 'stroke-dasharray="5 3" d="M' "$dir/beside.svg")" -eq 1 ] &&
    [ "$(grep -c 'stroke-dasharray="5 3"' "$dir/beside.svg")" -eq 2 ]
report $? '--svg: the half-space that pushed'
run run "$dir/beside.scene" --formulation st --psi-min -0.01 --quiet --svg "$dir/free.svg"
! grep -q 'stroke-dasharray="5 3"' "$dir/free.svg"
report $? '--svg: none, if none did'
printf "${corner}particle mass 1 position 0.001 -0.5 velocity -1 0\n" >"$dir/side.scene"
run run "$dir/side.scene" --formulation st --quiet --svg "$dir/side.svg"
sed -n 's/.*stroke-dasharray="5 3" d="M\([0-9.]*\) [0-9.]*L\([0-9.]*\) .*/\1 \2/p' "$dir/side.svg" |
    awk '$1 == $2 { n++ } END { exit n != 1 || NR != 1 }'
report $? '--svg: the side, where that pushed, upright'

# Outside the corner both facets are as far as the corner itself. The side has the greater gap; on a
# tie of distances the facet that the velocity goes against most is the primary one, the top. The
# primary facet's row comes first: b = gap/h + n.v_free
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
ends 4 0.0606 'semi-implicit Euler: x = 3 (2 h) + a (1 + 2) h^2 with a = 4/2'
ends 5 -0.003 'and y = -10 (1 + 2) h^2'
one "$dir/free.scene" --formulation st --h 0.02
ends 5 -0.004 '--h 0.02: y = -10 h^2'
one "$dir/free.scene" --formulation st --time 0.03
ends $vx 3.06 '--time 0.03: one step more'

# the last step is as long as there is time left: half of h, nearly all of it, all but 1.5e-6 of it
printf 'gravity 0 0\nstep 0.01\ntime 1\nepsilon 0.1\nparticle mass 1 position 0 0 velocity 3 0\n' \
    >"$dir/straight.scene"
for time in 0.025 0.02995 0.029999985 0.03; do
    one "$dir/straight.scene" --time $time
    ends 4 "$(awk "BEGIN { printf \"%.17g\", 3 * $time }")" "--time $time: x = v t, to the end"
done

# however long the step is, the reference is drawn as the parabola that it is, here in one step to a
# distance of 5 m
printf '%s\n' 'gravity 0 -10' 'step 1' 'time 1' 'epsilon 0.1' \
    'particle mass 1 position 0 0 velocity 5 5' >"$dir/throw.scene"
run compare "$dir/throw.scene" --quiet --svg "$dir/throw.svg"
[ "$(grep 'stroke="#b0b0b0"' "$dir/throw.svg" | head -n 1 | tr -cd L | wc -c)" -ge 8 ]
report $? 'compare --svg: the reference is a curve between the steps'

# ---- a step that fails ----
# Particle 1 has no contact. Particle 2 comes down on the floor beside a block that hangs 0.07 above
# it: 0.03 from the floor and from the block's left side, sqrt(0.03^2 + 0.04^2) from its corner, and
# so in reach of its underside too, which is 0.04 above. One sweep of Jacobi cannot end: floor and
# underside push against each other.
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
expect 1 err 'minisim2d: step 1 at t = 0 s failed: MB_MAX_ITER' 'a failing step: which, when, how'
expect 1 err '  method    st as lcp, solver jacobi, 3 unknowns, 1 iterations, residual ' \
    'the method'
expect 1 err '  particle  2 at (0.47, 0.03) m, velocity (0, -10) m/s' 'the particle'
grep '^  contact' "$dir/err" >"$dir/contacts"
cat >"$dir/expected" <<'CONTACTS'
  contact   edge 1 of obstacle 1 (line 5), from (-1, 0) to (1, 0): gap 0.03 m
  contact   edge 1 of obstacle 2 (line 6), from (0.5, 0.07) to (0.5, 1): gap 0.03 m
  contact   edge 4 of obstacle 2 (line 6), from (1, 0.07) to (0.5, 0.07): gap 0.04 m
CONTACTS
holds 'its contacts: edge, obstacle, line, ends, gap' cmp -s "$dir/contacts" "$dir/expected"
expect 1 err '--formulation swept; --dump-lcp DIR saves the problem' 'what else to try'
printf '%s\n' 'gravity 0 -10' 'step 0.01' 'time 0.1' 'epsilon 0.1' 'chain -1 0  1 0' \
    'particle mass 1 position 0 0 velocity 0 -1' >"$dir/one.scene"
run run "$dir/one.scene" --formulation st --solver fischer-newton --max-iter 1
expect 1 err 'why       fischer-newton ran out after 1 iteration; the problem has a solution' \
    'a problem of one unknown: why'
run run "$dir/fails.scene" --formulation swept --solver jacobi --max-iter 1 --dump-lcp "$dir/saved"
! grep -q 'formulation swept\|saves the problem' "$dir/err"
report $? 'not what is done already'

# 300 edges of 1 mm make a floor; 199 or 200 are nearer than 0.1 to its middle, all of them nearer
# than 1
awk 'BEGIN { print "step 0.01\ntime 0.01\nepsilon 0.1\nparticle mass 1 position 0 0.01"
    printf "chain"; for (i = 0; i <= 300; i++) printf " %.3f 0", (i - 150) / 1000;
    print "" }' >"$dir/many.scene"
one "$dir/many.scene" --formulation st --form box
holds 'two hundred contacts are not too many' [ "$status" -eq 0 ]
run run "$dir/many.scene" --formulation st --epsilon 1
expect 1 err \
    'more than 256 edges are within epsilon = 1 m of the particle: try a smaller --epsilon' \
    'three hundred are'

# ---- --zoom ----
# From 1 m with v+ = v - g h it is 9.81e-4 k (k + 1)/2 down after k steps: below 0.5 from the 32nd
# on, and the 45th would enter the floor.
run run drop --formulation st --quiet --zoom -1 -0.5 2 1 --svg "$dir/zoom.svg"
[ "$status" -eq 0 ] && grep -q 'Shown is x from -1 to 1 m, y from -0.5 to 0.5 m' "$dir/zoom.svg"
report $? '--zoom X Y W H: from the lower left corner'
holds 'the half-space that pushes, and when' grep -q '>edge 1, t = 0.44 to 1 s<' "$dir/zoom.svg"
[ "$(sed -n 's/^<path fill="none" stroke="#D55E00" stroke-width="1.2" d="\(.*\)"\/>$/\1/p' \
    "$dir/zoom.svg" | tr -cd Z)" = "$(awk 'BEGIN { for (k = 32; k <= 100; k++) printf "Z" }')" ]
report $? 'a marker at each of the 69 steps in the window'
run compare "$dir/beside.scene" --quiet --zoom=-.1,-.1,.2,.2 --svg "$dir/zoom.svg"
grep -q '>edge 1: ST t = 0 to 0.01 s; AP t = 0 to 0.01 s<' "$dir/zoom.svg" &&
    ! grep -q '>edge 2' "$dir/zoom.svg"
report $? 'compare: of whom it is'
run compare drop --quiet --zoom 5 5 1 1 --svg "$dir/zoom.svg"
[ "$status" -eq 0 ] && ! grep -q '>edge' "$dir/zoom.svg"
report $? 'none outside the window'
well_formed "$dir/zoom.svg" 'xmllint reads a window without anything in it'
refused "not '--svg' in the place of H" 'three numbers' run drop --zoom 1 2 3 --svg "$dir/no.svg"
refused 'four numbers, X Y W H, not 1' 'one number' run drop --svg "$dir/no.svg" --zoom 1
refused "not '3,4' in the place of H" 'five numbers' run drop --zoom 1,2,3,3,4 --svg "$dir/no.svg"
refused "not 'nan' in the place of Y" 'nan' compare drop --zoom 1 nan 3 4 --svg "$dir/no.svg"
refused 'W must be > 0' 'W = 0' run drop --zoom 1 1 0 1 --svg "$dir/no.svg"
refused 'H must be > 0' 'H < 0' run drop --zoom 1 1 1 -1 --svg "$dir/no.svg"
refused 'not too small beside X' 'W lost in X' run drop --zoom 1e12 1 1 1 --svg "$dir/no.svg"
refused 'no effect without --svg' 'no picture' run drop --zoom 1 1 1 1

# ---- --dump-every: the problems of these steps alone, and the same ----
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
refused '--dump-every has no effect without --dump-lcp' 'every eighth of none' \
    run hills --dump-every 8

# ---- the size of a step's problem: as an mLCP the mass matrix and c contacts, as an LCP the
# contacts alone
for form in mlcp lcp; do
    run run hills --formulation st --form $form --quiet --csv -
    awk -F, -v mass=$([ $form = mlcp ] && echo 2 ||
        echo 0) 'NR > 2 { free += $8 == 0; touch += $8 > 0; bad += $9 != mass + $8 }
        END { exit bad || !free || !touch }' "$dir/out"
    report $? "$form: the size, in free steps and others"
    run run hills --formulation st --form $form
    awk '/^  problems/ { print $2 }' "$dir/out" >>"$dir/problems"
done
holds 'of free steps none is a problem' [ "$(uniq "$dir/problems" | wc -l)" -eq 1 ]

# ---- --svg of the exact motion, and the legend ----
run run drop --formulation exact --quiet --svg "$dir/exact.svg"          # sqrt(2/9.81) = 0.45152
grep -q '>impact, t = 0.4515 s<' "$dir/exact.svg" &&
    grep -q '>sticks for good, t = 0.4515 s<' "$dir/exact.svg"
report $? 'exact: its events are marked, and the legend says when'
run run drop --formulation st --quiet --svg "$dir/st.svg"
grep -q '>end of a run<' "$dir/st.svg" && ! grep -q '#0072B2' "$dir/st.svg"
report $? 'the end of a run is in its own colour, in the legend too'
run compare ghost --quiet --svg "$dir/ghost.svg"
grep '<rect .* stroke=' "$dir/ghost.svg" |
    sed 's/.* width="\([0-9.]*\)" height="\([0-9.]*\)".*/\1 \2/' |
    awk '$1 < 0.7 * $2 || $2 < 0.2 * $1 { bad = 1 } END { exit bad || NR != 1 }'
report $? 'a narrow scene has a frame of a sane shape'

# ---- --energy ----
# A particle of 1 kg falls 1 m from rest and stays where it lands: exactly, 9.81 J up to t =
# sqrt(2/9.81) = 0.4515 s, then none. The range of the axis is a tenth larger than that, and 190
# pixels high; the same for the axis of 1 s and 560 pixels.
run run drop --formulation exact --quiet --energy "$dir/energy.svg"
grep 'stroke="#b0b0b0"' "$dir/energy.svg" |
    sed -n 's/.* d="\(.*\)" clip-path="url(#total-frame)".*/\1/p' | tr 'ML' '\n\n' | awk '
    NF == 2 { n++; x[n] = $1; y[n] = $2 }
    function is(a, b) { return a - b < 0.02 && b - a < 0.02 }
    END { exit !(n == 4 && is(y[1], y[2]) && is(y[3], y[4]) && is(y[3] - y[1], 190 / 1.1) &&
                 is(x[2] - x[1], 0.45 * 560 / 1.1) && is(x[3] - x[1], 0.46 * 560 / 1.1) &&
                     is(x[4] - x[1], 560 / 1.1)) }'
report $? '--energy: the total is there until the impact'
run compare leaning --quiet --energy "$dir/energy.svg"
well_formed "$dir/energy.svg" 'compare --energy, with bodies: XML'
grep -q '>potential energy \[J\]<' "$dir/energy.svg" && grep -q 'h = 0.000625 s<' "$dir/energy.svg"
report $? 'with its axes, and the reference'
finish
