#!/bin/sh
# bench.sh BUILD [STEPS]: the bench of bodies, with the engines that can be compiled here; a picture
# of cost against size is BUILD/bench-bodies/cost.svg
#
# CC, CXX and CFLAGS are those of `make bench-bodies`. Debian has the engines as libbox2d-dev (2.4)
# and libode-dev. Neither is needed for anything else.
here=$(dirname "$0") out=$1/bench-bodies program=$1/minisim2d/minisim2d
shift
mkdir -p "$out" || exit 2
flags="${CFLAGS:--O2} -ffp-contract=off" switches= objects= libraries=

if ${CXX:-c++} $flags -c -o "$out/box2d.o" "$here/box2d.cpp" 2>/dev/null; then
    switches=-DHAVE_BOX2D objects=$out/box2d.o libraries='-lbox2d -lstdc++'
fi
if ${CC:-cc} -std=c99 $flags -c -o "$out/ode.o" "$here/ode.c" 2>/dev/null; then
    switches="$switches -DHAVE_ODE" objects="$objects $out/ode.o" libraries="$libraries -lode"
fi
for file in minisim2d/bodies/*.c minisim2d/solving/mbsim.c; do
    object=$out/$(basename "$file" .c).o
    ${CC:-cc} -std=c99 $flags -c -o "$object" "$file" || exit 2
    objects="$objects $object"
done
${CC:-cc} -std=c99 $flags $switches -o "$out/bench" "$here/bench_bodies.c" $objects $libraries \
    -lm ||
    exit 2
"$out/bench" "${1:-1000}" "$out/cost.csv" || exit
"$program" chart "$out/cost.csv" --x bodies --y us --by kind --log xy \
    --title 'microseconds a step' --svg "$out/cost.svg" && echo "$out/cost.svg"
