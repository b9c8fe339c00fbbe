#!/bin/sh
# validate.sh: compares the kit with exact results and other programs: make validate
#
#   tests/validation/validate.sh PROGRAM OUT [quick]            from the top of the kit
#
# OUT gets table.tsv, one line per comparison, and index.html, the same as a page. Siconos, Box2D
# and ODE (Debian's libsiconos-numerics-dev, libbox2d-dev, libode-dev) are used where installed; the
# rows of a missing program say so. Exit status 1 if a comparison is worse than its bound.
program=${1:?usage: tests/validation/validate.sh PROGRAM OUT [quick]}
out=${2:?usage: tests/validation/validate.sh PROGRAM OUT [quick]}
quick=${3:-}
here=tests/validation
LC_ALL=C
export LC_ALL
mkdir -p "$out" || exit 2
table=$out/table.tsv
: >"$table" || exit 2
failed=0
date=$(date +%Y-%m-%d)

fail() {
    echo "make validate: $*" >&2
    exit 2
}

# row WITH COMMAND COUNT WORST BOUND UNIT: adds a comparison; where it could not be made, WORST is
# empty and COUNT is the reason
row() {
    mark=
    if [ "$4" ] && ! awk -v x="$4" -v most="$5" 'BEGIN { exit !(x + 0 <= most + 0) }'; then
        mark=' (!)'
        failed=1
    fi
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:--}${4:+ $6}$mark" "$date" >>"$table"
    printf '%-58s %-24s %s\n' "$1" "$3" "${4:--}${4:+ $6}$mark"
}

# built NAME COMPILE...: compiles into OUT/NAME, and succeeds if that is possible
built() {
    name=$1
    shift
    "$@" -o "$out/$name" >"$out/$name.log" 2>&1
}

# ---- exact rational arithmetic ----
built rational ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -Itests $here/rational.c -lm ||
    fail "cannot compile $here/rational.c"
count=${quick:+500}
"$out/rational" ${count:-20000} >"$out/rational.txt" || fail 'rational has failed'
read -r _ made _ solvable _ single <"$out/rational.txt"
sed 1d "$out/rational.txt" >"$out/rows"
while read -r solver solved wrong worst; do
    case $solver in
    lemke) bound=1e-11 ;;
    enumerate) bound=1e-11 ;;
    fischer-newton | minmap-newton) bound=1e-9 ;;
    *) bound=1e-4 ;;
    esac
    [ "$wrong" -eq 0 ] || worst=$wrong bound=0
    row "exact rational enumeration: $solver" "$out/rational ${count:-20000}" \
        "$solved of $solvable" "$worst" $bound "in z"
done <"$out/rows"
row 'exact rational enumeration: solved without a solution' "$out/rational ${count:-20000}" \
    "$((made - solvable)) without one" \
    "$(awk '{ n += $3 } END { print n + 0 }' "$out/rows")" 0 solved

# ---- Siconos ----
siconos='-I/usr/include/siconos -I/usr/include/siconos/numerics'
if built siconos ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. $siconos $here/siconos.c \
    "$(dirname "$program")/minisim2d.a" -lsiconos_numerics -lsiconos_externals -lm; then
    "$out/siconos" "$(dirname "$program")/../steps.frames" >"$out/rows" 2>"$out/siconos.log" ||
        fail 'siconos has failed'
    while read -r solver problems solved _ worst; do
        row "Siconos $solver: v+ of recorded steps" \
            "$out/siconos $(dirname "$program")/../steps.frames" "$solved of $problems" \
            "$worst" 1e-9 "of |v|"
    done <"$out/rows"
else
    row 'Siconos lexicolemke, nsgs' "$here/siconos.c" 'not installed' ''
fi

# ---- the exact motion of particles ----
h=${quick:+1e-3}
h=${h:-1e-4}
for scene in sawtooth hills sawtooth-friction; do
    set -- study $scene --formulation peg,swept ${quick:+--runs 5} --h-min $h --halvings 0
    "$program" "$@" --quiet --csv "$out/part" || fail "minisim2d $* has failed"
    grep -v '^#' "$out/part" | awk -F, 'NR > 1 { n++; if ($12 + 0 > worst) worst = $12 + 0 }
        END { printf "%d %.2g\n", n, worst }' >"$out/rows"
    read -r n worst <"$out/rows"
    row "exact motion: $scene, random starts, median of steps" "minisim2d $*" "$n runs" "$worst" \
        "$(awk 'BEGIN { print 20 * '$h' }')" m
done
: >"$out/part"
for scene in drop slope valley square staircase letter end flush bricks; do
    "$program" compare $scene --formulation swept --h $h --quiet --csv - >>"$out/part" ||
        fail "minisim2d compare $scene has failed"
done
awk -F, '$1 == "swept" { n++; if ($6 + 0 > worst) worst = $6 + 0 }
    END { printf "%d %.2g\n", n, worst }' "$out/part" >"$out/rows"
read -r n worst <"$out/rows"
row 'exact motion: nine more scenes, swept, worst step' \
    "minisim2d compare SCENE --formulation swept --h $h" "$n particles" "$worst" \
    "$(awk 'BEGIN { print 20 * '$h' }')" m

