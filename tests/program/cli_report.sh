#!/bin/sh
# cli_report.sh: complete reports and tables of the program, on problems small enough to be worked
# out by hand
#
#   tests/program/cli_report.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
#
# Speeds, residuals and counts of iterations are replaced by letters before the comparison.
. "$(dirname "$0")/../tap.sh"
use_program "$@"
cd "$dir" || exit 2

# same NAME: the last run's standard output is the standard input of this
same() {
    cat >expected
    sed -e 's/ [0-9.]*e+[0-9]*$/ S/' -e 's/^residual    [0-9.e-]* /residual    R /' \
        -e 's/^iterations  [0-9]*$/iterations  I/' out >got
    cmp -s expected got
    result=$?
    diff expected got >err
    report $result "$1"
}

# numbers NAME: the last run's CSV agrees with the standard input: numbers to 1e-12, other fields
# exactly; a field * may be anything
numbers() {
    cat >expected
    awk -F, 'NR == FNR { want[NR] = $0; n = NR; next }
        { k = split(want[FNR], w, ","); if (k != NF) bad = 1
          for (i = 1; i <= NF; i++) { d = $i - w[i];
              if (w[i] != "*" && $i != w[i] && !($i != "" && w[i] != "" && d < 1e-12 &&
                  d > -1e-12 && $i + 0 == $i)) bad = 1 } }
        END { exit bad || FNR != n }' expected out
    report $? "$1"
}

# ---- two particles in free fall, two steps of 0.1 s ----
# g = 10. Semi-implicit Euler has the first at y = -0.1, -0.3, and the truth is -0.05, -0.2: the
# errors are 0.05 and 0.1, their median is 0.075. Energies: m g y + m v^2/2
cat >two.scene <<'SCENE'
title Two
gravity 0 -10
step 0.1
time 0.2
epsilon 0.1
particle mass 2 position 0 0 velocity 3 0
particle mass 1 position 5 5
SCENE
run run two.scene --formulation st --form mlcp
same 'run: the summary' <<'REPORT'
Two: ST as mlcp, solver lemke, h = 0.1 s, epsilon = 0.1 m
  steps       2 of 2, to t = 0.2 s
  problems    0, the largest of 0 unknowns; 0 iterations, worst residual 0
  particle 1  (0.600000, -0.300000) m, velocity (3.000000, -2.000000) m/s
  particle 2  (5.000000, 4.700000) m, velocity (0.000000, -2.000000) m/s
REPORT
run run two.scene --formulation st --quiet --csv -
numbers 'run --csv: each particle after each step' <<'CSV'
step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy
0,0,1,0,0,3,0,0,0,0,0,0,9
0,0,2,5,5,0,0,0,0,0,0,0,50
1,0.1,1,0.3,-0.1,3,-1,0,0,0,0,*,8
1,0.1,2,5,4.9,0,-1,0,0,0,0,*,49.5
2,0.2,1,0.6,-0.3,3,-2,0,0,0,0,*,7
2,0.2,2,5,4.7,0,-2,0,0,0,0,*,49
CSV
run run two.scene --formulation exact
same 'run --formulation exact: the events' <<'REPORT'
Two: exact, event by event, to t = 0.2 s

particle 1
  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge
  0.0000000    start   0             0             3             0           
  0.2000000    end     0.6           -0.2          3             -2          

particle 2
  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge
  0.0000000    start   5             5             0             0           
  0.2000000    end     5             4.8           0             -2          
REPORT
run run two.scene --formulation exact --quiet --csv -
numbers 'run --formulation exact --csv: at the same times, with constant energy' <<'CSV'
step,t,particle,x,y,vx,vy,contacts,size,iterations,residual,seconds,energy
0,0,1,0,0,3,0,0,0,0,0,0,9
0,0,2,5,5,0,0,0,0,0,0,0,50
1,0.1,1,0.3,-0.05,3,-1,0,0,0,0,0,9
1,0.1,2,5,4.95,0,-1,0,0,0,0,0,50
2,0.2,1,0.6,-0.2,3,-2,0,0,0,0,0,9
2,0.2,2,5,4.8,0,-2,0,0,0,0,0,50
CSV
run compare two.scene
same 'compare: two particles' <<'REPORT'
Two: h = 0.1 s, 2 steps, epsilon = 0.1 m, solver lemke (lcp)
formulation  particle  end position [m]        median error [m]  max error [m]  failed steps  steps/s
exact        1         (    0.6000,  -0.2000)  -                 -              -             -
             2         (    5.0000,   4.8000)  -                 -
ST           1         (    0.6000,  -0.3000)  0.075             0.1            0             S
             2         (    5.0000,   4.7000)  0.075             0.1
AP           1         (    0.6000,  -0.3000)  0.075             0.1            0             S
             2         (    5.0000,   4.7000)  0.075             0.1
