#!/bin/sh
# cli_solve.sh: `minisim2d solve`: every solver, complete reports and traces worked out by hand,
# rays, failures, exit statuses
#
#   tests/program/cli_solve.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
# f_rod of tests/data/problems.txt: w_4 = -2.6e-20
awk '/^problem / { inside = $2 == "f_rod"; next } inside' tests/data/problems.txt >"$dir/rod.lcp"
cd "$dir" || exit 2

# is Z...: succeeds if the last run has solved its problem, and column z of z.csv is Z... to 1e-8
is() {
    [ "$status" -eq 0 ] && awk -F, -v want="$*" 'BEGIN { n = split(want, z, " ") }
        NR > 1 { d = $2 - z[NR - 1]; bad += !(d <= 1e-8 && d >= -1e-8) }
        END { exit bad || NR != n + 1 }' z.csv
}

# same NAME: the last run's standard output is the standard input of this, but for residuals and
# counts of iterations
same() {
    cat >expected
    sed -e 's/^residual    [0-9.e-]* /residual    R /' -e 's/^iterations  [0-9]*$/iterations  I/' \
        -e 's/  [0-9.]*e-1[5-9] *free/  0                 free/' out >got
    cmp -s expected got
    result=$?
    diff expected got >err
    report $result "$1"
}

# pivots: prints the last run's table of pivots, a line for each: entering leaving ratio z0
pivots() {
    awk 'NF == 0 { on = 0 } on { print $2, $3, $4, $5 } $1 == "pivot" { on = 1 }' out
}

# solvers FORM: prints the names of the solvers of a form
solvers() {
    "$program" list solvers |
        awk -v form="$1" '/^for --form/ { on = $3 == form } /^  / && on { print $1 }'
}

# A = [4 1 0; 1 4 1; 0 1 4], z = (1, 2, 0), A z = (6, 9, 2), b = (-6, -9, 2), w = (0, 0, 4)
printf '3\n4 1 0\n1 4 1\n0 1 4\n-6 -9 2\n' >spd.lcp
# the same matrix, z1 free, z2, z3 >= 0: z = (-2, 1, 0), w = (0, 0, 3), A z = (-7, 2, 1)
printf '3 1\n4 1 0\n1 4 1\n0 1 4\n7 -2 2\n' >free.lcp
# the same matrix, z1 free, -1 <= z2 <= 1, z3 >= 0: z = (-2, 1, 0), w = (0, -7, 3), where w2 < 0
# because z2 is at its upper bound
printf '3 1\n4 1 0\n1 4 1\n0 1 4\n7 -9 2\nlo -inf -1 0\nhi inf 1 inf\n' >mixed.lcp
printf '2\n2 1\n1 2\n-5 -6\n' >two.lcp
# w1 + w2 = -2 for every z
printf '2\n1 -1\n-1 1\n-1 -1\n' >crush.lcp
printf '2\n0 1\n1 0\n-1 -1\n' >zero.lcp
printf '1\n2\n-2\n' >one.lcp
printf '1\n2\n2\n' >none.lcp
printf '0\n' >empty.lcp

# ---- every solver ----
for solver in $(solvers lcp); do
    run solve spd.lcp --solver "$solver" --trace --csv z.csv --svg z.svg
    is 1 2 0 && grep -q '^status *MB_OK' out && grep -q '^active      1-2  (2 of 3' out &&
        grep -q '</svg>' z.svg
    report $? "$solver solves a symmetric positive definite problem, and draws a chart"
    run solve free.lcp --form lcp --solver "$solver" --csv z.csv
    holds "$solver solves a mixed problem by its reduction to an LCP" is -2 1 0
done
for solver in $(solvers mlcp); do
    run solve mixed.lcp --solver "$solver" --trace --csv z.csv
    holds "$solver solves a mixed problem as it is" is -2 1 0
    run solve spd.lcp --form mlcp --solver "$solver" --csv z.csv
    holds "$solver solves an LCP as an mLCP" is 1 2 0
done
holds 'list solvers named the solvers for these loops' [ "$count" -ge 20 ]
run solve mixed.lcp --form lcp --solver interior-point --csv z.csv
holds 'two bounds: the reduction has one more unknown, and the answer as many as the file' is -2 1 0
run solve mixed.lcp --form lcp --solver pgs
grep -q '^at index    2$' out
report $? 'two bounds: a zero on the diagonal of the reduction is reported at z2'
well_formed z.svg 'xmllint reads the chart'
run solve two.lcp --solver pgs --max-iter 2 --quiet --svg -
[ "$(sed -n 's/.* text-anchor="middle">\([0-9.]*\)<.*/\1/p' out | sed -n '1p;$p' | tr '\n' ' ')" = \
    '1 2 ' ]
