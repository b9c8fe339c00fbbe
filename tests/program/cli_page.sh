#!/bin/sh
# cli_page.sh: the page of --html: its data against the CSV of the same run, and, where Chromium is
# installed, the page as a browser shows it
#
#   tests/program/cli_page.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../chromium.sh"
use_program "$@"

# data PAGE: the content of its data element
data() {
    sed -n '/<script id="data"/,/<\/script>/p' "$1" |
        sed 's/.*application\/json">//; s/<\/script>.*//'
}

# numbers PAGE RUN: x,y of every frame of a run's first particle
numbers() {
    data "$1" | grep "^,*{\"name\":\"$2\"" | sed 's/.*"q":\[\[//; s/\].*//' | tr ',' '\n' |
        paste -d, - - - | cut -d, -f 1,2
}

run compare hills --html "$dir/hills.html" --csv "$dir/ends.csv"
expect 0 out "page: $dir/hills.html" 'compare --html prints the path of the page'
holds "the page of hills is smaller than 300 kB" [ "$(wc -c <"$dir/hills.html")" -lt 300000 ]
! sed 's|http://www.w3.org/2000/svg||' "$dir/hills.html" |
    grep -n -e '://' -e '@@' -e '<link' -e 'src=' -e '@import' -e 'url(["'"'"']*[^#]' >"$dir/out"
report $? 'the page refers to no other file, and no placeholder of its template remains'

for formulation in exact st ap peg swept; do
    run run hills --formulation $formulation --quiet --csv "$dir/run.csv"
    tail -n +2 "$dir/run.csv" | cut -d, -f 4,5 >"$dir/want"
    numbers "$dir/hills.html" $formulation >"$dir/got"
    [ "$(wc -l <"$dir/got")" -eq 251 ] && cmp "$dir/want" "$dir/got" >"$dir/out" 2>&1
    report $? "$formulation: the page has the positions of the CSV, to the last digit"
    [ $formulation != exact ] || continue
    # contacts, size, iterations, residual and energy of every frame, these two in seven digits
    data "$dir/hills.html" | grep "^,*{\"name\":\"$formulation\"" >"$dir/one"
    sed 's/.*"contacts":\[\[//; s/\]\]}.*//; s/\],\[/;/g' "$dir/one" | tr ';' '\n' |
        awk -F, '{ print $0 == "" ? 0 : NF / 6 }' >"$dir/contacts"
    for column in size iterations residual energy; do
        sed "s/.*\"$column\":\[//; s/\].*//" "$dir/one" | tr ',' '\n' >"$dir/$column"
    done
    (cd "$dir" && paste -d, contacts size iterations residual energy) >"$dir/got"
    tail -n +2 "$dir/run.csv" | cut -d, -f 8-11,13 | paste -d, - "$dir/got" | awk -F, '
        function is(a, b) { return (a - b) ^ 2 <= 1e-12 * b ^ 2 }
        { n++; for (i = 1; i <= 5; i++) bad += !is($(5 + i), $i); some += $1 > 0 }
        END { exit bad > 0 || n != 251 || !some }'
    report $? "$formulation: and its contacts, size, iterations, residual and energy"
    sed 's/.*"error":\[//; s/\].*//' "$dir/one" | tr ',' '\n' | awk -v name="$formulation" -F, '
        FNR == NR { if ($1 > most) most = $1; next }
        $1 == name { found = most > 0 && ($6 - most) ^ 2 <= 1e-12 * most ^ 2 }
        END { exit !found }' - "$dir/ends.csv"
    report $? "$formulation: its greatest error is that of compare --csv"
done

run run drop --formulation peg --quiet --html "$dir/drop.html"
[ "$status" -eq 0 ] && [ ! -s "$dir/out" ] && data "$dir/drop.html" | grep -q '^{"name":"exact"' &&
    data "$dir/drop.html" | grep -q '^,{"name":"peg"'
report $? 'run --html: the page has the run and the exact motion'
# at rest: particle 0 on half-space 0 without a gap; 1 kg, 9.81 m/s^2, 0.01 s; no friction; group 0
data "$dir/drop.html" | sed -n 's/.*\[\([^]]*\)\]\]}.*/\1/p' | awk -F, '
    { exit !(NF == 6 && $1 == 0 && $2 == 0 && $3 ^ 2 < 1e-20 && ($4 - .0981) ^ 2 < 1e-18 &&
             $5 == 0 && $6 == 0) }'
report $? 'the contact in the last frame'
# the path from (0, 1) down to y = 0, ground as far as 0.6 of its height to either side, and 5 % of
# the greater size, 1.2 m, on every side
run run drop --formulation exact --quiet --html "$dir/exact.html"
[ "$status" -eq 0 ] && data "$dir/exact.html" | grep -q '^{"name":"exact"' &&
    ! data "$dir/exact.html" | grep -q '^,{"name"'
