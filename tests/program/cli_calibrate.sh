#!/bin/sh
# cli_calibrate.sh: parameters from tracks: the error by eq 18, runs that share their beginnings,
# parts of a calibration, refused arguments
#
#   tests/program/cli_calibrate.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

sh scenes/grasp/make.sh "$program" "$dir"
slides="$dir/slide1.scene $dir/slide2.scene"
pushes="$dir/push02.scene $dir/push09.scene"

# ---- eq 18, computed here from the run of a scene with these numbers and from its track ----
sed -e 's/radius 0.05 mu 0.5/radius 0.045 mu 0.35/' "$dir/slide1.scene" >"$dir/by_hand.scene"
run run "$dir/by_hand.scene" --quiet --csv "$dir/by_hand.rows"
want=$(awk -F, 'NR == FNR { if (FNR > 1) { x[$1 + 0] = $2; y[$1 + 0] = $3; a[$1 + 0] = $4 } next }
    FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { t = sprintf("%.2f", $c["t"]) + 0 }  t in x { dx = $c["x"] - x[t]; dy = $c["y"] - y[t];
        da = 0.05 * ($c["angle"] - a[t]); sum += dx * dx + dy * dy + da * da; n++ }
    END { printf "%.12g", sum / n }' "$dir/slide1.csv" "$dir/by_hand.rows")
run calibrate "$dir/slide1.scene" --vary object.tripod.radius=0.045:0.045:1 \
    --vary object.support.mu=0.35:0.35:1 --csv - --quiet
got=$(tail -n 1 "$dir/out" | cut -d, -f3)
awk -v a="$got" -v b="$want" 'BEGIN { d = a / b - 1; exit !(d < 1e-9 && d > -1e-9) }'
report $? 'the error is eq 18, with the angle times the radius'
run calibrate "$dir/slide1.scene" --vary object.tripod.radius=0.045:0.045:1 \
    --vary object.support.mu=0.35:0.35:1 --length 1e-9 --csv - --quiet
awk -F, -v with="$got" 'END { exit !($3 < with) }' "$dir/out"
report $? '--length: the length by which the angle is multiplied'

# ---- the parameters .4 and .04 of a measured track are found ----
vary='--vary object.tripod.radius=0.03:0.05:0.005 --vary object.support.mu=0.3:0.5:0.05'
run calibrate $slides $vary --csv "$dir/all.csv"
report "$status" 'two slides: exit status 0'
best=$(awk -F, '!/^#/ && $3 + 0 == $3 && (best == "" || $3 < least) { least = $3; best = $1 " " $2 }
                END { print best, least < 1e-5 }' "$dir/all.csv")
[ "$best" = '0.04 0.4 1' ]
report $? "two slides: radius and friction are found up to the noise ($best)"
grep -q '^object.support.mu  *0.4 ' "$dir/out"
report $? 'two slides: the best friction is reported'
awk -F, '$1 == 0.04 && ($2 == 0.35 || $2 == 0.4 || $2 == 0.45) { printf " %.4g", 1e6 * $3 }' \
    "$dir/all.csv" >"$dir/want"
[ "$(wc -w <"$dir/want")" -eq 3 ] && tr -s ' ' <"$dir/out" |
    grep -q "^object.support.mu 0.4$(cat "$dir/want")"
report $? "two slides: the errors at the best friction and a step on each side ($(cat "$dir/want"))"
run calibrate $slides --vary object.support.mu=0.3:0.5:0.05 --svg "$dir/curve.svg"
well_formed "$dir/curve.svg" 'xmllint reads the curve of one parameter'
run calibrate $slides $vary --coarse 2 --csv "$dir/lines.csv"
grep -q '^object.support.mu  *0.4 ' "$dir/out" &&
    [ "$(wc -l <"$dir/lines.csv")" -lt "$(wc -l <"$dir/all.csv")" ]
report $? '--coarse finds the same friction with fewer points'
run calibrate "$dir/slide2.scene" $vary --held "$dir/slide1.scene"
grep -q 'slide1.scene .*held back' "$dir/out"
report $? '--held: a track that is predicted and not fitted'

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

# parts: their points are those of a share; merged, the same report without the tracks
for i in 1 2 3; do
    (cd "$dir" && "$program" calibrate rub.scene --vary a.support.mu=0:3:.5 --shard $i/3 \
        --csv rubs$i.csv >out 2>err)
    grep -qx "# points $(((i - 1) * 7 / 3 + 1)) to $((i * 7 / 3)) of 7" "$dir/rubs$i.csv" &&
        [ "$(grep -c '^[0-9]' "$dir/rubs$i.csv")" -eq $((i * 7 / 3 - (i - 1) * 7 / 3)) ] &&
        [ "$(wc -l <"$dir/out")" -eq 2 ] &&
        grep -q "^calibrate: 1 track, all of $((i * 7 / 3 - (i - 1) * 7 / 3)) points," "$dir/out"
    report $? "part $i of 3: its points, and no best one"
done
(cd "$dir" && "$program" calibrate rub.scene --vary a.support.mu=0:3:.5 --csv rubs.csv |
    sed -n '3,4p' >want
    "$program" calibrate --merge rubs3.csv rubs1.csv rubs2.csv --csv merged.csv >out)
cmp -s "$dir/out" "$dir/want" && cmp -s "$dir/rubs.csv" "$dir/merged.csv"
report $? 'merged: the table of the best point, and the rows of the whole'

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
run calibrate "$dir/slide1.scene" --vary object.tripod.radius=0.02:0.06:0.0001 \
    --vary object.support.mu=0.3:0.45:0.05 --svg "$dir/many.svg"
[ "$(cells "$dir/many.svg" | cut -d' ' -f1-3)" = '536 134 4' ] &&
    grep -q 'the least of 3 x 1 points' "$dir/many.svg"
report $? 'a map of 401 points in a row has 134 cells, and explains that'
refused 'scenes/hills.scene has no bodies' 'a scene of particles' \
    calibrate scenes/hills.scene --vary hills.mu=0:1:1
refused 'a map needs --x and --y' 'a map without --y' \
    calibrate $slides $map --x object.support.mu --svg "$dir/no.svg"
refused 'a map needs --x and --y' 'a map without a picture' \
    calibrate $slides $map --x object.support.mu --y object.tripod.radius
refused '--y pusher.mu is not varied' 'a map over a parameter that is not varied' \
    calibrate $slides $map --x object.support.mu --y pusher.mu --svg "$dir/no.svg"

# ---- runs that share their beginnings give the same errors ----
push='--vary object.tripod.radius=0.03:0.05:0.01 --vary pusher.mu=0.2:0.4:0.1'
run calibrate $pushes $push --vary finger1.mu+finger2.mu=0:1:0.5 --csv "$dir/shared.csv"
shared=$(awk '/ steps in / { print $1 }' "$dir/out")
for mu in 0 0.5 1; do
    run calibrate $pushes $push --vary finger1.mu+finger2.mu=$mu:$mu:1 --csv "$dir/one.csv"
    awk '/ steps in / { print $1 }' "$dir/out" >>"$dir/steps"
    grep -v '^[#a-z]' "$dir/one.csv" >>"$dir/ones"
done
grep -v '^[#a-z]' "$dir/shared.csv" | sort >"$dir/a"
sort "$dir/ones" >"$dir/b"
cmp -s "$dir/a" "$dir/b"
report $? 'a grid has the same errors as its points one by one, to the last digit'
awk -v shared="$shared" '{ sum += $1 }
                         END { exit !(shared > 0 && shared < 0.8 * sum) }' "$dir/steps"
report $? 'a grid takes fewer steps than its points one by one'

# ---- the best point alone ----
# best CSV: prints the row of the best point
best() { awk -F, '!/^#/ && $NF + 0 == $NF && (row == "" || $NF < least) { least = $NF; row = $0 }
                  END { print row }' "$1"; }
many='--vary object.tripod.radius=0.02:0.06:0.01 --vary pusher.mu=0:0.5:0.1
      --vary finger1.mu+finger2.mu=0:1:0.5'
run calibrate $pushes $many --csv "$dir/many.csv"
steps=$(awk '/ steps in / { print $1 }' "$dir/out")
run calibrate $pushes $many --best --csv "$dir/best.csv"
holds '--best finds the best of all points, with its error to the last digit' \
    [ "$(best "$dir/best.csv")" = "$(best "$dir/many.csv")" ]
awk -v all="$steps" '/ steps in / { exit !($1 < all) }' "$dir/out"
report $? '--best takes fewer steps than all points'
grep -v '^[#a-z]' "$dir/many.csv" | sort >"$dir/a"
grep -v '^[#a-z]' "$dir/best.csv" | sort >"$dir/b"
holds 'points that --best lists have the same errors as without --best' \
    [ -z "$(comm -13 "$dir/a" "$dir/b")" ]
refused 'it can'\''t be used with --shard' '--best with --shard' \
    calibrate $slides $vary --best --shard 1/2 --csv "$dir/no.csv"
many="$dir/slide1.scene $pushes --vary object.tripod.radius=0.01:0.07:0.01 \
      --vary object.support.mu=0:1:0.1 --vary pusher.mu=0:0.6:0.1 --coarse 2"
run calibrate $many --csv "$dir/some.csv"
steps=$(awk '/ steps in / { print $1 }' "$dir/out")
run calibrate $many --best --csv "$dir/best.csv"
holds '--best --coarse finds the same point as --coarse' \
    [ "$(best "$dir/best.csv")" = "$(best "$dir/some.csv")" ]
awk -v some="$steps" '/ steps in / { exit !($1 < some) }' "$dir/out"
report $? '--best --coarse takes fewer steps than --coarse'

# ---- parts ----
for i in 1 2 3; do
    run calibrate $slides $vary --shard $i/3 --csv "$dir/part$i.csv" --quiet
    report "$status" "part $i of 3"
done
run calibrate --merge "$dir/part3.csv" "$dir/part1.csv" "$dir/part2.csv" --csv "$dir/merged.csv"
grep -v '^#' "$dir/all.csv" >"$dir/a"
grep -v '^#' "$dir/merged.csv" | cmp -s - "$dir/a"
report $? 'merged parts give the whole calibration, to the last digit'
grep -q '^object.tripod.radius  *0.04 ' "$dir/out"
report $? 'merged parts: the best point is reported'
run calibrate $slides $vary --x object.support.mu --y object.tripod.radius --svg "$dir/whole.svg"
run calibrate --merge "$dir/part1.csv" "$dir/part2.csv" "$dir/part3.csv" --x object.support.mu \
    --y object.tripod.radius --svg "$dir/merged.svg"
cmp -s "$dir/whole.svg" "$dir/merged.svg"
report $? 'merged parts give the same map'
run calibrate $slides $vary --x object.support.mu --y object.tripod.radius --csv cal.csv \
    --svg cal.svg --print-parallel 2
holds 'a script draws the map once, at the end' \
    [ "$(grep -c -e '--x ' "$dir/out") $(tail -n 1 "$dir/out" | grep -c -e '--x ')" = '1 1' ]
refused 'a part before it is missing' 'a merge without a part' \
    calibrate --merge "$dir/part1.csv" "$dir/part3.csv"
refused 'or there twice' 'a merge with a part twice' \
    calibrate --merge "$dir/part1.csv" "$dir/part1.csv" "$dir/part2.csv" "$dir/part3.csv"
run calibrate "$dir/slide1.scene" $vary --shard 2/3 --csv "$dir/other.csv" --quiet
refused 'of another calibration' 'a merge of two calibrations' \
    calibrate --merge "$dir/part1.csv" "$dir/other.csv" "$dir/part3.csv"
head -n 12 "$dir/part2.csv" >"$dir/short.csv"
refused 'rows are missing' 'a merge of a part that was cut off' \
    calibrate --merge "$dir/part1.csv" "$dir/short.csv" "$dir/part3.csv"
refused 'no part of a calibration' 'a part without the names of its columns' \
    calibrate --merge scenes/hills.scene
printf '# points 1 to 1 of 1\nobject.mu,error\n0,1\n' >"$dir/short.csv"
refused "its points are not its grid's" 'a part without parameters' \
    calibrate --merge "$dir/short.csv"
for kind in slurm parallel; do
    run calibrate $slides $vary --print-$kind 4 --csv cal.csv
    sh -n "$dir/out" && grep -q 'calibrate --merge' "$dir/out" &&
        grep -q 'slide2.scene' "$dir/out" &&
        grep -q 'object.support.mu=0.3:0.5:0.05' "$dir/out"
    report $? "--print-$kind is a script with all scenes and parameters"
done

# ---- refused arguments and tracks ----
refused 'calibrate needs a parameter to vary' 'nothing to vary' calibrate "$dir/slide1.scene"
refused '--vary takes NAME=LO:HI:STEP' 'a range without a step' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1
refused '--vary takes NAME=LO:HI:STEP' 'a step of 0' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1:0
refused '--vary knows BODY.mu, BODY.support.mu and BODY.tripod.radius, not object.mass' \
    'an unknown kind of parameter' calibrate "$dir/slide1.scene" --vary object.mass=1:2:1
refused 'the body has no such supports' 'a tripod that does not exist' \
    calibrate "$dir/push02.scene" --vary pusher.tripod.radius=0:1:.1
refused 'more than 10 000 000 points' 'too large a grid' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1:1e-4 --vary object.support.mu=0:1:1e-4
refused '--vary takes NAME=LO:HI:STEP' 'a negative step' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1:-.1
refused '--vary takes NAME=LO:HI:STEP' 'an infinite step' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1:inf
refused '--vary takes NAME=LO:HI:STEP' 'a range with nan' \
    calibrate "$dir/slide1.scene" --vary object.mu=nan:1:.1
refused '--vary takes NAME=LO:HI:STEP' 'a range that ends below its start' \
    calibrate "$dir/slide1.scene" --vary object.mu=1:0:.1
refused '--vary takes NAME=LO:HI:STEP' 'a name that ends in +' \
    calibrate "$dir/slide1.scene" --vary object.mu+=0:1:.1
refused 'no scene has this body: objekt.mu' 'a body that no scene has' \
    calibrate "$dir/slide1.scene" --vary objekt.mu=0:1:.5
refused 'no scene has this body: finger3.mu' 'a second body that no scene has' \
    calibrate "$dir/push02.scene" \
    --vary finger1.mu+finger3.mu=0:1:.5
refused 'this is varied already: object.mu' 'the same parameter twice' \
    calibrate "$dir/slide1.scene" \
    --vary object.mu=0:1:.5 --vary object.mu=0:1:.5
refused 'this is varied already: object.mu' 'the same parameter twice in one --vary' \
    calibrate "$dir/slide1.scene" --vary object.mu+object.mu=0:1:.5
for option in --csv --svg; do
    refused 'would overwrite the input' "$option is a track" \
        calibrate $slides $vary $option "$dir/slide2.csv"
    refused 'would overwrite the input' "$option is a scene" \
        calibrate $slides $vary $option "$dir/slide2.scene"
    refused 'would overwrite the input' "$option is the track held back" calibrate \
        "$dir/slide1.scene" $vary --held "$dir/slide2.scene" $option "$dir/slide2.csv"
    refused 'would overwrite the input' "$option is a part" calibrate --merge \
        "$dir/part1.csv" "$dir/part2.csv" "$dir/part3.csv" $option "$dir/part2.csv"
done
refused 'cannot write' 'a folder that does not exist' \
    calibrate $slides $vary --csv "$dir/none/all.csv"
rm "$dir/slide2.csv"
refused 'slide2.csv' 'a missing track' calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
printf 't,x,y,angle\n0.013,0,0,0\n' >"$dir/slide2.csv"
refused "the track's times are no steps of the scene" 'times between steps' \
    calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
: >"$dir/slide2.csv"
refused 'slide2.csv:1:1: no table' 'an empty track' \
    calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
printf 't,x,y,angle\n' >"$dir/slide2.csv"
refused 'no rows in' 'a track without rows' calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
for row in nan,0,0,0 ,0,0,0 inf,0,0,0 -0.01,0,0,0 0.31,0,0,0; do
    printf 't,x,y,angle\n%s\n' "$row" >"$dir/slide2.csv"
    refused "the track's times are no steps of the scene" "a row $row" \
        calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
done
for row in 0.01,nan,0,0 0.01,0,inf,0 0.01,0,0, 0.01,0,1e200,0; do
    printf 't,x,y,angle\n0.02,0,0,0\n%s\n' "$row" >"$dir/slide2.csv"
    refused 'are numbers below 1e100' "a row $row" \
        calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
done
printf 't,x,y,angle\n0.01,0,0,0\n0.01,0,0,1\n' >"$dir/slide2.csv"
refused 'a time stands there twice' 'a time twice' \
    calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
printf 't,x,y,angle\n0,0,0,0\n' >"$dir/slide2.csv"
refused 'no row with t > 0' 'a track of the start alone' calibrate "$dir/slide2.scene" \
    --vary object.mu=0:1:.5
# the order of rows does not matter, and a single row is a track
printf 't,x,y,angle\n0.01,.005,0,.2\n0.03,.015,0,.5\n' >"$dir/slide2.csv"
run calibrate "$dir/slide2.scene" --vary object.support.mu=0.3:0.5:.1 --csv "$dir/a"
printf 't,x,y,angle\n0.03,.015,0,.5\n0.01,.005,0,.2\n' >"$dir/slide2.csv"
run calibrate "$dir/slide2.scene" --vary object.support.mu=0.3:0.5:.1 --csv "$dir/b"
[ "$status" -eq 0 ] && cmp -s "$dir/a" "$dir/b"
report $? 'rows of a track may be in any order'
printf 't,x,y,angle\n0.03,.015,0,.5\n' >"$dir/slide2.csv"
run calibrate "$dir/slide2.scene" --vary object.support.mu=0.3:0.5:.1
report "$status" 'a track with one row'
printf 't,x,y\n0.01,0,0\n' >"$dir/slide2.csv"
refused 'angle' 'a track without angles' calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
printf 't,x,y,angle,x\n0.01,0,0,0,1\n' >"$dir/slide2.csv"
refused "slide2.csv:1:13: 'x' is the name of two columns" 'a track with two columns x' \
    calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
printf 't,x,y,angle,note,note\n0.03,.015,0,.5,1,2\n' >"$dir/slide2.csv"
run calibrate "$dir/slide2.scene" --vary object.mu=0:1:.5
report "$status" 'a track with two other columns of one name is accepted'
refused '--shard writes rows' '--shard without --csv' \
    calibrate "$dir/slide1.scene" --vary object.mu=0:1:.5 --shard 1/2
rub="$dir/rub.scene --vary a.support.mu=0:3:.5"
for option in "--svg $dir/no.svg" '--coarse 2'; do
    refused 'allows neither pictures nor --coarse' "a part with $option" \
        calibrate $rub --shard 1/2 --csv "$dir/no.csv" $option
done
for shard in 0/3 4/3 2 1/0 a/b 1/3x -1/3; do
    refused "--shard takes I/N with I from 1 to N, such as 2/8, not '$shard'" "--shard $shard" \
        calibrate $rub --shard $shard --csv "$dir/no.csv"
done
for length in 0 -1; do
    refused "--length must be > 0, not $length" "a length of $length" \
        calibrate $rub --length $length
done
for coarse in 0 1.5 1001; do
    refused '--coarse must be a whole number' "--coarse $coarse" calibrate $rub --coarse $coarse
done
refused 'no body to follow, and no supports, in' 'nothing to follow' \
    calibrate "$dir/rub.scene" --vary a.mu=0:1:1 --body c
run calibrate "$dir/rub.scene" --vary a.mu=0:1:.5 --body a --quiet
report $status '--body: what is followed'
# nine discs in a row: eight of them may be varied as one
{
    sed '/^disc/d; /^support a/d' "$dir/rub.scene"
    for i in 1 2 3 4 5 6 7 8 9; do echo "disc d$i radius .1 mass 1 position $i 0"; done
} >"$dir/row.scene"
cp "$dir/rub.csv" "$dir/row.csv"
run calibrate "$dir/row.scene" --body d1 --quiet \
    --vary d1.mu+d2.mu+d3.mu+d4.mu+d5.mu+d6.mu+d7.mu+d8.mu=0:1:1
report $status 'eight bodies may be varied as one'
refused '--vary: too many bodies, from d9.mu' 'but not nine' calibrate "$dir/row.scene" --body d1 \
    --vary d1.mu+d2.mu+d3.mu+d4.mu+d5.mu+d6.mu+d7.mu+d8.mu+d9.mu=0:1:1
set --
for i in 1 2 3 4 5 6 7; do set -- "$@" --vary d$i.mu=0:1:1; done
refused 'too many --vary' 'seven parameters' calibrate "$dir/row.scene" --body d1 "$@"

finish
