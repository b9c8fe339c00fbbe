#!/bin/sh
# cli_study.sh: `minisim2d study`: rows against closed forms and other commands, parts of a study,
# refused arguments, files
#
#   tests/program/cli_study.sh build/minisim2d/minisim2d [--full]
#       (from the top of the kit; prints TAP)
#
# --full makes all of Fig 18, in less than two minutes of one core.
. "$(dirname "$0")/../tap.sh"
use_program "$@"
full=$2
cp scenes/sawtooth.scene scenes/drop.scene "$dir"
cd "$dir" || exit 2
rows() { grep -v '^#' "$1" | tail -n +2; }
none_left() { [ -z "$(find "$dir" -name '.minisim2d*')" ]; }

# ---- rows ----
# free fall: semi-implicit Euler is g h t / 2 too low at time t. The median over the steps, which
# end at h, 2h, ... T, is g h (T + h) / 4
printf '%s\n' 'step 1' 'time 2' 'epsilon 0.1' 'gravity 0 -10' 'particle mass 2 position 0 0' \
    'particle mass 3 position 5 0 velocity 1 1' >fall.scene
run study fall --runs 3 --h-min 0.125 --halvings 4 --position -1,1,2,3 --csv fall.csv
[ "$status" -eq 0 ] && rows fall.csv | awk -F, '{
        e = 10 * $10 * (2 + $10) / 4 - $12; m = 10 * $10 - $13;
        bad += e*e + m*m > 1e-24 || $11 != 2 / $10 || $14 != "MB_OK"
        outside += $3 < -1 || $3 > 1 || $4 < 2 || $4 > 3;
        moved += $2 == 1 ? $5 != 0 || $6 != 0 : $5 != 1 || $6 != 1
    } END { exit NR != 3 * 2 * 4 * 5 || bad || outside || moved }'
report $? \
    'free fall: errors of the closed form in every row, starts in the range, velocities as given'
# the line goes through the finest three of five step lengths, evenly spaced in log2(h): its slope
# is that from the first to the last, log2(1.25/0.265625) / 2
line='line through 3 of 5 step lengths, from 0.125 to 0.5 s'
[ "$(tail -n 4 out | grep -c "error falls with h, order 1.12 ($line)")" -eq 4 ]
report $? 'free fall: the order of the line through the finest three step lengths'
rows fall.csv | cut -d, -f1-4 | sort -u | awk -F, '{ seen[$3]++; seen[$4]++ }
    END { for (x in seen) n++; exit n != 12 }'
report $? 'free fall: every particle of every run has a different start'

# what is not given
sed 's/^step 1/step .0625/; s/^time 2/time .5/' fall.scene >usual.scene
run study usual --position 0,1,0,1 --csv usual.csv
[ "$status" -eq 0 ] && [ "$(sed -n '/^# time/,/^# off/s/# //p' usual.csv | tr '\n' ';')" = \
    'time 0.5;runs 62;particles 2;seed 1;h_min 0.001953125;halvings 8;off 0.1;' ] &&
    [ "$(rows usual.csv | wc -l)" -eq $((62 * 2 * 4 * 9)) ]
report $? '62 runs, 9 step lengths from 1/32 of the step, epsilon: unless they are given'
for number in 1e51 -1e51 nan; do
    refused '--velocity takes four numbers' "a velocity of $number" \
        study usual --velocity 0,0,0,$number --runs 2
done
run study usual --velocity -1e50,1e50,0,0 --runs 1 --h-min .5 --halvings 0
report $status 'the greatest range'
refused '--seed must be a whole number from 0 to 1e+09' 'a seed that is too great' \
    study usual --position 0,1,0,1 --seed 1000000001
refused '--runs must be a whole number from 1 to' 'no runs' study usual --position 0,1,0,1 --runs 0
refused '--halvings must be a whole number from 0 to 60' '-1 halvings' \
    study usual --position 0,1,0,1 --halvings -1

# a row against `compare` from the same start
run study sawtooth --runs 2 --h-min 0.005 --halvings 1 --csv two.csv --quiet
start=$(rows two.csv | sed -n 16p | awk -F, '{ printf "position %s %s velocity %s %s", $3, $4, $5,
    $6 }')
