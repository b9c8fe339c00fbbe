#!/bin/sh
# test_grade_all.sh BUILD: make grade-all on small courses of every kind (TAP)
#
# BUILD is where grade-all and the grader were built. Most submissions are copies of few files, and
# are graded once, so all of this takes some seconds. GNU parallel and Slurm have a test of their
# own, test_tools.sh.
built=$1
. "$(dirname "$0")/../../tap.sh"
use_temporary_folder
export ASAN_OPTIONS=detect_leaks=0           # grade-all gives no memory back before its end
unset GRADE SEED SECRET GRADER_SEED GRADER_SECRET LABS
top=$PWD
stub=labs/02_pgs/pgs.c solution=solutions/02_pgs.c
awk -v solution=$solution -v out="$dir" -v only=b_sign \
    -f tests/grader/commands/submissions.awk tests/labs/02_pgs/submissions.txt || exit 2
mkdir "$dir/hostile"
awk -v solution=$solution -v out="$dir/hostile" -f tests/grader/hostile/hostile.awk \
    tests/grader/hostile/submissions.txt || exit 2

# units RUN [run]: the number of units of a run that are done, or being graded
units() { (cd "$dir/$1" && ls "work/${2:-done}") 2>/dev/null | wc -l; }

# grade_all FOLDER OUT OPTION...: its messages in err, its exit status in $status
grade_all() {
    subs=$1 to=$2
    shift 2
    "$built/grade/grade-all" --grader "$built/grade/grader" --labs pgs --out "$to" "$@" \
        --folder "$subs" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
}

# hand_in FOLDER FILE NAME: a copy of FILE as FOLDER/NAME; missing folders are made
hand_in() {
    mkdir -p "$(dirname -- "$1/$3")" && cp -- "$2" "$1/$3"
}

# points OUT: `submission points` for each, from points.csv, sorted
points() { sed -n '2,$s/^\(.*\),[^,]*,[0-9]*,\([0-9]*\)$/\1 \2/p' "$1/points.csv" | tr -d '"'; }

# outcome OUT SUBMISSION: the outcome of its first test
outcome() { grep "^$2,.*,02_pgs,01," "$1/results.csv" | cut -d, -f 8 | tr -d '"'; }

says() { for text in "$@"; do grep -qF -e "$text" "$dir/err" || return 1; done; }

# ---- what systems export ---------------------------------------------------------------------

course=$dir/exports
hand_in "$course" $solution submission_123/pgs.c
hand_in "$course" $solution 'Ann Smith_4711_assignsubmission_file_/pgs.c'
hand_in "$course" $solution 'Cy Young_4719_assignsubmission_file/pgs.c'
hand_in "$course" $solution 'Bob Long Name_4712_assignsubmission_file_pgs.c'
hand_in "$course" $solution smithann_LATE_4711_815_pgs-1.c
hand_in "$course" $solution jonesbob_4712_816_pgs.c
hand_in "$course" $stub lab-2-cj/labs/02_pgs/pgs.c
cp Makefile "$course/lab-2-cj"
cp -R minisim2d "$course/lab-2-cj"
hand_in "$course" $solution plain.c
hand_in "$course" $solution dora_pgs.c
cat >"$course/submission_metadata.yml" <<'YAML'
submission_123:
  :submitters:
  - :name: Eve
    :sid: '7'
    :email: eve@example.org
  - :name: Fay
    :sid: '8'
  :created_at: 2026-01-01
  :results:
    :tests:
    - :name: not a student
YAML
touch "$course/.DS_Store"
grade_all "$course" "$dir/o"
graded=$(units o)
[ $status -eq 0 ] && points "$dir/o" >"$dir/out" && diff "$dir/out" - >"$dir/err" <<'POINTS'
Ann Smith_4711 20
Bob Long Name_4712 20
Cy Young_4719 20
dora 20
jonesbob_4712 20
lab-2-cj 0
plain 20
smithann_4711 20
submission_123 20
POINTS
report $? 'the names of Gradescope, Moodle, Canvas and GitHub Classroom, and plain ones'
grep -q '^submission_123,"eve@example.org; 8",' "$dir/o/results.csv"
report $? "Gradescope's list says who the students are"
[ "$(grep -c . "$dir/o/results.csv")" -eq 145 ] && [ "$(ls "$dir/o/feedback" | wc -l)" -eq 18 ]
report $? 'a row for each submission and test, two feedback files for each submission'
holds 'equal files are graded once' [ "$graded" -eq 2 ]

