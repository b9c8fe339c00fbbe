# grasp.sh: [BPMD] Figs 2 to 7 and Table 3: a grasp calibrated with every model; figures.sh reads it

tracks='push02 push07'                        # calibrated with; push05 is predicted
slides='slide1 slide2'
models='disc soft 16 8 4 square'
radii=0.005:0.1:0.005 frictions=0:1:0.1 coarse=4
[ -z "$quick" ] || { models='disc square' radii=0.03:0.05:0.01 frictions=0.3:0.5:0.1 coarse=1; }

# a model as options
option_of() {
    case $1 in
    soft) echo '--solver soft-cone' ;;
    *) echo "--supports $1" ;;
    esac
}

# its name on the page
name_of() {
    case $1 in
    disc) echo discs ;;
    soft) echo Todorov ;;
    square) echo squares ;;
    *) echo "$1-gons" ;;
    esac
}

# best_of MODEL TRACK...: the best parameters: radius, surface, pusher, fingers, error
best_of() {
    option=$(option_of $1)
    shift
    for track in "$@"; do
        shift
        set -- "$@" "$data/grasp/$track.scene"
    done
    sim calibrate "$@" $option --best --coarse $coarse --csv "$data/part" \
        --vary object.tripod.radius=$radii --vary object.support.mu=$frictions \
        --vary pusher.mu=$frictions --vary finger1.mu+finger2.mu=$frictions
    awk -F, '!/^#/ && $5 + 0 == $5 && (best == "" || $5 < least) {
            least = $5
            best = $1 " " $2 " " $3 " " $4 " " $5
        }
        END { print best }' "$data/part"
}

# fit MODEL WORDS TRACK...: a row of grasp-best.csv, with these words for the tracks; the best
# parameters are in $best
fit() {
    name=$(name_of $1) words=$2 model=$1
    shift 2
    best=$(best_of $model "$@")
    echo "$best" | awk -v OFS=, -v name="$name" -v words="$words" '
        NF == 5 { print name, words, $3, $4, $2, $1, 1e6 * $5 }
        END { exit NF != 5 }' >>"$data/grasp-best.csv" || fail "no best parameters of $name"
}

# predict NAME OPTION RADIUS SURFACE PUSHER FINGERS: rows of push05 with these parameters
predict() {
    sed -e "/^box pusher/s/mu .*/mu $5/" -e "/^disc finger/s/mu .*/mu $6/" \
        -e "/^tripod/s/radius .*/radius $3 mu $4/" "$data/grasp/push05.scene" >"$data/part.scene"
    sim run "$data/part.scene" $2 --csv "$data/part" --frames "$data/part.frames"
    awk -F, -v name="$1" '
        FILENAME ~ /frames$/ {
            split($0, w, " ")
            if (w[1] == "step") step = w[2]
            n = w[1] == "solution" ? gsub(/[sl]/, "", w[4]) : 0
            if (n > active[step]) active[step] = n
            next
        }
        FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["body"] == "object" && $c["step"] > 0 {
            print name "," $c["step"] "," $c["x"] "," $c["y"] "," $c["angle"] "," \
                active[$c["step"]] + 0
        }' \
        "$data/part.frames" "$data/part" >>"$data/grasp.csv" || fail "cannot write $data/grasp.csv"
}

sh scenes/grasp/make.sh "$program" "$data/grasp" || fail "cannot write $data/grasp"
sim run "$data/grasp/push05.scene" --svg "$out/bpmd2.svg"

echo 'model,step,x [m],y [m],angle [rad],active contacts' >"$data/grasp.csv"
echo 'model,tracks,pusher,fingers,surface,tripod [m],error [mm^2]' >"$data/grasp-best.csv"
for model in $models; do
    fit $model '2 pushes' $tracks
    predict $name "$(option_of $model)" $best
    if [ "$quick" ]; then echo "$name,2 pushes and 2 slides,0,0,0,0,0" >>"$data/grasp-best.csv"
    else fit $model '2 pushes and 2 slides' $slides $tracks; fi    # short ones rule out most
done
rm -f "$data/part" "$data/part.scene" "$data/part.frames"

chart bpmd4 grasp --x step --y 'active contacts' --by model \
    --title 'Active contacts by step, a push that is predicted'
# the measurement has no contacts; as the last one it leaves the models their colours
awk -F, 'NR > 1 { print "measured," NR - 1 "," $2 "," $3 "," $4 "," }' "$data/grasp/push05.csv" \
    >>"$data/grasp.csv" || fail "cannot write $data/grasp.csv"
chart bpmd5 grasp --x step --y 'x [m]' --by model \
    --title 'x of the object by step, a push that is predicted'
chart bpmd6 grasp --x step --y 'y [m]' --by model --title 'y of the object by step'
chart bpmd7 grasp --x step --y 'angle [rad]' --by model --title 'Orientation of the object by step'

values '{
        model = $c["model"]
        if (!(model in row)) name[++n] = model
        row[model] = row[model] cell("%s", $c["pusher"]) cell("%s", $c["fingers"]) \
            cell("%s", $c["surface"]) \
            cell("%s", $c["surface"] > 0 ? 1000 * $c["tripod [m]"] : "any") \
            cell("%.3g", $c["error [mm^2]"])
    }
    END {
        for (i = 1; i <= n; i++)
            text = text "<tr><td>" name[i] "</td>" row[name[i]] "</tr>"
        set("grasp_best", "%s", text)
    }' "$data/grasp-best.csv"
