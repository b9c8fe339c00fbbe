#!/bin/sh
# cli_program.sh: usage, options, files, failures and exit statuses of the program
#
#   tests/program/cli_program.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- usage ----
refused '--formulation two-phase has no form box: use --form lcp' \
    'a form that a formulation does not have' run slope --formulation two-phase --form box
holds 'a form that a formulation does not have: the message names the form to use' \
    [ "$(sed 's/.*use --form//' "$dir/err")" = ' lcp' ]
refused 'usage: minisim2d COMMAND' 'no command: usage'
shows 'usage: minisim2d COMMAND' '--help' --help
shows 'minisim2d ' '--version' --version
for command in run compare list; do
    shows "usage: minisim2d $command" "$command --help" $command --help
    cp "$dir/out" "$dir/help"
    run help $command
    [ "$status" -eq 0 ] && cmp -s "$dir/out" "$dir/help"
    report $? "help $command prints the same as $command --help"
done
run help
[ "$status" -eq 0 ] && "$program" --help | cmp -s - "$dir/out"
report $? 'help prints the same as --help'
refused "unknown command 'rnu': did you mean run?" 'help for a misspelt command' \
    help rnu
refused "'run' is too many" 'help for two commands' help list run
refused "did you mean help?" 'a misspelt help' hlep
refused "unknown command 'rum': did you mean run?" 'a misspelt command' rum
refused "unknown command 'frobnicate'" 'an unknown command' frobnicate
refused 'run needs an argument' 'no scene' run
refused "'two' is too many" 'two scenes' run scenes/drop.scene two
refused \
    'unknown option --formulatoin: did you mean --formulation?' 'a misspelt option' \
    run scenes/drop.scene --formulatoin st
refused 'unknown option --dump-lcp' 'an option of another command' \
    compare scenes/drop.scene --dump-lcp x
refused '--h needs a value' 'an option without its value' run scenes/drop.scene --h
refused '--quiet takes no value' 'a flag with a value' run scenes/drop.scene --quiet=1
refused "--h takes a finite number, not 'nan'" 'h NaN' run scenes/drop.scene --h nan
refused "--h takes a finite number, not '1e999'" 'h too large for a double' \
    run scenes/drop.scene --h 1e999
refused "--h takes a finite number, not '1s'" 'h with a unit' run scenes/drop.scene --h 1s
refused '--h must be > 0, not 0' 'h = 0' run scenes/drop.scene --h=0
refused '--epsilon must be > 0, not -1' 'epsilon < 0' run scenes/drop.scene --epsilon -1
refused '--psi-min must be < 0, not 0' 'psi_min = 0' run scenes/drop.scene --psi-min 0
refused '--psi-min must be < 0, not 0.1' 'psi_min > 0' run scenes/drop.scene --psi-min .1
refused '--max-iter must be a whole number' 'max-iter 1.5' run scenes/drop.scene --max-iter 1.5
refused '--tol must be > 0, not 0' 'discs, too, check the solver options' \
    run pushing --supports disc --tol 0
refused 'steps are more than 1e8' 'too many steps' run scenes/drop.scene --h 1e-12
refused "not 'pge': did you mean peg?" 'an unknown formulation' \
    run scenes/drop.scene --formulation pge
refused "--form takes lcp, mlcp or box, not 'qp'" 'an unknown form' run scenes/drop.scene --form qp
refused '--dump-lcp needs --form lcp or mlcp' 'a dump of the box form' \
    run scenes/drop.scene --form box --dump-lcp x
refused '--solver takes lemke' 'an unknown solver' run scenes/drop.scene --solver simplex
refused 'did you mean lemke?' 'a misspelt solver' run scenes/drop.scene --solver lemk
refused 'list takes solvers, formulations, scenes or formats' 'list of something else' list nothing
refused 'No such file' 'a missing scene file' run "$dir/none.scene"

# ---- options that would have no effect ----
for option in '--solver lemke' '--form lcp' '--epsilon .1' '--psi-min -1' '--scope chain' \
    '--primary max' '--tol 1e-9' '--max-iter 9' "--dump-lcp $dir/x"; do
    refused "${option%% *} has no effect on exact" "exact and ${option%% *}" \
        run hills --formulation exact $option
