#!/bin/sh
# test_quiz.sh BUILD: the questions of make quiz: the answers, checked by another program, and the
# files' structure (TAP)
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL
quiz() { "$make" -s quiz B="$dir" "$@" >"$dir/out" 2>&1 </dev/null; }

labs=$(ls tests/labs)
for lab in $labs; do
    quiz LAB=$lab SEED=a COUNT=1000 FORMAT=moodle &&
        [ "$(grep -c '<question type="[nm]' "$dir/quiz/$lab.xml")" -eq 2000 ]
    report $? "$lab: 1000 variants of two questions for Moodle"
done
if command -v python3 >/dev/null; then
    python3 solutions/quiz/check.py "$dir"/quiz/*.xml >"$dir/out" &&
        grep -qx '0 wrong' "$dir/out" &&
        [ "$(awk '/questions/ { n += $2 } END { print n }' "$dir/out")" -eq 24000 ]
    report $? 'another program finds the stated answers'
    # and it would find a wrong one
    sed '0,/fraction="100"/s//fraction="0"/' "$dir/quiz/03_lemke.xml" >"$dir/wrong.xml"
    ! python3 solutions/quiz/check.py "$dir/wrong.xml" >"$dir/out" &&
        grep -q '^wrong: pivot' "$dir/out"
    report $? 'it reports a wrong one'
fi
for lab in $labs; do
    quiz LAB=$lab SEED=a COUNT=5 FORMAT=canvas || echo $lab
    if command -v xmllint >/dev/null; then
        for file in "$dir"/quiz/$lab/$lab/*.xml; do
            xmllint --noout --dtdvalid solutions/quiz/qti12.dtd "$file" || echo $lab
        done
        xmllint --noout "$dir"/quiz/$lab/imsmanifest.xml || echo $lab
    fi
done >"$dir/bad" 2>&1
[ ! -s "$dir/bad" ]
report $? 'QTI 1.2 for Canvas: by the standard'"'"'s content models'
quiz LAB=4 SEED=a COUNT=5 FORMAT=text && cp "$dir/out" "$dir/first" &&
    quiz LAB=4 SEED=a COUNT=5 FORMAT=text &&
    cmp -s "$dir/out" "$dir/first" && quiz LAB=4 SEED=b COUNT=5 FORMAT=text &&
    ! cmp -s "$dir/out" "$dir/first"
report $? 'the same seed, the same questions; another seed, others'
! quiz LAB=4 FORMAT=paper && grep -q 'moodle, canvas or text' "$dir/out"
report $? 'an unknown format'
finish
