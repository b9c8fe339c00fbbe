# tap.sh: helpers shared by the shell tests, which read it with `.`
#
#     . tests/tap.sh
#     use_program "$@"                        # or use_temporary_folder
#     run solve none.lcp
#     expect 2 err 'No such file' 'a file that is not there'
#     shows 'LCP of 2 unknowns' 'a plain problem' solve two.lcp
#     finish
#
# Each check prints a line of TAP. One that fails is followed by the beginning of $dir/out and
# $dir/err.
# the user's language could give awk and printf a decimal comma
LC_ALL=C
export LC_ALL
count=0 failures=0

# use_program ARGUMENT...: sets program, the first argument of the test as an absolute path, and
# build, the folder of its make; makes a temporary folder
use_program() {
    program=${1:?usage: $0 MINISIM2D} build=${1%/minisim2d/*}
    case $program in
    /*) ;;
    *) program=$PWD/$program ;;
    esac
    use_temporary_folder
}

# use_temporary_folder: sets dir, an empty folder, which is removed at the end
use_temporary_folder() {
    dir=$(mktemp -d) || exit 2
    trap 'rm -rf "$dir"' EXIT INT TERM
}

# built FILE: makes the file in the program's build folder, also if a source of it has changed
built() { MAKEFLAGS= "${MAKE:-make}" -s B="$build" ${CC:+CC="$CC"} "$@"; }

# report STATUS NAME: one line of TAP, `ok` if the status is 0
report() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; return; fi
    failures=$((failures + 1))
    echo "not ok $count - $2"
    for stream in out err; do
        [ ! -f "$dir/$stream" ] || head -n 40 "$dir/$stream" | sed "s/^/# $stream: /"
    done
}

# skip NAME WHY
skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# holds NAME COMMAND...: checks that the command, mostly `[`, succeeds
holds() {
    held=$1
    shift
    "$@"
    report $? "$held"
}

# says PATTERN...: succeeds if the last output, in out, has a line for each
says() {
    for pattern in "$@"; do grep -q -e "$pattern" "$dir/out" || return 1; done
}

# ends GOT STATUS PATTERN...: the same, and the exit status that it GOT is this one
ends() {
    got=$1 want=$2
    shift 2
    [ "$got" -eq "$want" ] && says "$@"
}

# finish: prints the plan; must be the test's last command, so that its exit status is 0 only if
# nothing failed
finish() {
    echo "1..$count"
    [ "$failures" -eq 0 ]
}

# run ARGUMENT...: runs $program; its output is in out and err, its exit status in $status
run() {
    "$program" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
}

# expect STATUS STREAM TEXT NAME: checks the last run's exit status, and that its stream (out or
# err) has the text
expect() {
    [ "$status" -eq "$1" ] && grep -qF -e "$3" "$dir/$2"
    report $? "$4"
}

# shows TEXT NAME ARGUMENT...: runs the program; checks exit status 0 and the text on stdout
shows() {
    text=$1 name=$2
    shift 2
    run "$@"
    expect 0 out "$text" "$name"
}

# fails TEXT NAME ARGUMENT...: runs the program; checks exit status 1 and the text on stderr
fails() {
    text=$1 name=$2
    shift 2
    run "$@"
    expect 1 err "$text" "$name"
}

# refused TEXT NAME ARGUMENT...: runs the program; checks exit status 2, nothing on stdout, and the
# text on stderr
refused() {
    text=$1 name=$2
    shift 2
    run "$@"
    [ "$status" -eq 2 ] && [ ! -s "$dir/out" ] && grep -qF -e "$text" "$dir/err"
    report $? "$name"
}

# each CHECK: for every line `ARGUMENT... => TEXT` of the standard input, CHECK (shows, fails or
# refused) with these
each() {
    while IFS= read -r line; do
        eval "$1 \"\${line#* => }\" \"\$line\" ${line%% => *}"
    done
}

# well_formed FILE NAME: checks that an XML parser accepts the file
well_formed() {
    if command -v xmllint >/dev/null 2>&1; then
        xmllint --noout "$1" 2>"$dir/err"
        report $? "$2"
    else
        skip "$2" 'xmllint is not installed'
    fi
}

# python NAME ARGUMENT...: checks that the script of Python on standard input succeeds; $needs:
# modules without which the check is skipped
python() {
    checked=$1
    shift
    if python3 -c "import sys${needs:+, $needs}" 2>/dev/null; then
        python3 - "$@" >"$dir/out" 2>"$dir/err"
        report $? "$checked"
    else
        skip "$checked" "no python3${needs:+ with $needs}"
    fi
}

# plain_doubles: succeeds if C rounds each intermediate result to a double. Where it does not (x87),
# runs with many contacts end in other places
plain_doubles() {
    printf '#include <float.h>\nwidth FLT_EVAL_METHOD\n' | ${CC:-cc} -E -P -x c - 2>/dev/null |
        grep -q 'width *0'
}