report $? 'the axis of the chart goes from iteration 1 to iteration 2'

# ---- traces ----
# w = b + A z + z0. z0 = 6 makes w2 = 0; z2 enters: z0 = 6 - 2 z2, w1 = 1 - z2, so w1 leaves at z2 =
# 1, z0 = 4; z1 enters: 2 z1 + z2 + z0 = 5 and z1 + 2 z2 + z0 = 6 give z0 = 4 - 3 z1, which leaves
# at z1 = 4/3.
run solve two.lcp --quiet --trace
[ "$(pivots)" = "z0 w2 6 6
z2 w1 1 4
z1 z0 1.33333333 0" ] && ! grep -q status out
report $? "Lemke's pivots on a problem of two unknowns; with --quiet nothing else is printed"
run solve mixed.lcp --trace
pivots | grep -q ' s2 ' && pivots | grep -q '^u2 ' && grep -q 's3 = hi - z3, .*u3' out
report $? 'with an upper bound its slack leaves, and its multiplier enters; a line explains both'
run solve free.lcp --trace
pivots | grep -q ' w' && ! grep -q 's3 = hi' out
report $? 'a trace without upper bounds does not explain s and u'
run solve one.lcp --solver pgs --trace
grep -q '^iteration  residual          step$' out &&
    grep -q '^        1  0.000000e+00      1.000000e+00$' out
report $? 'one unknown: one sweep of pgs goes from 0 to 1 and is exact'
shows 'lemke shows no iterations here' 'b >= 0: the trace is empty' solve none.lcp --trace

# ---- reports ----
# a diagonal problem is solved by hand: z = max(0, -b), w = max(0, b). States come in runs of
# different lengths, and lists of them in lines that end after the entry that passes column 100
awk -v n=400 'BEGIN {
    print n
    for (i = 1; i <= n; i++) { for (k = 1; k <= n; k++) printf "%d ", i == k; print "" }
    for (i = 1; i <= n; i++) { r = int(i * i / 7) % 5; printf "%d ", r < 2 ? -i : r < 4 ? i : 0 }
    print ""
}' >by_hand.lcp
run solve by_hand.lcp --csv by_hand.csv
awk -v n=400 'BEGIN {
    print "i,z,w"
    for (i = 1; i <= n; i++) {
        r = int(i * i / 7) % 5
        printf "%d,%d,%d\n", i, (r < 2 ? i : 0), (r == 2 || r == 3 ? i : 0)
    }
}' >want
[ "$status" -eq 0 ] && cmp -s by_hand.csv want &&
    sed 1d want | awk -F, '{ printf "%5d  %-16.9g  %-16.9g  %s\n", $1, $2, $3,
        $2 ? "active" : $3 ? "at 0" : "degenerate" }' >rows &&
    grep '^ *[0-9][0-9]*  ' out | cmp -s - rows
report $? 'a diagonal problem: the table and the CSV are those by hand'
for state in active degenerate; do
    awk -v state=$state 'function put() {
            if (first) { printf "%s%s", sep, first == last ? first : first "-" last; sep = ", " }
            first = 0
        }
        $4 == state { if (!first) first = $1; last = $1; count++; next }
        { put() }
        END { put(); print ""; print count >"count" }' rows >want
    awk -v state=$state '$1 == state { on = 1; sub(state, sprintf("%*s", length(state), "")) }
        on { print }
        on && /of 400/ { exit }' out >lines
    sed 's/^            //; s/  (.*//' lines | tr '\n' ' ' | sed 's/ $//' >got
    [ "$(cat got)" = "$(cat want)" ] && [ "$(wc -l <lines)" -gt 2 ] &&
        grep -q "  ($(cat count) of 400: z " lines
    report $? "$state: every index in its run, and their number"
    sed '$d' lines | awk '{ line = $0; sub(/,$/, "", line); before = line
        sub(/, [^,]*$/, "", before); bad += length(line) <= 100 || length(before) > 100 }
        END { exit bad || !NR }'
    report $? "$state: lines end after column 100"
done
# bounds: z = -b/a where it is within them, else at one, where w = a z + b
cat >states.lcp <<'LCP'
9 1
2 0 0 0 0 0 0 0 0
0 1 0 0 0 0 0 0 0
0 0 1 0 0 0 0 0 0
0 0 0 1 0 0 0 0 0
0 0 0 0 1 0 0 0 0
0 0 0 0 0 1 0 0 0
0 0 0 0 0 0 1 0 0
0 0 0 0 0 0 0 1 0
0 0 0 0 0 0 0 0 1
-2 -3 4 5 -5 1 7 0 -3
lo -inf 0 0 -1 -1 -1 2 -1 -2
hi inf inf inf 1 1 1 2 1 0
LCP
run solve states.lcp
same 'bounds: the state of each unknown' <<'REPORT'
states.lcp: mLCP of 9 unknowns, 1 free, solver lemke

    i  z                 w                 state
    1  1                 0                 free
    2  3                 0                 active
    3  0                 4                 at 0
    4  -1                4                 at lo
    5  1                 -4                at hi
    6  -1                0                 degenerate
    7  2                 9                 at lo
    8  0                 0                 active
    9  0                 -3                at hi