# ---- closed forms of bodies ----
# measured SCENE BODY TIME H WHAT: prints a number about the end of a run of swept; WHAT is x, y,
# angle, spin, or way, the distance from the start
measured() {
    "$program" run $1 --time $3 --h $4 --quiet --csv "$out/part" ||
        fail "minisim2d run $1 has failed"
    awk -F, -v body=$2 -v what=$5 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["body"] != body { next }
        !seen++ { x = $c["x"]; y = $c["y"] }
        { dx = $c["x"] - x; dy = $c["y"] - y
          value = what == "way" ? sqrt(dx * dx + dy * dy) : $c[what] }
        END { if (seen) printf "%.9g", value; exit !seen }' "$out/part" || fail "$1 has no body $2"
}
distance() { awk -v a=$1 -v b=$2 'BEGIN { d = a - b; printf "%.2g", d < 0 ? -d : d }'; }

# form SCENE BODY TIME H WHAT TRUTH KIND [BOUND]: adds a comparison of such a number with the truth
form() {
    value=$(measured $1 $2 $3 $4 $5) || exit 2
    worst=$(distance $value $6)
    case $5 in angle) unit=rad ;; spin) unit=rad/s ;; *) unit=m ;; esac
    row "$7: $1, $5 of $2 after $3 s" "minisim2d run $1 --time $3 --h $4" "$6 $unit" $worst \
        "${8:-$(awk 'BEGIN { print 20 * '$4' }')}" $unit
}
form push coasts 1.05 $h way 0.509684 'closed form'
form tip slides 0.5 $h way 0.014250 'closed form'
form pendulum rod 10 $h angle -0.799839 'closed form'
form rolling rolls 1 $h way 1.118406 'closed form'
form rolling rolls 1 $h spin -4.473624 'closed form' 1e-6
form rolling slips 1 $h way 1.447149 'closed form'
form rolling slips 1 $h spin -1.843677 'closed form' 1e-6
form rocks box 0.3 $h angle -1.769780 'closed form'
form ode1 ball 1.5 $h y 1 'closed form'
form hanging l25 1 0.01 way 0 'closed form' 1e-8
# by other equations: those of generalised coordinates, solved with fine steps
form crank slider 2 $h x 1.169066 'other equations'
form double lower 3 $h angle -1.075062 'other equations'

# ---- other engines, where they converge ----
if built box2d ${CXX:-c++} -O2 $here/by_box2d.cpp -lbox2d; then have=box2d; else have=; fi
if built ode ${CC:-cc} -O2 $here/by_ode.c -lode -lm -lstdc++; then have="$have ode"; fi
for engine in box2d ode; do
    # the bound: two methods of first order are at most 20 h apart, and for the ball 0.01 m more,
    # which Box2D leaves between bodies
    for scene in 'coast push coasts 1.5 way 20 0' 'pendulum pendulum rod 2 angle 20 0' \
        'ball ode1 ball 1.5 y 20 .01'; do
        set -- $engine $scene
        bound=$(awk 'BEGIN { print '$7' * '$h' + '$8' }')
        case $1 in box2d) title=Box2D ;; *) title=ODE ;; esac
        case " $have " in
        *" $1 "*)
            theirs=$("$out/$1" $2 $h 2>/dev/null | tail -n 1)
            ours=$(measured $3 $4 $5 $h $6) || exit 2
            worst=$(distance $ours $theirs)
            case $6 in angle) unit=rad ;; *) unit=m ;; esac
            row "$title: $3, $6 of $4 after $5 s" "$out/$1 $2 $h" "$theirs $unit" $worst \
                $bound $unit
            ;;
        *) row "$title: $3" "$here/$1 $2 $h" 'not installed' '' ;;
        esac
    done
done
rm -f "$out/part" "$out/rows"

# ---- the page ----
awk -F'\t' 'function plain(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
    BEGIN {
        print "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>"
        print "<meta charset=\"utf-8\"/>\n<title>mbsim: what it agrees with</title>\n<style>"
        print ":root { color-scheme: light dark; }"
        print "body { margin: 0 auto; max-width: 72rem; padding: 1rem;"
        print "  font: 1rem/1.5 system-ui, sans-serif; }"
        print "td, th { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid #999; }"
        print "td:last-child { white-space: nowrap; }"
        print "table { border-collapse: collapse; font-size: .9rem; }\n</style>\n</head>\n<body>"
        print "<h1>What mbsim agrees with</h1>\n<p>Every row is a comparison with a result that"
        print "was found in another way: its command, how many cases or which value, the worst"
        print "difference, and the day. Step-size studies of bodies have no such reference: they"
        print "measure against the kit’s own finest run, and are not here.</p>\n<table>"
        print "<thead><tr><th>compared with</th><th>command</th><th>cases, or value</th>"
        print "<th>worst difference</th><th>date</th></tr></thead>\n<tbody>"
    }
    {
        print "<tr><td>" plain($1) "</td><td><code>" plain($2) "</code></td><td>" plain($3) \
            "</td><td>" plain($4) "</td><td>" $5 "</td></tr>"
    }
    END { print "</tbody>\n</table>\n</body>\n</html>" }' "$table" >"$out/index.html" ||
    fail "cannot write $out/index.html"
echo "$out/index.html"
exit $failed