sed "s/^particle.*/particle mass 5 $start/" sawtooth.scene >one.scene
run compare one --h 0.01 --csv -
awk -F, '$1 != "exact" && NR > 1 { print $1 "," $5 "," $6 }' out >theirs
rows two.csv | awk -F, '$1 == 2 && $10 == 0.01 { print $9 "," $12 "," $13 }' >ours
[ "$(wc -l <ours)" -eq 4 ] && cmp -s ours theirs
report $? 'a row has the errors that compare finds from the same start'

# ---- [PEG] Fig 18 ----
# PEG is of first order, and at h = 0.01 its error is less than a hundredth of Stewart-Trinkle's.
# The error of Anitescu-Potra stays at epsilon.
steps='--h-min 0.00064 --halvings 5 --runs 16'
[ "$full" != --full ] || steps='--h-min 1e-5 --halvings 15'
run study sawtooth $steps
[ "$status" -eq 0 ] && awk '/^[A-Za-z]/ { name = $1 }
    NF >= 9 && $(NF - 8) == "0.01024" { at[name] = $(NF - 6) }
    name == "AP" && /floor/ { floor = $3 }
    name == "PEG" && /order/ { sub(/.*order /, ""); order = $1 }
    END { exit !(at["ST"] > 100 * at["PEG"] && floor > 0.2 && floor < 0.3 &&
        order > 0.9 && order < 1.1) }' out
report $? "sawtooth: PEG is of first order, AP stays at epsilon, and ST is 100 times worse than PEG"
if [ "$full" = --full ]; then
    # the second line of times is about the commands: 1m2.3s of user time, and the system's
    times >took
    awk 'NR == 2 { split($1, t, "[ms]"); seconds = 60 * t[1] + t[2] }
         END { exit !(seconds > 1 && seconds < 120) }' took
    report $? '62 runs with each of 16 step lengths in two minutes of one core'
fi

# ---- random starts ----
few='--h-min 0.02 --halvings 1 --quiet'
run study sawtooth $few --runs 5 --csv a.csv
run study sawtooth $few --runs 5 --csv b.csv
holds 'the same seed gives the same bits' cmp -s a.csv b.csv
run study sawtooth $few --runs 2 --csv b.csv
rows a.csv | head -n 16 >first && rows b.csv | cmp -s - first
report $? 'with more runs, the first runs stay the same'
run study sawtooth $few --runs 5 --seed 2 --csv b.csv
rows a.csv | cut -d, -f3 | sort -u >first
[ "$(rows b.csv | cut -d, -f3 | sort -u | comm -12 - first | wc -l)" -eq 0 ] &&
    [ "$(rows b.csv | cut -d, -f3 | sort -u | wc -l)" -eq 5 ]
report $? 'another seed gives other starts'
run study drop --runs 40 --h-min 0.5 --halvings 0 --position 0,0,-1,1 --csv half.csv
rows half.csv | awk -F, '$9 == "st" { inside += $7; bad += $4 < 0 }
                         END { exit !(NR == 160 && !bad && inside > 15 && inside < 90); }' &&
    inside=$(rows half.csv | awk -F, '$9 == "st" { n += $7 } END { print n }') &&
        grep -qx "drawn again: $inside starts in a solid" out
report $? 'starts in a solid are drawn again and counted'
refused '1000 starts 1000 lie in a solid' 'ranges in a solid' study drop --position 0,1,-1,-.5
# on slopes of 1/1000, without friction, a particle that starts near the middle goes to and fro with
# more than the 100 000 events at which the reference gives up
printf '%s\n' 'step 1' 'time 200' 'epsilon 0.1' 'chain -1 1e-3 0 0 1 1e-3' \
    'particle mass 1 position 0 1' >flat.scene
run study flat --position 0,1e-7,1e-10,1e-10 --runs 3 --h-min 1 --halvings 0 --csv flat.csv
unfollowed=$(rows flat.csv | awk -F, '$9 == "st" { n += $8 } END { print n }')
[ "$unfollowed" -gt 0 ] &&
    grep -qx "drawn again: $unfollowed starts whose motion the reference can't follow" out
report $? "starts whose motion the reference cannot follow are drawn again and counted"
run study flat --position 0,1e-7,1e-10,1e-10 --runs 1 --h-min 1 --halvings 0
expect 0 out "drawn again: 1 starts whose motion the reference can't follow" \
    'a single start that is drawn again is counted'

