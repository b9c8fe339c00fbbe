# joints.sh: [RPI] Fig 4: how far joints come open, by what keeps them together; figures.sh reads it with `.`

# joints_of SCENE: data/SCENE-joints.csv: joint error and energy of each step
joints_of() {
    table=$data/$1-joints.csv
    echo 'joints,t [s],joint error,energy [J]' >"$table" || fail "cannot write $table"
    for rule in plain 'curved 1' 'curved 2' 'curved 8'; do
        { sed '/^joints /d' "scenes/$1.scene" && echo "joints $rule"; } >"$data/part.scene" || fail "cannot write $data/part.scene"
        sim run "$data/part.scene" --csv "$data/part"
        awk -F, -v rule="$rule" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
            $c["step"] != step || NR == 2 { print rule "," $c["t"] "," $c["joint_error"] "," $c["energy"]; step = $c["step"] }' \
            "$data/part" >>"$table" || fail "cannot write $table"
    done
    rm -f "$data/part" "$data/part.scene"
    chart $1-joints $1-joints --x 't [s]' --y 'joint error' --by joints --log y --title "$2: the greatest error of its joints [m]"
    chart $1-energy $1-joints --x 't [s]' --y 'energy [J]' --by joints --title "$2: its energy"
    values '{ name = "'$1'_" $1; sub(/ /, "", name); if (!(name in worst)) start[name] = $4
            if ($3 > worst[name] + 0) worst[name] = $3; end[name] = $4 }
        END { for (name in worst) printf "%s_worst=%.2g\n%s_gain=%+.2g\n%s_start=%.3g\n", name, worst[name], name,
            end[name] - start[name], name, start[name] }' "$table"
}
joints_of crank Slider-crank
joints_of fourbar 'Four-bar linkage'
