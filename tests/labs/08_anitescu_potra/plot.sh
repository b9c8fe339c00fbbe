# Lab 08's picture, for test_plot.sh: at the shortest step AP's greatest error is within 1 % of
# epsilon, and ST's an order of magnitude below; drop.scene ends where h^2 g k (k + 1)/2 says, with
# k = 43 steps before the one that stops it
awk '/^ST/ { st = $NF } /^AP/ { n++; ap[n] = $NF / $4; st_below += st < 0.1 * $NF }
     END { exit !(n == 3 && st_below == 3 && ap[1] > 0.99 && ap[2] > 0.985 && ap[3] > 0.99 &&
                  ap[1] <= 1 && ap[2] <= 1 && ap[3] <= 1) }' "$dir/out"
report $? "$lab: AP's error has a floor at epsilon, ST's has none"
MAKEFLAGS= "${MAKE:-make}" -s mine LAB="$lab" PLOT_FILE="solutions/$lab.c" LAB_DIR="$dir" >"$dir/out" 2>&1
for form in lcp mlcp; do
    "$dir/minisim2d" run drop --formulation mine --form $form >"$dir/out" 2>&1 &&
        says 'particle 1  (0.000000, 0.071974) m, velocity (0.000000, 0.000000)'
    report $? "$lab: --formulation mine as $form: the drop ends above the floor"
done
"$dir/minisim2d" run sawtooth-friction --formulation mine >"$dir/out" 2>&1 &&
    says 'particle 1  (3.838128, 0.381442) m, velocity (0.000000, 0.000000)'
report $? "$lab: sawtooth-friction.scene is driven by the solution, and stops in the air"
