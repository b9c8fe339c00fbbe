# Lab 10's picture, for test_plot.sh: what the README says of each formulation
says 'ST: grows, order -1.' && says 'AP: floor at 0.17 m' &&
    grep -q 'PEG: converges, order \(0.9\|1.0\)' "$dir/out" &&
    grep -q 'swept: converges, order \(0.9\|1.0\)' "$dir/out"
report $? "$lab: ST grows, AP has a floor, PEG and swept are of order 1"
grep -q 'step length h \[s\]' "$svg" && grep -q 'mean error \[m\]' "$svg"
report $? "$lab: both axes have their units"
