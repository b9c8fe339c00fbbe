#!/bin/sh
# cli_calibrate.sh: parameters from tracks: reports by closed forms, parts, pictures, refused
# arguments. Errors and searches are tested by test_calibrate.c
#
#   tests/program/cli_calibrate.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

sh scenes/grasp/make.sh "$program" "$dir"
slides="$dir/slide1.scene $dir/slide2.scene"
pushes="$dir/push02.scene $dir/push09.scene"

# ---- the parameters .4 and .04 of a measured track are found ----
vary='--vary object.tripod.radius=0.03:0.05:0.005 --vary object.support.mu=0.3:0.5:0.05'
run calibrate $slides $vary --csv "$dir/all.csv"
best=$(awk -F, '!/^#/ && $3 + 0 == $3 && (best == "" || $3 < least) { least = $3; best = $1 " " $2 }
                END { print best, least < 1e-5 }' "$dir/all.csv")
[ "$status $best" = '0 0.04 0.4 1' ]
report $? "two slides: radius and friction are found up to the noise ($best)"

# ---- the whole report, by closed forms ----
# A puck that slides at 1 m/s on a support loses h mu N/m = mu/4 m/s in a step of 1/8 s, until it
# rests. rubs.awk prints the report of n values 0, step, 2 step ... of mu, for one track or two,
# with the length L; with csv=1 the rows of the CSV.
cat >"$dir/rub.scene" <<'SCENE'
title Rub
step 0.125
time 1
epsilon 0.1
gravity 0 0
supports square
disc a radius 0.5 mass 2 inertia 3 position 0 0 velocity 1 0
support a at 0 0 load 4 mu 9
SCENE
sed 's/ a / b /' "$dir/rub.scene" >"$dir/rib.scene"
printf 't,x,y,angle\n.25,.2,.1,.3\n.625,.3,-.2,.1\n.875,.45,.05,-.2\n' >"$dir/rub.csv"
printf 't,x,y,angle\n.5,.2,0,0\n.375,.2,0,0\n' >"$dir/rib.csv"
cat >"$dir/rubs.awk" <<'AWK'
function at(k, mu,   i, x) {
    for (i = 1; i <= k; i++) if (i * mu < 4) x += (1 - i * mu / 4) / 8
    return x
}
# eq 18 in mm^2, of the track of a (where y adds .0525 and the angle L^2 times .14), and of b
function rub(mu) {
    return 1e6 / 3 * (.0525 + .14 * L * L + (at(2, mu) - .2)^2 + (at(5, mu) - .3)^2 + \
        (at(7, mu) - .45)^2)
}
function rib(mu) { return 1e6 / 2 * ((at(3, mu) - .2)^2 + (at(4, mu) - .2)^2) }
# the steps to the last row, or to rest
function steps(mu, last) { return mu * last > 4 ? int(4 / mu) + (4 % mu > 0) : last }
BEGIN {
    for (i = 0; i < n; i++) for (k = 0; k < (two ? n : 1); k++) {
        e[i, k] = two ? (rub(i * step) + rib(k * step)) / 2 : rub(i * step)
        if (!(i + k) || e[i, k] < e[b, c]) { b = i; c = k }
        if (csv && two) printf "%.12g,%.12g,%.12g\n", i * step, k * step, e[i, k] / 1e6
        else if (csv) printf "%.12g,%.12g\n", i * step, e[i, k] / 1e6
    }
    if (csv) exit
    for (i = 0; i < n; i++) all += steps(i * step, 7) + (two ? steps(i * step, 4) : 0)
    printf "calibrate: %s, all of %d points, by island, h = 0.125 s, angle times %g m\n", \
        two ? "2 tracks" : "1 track", two ? n * n : n, L
    printf "  %d steps in T, 0 runs failed\n", all
    printf "%-28s %-12s%s\n", "parameter", "best", \
        "error [mm^2]: one step less, here, one step more"
    printf "%-28s %-10.6g", "a.support.mu", b * step
    for (i = b - 1; i <= b + 1; i++)
        printf "  %-10s", (i < 0 || i == n ? "-" : sprintf("%.4g", e[i, c]))
    if (two) {
        printf "\n%-28s %-10.6g", "b.support.mu", c * step
        for (k = c - 1; k <= c + 1; k++)
            printf "  %-10s", (k < 0 || k == n ? "-" : sprintf("%.4g", e[b, k]))
    }
    printf "\n  %-36s %.4g\n", "rub.scene", rub(b * step)
    if (two) printf "  %-36s %.4g\n  %-36s %.4g   (held back)\n", "rib.scene", rib(c * step), \
        "rub.scene", rub(b * step)
}
AWK
# reports NAME SETTINGS ARGUMENT...: the report is that of rubs.awk with these settings, and so are
# the rows of --csv
reports() {
    name=$1 with=$2
    shift 2
    (cd "$dir" && "$program" calibrate "$@" --csv rubs.csv >out 2>err)
    code=$?
    awk $with -f "$dir/rubs.awk" </dev/null >"$dir/want"
    sed 's/ steps in [^,]*/ steps in T/' "$dir/out" >"$dir/got"
    [ $code -eq 0 ] && cmp -s "$dir/got" "$dir/want"
    report $? "$name"
    awk $with -v csv=1 -f "$dir/rubs.awk" </dev/null >"$dir/want"
    grep '^[0-9]' "$dir/rubs.csv" | paste -d, - "$dir/want" | awk -F, '{
        for (i = 1; i <= NF / 2; i++) { d = $i - $(i + NF / 2); bad += d > 1e-9 || d < -1e-9 }
        rows++
    } END { exit bad || rows < 2 }' &&
        [ "$(grep -c '^[0-9]' "$dir/rubs.csv")" -eq "$(wc -l <"$dir/want")" ]
    report $? "$name: the rows"
}
reports 'the report of one track' '-v L=0.5 -v n=7 -v step=0.5' \
    rub.scene --vary a.support.mu=0:3:.5
