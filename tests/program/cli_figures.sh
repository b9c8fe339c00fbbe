#!/bin/sh
# cli_figures.sh: charts of tables, the README's pictures, and the page of make figures
#
#   tests/program/cli_figures.sh build/minisim2d/minisim2d [--full]
#       (from the top of the kit; prints TAP)
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# ---- chart: one table in two spellings ----
printf 'who,t,x\na,0,1\na,1,2.5\na,2,\na,3,4\nb,0,1\nb,1,10\n' >"$dir/plain.csv"
{ printf '# measured\r\n\n"x" , t, "the ""who"", of it"\r\n'
  printf '1,0,a\r\n "2.5",1,a\r\n-,2,a\r\n4e0,3,a\r\n+1,0,b\r\n10,1,b'; } >"$dir/odd.csv"
run chart "$dir/plain.csv" --x t --y x --by who --title T --svg "$dir/plain.svg"
[ "$status" -eq 0 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
report $? 'chart --svg FILE prints nothing'
run chart "$dir/odd.csv" --x t --y x --by 'the "who", of it' --title T --svg -
[ "$status" -eq 0 ] && cmp -s "$dir/out" "$dir/plain.svg"
report $? \
    'columns in another order, quotes, CRLF, comments, numbers in other forms: the same picture'
well_formed "$dir/plain.svg" 'xmllint reads the chart'
grep -q '>a</text>' "$dir/plain.svg" && grep -q '>b</text>' "$dir/plain.svg"
report $? 'the legend names a curve for each value of --by'
sed 's/a,2,/a,2,inf/' "$dir/plain.csv" >"$dir/infinite.csv"
run chart "$dir/infinite.csv" --x t --y x --by who --title T --svg -
[ "$status" -eq 0 ] && cmp -s "$dir/out" "$dir/plain.svg"
report $? 'a value that is not finite makes a gap, as an empty one does'

printf 't,x\n0,1\n1,\n2,3\n3,\n4,5\n' | "$program" chart - --x t --y x --svg "$dir/lone.svg"
[ "$(sed -n 's/.*stroke="#0072B2".* d="\(M[^"]*a[^"]*\)".*/\1/p' "$dir/lone.svg" | head -n 1 |
    tr -cd M | wc -c)" -eq 3 ]
report $? 'a point between two gaps has a marker'

printf 'who,t,x\nother,0,1\nother,1,2\nPEG,0,2\nPEG,1,3\nthird,0,3\nthird,1,4\n' |
    "$program" chart - --x t --y x --by who --svg "$dir/styles.svg"
[ "$(sed -n 's/.*<path.*stroke="\(#[0-9A-F]*\)" stroke-linejoin.*/\1/p' "$dir/styles.svg" |
    sort -u | wc -l)" -eq 3 ]
report $? 'a curve that is not a formulation has a style that no other curve has'

# heights FILE: prints the heights of the points of its first curve
heights() { sed -n 's/.*stroke="#0072B2".* d="M\([^"]*\)".*/\1/p' "$1" | head -n 1 |
    sed 's/[0-9.]* \([0-9.]*\)L*/\1 /g'; }
printf 't,x\n0,1\n1,10\n2,1000\n' | "$program" chart - --x t --y x --log y --svg "$dir/log.svg"
printf 't,x\n0,0\n1,1\n2,3\n' | "$program" chart - --x t --y x --svg "$dir/linear.svg"
[ "$(heights "$dir/log.svg" | wc -w)" -eq 3 ] &&
    [ "$(heights "$dir/log.svg")" = "$(heights "$dir/linear.svg")" ]
report $? '--log y: 1, 10, 1000 are drawn as 0, 1, 3'

# ---- chart --over: a path in the plane ----
"$program" run hills --formulation peg --quiet --csv "$dir/peg.csv" --svg "$dir/run.svg"
run chart "$dir/peg.csv" --x x --y y --over hills --title T --svg "$dir/over.svg"
for f in run over; do
    grep '<path.*stroke="#0072B2" stroke-linejoin' "$dir/$f.svg" | head -n 1 >"$dir/$f"
done
[ "$status" -eq 0 ] && [ -s "$dir/run" ] && cmp -s "$dir/run" "$dir/over" &&
    grep -q 'ticks every 0.1 s' "$dir/over.svg"
report $? "chart --over draws a run's CSV as the run itself draws it, with its times"
run chart "$dir/peg.csv" --x x --y y --over hills --zoom 1.7 0.3 0.9 0.7 --svg -
expect 0 out 'Shown is x from 1.7 to 2.6 m, y from 0.3 to 1 m.' \
    'chart --over --zoom shows a window'

# two runs in one table, each where it is in a picture of its own
"$program" run hills --formulation st --time .6 --quiet --csv "$dir/st.csv"
{ sed '1s/^/of,/; 2,$s/^/st,/' "$dir/st.csv"; sed '1d; s/^/peg,/' "$dir/peg.csv"; } >"$dir/two.csv"
for table in st peg two; do
    "$program" chart "$dir/$table.csv" --x x --y y $([ $table != two ] || echo --by of) \
        --over hills --zoom 0 0 6 4 --svg - |
        sed -n 's/.*stroke-linejoin.* d="\(M[^"]*\)" clip.*/\1/p' | sort -u >"$dir/$table"
done
sort -u "$dir/st" "$dir/peg" | cmp -s - "$dir/two" && [ "$(wc -l <"$dir/two")" -gt 2 ]
report $? 'chart --by --over: each run in its place'

# a column t is used if it ascends all the way: otherwise the picture is that without it
sed '1s/,t,/,other,/' "$dir/peg.csv" >"$dir/untimed.csv"
timed() { run chart "$dir/$1.csv" --x x --y y --over hills --title T --svg "$dir/$1.svg"; }
timed untimed
for change in 'NR == 90 { $2 = "nan" }' 'NR == 2 { $2 = "" }' 'NR == 99 { $2 = "inf" }' \
    'NR == 50 { $2 = 0 }' 'NR > 3 { $2 = 9 - NR / 1000 }'; do
    awk -F, -v OFS=, "$change 1" "$dir/peg.csv" >"$dir/odd.csv"
    timed odd
    holds "chart --over: no times: $change" cmp -s "$dir/odd.svg" "$dir/untimed.svg"
done
awk -F, -v OFS=, 'NR == 50 { $2 = last } { last = $2 } 1' "$dir/peg.csv" >"$dir/odd.csv"
timed odd
holds 'chart --over: a time may stand there twice' grep -q 'ticks every 0.1 s' "$dir/odd.svg"

# ---- styles: those of formulations, and of the exact motion, are theirs; others get the rest ----
# colours FILE: of its curves, in their order in the legend
colours() {
    sed -n 's/^<line .* fill="none" stroke="\(#[0-9A-Fa-f]*\)".*/\1/p' "$1" | tr '\n' ' '
}
printf 'who,t,x\nexact,0,1\nexact,1,2\nst,0,1\nst,1,3\nap,0,1\nap,1,4\npeg,0,1\npeg,1,5\n' \
    >"$dir/known.csv"
run chart "$dir/known.csv" --x t --y x --by who --svg "$dir/known.svg"
sed 's/^exact/Exact/; s/^st/ST/; s/^ap/AP/; s/^peg/PEG/' "$dir/known.csv" >"$dir/titles.csv"
run chart "$dir/titles.csv" --x t --y x --by who --svg "$dir/titles.svg"
known=$(colours "$dir/known.svg") titles=$(colours "$dir/titles.svg")
[ "$(echo "$known" | wc -w)" -eq 4 ] && [ "${known#* }" = "${titles#* }" ] &&
    [ "${known%% *}" != "${titles%% *}" ]
report $? 'chart --by: names and titles of formulations have their colours; Exact is no name of one'
awk 'BEGIN {
    print "who,t,x"
    for (i = 1; i <= 20; i++) printf "c%d,0,%d\nc%d,1,%d\n", i, i, i, 2 * i
}' >"$dir/twenty.csv"
run chart "$dir/twenty.csv" --x t --y x --by who --svg "$dir/twenty.svg"
[ "$status" -eq 0 ] && [ "$(colours "$dir/twenty.svg" | wc -w)" -eq 20 ] &&
    ! colours "$dir/twenty.svg" | grep -q "${known%% *}"
report $? 'twenty curves: styles are used again, but for that of the exact motion'

# ---- chart: errors ----
printf 't,x,x\n0,1,2\n' >"$dir/twice.csv"
printf 't,x\n1,%0300d\n' 2 >"$dir/long.csv"
: >"$dir/empty.csv"
{ echo t,x; awk 'BEGIN { for (i = 0; i < 40; i++) print i ",1" }'; } >"$dir/curves.csv"
printf 't,x\n1,2\n3\n' >"$dir/short.csv"
printf 't,x\n1,"2\n' >"$dir/quote.csv"
printf 't,x\n0,1\n1,-1\n2,\n,3\n' >"$dir/below.csv"
printf 't,x\n' >"$dir/names.csv"
printf 't,x\n1,2\n\0013,4\n' >"$dir/control.csv"
each refused <<'END'
chart "$dir/plain.csv" => chart needs --svg FILE
chart "$dir/plain.csv" --x t --y x => chart needs --svg FILE
chart "$dir/plain.csv" --y x --svg - => chart needs --x COLUMN
chart "$dir/plain.csv" --x t --svg - => chart needs --y COLUMN
chart "$dir/plain.csv" --x t --y z --svg - => plain.csv:1:1: no column 'z' here; there are: who, t
chart "$dir/plain.csv" --x t --y who --svg - => plain.csv:2:1: 'a' is not a decimal number
chart "$dir/plain.csv" --x t --y x --log z --svg - => --log takes x, y or xy, not 'z': did you
chart "$dir/plain.csv" --x t --y x --halfspaces --svg - => --halfspaces has no effect without --over
chart "$dir/plain.csv" --x t --y x --svg "$dir/plain.csv" => would overwrite the input
chart "$dir/peg.csv" --x x --y y --log y --over hills --svg - => --log has no effect with --over
chart "$dir/peg.csv" --x x --y y --zoom 1 0 1 1 --svg - => --zoom has no effect without --over
chart "$dir/below.csv" --x t --y x --log xy --svg - => no point to draw
chart "$dir/names.csv" --x t --y x --svg - => no point to draw: x and y must be numbers
chart "$dir/none.csv" --x t --y x --svg - => none.csv: cannot read
chart "$dir/twice.csv" --x t --y x --svg - => twice.csv:1:5: 'x' is the name of two columns
chart "$dir/short.csv" --x t --y x --svg - => short.csv:3:2: 1 field in this row, expected 2
chart "$dir/quote.csv" --x t --y x --svg - => quote.csv:2:3: a quote is opened
chart "$dir/control.csv" --x t --y x --svg - => control.csv:3:1: control character
chart "$dir/long.csv" --x t --y x --svg - => is too long for a number
chart "$dir/long.csv" --x t --y t --by x --svg - => is too long for the name of a curve
chart "$dir/empty.csv" --x t --y x --svg - => no table, expected the names of columns
chart "$dir/curves.csv" --x t --y x --by t --svg - => more than 32 curves
END

# ---- pictures.awk: are two pictures the same? ----
# takes SAID NAME DRAWN KEPT: compares two pictures; checks how the output begins and that the exit
# status is 1; SAID = '': that there is no output and the exit status is 0
takes() {
    printf "$3\n" >"$dir/drawn"
    printf "$4\n" >"$dir/kept"
    awk -f tests/pictures.awk "$dir/drawn" "$dir/kept" >"$dir/out"
    differ=$?
    case $differ$(cat "$dir/out") in
    0) [ -z "$1" ] ;;
    1"$1"*) [ -n "$1" ] ;;
    *) false ;;
    esac
    report $? "pictures.awk: $2"
}
while IFS='|' read -r said name drawn kept; do takes "$said" "$name" "$drawn" "$kept"; done <<'END'
|the last digit may differ by one|<line x1="7.25" y2="-3"/>|<line x1="7.26" y2="-3.01"/>
line 1, drawn: <line|it may not differ by two|<line x1="7.25" y2="-3"/>|<line x1="7.27" y2="-3"/>
line 1, drawn: <line|a sign counts|<line x1="7.25" y2="3"/>|<line x1="7.25" y2="-3"/>
line 1, drawn: <text|text counts|<text x="1">hills</text>|<text x="1">hillz</text>
line 1, drawn: <path|the number of points counts|<path d="M1 2L3 4"/>|<path d="M1 2L3 4L5 6"/>
line 1, drawn: <rect|a colour counts|<rect fill="#0072B2"/>|<rect fill="#0072B3"/>
line 2, drawn: |a missing element counts|<rect x="1"/>|<rect x="1"/>\n<rect x="2"/>
2 lines are drawn, 1 kept|an additional element counts|<rect x="1"/>\n<rect x="2"/>|<rect x="1"/>
END

