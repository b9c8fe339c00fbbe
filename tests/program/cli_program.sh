#!/bin/sh
# cli_program.sh: usage, help, options, lists, scenes by name, bad scenes, failures, exit statuses
#
#   tests/program/cli_program.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- usage and options ----
refused 'usage: minisim2d COMMAND' 'no command: usage'
each shows <<'END'
--help => usage: minisim2d COMMAND
--version => minisim2d 
help help => usage: minisim2d COMMAND
run --help => usage: minisim2d run
run slope --form mlcp => as mlcp
run sawtooth-friction --form box => solver pgs
END
run help
[ "$status" -eq 0 ] && "$program" --help | cmp -s - "$dir/out"
report $? 'help prints the same as --help'
run help list
[ "$status" -eq 0 ] && "$program" list --help | cmp -s - "$dir/out"
report $? 'help list prints the same as list --help'
each refused <<'END'
help rnu => unknown command 'rnu': did you mean run?
help list run => 'run' is too many
hlep => did you mean help?
rum => unknown command 'rum': did you mean run?
frobnicate => unknown command 'frobnicate'
run => run needs an argument
run drop two => 'two' is too many
run hills -5 => unexpected number -5
run drop --formulatoin st => unknown option --formulatoin: did you mean --formulation?
compare drop --dump-lcp x => unknown option --dump-lcp
run drop --h => --h needs a value
run drop --quiet=1 => --quiet takes no value
run hills --h .1 --h .01 => --h is given twice
run drop --h nan => --h takes a finite number, not 'nan'
run drop --h 1e999 => --h takes a finite number, not '1e999'
run drop --tol 1e-400 => --tol 1e-400 is too small for a double
run drop --h 1s => --h takes a finite number, not '1s'
run drop --h=0 => --h must be > 0, not 0
run drop --h 1e-12 => steps are more than 1e8
run drop --epsilon -1 => --epsilon must be > 0, not -1
run drop --psi-min 0 => --psi-min must be < 0, not 0
run drop --psi-min .1 => --psi-min must be < 0, not 0.1
run drop --max-iter 1.5 => --max-iter must be a whole number
run pushing --supports disc --tol 0 => --tol must be > 0, not 0
run drop --formulation pge => not 'pge': did you mean peg?
run drop --form qp => --form takes lcp, mlcp or box, not 'qp'
run slope --formulation two-phase --form box => two-phase has no form box: use --form lcp
run drop --form box --dump-lcp x => --dump-lcp needs --form lcp or mlcp
run drop --dump-lcp - => takes a folder, not the standard output
run drop --solver simplex => --solver takes lemke
run drop --solver lemk => did you mean lemke?
list nothing => list takes solvers, formulations, scenes or formats
list solver => did you mean solvers?
run hills --formulation exact --solver lemke => --solver has no effect on exact
run hills --formulation exact --form lcp => --form has no effect on exact
run hills --formulation exact --epsilon .1 => --epsilon has no effect on exact
run hills --formulation exact --psi-min -1 => --psi-min has no effect on exact
run hills --formulation exact --scope chain => --scope has no effect on exact
run hills --formulation exact --primary max => --primary has no effect on exact
run hills --formulation exact --tol 1e-9 => --tol has no effect on exact
run hills --formulation exact --max-iter 9 => --max-iter has no effect on exact
run hills --formulation exact --dump-lcp "$dir/x" => --dump-lcp has no effect on exact
run hills --formulation peg --psi-min -1 => --psi-min has no effect on peg: it is for st and ap
run hills --formulation peg --scope chain => --scope has no effect on peg: it is for st and ap
run hills --epsilon .1 => --epsilon has no effect on swept: it is for st, ap and peg
run hills --formulation st --primary closest => --primary has no effect on st: it is for peg
run hills --formulation ap --primary closest => --primary has no effect on ap: it is for peg
run sawtooth-friction --form box --solver lemke => lemke cannot solve friction in the box form
run sawtooth-friction --form box --solver dantzig => dantzig cannot solve friction in the box form
END
run run slope --formulation two-phase --form box
holds 'a form that a formulation does not have: the message names one form to use' \
    [ "$(sed 's/.*use --form//' "$dir/err")" = ' lcp' ]