status      MB_OK: solved: the residual was checked and is within the tolerance
residual    R  (tolerance 1e-10)
iterations  I
active      2, 8  (2 of 9: between bounds, w = 0)
degenerate  6  (1 of 9: at a bound, and also w = 0)
REPORT
run solve rod.lcp
[ "$status" -eq 0 ] && grep -q '^    4 .* -2.6[0-9]*e-20  *degenerate' out &&
    ! grep -q '^violated *[0-9]' out
report $? 'a w that is only rounding counts as 0 in the table'
# two sweeps of Gauss-Seidel by hand: z1 = 5/2, z2 = (6 - 5/2)/2 = 7/4; z1 = (5 - 7/4)/2 = 13/8,
# z2 = (6 - 13/8)/2 = 35/16; then w1 = 7/16
run solve two.lcp --solver pgs --max-iter 2
same 'two sweeps of Gauss-Seidel' <<'REPORT'
two.lcp: LCP of 2 unknowns, solver pgs

    i  z                 w                 state
    1  1.625             0.4375            violated
    2  2.1875            0                 active

status      MB_MAX_ITER: the iterations allowed were used up: raise max_iter, or use a pivoting method
residual    R  (tolerance 1e-10)
iterations  I
active      2  (1 of 2: z > 0, w = 0)
degenerate  none
violated    1  (1 of 2: z or w has the wrong sign, or neither is 0)
REPORT
# w1 + w2 = -2 for every z; the ray is (1, 1)
run solve crush.lcp --tol 1e-8
same 'a ray' <<'REPORT'
crush.lcp: LCP of 2 unknowns, solver lemke

    i  z                 w                 state
    1  0                 -1                violated
    2  0                 -1                violated

status      MB_RAY: the path ended on a ray: the problem has no solution, or is outside the class that the method solves
residual    R  (tolerance 1e-08)
iterations  I
active      none
degenerate  none
violated    1-2  (2 of 2: z or w has the wrong sign, or neither is 0)

ray: the direction u in which the path is unbounded; its entries that are not 0:

    i  u
    1  1
    2  1

u >= 0, A'u <= 0 and b'u = -2 < 0 prove it: no z >= 0 has A z + b >= 0
REPORT
run solve empty.lcp
[ "$status" -eq 0 ] && grep -q '^active      none$' out && ! grep -q '^ *i  z' out
report $? 'no unknowns: solved, and no table is printed'
run solve empty.lcp --csv - --quiet
[ "$status" -eq 0 ] && [ "$(cat out)" = 'i,z,w' ]
report $? 'no unknowns: the CSV'

# ---- rays ----
# positive semidefinite with the null vector (2, 1), and b'(2, 1) = -3: the ray is (1, 1/2). The
# same problem in z2, z3, with a free z1 = z2 + z3, as along the ray. Then z1 free with z1 - z2 = 0,
# so w2 = z1 - z2 - 1 = -1: the ray leads along z1 = z2; with z2 <= 0 and w2 = 1 the other way.
printf '2\n1 -2\n-2 4\n-1 -1\n' >null.lcp
printf '3 1\n1 -1 -1\n0 1 -2\n0 -2 4\n0 -1 -1\n' >third.lcp
printf '2 1\n1 -1\n1 -1\n0 -1\n' >up.lcp
printf '2 1\n1 -1\n1 -1\n0 1\nlo -inf -inf\nhi inf 0\n' >down.lcp
while read -r file solver ray; do
    run solve $file.lcp --form lcp --solver $solver
    [ "$(awk 'on && NF == 2 { printf "%s ", $2 } /^    i  u$/ { on = 1 }' out)" = "$ray " ]
    report $? "$file, $solver: the ray in the unknowns of the file"
done <<'END'
null lemke 1 0.5
third lemke 1.5 1 0.5
up dantzig 1 1
down dantzig -1 -1
crush dantzig 1 1
END

