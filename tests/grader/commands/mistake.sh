#!/bin/sh
# mistake.sh LAB NAME: writes one of the lab's known mistakes as a file to read,
# build/mistake/LAB/NAME.c, and says where
#
# Without NAME: the names of all, with the message for a student with the same mistake.
lab=$1 name=$2
list=tests/labs/$lab/submissions.txt
folder=$(dirname "${GRADE:-build/grade}")/mistake/$lab
if [ -z "$name" ]; then
    sed -n -e 's/^= \([^ ]*\) \[[^]][^]]*] /\1\n    /p' "$list"
elif grep -q "^= $name \[[^]]" "$list"; then
    mkdir -p "$folder" &&
        awk -v solution="solutions/$lab.c" -v out="$folder" -v only="$name" \
            -f tests/grader/commands/submissions.awk "$list" &&
        head -n 1 "$folder/$name.c" && echo "the mistake is in $folder/$name.c"
else
    echo "mistake: $list has no $name; make mistake LAB=${lab#*_} lists all" >&2
    exit 2
fi