printf '\357\273\277' >"$dir/gradebook.csv"
printf '%s\r\n' 'Student,ID,SIS User ID,SIS Login ID,Section,02_pgs (815),Other (816)' \
    '"    Points Possible",,,,,20,10' '"Smith, Ann",4711,s1,ann,"A, B",,3' \
    '"Long, Bob",4712,s2,bob,A,7,' '"Not Here",4713,s3,not,A,,' >>"$dir/gradebook.csv"
grade_all "$course" "$dir/o" --canvas "$dir/gradebook.csv"
[ $status -eq 0 ] && diff "$dir/o/canvas.csv" - >"$dir/out" <<'CANVAS'
Student,ID,SIS User ID,SIS Login ID,Section,02_pgs (815)
"Smith, Ann",4711,s1,ann,"A, B",20
"Long, Bob",4712,s2,bob,A,20
CANVAS
report $? "Canvas's gradebook: the columns that it imports, with the points"
says "grade-all: plain is not in $dir/gradebook.csv" && ! says 'Ann Smith_4711 is not in'
report $? 'and those who are not in it are listed'
printf '%s\n' \
    'Identifier,"Full name",Status,Grade,"Last modified (submission)","Feedback comments"' \
    '"Participant 4711","Ann ""A"" Smith",Submitted,,"Monday, 3 March",' \
    '"Participant 4799","Not Here","No submission",-,-,' >"$dir/worksheet.csv"
grade_all "$course" "$dir/o" --moodle "$dir/worksheet.csv"
[ $status -eq 0 ] && diff "$dir/o/moodle.csv" - >"$dir/out" <<'MOODLE'
"Identifier","Full name","Status","Grade","Last modified (submission)","Feedback comments"
"Participant 4711","Ann ""A"" Smith","Submitted",20,"Monday, 3 March",""
"Participant 4799","Not Here","No submission","-","-",""
MOODLE
report $? "Moodle's grading worksheet: unchanged, with the grades"

# ---- files that are not where they should be -------------------------------------------------

course=$dir/wrong
hand_in "$course" $solution 'browser/pgs (1).c'
for name in my_pgs.c PGS.C pgs.c.txt pgs.cpp report.pdf; do
    hand_in "$course" $solution "$name/$name"
done
hand_in "$course" $stub untouched/pgs.c
hand_in "$course" $stub beside/pgs.c
hand_in "$course" $solution beside/pgs_final.c
hand_in "$course" $solution jonesbob_4712_816_work.c
hand_in "$course" $solution two/a/pgs.c
hand_in "$course" $stub two/b/pgs.c
hand_in "$course" $solution same/a/pgs.c
hand_in "$course" $solution same/b/pgs.c
mkdir "$course/nothing" "$course/link" "$course/pipe"
ln -s "$top/$solution" "$course/link/pgs.c"
mkfifo "$course/pipe/pgs.c"
hand_in "$course" $solution full/pgs.c
awk -v to="$course/full/a" 'BEGIN { while (n++ < 3001) { print >(to n); close(to n) } }'
hand_in "$course" $solution deep/1/2/3/4/5/6/7/8/9/10/11/12/pgs.c
grade_all "$course" "$dir/o"
for name in my_pgs.c PGS.C pgs.c.txt pgs.cpp report.pdf beside jonesbob_4712; do
    [ "$(outcome "$dir/o" "$name")" = 'wrong name' ] || echo "$name: $(outcome "$dir/o" "$name")"
done >"$dir/out" 2>&1
told=$(grep -l '^This lab was not graded: .*Give your file the right name' \
    "$dir/o/feedback/"*.txt | wc -l)