head -n 5 "$dir/rubs.csv" | tr '\n' ';' >"$dir/got"
printf '%s;' '# calibrate 1' '# method --vary a.support.mu=0:3:.5' '# length 0.5' \
    '# track rub.scene' '# vary a.support.mu=0:3:.5' | cmp -s - "$dir/got" &&
    [ "$(sed -n 6,7p "$dir/rubs.csv" | tr '\n' ';')" = '# points 1 to 7 of 7;a.support.mu,error;' ]
report $? 'the head of the rows'
reports 'the last value is the best: no error of a step more' '-v L=2 -v n=2 -v step=1' \
    rub.scene --vary a.support.mu=0:1.5:1 --length 2
reports 'two tracks, and one held back' '-v L=0.5 -v n=13 -v step=0.25 -v two=1' rub.scene \
    rib.scene --vary a.support.mu=0:3:.25 --vary b.support.mu=0:3:.25 --held rub.scene

# parts: their points are those of a share; merged, the same report without the tracks, and the same
# map
both='rub.scene rib.scene --vary a.support.mu=0:3:.5 --vary b.support.mu=0:3:.5'
axes='--x b.support.mu --y a.support.mu'
(cd "$dir" &&
    "$program" calibrate $both $axes --csv whole.csv --svg whole.svg | sed -n '3,5p' >want)
for i in 1 2 3; do
    (cd "$dir" && "$program" calibrate $both --shard $i/3 --csv part$i.csv >out 2>err)
    first=$(((i - 1) * 49 / 3 + 1)) last=$((i * 49 / 3))
    grep -qx "# points $first to $last of 49" "$dir/part$i.csv" &&
        [ "$(grep -c '^[0-9]' "$dir/part$i.csv") $(wc -l <"$dir/out")" = \
        "$((last - first + 1)) 2" ] &&
        grep -q "^calibrate: 2 tracks, all of $((last - first + 1)) points," "$dir/out"
    report $? "part $i of 3: its points, and no best one"
done
(cd "$dir" && "$program" calibrate --merge part3.csv part1.csv part2.csv $axes --csv merged.csv \
    --svg merged.svg | head -n 3 >out)
cmp -s "$dir/out" "$dir/want" && cmp -s "$dir/whole.csv" "$dir/merged.csv" &&
    cmp -s "$dir/whole.svg" "$dir/merged.svg"
report $? 'merged: the table of the best point, and the rows and the map of the whole'

# the markers of a curve: a step of the parameter is as wide as the others, and heights are as the
# logarithms of the errors
(cd "$dir" && "$program" calibrate rub.scene --vary a.support.mu=0:3:.5 --quiet --svg curve.svg)
awk -v L=0.5 -v n=7 -v step=0.5 -v csv=1 -f "$dir/rubs.awk" </dev/null | awk -F, '
    NR == FNR { e[NR] = log($2); next }
    /fill="#ffffff" stroke=.* d="M/ && !points {
        points = split($0, part, "M") - 1
        for (i = 1; i <= points; i++) { split(part[i + 1], xy, "[ L]"); x[i] = xy[1]; y[i] = xy[2] }
    }
    END {
        for (i = 3; i <= points; i++) {
            d = x[i] - x[i - 1] - (x[2] - x[1])
            bad += d > .02 || d < -.02
            d = y[i] - y[1] - (y[2] - y[1]) * (e[i] - e[1]) / (e[2] - e[1])
            bad += d > .03 || d < -.03
        }
        exit points != 7 || bad || !(x[2] > x[1]) || !((y[2] - y[1]) * (e[2] - e[1]) < 0)
    }' - "$dir/curve.svg"
