#!/bin/sh
# page_live.sh: the live page in Chromium: its results against those of the native program, number
# by number, and the page driven as a reader would
#
#   tests/program/page_live.sh build/minisim2d/minisim2d [--full]
#       (from the top of the kit; prints TAP; --full: also drives Firefox, and tests a lab's page)
#   DEEP=1: also moves every handle by the mouse and by a finger
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../chromium.sh"
use_program "$@"
page=$build/tests/live.html

# drive KIND PROGRAM: drives the live page as a reader would, in that browser. It runs in the
# background, because most of its time it waits.
driven=
drive() {
    node tests/program/page_hands.js "$1" "$2" "$page" ${DEEP:+--every} >"$dir/hands.$1" 2>&1 &
    driven="$driven $1"
}

# native_traces FILE: solves every problem of the file with the program as the explorer did, and
# prints the lines that the explorer wrote, except those about cones
native_traces() {
    awk -v dir="$dir" '/^problem / { file = dir "/p" $2 ".lcp"; print; given = 1; next }
        /^cones / { given = 0; close(file) }
        /^solver / { print $0, file }  given { print; print >file }' "$1" |
    while read -r line; do
        echo "$line" | cut -d ' ' -f 1,2
        case $line in
        'solver pgs '* | 'solver jacobi '*) set -- $line --omega 1.25 ;;
        'solver '*) set -- $line ;;
        *) continue ;;
        esac
        "$program" solve "$3" --solver "$2" --trace $4 $5 2>/dev/null |
            awk '/^ *(pivot|iteration) / { on = 1; next }  /^$/ { on = 0 }  on { $1 = $1; print }
                 /^status/ { sub(/:/, "", $2); print $1, $2 }'
    done
}

# same_numbers FULL PRINTED: compares two files word by word, with the numbers of FULL rounded to
# the digits that `solve --trace` prints
same_numbers() {
    paste -d '|' "$1" "$2" | awk -F '|' '{ m = split($1, a, " "); n = split($2, b, " ");
        bad += m != n
        for (i = 1; i <= n; i++) { words++;
            bad += a[i] != b[i] && (a[i] !~ /^[-0-9.e+]+$/ ||
                sprintf(n == 5 ? "%.9g" : "%.6e", a[i]) + 0 != b[i] + 0) } }
        END { print words + 0, "words,", bad + 0, "differ";
            exit !(words > 500 && bad == 0) }' >"$dir/out"
}

# between FILE ID: prints the text of that element
between() {
    sed 's|<pre |\n<pre |g; s|</pre>|\n</pre>\n|g' "$1" | sed -n "/^<pre id=\"$2\">/,/^<\/pre>/p" |
        sed 's/^<pre[^>]*>//; /^<\/pre>/d; /^$/d'
}

name='the live page'
if [ -z "$browser" ]; then
    skip "$name" 'Chromium is not installed'
elif [ -n "$SANITIZED" ]; then
    skip "$name" 'it is not built with sanitizers'
elif ! built "$page" >"$dir/out" 2>"$dir/err" && grep -q 'needs a clang' "$dir/err"; then
    skip "$name" 'no clang that compiles for wasm32, or no wasm-ld'
else
    if command -v node >/dev/null; then
        drive chromium "$browser"
        if [ "$2" = --full ] && command -v firefox >/dev/null; then drive firefox firefox; fi
    fi
    holds "$name: smaller than 400 kB" [ "$(wc -c <"$page")" -lt 400000 ]
    grep -q "Content-Security-Policy\" content=\"default-src 'none';" "$page" &&
        ! sed 's|http://www.w3.org/2000/svg||' "$page" | grep -n -o '.\{9\}://.*' >"$dir/out"
    report $? "$name: it has no other address, and its policy forbids the browser to fetch one"
    add_scripts "$page" page_access.js page_live.js 'test().then(testExplorer);'
    look 'scene=hills&t=1'
    [ -s "$dir/out" ] && [ ! -s "$dir/err" ]
    report $? "$name: no error in the console"
    accessible 2 "$name, and the explorer"
    cp "$dir/out" "$dir/dom"
    # a particle that is dragged; three scenes with bodies and joints, one of them also dragged and
    # turned
    for scene in hills tip cradle crank crank-dragged; do
        between "$dir/dom" "text-$scene" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' \
            >"$dir/dragged.scene"
        between "$dir/dom" "places-$scene" >"$dir/got"
        grep -v ',' "$dir/got" | while read -r formulation; do
            echo "$formulation"
            "$program" run "$dir/dragged.scene" --formulation "$formulation" --quiet --csv - |
                awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                         { print $at["x"] "," $at["y"] "," ("angle" in at ? $at["angle"] : 0) }'
        done >"$dir/want"
        # compared as numbers, because JavaScript and C write 1e-7 and 1e20 differently
        paste -d, "$dir/got" "$dir/want" | awk -F, 'NF == 6 { n++;
            if ($1 + 0 != $4 + 0 || $2 + 0 != $5 + 0 || $3 + 0 != $6 + 0) bad++ }
            NF == 2 && $1 != $2 || NF != 2 && NF != 6 { bad++ }
            END { print n + 0, "places,", bad + 0, "differ";
                exit !(n > 400 && bad == 0) }' >"$dir/out" &&
            { case $scene in hills | *-dragged) ! cmp -s "$dir/dragged.scene" \
            "scenes/${scene%-*}.scene" ;; esac; }
        report $? "$name: $scene: every position of all runs is that of the native program"
    done
    "$program" compare tip --quiet --csv - | awk -F, '$1 == "swept" && $7 > most { most = $7 }
        END { print most }' >"$dir/want"
    [ "$(between "$dir/dom" furthest | awk '{ printf "%.12g", $1 }')" = "$(awk '{ printf "%.12g",
        $1 }' "$dir/want")" ]
    report $? "$name: the greatest distance of bodies from the reference is that of compare"
    while IFS='|' read -r text what; do
        grep -q "$text" "$dir/dom"
        report $? "$name: $what"
    done <<'END'
