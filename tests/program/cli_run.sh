#!/bin/sh
# cli_run.sh: `minisim2d run` and `compare`: the effect of each setting, and complete reports
# of motions that can be worked out by hand
#
#   tests/program/cli_run.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

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

# ---- settings ----
# A quadrant's corner is in the origin, as in ghost.scene. `beside` is 0.02 below the line of the
# top, within epsilon of it: Stewart-Trinkle pushes it up by 0.02 in one step of 0.01. `low` is 0.2
# below it, where only the side is within epsilon; with --scope chain the top counts as well.
corner='gravity 0 -10\nstep 0.01\ntime 0.01\nepsilon 0.1\nchain -1 0  0 0  0 -1\n'
printf "${corner}particle mass 1 position 0.05 -0.02 velocity 0 -1\n" >"$dir/beside.scene"
{ cat "$dir/beside.scene"; echo 'psi_min -0.01'; } >"$dir/ignores.scene"
printf "${corner}particle mass 1 position 0.05 -0.2 velocity 0 -1\n" >"$dir/low.scene"
printf '%s\n' 'gravity 0 -10' 'step 0.01' 'time 0.02' 'epsilon 0.1' \
    'particle mass 2 position 0 0 velocity 3 0 force 4 0' >"$dir/free.scene"
printf 'gravity 0 0\nstep 0.01\ntime 1\nepsilon 0.1\nparticle mass 1 position 0 0 velocity 3 0\n' \
    >"$dir/straight.scene"
# a line: scene and options, then a field of the last row (4 to 8: x, y, vx, vy, contacts), its
# value up to rounding, and what that shows
while IFS='|' read -r scene check name; do
    set -- $scene
    scene=$1
    shift
    run run "$dir/$scene.scene" "$@" --quiet --csv -
    tail -n 1 "$dir/out" | awk -F, -v field="${check% *}" -v want="${check#* }" '{
        d = $field - want } END { exit !(NR && d < 1e-12 && d > -1e-12) }'
    report $? "$scene $*: $name"
