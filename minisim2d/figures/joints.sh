# joints.sh: [RPI] Fig 4: errors of joints for several methods; figures.sh reads it

# by_rule SCENE FILE RULE...: data/SCENE-joints.csv: all steps of a run with each statement
# `joints RULE`
by_rule() {
    name=$1 file=$2 table=$data/$1-joints.csv scene=$data/part.scene
    shift 2
    : >"$table"
    for rule in "$@"; do
        { sed '/^joints /d' "$file" && echo "joints $rule"; } >"$scene" ||
            fail "cannot write $scene"
        sim run "$scene" --csv "$data/part"
        [ -s "$table" ] || sed '1s/^/joints,/; q' "$data/part" >"$table"
        sed '1d; s/^/'"$rule"',/' "$data/part" >>"$table" || fail "cannot write $table"
    done
    rm -f "$data/part" "$scene"
}

# ---- Fig 4: a pendulum ----
# pendulum_of NAME FILE: data/NAME.csv, with the errors of its joint, and its periods
#
# The rod hangs by its left end, (-.5, 0) of its own, at the origin; it is lowest at an angle of
# -pi/2. Its period is twice the time from one passage there to the next.
pendulum_of() {
    by_rule $1 "$2" free projected plain 'curved 8'
    rows 'BEGIN {
            print "joints,t [s],position error [m],velocity error [m/s],period [s]"
            lowest = -1.5707963267948966
        }
        $c["joints"] != rule { rule = $c["joints"]; passed = 0; a = "" }
        {
            rx = -.5 * cos($c["angle"]); ry = -.5 * sin($c["angle"])
            ux = $c["vx"] - $c["spin"] * ry; uy = $c["vy"] + $c["spin"] * rx
            period = ""
            if (a != "" && (a - lowest) * ($c["angle"] - lowest) <= 0) {
                at = t + ($c["t"] - t) * (lowest - a) / ($c["angle"] - a)
                if (passed) period = 2 * (at - passed)
                passed = at
            }
            a = $c["angle"]; t = $c["t"]
            print rule "," t "," $c["joint_error"] "," sqrt(ux * ux + uy * uy) "," period
        }' "$data/$1-joints.csv" >"$data/$1.csv" || fail "cannot write $data/$1.csv"
    rm -f "$data/$1-joints.csv"
    values '{
            name = "'$1'_" $c["joints"]; sub(/ /, "", name)
            x = $c["position error [m]"] + 0; u = $c["velocity error [m/s]"] + 0
            if (x > position[name] + 0) position[name] = x
            if (u > velocity[name] + 0) velocity[name] = u
            if ($c["period [s]"] == "") next
            if (!(name in first)) first[name] = $c["period [s]"]
            last[name] = $c["period [s]"]
        }
        END {
            for (name in first) {
                set(name "_position", "%.2g", position[name])
                set(name "_velocity", "%.2g", velocity[name])
                set(name "_first", "%.4f", first[name])
                set(name "_last", "%.4f", last[name])
            }
        }' "$data/$1.csv"
}
pendulum_of pendulum scenes/pendulum.scene
# from half a radian: position .5 (sin .5, -cos .5), angle .5 - pi/2
sed 's/position 0.5 0/position 0.2397127693 -0.4387912809 angle -1.0707963268/' \
    scenes/pendulum.scene >"$data/small.scene" || fail "cannot write $data/small.scene"
pendulum_of swing "$data/small.scene"
rm -f "$data/small.scene"
chart pendulum-position pendulum --x 't [s]' --y 'position error [m]' --by joints --log y \
    --title 'Pendulum: position error of its joint [m]'
chart pendulum-velocity pendulum --x 't [s]' --y 'velocity error [m/s]' --by joints --log y \
    --title 'Pendulum: velocity error of its joint [m/s]'

# ---- closed chains ----
# chains_of SCENE TITLE: joint error and energy of each step
chains_of() {
    by_rule $1 scenes/$1.scene plain 'curved 1' 'curved 2' 'curved 8'
    # a step has a row for each body, with the same values here
    rows 'BEGIN { print "joints,t [s],joint error,energy [J]" }
        $c["joints"] $c["step"] "" != step {
            step = $c["joints"] $c["step"]
            print $c["joints"] "," $c["t"] "," $c["joint_error"] "," $c["energy"]
        }' "$data/$1-joints.csv" >"$data/part" || fail "cannot write $data/part"
    mv "$data/part" "$data/$1-joints.csv"
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
        }' "$data/$1-joints.csv"
}
chains_of crank Slider-crank
chains_of fourbar 'Four-bar linkage'
