#!/bin/sh
# test_tools.sh BUILD: grade-all's shards with GNU parallel and as a Slurm job array, with the lines
# of solutions/README.md; make likeness with sim_c: a copy with other names ranks above independent
# submissions (TAP)
#
# Debian's packages are called parallel, slurm-wlm and similarity-tester.
built=$1
. "$(dirname "$0")/../../tap.sh"
use_temporary_folder
export ASAN_OPTIONS=detect_leaks=0           # grade-all gives no memory back before its end
unset GRADE SEED SECRET LABS JOBS SHARD DIR OUT MOST
export MAKEFLAGS=
mkdir "$dir/submissions"
cp solutions/02_pgs.c "$dir/submissions/ann.c"
cp labs/02_pgs/pgs.c "$dir/submissions/bob.c"
sed 's/fmax(0.0, /(0.0 + /' solutions/02_pgs.c >"$dir/submissions/cid.c"
mkdir "$dir/submissions/it's dora"
cp solutions/02_pgs.c "$dir/submissions/it's dora/pgs.c"

make=${MAKE:-make}
run_make() { "$make" -s B="$built" "$@"; }
run_make grade-all DIR="$dir/submissions" OUT="$dir/whole" LABS=pgs >"$dir/out" 2>"$dir/err"
report $? 'the whole course, without shards'

# same FOLDER NAME: its merged shards equal the whole
same() {
    run_make grade-merge OUT="$1" >>"$dir/out" 2>>"$dir/err" &&
        cmp "$dir/whole/results.csv" "$1/results.csv" >>"$dir/out" 2>&1 &&
        diff -r "$dir/whole/feedback" "$1/feedback" >>"$dir/out" 2>&1
    report $? "$2"
}

# ---- GNU parallel ----------------------------------------------------------------------------

if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    parallel "$make" -s B="$built" grade-all DIR="$dir/submissions" OUT="$dir/parallel" \
        LABS=pgs JOBS=1 'SHARD={}/2' ::: 1 2 >"$dir/out" 2>"$dir/err" </dev/null
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
            -e "s|make |make B='$built' |" \
            -e 's/cpus-per-task=2/cpus-per-task=1/; s/ --mem-per-cpu=1G//; s/JOBS=2/JOBS=1/' \
            >"$dir/grade.sbatch"
    sbatch --wait --array=1-2 --output="$slurm/job-%a" "$dir/grade.sbatch" >"$dir/out" 2>"$dir/err"
    cat "$slurm"/job-* >>"$dir/err" 2>/dev/null
    same "$slurm/results" 'a Slurm job array'
}

. "$(dirname "$0")/../../slurm.sh"
with_slurm 'a Slurm job array' array

# ---- likeness --------------------------------------------------------------------------------

course=$dir/course theirs=solutions/05_contact.c
mkdir "$course"
cp solutions/02_pgs.c "$course/ann.c"
cp $theirs "$course/bob.c"
cp solutions/10_convergence.c "$course/cid.c"
cp labs/02_pgs/pgs.c "$course/untouched.c"
# Bob's, with other names for variables and functions, without comments, in another layout
sed -e 's|/\*.*\*/||' -e 's/\([^a-z_>.]\)\([a-zA-Z]\)\([^a-zA-Z_.(<]\)/\1my_\2\3/g' \
    -e 's/\([^_a-z]\)\(i\|sum\|next\)\([^_a-z(]\)/\1your_\2\3/g' -e 's/^    //' \
    $theirs >"$course/$(printf 'it'\''s "dora"').c"
run_likeness() {
    run_make likeness DIR="$course" LABS=pgs >"$dir/out" 2>"$dir/err"
}

if command -v sim_c >/dev/null 2>&1; then
    holds 'make likeness' run_likeness
    sed -n '/  alike  *of the first/{n;p;}' "$dir/out" |
        grep -q '^ *\(9[0-9]\|100\) %.*bob   it.s "dora"$'
    report $? 'a copy with other names, comments and layout is at the top'
    [ "$(sed -n 's/^ *\([0-9]*\) %.*/\1/p' "$dir/out" | sed -n 2p)" -lt 60 ]
    report $? 'independent submissions are far below it'
    ! grep -q '%.*untouched' "$dir/out" && grep -q '5 submissions, 10 pairs' "$dir/out"
    report $? "the stub's own lines do not count"
    holds 'it explains the figure' grep -q 'copied' "$dir/out"
    sed -n '/^  groups/,$p' "$dir/out" | sed 1d >"$dir/groups";
    [ "$(cat "$dir/groups")" = '    bob, it'\''s "dora"' ]
    report $? 'submissions that are alike are in one group'
    mkdir "$dir/2025" && cp "$course/cid.c" "$dir/2025/eve.c" &&
        cp solutions/02_pgs.c "$dir/2025/fay.c"
    KNOWN="$dir/2025 solutions" run_likeness
    grep -q '^ *100 %.*ann   KNOWN 2025/fay$' "$dir/out" &&
        grep -q 'ann   KNOWN solutions/02$' "$dir/out" &&
        grep -q 'cid   KNOWN 2025/eve$' "$dir/out" && ! grep -q '%.*KNOWN.*KNOWN' "$dir/out" &&
        grep -q '5 submissions' "$dir/out"
    report $? 'known sources: the solutions and a folder of another year'
else
    run_likeness
    [ $? -ne 0 ] && grep -q 'sim_c is not installed' "$dir/err"
    report $? 'without sim_c it reports what is missing'
    skip 'a copy is at the top' 'sim_c is not installed'
fi
finish