done <<'END'
beside --formulation st|7 2|the line of the top pushes a particle 0.02 m below it
beside --formulation st --psi-min -0.01|7 -1.1|the line of the top does not push
beside --formulation st --psi-min -0.03|7 2|the line of the top pushes
ignores --formulation st|7 -1.1|psi_min -0.01 in the scene
beside --formulation st --epsilon 0.04|8 0|a particle 0.05 m from the nearest edge has no contact
low --formulation st|8 1|the side alone
low --formulation st --scope chain|8 2|the side and the top
low --formulation st --scope chain|7 20|the top pushes the particle up by 0.2 m
free --formulation st|4 0.0606|two steps: x = 3 (2 h) + a (1 + 2) h^2 with a = 4/2
free --formulation st|5 -0.003|two steps: y = -10 (1 + 2) h^2
free --formulation st --h 0.02|5 -0.004|y = -10 h^2
free --formulation st --time 0.03|6 3.06|one more step
straight --time 0.025|4 0.075|the last step takes the time that is left: h/2
straight --time 0.02995|4 0.08985|0.995 h
straight --time 0.029999985|4 0.089999955|(1 - 1.5e-6) h
straight --time 0.03|4 0.09|h
END
# Outside the corner both facets are as far away as the corner itself. --primary max picks the side,
# whose gap is greater. --primary closest has a tie of distances, and picks the facet that the
# velocity opposes most, the top. The primary facet's row comes first: b = gap/h + n.v_free
printf "${corner}particle mass 1 position 0.05 0.02 velocity 0 -1\n" >"$dir/above.scene"
for rule in max closest; do
    run run "$dir/above.scene" --formulation peg --primary $rule --dump-lcp "$dir/$rule" --quiet
    b=$(tail -n 1 "$dir/$rule"/* | cut -d' ' -f 1)
    awk -v rule=$rule -v b="$b" 'BEGIN { d = b - (rule == "max" ? 0.05 / 0.01 : 0.02 / 0.01 - 1.1);
                                         exit !(d < 1e-9 && d > -1e-9) }'
    report $? "--primary $rule: the problem begins with that facet"
done

# ---- pictures ----
# half-spaces that pushed are dashed beyond their edges: here the top alone. The other dashed line
# is in the legend
run run "$dir/beside.scene" --formulation st --quiet --svg "$dir/beside.svg"
[ "$(grep -c 'stroke-dasharray="5 3" d="M' "$dir/beside.svg")" -eq 1 ] &&
    [ "$(grep -c 'stroke-dasharray="5 3"' "$dir/beside.svg")" -eq 2 ]
report $? '--svg: the half-space that pushed'
# the reference is drawn as a parabola however long the steps are: here one step, 5 m long
printf '%s\n' 'gravity 0 -10' 'step 1' 'time 1' 'epsilon 0.1' \
    'particle mass 1 position 0 0 velocity 5 5' >"$dir/throw.scene"
run compare "$dir/throw.scene" --quiet --svg "$dir/throw.svg"
[ "$(grep 'stroke="#b0b0b0"' "$dir/throw.svg" | head -n 1 | tr -cd L | wc -c)" -ge 8 ]
report $? 'compare --svg: the reference is a curve between the steps'
run run drop --formulation exact --quiet --svg "$dir/exact.svg"          # sqrt(2/9.81) = 0.45152
grep -q '>impact, t = 0.4515 s<' "$dir/exact.svg" &&
    grep -q '>sticks for good, t = 0.4515 s<' "$dir/exact.svg" &&
    ! grep -q '>end of a run<' "$dir/exact.svg"
report $? 'exact: events are marked, and the legend has their times'
run run drop --formulation st --quiet --zoom -1 -0.5 2 1 --svg "$dir/zoom.svg"
[ "$status" -eq 0 ] && grep -q 'Shown is x from -1 to 1 m, y from -0.5 to 0.5 m' "$dir/zoom.svg" &&
    grep -q '>edge 1, t = 0.44 to 1 s<' "$dir/zoom.svg"
report $? '--zoom X Y W H: X, Y is the lower left corner, and half-spaces have their times'
run compare "$dir/beside.scene" --quiet --zoom=-.1,-.1,.2,.2 --svg "$dir/zoom.svg"
grep -q '>edge 1: ST t = 0 to 0.01 s; AP t = 0 to 0.01 s<' "$dir/zoom.svg" &&
    ! grep -q '>edge 2' "$dir/zoom.svg"
report $? 'compare --zoom: the label names the formulations'
each refused <<'END'
run drop --zoom 1 2 3 --svg "$dir/no.svg" => not '--svg' in the place of H
run drop --svg "$dir/no.svg" --zoom 1 => four numbers, X Y W H, not 1
run drop --zoom 1,2,3,3,4 --svg "$dir/no.svg" => not '3,4' in the place of H
compare drop --zoom 1 nan 3 4 --svg "$dir/no.svg" => not 'nan' in the place of Y
run drop --zoom 1 1 0 1 --svg "$dir/no.svg" => W must be > 0
run drop --zoom 1 1 1 -1 --svg "$dir/no.svg" => H must be > 0
run drop --zoom 1 1 1e300 1 --svg "$dir/no.svg" => W must be > 0, and not too small beside X
run drop --zoom 1 1e300 1 1e299 --svg "$dir/no.svg" => not too small beside Y, not 1e+299 beside
run drop --zoom 1e12 1 1 1 --svg "$dir/no.svg" => not too small beside X
run drop --zoom 1 1 1 1 => no effect without --svg
run hills --halfspaces => --halfspaces has no effect without --svg
run tip --halfspaces --svg "$dir/no.svg" => --halfspaces has no effect
run hills --dump-every 8 => --dump-every has no effect without --dump-lcp
END
# hills has 80 edges
for option in --halfspaces --quiet; do
    "$program" compare hills --formulation st $option --svg - 2>"$dir/err" |
        grep -c 'stroke-width="0.5" stroke-dasharray="3 3"'
done >"$dir/lines"
holds '--halfspaces: a line for each edge that crosses the picture, and one in the legend' \
    awk 'NR == 1 { many = $1 > 60 && $1 <= 81 } END { exit !(many && $1 == 0) }' "$dir/lines"
# the energy of a particle that falls 1 m from rest: 9.81 J until it lands, then 0
run run drop --formulation exact --quiet --energy "$dir/energy.svg"
grep 'stroke="#b0b0b0"' "$dir/energy.svg" |
    sed -n 's/.* d="\(.*\)" clip-path="url(#total-frame)".*/\1/p' | tr 'ML' '\n\n' |
    awk 'NF == 2 { y[++n] = $2 }
        END { exit !(n == 4 && y[1] == y[2] && y[2] < y[3] && y[3] == y[4]) }'
report $? '--energy: the total is constant until the impact, and then again'
run compare leaning --quiet --energy "$dir/energy.svg"
well_formed "$dir/energy.svg" 'compare --energy, with bodies: xmllint reads the picture'
grep -q '>potential energy \[J\]<' "$dir/energy.svg" && grep -q 'h = 0.000625 s<' "$dir/energy.svg"
report $? 'compare --energy, with bodies: the axes and the reference are named'

# ---- too many contacts ----
# 300 edges of 1 mm make a floor. About 200 of them are within 0.1 m of its middle, all within 1 m.
awk 'BEGIN { print "step 0.01\ntime 0.01\nepsilon 0.1\nparticle mass 1 position 0 0.01"
    printf "chain"; for (i = 0; i <= 300; i++) printf " %.3f 0", (i - 150) / 1000;
    print "" }' >"$dir/many.scene"
