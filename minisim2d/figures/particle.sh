# particle.sh: [PEG] section 3: one particle on hills and on a sawtooth, and a box on rocks;
# figures.sh reads it

# title_of RUN: its title in pictures
title_of() {
    case $1 in
    st-chain) echo 'ST whole chains' ;;
    swept) echo swept ;;
    *) echo "$1" | tr a-z A-Z ;;
    esac
}

# options_of RUN: the options of minisim2d that make it
options_of() {
    case $1 in
    st-chain) echo '--formulation st --scope chain' ;;
    *) echo "--formulation $1" ;;
    esac
}

# pictures_of SCENE WINDOW OPTION...: paths over the exact motion, and a window of them with the
# half-spaces that push there
pictures_of() {
    scene=$1 window=$2
    shift 2
    sim compare $scene "$@" --svg "$out/$scene.svg"
    sim compare $scene "$@" --zoom "$window" --svg "$out/$scene-zoom.svg"
}

# ---- steps: errors, problem sizes and times ----

# runs_of SCENE RUN...: data/SCENE.csv: the end of each step, the order of the matrix of its mLCP,
# and the least time of its solution in several runs; data/SCENE-exact.csv: the exact motion. In a
# step without contacts nothing is solved: its matrix is the mass matrix, of order 2. The start is
# not a step.
runs_of() {
    scene=$1 table=$data/$1.csv
    shift
    sim run $scene --formulation exact --csv "$data/$scene-exact.csv"
    echo 'run,t [s],x [m],y [m],size,pivots,solver time [µs]' >"$table" ||
        fail "cannot write $table"
    for f in "$@"; do
        for again in 1 ${quick:-2 3 4 5 6 7 8 9}; do
            sim run $scene $(options_of $f) --form mlcp --csv "$data/part$again"
        done
        rows '{ s = $c["seconds"] }
            FNR == NR {
                size = $c["step"] > 0 ? $c["size"] : ""
                row[FNR] = $c["t"] "," $c["x"] "," $c["y"] "," size "," $c["iterations"]
                least[FNR] = s
            }
            s < least[FNR] { least[FNR] = s }
            END {
                for (k = 2; k in row; k++)
                    printf "'"$(title_of $f)"',%s,%.3f\n", row[k], 1e6 * least[k]
            }' "$data"/part* >>"$table" || fail "cannot write $table"
        rm -f "$data"/part*
        numbers_of $scene $f
    done
}

# numbers_of SCENE RUN: the end, and the greatest distance from the exact motion; of the steps with
# contacts the mean size and time
numbers_of() {
    sed -n "1p; s/^$(title_of $2),/$2,/p" "$data/$1.csv" >"$data/part"
    values 'FNR == NR { k = $c["step"]; x[k] = $c["x"]; y[k] = $c["y"]; next }
        {
            k = steps++
            dx = $c["x [m]"] - x[k]; dy = $c["y [m]"] - y[k]; d = dx * dx + dy * dy
            if (d > most) most = d
            end = sprintf("(%.3f, %.3f)", $c["x [m]"], $c["y [m]"])
        }
        $c["size"] > 2 {
            n++; sum += $c["size"]; pivots += $c["pivots"]; time += $c["solver time [µs]"]
            if ($c["size"] > size) size = $c["size"]
        }
        END {
            name = "'$1'_'$2'"
            set(name "_end", "%s", end)
            set(name "_max", "%.2g", sqrt(most))
            set(name "_largest", "%d", size)
            set(name "_mean", "%.1f", sum / n)
            set(name "_pivots", "%d", pivots)
            set(name "_us", "%.2g", time / n)
            set("'$1'_exact_end", "%s", sprintf("(%.3f, %.3f)", x[k], y[k]))
        }' "$data/$1-exact.csv" "$data/part"
    rm -f "$data/part"
}

# charts_of SCENE TITLE
charts_of() {
    chart $1-sizes $1 --x 't [s]' --y size --by run --title "$2: size of each step's mLCP"
    chart $1-times $1 --x 't [s]' --y 'solver time [µs]' --by run --log y \
        --title "$2: time of each step's solution"
}

# ---- which half-spaces pushed, and when ----

# edges_of SCENE: data/SCENE-edges.csv, from the recorded problems of ST and PEG, and rows of a
# table for the page. In a group of PEG's the primary facet, which comes first, is the one that
# pushes.
edges_of() {
    edges=$data/$1-edges.csv
    echo 'formulation,edge,from [s],to [s],steps,impulse [N s]' >"$edges" ||
        fail "cannot write $edges"
    for f in st peg; do
        sim run $1 --formulation $f --frames "$data/part"
        awk '$1 == "step" { t = $3; h = $4; contacts = 0 }
            $1 == "contact" && !($10 in leads) { leads[$10] = 1; edge[++contacts] = $11 }
            $1 == "solution" { for (g in leads) delete leads[g] }
            $1 == "z" {
                for (k = 1; k <= contacts; k++) {
                    e = edge[k]
                    if ($(k + 1) == 0) continue
                    if (!(e in steps)) { order[++n] = e; from[e] = t }
                    to[e] = t + h; steps[e]++; sum[e] += $(k + 1)
                }
            }
            END {
                for (i = 1; i <= n; i++) {
                    e = order[i]
                    printf "'$(title_of $f)',%d,%.6g,%.6g,%d,%.6g\n",
                        e, from[e], to[e], steps[e], sum[e]
                }
            }' "$data/part" >>"$edges" || fail "cannot write $edges"
    done
    rm -f "$data/part"
    values '{
            table = table "<tr>" cell("%s", $1) cell("%s", $2) cell("%.2f", $3) cell("%.2f", $4) \
                cell("%s", $5) cell("%.3g", $6) "</tr>"
        }
        END { set("'$1'_edges", "%s", table) }' "$edges"
}

