# Lab 01's picture, for test_plot.sh
[ "$(grep -c '^  cones that hold b' "$dir/out")" -eq 6 ] &&
    says 'hold b: 4   (w1 w2: 1, z1 w2: 1, w1 z2: 1, z1 z2: 1)' &&
    says 'hold b: 3   (w1 w2: 0, z1 w2: 1, w1 z2: 1, z1 z2: 1)' &&
    says 'hold b: 0   (w1 w2: 0, z1 w2: 0, w1 z2: 0, z1 z2: -1)'
report $? "$lab: six problems, with as many solutions as the README says"
[ "$(grep -c 'fill-opacity' "$svg")" -eq 23 ]
report $? "$lab: the picture has 23 sectors: four for each problem, but for the flat cone"
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