run run "$dir/many.scene" --formulation st --form box --quiet
report "$status" 'two hundred contacts are accepted'
fails 'more than 256 edges are within epsilon = 1 m of the particle: try a smaller --epsilon' \
    'three hundred contacts are refused' run "$dir/many.scene" --formulation st --epsilon 1

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

# ---- complete reports, worked out by hand ----
# Speeds and residuals are replaced by letters before the comparison.
cd "$dir" || exit 2

# same NAME: the last run's standard output is the standard input of this
same() {
    cat >expected
    sed 's/ [0-9.]*e+[0-9]*$/ S/' out >got
    cmp -s expected got
    result=$?
    diff expected got >err
    report $result "$1"
}

# numbers NAME: the last run's CSV agrees with the standard input: numbers to 1e-12, other fields
# exactly; a field * may be anything
numbers() {
    cat >expected
    awk -F, 'NR == FNR { want[NR] = $0; n = NR; next }
        { k = split(want[FNR], w, ","); if (k != NF) bad = 1
          for (i = 1; i <= NF; i++) { d = $i - w[i];
              if (w[i] != "*" && $i != w[i] && !($i != "" && w[i] != "" && d < 1e-12 &&
                  d > -1e-12 && $i + 0 == $i)) bad = 1 } }
        END { exit bad || FNR != n }' expected out
    report $? "$1"
}

# Two particles in free fall, two steps of 0.1 s, g = 10. Semi-implicit Euler has the first at
# y = -0.1, -0.3. Energies: m g y + m v^2/2
cat >fall.scene <<'SCENE'
title Fall
gravity 0 -10
step 0.1
time 0.2
epsilon 0.1
particle mass 2 position 0 0 velocity 3 0
particle mass 1 position 5 5
SCENE
run run fall.scene --formulation st --form mlcp
same 'run: the summary' <<'REPORT'
Fall: ST as mlcp, solver lemke, h = 0.1 s, epsilon = 0.1 m
  steps       2 of 2, to t = 0.2 s
  problems    0, the largest of 0 unknowns; 0 iterations, worst residual 0
  particle 1  (0.600000, -0.300000) m, velocity (3.000000, -2.000000) m/s
  particle 2  (5.000000, 4.700000) m, velocity (0.000000, -2.000000) m/s
REPORT
run run fall.scene --formulation st --quiet --csv -
numbers 'run --csv: each particle after each step' <<'CSV'
step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy
0,0,1,0,0,3,0,0,0,0,0,0,9
0,0,2,5,5,0,0,0,0,0,0,0,50
1,0.1,1,0.3,-0.1,3,-1,0,0,0,0,*,8
1,0.1,2,5,4.9,0,-1,0,0,0,0,*,49.5
2,0.2,1,0.6,-0.3,3,-2,0,0,0,0,*,7
2,0.2,2,5,4.7,0,-2,0,0,0,0,*,49
CSV

# With g = 2 a fall of 1 m takes 1 s; the other particle slides to the foot of a wall, and stays.
printf '%s\n' 'title Two' 'step .25' 'time 2' 'epsilon .1' 'gravity 0 -2' 'chain -9 0 9 0  9 5' \
    'particle mass 1 position 0 1 velocity 3 0' 'particle mass 2 position 8 0 velocity 2 0' \
    >two.scene
run run two.scene --formulation exact --csv two.csv
same 'exact: the events of two particles' <<'END'
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
awk 'BEGIN {
    print "step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy"
    for (k = 0; k <= 8; k++) {
        t = k / 4; y = t < 1 ? 1 - t * t : 0
        printf "%d,%.9g,1,%.9g,%.9g,3,%.9g,0,0,0,0,0,%.9g\n", k, t, 3 * t, y, \
            t < 1 ? 0 - 2 * t : 0, t < 1 ? 6.5 : 4.5
        printf "%d,%.9g,2,%.9g,0,%d,0,0,0,0,0,0,%d\n", k, t, t < .5 ? 8 + 2 * t : 9, \
            t < .5 ? 2 : 0, t < .5 ? 4 : 0
    }
}' | cmp -s two.csv -
report $? 'exact: their rows at every step'
# swept falls short by g h t/2 before it lands; then both are on the ground
run compare two.scene --formulation swept --csv two.csv
same 'compare: two particles' <<'END'
Two: h = 0.25 s, 8 steps, epsilon = 0.1 m, solver lemke (lcp)
formulation  particle  end position [m]        median error [m]  max error [m]  failed steps  steps/s
exact        1         (    6.0000,   0.0000)  -                 -              -             -
             2         (    9.0000,   0.0000)  -                 -
