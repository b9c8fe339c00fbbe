# Lab 11's picture, for test_plot.sh: the two fates that the README tells of, 0.1 mm apart
says 'at 0.4182 m: x = 0.014535 m, turned by 0.0000 at 0.5 s; x = 0.515 m, turned by 0.000 at 3' &&
    says 'at 0.4183 m: x = 0.014305 m, turned by 0.0015 at 0.5 s; x = 0.854 m, turned by 1.511 at 1'
report $? "$lab: pushed below 0.41825 m the box slides upright, above it tips"
grep -q 'y \[m\]' "$svg" && grep -q 'time until turned by 45 degrees \[s\]' "$svg" &&
    grep -q '0.4183 m: tips' "$svg"
report $? "$lab: both pictures say what they are, and their axes have units"
plot 11_bodies labs/11_bodies/bodies.c
if grep -q MB_TODO labs/11_bodies/bodies.c; then
    [ $status -ne 0 ] && says 'lab_step, or what it calls, is not written yet'
fi
report $? "$lab: a stub is told what is missing"