id="refused">scene:[0-9]*:[0-9]*: particle starts .* inside|a start inside a solid is refused, and why
id="kept">true</pre>|the start before the one that was refused is kept
^swept goes further than 1e12 m: too far to draw; drawn</pre>|a run that flies too far is reported
id="many">few frames</pre>|with 3 000 particles not every step is kept
id="typed">scene:2:6: .*numbr|a mistake in the text is reported with its line and column
id="unread">0 of many</pre>|every scene of the menu can be read
id="predicted">true,0,true</pre>|the runs are hidden while the reader predicts, and then shown again
id="ground">1 more, 1 vertex more</pre>|ground can be drawn, and the middle of an edge pulled out as a vertex
id="legs">0 wrong</pre>|the explorer: Lemke's path goes from cone to cone through points of both
id="lit-cones">w1 w2, w1 z2, z1 z2</pre>|the explorer: the cone of each pivot is highlighted step by step
id="first-residual">0 1,1 </pre>|the explorer: the residuals begin with that of the start, 1 at z = 0
id="dragged-b">One solution, in the cone w1 z2: z = (0, 2), w = (4, 0). #A=2,1,1,2&amp;b=2,-4&|dragging b
id="on-a-ray">LCP explorer 1 Lemke, pivot 2: .* a ray. In the end: MB_RAY.</pre>|a path that ends on a ray
id="back">true Stick and slip</pre>|the way back from the explorer to the motion
END
    between "$dir/dom" traces-of-all >"$dir/all"
    grep -v -e '^cones' -e '^end' "$dir/all" >"$dir/got"
    native_traces "$dir/all" >"$dir/want"
    [ "$(grep -c '^status MB_OK' "$dir/got")" -gt 60 ] && same_numbers "$dir/got" "$dir/want"
    report $? 'the explorer: the traces and statuses of all solvers are those of `solve --trace`'
    # b is in the cone of p, q if b = x p + y q with x, y >= 0. Flat cones are left out. Where there
    # are none, the number of solutions is the number of different z.
    awk 'function in_cone(cone,   p, q, P, Q, det, x, y) {
            p = cone % 2 ? -a[1] : 1; P = cone % 2 ? -a[3] : 0; q = cone > 1 ? -a[2] : 0;
            Q = cone > 1 ? -a[4] : 1
            det = p * Q - P * q; if (det == 0) { flat = 1; return -1 }
            x = (a[5] * Q - a[6] * q) / det; y = (p * a[6] - P * a[5]) / det
            if (x < -1e-12 || y < -1e-12) return 0
            z = sprintf("%.6f %.6f", cone % 2 ? x + 1e-9 : 1e-9, cone > 1 ? y + 1e-9 : 1e-9);
            if (!(z in seen)) { seen[z]; different++ }
            return 1 }
        /^problem/ { n = 0; row = 0; next }  ++row == 1 { next }
        row < 5 { for (i = 1; i <= NF; i++) a[++n] = $i }
        /^cones/ { different = flat = 0; split("", seen)
            for (cone = 0; cone < 4; cone++) { in_it = in_cone(cone);
                if (in_it >= 0 && in_it != $(cone + 2)) bad++; cones++ }
            if (!flat && different != $6) bad++; several += different > 1; none += different == 0 }
        END { print cones, "cones,", several, "with several,", none, "without,", bad + 0, "wrong";
            exit !(cones >= 100 && several > 3 && none > 1 && !bad) }' "$dir/all" >"$dir/out"
    report $? 'the explorer: the cones that contain b, and the number of solutions'
