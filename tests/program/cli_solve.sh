#!/bin/sh
# cli_solve.sh: `minisim2d solve`: every solver, traces worked out by hand, rays, files, exit
# statuses
#
#   tests/program/cli_solve.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"

# collected NAME: a problem of tests/data/problems.txt, as a file
collected() { awk -v name="$1" '/^problem / { inside = $2 == name; next }
                                inside' tests/data/problems.txt; }

# near FILE Z...: succeeds if column z of the CSV is Z... to 1e-8
near() {
    csv=$1
    shift
    awk -F, -v want="$*" 'BEGIN { n = split(want, z, " ") }
        NR > 1 { d = $2 - z[NR - 1]; if (d < 0) d = -d; if (!(d <= 1e-8)) bad = 1 }
        END { exit bad || NR != n + 1 }' "$csv"
}

# pivots: prints the last run's table of pivots, a line for each: entering leaving ratio z0
pivots() {
    awk 'NF == 0 { on = 0 } on { print $2, $3, $4, $5 } $1 == "pivot" { on = 1 }' "$dir/out"
}

# A = [4 1 0; 1 4 1; 0 1 4], z = (1, 2, 0), A z = (6, 9, 2), b = (-6, -9, 2), w = (0, 0, 4)
printf '3\n4 1 0\n1 4 1\n0 1 4\n-6 -9 2\n' >"$dir/spd.lcp"
# the same matrix, z1 free, z2, z3 >= 0: z = (-2, 1, 0), w = (0, 0, 3), A z = (-7, 2, 1)
printf '3 1\n4 1 0\n1 4 1\n0 1 4\n7 -2 2\n' >"$dir/free.lcp"
# the same matrix, z1 free, -1 <= z2 <= 1, z3 >= 0: z = (-2, 1, 0), w = (0, -7, 3), where w2 < 0
# because z2 is at its upper bound
printf '3 1\n4 1 0\n1 4 1\n0 1 4\n7 -9 2\nlo -inf -1 0\nhi inf 1 inf\n' >"$dir/mixed.lcp"
printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/two.lcp"
# w1 + w2 = -2 for every z
printf '2\n1 -1\n-1 1\n-1 -1\n' >"$dir/crush.lcp"

# ---- every solver ----
for solver in $("$program" list solvers | awk '/^for --form/ { lcp = $3 == "lcp" }
    /^  / && lcp { print $1 }'); do
    run solve "$dir/spd.lcp" --solver "$solver" --trace --csv "$dir/z.csv" --svg "$dir/z.svg"
    [ "$status" -eq 0 ] && grep -q '^status *MB_OK' "$dir/out" && near "$dir/z.csv" 1 2 0
    report $? "$solver solves a symmetric positive definite problem"
    grep -q '^active      1-2  (2 of 3' "$dir/out" && grep -q '</svg>' "$dir/z.svg"
    report $? "$solver: z1 and z2 are active, and --svg draws a chart"
    run solve "$dir/free.lcp" --form lcp --solver "$solver" --csv "$dir/z.csv"
    [ "$status" -eq 0 ] && near "$dir/z.csv" -2 1 0
    report $? "$solver solves a mixed problem by its reduction to an LCP"
done
for solver in $("$program" list solvers | awk '/^for --form/ { mlcp = $3 == "mlcp" }
    /^  / && mlcp { print $1 }'); do
    run solve "$dir/mixed.lcp" --solver "$solver" --trace --csv "$dir/z.csv"
    [ "$status" -eq 0 ] && near "$dir/z.csv" -2 1 0
    report $? "$solver solves a mixed problem as it is"
    run solve "$dir/spd.lcp" --form mlcp --solver "$solver" --csv "$dir/z.csv"
    [ "$status" -eq 0 ] && near "$dir/z.csv" 1 2 0
    report $? "$solver solves an LCP as an mLCP"
done
run solve "$dir/mixed.lcp" --form lcp --solver interior-point --csv "$dir/z.csv"
[ "$status" -eq 0 ] && near "$dir/z.csv" -2 1 0
report $? 'two bounds: the reduction has one more unknown, and the answer as many as the file'
run solve "$dir/mixed.lcp" --form lcp --solver pgs
grep -q '^at index    2$' "$dir/out"
report $? 'two bounds: a zero on the diagonal of the reduction is reported at z2'
holds 'list solvers named the solvers for these loops' [ "$count" -ge 20 ]

# ---- traces ----
# w = b + A z + z0. z0 = 6 makes w2 = 0; z2 enters: z0 = 6 - 2 z2, w1 = 1 - z2, so w1 leaves at z2 =
# 1, z0 = 4; z1 enters: 2 z1 + z2 + z0 = 5 and z1 + 2 z2 + z0 = 6 give z0 = 4 - 3 z1, which leaves
# at z1 = 4/3.
run solve "$dir/two.lcp" --trace
[ "$(pivots)" = "z0 w2 6 6
z2 w1 1 4
z1 z0 1.33333333 0" ]
report $? "Lemke's pivots on a problem of two unknowns"
printf '3\n1 0 0\n0 1 0\n0 0 1\n-1 -3 -2\n' >"$dir/first.lcp"
run solve "$dir/first.lcp" --trace
holds "Lemke's first pivot: the row of the largest -b" [ "$(pivots | head -n 1)" = 'z0 w2 3 3' ]
run solve "$dir/mixed.lcp" --trace
pivots | grep -q ' s2 ' && pivots | grep -q '^u2 '
report $? 'a trace with an upper bound: its slack leaves, and its multiplier enters'
holds 'a trace with an upper bound: a line explains s and u' grep -q 's3 = hi - z3, .*u3' "$dir/out"
run solve "$dir/free.lcp" --trace
pivots | grep -q ' w' && ! grep -q 's3 = hi' "$dir/out"
report $? 'a trace without upper bounds does not explain s and u'
printf '1\n2\n-2\n' >"$dir/one.lcp"
run solve "$dir/one.lcp" --solver pgs --trace
grep -q '^iteration  residual          step$' "$dir/out" &&
    grep -q '^        1  0.000000e+00      1.000000e+00$' "$dir/out"
report $? 'one unknown: one sweep of pgs goes from 0 to 1 and is exact'
printf '1\n2\n2\n' >"$dir/none.lcp"
printf '0\n' >"$dir/empty.lcp"
run solve "$dir/empty.lcp"
[ "$status" -eq 0 ] && grep -q '^active      none$' "$dir/out" && ! grep -q '^ *i  z' "$dir/out"
report $? 'no unknowns: solved, and no table is printed'
shows 'lemke shows no iterations here' 'b >= 0: the trace is empty' solve "$dir/none.lcp" --trace
awk 'BEGIN {
    n = 256
    print n
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) printf "%s ", (i == j ? 2 : (i == j + 1 || j == i + 1 ? -1 : 0))
        print ""
    }
    for (i = 0; i < n; i++) printf "-1 "
    print ""
}' >"$dir/large.lcp"
run solve "$dir/large.lcp" --trace
[ "$status" -eq 0 ] && awk 'length($0) > 120 { exit 1 }' "$dir/out" &&
    grep -q '^active      1-256  ' "$dir/out"
report $? 'n = 256: no line over 120 characters'

# a diagonal problem is solved by hand: z = max(0, -b), w = max(0, b). States come in runs of
# different lengths, and lists of them in lines that end after the entry that passes column 100
awk -v n=400 'BEGIN {
    print n
    for (i = 1; i <= n; i++) { for (k = 1; k <= n; k++) printf "%d ", i == k; print "" }
    for (i = 1; i <= n; i++) { r = int(i * i / 7) % 5; printf "%d ", r < 2 ? -i : r < 4 ? i : 0 }
    print ""
}' >"$dir/by_hand.lcp"
run solve "$dir/by_hand.lcp" --csv "$dir/by_hand.csv"
awk -v n=400 'BEGIN {
    print "i,z,w"
    for (i = 1; i <= n; i++) {
        r = int(i * i / 7) % 5
        printf "%d,%d,%d\n", i, r < 2 ? i : 0, r == 2 || r == 3 ? i : 0
    }
}' >"$dir/want"
[ "$status" -eq 0 ] && cmp -s "$dir/by_hand.csv" "$dir/want" &&
    sed 1d "$dir/want" | awk -F, '{ printf "%5d  %-16.9g  %-16.9g  %s\n", $1, $2, $3,
        $2 ? "active" : $3 ? "at 0" : "degenerate" }' >"$dir/rows" &&
    grep '^ *[0-9][0-9]*  ' "$dir/out" | cmp -s - "$dir/rows"