holds 'a refused run makes no folder for --dump-lcp' [ ! -d "$dir/x" ]
run compare hills --primary closest --scope chain --psi-min -1 --quiet
report "$status" 'compare runs every formulation and accepts the options of all'
for solver in lemke dantzig fischer-newton; do
    run run hills --formulation ap --form box --solver $solver --time .9 --quiet
    report "$status" "$solver, box, no friction"
done

# ---- help describes one command, in lines of at most 80 columns ----
for command in run compare solve convert study replay chart calibrate; do
    # a paragraph, or an option's text from column 24 on, is broken where the next word would pass
    # column 80; no line has two blanks between words, except after the names of an option
    run help $command
    ! grep -n '[{}]' "$dir/out" >"$dir/err" &&
        grep -qx 'options (defaults in brackets):' "$dir/out" && awk '
        length > 80 && !/^  [a-z]/ { bad++ }
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
    report $? "help $command: lines are as long as they can be, without brackets of its template"
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
run help run
! grep -e 'solve:' -e 'study:' -e 'replay:' -e 'compare)' "$dir/out" >"$dir/err" &&
    grep -q 'write a row for each step as CSV' "$dir/out"
report $? 'help run describes its options as run uses them, not as other commands do'

# ---- lists ----
each shows <<'END'
list formulations => peg
list scenes => scenes/hills.scene
END
run list solvers
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
    grep -q '^  prox-newton .*(default)$' "$dir/out" &&
    [ "$(grep -c '(default)$' "$dir/out")" -eq 1 ]
