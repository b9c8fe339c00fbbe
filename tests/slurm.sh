# slurm.sh: starts a private Slurm for a test, without the system's configuration; read with `.`
# after use_temporary_folder
#
#     with_slurm NAME COMMAND   runs the command, which reports NAME, or skips NAME with the reason
#
# A controller and a node run on free ports, in $dir/slurm. Only root can do that. Debian's package
# is called slurm-wlm.
slurm=$dir/slurm

free_port() {
    # of 100 ports that depend on this process, the first free one
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

# start_slurm: starts both; returns 0 when the node is idle
start_slurm() {
    export SLURM_CONF="$slurm/slurm.conf"
    configure_slurm
    slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
    controller=$!
    slurmd -D -f "$SLURM_CONF" >/dev/null 2>&1 &
    node=$!
    trap 'kill $node $controller 2>/dev/null; wait; rm -rf "$dir"' EXIT INT TERM
    for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sinfo -h -o %t 2>/dev/null | grep -q '^idle' && return 0
        sleep 1
    done
    return 1
}

with_slurm() {
    if ! command -v slurmctld >/dev/null 2>&1 || [ "$(id -u)" -ne 0 ] ||
        [ ! -r /proc/net/tcp ]; then
        skip "$1" 'slurm-wlm is not installed, or this is not root'
        return
    fi
    if start_slurm; then
        "$2"
    else
        skip "$1" "Slurm does not start: $(grep -h error: "$slurm"/*.log | tail -n 1)"
    fi
    kill $node $controller 2>/dev/null
    wait $node $controller 2>/dev/null
}