[ $status -eq 0 ] && [ ! -s "$dir/out" ] && [ "$told" -eq 7 ]
report $? 'a wrongly named file is reported, to the student as well'
grep -q "^The file can't be read: pgs.c is a symbolic link: hand in the file itself\.$" \
    "$dir/o/feedback/link.txt" && grep -q ': pgs.c is a pipe: ' "$dir/o/feedback/pipe.txt"
report $? 'a link and a pipe are not a missing file'
[ "$(outcome "$dir/o" full)" = pass ] && [ "$(outcome "$dir/o" deep)" = pass ] &&
    [ "$(grep -c 'full has more than 3000 files' "$dir/err")" -eq 1 ]
report $? 'the file is found among 3001 others, and in the twelfth folder'
[ "$(outcome "$dir/o" browser)" = pass ]
report $? 'the (1) that a browser appends does not count as part of the name'
[ "$(outcome "$dir/o" untouched)" = 'not attempted' ] && [ "$(outcome "$dir/o" same)" = pass ] &&
    [ "$(outcome "$dir/o" two)" = 'several files' ] &&
    [ "$(outcome "$dir/o" nothing)" = 'not handed in' ]
report $? 'an untouched stub, the same file twice, two different files, nothing at all'
grep -q '^beside,beside,02_pgs,01,.*,0,1,wrong name,' "$dir/o/results.csv" &&
    grep -q 'beside .*wrong name: pgs.c is untouched, but there is pgs_final.c' "$dir/o/summary.txt"
report $? 'the summary lists what needs a look'

# ---- strange names and strange files ---------------------------------------------------------

course=$dir/strange
for name in -rf "O'Brien \"Ann\"" 'line
feed' 'Zoë 名前' '$(touch owned)`touch owned`;touch owned' '=1+2' '<script>alert(1)<b>&amp;' \
    'a,b' "$(printf 'bad\351')" '%s%n' '*' '\back'; do
    hand_in "$course" $solution "$name/pgs.c"
done
mkdir -p "$course/empty" "$course/binary" "$course/crlf" "$course/large"
: >"$course/empty/pgs.c"
head -c 3000 "$built/grade/grader" >"$course/binary/pgs.c"
awk '{ printf "%s\r\n", $0 }' $solution >"$course/crlf/pgs.c"
{ cat $solution; awk 'BEGIN { while (n++ < 41000) print "/* .................... */" }'; } \
    >"$course/large/pgs.c"
grade_all "$course" "$dir/o"
[ $status -eq 0 ] && [ "$(points "$dir/o" | grep -c ' 20$')" -eq 13 ] &&
    [ "$(points "$dir/o" | grep -c ' 0$')" -eq 3 ] && [ ! -e owned ]
report $? 'names with quotes, newlines, UTF-8, dashes, formulas; files empty, binary, CRLF, 1 MB'
[ "$(outcome "$dir/o" large)" = 'not built' ] &&
    grep -q '  large  02_pgs: not built: pgs.c has more than 1 MB' "$dir/o/summary.txt" &&
    grep -q '^ *error *pgs.c has more than 1 MB$' "$dir/o/feedback/large.txt"
report $? 'the student is told that the file is too large'
[ "$(grep -c . "$dir/o/results.csv")" -eq 257 ] && grep -q "^\"'=1+2\"" "$dir/o/results.csv" &&
    grep -q "^\"'-rf\"" "$dir/o/results.csv" && ! grep -q '<script>' "$dir/o/feedback/"*.html &&
    ls "$dir/o/feedback" | grep -q '^%2Drf.html$' && grep -q '^line\\x0Afeed,' "$dir/o/results.csv"
report $? 'a CSV with a line for each row, no formula in it, and HTML with no tags from names'
well_formed "$dir/o/feedback/%3Cscript%3Ealert%281%29%3Cb%3E%26amp%3B.html" 'the HTML is also XML'
well_formed "$dir/o/02_pgs.svg" 'the picture is SVG'
python 'a strict parser takes the CSV' "$dir/o" <<'PYTHON'
import csv, sys
for name in "results", "points":
    file = open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8", newline="")
    rows = list(csv.reader(file, strict=True))
    assert len({len(r) for r in rows}) == 1, name
