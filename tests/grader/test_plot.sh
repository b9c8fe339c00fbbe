#!/bin/sh
# test_plot.sh: make plot, with the solution of every lab, and with files that can't be drawn
#
#   tests/grader/test_plot.sh [BUILD]        from the top of the kit; prints TAP
#
# A lab's own checks of its picture, if any, are in picture_NN_name: by then its solution has been
# drawn into $svg.
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
export GRADE="${1:-build}/grade"

# plot LAB FILE [VARIABLE=VALUE...]: the output in out, the exit status in $status
plot() {
    which=$1 file=$2
    shift 2
    MAKEFLAGS= "${MAKE:-make}" -s plot LAB="$which" PLOT_FILE="$file" PLOT_DIR="$dir" \
        LAB_DIR="$dir" "$@" >"$dir/out" 2>&1
    status=$?
}

says() { for text in "$@"; do grep -qF -e "$text" "$dir/out" || return 1; done; }

picture_01_lcp() {
    [ "$(grep -c '^  cones that hold b' "$dir/out")" -eq 6 ] &&
        says 'hold b: 4   (w1 w2: 1, z1 w2: 1, w1 z2: 1, z1 z2: 1)' &&
        says 'hold b: 3   (w1 w2: 0, z1 w2: 1, w1 z2: 1, z1 z2: 1)' &&
        says 'hold b: 0   (w1 w2: 0, z1 w2: 0, w1 z2: 0, z1 z2: -1)'
    report $? "$lab: six problems, with as many solutions as the README says"
    [ "$(grep -c 'fill-opacity' "$svg")" -eq 23 ]
    report $? "$lab: the picture has 23 sectors: four for each problem, except for the flat cone"
    plot lcp solutions/01_lcp.c A='1 0 0 1' b='-2 3'
    [ $status -eq 0 ] && says 'hold b: 1   (w1 w2: 0, z1 w2: 1, w1 z2: 0, z1 z2: 0)' &&
        grep -q 'z = (2, 0)' "$svg"
    report $? "$lab: a problem of your own"
    plot lcp solutions/01_lcp.c A='0 0 0 0' b='0 0'
    [ $status -eq 0 ] && says 'hold b: 1 ' && ! grep -q 'nan\|inf' "$svg"
    report $? "$lab: a problem of zeros can be drawn"
    for wrong in '1 2 3' '1 2 x 4' '1 2 nan 4' '1 2 3 1e99' '1 2 3 4 5'; do
        plot lcp solutions/01_lcp.c A="$wrong" b='1 1'
        [ $status -ne 0 ] && says 'six numbers'
        report $? "$lab: A=\"$wrong\" is refused"
    done
    plot lcp labs/01_lcp/lcp.c
    if says 'not written yet'; then
        [ $status -ne 0 ] && [ "$(wc -l <"$dir/out")" -le 2 ]
        report $? "$lab, untouched: says that a function is not written yet"
    fi
}

# PEG ends at (10.302, 1.047) on hills at h = 0.01; the exact end is (10.282, 1.074)
picture_03_lemke() {
    says 'solver mine' 'particle 1  (10.302' '250 of 250'
    report $? "$lab: hills.scene is driven by the solution"
    printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/example.lcp"
    "$dir/minisim2d" solve "$dir/example.lcp" --solver mine >"$dir/out" 2>&1 &&
        says 'solver mine' '1.33333333' 'iterations  3'
    report $? \
        "$lab: the program solves the worked example with the solver called mine, in three pivots"
}

picture_04_newton() {
    says 'lab_newton returned MB_OK' &&
        awk '$1 == "5" { five = $2 }
             $1 == "8" { eight = $2 }
             END { exit !(five > 1e-5 && eight < 1e-12) }' "$dir/out"
    report $? "$lab: the residual falls from above 1e-5 to below 1e-12 in three steps"
}

# the edges within 0.5 m of the exact motion at 0.58 s, on edge 13 (counted from 1): those with a
# vertex or a foot there
picture_05_contact() {
    awk '$1 == "0.58" { list = list " " $4; if ($4 == 13 && $5 * $5 > 1e-9) bad = 1 }
         END { exit bad || list != " 8 9 10 11 12 13 14" }' "$dir/out" && says '0.37   1.3214'
    report $? "$lab: the table has the seven edges that are near at 0.58 s, one of them touched"
    [ "$(grep -c '<circle' "$svg")" -eq 12 ]
    report $? "$lab: the picture has six discs with a particle in each"
}

