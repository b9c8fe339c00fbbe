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

# ---- whole reports, by closed forms ----
# A puck that slides at 1 m/s on a support loses h mu N/m = mu/4 m/s in a step of 1/8 s, until it
# rests: it has come x_k = sum of (1 - i mu/4)/8 over i <= k with i mu < 4. In the error of rub, eq
# 18, y adds .0525, and the angle .14 times the square of a length, here the radius of 0.5 m.
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
# same NAME: the last run's report is the standard input of this
same() {
    cat >"$dir/want"
    sed 's/ steps in [^,]*/ steps in T/' "$dir/out" | cmp -s - "$dir/want"
    report $? "$1"
}
cd "$dir" || exit 2
run calibrate rub.scene --vary a.support.mu=0:3:.5 --csv rubs.csv
same 'the report of one track' <<'END'
calibrate: 1 track, all of 7 points, by island, h = 0.125 s, angle times 0.5 m
  27 steps in T, 0 runs failed
parameter                    best        error [mm^2]: one step less, here, one step more
a.support.mu                 0.5         1.254e+05   3.196e+04   5.699e+04 
  rub.scene                            3.196e+04
END
{
    printf '%s\n' '# calibrate 1' '# method --vary a.support.mu=0:3:.5' '# length 0.5' \
        '# track rub.scene' '# vary a.support.mu=0:3:.5' '# points 1 to 7 of 7' \
        'a.support.mu,error'
    awk 'function x(k, mu,   i, sum) {
            for (i = 1; i <= k; i++) if (i * mu < 4) sum += (1 - i * mu / 4) / 8
            return sum
        }
        BEGIN {
            for (mu = 0; mu <= 3; mu += .5) printf "%.9g,%.9g\n", mu, (.0525 + .14 / 4 + \
                (x(2, mu) - .2) ^ 2 + (x(5, mu) - .3) ^ 2 + (x(7, mu) - .45) ^ 2) / 3
        }'
} >want
awk -F, -v OFS=, '/^[0-9]/ { $2 = sprintf("%.9g", $2) } 1' rubs.csv | cmp -s - want
report $? 'its rows'
run calibrate rub.scene rib.scene --vary a.support.mu=0:3:.25 --vary b.support.mu=0:3:.25 \
    --held rub.scene
same 'two tracks, and one held back' <<'END'
calibrate: 2 tracks, all of 169 points, by island, h = 0.125 s, angle times 0.5 m
  91 steps in T, 0 runs failed
parameter                    best        error [mm^2]: one step less, here, one step more
a.support.mu                 0.5         2.907e+04   1.606e+04   2.004e+04 
b.support.mu                 1           1.735e+04   1.606e+04   1.774e+04 
  rub.scene                            3.196e+04
  rib.scene                            156.3
  rub.scene                            3.196e+04   (held back)
END
run calibrate rub.scene --vary a.support.mu=0:1.5:1 --length 2
expect 0 out "a.support.mu                 1           3.004e+05   2.32e+05    -" \
    'the last value is the best: no error of a step more; --length'

# parts: their points are those of a share; merged, the same report without the tracks, and the same
# map
both='rub.scene rib.scene --vary a.support.mu=0:3:.5 --vary b.support.mu=0:3:.5'
axes='--x b.support.mu --y a.support.mu'
"$program" calibrate $both $axes --csv whole.csv --svg whole.svg | sed -n '3,5p' >want
for i in 1 2 3; do
    run calibrate $both --shard $i/3 --csv part$i.csv
    first=$(((i - 1) * 49 / 3 + 1)) last=$((i * 49 / 3))
    grep -qx "# points $first to $last of 49" "part$i.csv" &&
        [ "$(grep -c '^[0-9]' "part$i.csv") $(wc -l <out)" = \
        "$((last - first + 1)) 2" ] &&
        grep -q "^calibrate: 2 tracks, all of $((last - first + 1)) points," out
    report $? "part $i of 3: its points, and no best one"
done
run calibrate --merge part3.csv part1.csv part2.csv $axes --csv merged.csv --svg merged.svg
head -n 3 out | cmp -s - want && cmp -s whole.csv merged.csv &&
    cmp -s whole.svg merged.svg
report $? 'merged: the table of the best point, and the rows and the map of the whole'

# the markers of a curve: a step of the parameter is as wide as the others, and heights are as the
# logarithms of the errors
run calibrate rub.scene --vary a.support.mu=0:3:.5 --quiet --svg curve.svg
grep '^[0-9]' rubs.csv | awk -F, '
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
    }' - curve.svg
report $? 'the curve of a parameter has its errors'
grep -q '>a.support.mu<' curve.svg && grep -q '>How sharp each parameter is<' \
    curve.svg && grep -q '>error \[mm^2\]<' curve.svg &&
    grep -q '>steps of the parameter from its best value<' curve.svg
report $? 'with names and units'