# ---- several step lengths ----

# lengths_of SCENE WINDOW H...: paths at several step lengths, of ST and of PEG, in one picture
# each, windows of both, their greatest errors and their ends
lengths_of() {
    scene=$1 window=$2
    shift 2
    for f in st peg; do
        paths=$data/$scene-$f-lengths.csv
        echo 'run,x,y' >"$paths" || fail "cannot write $paths"
        for h in "$@"; do
            sim run $scene --formulation exact --h $h --csv "$data/exact"
            sim run $scene --formulation $f --h $h --csv "$data/part"
            rows '{ print "h = '$h' s," $c["x"] "," $c["y"] }' "$data/part" >>"$paths"
            values '{ k = $c["step"] }
                NR == FNR { x[k] = $c["x"]; y[k] = $c["y"]; next }
                {
                    dx = $c["x"] - x[k]; dy = $c["y"] - y[k]; d = dx * dx + dy * dy
                    if (d > most) most = d
                }
                END {
                    name = "'${scene}_${f}_$h'"
                    set(name, "%.2g", sqrt(most))
                    set(name "_speed", "%.2g", sqrt($c["vx"] * $c["vx"] + $c["vy"] * $c["vy"]))
                    set(name "_end", "%s", sprintf("(%.3f, %.3f)", $c["x"], $c["y"]))
                }' "$data/exact" "$data/part"
        done
        rows '{ print "exact," $c["x"] "," $c["y"] }' "$data/exact" >>"$paths"
        rm -f "$data/exact" "$data/part"
        for zoom in '' -zoom; do
            chart $scene-$f-lengths$zoom $scene-$f-lengths --x x --y y --by run --over $scene \
                ${zoom:+--halfspaces --zoom "$window"} \
                --title "$(title_of $f) at several step lengths, and the exact motion"
        done
    done
}

# ---- Figs 6 to 9 ----
pictures_of peg7 1.5,0.2,1.4,0.9 --formulation st,peg --halfspaces
pictures_of hills 1.7,0.3,0.9,0.7
runs_of peg7 st st-chain peg
runs_of hills st ap peg swept
charts_of peg7 'Hills of Fig 7'
for s in peg7 hills; do edges_of $s; done
# the step in which ST gains most, and where it flies: free after its first push from edge 23
sim run peg7 --formulation st --csv "$data/part"
values '$c["step"] > 0 && $c["energy"] - last > gain {
        gain = $c["energy"] - last; at = $c["t"]; before = last; after = $c["energy"]
    }
    { last = $c["energy"] }
    END {
        set("peg7_gain_at", "%.2f", at)
        set("peg7_before", "%.2f", before)
        set("peg7_after", "%.2f", after)
    }' "$data/part"
rm -f "$data/part"

# ---- Figs 10 to 15 ----
pictures_of peg11 0.8,0,0.8,0.5 --formulation st,peg
pictures_of sawtooth 1.1,-0.05,0.7,0.4
pictures_of sawtooth-friction 3.4,-0.05,0.9,0.45 --formulation st,ap,peg
runs_of peg11 st st-chain peg
runs_of sawtooth st ap peg swept
runs_of sawtooth-friction st ap peg
charts_of peg11 'Sawtooth of Fig 11'
for s in peg11 sawtooth-friction; do edges_of $s; done

# ---- Figs 16, 17 ----
lengths_of peg17 0.84,-0.03,0.5,0.33 0.1 0.01 0.001 0.0001

# ---- Fig 18 ----
if [ "$quick" ]; then finest='--runs 3 --h-min 0.00128 --halvings 4' fine=$finest
else finest='--h-min 1e-5 --halvings 15' fine='--h-min 4e-5 --halvings 13'; fi
sim study sawtooth $finest --summary "$data/study.csv" --svg "$out/study.svg"
values '{
        f = $c["formulation"]; h = $c["h"]; median = $c["median"]
        if (!(f in last)) { shortest = h; first[f] = median; low[f] = $c["lower_quartile"] }
        if ($c["order"] != "") order[f] = $c["order"]
        if (h > .0102 && h < .0103) at[f] = median
        longest = h; last[f] = median
        n[f]++; runs = $c["samples"]; seconds += $c["solver_seconds"]
    }
    END {
        for (f in last) {
            set("study_" f "_at", "%.3g", at[f])
            set("study_" f "_shortest", "%.2g", first[f])
            set("study_" f "_longest", "%.2g", last[f])
            if (f in order) set("study_" f "_order", "%.2f", order[f])
        }
        set("study_st_low", "%.2g", low["st"])
        set("study_ratio", "%.0f", at["st"] / at["peg"])
        set("study_runs", "%d", runs)
        set("study_lengths", "%d", n["peg"])
        set("study_shortest", "%.3g", shortest)
        set("study_longest", "%.2g", longest)
        set("study_seconds", "%.0f", seconds)
    }' "$data/study.csv"

