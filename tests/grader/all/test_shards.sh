#!/bin/sh
# test_shards.sh BUILD: grade-all's shards with GNU parallel and as a Slurm job array, with the
# lines of solutions/README.md (TAP)
#
# Slurm is run for real: a controller and a node of its own, on free ports, without the system's
# configuration. Only root can do that. Debian's packages are called parallel and slurm-wlm.
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

# same FOLDER NAME: its shards merged are the whole
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

free_port() {
    # of 100 ports that depend on this process, the first that nobody listens at
    port=$((20000 + $$ % 300 * 100 + $1))
    while awk -v port="$(printf ':%04X' $port)" '$2 ~ port "$" && $4 == "0A" { found = 1 }
            END { exit !found }' /proc/net/tcp; do port=$((port + 1)); done
    echo $port
}

configure_slurm() {
    mkdir -p "$slurm/state" "$slurm/spool"
    cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port 0)
SlurmdPort=$(free_port 50)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MailProg=/bin/true
ReturnToService=2
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(getconf _NPROCESSORS_ONLN) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
}

start_slurm() {
    configure_slurm
    slurmctld -D -f "$slurm/slurm.conf" >/dev/null 2>&1 &
    controller=$!
    slurmd -D -f "$slurm/slurm.conf" >/dev/null 2>&1 &
    node=$!
    trap 'kill $node $controller 2>/dev/null; wait; rm -rf "$dir"' EXIT INT TERM
    for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sinfo -h -o %t 2>/dev/null | grep -q '^idle' && return 0
        sleep 1
    done
    return 1
}

if command -v slurmctld >/dev/null 2>&1 && [ "$(id -u)" -eq 0 ] && [ -r /proc/net/tcp ]; then
    slurm=$dir/slurm
    export SLURM_CONF="$slurm/slurm.conf"
    # the script of solutions/README.md, with this course's folders and one processor
    awk '/^    #!\/bin\/sh/ { on = 1; text = "" }  on && /^    / { text = text substr($0, 5) "\n" }
         on && !/^    / { if (text ~ /SBATCH/) printf "%s", text; on = 0 }' solutions/README.md |
        sed -e "s|DIR=submissions OUT=results|DIR='$dir/submissions' OUT='$slurm/results'|" \
            -e 's/cpus-per-task=2/cpus-per-task=1/; s/ --mem-per-cpu=1G//; s/JOBS=2/JOBS=1/' \
            >"$dir/grade.sbatch"
    if start_slurm; then
        sbatch --wait --array=1-2 --output="$slurm/job-%a" "$dir/grade.sbatch" \
            >"$dir/out" 2>"$dir/err"
        cat "$slurm"/job-* >>"$dir/err" 2>/dev/null
        same "$slurm/results" 'a Slurm job array'
    else
        skip 'a Slurm job array' \
            "Slurm does not start: $(grep -h error: "$slurm"/*.log | tail -n 1)"
    fi
    kill $node $controller 2>/dev/null
    wait $node $controller 2>/dev/null
else
    skip 'a Slurm job array' 'slurm-wlm is not installed, or this is not root'
fi
finish