names = {r[0] for r in rows[1:]}
assert len(names) == 16 and {"O'Brien \"Ann\"", "Zoë 名前", "a,b", "*", "\\x5Cback"} <= names
PYTHON

# ---- stopped half-way, run again, changed ----------------------------------------------------

course=$dir/course
hand_in "$course" $solution right/pgs.c
hand_in "$course" $stub stub/pgs.c
hand_in "$course" "$dir/b_sign.c" wrong/pgs.c
for name in exit segmentation_fault sleep talks_without_end; do
    hand_in "$course" "$dir/hostile/$name.c" "$name/pgs.c"
done
mkdir "$course/more"
{ cat $solution; echo '/* more */'; } >"$course/more/pgs.c"
grade_all "$course" "$dir/whole"
points "$dir/whole" >"$dir/out"
[ $status -eq 0 ] && diff "$dir/out" - >"$dir/err" <<POINTS
exit 5
more 20
right 20
segmentation_fault 5
sleep 5
stub 0
talks_without_end 20
wrong 0
POINTS
report $? 'a submission that hangs, crashes or floods affects only itself'
grep -q '1  b has the wrong sign' "$dir/whole/summary.txt" &&
    grep -q '^wrong,wrong,02_pgs,01,.*,0,1,wrong,b has the wrong sign.*z_next_1 should be' \
        "$dir/whole/results.csv" &&
    grep -q 'likely  *b has the wrong sign' "$dir/whole/feedback/wrong.txt"
report $? 'the likely mistake is in the summary, in the CSV and in the feedback'

"$built/grade/grade-all" --grader "$built/grade/grader" --labs pgs --out "$dir/killed" --jobs 2 \
    --folder "$course" >/dev/null 2>&1 &
killed=$!
waited=0
while [ "$(units killed)" -lt 3 ] && [ $waited -lt 120 ]; do
    sleep 1
    waited=$((waited + 1))
done
kill -9 $killed
wait $killed 2>/dev/null
for wait in 1 2 3 4 5; do
    ps -e -o args 2>/dev/null | grep -F "$dir/killed" | grep -v grep >"$dir/out" || break
    sleep 1
done
before=$(units killed)               # only now: the last process may have put its result in place
if [ "$before" -lt 3 ] || [ "$before" -ge 8 ] || [ -e "$dir/killed/results.csv" ]; then
    echo "$before of 8 were done" >>"$dir/out"
fi
[ ! -s "$dir/out" ]
report $? 'killed half-way: no process is left, and no partial result'
grade_all "$course" "$dir/killed"
[ $status -eq 0 ] && cmp "$dir/whole/results.csv" "$dir/killed/results.csv" >>"$dir/err" 2>&1 &&
    says ", $before unchanged" && [ "$(units killed run)" -eq 0 ]
report $? 'run again: goes on from there, with the same CSV, and no file of a worker left'

touch -t 200001010000 "$course/right/pgs.c"
grade_all "$course" "$dir/whole"
[ $status -eq 0 ] && says '0 of 0 graded' '8 unchanged'
report $? 'only a date has changed: nothing is graded again'
cp "$dir/b_sign.c" "$course/right/pgs.c"
cp "$course/more/pgs.c" "$course/stub/pgs.c"
{ cat $solution; echo '/* late */'; } >"$course/late.c"
grade_all "$course" "$dir/whole"
[ $status -eq 0 ] && says '1 of 1 graded' && [ "$(outcome "$dir/whole" right)" = wrong ] &&
    [ "$(outcome "$dir/whole" stub)" = pass ] && [ "$(outcome "$dir/whole" late)" = pass ]
report $? 'a late submission is graded, a resubmitted one has its new points'
for name in late.c more sleep talks_without_end segmentation_fault; do
    rm -rf "${course:?}/$name"
done
GRADER_SEED=7 grade_all "$course" "$dir/whole"
holds 'with another seed all are graded again' ends $status 0 ' 3 of 3 graded'
GRADER_SECRET='of the course' grade_all "$course" "$dir/whole"
first=$(units whole)
hand_in "$course" "$course/stub/pgs.c" friend/pgs.c
GRADER_SECRET='of the course' grade_all "$course" "$dir/whole"
[ $status -eq 0 ] && says '1 of 1 graded' && [ "$(outcome "$dir/whole" friend)" = pass ] &&
    [ "$(units whole)" -eq $((first + 1)) ]
