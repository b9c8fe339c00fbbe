# Lab 03's picture, for test_plot.sh: PEG ends at (10.302, 1.047) on hills at h = 0.01; the exact end
# is (10.282, 1.074)
says 'solver mine' && says 'particle 1  (10.302' && says '250 of 250'
report $? "$lab: hills.scene is driven by the solution"
printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/example.lcp"
"$dir/minisim2d" solve "$dir/example.lcp" --solver mine >"$dir/out" 2>&1 &&
    says 'solver mine' && says '1.33333333' && says 'iterations  3'
report $? "$lab: the program solves the worked example with the solver called mine, in three pivots"
