#!/bin/sh
# jobs_study.sh: runs the job scripts that `study` prints, whose merged parts must be the whole
# study
#
#   tests/program/jobs_study.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
. "$(dirname "$0")/../slurm.sh"
mkdir "$dir/it's here"
cp scenes/sawtooth.scene "$dir/it's here/a scene.scene"
cd "$dir/it's here" || exit 2
study="--runs 5 --h-min 0.005 --halvings 2 --position 0,.4,.5,.9"
run study 'a scene' $study --csv whole.csv --svg whole.svg
report "$status" 'the whole study'

# same NAME: the files that the script wrote are those of the whole study
same() {
    cmp whole.csv 'the rows.csv' >>"$dir/out" 2>&1 && cmp whole.svg picture.svg >>"$dir/out" 2>&1
    report $? "$1"
    rm -rf 'the rows.csv'* picture.svg
}

print() {
    run study 'a scene' $study --csv 'the rows.csv' --svg picture.svg "$@"
    cp "$dir/out" "$dir/script.sh"
}

if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    print --print-parallel 3
    sh "$dir/script.sh" >"$dir/out" 2>"$dir/err" </dev/null
    same 'GNU parallel: the merged parts are the whole study'
    sed 's/--runs 5/--runs 5 --solver none/' "$dir/script.sh" >"$dir/failing.sh"
    sh "$dir/failing.sh" >"$dir/out" 2>"$dir/err" </dev/null
    [ $? -ne 0 ] && [ ! -e 'the rows.csv' ]
    report $? 'GNU parallel: a part that fails ends the script, and nothing is merged'
else
    skip 'GNU parallel' 'parallel is not installed'
fi

array() {
    print --print-slurm 3
    sh "$dir/script.sh" --time=1 >"$dir/out" 2>"$dir/err"
    tries=0
    while [ -n "$(squeue -h 2>>"$dir/err")" ] && [ $tries -lt 300 ]; do
        sleep 0.2; tries=$((tries + 1))
    done
    cat 'the rows.csv.parts'/*.log >>"$dir/err" 2>/dev/null
    same 'a Slurm job array: the merged parts are the whole study'
}
with_slurm 'a Slurm job array' array
finish