report $? 'a secret gives everybody a seed of their own: the same file of a friend is graded again'
GRADER_SEED=1 GRADER_SECRET=x grade_all "$course" "$dir/whole"
holds 'a seed and a secret: refused' ends $status 2 'both is too much'

# ---- a marker's additions --------------------------------------------------------------------

course=$dir/marked
for name in early late later missing; do hand_in "$course" $solution $name/pgs.c; done
hand_in "$course" $solution smithann_LATE_4711_815_pgs.c
hand_in "$course" $solution submission_9/pgs.c
mv "$course/missing/pgs.c" "$course/missing/mine.txt"
printf '%s\n' 'submission_9:' '  :submitters:' '  - :name: Eve' '    :email: eve@example.org' \
    '  :created_at: 2026-11-26 01:00:00.123 +02:00' >"$course/submission_metadata.yml"
touch -d '2026-11-23 23:59:00' "$course/early/pgs.c" "$course/"smithann*
touch -d '2026-11-24 00:00:00' "$course/late/pgs.c"
touch -d '2026-11-25 00:00:00' "$course/later/pgs.c"
mkdir -p "$dir/new/folders"
TZ=UTC grade_all "$course" "$dir/new/folders/of/marks"
marks=$dir/new/folders/of/marks
[ $status -eq 0 ] && points "$marks" >"$dir/out" && diff "$dir/out" - >"$dir/err" <<'POINTS'
early 20
late 20
later 20
missing 0
smithann_4711 20
submission_9 20
POINTS
report $? 'OUT is made with the folders that it is in'
printf '\357\273\277due,lab,weight,penalty\r\n2026-11-23 23:59,pgs,50,30\r\n' >"$marks/marking.csv"
printf '%s\n' 'comment,student,points' '"mine.txt, by mail",missing,11' 'ill,later,19' \
    >"$marks/overrides.csv"
TZ=UTC grade_all "$course" "$marks"
cut -d, -f 1,3-5 "$marks/points.csv" >"$dir/out"
[ $status -eq 0 ] && says '0 of 0 graded' && diff "$dir/out" - >"$dir/err" <<'POINTS'
submission,02_pgs,total,weighted
early,20,20,50
late,14,14,35
later,19,19,47.5
missing,11,11,27.5
smithann_4711,14,14,35
submission_9,8,8,20
POINTS
report $? 'late days, late by Canvas, points set by hand, a weight: nothing is graded again'
grep -q '^2 days late (-12)$' "$marks/feedback/submission_9.txt" &&
    grep -q '^<p>one day late (-6)</p>$' "$marks/feedback/late.html" &&
    grep -q \
    '^missing,missing,02_pgs,by hand,"11 points, set by hand",11,0,by hand,"mine.txt, by mail"' \
    "$marks/results.csv" &&
    grep -q 'later  02_pgs: 19 points, set by hand (+11): ill' "$marks/summary.txt" &&
    grep -q '02_pgs: 6 submissions, of 20 points 14.3 on average' "$marks/summary.txt"
report $? 'they are in the feedback, in results.csv and in the summary'
printf '%s\n' 'Student,ID,SIS User ID,SIS Login ID,Section,02_pgs (815)' \
    '"Smith, Ann",4711,s1,ann,A,' >"$dir/gradebook.csv"
TZ=UTC grade_all "$course" "$marks" --canvas "$dir/gradebook.csv"
holds 'and in the table for Canvas' grep -q '^"Smith, Ann",4711,s1,ann,A,14$' "$marks/canvas.csv"
for k in 1 2; do TZ=UTC grade_all "$course" "$marks" --shard $k/2; done
cp "$marks/points.csv" "$dir/points.csv"
"$built/grade/grade-all" --grader "$built/grade/grader" --out "$marks" \
    --canvas "$dir/gradebook.csv" --merge 2>"$dir/err" &&
    cmp "$marks/points.csv" "$dir/points.csv" >"$dir/out" 2>&1