swept        1         (    6.0000,   0.0000)  0                 0.188          0             S
             2         (    9.0000,   0.0000)  0                 0
END
mv two.csv out
numbers 'compare --csv: two particles' <<'CSV'
formulation,particle,x,y,median_error,max_error,steps,failed_steps,steps_per_second
exact,1,6,0,,,,,
exact,2,9,0,,,,,
swept,1,6,0,0,0.1875,8,0,*
swept,2,9,0,0,0,8,0,*
CSV

# Runs that stop, because one iteration is too few for an interior point method. In free flight the
# particle is at (0.1, 0.15), (0.2, -0.05), and the truth is (0.1, 0.2), (0.2, 0.05). Swept, Gauss
# and two-phase find the floor during the second step, and the others before the third, so the
# former stop after one step and the latter after two. The exact particle hits the floor at
# t = sqrt(0.05) with vy = -sqrt(5), keeps vx = 1 - sqrt(5)/4, and stops vx^2/5 farther on:
# sqrt(0.05) + (21/16 - sqrt(5)/2)/5 = 21/80
cat >hop.scene <<'SCENE'
title Hop
gravity 0 -10
step 0.1
time 1
epsilon 0.1
chain -1 0  2 0 mu 0.25
particle mass 2 position 0 0.25 velocity 1 0
SCENE
run compare hop.scene --solver interior-point --max-iter 1 --csv hop.csv --svg hop.svg \
    --html hop.html
holds 'exit status 1 if all runs stop' [ "$status" -eq 1 ]
same 'compare: runs that stop' <<'REPORT'
Hop: h = 0.1 s, 10 steps, epsilon = 0.1 m, solver interior-point (lcp)
formulation  end position [m]        median error [m]  max error [m]  failed steps  steps/s
exact        (    0.2625,   0.0000)  -                 -              -             -
ST           (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
AP           (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
PEG          (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
swept        (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
Gauss        (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
two-phase    (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
ST was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
AP was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
PEG was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
picture: hop.svg
page: hop.html
REPORT
mv hop.csv out
numbers 'compare --csv: runs that stop' <<'CSV'
formulation,particle,x,y,median_error,max_error,steps,failed_steps,steps_per_second
exact,1,0.2625,0,,,,,
st,1,0.2,-0.05,0.075,0.1,2,1,0
ap,1,0.2,-0.05,0.075,0.1,2,1,0
peg,1,0.2,-0.05,0.075,0.1,2,1,0
swept,1,0.1,0.15,0.05,0.05,1,1,0
gauss,1,0.1,0.15,0.05,0.05,1,1,0
two-phase,1,0.1,0.15,0.05,0.05,1,1,0
CSV
grep -q 'exact; ST (stopped); AP (stopped); PEG (stopped); swept (stopped); Gauss (stopped)' \
    hop.svg && [ "$(grep -c '"failed":"stopped early"' hop.html)" -eq 6 ]
report $? 'picture and page name the runs that stopped'
# Gauss-Seidel takes no zero on the diagonal, which all but Gauss have with friction
run compare sawtooth-friction --solver pgs --html stop.html --quiet
holds 'exit status 0 if one of them gets to the end' [ "$status" -eq 0 ]
for name in '"st","title":"ST"' '"gauss","title":"Gauss"' '"two-phase","title":"two-phase"'; do
    grep -o "\"name\":$name,[^{}\[]*\"failed\":[^,]*" stop.html | sed 's/.*"failed"://'
done >failed
printf '%s\n' '"stopped early"' null '"stopped early"' | cmp -s failed -
report $? 'the page names the runs that stopped, and not Gauss'
run compare hop.scene --quiet --svg -
grep -o 'stroke="[^"]*" stroke-linejoin="round" stroke-width="1.6"' out | sort | uniq -c >got
[ "$(wc -l <got)" -eq 6 ] && awk '$1 != 2 { exit 1 }' got
report $? 'compare --svg: six curves in six colours, all of them in the legend'

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
} >free.scene
run run free.scene --csv free.csv
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
}' | cmp -s out -
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
}' >want
awk -F, -v OFS=, '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $17,
    $18, $19, $20, $22 }' free.csv | cmp -s - want
report $? 'bodies in free fall: every row, with energy and momenta'
finish