# ---- failures: the reason, and what to try ----
printf '2\n2 1\n0 2\n-1 -1\n' >skew.lcp
printf '2\n2 0\n0 -2\n-1 1\n' >negative.lcp
printf '1\n1e-310\n-1\n' >tiny.lcp                              # z = 1e310 is no double
cat >ray.lcp <<'END'                    # z = (0, 0, 0, .1), which lemke misses
4 2
-0.6666666666666666 -2 0 -3
-1 -2 -3 0
-3 0 -2 -0.6666666666666666
-0.3333333333333333 -1 -1 0
0.30000000000000004 0 0.4 0
END
awk 'BEGIN { n = 17; print n;
             for (i = 0; i <= n; i++) { for (j = 0; j < n; j++) printf "%d ",
                 (i == n ? -1 : i == j); print "" } }' >many.lcp
kind='cannot solve problems of this kind: A' lemke='--solver lemke, which solves it'
proof="the problem has no solution: Lemke's ray proves it" other='another problem: no --solver'
while IFS='|' read -r command why try; do
    run solve $command --quiet
    eval "why=\"$why\" try=\"$try\""
    [ "$status" -eq 1 ] && [ ! -s out ] && grep -qF "  why       $why" err &&
        grep -qF "  try       $try" err
    report $? "solve $command: $why"
done <<'END'
zero.lcp --solver pgs|pgs $kind has 0 on its diagonal in row 1|another --solver (see minisim2d
negative.lcp --solver pgs|pgs $kind has -2 on its diagonal in row 2|$lemke
skew.lcp --solver dantzig|dantzig $kind is not symmetric in row 2, or bounds|$lemke
many.lcp --solver enumerate|enumerate cannot solve problems of this size: 17 unknowns|$lemke
spd.lcp --solver pgs --max-iter 1|pgs ran out after 1 iteration; the problem has a solution|$lemke
ray.lcp --solver pgs|pgs $kind has -0.666667 on its diagonal in row 1|another --solver (see minisim2d
null.lcp|$proof|$other
crush.lcp --solver interior-point|$proof|$other
END
run solve two.lcp --solver pgs
[ "$status" -eq 0 ] && [ ! -s err ]
report $? 'no reason is given where the problem is solved'
run solve zero.lcp --solver pgs
grep -q '^at index    1$' out
report $? 'a zero on the diagonal: its index is in the report'
each fails <<'END'
solve tiny.lcp => nearer to 1
solve crush.lcp => not solved: MB_RAY
END

# ---- streams, options, bad input ----
run solve spd.lcp --quiet
[ "$status" -eq 0 ] && [ ! -s out ] && [ ! -s err ]
report $? '--quiet: nothing is printed'
run solve one.lcp --quiet --csv -
[ "$(cat out)" = "i,z,w
1,1,0" ]
report $? '--csv: the columns i, z, w'
"$program" solve - <spd.lcp >out 2>err
status=$?
expect 0 out 'standard input: LCP of 3 unknowns' 'a problem from the standard input'
run solve spd.lcp --solver jacobi --omega 0.5 --quiet
report "$status" 'omega for Jacobi'
printf '1\nnan\n2\n' >nan.lcp
each refused <<'END'
solve => solve needs an argument
solve missing.lcp => No such file
solve . => Is a directory
solve /dev/zero => /dev/zero:1:1: binary file
solve nan.lcp => 'nan' in row 1 of A is not finite
solve spd.lcp --solver simplex => --solver takes lemke
solve mixed.lcp --solver jacobi => not 'jacobi'
solve spd.lcp --form box => --form takes lcp or mlcp
solve spd.lcp --omega 2 => --omega must be between 0 and 2, not 2
solve spd.lcp --omega 1 => --omega has no effect on lemke
solve spd.lcp --solver enumerate --max-iter 3 => --max-iter has no effect on enumerate
solve spd.lcp --tol 0 => --tol must be > 0, not 0
solve spd.lcp --max-iter 0 => --max-iter must be a whole number
solve spd.lcp --epsilon 1 => unknown option --epsilon
END
printf '46340\n1 2 3\n' >claim.lcp
limit=120000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    (ulimit -v $limit; "$program" solve claim.lcp) >out 2>err
    status=$?
    expect 2 err 'claim.lcp:2:6: row 1 of A has 3 numbers, expected 46340' \
        'a huge n before little data allocates less than 120 MB'
    (ulimit -v $limit; tr '\0' ' ' </dev/zero | "$program" solve -) >out 2>err
    status=$?
    expect 2 err 'standard input: cannot read: a line without end' \
        'an endless line is given up before it fills 120 MB'
else
    skip 'a huge n before little data allocates less than 120 MB' \
        'the program does not run in 120 MB of address space'
fi
# solve reads the problems that run saves
for form in lcp mlcp; do
    "$program" run hills --time 0.9 --form $form --quiet --dump-lcp $form >out 2>err
    "$program" solve $form/*.lcp --quiet >out 2>err
    [ $? -eq 0 ] && [ "$(wc -l <out)" -gt 10 ]
    report $? "run --form $form --dump-lcp, then solve"
done
finish