# ---- the README's pictures are those that the program draws ----
for command in 'compare hills' 'run joy'; do
    name="minisim2d $command --svg scenes/${command#* }.svg"
    if ! plain_doubles; then
        skip "$name" 'intermediate results are wider than doubles here'
        continue
    fi
    run $command --quiet --svg "$dir/drawn.svg"
    awk -f tests/pictures.awk "$dir/drawn.svg" "scenes/${command#* }.svg" >"$dir/out"
    report $? "scenes/${command#* }.svg is up to date (to renew it: $name)"
done

# ---- make figures ----
figures() { sh minisim2d/figures/figures.sh "$@" >"$dir/out" 2>"$dir/err"; }
[ "${2:-}" = --full ] && quick= || quick=quick
page=$dir/figures/index.html
figures "$program" "$dir/figures" $quick
[ $? -eq 0 ] && [ ! -s "$dir/err" ] && [ ! -e "$dir/figures.new" ]
report $? 'make figures: no messages, and no temporary files left'
well_formed "$page" 'xmllint reads the page'
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$dir"/figures/*.svg 2>"$dir/err"
    report $? 'xmllint reads every picture of the page'
else
    skip 'xmllint reads every picture of the page' 'xmllint is not installed'
fi
tr ' >' '\n\n' <"$page" | sed -n -e 's/^src="\([^"]*\)".*/\1/p' -e 's/^href="\([^"]*\)".*/\1/p' |
    sort -u >"$dir/links"
