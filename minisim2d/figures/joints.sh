# joints.sh: [RPI] Fig 4: how far joints come open, by what keeps them together; figures.sh reads it

# joints_of SCENE TITLE: data/SCENE-joints.csv: joint error and energy of each step
joints_of() {
    table=$data/$1-joints.csv scene=$data/part.scene
    echo 'joints,t [s],joint error,energy [J]' >"$table" || fail "cannot write $table"
    for rule in plain 'curved 1' 'curved 2' 'curved 8'; do
        { sed '/^joints /d' "scenes/$1.scene" && echo "joints $rule"; } >"$scene" ||
            fail "cannot write $scene"
        sim run "$scene" --csv "$data/part"
        # a step has a row for each body, which all say this
        rows '$c["step"] "" != step {
                step = $c["step"]
                print "'"$rule"'," $c["t"] "," $c["joint_error"] "," $c["energy"]
            }' "$data/part" >>"$table" || fail "cannot write $table"
    done
    rm -f "$data/part" "$scene"
    chart $1-joints $1-joints --x 't [s]' --y 'joint error' --by joints --log y \
        --title "$2: the greatest error of its joints [m]"
    chart $1-energy $1-joints --x 't [s]' --y 'energy [J]' --by joints --title "$2: its energy"
    values '{
            name = "'$1'_" $c["joints"]; sub(/ /, "", name)
            energy = $c["energy [J]"]; error = $c["joint error"]
            if (!(name in end)) start[name] = energy
            if (error > worst[name] + 0) worst[name] = error
            end[name] = energy
        }
        END {
            for (name in end) {
                set(name "_worst", "%.2g", worst[name])
                set(name "_start", "%.3g", start[name])
                set(name "_gain", "%+.2g", end[name] - start[name])
            }
        }' "$table"
}
joints_of crank Slider-crank
joints_of fourbar 'Four-bar linkage'
