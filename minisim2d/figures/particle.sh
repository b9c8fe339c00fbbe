# particle.sh: [PEG] section 3: one particle on hills and on a sawtooth; figures.sh reads it with `.`

# title_of FORMULATION: as pictures call it
title_of() { case $1 in swept | exact) echo "$1" ;; *) echo "$1" | tr a-z A-Z ;; esac; }

# pictures_of SCENE X Y W H: every formulation over the exact motion, and a window of that with the half-spaces that push there
pictures_of() {
    sim compare $1 --svg "$out/$1.svg"
    sim compare $1 --zoom $2 $3 $4 $5 --svg "$out/$1-zoom.svg"
}

# runs_of SCENE FORMULATION...: data/SCENE.csv: each step's place, the size of its problem, and the least time that solving it
# took in several runs; data/SCENE-exact.csv: the places of the exact motion
runs_of() {
    scene=$1 table=$data/$1.csv
    shift
    sim run $scene --formulation exact --csv "$data/$scene-exact.csv"
    echo 'formulation,t [s],x [m],y [m],unknowns,pivots,solver time [µs]' >"$table" || fail "cannot write $table"
    for f in "$@"; do
        for again in 1 ${quick:-2 3 4 5 6 7 8 9}; do sim run $scene --formulation $f --csv "$data/part$again"; done
        awk -F, -v f="$(title_of $f)" '
            FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
            FNR == NR { row[FNR] = f "," $c["t"] "," $c["x"] "," $c["y"] "," $c["size"] "," $c["iterations"]
                least[FNR] = $c["seconds"] }
            $c["seconds"] < least[FNR] { least[FNR] = $c["seconds"] }
            END { for (k = 2; k in row; k++) printf "%s,%.3f\n", row[k], 1e6 * least[k] }' "$data"/part* >>"$table" ||
            fail "cannot write $table"
        rm -f "$data"/part*
    done
    # the greatest distance from the exact motion, and the end; of the problems their number, sizes and mean time
    values 'FNR == NR { k = NR - 1; x[k] = $c["x"]; y[k] = $c["y"]; next }
        { f = tolower($c["formulation"]); k = ++steps[f]; dx = $c["x [m]"] - x[k]; dy = $c["y [m]"] - y[k]
          d = dx * dx + dy * dy; if (d > most[f]) most[f] = d; end[f] = sprintf("(%.3f, %.3f)", $c["x [m]"], $c["y [m]"]) }
        $c["unknowns"] > 0 { n[f]++; sum[f] += $c["unknowns"]; time[f] += $c["solver time [µs]"]; pivots[f] += $c["pivots"]
            if ($c["unknowns"] > size[f]) size[f] = $c["unknowns"] }
        END { for (f in steps) { name = "'$scene'_" f
                printf "%s_end=%s\n%s_max=%.2g\n%s_largest=%d\n", name, end[f], name, root(most[f]), name, size[f]
                printf "%s_mean=%.1f\n%s_us=%.2g\n%s_pivots=%d\n", name, sum[f] / n[f], name, time[f] / n[f], name, pivots[f] }
            printf "'$scene'_exact_end=(%.3f, %.3f)\n", x[k], y[k] }' "$data/$scene-exact.csv" "$table"
}

# charts_of SCENE TITLE
charts_of() {
    chart $1-unknowns $1 --x 't [s]' --y unknowns --by formulation --title "$2: unknowns of each step's problem"
    chart $1-times $1 --x 't [s]' --y 'solver time [µs]' --by formulation --log y --title "$2: what solving it takes"
}

# ---- which half-spaces pushed, and when ----

# halfspaces_of SCENE FORMULATION: data/SCENE-FORMULATION-edges.csv, from the recorded problems; rows of a table for the page.
# A push on a primary facet with others in its group is one on the facet that leads.
halfspaces_of() {
    edges=$data/$1-$2-edges.csv
    sim run "$1" --formulation $2 --frames "$data/part"
    awk -v formulation="$(title_of $2)" '
        $1 == "step" { t = $3; h = $4; contacts = 0 }
        $1 == "contact" && !($10 in leads) { edge[contacts++] = $11; leads[$10] = 1 }
        $1 == "solution" { for (g in leads) delete leads[g] }
        $1 == "z" { for (k = 0; k < contacts; k++) if ($(k + 2) > 0) {
            e = edge[k]
            if (!(e in first)) { first[e] = t; order[++n] = e }
            last[e] = t + h; steps[e]++; sum[e] += $(k + 2) } }
        END { print "formulation,edge,first [s],last [s],steps,impulse [N s]"
            for (i = 1; i <= n; i++) { e = order[i]
                printf "%s,%d,%.6g,%.6g,%d,%.6g\n", formulation, e, first[e], last[e], steps[e], sum[e] } }' \
        "$data/part" >"$edges" || fail "cannot write $edges"
    rm -f "$data/part"
    values '{ rows = rows "<tr><td>" $1 "</td><td>" $2 "</td><td>" sprintf("%.2f", $3) "</td><td>" sprintf("%.2f", $4) \
              "</td><td>" $5 "</td><td>" sprintf("%.3g", $6) "</td></tr>" }
        END { print "'$1_$2'_edges=" rows }' "$edges"
}

