# solvers.sh: [RPI] Fig 9b and [BPMD]: solvers on the same problems; figures.sh reads it with `.`

# trace_of PROBLEM SOLVER NAME: rows `NAME,iteration,residual`; not solved, status 1, is a result
trace_of() {
    "$program" solve "$1" --solver $2 --max-iter 60 --trace >"$data/trace" 2>&1 || [ $? -eq 1 ] ||
        fail "this has failed: minisim2d solve $1 --solver $2"
    awk '$1 == "iteration" && $2 == "residual" { on = 1; next }
        on && NF == 3 { print "'$3'," $1 "," $2; n++; next }
        { on = 0 }
        END { exit n == 0 }' "$data/trace" || fail "no iterations of $2 for $1"
}

# merits_of NAME SCENE TITLE OPTION...: residual by iteration, of the Newton solvers and the
# interior point, on the first problem of a scene
merits_of() {
    name=$1 scene=$2 title=$3 table=$data/$1.csv
    shift 3
    sim run $scene --solver lemke --time 0.03 "$@" --dump-lcp "$data/problems"
    problem=$(ls "$data"/problems/*.lcp | sed -n 1p)
    echo 'solver,iteration,residual' >"$table" || fail "cannot write $table"
    for s in fischer-newton minmap-newton interior-point; do
        trace_of "$problem" $s $s >>"$table"
    done
    n=$(awk '!/^#/ && NF { print $1; exit }' "$problem")
    rm -rf "$data/trace" "$data/problems"
    chart $name $name --x iteration --y residual --by solver --log y --title "$title, $n unknowns"
    values '{ last[$c["solver"]] = $c["iteration"]; residual[$c["solver"]] = $c["residual"] }
        END {
            for (s in last) {
                set("'$name'_" s "_iterations", "%d", last[s])
                set("'$name'_" s "_residual", "%.2g", residual[s])
            }
            set("'$name'_n", "%d", '$n')
        }' "$table"
}
merits_of newton-small tip 'A box that tips'
merits_of newton-large arch 'Two arches'
merits_of newton-st arch 'Two arches, ST on all edges in reach' --formulation st

# ---- Fig 9b: fifty problems of 125 discs ----
# without friction; 400 steps, and every eighth problem of them
sed 's/ mu [0-9.]*//; /^friction/d' scenes/discs.scene >"$data/discs.scene" ||
    fail "cannot write $data/discs.scene"
sim run "$data/discs.scene" --time ${quick:+0.}4 --dump-lcp "$data/problems" --dump-every 8 \
    --svg "$out/discs.svg"
: >"$data/part"
k=0
for problem in "$data"/problems/*.lcp; do
    k=$((k + 1))
    trace_of "$problem" fischer-newton $k >>"$data/part"
done
# of all samples the one in the middle at each iteration; those that are solved count as 0
awk -F, '{ e[$1, $2] = $3; if (!($1 in last)) n++; last[$1] = $2; if ($2 > most) most = $2 }
    END {
        print "curve,iteration,residual"
        for (i = 0; i <= most; i++) {
            m = 0
            for (s in last) {
                x = (s, i) in e ? e[s, i] : 0
                for (j = m++; j > 0 && v[j - 1] > x + 0; j--) v[j] = v[j - 1]
                v[j] = x + 0
            }
            split(".1 .5 .9", at, " ")
            split("lowest tenth,median,highest tenth", name, ",")
            for (q = 1; q <= 3; q++) {
                x = v[int(at[q] * (n - 1) + .5)]
                if (x > 0) print name[q] "," i "," x
            }
        }
    }' "$data/part" >"$data/newton-discs.csv" || fail "cannot write $data/newton-discs.csv"
chart newton-discs newton-discs --x iteration --y residual --by curve --log y \
    --title 'Fischer-Newton on problems of 125 discs'
values '$c["curve"] == "median" { last = $c["iteration"] + 0; r[last] = $c["residual"] + 0 }
    END {
        # the factor an iteration, from the 5th to the 30th
        k = last < 30 ? last : 30
        x = r[k] / r[5]; lo = 0; hi = 2
        for (i = 0; i < 60; i++) {
            f = (lo + hi) / 2; p = 1
            for (j = 5; j < k; j++) p *= f
            if (p > x) hi = f; else lo = f
        }
        set("discs_rate", "%.2f", f)
        set("discs_at", "%d", k)
        set("discs_residual", "%.2g", r[k])
    }' "$data/newton-discs.csv"
awk -F, '{ last[$1] = $3 } END {
        for (s in last) { n++; solved += last[s] <= 1e-10 }
        print "discs_n=" n "\ndiscs_solved=" solved
    }' "$data/part" >>"$data/values"
rm -rf "$data/part" "$data/trace" "$data/problems" "$data/discs.scene"

# ---- recorded steps, solved again ----
sh scenes/steps.sh "$program" 20 >"$data/steps.frames" || fail "cannot write $data/steps.frames"
"$program" replay "$data/steps.frames" --csv "$data/replay.csv" >"$data/replay.txt" ||
    fail 'this has failed: minisim2d replay steps.frames'
awk '/: [0-9]+ steps, / { print "replay_n=" $2 }
    /^solver / { on = 1; next }
    on {
        table = table "<tr>"
        for (i = 1; i <= NF; i++) table = table "<td>" $i "</td>"
        table = table "</tr>"
    }
    END { print "replay_rows=" table }' "$data/replay.txt" >>"$data/values" ||
    fail "cannot write $data/values"

# ranked NAME SOLVERS TITLE: the errors of each solver in order of size; those that have no z are
# missing at the end. An error of 0 is drawn at 1e-17. sort knows no exponents: they are a key.
ranked() {
    rows '{ s = $c["solver"]; e = $c["total"] }
        !index(" '"$2"' ", " " s " ") || e !~ /^[0-9]/ { next }
        {
            if (e < 1e-17) e = 1e-17
            part = sprintf("%.9e", e); at = index(part, "e")
            print s, substr(part, at + 1), substr(part, 1, at - 1), e
        }' "$data/replay.csv" | sort -k1,1 -k2,2n -k3,3n |
        awk 'BEGIN { print "solver,problems in order of error,total error" }
            $1 != s { s = $1; k = 0 }
            { print s "," ++k "," $4 }' >"$data/$1.csv" || fail "cannot write $data/$1.csv"
    chart $1 $1 --x 'problems in order of error' --y 'total error' --by solver --log y --title "$3"
}
ranked replay-pivoting 'lemke dantzig enumerate interior-point' \
    'Pivoting, enumeration, interior point'
ranked replay-iterative 'pgs jacobi fixed-point fischer-newton minmap-newton' \
    'Sweeps and Newton methods'
