# bodies.sh: [ODE] section 5: pushing, tipping, stacks; figures.sh reads it with `.`

# rows_of SCENE: data/SCENE.csv: all steps of every formulation; {{SCENE_rows}}: a row of a table
# for each
rows_of() {
    table=$data/$1.csv
    for f in st ap peg swept gauss two-phase; do
        sim run $1 --formulation $f ${quick:+--time 0.1} --csv "$data/part"
        awk -v f=$f 'NR > 1 { print f "," $0 }  NR == 1 && f == "st" { print "formulation," $0 }' \
            "$data/part" >>"$table" || fail "cannot write $table"
    done
    rm -f "$data/part"
    awk -F, -v scene=$1 -f "$here/rows.awk" -f "$here/bodies.awk" "$table" >>"$data/values" ||
        fail "cannot read $table"
}
for s in push tip stacks; do rows_of $s; done