report $? 'shards and the merged results also have them'
rm -r "$marks/shard-"*

# bad TEXT LINE FILE WORDS: with this line in OUT/FILE the run ends, with this message
bad() {
    cp "$marks/$2" "$dir/kept"
    printf '%s\n' "$1" >>"$marks/$2"
    grade_all "$course" "$marks"
    holds "$2: $3" ends $status 2 "$3"
    cp "$dir/kept" "$marks/$2"
}
bad 'x,nobody,3' overrides.csv 'line 4: no submission is called nobody'
bad 'x,early,some' overrides.csv 'line 4: some is not a number >= 0'
bad 'x,later,3' overrides.csv 'line 4: later is in line 3, too'
bad ',nothing,1,1' marking.csv 'line 3: there is no lab called nothing'
bad 'tomorrow,pgs,1,1' marking.csv 'line 3: a date is 2026-11-23 23:59; this is tomorrow'
TZ=UTC grade_all "$course" "$marks" --student eve@example.org
holds 'one student is graded again, by name' ends $status 0 '1 of 1 graded'
TZ=UTC grade_all "$course" "$marks" --student nobody
holds 'an unknown student is refused' ends $status 2 'no submission is called nobody'

# ---- shards ----------------------------------------------------------------------------------

grade_all "$course" "$dir/whole"
for k in 1 2; do grade_all "$course" "$dir/shards" --shard $k/2; done
"$built/grade/grade-all" --grader "$built/grade/grader" --out "$dir/shards" --merge 2>"$dir/err"
status=$?
[ $status -eq 0 ] && cmp "$dir/whole/results.csv" "$dir/shards/results.csv" >>"$dir/err" 2>&1 &&
    cmp "$dir/whole/summary.html" "$dir/shards/summary.html" >>"$dir/err" 2>&1 &&
    diff -r "$dir/whole/feedback" "$dir/shards/feedback" >>"$dir/err" 2>&1
report $? 'two shards merged are the whole: CSV, summary and feedback'

# refuses TEXT NAME: the merge of $dir/shards is refused, with this message
refuses() {
    "$built/grade/grade-all" --grader "$built/grade/grader" --out "$dir/shards" --merge 2>"$dir/err"
    holds "$2" ends $? 2 "$1"
}
cp -R "$dir/shards/shard-2-of-2" "$dir/shards/shard-copy"
refuses "shard 2 of 2 is there twice: $dir/shards/shard-2-of-2 and $dir/shards/shard-copy" \
    'a shard that occurs twice is refused by name'
rm -r "$dir/shards/shard-copy" "$dir/shards/shard-2-of-2/shard.txt"
refuses 'shard 2 of 2 is missing, or has not ended' 'so is one that has not ended'
GRADER_SEED=8 grade_all "$course" "$dir/shards" --shard 2/2
refuses 'are not of the same submissions, labs and seed' 'and one with another seed'

# ---- usage -----------------------------------------------------------------------------------

course="$dir/it's \"one\""
hand_in "$course" $stub ann/pgs.c
MAKEFLAGS= "${MAKE:-make}" -s B="$built" grade-all DIR="$course/" OUT="$dir/a folder'\"" LABS=pgs \
    NO_LIKELY=1 JOBS=1 >"$dir/out" 2>"$dir/err" && [ -s "$dir/a folder'\"/results.csv" ]
report $? 'make grade-all, from and into folders with strange names'
MAKEFLAGS= "${MAKE:-make}" -s B="$built" grade-all OUT="$dir/x" >"$dir/out" 2>"$dir/err"
[ $? -eq 2 ] && says 'which submissions? make grade-all DIR=submissions OUT=results'
report $? 'without DIR= it says what it needs'
grade_all "$course" "$course/results"
holds 'the results do not go among the submissions' ends $status 2 "can't go among the submissions"
rmdir "$course/results"
grade_all "$course" "$dir/x" --labs nothing
holds 'an unknown lab' ends $status 2 'there is no lab called nothing'
finish
