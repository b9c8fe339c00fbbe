# particle.sh: [PEG] section 3: one particle on hills and on a sawtooth; figures.sh reads it

# title_of FORMULATION: as pictures call it
title_of() { case $1 in swept) echo swept ;; *) echo "$1" | tr a-z A-Z ;; esac; }

# pictures_of SCENE WINDOW: every formulation over the exact motion, and a window of that with the
# half-spaces that push there
pictures_of() {
    sim compare $1 --svg "$out/$1.svg"
    sim compare $1 --zoom "$2" --svg "$out/$1-zoom.svg"
}

# ---- steps: errors, problem sizes and times ----

# runs_of SCENE FORMULATION...: data/SCENE.csv: where each step ends, the size of its problem, and
# the least time that solving it took in several runs; data/SCENE-exact.csv: the exact motion
runs_of() {
    scene=$1 table=$data/$1.csv
    shift
    sim run $scene --formulation exact --csv "$data/$scene-exact.csv"
    echo 'formulation,t [s],x [m],y [m],unknowns,pivots,solver time [µs]' >"$table" ||
        fail "cannot write $table"
    for f in "$@"; do
        for again in 1 ${quick:-2 3 4 5 6 7 8 9}; do
            sim run $scene --formulation $f --csv "$data/part$again"
        done
        rows '{ s = $c["seconds"] }
            FNR == NR {
                row[FNR] = $c["t"] "," $c["x"] "," $c["y"] "," $c["size"] "," $c["iterations"]
                least[FNR] = s
            }
            s < least[FNR] { least[FNR] = s }
            END {
                for (k = 2; k in row; k++)
                    printf "'"$(title_of $f)"',%s,%.3f\n", row[k], 1e6 * least[k]
            }' "$data"/part* >>"$table" || fail "cannot write $table"
        rm -f "$data"/part*
    done
    numbers_of $scene
}

# numbers_of SCENE: the ends, and the greatest distances from the exact motion; of the steps that
# had a problem the mean size and time
numbers_of() {
    values 'FNR == NR { k = $c["step"]; x[k] = $c["x"]; y[k] = $c["y"]; next }
        {
            f = tolower($c["formulation"]); k = steps[f]++
            dx = $c["x [m]"] - x[k]; dy = $c["y [m]"] - y[k]; d = dx * dx + dy * dy
            if (d > most[f]) most[f] = d
            end[f] = sprintf("(%.3f, %.3f)", $c["x [m]"], $c["y [m]"])
        }
        $c["unknowns"] > 0 {
            n[f]++; sum[f] += $c["unknowns"]; pivots[f] += $c["pivots"]
            time[f] += $c["solver time [µs]"]
            if ($c["unknowns"] > size[f]) size[f] = $c["unknowns"]
        }
        END {
            for (f in steps) {
                name = "'$1'_" f
                set(name "_end", "%s", end[f])
                set(name "_max", "%.2g", root(most[f]))
                set(name "_largest", "%d", size[f])
                set(name "_mean", "%.1f", sum[f] / n[f])
                set(name "_pivots", "%d", pivots[f])
                set(name "_us", "%.2g", time[f] / n[f])
            }
            set("'$1'_exact_end", "%s", sprintf("(%.3f, %.3f)", x[k], y[k]))
        }' "$data/$1-exact.csv" "$data/$1.csv"
}

# charts_of SCENE TITLE
charts_of() {
    chart $1-unknowns $1 --x 't [s]' --y unknowns --by formulation \
        --title "$2: unknowns of each step's problem"
    chart $1-times $1 --x 't [s]' --y 'solver time [µs]' --by formulation --log y \
        --title "$2: what solving it takes"
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

# path NAME: rows of the run in data/part, for a picture of several
path() {
    rows '{ print "'"$1"'," $c["x"] "," $c["y"] }' "$data/part" >>"$paths" ||
        fail "cannot write $paths"
}

# lengths_of SCENE WINDOW H...: paths at several step lengths, of ST and of PEG, in one picture
# each, a window of PEG's, and their greatest errors
lengths_of() {
    scene=$1 window=$2
    shift 2
    for f in st peg; do
        paths=$data/$scene-$f-lengths.csv
        echo 'run,x,y' >"$paths" || fail "cannot write $paths"
        for h in "$@"; do
            sim run $scene --formulation exact --h $h --csv "$data/exact"
            sim run $scene --formulation $f --h $h --csv "$data/part"
            path "h = $h s"
            values '{ k = $c["step"] }
                NR == FNR { x[k] = $c["x"]; y[k] = $c["y"]; next }
                {
                    dx = $c["x"] - x[k]; dy = $c["y"] - y[k]; d = dx * dx + dy * dy
                    if (d > most) most = d
                }
                END { set("'${scene}_${f}_$h'", "%.2g", root(most)) }' "$data/exact" "$data/part"
        done
        mv "$data/exact" "$data/part"
        path exact
        chart $scene-$f-lengths $scene-$f-lengths --x x --y y --by run --over $scene \
            --title "$(title_of $f) at several step lengths, and the exact motion"
    done
    rm -f "$data/part"
    chart $scene-peg-lengths-zoom $scene-peg-lengths --x x --y y --by run --over $scene \
        --zoom "$window" --title 'PEG at several step lengths, enlarged'
}

pictures_of hills 1.7,0.3,0.9,0.7
pictures_of sawtooth 1.1,-0.05,0.7,0.4
pictures_of sawtooth-friction 3.4,-0.05,0.9,0.45
runs_of hills st ap peg swept
runs_of sawtooth st ap peg swept
runs_of sawtooth-friction st ap peg swept gauss two-phase
charts_of hills Hills
charts_of sawtooth Sawtooth
for s in hills sawtooth sawtooth-friction; do edges_of $s; done
lengths_of hills 6,0.5,3.2,1 0.02 0.01 0.005 0.0025
lengths_of sawtooth 1.1,-0.05,0.7,0.4 0.02 0.01 0.005 0.0025

# ---- Fig 18 ----
if [ "$quick" ]; then set -- --runs 3 --h-min 0.00128 --halvings 4
else set -- --h-min 1e-5 --halvings 15; fi
sim study sawtooth "$@" --summary "$data/study.csv" --svg "$out/study.svg"
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
