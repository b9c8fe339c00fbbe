#!/bin/sh
# test_shards.sh BUILD: grade-all's shards with GNU parallel and as a Slurm job array, with the
# lines of solutions/README.md (TAP)
#
# Debian's packages are called parallel and slurm-wlm.
built=$1
. "$(dirname "$0")/../../tap.sh"
use_temporary_folder
export ASAN_OPTIONS=detect_leaks=0           # grade-all gives no memory back before its end
unset GRADE SEED SECRET LABS JOBS SHARD DIR OUT
export MAKEFLAGS= B="$built"
mkdir "$dir/submissions"
cp solutions/02_pgs.c "$dir/submissions/ann.c"
cp labs/02_pgs/pgs.c "$dir/submissions/bob.c"
sed 's/fmax(0.0, /(0.0 + /' solutions/02_pgs.c >"$dir/submissions/cid.c"
mkdir "$dir/submissions/it's dora"
cp solutions/02_pgs.c "$dir/submissions/it's dora/pgs.c"

make="${MAKE:-make}"
"$make" -s grade-all DIR="$dir/submissions" OUT="$dir/whole" LABS=pgs >"$dir/out" 2>"$dir/err"
report $? 'the whole course, without shards'

# same FOLDER NAME: its merged shards equal the whole
same() {
    "$make" -s grade-merge OUT="$1" >>"$dir/out" 2>>"$dir/err" &&
        cmp "$dir/whole/results.csv" "$1/results.csv" >>"$dir/out" 2>&1 &&
        diff -r "$dir/whole/feedback" "$1/feedback" >>"$dir/out" 2>&1
    report $? "$2"
}

# ---- GNU parallel ----------------------------------------------------------------------------

if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    parallel "$make" -s grade-all DIR="$dir/submissions" OUT="$dir/parallel" LABS=pgs JOBS=1 \
        'SHARD={}/2' ::: 1 2 >"$dir/out" 2>"$dir/err" </dev/null
    same "$dir/parallel" 'GNU parallel'
else
    skip 'GNU parallel' 'parallel is not installed'
fi

# ---- Slurm -----------------------------------------------------------------------------------

array() {
    # the script of solutions/README.md, with this course's folders and one processor
    awk '/^    #!\/bin\/sh/ { on = 1; text = "" }  on && /^    / { text = text substr($0, 5) "\n" }
         on && !/^    / { if (text ~ /SBATCH/) printf "%s", text; on = 0 }' solutions/README.md |
        sed -e "s|DIR=submissions OUT=results|DIR='$dir/submissions' OUT='$slurm/results'|" \
            -e 's/cpus-per-task=2/cpus-per-task=1/; s/ --mem-per-cpu=1G//; s/JOBS=2/JOBS=1/' \
            >"$dir/grade.sbatch"
    sbatch --wait --array=1-2 --output="$slurm/job-%a" "$dir/grade.sbatch" >"$dir/out" 2>"$dir/err"
    cat "$slurm"/job-* >>"$dir/err" 2>/dev/null
    same "$slurm/results" 'a Slurm job array'
}

. "$(dirname "$0")/../../slurm.sh"
with_slurm 'a Slurm job array' array
finish