missing=0
while read -r link; do
    case $link in
    '#'*) grep -q "id=\"${link#?}\"" "$page" ;;
    *) [ -s "$dir/figures/$link" ] ;;
    esac || { missing=1; echo "$link" >>"$dir/err"; }
done <"$dir/links"
[ $missing -eq 0 ] && [ "$(wc -l <"$dir/links")" -gt 40 ]
report $? 'the targets of all links on the page exist'
for f in "$dir"/figures/*.svg; do grep -q "src=\"${f##*/}\"" "$page" || echo "$f"; done >"$dir/out"
holds 'the page shows every picture' [ ! -s "$dir/out" ]
grep '^<li><a href="#' "$page" >"$dir/cards"
[ "$(grep -c '<img src=' "$dir/cards")" -eq "$(wc -l <"$dir/cards")" ] && [ -s "$dir/cards" ]
report $? 'every card has a picture'
last=$("$program" run hills --formulation peg --quiet --csv - |
    awk -F, 'END { printf "(%.3f, %.3f)", $4, $5 }')
holds 'a number on the page is that of the run' grep -qF "PEG ends at $last" "$page"

# a program that fails or a folder that cannot be made is reported, and older files stay
printf '#!/bin/sh\necho "no luck" >&2\nexit 1\n' >"$dir/fails" && chmod +x "$dir/fails"
echo before >"$page"
figures "$dir/fails" "$dir/figures" $quick
[ $? -eq 2 ] && grep -q 'no luck' "$dir/err" &&
    grep -q 'make figures: failed: ' "$dir/err" &&
    [ "$(cat "$page")" = before ] && [ ! -e "$dir/figures.new" ]
report $? 'a run that fails ends make figures, and the older page stays'
figures "$program" "$dir/fails" $quick
[ $? -eq 2 ] && grep -q 'fails exists and is not a folder' "$dir/err"
report $? 'make figures: a file with the name of the folder'
figures "$program" /dev/null/figures $quick
[ $? -eq 2 ] && grep -q 'cannot make the folder /dev/null/figures' "$dir/err"
report $? 'make figures: a folder that cannot be made'
finish