done
refused '--psi-min has no effect on peg: it is for st and ap' 'peg and --psi-min' \
    run hills --formulation peg --psi-min -1
refused '--scope has no effect on peg: it is for st and ap' 'peg and --scope' \
    run hills --formulation peg --scope chain
refused '--epsilon has no effect on swept: it is for st, ap and peg' \
    'swept, the default, and --epsilon' run hills --epsilon .1
refused '--primary has no effect on st: it is for peg' 'st and --primary' \
    run hills --formulation st --primary closest
refused '--primary has no effect on ap: it is for peg' 'ap and --primary' \
    run hills --formulation ap --primary closest
run compare hills --primary closest --scope chain --psi-min -1 --quiet
holds 'compare runs every formulation and accepts the options of all' [ "$status" -eq 0 ]
refused '--h is given twice' 'an option that is given twice' run hills --h .1 --h .01
holds 'a refused run makes no folder for --dump-lcp' [ ! -d "$dir/x" ]

# ---- friction in the box form ----
for solver in lemke dantzig fischer-newton; do
    refused "--solver $solver cannot solve friction in the box form" "$solver, box, friction" \
        run sawtooth-friction --form box --solver $solver
    run run hills --formulation ap --form box --solver $solver --time .9 --quiet
    holds "$solver, box, no friction" [ "$status" -eq 0 ]
done
shows 'solver pgs' 'pgs, box, friction' run sawtooth-friction --form box
run list solvers
[ "$(sed -n '/^for --form box with friction/,/^for islands/p' "$dir/out" |
    awk '/^  / { print $1 }')" = pgs ]
report $? 'list solvers: the solvers of the box form with friction'
awk '/^for islands/ { exit } /^for --form/ { form = $3 }
     /^  lemke / { print form }' "$dir/out" >"$dir/forms"