PEG          1         (    0.6000,  -0.3000)  0.075             0.1            0             S
             2         (    5.0000,   4.7000)  0.075             0.1
swept        1         (    0.6000,  -0.3000)  0.075             0.1            0             S
             2         (    5.0000,   4.7000)  0.075             0.1
REPORT
run compare two.scene --quiet --csv -
numbers 'compare --csv' <<'CSV'
formulation,particle,x,y,median_error,max_error,steps,failed_steps,steps_per_second
exact,1,0.6,-0.2,,,,,
exact,2,5,4.8,,,,,
st,1,0.6,-0.3,0.075,0.1,2,0,*
st,2,5,4.7,0.075,0.1,2,0,*
ap,1,0.6,-0.3,0.075,0.1,2,0,*
ap,2,5,4.7,0.075,0.1,2,0,*
peg,1,0.6,-0.3,0.075,0.1,2,0,*
peg,2,5,4.7,0.075,0.1,2,0,*
swept,1,0.6,-0.3,0.075,0.1,2,0,*
swept,2,5,4.7,0.075,0.1,2,0,*
CSV

# ---- runs that stop: one iteration is too few for an interior point method ----
# In free flight the particle is at (0.1, 0.15), (0.2, -0.05), and the truth is (0.1, 0.2),
# (0.2, 0.05). Swept, Gauss and two-phase find the floor during the second step, and the others
# before the third, so the former stop after one step and the latter after two. The exact particle
# hits the floor at t = sqrt(0.05) with vy = -sqrt(5), keeps vx = 1 - sqrt(5)/4, and stops vx^2/5
# farther on: sqrt(0.05) + (21/16 - sqrt(5)/2)/5 = 21/80
cat >hop.scene <<'SCENE'
title Hop
gravity 0 -10
step 0.1
time 1
epsilon 0.1
chain -1 0  2 0 mu 0.25
particle mass 2 position 0 0.25 velocity 1 0
SCENE
run compare hop.scene --solver interior-point --max-iter 1
same 'compare: runs that stop' <<'REPORT'
Hop: h = 0.1 s, 10 steps, epsilon = 0.1 m, solver interior-point (lcp)
formulation  end position [m]        median error [m]  max error [m]  failed steps  steps/s
exact        (    0.2625,   0.0000)  -                 -              -             -
ST           (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
AP           (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
PEG          (    0.2000,  -0.0500)  0.075             0.1            1             stopped at t = 0.2 s: MB_MAX_ITER
swept        (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
Gauss        (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
two-phase    (    0.1000,   0.1500)  0.05              0.05           1             stopped at t = 0.1 s: MB_MAX_ITER
ST was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
AP was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
PEG was 0.05 m behind obstacle 1 (line 6): particle 1 at t = 0.2 s
REPORT
run compare hop.scene --solver interior-point --max-iter 1 --quiet --csv -
numbers 'compare --csv: runs that stop' <<'CSV'
formulation,particle,x,y,median_error,max_error,steps,failed_steps,steps_per_second
exact,1,0.2625,0,,,,,
st,1,0.2,-0.05,0.075,0.1,2,1,0
ap,1,0.2,-0.05,0.075,0.1,2,1,0
peg,1,0.2,-0.05,0.075,0.1,2,1,0
swept,1,0.1,0.15,0.05,0.05,1,1,0
gauss,1,0.1,0.15,0.05,0.05,1,1,0
two-phase,1,0.1,0.15,0.05,0.05,1,1,0
CSV
run compare hop.scene --quiet --svg -
grep -o 'stroke="[^"]*" stroke-linejoin="round" stroke-width="1.6"' out | sort | uniq -c >got
[ "$(wc -l <got)" -eq 6 ] && awk '$1 != 2 { exit 1 }' got
report $? 'compare --svg: six curves in six colours, all of them in the legend'

# ---- a particle that slides on a floor with mu = 1/4 ----
# friction slows it from 1 m/s by 2.5 m/s^2: it stops after 0.4 s and 0.2 m
cat >stop.scene <<'SCENE'
title Stop
gravity 0 -10
step 0.1
time 1
epsilon 0.1
chain -1 0  2 0 mu 0.25
particle mass 2 position 0 0 velocity 1 0
SCENE
run run stop.scene --formulation exact
same 'run --formulation exact: a particle that stops' <<'REPORT'
Stop: exact, event by event, to t = 1 s

particle 1
  t [s]        event   x [m]         y [m]         vx [m/s]      vy [m/s]      edge
  0.0000000    start   0             0             1             0           
  0.4000000    stop    0.2           0             0             0             1
  1.0000000    end     0.2           0             0             0             1
REPORT

# ---- solve ----
# two sweeps of Gauss-Seidel by hand: z1 = 5/2, z2 = (6 - 5/2)/2 = 7/4; z1 = (5 - 7/4)/2 = 13/8,
# z2 = (6 - 13/8)/2 = 35/16; then w1 = 7/16
printf '2\n2 1\n1 2\n-5 -6\n' >two.lcp
run solve two.lcp --solver pgs --max-iter 2
same 'solve: two sweeps of Gauss-Seidel' <<'REPORT'
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
run solve two.lcp --solver pgs --max-iter 2 --quiet --svg -
sed -n 's/.* text-anchor="middle">\([0-9.]*\)<.*/\1/p' out >ticks
[ "$(sed -n '1p;$p' ticks | tr '\n' ' ')" = '1 2 ' ]
report $? 'solve --svg: the axis goes from iteration 1 to iteration 2'
# z1 free, -1 <= z2 <= 1, z3 >= 0: z = (-2, 1, 0), w = (0, -7, 3), as in cli_solve.sh
printf '3 1\n4 1 0\n1 4 1\n0 1 4\n7 -9 2\nlo -inf -1 0\nhi inf 1 inf\n' >mixed.lcp
run solve mixed.lcp
# w1 is a sum that is 0 but for rounding
sed -E 's/  [0-9.]+e-1[5-9] +free/  0                 free/' out >exact && mv exact out
same 'solve: each kind of bound' <<'REPORT'
mixed.lcp: mLCP of 3 unknowns, 1 free, solver lemke

    i  z                 w                 state
    1  -2                0                 free
    2  1                 -7                at hi
    3  0                 3                 at 0

status      MB_OK: solved: the residual was checked and is within the tolerance
residual    R  (tolerance 1e-10)
iterations  I
active      none
degenerate  none
REPORT
# w1 + w2 = -2 for every z; the ray is (1, 1)
printf '2\n1 -1\n-1 1\n-1 -1\n' >crush.lcp
run solve crush.lcp --tol 1e-8
same 'solve: a ray' <<'REPORT'
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
# positive semidefinite with the null vector (2, 1), and b'(2, 1) = -3: the ray is (1, 1/2)
printf '2\n1 -2\n-2 4\n-1 -1\n' >null.lcp
run solve null.lcp
sed -n '/^    i  u/,$p' out >ray
printf '    i  u\n    1  1\n    2  0.5\n\n%s\n' \
    "u >= 0, A'u <= 0 and b'u = -1.5 < 0 prove it: no z >= 0 has A z + b >= 0" |
    cmp -s - ray
report $? 'solve: a ray that is not (1, 1)'
# the same problem in z2, z3, with a free z1 = z2 + z3, as along the ray
printf '3 1\n1 -1 -1\n0 1 -2\n0 -2 4\n0 -1 -1\n' >free.lcp
run solve free.lcp --form lcp
sed -n '/^    i  u/,$p' out >ray
printf '    i  u\n    1  1.5\n    2  1\n    3  0.5\n' | cmp -s - ray
report $? 'solve: the ray of a mixed problem has an entry for the free unknown'

# ---- the reason of a failure, and what to try ----
# why FILE SOLVER WHY TRY: the solver fails on the problem, with the two lines of advice
why() {
    run solve "$1" --solver "$2" --quiet
    [ "$status" -eq 1 ] && [ ! -s out ] && grep -qxF "  why       $3" err &&
        grep -qxF "  try       $4" err
    report $? "$1, $2: $3"
}

printf '2\n0 1\n1 0\n-1 -1\n' >zero.lcp
printf '2\n2 1\n0 2\n-1 -1\n' >skew.lcp
printf '2\n2 0\n0 -2\n-1 1\n' >negative.lcp
awk 'BEGIN { n = 17; print n;
             for (i = 0; i <= n; i++) { for (j = 0; j < n; j++) printf "%d ",
                 (i == n ? -1 : i == j); print "" } }' >many.lcp
lemke='--solver lemke, which solves it'
run solve two.lcp --solver pgs
[ "$status" -eq 0 ] && [ ! -s err ]
report $? 'no reason is given where the problem is solved'
why zero.lcp pgs 'pgs cannot solve problems of this kind: A has 0 on its diagonal in row 1' \
    'another --solver (see minisim2d list solvers)'
why negative.lcp pgs 'pgs cannot solve problems of this kind: A has -2 on its diagonal in row 2' \
    "$lemke"
why skew.lcp dantzig \
    'dantzig cannot solve problems of this kind: A is not symmetric in row 2, or bounds there are crossed' "$lemke"
why many.lcp enumerate 'enumerate cannot solve problems of this size: 17 unknowns, at most 16' \
    "$lemke"
why null.lcp lemke "the problem has no solution: Lemke's ray proves it" \
    'another problem: no --solver solves this one'
finish
