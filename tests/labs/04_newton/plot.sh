# Lab 04's picture, for test_plot.sh
says 'lab_newton returned MB_OK' &&
    awk '$1 == "5" { five = $2 }
         $1 == "8" { eight = $2 }
         END { exit !(five > 1e-5 && eight < 1e-12) }' "$dir/out"
report $? "$lab: the residual falls from above 1e-5 to below 1e-12 in three steps"