fi

if [ -n "$driven" ]; then
    wait
    for kind in $driven; do
        grep -v '^ok' "$dir/hands.$kind" >"$dir/err"
        grep -q '^1\.\.' "$dir/hands.$kind" && ! grep -q '^not ok' "$dir/hands.$kind"
        report $? \
            "touch, mouse, wheel and keys in $kind: $(grep -c '^ok' \
            "$dir/hands.$kind") checks, see tests/program/page_hands.js"
    done
fi

# ---- a lab in the page ----

# page_of LAB FILE [VARIABLE=VALUE...]: runs make page with that file as the lab's; its messages are
# in err, its exit status in $status
page_of() {
    lab=$1 file=$2
    shift 2
    MAKEFLAGS= "${MAKE:-make}" -s page LAB="$lab" PLOT_FILE="$file" PAGE="$dir/lab.html" "$@" \
        >"$dir/out" 2>"$dir/err"
    status=$?
}

if [ "$2" = --full ] && [ -n "$browser" ]; then

    page_of 9 solutions/09_peg.c SOLVER=3 TOO_FILE=solutions/03_lemke.c
    expect 0 out "page: $dir/lab.html" 'make page LAB=9 SOLVER=3'
    MAKEFLAGS= "${MAKE:-make}" -s mine LAB=9 SOLVER=3 PLOT_FILE=solutions/09_peg.c \
        TOO_FILE=solutions/03_lemke.c LAB_DIR="$dir" >"$dir/out" 2>&1
    add_scripts "$dir/lab.html" page_live.js 'testLab();'
    look 'scene=hills'
    holds "the lab's page: no error in the console" [ ! -s "$dir/err" ]
    cp "$dir/out" "$dir/dom"
    between "$dir/dom" places-mine | grep , | cut -d, -f 1,2 >"$dir/got"
    "$dir/minisim2d" run hills --formulation mine --solver mine --quiet --csv - | tail -n +2 |
        cut -d, -f 4,5 >"$dir/want"
    [ "$(wc -l <"$dir/got")" -eq 251 ] && cmp "$dir/got" "$dir/want" >"$dir/out" 2>&1
    report $? "the lab's page: every position is that of the program with the same solutions"
    printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/two.lcp"
    "$dir/minisim2d" solve "$dir/two.lcp" --solver mine --csv "$dir/two.csv" |
        awk '/^status/ { sub(/:/, "", $2); s = $2 } /^iterations/ { print s, $2 }' >"$dir/want"
    tail -n +2 "$dir/two.csv" | cut -d, -f 2 >>"$dir/want"
    [ "$(between "$dir/dom" solved)" = "$(paste -s -d ' ' "$dir/want")" ]
    report $? "the lab's page: in the explorer the lab's solver answers as in the program"
    add_scripts "$dir/lab.html" page_live.js \
        'settled().then(() => say("stop", Story.stop + " " + Page.shown.mine));'
    look ''
    grep -q '<pre id="stop">4 true</pre>' "$dir/out"
    report $? "the lab's page: without an address it opens at the lab's own stop, with its run"
    sed '/^mb_status lab_pgs(/,/^{/s/^{/{ volatile int on = 1; while (on) on = 2;/' \
        solutions/02_pgs.c >"$dir/odd.c"
    page_of 2 "$dir/odd.c"
    add_scripts "$dir/lab.html" page_live.js \
        'settled().then(() => say("endless", document.getElementById("ends").textContent));'
    look 'scene=hills'
    [ "$status" -eq 0 ] &&
        grep -q '<pre id="endless">The code crashed (it goes on and on: a loop without end?)' \
        "$dir/out"
    report $? 'an endless loop is stopped and reported'
    printf '#include <pthread.h>\n#include "lab.h"\n' >"$dir/odd.c"
    page_of 3 "$dir/odd.c"
    [ "$status" -ne 0 ] &&
        grep -q "make page: $dir/odd.c does not compile for the browser" "$dir/err"
    report $? 'a header that the browser does not have: the message names the file'
    sed -e 's/^mb_status lab_tableau/double erf(double);\n&/' \
        -e 's/return MB_TODO/return erf(1.0) > 2.0 ? MB_OK : MB_TODO/' labs/03_lemke/lemke.c \
        >"$dir/odd.c"
    page_of 3 "$dir/odd.c"
    [ "$status" -ne 0 ] && grep -q 'undefined symbol: erf' "$dir/err" &&
        grep -q 'make page: not linked' "$dir/err"
    report $? 'a function that the browser does not have: the message names it'
    page_of 1 labs/01_lcp/lcp.c
    [ "$status" -ne 0 ] && grep -q '01_lcp has no solver and no formulation' "$dir/err"
    report $? 'a lab without solver and formulation has no page'
fi
finish