# ---- runs that fail ----
# Gauss-Seidel divides by the diagonal, which has zeros in these four formulations with friction: a
# run fails at its first contact
cp "$OLDPWD/scenes/sawtooth-friction.scene" friction.scene
run study friction --solver pgs --runs 3 --h-min 0.01 --halvings 1 --csv fails.csv
[ "$(rows fails.csv | awk -F, '$9 ~ /^(st|ap|peg|swept)$/ && $14 != "MB_OK" && $12 == "inf" &&
                               $13 == "inf" && $11 < 150' | wc -l)" -eq 24 ] &&
    [ "$(awk 'NF > 5 && $(NF - 1) == 3 && $(NF - 2) == 3 && $(NF - 3) == 3 &&
              $(NF - 4) == "inf"' out | wc -l)" -ge 8 ] &&
        [ "$(grep -c 'too few step lengths' out)" -ge 4 ]
report $? 'a run that fails has a row with infinite errors, and is counted in the table'

grep -qx '# formulations st ap peg swept gauss two-phase' fails.csv &&
    grep -qx '# formulations st ap peg swept' a.csv
report $? 'every formulation is studied; the convex models only with friction, else they are swept'
run study friction --form mlcp --runs 1 --h-min 0.1 --halvings 0 --csv form.csv --quiet
[ "$status" -eq 0 ] && grep -qx '# formulations st ap peg swept gauss' form.csv &&
    [ "$(rows form.csv | wc -l)" -eq 5 ]
report $? '--form mlcp: the formulations that have this form are studied'

# ---- bodies ----
# Free fall again: the reference is semi-implicit Euler itself with steps of d/16, where d is the
# shortest step of the study. So the median is g (T + h) (h - d/16) / 4. Both bodies have the same
# error, wherever they start.
printf '%s\n' 'step 1' 'time 2' 'epsilon 0.1' 'gravity 0 -10' 'box a size 1 1 mass 1 position 0 9' \
    'disc b radius .5 mass 3 position 5 9 spin 3' >two.scene
run study two --body b --position 4,6,8,9 --velocity -1,1,0,0 --runs 3 --h-min 0.125 \
    --halvings 4 --csv two.csv
[ "$status" -eq 0 ] && rows two.csv | awk -F, '{
        d = $10 - 0.125 / 16; e = 10 * (2 + $10) * d / 4 - $12; m = 10 * d - $13;
        bad += e*e + m*m > 1e-20 || $11 != 2 / $10 || $14 != "MB_OK"
        bad += $3 < 4 || $3 > 6 || $4 < 8 || $4 > 9 || $5 < -1 || $5 > 1 || $6 != 0;
        starts[$3 " " $4 " " $5] = 1
    } END { for (s in starts) n++; exit NR != 3 * 4 * 5 || bad || n != 3 }'
report $? 'bodies in free fall: errors of the closed form, and the start of the named body'
# A box with a velocity that is drawn from a range of one value has the errors of a scene that
# states this velocity. It slides, so that errors would show if another number of the box were
# drawn.
printf '%s\n' 'step 0.1' 'time 1' 'epsilon .1' 'gravity 0 -10' 'friction .5' 'chain -9 0  9 0' \
    'box a size 1 1 mass 1 position 0 .5 velocity 3 0' >slides.scene
sed 's/ velocity 3 0//' slides.scene >rests.scene
run study slides --h-min 0.0125 --halvings 3 --csv slides.csv &&
    run study rests --body a --velocity 3,3,0,0 --runs 1 --h-min 0.0125 --halvings 3 --csv drawn.csv
rows slides.csv >slides.rows && rows drawn.csv | cmp -s - slides.rows &&
    awk -F, '{ moved += $12 > 0.001 } END { exit moved < 4 }' slides.rows
report $? 'bodies: a velocity that is drawn has the same effect as in the scene'
run study two --body b --position 4,6,8,9 --velocity -1,1,0,0 --runs 3 --h-min 0.125 \
    --halvings 4 --csv two.csv
reference='the finest h, swept at 0.0078125 s; of the body whose centre is furthest off'
grep -qx "errors: distance from $reference" out && grep -qx "# reference $reference" two.csv &&
    grep -qx '# position of b 4 6 8 9' two.csv
report $? 'bodies: the table and the CSV name the reference'
cp "$OLDPWD/scenes/leaning.scene" "$OLDPWD/scenes/pendulum.scene" .
for scene in leaning pendulum; do
    run study $scene --h-min 0.00125 --halvings 4 --svg order.svg
    [ "$status" -eq 0 ] && [ "$(awk '/order/ { sub(/.*order /, ""); n += $1 > 0.9 && $1 < 1.1 }
                                     END { print n }' out)" -eq 4 ] &&
        grep -q 7.8125e-05 order.svg
    report $? "$scene: one run, of first order; the picture names the step of the reference"
    awk 'NF >= 7 && $(NF - 1) == 0 { n++; bad += $NF <= 0 }  END { exit n != 20 || bad }' out
    report $? "$scene: the table has the solver's time in every row"
done
# a lid 1 m above the ground and a block between them: a start of the disc in any of the three is
# drawn again
printf '%s\n' 'step .1' 'time .2' 'epsilon .1' 'chain -9 0 9 0' 'polygon -9 2 -9 1 9 1 9 2' \
    'box block fixed size 2 1 position 0 .5' 'disc d radius .1 mass 1 position 3 .5' >gap.scene
run study gap --position -2,2,-1,1.9 --runs 20 --h-min .1 --halvings 0 --csv gap.csv
[ "$status" -eq 0 ] &&
    rows gap.csv | awk -F, '{ bad += $4 < .1 - 1e-9 || $4 > .9 + 1e-9 || $3 * $3 < 1.1 * 1.1 - 1e-9;
    inside += $9 == "st" ? $7 : 0 }
    END { exit bad || NR != 80 || inside < 40 }'
report $? 'starts in an obstacle or in another body are drawn again'
for i in 1 2 3; do
    run study gap --position -2,2,-1,1.9 --runs 20 --h-min .1 --halvings 0 --shard $i/3 \
        --csv gap$i.csv --quiet
done
run study --merge gap3.csv gap1.csv gap2.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv gap.csv
report $? 'merged parts of a study of bodies are the whole, bit for bit'
sed 's/time .2/& \ntitle gap/' gap.scene >same.scene
for change in 's/size 2 1/size 2 .9/' '$a restitution poisson' '$a rope world d at 0 9 4 1'; do
    sed "$change" same.scene >changed.scene
    run study changed --position -2,2,-1,1.9 --runs 20 --h-min .1 --halvings 0 --shard 2/3 \
        --csv other.csv --quiet
    refused 'other.csv is of another study than gap1.csv: scene is ' "bodies: $change" \
        study --merge gap1.csv other.csv gap3.csv
done
printf '%s\n' 'title rubs' 'step .1' 'time .2' 'epsilon .1' 'gravity 0 0' \
    'disc d radius .1 mass 1 position 0 0' 'support d at .1 0 load 2 mu .3' \
    'supports polygon 8' 'study position 0 1 0 1' >rubs.scene
part_of_2() {
    run study $2 --runs 2 --h-min .1 --halvings 0 --shard $1/2 --csv $1of2.csv --quiet
}
part_of_2 1 rubs
for change in 's/mu .3/mu .4/' 's/load 2/load 3/' 's/at .1 0/at .1 .05/' 's/at .1 0/at .05 0/' \
    '/^support d/p'; do
    sed "$change" rubs.scene >changed.scene
    part_of_2 2 changed
    refused '2of2.csv is of another study than 1of2.csv: scene is ' "supports: $change" \
        study --merge 1of2.csv 2of2.csv
done
for sides in 6 square; do
    part_of_2 2 "rubs --supports $sides"
    refused "method is solver by island (lcp), primary entry, supports $sides, epsilon 0.1, not" \
        "bodies: --supports $sides" study --merge 1of2.csv 2of2.csv
done
# Gauss-Seidel fails on zeros on the diagonal; the reference uses solvers of its own
cp "$OLDPWD/scenes/tip.scene" .
run study tip --solver pgs --h-min .02 --halvings 1 --csv fails.csv
[ "$status" -eq 0 ] &&
    rows fails.csv | awk -F, '$9 == "st" || $9 == "peg" { n += $14 != "MB_OK" && $12 == "inf" }
                              END { exit n != 4 }' &&
    [ "$(awk '$1 == "ST" && $(NF - 1) == 1' out | wc -l)" -eq 1 ]
report $? 'bodies: runs that fail are counted'
# a driven finger jams a disc on a slope of 45 degrees: no step can be solved any more
cat >jam.scene <<'SCENE'
step 0.01
time 0.9
epsilon 0.1
chain 0 -1.2  3 1.8
disc puck radius 0.1 mass 1 mu 0.6 position 0.5 0
box finger size 0.2 1 position 0.3 0 velocity 1 0 driven
SCENE
refused 'the reference, swept at h = 0.000625 s, stops before its end: `run` with that --h says' \
    'bodies: a reference that fails, and its step length' study jam --h-min .01 --halvings 0
refused "run 1, of 1000 starts 1000 lie in a solid, and the reference can't follow the other 0:" \
    'bodies: ranges in a block' study gap --position -.5,.5,.2,.8 --runs 2 --h-min .1 --halvings 0
refused "run 1, particle 1: of 1000 starts 1000 lie in a solid, and the reference can't follow" \
    'particles: the first of them is named' study drop --position 0,1,-1,-.5 \
    --h-min .1 --halvings 0
refused 'the joint of line 11 holds it' 'the position of a body on a joint cannot be drawn' \
    study pendulum --position 0,1,0,1
run study pendulum --velocity 1,2,0,2 --runs 2 --h-min .02 --halvings 0 --quiet
report $status 'the velocity of a body on a joint can be drawn'
refused 'all 2 runs are the same' 'runs without ranges' study pendulum --runs 2
refused 'has no body rad' 'an unknown body' study pendulum --body rad
refused 'no force moves it' 'a fixed body' study gap --body block
refused '--body has no effect' '--body in a scene with particles' study sawtooth --body a

# ---- the table against the rows ----
run study sawtooth --runs 7 --h-min 0.01 --halvings 1 --csv seven.csv --summary summary.csv
rows seven.csv | sort -t, -k9,9 -k10,10g -k12,12g | awk -F, '
    { key = $9 " " $10; if (key != last) { n = sum = 0; last = key } e[++n] = $12; sum += $12 }
    n == 7 { printf "%.3g %.3g %.3g %.3g\n", (e[2] + e[3]) / 2, e[4], (e[5] + e[6]) / 2,
        sum / 7 }' | sort >wanted
awk '/^formulation/ { on = 1; next } on && NF == 0 { exit }
     on { print $(NF - 7), $(NF - 6), $(NF - 5), $(NF - 4) }' out |
    sort >printed
[ "$(wc -l <wanted)" -eq 8 ] && cmp -s wanted printed
report $? 'quartiles, median and mean in the table are those of the rows'
awk -F, 'NR > 1 { printf "%.3g %.3g %.3g %.3g\n", $5, $6, $7, $8;
    bad += NF != 13 || $3 != 7 || $4 != 0 || $9 == "" }
    END { exit bad || NR != 9 }' summary.csv | sort | cmp -s - wanted
