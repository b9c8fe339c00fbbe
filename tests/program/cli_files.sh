#!/bin/sh
# cli_files.sh: the program's outputs: streams, refused files, folders, bounded memory, files that
# grow too large; cli_memory.sh has memory that runs out
#
#   tests/program/cli_files.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
printf '2\n2 1\n1 2\n-5 -6\n' >"$dir/two.lcp"
cp scenes/drop.scene "$dir/drop.scene"
cd "$dir" || exit 2

# none_left: succeeds if there is no temporary file here or below
none_left() { [ -z "$(find "$dir" -name '.minisim2d*')" ]; }

# ---- data on the standard output ----

# only_data STATUS FIELDS NAME: checks that the standard output is a CSV of FIELDS columns, and that
# stderr has the rest
only_data() {
    [ "$status" -eq "$1" ] && awk -F, -v n="$2" 'NF != n { bad = 1 }
        END { exit bad || NR < 2 }' out && [ -s err ]
    report $? "$3"
}
run run hills --csv -
only_data 0 13 'run --csv -: data, and messages on stderr'
holds 'run --csv -: the summary is on stderr' grep -q 'particle 1 ' err
run run hills --csv - --formulation exact
only_data 0 13 'run --formulation exact --csv -: data, and the events on stderr'
run compare slope --csv -
only_data 0 9 'compare --csv -: data, and the table on stderr'
run solve two.lcp --trace --csv -
only_data 0 3 'solve --csv -: data, and trace and report on stderr'
run run hills --solver pgs --form lcp --formulation st --max-iter 1 --csv -
only_data 1 13 'a run that fails: data, and the reason on stderr'
for file in /dev/stdout /dev/fd/1; do
    if [ -e $file ]; then
        "$program" run hills --csv $file 2>err | cat >out
        status=0
        only_data 0 13 "$file is the standard output"
        "$program" run hills --csv $file >out 2>err
        only_data 0 13 "$file, where that is a file"
    fi
done
run compare hills --svg -
[ "$status" -eq 0 ] && [ "$(head -n 1 out | cut -c 1-4)" = '<svg' ] && grep -q '^PEG' err &&
    ! grep -q '^PEG' out
report $? 'compare --svg -: a picture, and the table on stderr'
run run hills --csv - --quiet
[ "$status" -eq 0 ] && [ ! -s err ] && [ "$(wc -l <out)" -eq 252 ]
report $? '--quiet: data and nothing else'
shows 'particle 1 ' '--csv /dev/null: the summary is on the standard output' \
    run hills --csv /dev/null
holds '--csv /dev/null leaves the device as it was' [ -c /dev/null ]
"$program" run hills --csv /dev/null >/dev/null 2>err
[ $? -eq 0 ] && [ ! -s err ]
report $? '--csv /dev/null, where the standard output is the same device'
for command in 'run hills' 'compare hills' 'solve two.lcp'; do
    for file in - /dev/stdout; do
        [ "$file" = - ] || [ -e $file ] || continue
        refused 'are the same file' "$command: - and $file" $command --csv - --svg $file
    done
done
"$program" run hills --csv - --svg p.svg 2>err | head -n 1 >out
[ "$(wc -l <out)" -eq 1 ] && none_left
report $? 'a reader that ends early: no temporary file is left'
"$program" run hills >&- 2>err
[ $? -eq 2 ] && grep -q 'cannot write' err
report $? 'a closed standard output is an error'
"$program" run hills --csv c.csv --svg c.svg >&- 2>&-
[ $? -eq 2 ] && awk -F, 'NF != 13 { bad = 1 } END { exit bad || NR != 252 }' c.csv &&
    tail -n 1 c.svg | grep -q '</svg>'
report $? 'a closed standard output: the summary is not written into another output'
"$program" run valley --formulation st --solver pgs --csv c.csv --quiet >out 2>&-
[ $? -eq 1 ] && awk -F, 'NF != 13 { bad = 1 } END { exit bad || NR < 10 }' c.csv
report $? 'a closed stderr: the messages of a failure are not written into another output'