report $? 'a diagonal problem: the table and the CSV are those by hand'
for state in active degenerate; do
    awk -v state=$state -v number="$dir/count" 'function put() {
            if (first) { printf "%s%s", sep, first == last ? first : first "-" last; sep = ", " }
            first = 0
        }
        $4 == state { if (!first) first = $1; last = $1; count++; next }
        { put() }
        END { put(); print ""; print count > number }' "$dir/rows" >"$dir/want"
    awk -v state=$state '$1 == state { on = 1; sub(state, sprintf("%*s", length(state), "")) }
        on { print }
        on && /of 400/ { exit }' "$dir/out" >"$dir/lines"
    sed 's/^            //; s/  (.*//' "$dir/lines" | tr '\n' ' ' | sed 's/ $//' >"$dir/got"
    [ "$(cat "$dir/got")" = "$(cat "$dir/want")" ] && [ "$(wc -l <"$dir/lines")" -gt 2 ] &&
        grep -q "  ($(cat "$dir/count") of 400: z " "$dir/lines"
    report $? "$state: every index in its run, and their number"
    sed '$d' "$dir/lines" | awk '{ line = $0; sub(/,$/, "", line); before = line
        sub(/, [^,]*$/, "", before); bad += length(line) <= 100 || length(before) > 100 }
        END { exit bad || !NR }'
    report $? "$state: lines end after column 100"