# ST again, with constraints below psi_minimum ignored
thrown=$data/study-thrown.csv
rows 'BEGIN { print "run,h [s],error [m],off,mostly off,runs" }
    $c["formulation"] != "swept" {
        print toupper($c["formulation"]) "," $c["h"] "," $c["median"] "," $c["off"] \
            "," $c["mostly_off"] "," $c["samples"]
    }' "$data/study.csv" >"$thrown" || fail "cannot write $thrown"
for s in '-0.02 1' '-0.02 2' '-1e-9 1'; do
    set -- $s
    sim study sawtooth --formulation st --psi-min $1 --seed $2 $fine --summary "$data/part"
    rows '{
            print "ST psi_minimum '$1' (seed '$2')," $c["h"] "," $c["median"] "," $c["off"] \
                "," $c["mostly_off"] "," $c["samples"]
        }' "$data/part" >>"$thrown" || fail "cannot write $thrown"
done
rm -f "$data/part"
chart study-thrown study-thrown --x 'h [s]' --y 'error [m]' --by run --log xy \
    --title 'Fig 18 with and without psi_minimum: median error of 62 starts'
values '$c["h [s]"] >= 4e-5 - 1e-9 && $c["run"] ~ /^ST/ && ++line[$c["run"]] % 4 == 1 {
        run = $c["run"] ($c["run"] == "ST" ? " without psi_minimum" : "")
        table = table "<tr>" cell("%s", run) cell("%.3g", $c["h [s]"]) \
            cell("%.2g", $c["error [m]"]) cell("%s", $c["off"]) cell("%s", $c["mostly off"]) \
            cell("%s", $c["runs"]) "</tr>"
    }
    END { set("thrown_rows", "%s", table) }' "$thrown"

# ---- Fig 22 ----
# rocks GROUP: the scene with every rock turned anew
rocks() {
    awk -v group=$1 'BEGIN { x = 1000 * group + 7 }
        /^box rock/ {
            for (i = 0; i < 3; i++) x = x * 16807 % 2147483647   # Park and Miller
            sub(/angle [^ ]*/, sprintf("angle %.9f", x / 2147483647 * 1.5707963))
        }
        { print }' scenes/rocks.scene
}
if [ "$quick" ]; then groups='1 2' set='--runs 2 --h-min 8e-3 --halvings 3'
else groups='1 2 3 4 5' set='--runs 5 --h-min 1e-3 --halvings 6'; fi
: >"$data/all"
for group in $groups; do
    rocks $group >"$data/rocks.scene" || fail "cannot write $data/rocks.scene"
    sim study "$data/rocks.scene" --formulation st,ap,peg --position -0.25,0.25,0.5,0.7 \
        --velocity 4.5,5.5,-0.3,0.6 --seed $group $set --csv "$data/part"
    grep -v '^#' "$data/part" | awk -F, -v OFS=, 'NR > 1 {
            split(sprintf("%.9e", $12), e, "e")
            print $9, $10, e[2] + 0, e[1], $12
        }' >>"$data/all" || fail "cannot write $data/all"
done
# sort does not understand exponents: they are a key
sort -t, -k1,1 -k2,2n -k3,3n -k4,4n "$data/all" | awk -F, '
    BEGIN { print "formulation,h [s],median error [m]" }
    function put() { if (n) print name "," h "," (e[int((n + 1) / 2)] + e[int(n / 2) + 1]) / 2 }
    $1 "," $2 != key { put(); n = 0; key = $1 "," $2; name = toupper($1); h = $2 }
    { e[++n] = $5 }
    END { put() }' >"$data/study-rocks.csv" || fail "cannot write $data/study-rocks.csv"
rm -f "$data/part" "$data/all" "$data/rocks.scene"
chart study-rocks study-rocks --x 'h [s]' --y 'median error [m]' --by formulation --log xy \
    --title 'A box on rocks, redrawn: median error of all runs'
values '{
        f = tolower($c["formulation"]); e = $c["median error [m]"] + 0
        if (!(f in low) || e < low[f]) low[f] = e
        if (e > high[f]) high[f] = e
        if (f in last && e < last[f]) fell[f]++
        if (f in last && 1 - e / last[f] > drop[f] + 0) drop[f] = 1 - e / last[f]
        last[f] = e
    }
    END {
        for (f in low) {
            set("rocks_" f "_low", "%.2g", low[f]); set("rocks_" f "_high", "%.2g", high[f])
            set("rocks_" f "_fell", "%d", fell[f])
            set("rocks_" f "_drop", "%.0f", 100 * drop[f])
        }
    }' "$data/study-rocks.csv"