# ---- outputs that are the input, or each other ----
ln -s drop.scene link.scene
ln drop.scene hard.scene
cp drop.scene before
ln -s nowhere.csv to-nowhere
ln -s . here
mkfifo fifo
each refused <<'END'
run drop.scene --csv drop.scene => would overwrite the input
run drop.scene --csv ./drop.scene => would overwrite the input
run drop.scene --csv link.scene => would overwrite the input
run drop.scene --csv hard.scene => would overwrite the input
run drop.scene --csv "$dir/../$(basename "$dir")/drop.scene" => would overwrite the input
compare drop --svg drop.scene => would overwrite the input
solve two.lcp --csv ./two.lcp => would overwrite the input
run hills --csv a.csv --svg a.csv => are the same file
run hills --csv a.csv --svg ./a.csv => are the same file
run hills --csv a.csv --svg here/a.csv => are the same file
run hills --csv nowhere.csv --svg to-nowhere => are the same file
run hills --csv link.scene --svg hard.scene => are the same file
run hills --csv fifo --svg ./fifo => are the same file
END
"$program" run - --csv drop.scene <drop.scene >out 2>err
[ $? -eq 2 ] && grep -q 'would overwrite the input' err
report $? 'an output that is also the standard input'
holds 'a refused output leaves the input unchanged' cmp -s drop.scene before
run run hills --csv a.csv --svg b.csv --quiet
[ "$status" -eq 0 ] && [ -s a.csv ] && [ -s b.csv ]
report $? 'two outputs are written to two files'

# ---- outputs that cannot be written are found before the work ----
mkdir folder locked
: >plain
before=$(ls -A)
pictures=--svg                    # and --png where the program has it
if "$program" run drop --quiet --png /dev/null 2>err; then pictures='--svg --png'; else grep -q \
    'built without stb_image_write.h' err; fi
report $? '--png: supported, or the reason is printed'
for command in 'run hills --time 1e5' 'compare hills --time 1e5' 'solve two.lcp'; do
    for option in --csv $pictures; do
        refused 'No such file or directory' "$command: $option in a missing folder" \
            $command $option no/such/file
        refused 'Is a directory' "$command: $option is a folder" $command $option folder
        refused 'Not a directory' "$command: $option below a file" $command $option plain/file
    done
done
each refused <<'END'
run hills --csv '' => No such file or directory
run hills --csv "$(printf '%0300d' 0)" => File name too long
run hills --dump-lcp plain/sub => cannot make the directory
END
holds 'refused outputs leave no file behind' [ "$(ls -A)" = "$before" ]
echo old >write-protected
chmod 444 write-protected
chmod 555 locked
# a path may hold blanks and quotes, so the script below reads it from the environment
ask= PLAIN=$program
export PLAIN
if [ -w locked ] && command -v setpriv >/dev/null 2>&1 &&
    setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
    chmod 777 . && cp "$program" program &&
        ask='setpriv --reuid=65534 --clear-groups' PLAIN=$dir/program
fi
printf '#!/bin/sh\nexec %s "$PLAIN" "$@"\n' "$ask" >as_user
chmod 755 as_user
if ./as_user run drop.scene --quiet --csv locked/x >out 2>err; then
    skip 'no permission' 'this user may write anywhere'
else
    plain_program=$program
    program=./as_user
    each refused <<'END'
run drop.scene --time 1e5 --csv locked/x => Permission denied
run drop.scene --time 1e5 --svg write-protected => Permission denied
run drop.scene --time 1e5 --dump-lcp locked => Permission denied
END
    # a folder with the sticky bit, like /tmp, in which a user cannot replace files of another user
    if [ -f program ]; then
        mkdir sticky && echo old >sticky/file && chmod 666 sticky/file && chmod 1777 sticky
        refused 'Operation not permitted' "another's file in a folder with the sticky bit" \
            run drop.scene --time 1e5 --csv sticky/file
    fi
    program=$plain_program
fi
[ "$(cat write-protected)" = old ] && none_left
report $? 'refused outputs leave old files unchanged and no temporary files'