# ST is trapped where the lines of edges 11 and 14 cross, whatever the step is
picture_06_stewart_trinkle() {
    says '250 of 250' 'particle 1  (2.103198, 0.651565) m, velocity (0.000000, 0.000000)'
    report $? "$lab: hills.scene is driven by the solution, which is trapped in mid-air"
    for form in lcp mlcp; do
        "$dir/minisim2d" run hills --h 0.002 --formulation mine --form $form >"$dir/out" 2>&1 &&
            says '1250 of 1250' 'particle 1  (2.103198, 0.651565)'
        report $? "$lab: --formulation mine as $form, with another step: trapped in the same place"
    done
    "$dir/minisim2d" run hills --formulation mine --form box >"$dir/out" 2>&1
    [ $? -eq 2 ] && says 'has no form box: use --form lcp or mlcp'
    report $? "$lab: a form that the lab does not have is refused"
    "$dir/minisim2d" run hills --formulation mine --primary closest >"$dir/out" 2>&1
    [ $? -eq 2 ] && says '--primary has no effect'
    report $? "$lab: an option for other formulations is refused"
    "$dir/minisim2d" list formulations | grep -q '^  mine '
    report $? "$lab: the formulation called mine is listed"
    "$dir/minisim2d" run slope --formulation mine >"$dir/out" 2>&1
    [ $? -eq 1 ] && says "lab 6's formulation is without it, lab 7's has it"
    report $? "$lab: a scene with friction: the lab that has it is named"
}

# ST throws the particle off the sawtooth, as the kit's does; on the slopes one particle sticks,
# the other slips by h^2 a k (k + 1)/2 in 150 steps
picture_07_friction() {
    says '150 of 150' 'particle 1  (24.492683, 0.456941)'
    report $? "$lab: sawtooth-friction.scene is driven by the solution, which is thrown off"
    for form in lcp mlcp; do
        "$dir/minisim2d" run slope --formulation mine --form $form >"$dir/out" 2>&1 &&
            says 'particle 1  (1.000000, 2.250000) m, velocity (0.000000, 0.000000)' &&
            says 'particle 2  (8.777572, 0.916821) m, velocity (2.354400, -1.765800)'
        report $? "$lab: --formulation mine as $form: one particle sticks, the other slips"
    done
}

# at the shortest step AP's greatest error is within 1 % of epsilon, and ST's an order of
# magnitude below; drop.scene ends where h^2 g k (k + 1)/2 says, with k = 43 steps before the one
# that stops it
picture_08_anitescu_potra() {
    awk '/^ST/ { st = $NF } /^AP/ { n++; ap[n] = $NF / $4; st_below += st < 0.1 * $NF }
         END { exit !(n == 3 && st_below == 3 && ap[1] > 0.99 && ap[2] > 0.985 && ap[3] > 0.99 &&
                      ap[1] <= 1 && ap[2] <= 1 && ap[3] <= 1) }' "$dir/out"
    report $? "$lab: AP's error has a floor at epsilon, ST's has none"
    MAKEFLAGS= "${MAKE:-make}" -s mine LAB="$lab" PLOT_FILE="solutions/$lab.c" LAB_DIR="$dir" \
        >"$dir/out" 2>&1
    for form in lcp mlcp; do
        "$dir/minisim2d" run drop --formulation mine --form $form >"$dir/out" 2>&1 &&
            says 'particle 1  (0.000000, 0.071974) m, velocity (0.000000, 0.000000)'
        report $? "$lab: --formulation mine as $form: the drop ends above the floor"
    done
    "$dir/minisim2d" run sawtooth-friction --formulation mine >"$dir/out" 2>&1 &&
        says 'particle 1  (3.838128, 0.381442) m, velocity (0.000000, 0.000000)'
    report $? "$lab: sawtooth-friction.scene is driven by the solution, and stops in the air"
}

mine() { "$dir/minisim2d" run "$@" >"$dir/out" 2>&1; }

# ends SCENE FORMULATION X Y: particle 1 ends there
ends() { mine "$1" --formulation "$2" && says "particle 1  ($3, $4) m"; }

# the solution agrees with the kit's peg where chains turn by less than 180 degrees and have no end,
# and fails where README says
picture_09_peg() {
    says '250 of 250' 'particle 1  (10.302120, 1.046971) m, velocity (9.178992, -0.419889)'
    report $? "$lab: hills.scene is driven by the solution, to where README says"
    for scene in hills sawtooth sawtooth-friction square ghost staircase; do
        for form in lcp mlcp; do
            mine "$scene" --formulation peg --form $form
            grep '^  particle' "$dir/out" >"$dir/peg"
            mine "$scene" --formulation mine --form $form
            grep '^  particle' "$dir/out" | cmp -s - "$dir/peg"
            report $? "$lab: $scene ends where the kit's peg does, as $form"
        done
    done
    mine hills --formulation mine --primary closest && says '250 of 250'
    report $? "$lab: --primary is for lab_group"
    ends sawtooth-friction mine 4.083005 0.066601
    report $? "$lab: sawtooth-friction.scene comes to rest where README says"
    ends letter mine 0.500000 -6.642370 && ends letter peg 0.500000 2.000000 &&
        ends letter swept 0.500000 2.000000
    report $? "$lab: the letter: a chain that turns by 450 degrees"
    ends end mine 1.100000 1.000000 && ends end peg 1.100000 -3.454050 &&
        ends end swept 1.100000 -3.454050
    report $? "$lab: the end of a plate"
    ends flush mine 2.000000 0.000000 && ends flush peg 2.000000 0.000000 &&
        ends flush swept 2.950000 0.000000
    report $? "$lab: a plate that is flush with the floor"
    ends bricks mine 1.000000 0.866584 && ends bricks peg 1.000000 0.866584 &&
        ends bricks swept 1.155000 1.000000 && mine bricks --formulation mine --solver pgs &&
        ! says '(1.000000, 0.866584)'
    report $? "$lab: two bricks, where another solver finds another solution"
    plot 09 labs/09_peg/peg.c
    [ $status -ne 0 ] && says "is not written yet: the kit's groups are taken" && says MB_TODO
    report $? "$lab: the stub reports what is missing"
}

