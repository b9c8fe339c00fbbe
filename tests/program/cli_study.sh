#!/bin/sh
# cli_study.sh: `minisim2d study`: ranges and step lengths, [PEG] Fig 18, bodies, parts of a study,
# refused arguments, files
#
#   tests/program/cli_study.sh build/minisim2d/minisim2d [--full]
#       (from the top of the kit; prints TAP)
#
# Rows, summaries and damaged files are tested by test_study.c. --full makes all of Fig 18, in less
# than two minutes of one core.
. "$(dirname "$0")/../tap.sh"
use_program "$@"
full=$2
for name in sawtooth drop leaning pendulum tip; do cp scenes/$name.scene "$dir"; done
cp scenes/sawtooth-friction.scene "$dir/friction.scene"
cd "$dir" || exit 2
rows() { grep -v '^#' "$1" | tail -n +2; }
none_left() { [ -z "$(find "$dir" -name '.minisim2d*')" ]; }

# ---- runs ----
printf '%s\n' 'step .0625' 'time .5' 'epsilon 0.1' 'gravity 0 -10' \
    'particle mass 2 position 0 0' 'particle mass 3 position 5 0 velocity 1 1' >fall.scene
run study fall --position 0,1,2,3 --csv usual.csv
[ "$status" -eq 0 ] && [ "$(sed -n '/^# time/,/^# off/s/# //p' usual.csv | tr '\n' ';')" = \
    'time 0.5;runs 62;particles 2;seed 1;h_min 0.001953125;halvings 8;off 0.1;' ] &&
    rows usual.csv | awk -F, '{ bad += $3 < 0 || $3 > 1 || $4 < 2 || $4 > 3 || $5 != $2 - 1 }
        END { exit bad || NR != 62 * 2 * 4 * 9 }'
report $? '62 runs, 9 step lengths from 1/32 of the step, epsilon: unless they are given'
run study fall --velocity -1e50,1e50,0,0 --runs 1 --h-min .5 --halvings 0
report $status 'the greatest range'
run study drop --velocity 1,2,0,0 --runs 2 --h-min 0.5 --halvings 0 --csv x.csv
[ "$status" -eq 0 ] &&
    rows x.csv | awk -F, '$3 != 0 || $4 != 1 || $5 < 1 || $5 > 2 || $6 != 0 { bad = 1 }
                          END { exit bad || NR != 8 }'
report $? 'ranges of the velocity alone: the position is that of the scene'
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
# on slopes of 1/1000, without friction, a particle that starts near the middle goes to and fro with
# more than the 100 000 events at which the reference gives up
printf '%s\n' 'step 1' 'time 200' 'epsilon 0.1' 'chain -1 1e-3 0 0 1 1e-3' \
    'particle mass 1 position 0 1' >flat.scene
run study flat --position 0,1e-7,1e-10,1e-10 --runs 1 --h-min 1 --halvings 0
expect 0 out "drawn again: 1 starts whose motion the reference can't follow" \
    'a start that the reference cannot follow is drawn again and counted'
run study friction --form mlcp --runs 1 --h-min 0.1 --halvings 0 --csv form.csv --quiet
[ "$status" -eq 0 ] && grep -qx '# formulations st ap peg swept gauss' form.csv &&
    [ "$(rows form.csv | wc -l)" -eq 5 ]
report $? '--form mlcp: the formulations that have this form are studied'
run study sawtooth --formulation peg,st --runs 1 --h-min 0.1 --halvings 0 --csv two.csv --quiet
rows two.csv | cut -d, -f9 | tr '\n' ' ' | grep -qx 'st peg '
report $? '--formulation: only the named ones are studied'
run study drop --position 0,.1,.9,1 --runs 1 --h-min .1 --halvings 0 --off 0.02
expect 0 out 'off: runs with an error above 0.02 m' '--off: the length'

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

# ---- bodies ----
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
gap='gap --position -2,2,-1,1.9 --runs 20 --h-min .1 --halvings 0'
run study $gap --csv gap.csv
[ "$status" -eq 0 ] && grep -qx '# position of d -2 2 -1 1.9' gap.csv &&
    rows gap.csv | awk -F, '{ bad += $4 < .1 - 1e-9 || $4 > .9 + 1e-9 ||
        $3 * $3 < 1.1 * 1.1 - 1e-9; inside += $9 == "st" ? $7 : 0 }
        END { exit bad || NR != 80 || inside < 40 }'