done

# bounds: z = -b/a where it is within them, else at one, where w = a z + b
cat >"$dir/states.lcp" <<'LCP'
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
run solve "$dir/states.lcp"
cat >"$dir/want" <<'END'
: mLCP of 9 unknowns, 1 free, solver SOLVER

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

status      MB_OK
residual    0  (tolerance 1e-10)
iterations  N
active      2, 8  (2 of 9: between bounds, w = 0)
degenerate  6  (1 of 9: at a bound, and also w = 0)
END
sed 's/^.*states.lcp//; s/solver .*/solver SOLVER/; s/^\(iterations  \).*/\1N/
    s/^\(status  *[A-Z_]*\):.*/\1/' "$dir/out" >"$dir/got"
[ "$status" -eq 0 ] && cmp -s "$dir/got" "$dir/want"
report $? 'bounds: the state of each unknown, and all of the report'
# one sweep of Gauss-Seidel: z1 = 4/2, z2 = (5 - z1)/2, after which w1 = 4 + 1.5 - 4
printf '2\n2 1\n1 2\n-4 -5\n' >"$dir/sweep.lcp"
run solve "$dir/sweep.lcp" --solver pgs --max-iter 1
sed '1d; /^residual/d; s/^\(status  *[A-Z_]*\):.*/\1/' "$dir/out" >"$dir/got"
cat >"$dir/want" <<'END'

    i  z                 w                 state
    1  2                 1.5               violated
    2  1.5               0                 active

status      MB_MAX_ITER
iterations  1
active      2  (1 of 2: z > 0, w = 0)
degenerate  none
violated    1  (1 of 2: z or w has the wrong sign, or neither is 0)
END
[ "$status" -eq 1 ] && cmp -s "$dir/got" "$dir/want"
report $? 'one sweep: what it leaves is violated'

# ---- failures ----
fails 'not solved: MB_RAY' 'no solution: MB_RAY, exit status 1' solve "$dir/crush.lcp"
holds 'no solution: the status is in the report' grep -q '^status      MB_RAY' "$dir/out"
for solver in lemke dantzig; do
    run solve "$dir/crush.lcp" --solver $solver
    grep -q "^u >= 0, A'u <= 0 and b'u = -.* < 0 prove it" "$dir/out"
    report $? "$solver: the ray, and that it proves there is no solution"
done
# w = -z - 1 < 0 for every z >= 0: u = 1 has A'u = -1 and b'u = -1
printf '1\n-1\n-1\n' >"$dir/negative.lcp"
run solve "$dir/negative.lcp"
expect 1 out 'MB_RAY' 'a negative diagonal: a ray'
printf '1\n1e-310\n-1\n' >"$dir/tiny.lcp"                      # z = 1e310 is no double
fails 'nearer to 1' 'a solution too large for a double: the advice is to scale the problem' \
    solve "$dir/tiny.lcp"
