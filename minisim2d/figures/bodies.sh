# bodies.sh: [ODE] section 5, [RPI] Figs 7 and 8: a ball, pushing, tipping, stacks, a corner, a
# slot; figures.sh reads it

# ---- [ODE] Fig 1 ----
# the exact one first, so that it lies behind the others
awk 'BEGIN {
    print "formulation,t [s],y [m]"
    for (k = 0; k <= 300; k++) {
        t = .005 * k; y = 5 - 4.905 * t * t
        print "exact," t "," (y > 1 ? y : 1)
    }
}' >"$data/ode1.csv" || fail "cannot write $data/ode1.csv"
for f in st peg swept; do
    sim run ode1 --formulation $f --csv "$data/part"
    rows '{ print "'"$(title_of $f)"'," $c["t"] "," $c["y"] }' "$data/part" >>"$data/ode1.csv" ||
        fail "cannot write $data/ode1.csv"
    values '$c["vx"] == 0 && $c["vy"] == 0 && $c["step"] > 0 && !done {
            set("ode1_'$f'", "%.2f", $c["t"]); set("ode1_y", "%.3f", $c["y"]); done = 1
        }' "$data/part"
done
chart ode1 ode1 --x 't [s]' --y 'y [m]' --by formulation \
    --title 'A ball dropped from 5 m: height of its centre'
rm -f "$data/part"

# ---- [RPI] Figs 7 and 8 ----
sim compare ghost --formulation st,peg --halfspaces --svg "$out/ghost.svg"
sim compare slot --formulation st,ap,peg --svg "$out/slot.svg"
for f in st ap peg; do
    sim run slot --formulation $f --csv "$data/part"
    values '{ y = $c["y"] } END { set("slot_'$f'", "%.5f", y) }' "$data/part"
    sim run ghost --formulation $f --csv "$data/part"
    values '$c["step"] == 1 {
            set("ghost_'$f'", "%s", sprintf("(%.2f, %.2f)", $c["vx"], $c["vy"]))
        }' "$data/part"
done
rm -f "$data/part"

# ---- [ODE] sections 5.2 and 5.6, and a scene that is in neither ----

# from all steps of every formulation of the scene to a row of a table for each
table_row='
{
    f = $c["formulation"]; body = $c["body"]
    step = $c["step"]; t = $c["t"]; x = $c["x"]; y = $c["y"]
    if (!(f in steps)) order[++count] = f
    steps[f] = step
    if ($c["penetration"] > depth[f] + 0) depth[f] = $c["penetration"]
    add_time(f, step, $c["seconds"])
}
# one is pushed until it has 1 m/s, the other starts with that and coasts from x = 2
scene == "push" && body == "pushed" && !(f in fast) && $c["vx"] >= 1 - 1e-9 { fast[f] = t }
scene == "push" && body == "coasts" { way[f] = x - 2 }
# one slides from x = 0, the other tips
scene == "tip" && body == "slides" && t < 0.5 + 1e-9 { way[f] = x }
scene == "tip" && body == "tips" { angle[f] = $c["angle"] }
# nothing moves, neither along x nor along y
scene == "stacks" && step == 0 { x0[f, body] = x; y0[f, body] = y }
scene == "stacks" {
    dx = x - x0[f, body]; dy = y - y0[f, body]
    way[f] = max(way[f], max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy))
    size[f] = max(size[f], $c["size"])
}
END {
    for (k = 1; k <= count; k++) {
        f = order[k]
        table = table "<tr>" cell("%s", f)
        if (scene == "push")
            table = table cell("%.2f", fast[f]) cell("%.4f", way[f]) \
                cell("%+.4f", way[f] - 0.509684)
        if (scene == "tip") table = table cell("%.5f", way[f]) cell("%.3f", angle[f])
        if (scene == "stacks") table = table cell("%.2g", way[f]) cell("%d", size[f])
        table = table cell("%.2g", depth[f]) cell("%.3g", 1e6 * seconds[f, 1]) \
            cell("%.3g", 1e6 * median(f)) "</tr>"
    }
    set(scene "_rows", "%s", table)
}

function max(a, b) { return a + 0 > b + 0 ? a : b }

# the row of a body has the time of its island: equal times are of the same island
function add_time(f, step, s) {
    if ((f, step, s) in met) return
    met[f, step, s] = 1
    seconds[f, step] += s
}

# of the time of all islands, over the steps
function median(f,    n, k, i, sorted) {
    n = steps[f]
    for (k = 1; k <= n; k++) {
        for (i = k; i > 1 && sorted[i - 1] > seconds[f, k]; i--) sorted[i] = sorted[i - 1]
        sorted[i] = seconds[f, k]
    }
    return sorted[int((n + 1) / 2)]
}
'