# ---- several step lengths ----

# lengths_of SCENE WINDOW H...: paths at several step lengths in one picture for each of ST and PEG, a window of PEG's, and their
# greatest errors
lengths_of() {
    scene=$1 window=$2
    shift 2
    for f in st peg; do
        paths=$data/$scene-$f-lengths.csv
        echo 'run,x,y' >"$paths" || fail "cannot write $paths"
        for h in "$@"; do
            sim run $scene --formulation exact --h $h --csv "$data/part1"
            sim run $scene --formulation $f --h $h --csv "$data/part2"
            awk -F, -v h=$h 'NR > 1 { print "h = " h " s," $4 "," $5 }' "$data/part2" >>"$paths" || fail "cannot write $paths"
            values 'NR == FNR { x[$c["step"]] = $c["x"]; y[$c["step"]] = $c["y"]; next }
                { dx = $c["x"] - x[$c["step"]]; dy = $c["y"] - y[$c["step"]]; d = dx * dx + dy * dy; if (d > most) most = d }
                END { printf "'$scene'_'$f'_'$h'=%.2g\n", root(most) }' "$data/part1" "$data/part2"
        done
        awk -F, 'NR > 1 { print "exact," $4 "," $5 }' "$data/part1" >>"$paths" || fail "cannot write $paths"
        rm -f "$data"/part*
        chart $scene-$f-lengths $scene-$f-lengths --x x --y y --by run --over $scene \
            --title "$(title_of $f) at several step lengths, and the exact motion"
    done
    chart $scene-peg-lengths-zoom $scene-peg-lengths --x x --y y --by run --over $scene --zoom "$window" \
        --title 'PEG at several step lengths, enlarged'
}

pictures_of hills 1.7 0.3 0.9 0.7
pictures_of sawtooth 1.1 -0.05 0.7 0.4
pictures_of sawtooth-friction 3.4 -0.05 0.9 0.45
runs_of hills st ap peg swept
runs_of sawtooth st ap peg swept
runs_of sawtooth-friction st ap peg swept gauss two-phase
charts_of hills Hills
charts_of sawtooth Sawtooth
for s in hills sawtooth sawtooth-friction; do
    halfspaces_of $s st
    halfspaces_of $s peg
done
lengths_of hills 6,0.5,3.2,1 0.02 0.01 0.005 0.0025
lengths_of sawtooth 1.1,-0.05,0.7,0.4 0.02 0.01 0.005 0.0025

# ---- Fig 18 ----
if [ "$quick" ]; then set -- --runs 3 --h-min 0.00128 --halvings 4; else set -- --h-min 1e-5 --halvings 15; fi
sim study sawtooth "$@" --summary "$data/study.csv" --svg "$out/study.svg"
values '{ f = $c["formulation"]; h = $c["h"]; n[f]++; runs = $c["samples"]; seconds += $c["solver_seconds"]
        if ($c["order"] != "") order[f] = $c["order"]
        if (h > .0102 && h < .0103) at[f] = $c["median"]
        if (n[f] == 1) { shortest = h; first[f] = $c["median"]; low[f] = $c["lower_quartile"] }
        longest = h; last[f] = $c["median"] }
    END { for (f in n) printf "study_%s_at=%.3g\nstudy_%s_shortest=%.2g\nstudy_%s_longest=%.2g\n", f, at[f], f, first[f], f, last[f]
        for (f in order) printf "study_%s_order=%.2f\n", f, order[f]
        printf "study_st_low=%.2g\nstudy_ratio=%.0f\nstudy_runs=%d\n", low["st"], at["st"] / at["peg"], runs
        printf "study_shortest=%.3g\nstudy_longest=%.2g\nstudy_lengths=%d\nstudy_seconds=%.0f\n", shortest, longest, n["peg"],
            seconds }' "$data/study.csv"