report $? 'list solvers: five groups, the one of discs with a default'
[ "$(awk '/^for --form/ { form = $3 } /^for islands/ { exit } /^  lemke / { print form }
    form == "box" && /^  / { print $1 }' "$dir/out" | tr '\n' ' ')" = 'lcp mlcp pgs ' ]
report $? 'list solvers: lemke solves two forms, pgs the box form with friction'
known=
for solver in $(sed -n '/^for supports/,$s/^  \([a-z-]*\) .*/\1/p' "$dir/out"); do
    "$program" run pushing --time .02 --supports disc --solver $solver >"$dir/run" 2>"$dir/err"
    [ $? -le 1 ] || known="$known $solver"
done
holds "list solvers: a scene with discs accepts the last group (but for:$known)" [ -z "$known" ]
shows 'solver prox-newton' 'the default for discs is used' run pushing --time .02 --supports disc

# ---- scenes by name, from anywhere ----
top=$PWD of_the_kit=$program
each shows <<'END'
run hills => Hills: 
run hills.scene => Hills: 
run scenes/hills => Hills: 
END
"$program" run - --quiet --csv - <scenes/drop.scene >"$dir/out" 2>"$dir/err"
status=$?
expect 0 out 'step,t,particle' 'a scene from the standard input'
cd "$dir" || exit 2
shows 'Hills: ' 'a scene by its name, from a folder without scenes' run hills
run list scenes
[ "$status" -eq 0 ] && grep -q "^  hills  *Hills  *$top/scenes/hills.scene" "$dir/out"
report $? 'list scenes, from a folder without scenes'
printf 'title Mine\nstep 0.1\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n' >"$dir/hills.scene"
shows 'Mine: ' 'a scene in the current folder comes first' run hills
rm "$dir/hills.scene"
printf 'step 0.1\ntime 1\nepsilon 1\nparticle mass 1 position 0 0\n' >"$dir/cliff.scene"
each refused <<'END'
run none.scene => No such file
run hils => did you mean hills?
run frobnicate => minisim2d list scenes
run "$dir/clif.scene" => cliff?
END
mkdir "$dir/empty" && cp "$program" "$dir/empty/minisim2d"
program=$dir/empty/minisim2d
refused 'no folder scenes here or near the program' 'a program far from all scenes' list scenes
mkdir -p "$dir/one/scenes" && cp "$top/scenes/hills.scene" "$dir/one/scenes" &&
    cd "$dir/one" || exit 2
shows 'scenes/hills.scene' 'a folder with one scene' list scenes
cd "$top" || exit 2
shows 'scenes/hills.scene' 'a program far from all scenes lists those of the current folder' \
    list scenes
program=$of_the_kit

# ---- output ----
# the particle starts 1e-9 m left of and below the origin, and moves by another 1e-9 m
printf '%s\n' 'gravity 0 0' 'step 0.1' 'time 1' 'epsilon 1' \
    'particle mass 1 position -1e-9 -1e-9 velocity -1e-9 -1e-9' >"$dir/still.scene"
shows 'particle 1  (0.000000, 0.000000) m, velocity (0.000000, 0.000000) m/s' \
    'run: numbers that round to zero are printed without a minus sign' run "$dir/still.scene"
# PEG considers the floor only if a step starts within epsilon of it; steps of 1 m pass over that
printf '%s\n' 'step 0.01' 'time 0.1' 'epsilon 0.01' 'chain -1 0 1 0' \
    'particle mass 1 position 0 2.5 velocity 0 -100' >"$dir/fast.scene"
shows 'deepest     7.55 m behind obstacle 1 (line 4): particle 1 at t = 0.1 s' \
    'run: the greatest depth in a solid' run "$dir/fast.scene" --formulation peg
shows 'PEG was 7.55 m behind obstacle 1' 'compare: the greatest depth in a solid' \
    compare "$dir/fast.scene"
run run hills --quiet
[ "$status" -eq 0 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
report $? 'run --quiet: nothing is printed'
run run hills --time 0 --quiet --csv -
[ "$status" -eq 0 ] && [ "$(wc -l <"$dir/out")" -eq 2 ]
report $? 'a time of 0: the run is its start alone'
# slope: particle 1 sticks, particle 2 slips 2.20725 m along 4 in 5: x = 7 + 1.7658
run compare slope --csv "$dir/s.csv" --svg "$dir/s.svg"
[ "$(awk -F, '$1 == "exact" { print $2, $3 }' "$dir/s.csv")" = "1 1
2 8.7658" ] &&
    [ "$(awk -F, 'NR > 1 { print $2 }' "$dir/s.csv" | sort | uniq -c | awk '{ print $1 }' |
    uniq)" = 7 ]
report $? 'compare --csv: a row for every particle of every formulation'
awk -F, 'NR > 1 && $1 != "exact" && $6 > most[$1] { most[$1] = $6 }
    END { for (name in most) printf "max error %.2g m\n", most[name] }' "$dir/s.csv" |
        sort >"$dir/most"
grep -o 'max error [^ ]* m' "$dir/s.svg" | sort >"$dir/noted"
[ "$(wc -l <"$dir/most")" -eq 6 ] && cmp -s "$dir/most" "$dir/noted"
report $? 'compare --svg: the legend has the greatest error of all particles'
well_formed "$dir/s.svg" 'xmllint reads the picture'
# between slopes of 1:1000 particle 1 goes to and fro, 0.0029 s and two events each way: in 200 s
# more than the 100 000 events at which the reference gives up
printf '%s\n' 'step 0.01' 'time 200' 'epsilon 0.1' 'chain -1 0.001 0 0 1 0.001' \
    'particle mass 1 position -1e-8 1e-11' 'particle mass 1 position 20 1' >"$dir/flat.scene"
run compare "$dir/flat.scene" --csv "$dir/flat.csv"
expect 0 err 'exact reference, particle 1' \
    'compare: the reason why the exact motion could not be followed to the end'
grep -q 'the table lacks the exact line' "$dir/err" &&
    [ "$(awk '/^exact/ { print $2 }' "$dir/out")" = 2 ] &&
    [ "$(awk '/^PEG/ { print $2 }' "$dir/out")" = 1 ] &&
    [ "$(awk -F, '$1 == "exact" { print $2 }' "$dir/flat.csv")" = 2 ] &&
    [ "$(awk -F, '$1 == "st" && $5 == "" { print $2 }' "$dir/flat.csv")" = 1 ]
report $? 'compare: the other lines of the table where an exact motion is missing'

# ---- failures ----
run run valley --solver pgs --max-iter 1 --form lcp --dump-lcp "$dir/dump" --csv "$dir/f.csv"
expect 1 err 'failed: MB_' 'a solver that fails stops the run: step, time, status'
holds 'a failing step: no advice to save a problem that is saved' \
    [ "$(grep -c 'saves the problem' "$dir/err")" = 0 ]
last=$(ls "$dir/dump" | tail -n 1) step=$(sed -n 's/^minisim2d: step \([0-9]*\) .*/\1/p' "$dir/err")
[ -n "$last" ] && n=$(head -n 1 "$dir/dump/$last" | cut -d' ' -f1) &&
    [ "$(wc -l <"$dir/dump/$last")" -eq $((n + 2)) ] &&
    [ "$last" = "$(printf 'step-%06d-particle-1.lcp' "${step:-0}")" ]
report $? '--dump-lcp has the failing problem: n, n rows, b'
holds 'a solver that fails: the CSV ends with the last step that was solved' \
    [ "$(tail -n 1 "$dir/f.csv" | cut -d, -f1)" = $((step - 1)) ]
if [ -w /dev/full ]; then
    "$program" --help >/dev/full 2>"$dir/err"
    [ $? -eq 2 ] && grep -q 'cannot write' "$dir/err"
    report $? 'stdout on a full disk'
fi

# ---- bad scenes; every message of the reader is in tests/data/bad_scenes.txt ----
# verdict NAME PATH EXPECTED: a run of PATH prints these messages and nothing else
verdict() {
    run run "$2"
    [ "$status" -eq 2 ] && [ ! -s "$dir/out" ] && [ "$(cat "$dir/err")" = "$3" ]
    report $? "$1"
}
bad=$dir/bad.scene
printf '%s\n' 'gravty 0 -9.81' 'step 0.01' 'time 1' 'epsilon 0.1' 'particle mass 1 position 0 5' \
    'step 0.02' >"$bad"
verdict 'a scene with two errors' "$bad" \
    "$bad:1:1: unknown statement 'gravty', did you mean 'gravity'?
$bad:6:1: second 'step', expected only one; the first is on line 2"
verdict 'a file that does not exist' "$dir/none.scene" \
    "$dir/none.scene: cannot read: No such file or directory"
verdict 'a folder' "$dir" "$dir: cannot read: Is a directory"
verdict 'this folder: no scene is suggested' . '.: cannot read: Is a directory'
printf 'step 1\n' >"$dir/locked.scene"
chmod 000 "$dir/locked.scene"
locked='a file that may not be read'
denied="$dir/locked.scene: cannot read: Permission denied"
if [ ! -r "$dir/locked.scene" ]; then
    verdict "$locked" "$dir/locked.scene" "$denied"
elif command -v setpriv >/dev/null 2>&1 &&
    setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
    # root may read anything, so the program runs as another user
    everyone=$program program=$dir/as_nobody
    printf '#!/bin/sh\nexec setpriv --reuid=65534 --clear-groups "%s" "$@"\n' "$everyone" \
        >"$program"
    chmod 755 "$dir" "$program"
    verdict "$locked" "$dir/locked.scene" "$denied"
    program=$everyone
else
    skip "$locked" 'this user may read anything'
fi
# a file that is one byte too large, with a hole before that byte where the file system supports it
dd if=/dev/zero of="$dir/huge.scene" bs=1 count=1 seek=16777216 2>/dev/null
verdict 'a huge file' "$dir/huge.scene" \
    "$dir/huge.scene: cannot read: larger than 16777216 bytes, expected a scene file"
verdict 'an endless device' /dev/zero \
    '/dev/zero: cannot read: larger than 16777216 bytes, expected a scene file'

# ---- the header allocates nothing and prints nothing ----
header=$(dirname "$program")/solving/mbsim.o
if command -v nm >/dev/null 2>&1 && [ -f "$header" ]; then
    ! nm -u "$header" | grep -E \
        ' _?(malloc|calloc|realloc|free|printf|puts|fprintf|fwrite|exit|abort|__assert.*)$' \
        >"$dir/out"
    report $? 'mbsim.o calls no function that allocates, prints or exits'
fi
finish