# z1 free with z1 - z2 = 0, so w2 = z1 - z2 - 1 = -1: the ray leads along z1 = z2. With z2 <= 0 and
# w2 = 1 it leads the other way.
printf '2 1\n1 -1\n1 -1\n0 -1\n' >"$dir/up.lcp"
printf '2 1\n1 -1\n1 -1\n0 1\nlo -inf -inf\nhi inf 0\n' >"$dir/down.lcp"
for way in up down; do
    run solve "$dir/$way.lcp" --form lcp --solver dantzig
    awk -v sign=$([ $way = up ] && echo 1 ||
        echo -1) 'on && NF == 2 { n++; u[$1] = sign * $2 } $1 == "i" && $2 == "u" { on = 1 }
        END { exit !(n == 2 && u[1] > 0 && u[1] == u[2]) }' "$dir/out"
    report $? "a mixed problem: the ray in the unknowns of the file, $way"
done
run solve "$dir/spd.lcp" --solver pgs --max-iter 1
expect 1 err 'or a greater --max-iter' \
    'too few sweeps: MB_MAX_ITER, and the advice to raise --max-iter'
holds 'too few sweeps: the report lists the violated unknowns' grep -q '^violated' "$dir/out"
printf '2\n0 1\n1 0\n-1 -1\n' >"$dir/zero.lcp"
# The message tells three reasons apart: the solver is not for this kind of problem (cli_report.sh),
# the problem has no solution, or the solver ran out of iterations.
run solve "$dir/zero.lcp" --solver pgs
holds 'a zero on the diagonal: its index is in the report' grep -q '^at index    1$' "$dir/out"
for solver in lemke pgs fischer-newton interior-point dantzig enumerate; do
    run solve "$dir/crush.lcp" --solver $solver
    [ "$status" -eq 1 ] &&
        grep -q "^  why       the problem has no solution: Lemke's ray proves it" "$dir/err" &&
        grep -q '^  try       another problem' "$dir/err"
    report $? "$solver: no solution, proven by the ray of lemke"
done
# z = (0, 5), w = (6, -1): z2 is at its upper bound
printf '2\n0 1\n-1 0\n1 -1\nhi 5 5\n' >"$dir/boxed.lcp"
run solve "$dir/boxed.lcp" --solver pgs
expect 1 err 'pgs cannot solve problems of this kind' \
    'a mixed problem that pgs cannot solve: the reason'
# w1 = -z1 - 1 < 0 for every z1 >= 0
printf '2\n-1 0\n0 1\n-1 1\n' >"$dir/minus.lcp"
fails 'no solution' 'a negative diagonal: no solution' solve "$dir/minus.lcp"
run solve "$dir/spd.lcp" --solver pgs --max-iter 1
grep -q '^  why       pgs ran out after 1 iteration; the problem has a solution$' "$dir/err" &&
    grep -q '^  try       --solver lemke, which solves it, or a greater --max-iter$' "$dir/err"
report $? 'the solver ran out of iterations'
printf '1 1\n0\n1\n' >"$dir/singular.lcp"
fails 'not solved' 'the equation 0 z1 + 1 = 0' solve "$dir/singular.lcp"

# ---- degenerate, empty ----
printf '2\n1 0\n0 1\n0 -1\n' >"$dir/degenerate.lcp"
run solve "$dir/degenerate.lcp"
[ "$status" -eq 0 ] && grep -q '^active      2  ' "$dir/out" &&
    grep -q '^degenerate  1  ' "$dir/out"
report $? 'z1 = w1 = 0 is reported as degenerate'
collected f_rod >"$dir/rod.lcp"                                # w_4 = -2.6e-20
run solve "$dir/rod.lcp"
[ "$status" -eq 0 ] && grep -q '^    4 .* -2.6[0-9]*e-20  *degenerate' "$dir/out" &&
    ! grep -q '^violated *[0-9]' "$dir/out"
report $? 'a w that is only rounding counts as 0 in the table'
printf '0\n' >"$dir/empty.lcp"
run solve "$dir/empty.lcp" --csv - --quiet
[ "$status" -eq 0 ] && [ "$(cat "$dir/out")" = 'i,z,w' ]
report $? 'n = 0 is solved'