report $? 'starts in an obstacle or in another body are drawn again'
for i in 1 2 3; do run study $gap --shard $i/3 --csv gap$i.csv --quiet; done
run study --merge gap3.csv gap1.csv gap2.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv gap.csv
report $? 'merged parts of a study of bodies are the whole, bit for bit'
# Gauss-Seidel fails on zeros on the diagonal; the reference uses solvers of its own
run study tip --solver pgs --h-min .02 --halvings 1 --csv fails.csv
[ "$status" -eq 0 ] &&
    rows fails.csv | awk -F, '$9 == "st" || $9 == "peg" { n += $14 != "MB_OK" && $12 == "inf" }
                              END { exit n != 4 }' &&
    [ "$(awk '$1 == "ST" && $(NF - 1) == 1' out | wc -l)" -eq 1 ]
report $? 'runs that fail are counted'
run study pendulum --velocity 1,2,0,2 --runs 2 --h-min .02 --halvings 0 --quiet
report $status 'the velocity of a body on a joint can be drawn'
# a driven finger jams a disc on a slope of 45 degrees: no step can be solved any more
cat >jam.scene <<'SCENE'
step 0.01
time 0.9
epsilon 0.1
chain 0 -1.2  3 1.8
disc puck radius 0.1 mass 1 mu 0.6 position 0.5 0
box finger size 0.2 1 position 0.3 0 velocity 1 0 driven
SCENE

# ---- parts of a study ----
whole='--h-min 0.02 --halvings 2 --runs 5'
run study sawtooth $whole --csv whole.csv --svg whole.svg --summary whole-summary.csv
grep -v '^picture' out >whole-table
sed 's/ *[^ ]*$//' whole-table >table
for i in 1 2 3; do run study sawtooth $whole --shard $i/3 --csv part$i.csv; done
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
for file in whole fails; do
    run study --merge $file.csv --csv merged.csv --quiet
    [ "$status" -eq 0 ] && cmp -s merged.csv $file.csv
    report $? "$file.csv: a whole study can be merged as its only part"
done
for i in 1 2 3 4 5 6 7; do run study sawtooth $whole --shard $i/7 --csv seventh$i.csv --quiet; done
run study --merge seventh*.csv --csv merged.csv --quiet
[ "$status" -eq 0 ] && cmp -s merged.csv whole.csv
report $? 'more parts than runs can be merged'

echo old >kept.csv
# other MESSAGE ARGUMENT...: part 2 of 3 of another study is refused
other() {
    name=$1
    shift
    run study "$@" --shard 2/3 --csv other.csv --quiet
    refused "other.csv is of another study than part1.csv: $name" "another $name" \
        study --merge part1.csv other.csv part3.csv --csv kept.csv
}
other 'seed is 2, not 1' sawtooth $whole --seed 2
other 'h_min is 0.01, not 0.02' sawtooth --h-min 0.01 --halvings 2 --runs 5
other 'method is solver lemke (lcp), scope edge, primary max, epsilon 0.2, not' sawtooth $whole \
    --epsilon 0.2
sed 's/mass 5/mass 4/' sawtooth.scene >changed.scene
other 'scene is ' changed $whole --position 0,.5,.5,1 --velocity 1.5,3.5,0,2
cp part1.csv copy.csv
run study sawtooth $whole --shard 2/4 --csv fourth.csv --quiet
sed '20s/MB_OK/MB_RAY /' part2.csv >damaged.csv
mkdir folder.csv folder
mkfifo fifo
(cat part2.csv >fifo 2>/dev/null &)
each refused <<'END'
study --merge part1.csv part3.csv --csv kept.csv => part 2 of 3 is missing
study --merge part1.csv --csv kept.csv => parts 2 to 3 of 3 are missing
study --merge part1.csv copy.csv part2.csv part3.csv => part1.csv and copy.csv are both part 1 of 3
study --merge part1.csv fourth.csv => fourth.csv is one of 4 parts, part1.csv is one of 3
study --merge part1.csv damaged.csv part3.csv --csv kept.csv => damaged.csv:20: expected the row of
study --merge part1.csv folder.csv part3.csv => folder.csv:1: Is a directory
study --merge part1.csv sawtooth.scene => sawtooth.scene:1: expected
study --merge part1.csv fifo part3.csv --csv kept.csv => fifo is a pipe
study --merge part1.csv none.csv => No such file
study --merge part1.csv ./part2.csv part3.csv --csv part2.csv => --csv part2.csv would overwrite
study --merge part1.csv --seed 2 => --seed has no effect on --merge
END
[ "$(cat kept.csv)" = old ] && none_left && [ "$(wc -l <part2.csv)" -gt 20 ]
report $? 'refused merges leave old files unchanged and no temporary files'
run study sawtooth --formulation peg --csv s.csv --print-parallel 2
holds 'options that all commands of a script share are written once' \
    [ "$(grep -o -e '--formulation peg' "$dir/out" | wc -l)" -eq 1 ]
