# solvers.sh: [RPI] Fig 9b and [BPMD]: solvers on the same problems; figures.sh reads it with `.`

# merits_of NAME SCENE TITLE OPTION...: residual by iteration, of the Newton solvers and the
# interior point, on the first problem of a scene
merits_of() {
    name=$1 scene=$2 title=$3 table=$data/$1.csv
    shift 3
    sim run $scene --solver lemke --time 0.03 "$@" --dump-lcp "$data/problems"
    problem=$(ls "$data"/problems/*.lcp | sed -n 1p)
    echo 'solver,iteration,residual' >"$table" || fail "cannot write $table"
    for s in fischer-newton minmap-newton interior-point; do
        # exit status 1: not solved, which is a result
        "$program" solve "$problem" --solver $s --max-iter 60 --trace >"$data/part" 2>&1 ||
            [ $? -eq 1 ] || fail "this has failed: minisim2d solve $problem --solver $s"
        awk '$1 == "iteration" && $2 == "residual" { on = 1; next }
            on && NF == 3 { print "'$s'," $1 "," $2; n++; next }
            { on = 0 }
            END { exit n == 0 }' "$data/part" >>"$table" || fail "no iterations of $s for $name"
    done
    n=$(awk '!/^#/ && NF { print $1; exit }' "$problem")
    rm -rf "$data/part" "$data/problems"
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

# ---- recorded steps, solved again ----
"$program" replay scenes/steps.frames --csv "$data/replay.csv" >"$data/replay.txt" ||
    fail 'this has failed: minisim2d replay scenes/steps.frames'
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
