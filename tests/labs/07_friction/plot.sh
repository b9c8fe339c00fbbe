# Lab 07's pictures, for test_plot.sh: ST throws the particle off the sawtooth, as the kit's does; on
# the slopes one particle sticks, the other slips by h^2 a k (k + 1)/2 in 150 steps
says '150 of 150' && says 'particle 1  (24.492683, 0.456941)'
report $? "$lab: sawtooth-friction.scene is driven by the solution, which is thrown off"
for form in lcp mlcp; do
    "$dir/minisim2d" run slope --formulation mine --form $form >"$dir/out" 2>&1 &&
        says 'particle 1  (1.000000, 2.250000) m, velocity (0.000000, 0.000000)' &&
        says 'particle 2  (8.777572, 0.916821) m, velocity (2.354400, -1.765800)'
    report $? "$lab: --formulation mine as $form: one particle sticks, the other slips"
done