# rows_of SCENE: data/SCENE.csv: all steps of every formulation; {{SCENE_rows}}: a table row for
# each
rows_of() {
    table=$data/$1.csv
    for f in st ap peg swept gauss two-phase; do
        sim run $1 --formulation $f ${quick:+--time 0.1} --csv "$data/part"
        awk -v f=$f 'NR > 1 { print f "," $0 }  NR == 1 && f == "st" { print "formulation," $0 }' \
            "$data/part" >>"$table" || fail "cannot write $table"
    done
    rm -f "$data/part"
    values "BEGIN { scene = \"$1\" } $table_row" "$table"
}
for s in push tip stacks; do rows_of $s; done
for s in tip stacks; do sim run $s --svg "$out/$s.svg"; done

# ---- [ODE] Fig 2: too few sweeps ----
# cube_of SWEEPS SCENE: data/part: a run; it may fail for too few sweeps, on purpose
cube_of() {
    "$program" run "$2" --sweeps $1 --quiet --csv "$data/part" || [ $? -eq 1 ] ||
        fail "failed: minisim2d run $2 --sweeps $1"
}
# sweeps_of N: a cube is pushed until it has 1 m/s, and then left to itself
sweeps_of() {
    sed '/^box coasts/d' scenes/push.scene >"$data/part.scene" &&
        cube_of $1 "$data/part.scene" &&
        rows '$c["step"] > 0 && !fast {
                print "'$1'", $c["t"], $c["vx"], $c["way"] >"'"$data/rows"'"
                if ($c["vx"] >= 1 - 1e-9) { fast = 1; print $c["t"], $c["vx"] }
            }' "$data/part" >"$data/fast" && read -r at speed <"$data/fast" ||
        fail "no cube with $1 sweeps"
    sed "/^box pushed/d; s/velocity 1 0/velocity $speed 0/; s/^time .*/time 1.5/" \
        scenes/push.scene >"$data/part.scene" && cube_of $1 "$data/part.scene" &&
        rows '$c["step"] > 0 { print "'$1'", $c["t"] + '$at', $c["vx"], $c["way"] }' \
            "$data/part" >>"$data/rows" || fail "no cube with $1 sweeps"
    awk '{
            v = $3 < 0 ? -$3 : $3; unsolved += $4 == 3; steps++
            if (v > 1e-6) moving = $2
            if (v > 1e-12) print $1 " sweep" ($1 > 1 ? "s" : "") "," $2 "," v >>"'"$data/ode2.csv"'"
        }
        END { printf "<tr><td>%d</td><td>%d of %d</td><td>%.2f</td><td>%.2f</td></tr>", $1,
                unsolved, steps, '$at', moving + .01 }' "$data/rows" >>"$data/cubes" ||
        fail "no cube with $1 sweeps"
}
echo 'sweeps,t [s],speed [m/s]' >"$data/ode2.csv"
for n in 1 3 10 100; do sweeps_of $n; done
printf 'sweeps_rows=%s\n' "$(cat "$data/cubes")" >>"$data/values"
rm -f "$data/part" "$data/part.scene" "$data/rows" "$data/fast" "$data/cubes"
chart ode2 ode2 --x 't [s]' --y 'speed [m/s]' --by sweeps --log y \
    --title 'A cube is pushed to 1 m/s, then coasts: so many sweeps a step'

# ---- Fig 6: the stacks in two processes ----
# states_of CSV: the columns for single bodies
states_of() {
    rows '$c["step"] >= 0 {
            print $c["step"] "," $c["body"] "," $c["x"] "," $c["y"] "," $c["angle"] "," $c["vx"] \
                "," $c["vy"] "," $c["spin"]
        }' "$1" | sort
}
h=${quick:+0.01}
h=${h:-0.0005}
sim run stacks --h $h --csv "$data/whole"
for half in 12 34; do
    { grep -v '^box' scenes/stacks.scene && grep "^box b[$half]" scenes/stacks.scene; } \
        >"$data/half$half.scene" || fail "cannot write $data/half$half.scene"
    sim run "$data/half$half.scene" --h $h --csv "$data/half$half" &
done
wait
states_of "$data/whole" >"$data/one"
{ states_of "$data/half12" && states_of "$data/half34"; } | sort >"$data/two"
cmp -s "$data/one" "$data/two" && equal=are || equal='are not'
printf 'processes_equal=%s\nprocesses_rows=%d\n' "$equal" "$(wc -l <"$data/one")" >>"$data/values"
rm -f "$data/whole" "$data"/half* "$data/one" "$data/two"
