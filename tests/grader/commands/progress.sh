#!/bin/sh
# progress.sh [--end] LAB...: the student's progress when the labs were last tested, and the next
# step; with --end only the message at the end of the course
#
# From build/grade/progress, a line `points possible next-test its-title` for each lab.
GRADE=${GRADE:-build/grade}
folder=$GRADE/progress
only_end= end=
if [ "$1" = --end ]; then only_end=yes; shift; fi
# an instructor who has not begun does not count as a student
if [ -d solutions ] && ! grep -qs '^[1-9]' "$folder"/*; then exit 0; fi
if [ ! -d "$folder" ]; then
    echo "your course begins in labs/README.md, and with make test LAB=${1#*_}"
    exit 0
fi

line= resume= unfinished=
for lab in "$@"; do
    [ -f "$folder/$lab" ] || { resume=${resume:-$lab}; continue; }
    read -r points possible test title <"$folder/$lab"
    line="$line${line:+, }${lab#*_} $points/$possible"
    [ "$test" != - ] || continue
    resume=${resume:-$lab}
    if [ "$points" -gt 0 ]; then unfinished=yes; fi
done
# the course ends when lab 9 and all other labs that were begun are passed, because not everybody
# needs all of them
if [ -z "$unfinished" ] && grep -qs -e ' - -$' "$folder/09_peg"; then
    end='that was the last of the labs that you began: make ending'
fi
if [ -n "$only_end" ]; then
    [ -z "$end" ] || echo "$end"
    exit 0
fi
echo "your labs: $line"
[ -z "$end" ] || echo "$end"
[ -n "$resume" ] || exit 0
# the lab that was tested last, unless it is passed
for lab in $(ls -t "$folder"); do
    read -r points possible test title <"$folder/$lab"
    [ "$test" = - ] || resume=$lab
    break
done
if [ -f "$folder/$resume" ]; then
    read -r points possible test title <"$folder/$resume"
    echo "next:      make test LAB=${resume#*_} T=$test      $title"
else
    echo "next:      make test LAB=${resume#*_}      labs/$resume/README.md"
fi