report $? 'the curve of a parameter has its errors'
grep -q '>a.support.mu<' "$dir/curve.svg" && grep -q '>How sharp each parameter is<' \
    "$dir/curve.svg" && grep -q '>error \[mm^2\]<' "$dir/curve.svg" &&
    grep -q '>steps of the parameter from its best value<' "$dir/curve.svg"
report $? 'with names and units'

# what the first line calls the points
for how in '--coarse 2:some of' '--best:the best of'; do
    (cd "$dir" && "$program" calibrate rub.scene --vary a.support.mu=0:3:.5 ${how%:*} >out 2>err)
    grep -q "^calibrate: 1 track, ${how#*:} 7 points" "$dir/out" &&
        grep -q "^a.support.mu  *0.5 " "$dir/out"
    report $? "${how%:*} tries ${how#*:} the points"
done

# a driven finger pushes a puck up a slope of 45 degrees, or jams it there if friction is above
# tan 22.5 = .41, where the friction cones of finger and slope meet
cat >"$dir/jam.scene" <<'SCENE'
step 0.01
time 0.9
epsilon 0.1
chain 0 -1.2  3 1.8
disc puck radius 0.1 mass 1 mu 0.3 position 0.5 0
box finger size 0.2 1 position 0.3 0 velocity 1 0 driven
tripod puck radius 0.05 mu 0
SCENE
run run "$dir/jam.scene" --quiet --csv "$dir/jam.rows"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print "t,x,y,angle"; next }
    $c["body"] == "puck" && $c["step"] % 10 == 0 {
        print $c["t"] "," $c["x"] "," $c["y"] "," $c["angle"] }' "$dir/jam.rows" >"$dir/jam.csv"
run calibrate "$dir/jam.scene" --vary puck.mu=0:0.6:0.3
grep -q '^puck.mu  *0.3  *[1-9][0-9.e+]*  *[0-9.e-]*  *failed *$' "$dir/out"
report $? 'a neighbour of the best point whose run fails: the table has "failed" for its error'