# ---- output ----
run solve "$dir/spd.lcp" --quiet
[ "$status" -eq 0 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
report $? '--quiet: nothing is printed'
run solve "$dir/two.lcp" --quiet --trace
[ "$status" -eq 0 ] && [ "$(pivots | tail -n 1)" = 'z1 z0 1.33333333 0' ] &&
    ! grep -q status "$dir/out"
report $? '--quiet --trace: the trace and nothing else'
run solve "$dir/one.lcp" --quiet --csv -
[ "$(cat "$dir/out")" = "i,z,w
1,1,0" ]
report $? '--csv: the columns i, z, w'
"$program" solve - <"$dir/spd.lcp" >"$dir/out" 2>"$dir/err"
status=$?
expect 0 out 'standard input: LCP of 3 unknowns' 'a problem from the standard input'
refused '--omega has no effect on lemke' 'omega for Lemke' solve "$dir/spd.lcp" --omega 1
refused '--max-iter has no effect on enumerate' 'max-iter for the enumeration' \
    solve "$dir/spd.lcp" --solver enumerate --max-iter 3
run solve "$dir/spd.lcp" --solver jacobi --omega 0.5 --quiet
holds 'omega for Jacobi' [ "$status" -eq 0 ]
run solve "$dir/large.lcp" --svg "$dir/large.svg" --quiet
well_formed "$dir/large.svg" 'xmllint reads the chart'

# ---- bad input ----
refused 'solve needs an argument' 'no file' solve
refused 'No such file' 'a file that is not there' solve "$dir/missing.lcp"
refused 'Is a directory' 'a directory' solve "$dir"
refused '/dev/zero:1:1: binary file' 'an endless device' solve /dev/zero
refused '--solver takes lemke' 'an unknown solver' solve "$dir/spd.lcp" --solver simplex
refused "not 'jacobi'" 'a solver that does not solve mixed problems' solve "$dir/mixed.lcp" \
    --solver jacobi
refused '--form takes lcp or mlcp' 'an unknown form' solve "$dir/spd.lcp" --form box
refused '--omega must be between 0 and 2, not 2' 'omega = 2' solve "$dir/spd.lcp" --omega 2
refused '--tol must be > 0, not 0' 'tol = 0' solve "$dir/spd.lcp" --tol 0
refused '--max-iter must be a whole number' 'max-iter 0' solve "$dir/spd.lcp" --max-iter 0
refused 'unknown option --epsilon' 'an option of another command' solve "$dir/spd.lcp" --epsilon 1
collected h_nanM >"$dir/h_nanM.lcp"
collected h_infq >"$dir/h_infq.lcp"
refused "'nan' in row 3 of A is not finite" 'NaN in the file' solve "$dir/h_nanM.lcp"
refused "'-inf' in b is not finite" 'inf in the file' solve "$dir/h_infq.lcp"
printf '46340\n1 2 3\n' >"$dir/claim.lcp"
limit=120000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    (ulimit -v $limit; "$program" solve "$dir/claim.lcp") >"$dir/out" 2>"$dir/err"
    status=$?
    expect 2 err 'claim.lcp:2:6: row 1 of A has 3 numbers, expected 46340' \
        'a huge n before little data allocates less than 120 MB'
    (ulimit -v $limit; tr '\0' ' ' </dev/zero | "$program" solve -) >"$dir/out" 2>"$dir/err"
    status=$?
    expect 2 err 'standard input: cannot read: a line without end' \
        'an endless line is given up before it fills 120 MB'
else
    skip 'a huge n before little data allocates less than 120 MB' \
        'the program does not run in 120 MB of address space'
fi

# ---- solve reads the problems that run saves ----
for form in lcp mlcp; do
    rm -rf "$dir/dump"
    "$program" run scenes/hills.scene --time 0.9 --form $form --quiet --dump-lcp "$dir/dump" \
        >"$dir/out" 2>"$dir/err"
    solved=0 failed=0
    for file in "$dir"/dump/*.lcp; do
        if "$program" solve "$file" --quiet 2>>"$dir/err"; then solved=$((solved + 1)); else \
            failed=$((failed + 1)); fi
    done
    [ "$solved" -ge 10 ] && [ "$failed" -eq 0 ]
    report $? "run --form $form --dump-lcp, then solve"
done
finish
