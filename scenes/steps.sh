#!/bin/sh
# steps.sh: recorded steps of five scenes, for `replay`: build/steps.frames, where `make steps` writes them
#
#   scenes/steps.sh build/minisim2d/minisim2d [STEPS] >build/steps.frames        so many of each, evenly; 1 000 without
program=$1 steps=${2:-1000}

for run in 'hills 200 --h 0.0025' 'sawtooth-friction 186 --h 0.004' 'slope 289' 'letter 175' 'tip 150'; do
    set -- $run
    scene=$(dirname "$0")/$1.scene count=$2
    shift 2
    "$program" run "$scene" "$@" --quiet --frames - | awk -v n="$count" -v steps="$steps" '
        BEGIN { every = n > steps ? int(n / steps) : 1 } /^(frames|end) / { next }
        /^step/ { keep = k < n && k % every == 0 && kept < steps; kept += keep; k++ }  keep'
done | awk 'NR == 1 { print "frames 1" }  /^step/ { k++ }  { print }  END { print "end " k }'
