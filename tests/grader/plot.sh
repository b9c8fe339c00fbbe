#!/bin/sh
# plot.sh LAB LIBRARY MAIN [A b]: a picture made by the student's own code
#
#   tests/labs/LAB_plot.c   if there is one: linked with the lab's file and run with build/lab/LAB.svg [A b]
#   otherwise               minisim2d with the lab's solver as `--solver mine`, build/lab/minisim2d, drives scenes/hills.scene
lab=$1 library=$2 main=$3
case $lab in
'' | *' '*) echo "plot: which lab? make plot LAB=pgs" >&2; exit 2 ;;
esac
shift 3
name=${lab#*_}
CC=${CC:-cc}
flags="-std=c99 -O2 -g -ffp-contract=off -I. -Itests/grader -Itests/labs -Ilabs/$lab"
mkdir -p build/lab

if grep -q "^mb_lcp_solver lab_$name;" "labs/$lab/lab.h"; then
    $CC $flags "-DLAB_SOLVER=lab_$name" "-DLAB_SCRATCH=lab_${name}_scratch" -o build/lab/minisim2d "$main" "labs/$lab/$name.c" \
        tests/grader/mine.c "$library" -lm || exit 1
fi
if [ -f "tests/labs/${lab}_plot.c" ]; then
    $CC $flags -o "build/lab/$lab-plot" "tests/labs/${lab}_plot.c" "labs/$lab/$name.c" "$library" -lm || exit 1
    exec "build/lab/$lab-plot" "build/lab/$lab.svg" "$@"
fi
if [ ! -f build/lab/minisim2d ]; then echo "plot: there is nothing to draw in lab $name" >&2; exit 1; fi
build/lab/minisim2d run scenes/hills.scene --solver mine --form lcp --formulation peg --svg "build/lab/$lab.svg" || exit 1
echo "picture: build/lab/$lab.svg"