# what the first line calls the points
for how in '--coarse 2:some of' '--best:the best of'; do
    run calibrate rub.scene --vary a.support.mu=0:3:.5 ${how%:*}
    grep -q "^calibrate: 1 track, ${how#*:} 7 points" out &&
        grep -q "^a.support.mu  *0.5 " out
    report $? "${how%:*} tries ${how#*:} the points"
done

# a driven finger pushes a puck up a slope of 45 degrees, or jams it there if friction is above
# tan 22.5 = .41, where the friction cones of finger and slope meet
cat >jam.scene <<'SCENE'
step 0.01
time 0.9
epsilon 0.1
chain 0 -1.2  3 1.8
disc puck radius 0.1 mass 1 mu 0.3 position 0.5 0
box finger size 0.2 1 position 0.3 0 velocity 1 0 driven
tripod puck radius 0.05 mu 0
SCENE
run run jam.scene --quiet --csv jam.rows
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print "t,x,y,angle"; next }
    $c["body"] == "puck" && $c["step"] % 10 == 0 {
        print $c["t"] "," $c["x"] "," $c["y"] "," $c["angle"] }' jam.rows >jam.csv
run calibrate jam.scene --vary puck.mu=0:0.6:0.3
grep -q '^puck.mu  *0.3  *[1-9][0-9.e+]*  *[0-9.e-]*  *failed *$' out
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
run calibrate $slides $map --svg map.svg
well_formed map.svg 'xmllint reads a map of two parameters'
holds "a map of 5 x 4 cells: darkest and marked at the best point ($(cells map.svg))" \
    [ "$(cells map.svg)" = '20 5 4 2 3 2 3' ]
grep -q 'object.tripod.radius \[m\]<' map.svg &&
    grep -q 'object.support.mu \[1\]<' map.svg &&
    grep -q '>error \[mm^2\]<' map.svg
report $? 'a map: names and units'
run calibrate $slides $map --x object.support.mu --y object.tripod.radius --svg turned.svg
holds "--x and --y choose the axes of the parameters ($(cells turned.svg))" \
    [ "$(cells turned.svg)" = '20 4 5 3 2 3 2' ]
run calibrate $slides $map --vary object.mu=0:1:0.5 --x object.tripod.radius --y object.support.mu \
    --svg of_three.svg
[ "$(cells of_three.svg)" = '20 5 4 2 3 2 3' ] &&
    grep -q '>with object.mu = 0<' of_three.svg
report $? '--x and --y choose two of three parameters; the third has its best value'
run calibrate $slides $vary --coarse 2 --csv some.csv --svg some.svg
tried=$(grep -c '^[0-9]' some.csv)
[ "$(cells some.svg | cut -d' ' -f1)" -eq "$tried" ] && [ "$tried" -lt 25 ] &&
    grep -q '>blank: not tried' some.svg
report $? 'a map: points that were not tried are blank'

# ---- scripts ----
for kind in slurm parallel; do
    run calibrate $slides $vary --x object.support.mu --y object.tripod.radius --csv cal.csv \
        --svg cal.svg --print-$kind 4
    sh -n out && grep -q 'calibrate --merge' out &&
        grep -q 'slide2.scene' out &&
        grep -q 'object.support.mu=0.3:0.5:0.05' out &&
        [ "$(grep -c -e '--x ' out)" -eq 1 ]
    report $? "--print-$kind is a script with all scenes and parameters, and one map at its end"
done

# ---- refused arguments and tracks ----
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
long=$(printf '%0156d' 0)         # and .mu: a name has at most 159 bytes
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
calibrate slide1.scene --vary object.mu=0:nan:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=-1:1:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu=0:1:1x => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mu => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary =0:1:1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary $long.mu=0:1:1 => no scene has this body: 0
calibrate slide1.scene --vary 0$long.mu=0:1:1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary .mu=0:1:1 => BODY.tripod.radius, not .mu
calibrate slide1.scene --vary object.mu+=0:1:.1 => --vary takes NAME=LO:HI:STEP
calibrate slide1.scene --vary object.mass=1:2:1 => BODY.tripod.radius, not object.mass
calibrate slide1.scene --vary objekt.mu=0:1:.5 => no scene has this body: objekt.mu
calibrate push02.scene --vary finger1.mu+finger3.mu=0:1:.5 => no scene has this body: finger3.mu
calibrate push02.scene --vary pusher.tripod.radius=0:1:.1 => the body has no such supports
calibrate row.scene --body d1 --vary d1.support.mu=0:1:1 => the body has no such supports
calibrate $one --vary object.mu=0:1:.5 => this is varied already: object.mu
calibrate slide1.scene --vary object.mu+object.mu=0:1:.5 => this is varied already: object.mu
calibrate $one --vary object.support.mu=0:1:1e-7 => more than 10 000 000 points
calibrate row.scene --body d1 --vary $eight+d9.mu=0:1:1 => --vary: too many bodies, from d9.mu
calibrate row.scene --body d1 $seven => too many --vary
calibrate row.scene --vary d1.mu=0:1:1 => no body to follow, and no supports, in
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
calibrate --merge part2.csv part1.csv => part2.csv: a part after it is missing
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
