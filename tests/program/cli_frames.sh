#!/bin/sh
# cli_frames.sh: recorded steps: `run --frames` and `replay`, rebuilt problems, solvers against each
# other, bad files
#
#   tests/program/cli_frames.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
for name in hills sawtooth-friction stack block pushing crank fourbar cradle; do
    cp "scenes/$name.scene" "$dir"
done
sh scenes/steps.sh "$program" 20 >"$dir/steps.frames"
cd "$dir" || exit 2

# none_left: succeeds if there is no temporary file
none_left() { [ -z "$(find "$dir" -name '.minisim2d*')" ]; }

# same_problems A B: succeeds if the folders hold the same files with the same numbers; 0 may be -0
same_problems() {
    [ "$(ls "$1")" = "$(ls "$2")" ] && [ -n "$(ls "$1")" ] || return 1
    for folder in "$1" "$2"; do
        sed -e 's/ -0 / 0 /g; s/ -0 / 0 /g; s/^-0 /0 /; s/ -0$/ 0/' "$folder"/*.lcp >"$folder.txt"
    done
    cmp -s "$1.txt" "$2.txt"
}

# ---- rebuilt problems equal the solved ones ----
# with particles, bodies, springs, limits, driven bodies and joints
cat >parts.scene <<'EOF2'
step 0.01
time 0.2
epsilon 0.1
chain -9 0  9 0 mu 0.4
box tray size 2 0.2 position 0 1 velocity 0.5 0 spin 0.3 driven
box a size 0.4 0.4 mass 2 position 0.1 1.3 mu 0.3
disc b radius 0.2 mass 1 position 0.5 1.32 velocity -1 -2 spin 3 mu 0.6 bounce 0.5
box c size 0.4 0.4 mass 1 position -3 0.21 velocity 1 0 mu 0.2
box d size 0.2 0.2 mass 1 position -3 0.6 inertia 0
box e size 0.4 0.4 position 3 0.2 fixed
disc f radius 0.1 mass 3 position 3.1 0.52 force 1 2 torque 0.1
revolute c d at -3 0.5 limits -0.01 0.01 motor 2 3 spring 5 0 damping 0.1
rope f world from 3.1 0.52 to 3.1 0.4 length 0.13
particle mass 2 position 0 0.01 velocity 3 -1
EOF2
while read -r name method; do
    rm -rf a b
    # shellcheck disable=SC2086
    run run $name $method --time 0.2 --quiet --dump-lcp a --frames x.frames
    form=lcp
    case $method in *mlcp*) form=mlcp ;; esac
    run replay x.frames --form $form --solver lemke --quiet --dump-lcp b
    same_problems a b
    report $? "$name $method: each problem is rebuilt, every number the same"
done <<'EOF2'
parts --formulation st
parts --formulation swept
parts --formulation peg
parts --formulation ap
parts --formulation gauss
pushing --formulation peg --supports square
pushing --supports 8
pushing --supports square --form mlcp
stack --formulation st --form mlcp
fourbar --formulation st --form mlcp
EOF2
rm -rf a b
run run hills --formulation peg --time 0.8 --quiet --dump-lcp a --frames x.frames
run replay x.frames --quiet --dump-lcp b
same_problems a b
report $? 'hills, PEG: each problem is rebuilt with its groups of facets'
! grep -q '^mass' x.frames
report $? 'without springs no frame lists entries of M'

# ---- a step written by hand ----
# 2 kg slide over a floor and are pushed onto it: p_n = 2.2, p_t = mu p_n, v+ = (2.45, 0)
cat >hand.frames <<'EOF2'
frames 1
# a comment

step 7 0.06 0.01 particle 1 st lcp lemke
size 1 1 0 0 0 0
body 1 2 0  0 0 0  3 -1 0  0 -0.2 0     # and one more
contact 0 1 0 0.5  0 1  0 0  1 1
solution MB_OK 4 l 0 0 0
z 2.2 1.1 0 2.45
end 1
EOF2
run replay hand.frames --csv csv
[ "$status" -eq 0 ] && awk -F, '
    NR == 1 { named = $0 == "step,t,of,number,formulation,form,solver,n,status,iterations,total," \
        "normal,friction,other_v,seconds" }
    $7 == "lemke" && $1 == 7 && $2 == 0.06 && $3 == "particle" && $5 == "st" && $8 == 4 &&
    $9 == "MB_OK" && $11 < 1e-14 && $14 < 1e-14 { ok = 1 } END { exit !(ok && named) }' csv
report $? 'a step by hand: lemke finds its solution'
run replay hand.frames --solver pgs --quiet
[ "$status" -eq 1 ] && [ ! -s out ]
report $? 'exit status 1 if the named solver does not solve all steps'

# the table of two steps, from the rows: counts, means, worst values and the sum of the seconds; an
# error without a z is inf, or -
{ sed '$d' hand.frames; sed '1,3d; s/  3 -1 0/  3 1 0/; $s/1/2/' hand.frames; } >both.frames
run replay both.frames --csv csv
sed 1d csv | sort -s -t, -k7,7 | awk -F, '
    function show(x) { return x == "inf" ? sprintf(" %-8s", "-") : sprintf(" %-8.2g", x) }
    { solved += $9 == "MB_OK"; other += $9 == "MB_OK" && $14 + 0 > 1e-6 }
    NR % 2 { for (i = 10; i < 16; i++) first[i] = $i; next }
    {
        printf "%-17s %-7d %-8d", $7, solved, other
        for (i = 11; i < 15; i++) {
            k = i < 14 ? i : 10; x = first[k]
            most = x == "inf" || $k == "inf" ? "inf" : x + 0 > $k + 0 ? x : $k
            printf "%s%s", show(most == "inf" ? most : (x + $k) / 2), show(most)
        }
        printf " %.3g\n", first[15] + $15
        solved = other = 0
    }' >wanted
measure='median   worst    '
grep -qx "solver            solved  v+       $measure$measure$measure${measure}seconds" out &&
    sed '1,/^solver/d' out | sort | cmp -s - wanted && [ "$(wc -l <wanted)" -gt 8 ]
report $? 'the table is that of the rows'

# ---- recorded runs ----
run run sawtooth-friction --formulation st --quiet --frames st.frames --html run.html --csv run.csv
[ "$status" -eq 0 ] && [ "$(tail -n 1 st.frames)" = "end $(grep -c '^step' st.frames)" ] &&
    [ -s run.html ] && [ -s run.csv ]
report $? 'run --frames, with other outputs of the same run'
run replay steps.frames
[ "$status" -eq 0 ] &&
    awk '$1 == "lemke" || $1 == "minmap-newton" || $1 == "interior-point" { seen += $2 == 100 }
    $2 + 0 > 0 && !/:/ { other += $3 } END { exit seen != 3 || other }' out
report $? '100 steps of `make steps`: three solvers find the same v+ in all of them'
expect 0 out 'steps.frames: 100 steps, 100 problems in form lcp, formulation as recorded' \
    'the numbers of steps and problems'
run run pushing --supports disc --time 0.1 --quiet --frames disc.frames
run replay disc.frames --form cone
n=$(sed -n 's/^end //p' disc.frames)
expect 0 out "disc.frames: $n steps, $n problems with supports as discs" \
    'supports as discs: the numbers of steps and problems'

# the first line of the table, for one step; that for more is above
for name in steps disc; do
    how='in form lcp, formulation peg' form='lcp --formulation peg'
    [ $name = steps ] || how='with supports as discs' form=cone
    sed '4,$ { /^step/,$ d; }; /^end/d' $name.frames >one.frames
    echo 'end 1' >>one.frames
    run replay one.frames --form $form
    expect 0 out "one.frames: 1 step, 1 problem $how" "$name: one step"
done

# steps whose formulation has not the form are counted and passed over: two-phase is only an LCP
run run "$OLDPWD/scenes/slope.scene" --time .5 --formulation two-phase --quiet --frames a.frames
run run "$OLDPWD/scenes/slope.scene" --time .4 --quiet --frames b.frames
steps=$(sed -n 's/^end //p' a.frames) more=$(sed -n 's/^end //p' b.frames)
{ sed '$d' a.frames; sed '1d; $d' b.frames; echo "end $((steps + more))"; } >both.frames
run replay both.frames --form mlcp --csv both.csv
said="both.frames: $((steps + more)) steps, $more problems in form mlcp, formulation as recorded"
[ "$status" -eq 0 ] && [ "$steps" -gt "$more" ] && grep -qx "$said" out &&
    grep -qx "$steps have none: their formulation has not this form, or M is singular" out &&
    awk -F, -v n="$more" 'NR > 1 { rows[$7]++; bad += $5 != "swept" || $6 != "mlcp" }
        END { for (k in rows) { kinds++; bad += rows[k] != n }; exit bad || kinds < 3 }' both.csv
report $? 'steps whose formulation has not the form are counted, and the others are solved'
run replay a.frames --form mlcp
[ "$status" -eq 0 ] && [ "$(wc -l <out)" -eq 2 ]
report $? 'of a record without any problem there is no table'

# ---- bad files ----
# bad WHERE MESSAGE SED NAME: the file written by hand is refused when it is changed by SED
bad() {
    sed "$3" hand.frames >bad.frames
    rm -f csv
    refused "bad.frames:$1: $2" "$4" replay bad.frames --csv csv
    [ "$(wc -l <err)" -eq 1 ] && [ ! -e csv ] || report 1 "$4: one line, and no file"
}
bad 1:1 "'fames', expected frames" 1s/frames/fames/ 'a file of another kind'
bad 1:8 "'2' for the version of the format, expected 1" '1s/1/2/' 'another version'
bad 4:13 "'0', expected h > 0" '4s/0.01/0/' 'h = 0'
bad 4:18 "'piece', expected particle or island" '4s/particle/piece/' 'neither of these'
bad 4:29 "'sx', expected a formulation" '4s/st lcp/sx lcp/' 'an unknown formulation'
bad 6:8 "'nan' in its mass is not finite" '6s/ 2 / nan /' NaN
bad 6:18 "'1e999' in its velocity is too large" '6s/  3/ 1e999/; 6s/  0 0 0/ 0 0 0/' 'a huge number'
bad 6:8 "'-2', expected its mass >= 0" '6s/ 2 / -2 /' 'a mass < 0'
bad 7:1 "'contact', expected body" '5s/1/2/' 'more bodies in the head than in the step'
bad 5:8 "'99999999' for the number of contacts, expected a whole" '5s/1 1/1 99999999/' 'too many'
bad 8:1 "'solution', expected contact" '5s/1 1/1 2/' 'more contacts in the head than in the step'
bad 7:1 "'contact', expected solution" '5s/1 1/1 0/' 'fewer contacts in the head than in the step'
bad 7:11 'there is no body 3 in this step' '7s/0 1/0 3/' 'a contact of an unknown body'
bad 7:20 'a normal of length 2, expected 1' '7s/0 1  0 0/0 2  0 0/' 'a normal of length 2'
bad 7:32 "the line ends, expected the facet" '7s/1 1$/1/; 7s/$/ /' 'a line that is too short'
bad 8:18 "'x', expected a letter o, s or l" '8s/ l / x /' 'an unknown letter'
bad 4:1 "the step's z has 3 numbers, expected 4" '9s/ 2.45//' 'a z that is too short'
bad 9:2 'no z, expected both' '9s/ .*//' 'no z'
bad 10:5 "'2' for the number of steps, expected 1" '10s/1/2/' 'a step is missing'
bad 10:1 "the file ends, expected a line with 'step' or 'end'" '10d' 'the end is missing'
bad 7:1 "the file ends, expected a line with 'contact'" '7,$d' 'a truncated file'
{ cat hand.frames; echo 'end 1'; } >longer.frames
: >empty.frames
{ printf 'frames 1\nstep 1 0 .01 island 1 st lcp none\nsize 9000 0 0 0 0 0\n';
awk 'BEGIN { while (i++ < 9000) print "body", i, "1 1  0 0 0  0 0 0  0 0 0" }'; } >many.frames
each refused <<'END'
replay longer.frames => longer.frames:11:1: 'end' after the last line
replay many.frames => many.frames: a step takes too much memory
replay empty.frames => empty.frames:1:1: the file ends, expected a line with 'frames'
replay no.frames => no.frames: cannot read: No such file
replay hand.frames --csv hand.frames => would overwrite the input
replay hand.frames --formulation exact => takes st, ap, peg, swept, gauss or two-phase
replay hand.frames --h 0.1 => unknown option --h
run hills --formulation exact --frames x => --frames has no effect on exact
END

# ---- files ----
if [ -w /dev/full ]; then
    run run hills --quiet --frames /dev/full
    expect 2 err 'cannot write /dev/full: No space left on device' 'a full disk'
fi
(ulimit -f 8; "$program" run hills --formulation peg --quiet --frames large.frames >out 2>err)
[ $? -eq 2 ] && grep -q 'cannot write large.frames: File too large' err && none_left &&
    [ ! -e large.frames ]
report $? 'a file that grows too large: exit status 2, and no file is left'
run run hills --quiet --frames - --time 0.6
[ "$status" -eq 0 ] && head -n 1 out | grep -qx 'frames 1' &&
    "$program" replay - <out >table 2>err &&
    grep -q '^standard input: ' table
report $? 'steps are recorded to the standard output and replayed from the standard input'
if (ulimit -v 16000 && "$program" --version) >/dev/null 2>&1; then
    { head -n 1 hand.frames
      awk 'NR > 3 && NR < 10 { s = s $0 "\n" } END { for (i = 0; i < 4000; i++) printf "%s", s;
          print "end 4000" }' hand.frames
    } >long.frames
    (ulimit -v 16000; "$program" replay long.frames --solver lemke >out 2>err)
    [ $? -eq 0 ] && grep -q '4000 problems' out
    report $? '4000 steps in 16 MB'
else
    skip '4000 steps in 16 MB' 'the program does not run in 16 MB of address space'
fi
finish
