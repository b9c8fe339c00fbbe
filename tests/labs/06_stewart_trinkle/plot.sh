# Lab 06's picture, for test_plot.sh: ST is trapped where the lines of edges 11 and 14 cross, whatever
# the step is
says '250 of 250' && says 'particle 1  (2.103198, 0.651565) m, velocity (0.000000, 0.000000)'
report $? "$lab: hills.scene is driven by the solution, which is trapped in mid-air"
for form in lcp mlcp; do
    "$dir/minisim2d" run hills --h 0.002 --formulation mine --form $form >"$dir/out" 2>&1 &&
        says '1250 of 1250' && says 'particle 1  (2.103198, 0.651565)'
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