report $? '--summary: quartiles, median and mean as CSV'
awk -F, 'NR > 1 && $1 == "peg" { print $10, ($11 > 0.9 && $11 < 1.1) }
         $1 == "ap" { print $10, ($11 == "") }' summary.csv >fits
holds '--summary: the points that the order is fitted to, and the order' [ "$(tr '\n' ';' <fits)" \
    = '0 1;0 1;1 1;1 1;' ]

run study sawtooth --runs 7 --h-min 0.01 --halvings 1 --off 0.02 --csv seven.csv \
    --summary summary.csv
rows seven.csv | awk -F, '{ off[$9 "," $10] += $13 > 0.02; mostly[$9 "," $10] += $12 > 0.02 }
    END { for (k in off) print k "," off[k] "," mostly[k] }' | sort >wanted
sed 1d summary.csv | cut -d, -f1,2,12,13 | sort | cmp -s - wanted && grep -q '^st,.*,7,7$' wanted &&
    grep -q '^peg,.*,[1-6],0$' wanted
report $? '--off: counts of runs whose largest error is above a length, and whose median is'
grep -q '^off: runs with an error above 0.02 m' out &&
    run study drop --position 0,.1,.9,1 --runs 1 --h-min .1 --halvings 0 &&
    grep -q "^off: runs with an error above $(sed -n 's/^epsilon //p' drop.scene) m" out