report $? 'run --formulation exact --html: the page has the exact motion alone'
for page in drop exact; do
    data "$dir/$page.html" | sed -n 's/.*"view":\[\([^]]*\)\].*/\1/p'
done | awk -F, 'function is(a, b) { return a - b < 1e-9 && b - a < 1e-9 }
    { n += is($1, -.66) && is($2, -.06) && is($3, .66) && is($4, 1.06) } END { exit n != 2 }'
report $? 'the view of both pages'
for page in hills drop; do
    data "$dir/$page.html" | sed -n 's/^,*{"name":"\(exact\|peg\)".*"colour":"\([^"]*\)".*/\1 \2/p'
done >"$dir/out"
[ "$(cat "$dir/out")" = 'exact exact
peg c2
exact exact
peg c2' ]
report $? 'a formulation has the same colour on both pages'
if command -v python3 >/dev/null 2>&1; then
    for page in hills drop; do
        data "$dir/$page.html" | python3 -c 'import json, sys; json.load(sys.stdin)' \
            >"$dir/out" 2>&1 || break
    done
    report $? 'the data of both pages are JSON'
else
    skip 'the data of both pages are JSON' 'python3 is not installed'
fi

printf '%s\n' 'title "a\b" </script><b> & <!--' 'step 0.01' 'time 0.1' 'epsilon 0.1' \
    'particle mass 1 position 0 0' >"$dir/odd.scene"
run run "$dir/odd.scene" --quiet --html "$dir/odd.html"
[ "$status" -eq 0 ] &&
    data "$dir/odd.html" | grep -qF '"title":"\"a\\b\" \u003c/script>\u003cb> & \u003c!--"'
report $? 'a title with </script> does not end the element around it'

printf '%s\n' 'step 0.001' 'time 50' 'epsilon 0.1' 'chain -1 0  1 0' \
    'particle mass 1 position 0 1' >"$dir/long.scene"
run run "$dir/long.scene" --quiet --html "$dir/long.html"
frames=$(numbers "$dir/long.html" swept | wc -l)
[ "$status" -eq 0 ] && [ "$frames" -le 20001 ] && [ "$frames" -gt 10000 ] &&
    data "$dir/long.html" | grep -q '"step":0.003'
report $? 'the page of a run of 50 000 steps keeps every third step'

refused 'same file' 'the same file for the page and the picture' \
    run hills --svg "$dir/x" --html "$dir/x"
refused 'cannot write' 'a folder as the output file' run hills --html "$dir"
if [ -c /dev/full ]; then
    run run hills --quiet --html /dev/full
    expect 2 err 'No space left' 'a page on a full disk'
    run run hills --quiet --csv /dev/full --html -
    [ "$status" -eq 2 ] && [ ! -s "$dir/out" ]
    report $? 'no page is written after a CSV that could not be'
fi
holds 'a refused run leaves no file behind' [ ! -e "$dir/x" ]

# ---- the page in Chromium ----

# clock_says TIME STEP: the page shows both, which it pads with spaces as wide as digits
clock_says() { sed 's/\xe2\x80\x87//g' "$dir/out" | grep -q "id=\"clock\">t = $1 s, step $2<"; }

if [ -n "$browser" ]; then
    look 't=2&show=exact,st,peg'
    [ -s "$dir/out" ] && [ ! -s "$dir/err" ]
    report $? 'Chromium opens the page without an error'
    [ "$(grep -o 'data-run="st" data-pushes="1"' "$dir/out" | wc -l)" -eq 2 ]
    report $? "at 2 s two half-spaces hold Stewart-Trinkle's particle where it is trapped"
    grep -q 'ST at 2.103, 0.6516, pushed by edge 11 and edge 14' "$dir/out"
    report $? "the picture's description names both edges"
    clock_says 2.000 200 && ! grep -q 'AP at' "$dir/out"
    report $? 'the address sets the time and the runs that are shown'
    look 't=x&show=none&view=1,2,3&speed=7&layout=9&a=%'
    clock_says 0.000 0 && [ ! -s "$dir/err" ]
    report $? 'an address with invalid values shows the start'
    look 't=1e9&layout=side'
    clock_says 2.500 250 && [ "$(grep -o '<figure class="view"' "$dir/out" | wc -l)" -eq 4 ] &&
        [ ! -s "$dir/err" ]
    report $? 'a time beyond the end shows the end; layout=side shows a view for each formulation'
    "$program" run joy --time 0.5 --quiet --html "$dir/joy.html"
    add_scripts "$dir/joy.html" page_access.js 'testAccess();'
    look 't=0.4&lines=all'
    clock_says 0.400 80 && grep -q '<td>domino1, ground</td>' "$dir/out" && [ ! -s "$dir/err" ]
    report $? 'bodies and joints: the page opens without an error and names the contacts'
    accessible 1 'a recorded page'
else
    skip 'the page in Chromium' 'Chromium is not installed'
fi
finish