# ---- a map: 0.04 is the second of five, 0.4 the third of four ----
# cells FILE: prints the number of cells, columns and rows, and the column and row (from the lower
# left) of the darkest cell and of the mark
cells() {
    awk '/<rect x=/ && /fill="none"/ { over = 1 }
        { gsub(/[">\/]/, " ") }
        /<rect x=/ && !over {
            for (i = 1; i < NF; i++) at[$i] = $(i + 1)
            n++; x[n] = at["x="]; y[n] = at["y="]; w = at["width="]; h = at["height="]
            if (at["fill="] == "#440154") dark = n
            if (n == 1 || x[n] < left) left = x[n]
            if (y[n] + h > low) low = y[n] + h
            columns += !(x[n] in is_x); is_x[x[n]]; rows += !(y[n] in is_y); is_y[y[n]]
        }
        /<path d= M/ && /#ffffff/ && !marked++ { sub(/.*d= M/, ""); mx = $1; my = $2 + 6.75 }
        END { print n, columns, rows, (x[dark] - left) / w + 1, (low - y[dark]) / h,
            int((mx - left) / w) + 1, int((low - my) / h) + 1 }' "$1"
}
map='--vary object.tripod.radius=0.035:0.055:0.005 --vary object.support.mu=0.3:0.45:0.05'
run calibrate $slides $map --svg "$dir/map.svg"
well_formed "$dir/map.svg" 'xmllint reads a map of two parameters'
holds "a map of 5 x 4 cells: darkest and marked at the best point ($(cells "$dir/map.svg"))" \
    [ "$(cells "$dir/map.svg")" = '20 5 4 2 3 2 3' ]
grep -q 'object.tripod.radius \[m\]<' "$dir/map.svg" &&
    grep -q 'object.support.mu \[1\]<' "$dir/map.svg" &&
    grep -q '>error \[mm^2\]<' "$dir/map.svg"
report $? 'a map: names and units'
run calibrate $slides $map --x object.support.mu --y object.tripod.radius --svg "$dir/turned.svg"
holds "--x and --y choose the axes of the parameters ($(cells "$dir/turned.svg"))" \
    [ "$(cells "$dir/turned.svg")" = '20 4 5 3 2 3 2' ]
run calibrate $slides $map --vary object.mu=0:1:0.5 --x object.tripod.radius --y object.support.mu \
    --svg "$dir/of_three.svg"
[ "$(cells "$dir/of_three.svg")" = '20 5 4 2 3 2 3' ] &&
    grep -q '>with object.mu = 0<' "$dir/of_three.svg"
report $? '--x and --y choose two of three parameters; the third has its best value'
run calibrate $slides $vary --coarse 2 --csv "$dir/some.csv" --svg "$dir/some.svg"
tried=$(grep -c '^[0-9]' "$dir/some.csv")
[ "$(cells "$dir/some.svg" | cut -d' ' -f1)" -eq "$tried" ] && [ "$tried" -lt 25 ] &&
    grep -q '>blank: not tried' "$dir/some.svg"
report $? 'a map: points that were not tried are blank'

# ---- scripts ----
for kind in slurm parallel; do
    run calibrate $slides $vary --x object.support.mu --y object.tripod.radius --csv cal.csv \
        --svg cal.svg --print-$kind 4
    sh -n "$dir/out" && grep -q 'calibrate --merge' "$dir/out" &&
        grep -q 'slide2.scene' "$dir/out" &&
        grep -q 'object.support.mu=0.3:0.5:0.05' "$dir/out" &&
        [ "$(grep -c -e '--x ' "$dir/out")" -eq 1 ]
    report $? "--print-$kind is a script with all scenes and parameters, and one map at its end"
done

# ---- refused arguments and tracks ----
cd "$dir" || exit 2
one='slide1.scene --vary object.mu=0:1:.5' rub='rub.scene --vary a.support.mu=0:3:.5'
run calibrate slide1.scene $vary --shard 2/3 --csv other.csv --quiet
head -n 12 part2.csv >short.csv
printf '# points 1 to 1 of 1\nobject.mu,error\n0,1\n' >bare.csv
cp slide2.scene lost.scene
for name in empty headed lone twice; do cp slide2.scene $name.scene; done
: >empty.csv
printf 't,x,y,angle\n' >headed.csv
printf 't,x,y\n0.01,0,0\n' >lone.csv
printf 't,x,y,angle,x\n0.01,0,0,0,1\n' >twice.csv
# nine discs in a row: eight of them may be varied as one
{
    sed '/^disc/d; /^support a/d' rub.scene
    for i in 1 2 3 4 5 6 7 8 9; do echo "disc d$i radius .1 mass 1 position $i 0"; done
} >row.scene
cp rub.csv row.csv
eight=d1.mu+d2.mu+d3.mu+d4.mu+d5.mu+d6.mu+d7.mu+d8.mu
seven=
for i in 1 2 3 4 5 6 7; do seven="$seven --vary d$i.mu=0:1:1"; done
run calibrate row.scene --body d1 --quiet --vary $eight=0:1:1
report $status 'eight bodies may be varied as one'
run calibrate rub.scene --vary a.mu=0:1:.5 --body a --quiet
report $status '--body: what is followed'
each refused <<'END'
calibrate slide1.scene => calibrate needs a parameter to vary
calibrate slide1.scene --vary object.mu=0:1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=0:1:0 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=0:1:-.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=0:1:inf => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=nan:1:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=1:0:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu+=0:1:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mass=1:2:1 => BODY.tripod.radius, not object.mass
calibrate slide1.scene --vary objekt.mu=0:1:.5 => no scene has this body: objekt.mu
calibrate push02.scene --vary finger1.mu+finger3.mu=0:1:.5 => no scene has this body: finger3.mu
calibrate push02.scene --vary pusher.tripod.radius=0:1:.1 => the body has no such supports
calibrate $one --vary object.mu=0:1:.5 => this is varied already: object.mu
calibrate slide1.scene --vary object.mu+object.mu=0:1:.5 => this is varied already: object.mu
calibrate $one --vary object.support.mu=0:1:1e-7 => more than 10 000 000 points
calibrate row.scene --body d1 --vary $eight+d9.mu=0:1:1 => --vary: too many bodies, from d9.mu
calibrate row.scene --body d1 $seven => too many --vary
calibrate rub.scene --vary a.mu=0:1:1 --body c => no body to follow, and no supports, in
calibrate "$OLDPWD/scenes/hills.scene" --vary hills.mu=0:1:1 => scenes/hills.scene has no bodies
calibrate $both --x a.support.mu --svg no.svg => a map needs --x and --y
calibrate $both $axes => a map needs --x and --y
calibrate $both --x a.support.mu --y pusher.mu --svg no.svg => --y pusher.mu is not varied
calibrate $both --best --shard 1/2 --csv no.csv => it can't be used with --shard
calibrate $one --shard 1/2 => --shard writes rows
calibrate $rub --shard 1/2 --csv no.csv --svg no.svg => allows neither pictures nor --coarse
calibrate $rub --shard 1/2 --csv no.csv --coarse 2 => allows neither pictures nor --coarse
calibrate $rub --shard 0/3 --csv no.csv => --shard takes I/N with I from 1 to N, such as
calibrate $rub --shard 4/3 --csv no.csv => --shard takes I/N
calibrate $rub --shard 2 --csv no.csv => --shard takes I/N
calibrate $rub --shard 1/3x --csv no.csv => --shard takes I/N
calibrate $rub --shard -1/3 --csv no.csv => --shard takes I/N
calibrate $rub --length 0 => --length must be > 0, not 0
calibrate $rub --length -1 => --length must be > 0, not -1
calibrate $rub --coarse 0 => --coarse must be a whole number
calibrate $rub --coarse 1.5 => --coarse must be a whole number
calibrate $rub --coarse 1001 => --coarse must be a whole number
calibrate $one --csv none/all.csv => cannot write
calibrate --merge part1.csv part3.csv => a part before it is missing
calibrate --merge part1.csv part1.csv part2.csv part3.csv => or there twice
calibrate --merge part1.csv other.csv part3.csv => of another calibration
calibrate --merge part1.csv short.csv part3.csv => rows are missing
calibrate --merge rub.scene => no part of a calibration
calibrate --merge bare.csv => its points are not its grid's
calibrate lost.scene --vary object.mu=0:1:.5 => lost.csv
calibrate empty.scene --vary object.mu=0:1:.5 => empty.csv:1:1: no table
calibrate headed.scene --vary object.mu=0:1:.5 => no rows in
calibrate lone.scene --vary object.mu=0:1:.5 => angle
calibrate twice.scene --vary object.mu=0:1:.5 => twice.csv:1:13: 'x' is the name of two columns
END
for option in --csv --svg; do
    for file in slide1.csv slide1.scene slide2.csv part2.csv; do
        case $file in
        part2.csv) set -- --merge part1.csv part2.csv part3.csv ;;
        *) set -- $one --held slide2.scene ;;
        esac
        refused 'would overwrite the input' "$option $file: an input" calibrate "$@" $option $file
    done
done
times="the track's times are no steps of the scene"
while read -r rows text; do
    printf 't,x,y,angle\n%s\n' "$rows" | tr ';' '\n' >slide2.csv
    refused "$text" "a track of $rows" calibrate slide2.scene --vary object.mu=0:1:.5
done <<END
0.013,0,0,0 $times
nan,0,0,0 $times
,0,0,0 $times
inf,0,0,0 $times
-0.01,0,0,0 $times
0.31,0,0,0 $times
0.02,0,0,0;0.01,nan,0,0 are numbers below 1e100
0.02,0,0,0;0.01,0,inf,0 are numbers below 1e100
0.02,0,0,0;0.01,0,0, are numbers below 1e100
0.02,0,0,0;0.01,0,1e200,0 are numbers below 1e100
0.01,0,0,0;0.01,0,0,1 a time stands there twice
0,0,0,0 no row with t > 0
END
# the order of rows does not matter; a single row is a track; other columns may share a name
for rows in '0.01,.005,0,.2;0.03,.015,0,.5' '0.03,.015,0,.5;0.01,.005,0,.2'; do
    printf 't,x,y,angle\n%s\n' "$rows" | tr ';' '\n' >slide2.csv
    run calibrate slide2.scene --vary object.support.mu=0.3:0.5:.1 --csv - --quiet
    cat out
done >both
awk '{ line[NR] = $0 } END { for (k = 1; k <= NR / 2; k++) bad += line[k] != line[NR / 2 + k]
    exit bad || NR < 12 }' both
report $? 'rows of a track may be in any order'
printf 't,x,y,angle,note,note\n0.03,.015,0,.5,1,2\n' >slide2.csv
run calibrate slide2.scene --vary object.mu=0:1:.5
report "$status" 'a track with one row, and two other columns of one name'

finish
