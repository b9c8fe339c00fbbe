#!/bin/sh
# make.sh: scenes and tracks, "measured" with known parameters: `make tracks` has them in build/grasp
#
#   scenes/grasp/make.sh build/minisim2d/minisim2d OUT [SEED [MU_P MU_F MU_S R]]
#
# Writes push01 ... push10 and slide1, slide2 into the folder OUT, each as a scene and as a track: t, x, y, angle of
# the object every 0.01 s. A track is the run with discs at h = 0.001, and noise of 0.5 mm and 0.01 rad, normal and
# independent, from SEED (1). The parameters are the coefficients of the pusher, the fingers and the surface, and the
# radius of the tripod [m]: 0.3 0.5 0.4 0.04. The scenes themselves have 0.5 0.5 0.5 0.05 in their place.
# PROJECT=1: twelve pushes and no slides (labs/grasp.md).
set -eu
program=$1 out=$2 seed=${3:-1}
mu_p=${4:-0.3} mu_f=${5:-0.5} mu_s=${6:-0.4} radius=${7:-0.04}
mkdir -p "$out"

# object SCENE: what all have
head() {
    printf '# %s\n#\n# Its track, with the same name, is for `calibrate`.\n' "$1"
    printf 'title %s\ngravity 0 0\nstep 0.01\ntime %s\nepsilon 0.002\n' "$1" "$2"
    printf 'disc object radius 0.05 mass 0.5 position 0 0 angle %s%s\n' "$3" "$4"
    printf 'tripod object radius 0.05 mu 0.5\n'
}

# push NAME OFFSET ANGLE LEFT RIGHT HEIGHT: a slow push, off the middle, between two fingers
push() {
    {
        head "Push $1, $2 m off the middle" 3 "$3" ''
        printf 'box pusher size 0.02 0.02 mass 0.2 position %s -0.0601 mu 0.5\n' "$2"
        printf 'prismatic world pusher at %s -0.0601 axis 0 1 motor 0.05 20\n' "$2"
        printf 'disc finger1 radius 0.01 position %s %s fixed mu 0.5\n' "$4" "$6"
        printf 'disc finger2 radius 0.01 position %s %s fixed mu 0.5\n' "$5" "$6"
    } >"$out/push$1.scene"
    track "push$1"
}

# slide NAME VX SPIN ANGLE: it slides and spins until it rests
slide() {
    head "Slide $1" 0.3 "$4" " velocity $2 0 spin $3" >"$out/slide$1.scene"
    track "slide$1"
}

count=0
track() {
    count=$((count + 1))
    sed -e "/^box pusher/s/mu .*/mu $mu_p/" -e "/^disc finger/s/mu .*/mu $mu_f/" \
        -e "/^tripod/s/radius .*/radius $radius mu $mu_s/" "$out/$1.scene" >"$out/$1.known"
    "$program" run "$out/$1.known" --h 0.001 --quiet --csv - |
        awk -F, -v seed="$((seed * 100 + count))" '
            # a generator whose numbers awk has exactly, and the normal distribution by Box and Muller
            function unit() { state = (state * 16807) % 2147483647; return state / 2147483647 }
            function normal() { return sqrt(-2 * log(unit())) * cos(6.283185307179586 * unit()) }
            BEGIN { state = seed * 7919 + 1; for (i = 0; i < 20; i++) unit(); print "t,x,y,angle" }
            NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
            $c["body"] == "object" && $c["step"] > 0 && $c["step"] % 10 == 0 {
                printf "%.2f,%.5f,%.5f,%.4f\n", $c["t"], $c["x"] + 5e-4 * normal(), $c["y"] + 5e-4 * normal(), $c["angle"] + 1e-2 * normal() }' \
        >"$out/$1.csv"
    rm "$out/$1.known"
}

push 01 0.011 0.1 -0.03 0.06 0.15
push 02 -0.011 0.5 -0.04 0.045 0.16
push 03 0.014 0.9 -0.05 0.04 0.15
push 04 -0.014 1.3 -0.055 0.035 0.13
push 05 0.017 1.7 -0.035 0.06 0.14
push 06 -0.017 0.3 -0.05 0.05 0.15
push 07 0.02 0.7 -0.06 0.03 0.13
push 08 -0.02 1.1 -0.03 0.055 0.15
push 09 0.025 1.5 -0.08 0.03 0.13
push 10 -0.025 1.9 -0.04 0.06 0.14
if [ -n "${PROJECT-}" ]; then
    push 11 0.013 0.4 -0.06 0.035 0.15
    push 12 -0.022 1.4 -0.045 0.05 0.16
    exit 0
fi
slide 1 0.5 10 0.2
slide 2 0.4 -15 0.8