run study sawtooth --csv s --summary 's t' --print-parallel 2
grep -q -e '--csv s ' out && grep -q -e "--summary 's t'" out
report $? 'a script quotes only the words that the shell would split'

# ---- refused arguments ----
each refused <<'END'
study drop => --position 0,0.1,1,1.1
study drop => study position 0 0.1 1 1.1
study drop --position 0,1,2 => --position takes four numbers
study drop --position 0,1,2,x => --position takes four numbers
study drop --position 1,0,2,3 => --position takes four numbers
study drop --position 0,1,3,2 => --position takes four numbers
study drop --position 0,1,2,3,4 => --position takes four numbers
study drop --position 0,1,2,inf => --position takes four numbers
study drop --position '' => --position takes four numbers
study drop --velocity 0,0,0,1e51 => --velocity takes four numbers
study drop --position 0,1,-1,-.5 => run 1, particle 1: of 1000 starts 1000 lie in a solid
study sawtooth --shard 0/3 --csv x.csv => --shard takes I/N
study sawtooth --shard 4/3 --csv x.csv => --shard takes I/N
study sawtooth --shard 1 --csv x.csv => --shard takes I/N
study sawtooth --shard 1/0 --csv x.csv => --shard takes I/N
study sawtooth --shard a/b --csv x.csv => --shard takes I/N
study sawtooth --shard 1/3x --csv x.csv => --shard takes I/N
study sawtooth --shard 1/2 => it needs --csv
study sawtooth --shard 1/2 --csv x.csv --summary x.txt => allows no --summary
study sawtooth --shard 1/2 --csv x.csv --svg x.svg => allows no --svg
study sawtooth --shard 1/2 --csv x.csv --png x.png => allows no --png
study sawtooth --seed 1000000001 => --seed must be a whole number from 0 to 1e+09
study sawtooth --runs 1.5 => --runs must be a whole number
study sawtooth --runs 0 => --runs must be a whole number from 1 to
study sawtooth --halvings 61 => --halvings must be a whole number
study sawtooth --halvings -1 => --halvings must be a whole number from 0 to 60
study sawtooth --h-min 0 => --h-min must be > 0
study sawtooth --h-min 0.1 --halvings 4 => is longer than the time
study sawtooth --h-min 1e-9 --halvings 1 => steps are more than 1e8
study sawtooth --off 0 => --off must be > 0
study sawtooth --formulation st,pge => takes st, ap, peg, swept, gauss or two-phase, not 'pge': did
study sawtooth --formulation peg,swept --psi-min -1 => --psi-min has no effect on peg and swept
study sawtooth --formulation st,gauss => --formulation gauss: it has no form lcp, or is swept
study sawtooth drop => study takes one SCENE, 'drop' is too many
study sawtooth --h 0.1 => unknown option --h
study sawtooth --body a => --body has no effect
study sawtooth --print-slurm 2 --csv - => a script writes to files
study sawtooth --print-parallel 0 => --print-parallel must be a whole number
study pendulum --position 0,1,0,1 => the joint of line 11 holds it
study pendulum --runs 2 => all 2 runs are the same
study pendulum --body rad => has no body rad
study gap --body block => no force moves it
study gap --position -.5,.5,.2,.8 --runs 2 --h-min .1 --halvings 0 => run 1, of 1000 starts 1000 lie
study jam --h-min .01 --halvings 0 => swept at h = 0.000625 s, stops before its end: `run` with
END

# ---- files ----
few='--h-min 0.02 --halvings 1 --quiet'
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
        "$program" study fall --position 0,1,0,1 --h-min 0.125 --halvings 0 --runs 5000 \
            --csv long.csv >out 2>err)
    [ $? -eq 0 ] && [ "$(rows long.csv | wc -l)" -eq 40000 ]
    report $? '5000 runs in 16 MB'
else
    skip '5000 runs in 16 MB' 'the program does not run in 16 MB of address space'
fi
finish