report $? '--off: the length is epsilon by default'
refused '--off must be > 0' '--off 0' study sawtooth --off 0
run study sawtooth --formulation peg,st --runs 1 --h-min 0.1 --halvings 0 --csv two.csv --quiet
rows two.csv | cut -d, -f9 | tr '\n' ' ' | grep -qx 'st peg '
report $? '--formulation: only the named ones are studied'
refused "takes st, ap, peg, swept, gauss or two-phase, not 'pge': did you mean peg?" \
    'a misspelt formulation' study sawtooth --formulation st,pge
refused '--psi-min has no effect on peg and swept: it is for st and ap' \
    'an option without effect on the named formulations' \
        study sawtooth --formulation peg,swept --psi-min -1
refused '--formulation gauss: it has no form lcp, or is swept' 'a formulation that would be swept' \
    study sawtooth --formulation st,gauss

# ---- parts of a study ----
whole='--h-min 0.02 --halvings 2 --runs 5'
run study sawtooth $whole --csv whole.csv --svg whole.svg --summary whole-summary.csv
grep -v '^picture' out >whole-table
sed 's/ *[^ ]*$//' whole-table >table
for i in 1 2 3; do
    run study sawtooth $whole --shard $i/3 --csv part$i.csv
done
expect 0 out 'part 3 of 3: runs 4 to 5 of 5' 'a part prints which runs it has'
run study --merge part3.csv part1.csv part2.csv --csv merged.csv --svg merged.svg \
    --summary merged-summary.csv