# the README's statements about each formulation
picture_10_convergence() {
    says 'ST: grows, order -1.' 'AP: floor at 0.17 m' &&
        grep -q 'PEG: converges, order \(0.9\|1.0\)' "$dir/out" &&
        grep -q 'swept: converges, order \(0.9\|1.0\)' "$dir/out"
    report $? "$lab: ST grows, AP has a floor, PEG and swept are of order 1"
    grep -q 'step length h \[s\]' "$svg" && grep -q 'mean error \[m\]' "$svg"
    report $? "$lab: both axes have their units"
}

# the two results in the README, 0.1 mm apart
picture_11_bodies() {
    upright='x = 0.014535 m, turned by 0.0000 at 0.5 s; x = 0.515 m, turned by 0.000 at 3'
    tips='x = 0.014305 m, turned by 0.0015 at 0.5 s; x = 0.854 m, turned by 1.511 at 1'
    says "at 0.4182 m: $upright" "at 0.4183 m: $tips"
    report $? "$lab: pushed below 0.41825 m the box slides upright, above it tips"
    grep -q 'y \[m\]' "$svg" && grep -q 'time until turned by 45 degrees \[s\]' "$svg" &&
        grep -q '0.4183 m: tips' "$svg"
    report $? "$lab: both pictures have titles, and their axes have units"
    plot 11_bodies labs/11_bodies/bodies.c
    if grep -q MB_TODO labs/11_bodies/bodies.c; then
        [ $status -ne 0 ] && says 'lab_step, or what it calls, is not written yet'
    fi
    report $? "$lab: a stub reports what is missing"
}

# the solution solves all problems, and the labs' solvers are in the ladder. A Newton iteration may
# end at a second solution that is far too large for (12.2): that counts as a lie, though w and z
# solve the problem. The other methods never lie.
picture_12_contest() {
    says ' 1  your lab_contest        400     400     0'
    report $? "$lab: the solution solves all 400 problems, and is first"
    says 'lab 2, lab_pgs' 'lab 3, lab_lemke' 'lab 4, lab_newton' ' dantzig '
    report $? "$lab: the solvers of labs 2 to 4, and the kit's, are in the ladder"
    ! awk '$1 ~ /^[0-9]+$/ && !/newton/ && $(NF - 1) != 0 { lies = 1 }
           END { exit !lies }' "$dir/out"
    report $? "$lab: only Newton's methods lie"
    plot 12_contest labs/12_contest/contest.c
    [ $status -eq 0 ] && { ! grep -q MB_TODO labs/12_contest/contest.c ||
        says 'your lab_contest      not written yet'; }
    report $? "$lab: a stub is listed below the ladder"
    grade=$dir/grade.json
    sh tests/grader/worker/build.sh one 12_contest solutions/12_contest.c "$dir/worker" &&
        "$GRADE/grader" --lab 12_contest --worker "$dir/worker" --gradescope "$grade" >"$dir/out" \
        2>&1
    [ $? -eq 0 ] &&
        grep -q '"leaderboard": \[{"name": "score", "value": 400}, {"name": "work", ' "$grade"
    report $? "$lab: Gradescope's leaderboard has the score, then the work"
}

for lab in $(ls tests/labs); do
    svg=$dir/$lab.svg
    plot "$lab" "solutions/$lab.c"
    [ $status -eq 0 ] && [ "$(grep -c '</svg>' "$svg")" -eq 1 ] && ! grep -q 'nan\|inf' "$svg"
    report $? "$lab: the solution is drawn, without a NaN"
    if command -v "picture_$lab" >/dev/null; then "picture_$lab"; fi
done

plot nolab x.c
[ $status -ne 0 ] && says 'there is no lab called nolab; the labs are: 01_lcp'
report $? 'an unknown lab: the labs are listed'
plot '' x.c
[ $status -ne 0 ] && says 'which lab? LAB= is one of 01_lcp'
report $? 'no lab: asks which'
plot newton "$dir/missing.c"
[ $status -ne 0 ] && says 'missing.c'
report $? 'a missing file: the compiler reports it'
finish