[ "$(cat "$dir/forms")" = 'lcp
mlcp' ]
report $? 'list solvers: lemke solves the two other forms'
# by group: a heading, then names with what they are; a run of the scene has to accept them
cat >"$dir/want" <<'END'
for --form lcp
for --form mlcp (and box without friction)
for --form box with friction
for islands of bodies, where no --solver is given
for supports that are discs (replay: --form cone)
END
grep -v '^  ' "$dir/out" | cmp -s - "$dir/want" &&
    ! grep '^  ' "$dir/out" | grep -qv '^  [a-z-]* *[^ ].*' &&
    [ "$(grep -c '(default)$' "$dir/out")" -eq 1 ]
report $? 'list solvers: five groups, the one of discs with a default'
known=
for solver in $(sed -n '/^for supports/,$s/^  \([a-z-]*\) .*/\1/p' "$dir/out"); do
    "$program" run pushing --time .02 --supports disc --solver $solver >"$dir/run" 2>"$dir/err"
    [ $? -le 1 ] || known="$known $solver"
done
holds "list solvers: a scene with discs accepts the last group (but for:$known)" [ -z "$known" ]
"$program" run pushing --time .02 --supports disc | grep -q 'solver prox-newton' &&
    "$program" list solvers | grep -q '^  prox-newton .*(default)$'
report $? 'list solvers: the default for discs is used'

# ---- scenes by name, from anywhere ----
top=$PWD of_the_kit=$program
shows 'Hills: ' 'a scene by its name' run hills
shows 'Hills: ' "a scene by its file's name" run hills.scene
shows 'Hills: ' 'a scene with its folder, without its ending' run scenes/hills
cd "$dir" || exit 2
shows 'Hills: ' 'a scene by its name, from a folder without scenes' run hills
run list scenes
[ "$status" -eq 0 ] && grep -q "^  hills  *Hills  *$top/scenes/hills.scene" "$dir/out"
report $? 'list scenes, from a folder without scenes'
printf 'title Mine\nstep 0.1\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n' >"$dir/hills.scene"
shows 'Mine: ' 'a scene in the current folder comes first' run hills
rm "$dir/hills.scene"
refused 'did you mean hills?' 'a misspelt name of a scene' run hils
refused 'minisim2d list scenes' 'an unknown name of a scene' run frobnicate
printf 'step 0.1\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n' >"$dir/cliff.scene"
refused "did you mean $dir/cliff?" 'a misspelt path of a scene' run "$dir/clif.scene"
mkdir "$dir/empty" && cp "$program" "$dir/empty/minisim2d"
program=$dir/empty/minisim2d
refused 'no folder scenes here or near the program' 'a program far from all scenes' list scenes
cd "$top" || exit 2
shows 'scenes/hills.scene' 'a program far from all scenes lists those of the current folder' \
    list scenes
program=$of_the_kit

# ---- output ----
for topic in solvers formulations scenes; do
    run list $topic
    expect 0 out \
        "$(case \
        $topic in \
        solvers) echo lemke ;; formulations) echo peg ;; *) echo scenes/hills.scene ;; esac)" \
        "list $topic"
done
# the particle starts 1e-9 m left of and below the origin, and moves by another 1e-9 m
printf '%s\n' 'gravity 0 0' 'step 0.1' 'time 1' 'epsilon 1' \
    'particle mass 1 position -1e-9 -1e-9 velocity -1e-9 -1e-9' >"$dir/still.scene"
run run "$dir/still.scene"
expect 0 out 'particle 1  (0.000000, 0.000000) m, velocity (0.000000, 0.000000) m/s' \
    'run: numbers that round to zero are printed without a minus sign'
# PEG considers the floor only if a step starts within epsilon of it; steps of 1 m pass over that
printf '%s\n' 'step 0.01' 'time 0.1' 'epsilon 0.01' 'chain -1 0 1 0' \
    'particle mass 1 position 0 2.5 velocity 0 -100' >"$dir/fast.scene"
run run "$dir/fast.scene" --formulation peg
expect 0 out 'deepest     7.55 m behind obstacle 1 (line 4): particle 1 at t = 0.1 s' \
    'run: the greatest depth in a solid'
shows 'PEG was 7.55 m behind obstacle 1' 'compare: the greatest depth in a solid' \
    compare "$dir/fast.scene"
run run "$dir/fast.scene"
[ "$status" -eq 0 ] && ! grep -q deepest "$dir/out"
report $? 'run: no depth is reported where there was none'
run compare "$dir/still.scene"
[ "$status" -eq 0 ] && [ "$(grep -c '(    0.0000,   0.0000)' "$dir/out")" -eq 5 ]
report $? 'compare: numbers that round to zero are printed without a minus sign'
run run scenes/drop.scene --quiet
[ "$status" -eq 0 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
report $? 'run --quiet: nothing is printed'
run run scenes/hills.scene --quiet --csv "$dir/a.csv" --svg "$dir/a.svg"
[ "$(wc -l <"$dir/a.csv")" -eq 252 ]
report $? 'run --csv: a row for the start and for each of 250 steps'
awk -F, 'NR > 1 && NF != 13 { bad = 1 } NR > 2 && $2 <= t { bad = 1 } NR > 1 { t = $2 }
         END { exit bad || t != 2.5 }' "$dir/a.csv"
report $? 'run --csv: 13 fields, ascending times, up to 2.5'
grep -q '<svg' "$dir/a.svg" && tail -n 1 "$dir/a.svg" | grep -q '</svg>'
report $? 'run --svg: an SVG from its first to its last tag'
run run scenes/hills.scene --time 0.025 --quiet --csv -
[ "$(tail -n 1 "$dir/out" | cut -d, -f1,2)" = 3,0.025 ]
report $? 'a time that is not a multiple of h: the last step is shorter'
run run scenes/hills.scene --time 0 --quiet --csv -
[ "$status" -eq 0 ] && [ "$(wc -l <"$dir/out")" -eq 2 ]
report $? 'a time of 0: the run is its start alone'
run run scenes/hills.scene --formulation exact
expect 0 out '  0.5334' 'run --formulation exact: the first hit at 0.5334 s'
run compare scenes/sawtooth.scene --csv "$dir/c.csv" --svg "$dir/c.svg"
expect 0 out 'PEG ' 'compare: the table'
# the CSV of the exact motion itself has the same end
run run sawtooth --formulation exact --csv "$dir/e.csv" --quiet
[ "$(awk -F, '$1 == "exact" { print $3,
                              $4 }' "$dir/c.csv")" = "$(tail -n 1 "$dir/e.csv" |
                                  awk -F, '{ print $4, $5 }')" ]
report $? 'compare --csv: the exact row ends where run --formulation exact does'
# slope: particle 1 sticks, particle 2 slips 2.20725 m along 4 in 5: x = 7 + 1.7658
run compare slope --csv "$dir/s.csv" --svg "$dir/s.svg"
[ "$(awk -F, '$1 == "exact" { print $2, $3 }' "$dir/s.csv")" = "1 1
2 8.7658" ] &&
    [ "$(awk -F, 'NR > 1 { print $2 }' "$dir/s.csv" | sort | uniq -c | awk '{ print $1 }' |
    uniq)" = 7 ]
report $? 'compare --csv: a row for every particle of every formulation'
[ "$(awk '/^(exact|ST|AP|PEG|swept) / { n++; getline; if ($1 == 2) m++ }
          END { print n, m }' "$dir/out")" = '5 5' ]
report $? 'compare: the table has every particle'
awk -F, '$2 == 2 && $1 == "peg" { e = $6; x = $3; y = $4 }
    $2 == 2 && $1 == "exact" { X = $3; Y = $4 }
    END { exit !(e * e >= (x - X) * (x - X) + (y - Y) * (y - Y) - 1e-14 &&
        e > 0.005) }' "$dir/s.csv"
report $? "compare --csv: a particle's greatest error is at least that at the end"
awk -F, 'NR > 1 && $1 != "exact" && $6 > most[$1] { most[$1] = $6 }
    END { for (name in most) printf "max error %.2g m\n", most[name] }' "$dir/s.csv" |
        sort >"$dir/most"
grep -o 'max error [^ ]* m' "$dir/s.svg" | sort >"$dir/noted"
[ "$(wc -l <"$dir/most")" -eq 6 ] && cmp -s "$dir/most" "$dir/noted"
report $? 'compare --svg: the legend has the greatest error of all particles'
# between slopes of 1:1000 particle 1 goes to and fro, 0.0029 s and two events each way: in 200 s
# more than the 100 000 events at which the reference gives up
printf '%s\n' 'step 0.01' 'time 200' 'epsilon 0.1' 'chain -1 0.001 0 0 1 0.001' \
    'particle mass 1 position -1e-8 1e-11' 'particle mass 1 position 20 1' >"$dir/flat.scene"
run compare "$dir/flat.scene" --csv "$dir/flat.csv" --svg "$dir/flat.svg"
expect 0 err 'exact reference, particle 1' \
    'compare: the reason why the exact motion could not be followed to the end'
grep -q 'the table lacks the exact line' "$dir/err" &&
    [ "$(awk '/^exact/ { print $2 }' "$dir/out")" = 2 ] &&
    [ "$(awk '/^PEG/ { print $2 }' "$dir/out")" = 1 ] &&
    [ "$(awk -F, '$1 == "exact" { print $2 }' "$dir/flat.csv")" = 2 ] &&
    [ "$(awk -F, '$1 == "st" && $5 == "" { print $2 }' "$dir/flat.csv")" = 1 ]
report $? 'compare: the other lines of the table where an exact motion is missing'
for file in a c; do
    well_formed "$dir/$file.svg" "xmllint reads $file.svg"
done
"$program" run - --quiet --csv - <scenes/drop.scene >"$dir/out" 2>"$dir/err"
status=$?
expect 0 out 'step,t,particle' 'a scene from the standard input'
shows 'as mlcp' 'a run in the mLCP form' run scenes/slope.scene --form mlcp

# ---- failures ----
run run scenes/valley.scene --solver pgs --max-iter 1 --form lcp --dump-lcp "$dir/dump" \
    --csv "$dir/f.csv"
expect 1 err 'failed: MB_' 'a solver that fails stops the run: step, time, status'
grep -q '^  contact   edge' "$dir/err" && grep -q '^  try ' "$dir/err"
report $? 'a solver that fails: the contacts involved, and what to try'
last=$(ls "$dir/dump" | tail -n 1)
[ -n "$last" ] && n=$(head -n 1 "$dir/dump/$last" | cut -d' ' -f1) &&
    [ "$(wc -l <"$dir/dump/$last")" -eq $((n + 2)) ]
report $? '--dump-lcp has the failing problem: n, n rows, b'
step=$(sed -n 's/^minisim2d: step \([0-9]*\) .*/\1/p' "$dir/err")
[ "$last" = "$(printf 'step-%06d-particle-1.lcp' "${step:-0}")" ] &&
    [ "$(tail -n 1 "$dir/f.csv" | cut -d, -f1)" = $((step - 1)) ]
report $? 'a solver that fails: the CSV ends with the last step that was solved'
if [ -w /dev/full ]; then
    "$program" --help >/dev/full 2>"$dir/err"
    [ $? -eq 2 ] && grep -q 'cannot write' "$dir/err"
    report $? 'stdout on a full disk'
fi

shows 'usage: minisim2d COMMAND' 'help help prints the same as help' help help
refused 'takes a folder, not the standard output' 'a dump to the standard output' \
    run scenes/drop.scene --dump-lcp -
run compare scenes/sawtooth-friction.scene --solver interior-point --max-iter 1
expect 1 out 'stopped at' \
    'compare: exit status 1, and "stopped at" in the table, where every formulation fails'

# ---- the header allocates nothing and prints nothing ----
if command -v nm >/dev/null 2>&1 && [ -f "$(dirname "$program")/mbsim.o" ]; then
    ! nm -u "$(dirname "$program")/mbsim.o" | grep -E \
        ' _?(malloc|calloc|realloc|free|printf|puts|fprintf|fwrite|exit|abort|__assert.*)$' \
        >"$dir/out"
    report $? 'mbsim.o calls no function that allocates, prints or exits'
fi
# ---- help describes one command, in lines of at most 80 columns ----
for command in run compare solve convert study chart calibrate; do
    run help $command
    ! awk 'length > 80' "$dir/out" | grep . >"$dir/err" && ! grep -n '[{}]' "$dir/out" >"$dir/err"
    report $? "help $command: no line of more than 80 columns, and no brackets of its template"
done
# lines that begin with a blank are a table: of a record of steps, whose keywords it explains
run run drop --quiet --frames "$dir/drop.frames"
run help replay
[ "$(sed -n 's/^  \([a-z]*\) .*/\1/p' "$dir/out" | head -n 4 | tr '\n' ' ')" = \
    "$(grep -v '^#' "$dir/drop.frames" | sed 's/ .*//' | head -n 4 | tr '\n' ' ')" ] &&
    grep -qx '  frames 1                                   first line; # begins a comment' \
        "$dir/out" &&
    grep -qx '  step K t h particle|island NUMBER FORMULATION FORM SOLVER' "$dir/out"
report $? 'help replay: the lines of a table are not wrapped'
for command in run compare solve study calibrate replay chart; do
    # a paragraph, or an option's text from column 24 on, is broken where the next word would pass
    # column 80; no line has two blanks between words, except after the names of an option
    run help $command
    awk '
        /^  -/ { bad += substr($0, 24) ~ /^ /; options = 1; last = $0; next }
        options && /^                       [^ ]/ {
            bad += length(last) + 1 + length($1) <= 80; wrapped++; last = $0
            bad += substr($0, 24) ~ /  /; next
        }
        options && NF { bad++ }
        !options && /^[^ ]/ && before && before !~ /^ / {
            bad += length(before) + 1 + length($1) <= 80; wrapped++
        }
        { before = $0 }
        END { exit bad || !wrapped }' "$dir/out"
    report $? "help $command: lines are as long as they can be"
done
run help run
! grep -e 'solve:' -e 'study:' -e 'replay:' -e 'compare)' "$dir/out" >"$dir/err" &&
    grep -q 'write a row for each step as CSV' "$dir/out"
report $? 'help run describes its options as run uses them, not as other commands do'
refused 'unexpected number -5' 'a number instead of an option' run hills -5

finish