[ "$status" -eq 0 ] && cmp -s merged.csv whole.csv && cmp -s merged.svg whole.svg &&
    grep -v '^picture' out |
    sed 's/ *[^ ]*$//' | cmp -s - table
report $? 'merged parts give the rows, the picture and the table of the whole study, bit for bit'
[ "$(awk 'NF > 5 && $NF == "-"' out | wc -l)" -eq 12 ] && [ "$(grep -c ' -$' whole-table)" -eq 0 ]
report $? "merged parts: the table has no solver's time, unlike that of the whole study"
cut -d, -f9 merged-summary.csv | tr '\n' ' ' | grep -q '^solver_seconds  *$' &&
    cut -d, -f1-8,10- whole-summary.csv >wanted &&
    cut -d, -f1-8,10- merged-summary.csv | cmp -s - wanted
report $? "merged parts: --summary is the same but for the solver's time"
well_formed whole.svg 'xmllint reads the picture'
run study --merge whole.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv whole.csv
report $? 'a whole study can be merged as its only part'
run study --merge fails.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv fails.csv
report $? 'rows of every formulation and of failed runs can be merged'
for i in 1 2 3 4 5 6 7; do run study sawtooth $whole --shard $i/7 --csv seventh$i.csv --quiet; done
run study --merge seventh*.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv whole.csv
report $? 'more parts than runs can be merged'

echo old >kept.csv
merges() {
    text=$1 name=$2
    shift 2
    refused "$text" "$name" study --merge "$@" --csv kept.csv
}
merges 'part 2 of 3 is missing' 'a part is missing' part1.csv part3.csv
merges 'parts 2 to 3 of 3 are missing' 'two parts are missing' part1.csv
merges 'part1.csv and copy.csv are both part 1 of 3' 'a part is given twice' part1.csv \
    "$(cp part1.csv copy.csv && echo copy.csv)" part2.csv part3.csv
other() {
    name=$1
    shift
    run study "$@" --shard 2/3 --csv other.csv --quiet
    merges "other.csv is of another study than part1.csv: $name" "another $name" \
        part1.csv other.csv part3.csv
}
other 'seed is 2, not 1' sawtooth $whole --seed 2
other 'h_min is 0.01, not 0.02' sawtooth --h-min 0.01 --halvings 2 --runs 5
other 'runs is 6, not 5' sawtooth --h-min 0.02 --halvings 2 --runs 6
other 'method is solver lemke (lcp), scope edge, primary max, epsilon 0.2, not' sawtooth $whole \
    --epsilon 0.2
other 'velocity is 1 1 1 1, not' sawtooth $whole --velocity 1,1,1,1
other 'time is 1.1, not 1.2' sawtooth $whole --time 1.1
other 'off is 1, not 0.25' sawtooth $whole --off 1
other 'method is solver lemke (lcp), scope edge, primary max, epsilon 0.25, tol 1e-09, not' \
    sawtooth $whole --tol 1e-9
