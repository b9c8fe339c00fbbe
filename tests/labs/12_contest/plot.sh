# Lab 12's ladder, for test_plot.sh: the solution solves all problems, and the labs' solvers stand in
# it. A Newton iteration may end at a second solution that is far too large for (12.2): a lie there,
# though w and z fulfil the problem. The other methods make none.
says ' 1  your lab_contest        400     400     0'
report $? "$lab: the solution solves all 400 problems, and stands first"
says 'lab 2, lab_pgs' && says 'lab 3, lab_lemke' && says 'lab 4, lab_newton' && says ' dantzig '
report $? "$lab: the solvers of labs 2 to 4, and the kit's, stand in the ladder"
! awk '$1 ~ /^[0-9]+$/ && !/newton/ && $(NF - 1) != 0 { lies = 1 } END { exit !lies }' "$dir/out"
report $? "$lab: none but Newton's methods lies"
plot 12_contest labs/12_contest/contest.c
[ $status -eq 0 ] && { ! grep -q MB_TODO labs/12_contest/contest.c || says 'your lab_contest      not written yet'; }
report $? "$lab: a stub stands below the ladder"
grade=$dir/grade.json
sh tests/grader/worker/build.sh one 12_contest solutions/12_contest.c "$dir/worker" &&
    "$GRADE/grader" --lab 12_contest --worker "$dir/worker" --gradescope "$grade" >"$dir/out" 2>&1
[ $? -eq 0 ] && grep -q '"leaderboard": \[{"name": "score", "value": 400}, {"name": "work", ' "$grade"
report $? "$lab: Gradescope's leaderboard has the score, then the work"
