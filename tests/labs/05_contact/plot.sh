# Lab 05's picture, for test_plot.sh: the edges within 0.5 m of the exact motion at 0.58 s, on edge
# 13 (counted from 1): those with a vertex or a foot there
awk '$1 == "0.58" { list = list " " $4; if ($4 == 13 && $5 * $5 > 1e-9) bad = 1 }
     END { exit bad || list != " 8 9 10 11 12 13 14" }' "$dir/out" && says '0.37   1.3214'
report $? "$lab: the table has the seven edges that are near at 0.58 s, one of them touched"
[ "$(grep -c '<circle' "$svg")" -eq 12 ]
report $? "$lab: the picture has six discs with a particle in each"