for change in 's/height 0.15/height 0.16/' 's/mass 5/mass 4/' '/^particle/s/$/ force 1 0/' \
    's/^study/gravity 0 -9.8 # &/'; do
    sed "$change" sawtooth.scene >changed.scene
    other 'scene is ' changed $whole --position 0,.5,.5,1 --velocity 1.5,3.5,0,2
done
for mu in 1 2; do
    sed "s/count 12/count 12 mu 0.$mu/" sawtooth.scene >rough.scene
    run study rough $whole --shard $mu/2 --csv rough$mu.csv --quiet
done
merges 'rough2.csv is of another study than rough1.csv: scene is' \
    'another coefficient of friction' rough1.csv rough2.csv
run study sawtooth $whole --shard 2/4 --csv other.csv --quiet
merges 'other.csv is one of 4 parts, part1.csv is one of 3' 'one of another number of parts' \
    part1.csv other.csv part3.csv
sed '1s/study .*/study 0.0.1/' part2.csv >other.csv
merges 'other.csv:1: expected' 'another version' part1.csv other.csv part3.csv
for change in '1s/$/x/' 's/^# part 2/# part 4/' 's/^# part 2/# part 0/' 's/^# part 2 of 3/&x/' \
    's/^# h_min.*/# h_min 0/' 's/^# runs.*/# runs 1e300/' 's/^# runs.*/# runs 0/' \
    's/^# halvings.*/# halvings 61/' 's/^# off.*/# off 0/' 's/swept$/swept more/' \
    's/^# formulations.*/# formulations /' 's/^run,/runs,/' '/^# seed/d'; do
    sed "$change" part2.csv >other.csv
    merges 'minisim2d: other.csv:' "an invalid head: $change" other.csv part1.csv part3.csv
done
sed '$d' part2.csv >other.csv
merges 'expected the row of run 3, particle 1, swept, h = 0.08' 'a missing row' \
    part1.csv other.csv part3.csv
{ cat part2.csv; tail -n 1 part2.csv; } >other.csv
merges 'expected no more rows' 'one row too many' part1.csv other.csv part3.csv
sed '20s/MB_OK/MB_RAY /' part2.csv >other.csv
merges 'other.csv:20: expected the row of' 'a row that no study writes' \
    part1.csv other.csv part3.csv
awk -F, -v OFS=, 'NR == 20 { $12 = "nan" } 1' part2.csv >other.csv
merges 'other.csv:20: expected the row of' 'an error that is not a number' \
    part1.csv other.csv part3.csv
# column N of line 20 as TEXT: another row, or not as a study writes it
while read -r column text why; do
    awk -F, -v OFS=, -v c="$column" -v text="$text" 'NR == 20 { $c = text } 1' part2.csv >other.csv
    merges 'other.csv:20: expected the row of run 2, particle 1, st, h = 0.08' "a row with $why" \
        part1.csv other.csv part3.csv
done <<'END'
1 3 another run
2 2 another particle
9 ap another formulation
10 0.04 another step length
3 1.0 a zero too many
7 -0 a sign of zero
11 +5 a sign
12 -1 an error below 0
13 nan a greatest error that is no number
13 0 a greatest error below the median
14 MB_NONSENSE an unknown status
14 MB_OK, another column
14 mb_ok a status in lower case
END
mkdir folder.csv
merges 'folder.csv:1: Is a directory' 'a folder' part1.csv folder.csv part3.csv
head -c 1500 part2.csv >other.csv
merges 'is cut off' 'a file that was cut off' part1.csv other.csv part3.csv
merges 'sawtooth.scene:1: expected' 'a file that is not a part' part1.csv sawtooth.scene
mkfifo fifo
(cat part2.csv >fifo 2>/dev/null &)
merges 'fifo is a pipe' 'a pipe, which cannot be read twice' part1.csv fifo part3.csv
merges 'No such file' 'a missing file' part1.csv none.csv
refused 'would overwrite ./part2.csv' 'a result that is one of the parts' \
    study --merge part1.csv ./part2.csv part3.csv --csv part2.csv
refused '--seed has no effect on --merge' 'an option without effect' \
    study --merge part1.csv --seed 2
[ "$(cat kept.csv)" = old ] && none_left && [ "$(wc -l <part2.csv)" -gt 20 ]
report $? 'refused merges leave old files unchanged and no temporary files'

