#!/bin/sh
# cli_memory.sh: every command when memory runs out: it prints a message, leaves no incomplete file,
# and releases its memory
#
#   tests/program/cli_memory.sh build/minisim2d/minisim2d   from the top of the kit; prints TAP
#   DEEP=1: each allocation fails in turn, otherwise every 13th
. "$(dirname "$0")/../tap.sh"
use_program "$@"
top=$PWD
cd "$dir" || exit 2
stride=13
[ -z "$DEEP" ] || stride=1
printf '2\n2 1\n1 2\n-5 -6\n' >two.lcp
printf '%s\n' 'step .1' 'time .2' 'epsilon .1' 'gravity 0 0' 'study position 0 1 0 1' \
    'box wall size .1 9 position 2 0 fixed' 'disc a radius .1 mass 1 position 0 0 velocity 1 0' \
    'tripod a radius .1 mu .3' >tiny.scene
printf 't,x,y,angle\n.1,.1,0,0\n.2,.2,0,0\n' >tiny.csv
printf '%s\n' 'step .1' 'time .2' 'epsilon .1' 'study position 0 1 1 2' 'chain -9 0  9 0' \
    'polygon 20 0  20 1  21 1' 'particle mass 1 position 0 1 velocity 1 0' >dot.scene
study='--runs 1 --h-min .1 --halvings 0'
vary='--vary a.support.mu=0:1:1'
for i in 1 2; do
    run study dot --runs 2 --h-min .1 --halvings 0 --formulation swept --shard $i/2 --csv s$i.csv
    run calibrate tiny.scene $vary --shard $i/2 --csv c$i.csv
done
run run dot --frames dot.frames

if ! ${CC:-cc} -shared -fPIC -o failing.so "$top/tests/program/failing_malloc.c" 2>err ||
    ! BLOCKS=blocks LD_PRELOAD=$dir/failing.so "$program" --version >out 2>&1 || [ ! -s blocks ]
then
    skip 'a failed allocation is reported' 'allocations cannot be made to fail here'
    finish
    exit
fi

# allocates ARGUMENT...: runs the program; allocation $at fails (0: none does), if $once is empty
# those after it as well. Sets code, its exit status; tried, the number of allocations that it
# tried; left, the number of blocks that it did not release
allocates() {
    FAIL_AT=$at FAIL_ONCE=$once BLOCKS=blocks LD_PRELOAD=$dir/failing.so "$program" "$@" \
        >out 2>err
    code=$?
    read -r tried left <blocks
}

# timeless: prints a CSV without its column of seconds or of steps per second
timeless() {
    awk -F, -v OFS=, 'NR == 1 { while (c++ < NF && $c !~ /second/) {} }
                      c <= NF { $c = "" } 1'
}

# starves ARGUMENT...: makes allocations fail, in turn one alone and one with all after it. The
# program must either name memory in its message, or succeed with the same m.csv and m.svg as
# without failures, except times. In both cases all blocks must be released, and m.csv must not be
# incomplete
starves() {
    rm -f m.*
    at=0 once=1
    allocates "$@"
    bad=
    [ $code -eq 0 ] && [ "$left" -eq 0 ] ||
        bad="none fails: exit status $code, $left blocks are left"
    all=$tried at=1
    rm -f whole.csv whole.svg
    [ ! -e m.svg ] || mv m.svg whole.svg
    [ ! -e m.csv ] || timeless <m.csv >whole.csv
    while [ $at -le "$all" ] && [ -z "$bad" ]; do
        rm -f m.*
        allocates "$@"
        if [ "$1 $code" = 'solve 2' ]; then :  # has the rows of those problems that were read
        elif [ -e m.csv ]; then
            timeless <m.csv | cmp -s - whole.csv || bad="$at: m.csv differs"
        elif [ $code -eq 0 ] && [ -e whole.csv ]; then
            bad="$at: no m.csv"
        fi
        [ ! -e .minisim2d* ] || bad="$at: a temporary file is left"
        if [ $code -eq 0 ]; then
            [ ! -e whole.svg ] || cmp -s m.svg whole.svg || bad="$at: m.svg differs"
        else
            case $(cat err) in
            *'run 0'* | *'run -'*) bad="$at: runs count from 1" ;;
            *memory*) ;;
            *) bad="$at: the message does not name memory" ;;
            esac
        fi
        [ $code -le 2 ] || bad="$at: exit status $code"
        [ "$left" -eq 0 ] || bad="$at: $left blocks are left"
        at=$((at + stride))
        if [ "$once" ]; then once=; else once=1; fi
    done
    [ -z "$bad" ] && [ "$all" -ge 10 ]
    report $? "$*: $all allocations, reported if they fail${bad:+; allocation $bad}"
}

files='--csv m.csv --svg m.svg'
starves run tiny $files --frames m.frames
starves run dot --csv m.csv --html m.html
starves run dot --formulation exact $files --zoom 0 0 9 9
starves run tiny --html m.html --mat m.mat --energy m.svg
starves compare dot --svg m.svg --quiet
starves compare tiny --svg m.svg --html m.html --energy m.energy --quiet
starves study dot $study --formulation swept $files --summary m.txt
starves study tiny $study --formulation swept --body a --csv m.csv
starves study --merge s1.csv s2.csv $files
starves calibrate tiny.scene $vary --held tiny.scene $files
starves calibrate tiny.scene $vary --vary a.tripod.radius=0:1:1 --coarse 2 $files
starves calibrate tiny.scene $vary --best --csv m.csv
starves calibrate --merge c1.csv c2.csv $files
starves replay dot.frames --csv m.csv
starves chart s1.csv --x h --y median_error --svg m.svg
starves convert two.lcp m.mat
starves convert two.lcp m.mtx
starves convert two.lcp m.svg --to path
starves solve two.lcp two.lcp --csv m.csv
finish