# ---- pictures in pixels ----
# twice NAME: checks that NAME.png has twice the size of NAME.svg. A PNG has its size in bytes 17 to
# 24, an SVG in its first line.
twice() {
    size=$(od -An -j16 -N8 -tu1 "$1.png" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')
    [ "$status" -eq 0 ] &&
        [ "$size" = "$(sed -n '1s/.*width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' "$1.svg" |
        awk '{ print 2 * $1, 2 * $2 }')" ]
    report $? "--png: twice the size of the SVG: $1"
}
if [ "$pictures" != --svg ]; then
    for command in 'run drop' 'solve two.lcp' 'study sawtooth --runs 2 --h-min .02 --halvings 1'; do
        run $command --quiet --svg "${command%% *}.svg" --png "${command%% *}.png"
        twice "${command%% *}"
    done
    run run drop --quiet --energy energy.svg
    run run drop --quiet --energy energy.png
    twice energy
    run run drop --quiet --png - && cmp -s out run.png
    report $? '--png -: the same bytes as --png FILE'
    refused 'are the same file' '--png and --svg in one file' run drop --svg run.png --png run.png
else
    skip '--png: twice the size of the SVG' 'stb_image_write.h (libstb-dev) is not installed'
fi

# ---- devices and pipes ----
if [ -w /dev/full ]; then
    for command in 'run hills' 'compare hills' 'solve two.lcp'; do
        for option in --csv --svg; do
            run $command $option /dev/full
            expect 2 err 'cannot write /dev/full: ' "$command $option /dev/full"
        done
    done
    run run drop ${pictures##* } /dev/full
    expect 2 err 'cannot write /dev/full: ' "run drop ${pictures##* } /dev/full"
    (ulimit -f 8; "$program" run hills --quiet ${pictures##* } large.picture >out 2>err)
    [ $? -eq 2 ] && grep -q 'cannot write large.picture: File too large' err && none_left &&
        [ ! -e large.picture ]
    report $? 'a picture that grows too large'
    "$program" solve two.lcp >/dev/full 2>err
    [ $? -eq 2 ] && grep -q 'cannot write' err
    report $? 'a report on a full standard output'
    "$program" run hills --csv - >/dev/full 2>err
    [ $? -eq 2 ] && [ "$(grep -c 'cannot write' err)" -eq 1 ]
    report $? 'data on a full standard output: reported once'
fi
(cat fifo >out) &
run run hills --csv fifo --quiet 2>/dev/null
wait
cp out piped
run run hills --csv a.csv --quiet
[ "$(cut -d, -f1-11 piped)" = "$(cut -d, -f1-11 a.csv)" ] && [ -p fifo ]
report $? 'a named pipe gets the same data as a file'

# ---- problems ----
run run hills --time .9 --dump-lcp dump --csv dump/run.csv --svg dump/run.svg --quiet
[ "$status" -eq 0 ] && [ "$(ls dump | grep -c '^step-000[0-9]*-particle-1.lcp$')" -ge 10 ] &&
    [ -s dump/run.csv ] &&
    [ -s dump/run.svg ]
report $? '--dump-lcp makes the folder, in which other outputs may be'
mkdir blocked
(cd blocked && ulimit -f 0 && "$program" run hills --dump-lcp d --quiet 2>/dev/null)
holds 'problems that cannot be written: exit status 2' [ $? -eq 2 ]
ls -l dump >listing
refused 'dump holds problems of an earlier run (step-0000' \
    'a folder with problems of an earlier run' run hills --time .7 --dump-lcp dump
ls -l dump | cmp -s - listing
report $? 'a folder with problems of an earlier run is unchanged'
rm dump/step-*
run run hills --time .7 --dump-lcp dump --quiet
[ "$status" -eq 0 ] && [ -s dump/run.csv ] && ls dump | grep -q '^step-0000'
report $? '--dump-lcp accepts a folder with other files'
refused 'has the name of a problem' 'a CSV where a problem will be' \
    run hills --dump-lcp new --csv new/step-000053-particle-1.lcp
# hills at t = 0.53 s: the first problem has the number of the first step with a problem in the CSV
first=$(ls dump | grep '^step-' | head -n 1)
[ "$first" = "$(awk -F, 'NR > 1 && $9 > 0 { printf "step-%06d-particle-%d.lcp", $1, $3;
    exit }' dump/run.csv)" ]
report $? 'steps and particles have the same numbers in the CSV and in the names of files'
run run slope --csv -
[ "$(awk -F, 'NR > 1 { print $3 }' out | sort -u | tr '\n' ' ')" = '1 2 ' ] &&
    grep -q '^  particle 2 ' err
report $? 'particles are numbered from 1 in the CSV and in the summary'

# ---- memory does not grow with the number of steps ----
limit=16000
if (ulimit -v $limit && "$program" --version) >/dev/null 2>&1; then
    for command in 'run hills' 'run hills --csv long.csv --svg long.svg' \
        'compare hills --svg long.svg' 'run hills --formulation exact --csv long.csv'; do
        (ulimit -v $limit; "$program" $command --h 5e-5 --quiet >out 2>err)
        report $? "$command: 50 000 steps in 16 MB"
    done
    run run hills --svg short.svg --quiet
    run run hills --h 5e-5 --svg long.svg --quiet
    [ "$(wc -c <long.svg)" -lt $((2 * $(wc -c <short.svg))) ]
    report $? 'a picture of 200 times as many steps is less than twice as large'
else
    skip 'memory does not grow with the number of steps' \
        'the program does not run in 16 MB of address space'
fi

# ---- files that grow too large ----
echo old >large.csv
(ulimit -f 100; "$program" run hills --time 1e5 --csv large.csv >out 2>err)
[ $? -eq 2 ] && grep -q 'stopped after step' err &&
    grep -q 'cannot write large.csv: File too large' err && none_left &&
    [ "$(cat large.csv)" = old ]
report $? 'a file that grows too large ends the run, with the reason, and the old one stays'

chmod 755 locked
finish