# ---- refused arguments ----
refused '--position 0,0.1,1,1.1' 'no ranges: the message has an example' study drop
refused "study position 0 0.1 1 1.1" 'no ranges: the message has a line for the scene' study drop
for ranges in 0,1,2 0,1,2,x 1,0,2,3 0,1,3,2 0,1,2,3,4 0,1,2,inf ''; do
    refused '--position takes four numbers' "--position '$ranges'" study drop --position "$ranges"
done
for shard in 0/3 4/3 1 1/0 a/b 1/3x; do
    refused '--shard takes I/N' "--shard $shard" study sawtooth --shard $shard --csv x.csv
done
refused 'it needs --csv' 'a part without a file' study sawtooth --shard 1/2
refused 'allows no --summary' 'a part with a summary' \
    study sawtooth --shard 1/2 --csv x.csv --summary x.csv.2
for option in --svg --png; do
    refused "allows no $option" 'a part with a picture' \
        study sawtooth --shard 1/2 --csv x.csv $option x.svg
done
refused '--runs must be a whole number' '--runs 1.5' study sawtooth --runs 1.5
refused '--halvings must be a whole number' 'too many halvings' study sawtooth --halvings 61
refused '--h-min must be > 0' '--h-min 0' study sawtooth --h-min 0
refused 'is longer than the time' 'a step longer than the time' \
    study sawtooth --h-min 0.1 --halvings 4
refused 'steps are more than 1e8' 'too many steps' study sawtooth --h-min 1e-9 --halvings 1
refused "study takes one SCENE, 'drop' is too many" 'two scenes' study sawtooth drop
refused 'unknown option --h' 'an option of run' study sawtooth --h 0.1
run study sawtooth --formulation peg --csv s.csv --print-parallel 2
holds 'options that all commands of a script share are written once' \
    [ "$(grep -o -e '--formulation peg' "$dir/out" | wc -l)" -eq 1 ]
run study sawtooth --csv s --summary 's t' --print-parallel 2
grep -q -e '--csv s ' out && grep -q -e "--summary 's t'" out
report $? 'a script quotes only the words that the shell would split'
refused 'a script writes to files' 'a script that writes to the standard output' \
    study sawtooth --print-slurm 2 --csv -
refused '--print-parallel must be a whole number' 'a script with 0 parts' \
    study sawtooth --print-parallel 0

run study drop --velocity 1,2,0,0 --runs 2 --h-min 0.5 --halvings 0 --csv x.csv
[ "$status" -eq 0 ] &&
    rows x.csv | awk -F, '$3 != 0 || $4 != 1 || $5 < 1 || $5 > 2 || $6 != 0 { bad = 1 }
                          END { exit bad || NR != 8 }'
report $? 'ranges of the velocity alone: the position is that of the scene'

# ---- files ----
mkdir folder
for option in --csv --svg --summary; do
    refused 'No such file or directory' "$option in a missing folder" \
        study sawtooth $option no/such
    refused 'Is a directory' "$option is a folder" study sawtooth $option folder
    refused 'would overwrite the input' "$option is the scene" \
        study sawtooth.scene $option sawtooth.scene
    if [ -w /dev/full ]; then
        run study sawtooth $few --runs 1 $option /dev/full
        expect 2 err 'cannot write /dev/full: No space left on device' "$option on a full disk"
    fi
done
(ulimit -f 1; "$program" study sawtooth $few --runs 20 --csv large.csv >out 2>err)
[ $? -eq 2 ] && grep -q 'cannot write large.csv: File too large' err &&
    none_left && [ ! -e large.csv ]
report $? 'a file that grows too large'
run study sawtooth $few --runs 2 --csv -
[ "$status" -eq 0 ] && [ "$(rows out | awk -F, 'NF == 14' | wc -l)" -eq 16 ] && [ ! -s err ]
report $? '--csv -: rows, and with --quiet nothing else'
limit=16000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    (ulimit -v $limit;
        "$program" study fall --position 0,1,0,1 --h-min 0.5 --halvings 0 --runs 5000 \
            --csv long.csv >out 2>err)
    [ $? -eq 0 ] && [ "$(rows long.csv | wc -l)" -eq 40000 ]
    report $? '5000 runs in 16 MB'
else
    skip '5000 runs in 16 MB' 'the program does not run in 16 MB of address space'
fi
finish
