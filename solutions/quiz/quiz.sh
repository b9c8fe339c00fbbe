#!/bin/sh
# quiz.sh: questions on LAB, with numbers from SEED, COUNT variants of each
#
#     make quiz LAB=1 SEED=2026 FORMAT=moodle        build/quiz/01_lcp.xml
#     make quiz LAB=1 SEED=2026 FORMAT=canvas        build/quiz/01_lcp.zip (a folder if there is no
#                                                    zip)
#     make quiz LAB=1 SEED=2026 FORMAT=text          to read, with the answers
set -e
lab=$1 format=${FORMAT:-text} dir=$B/quiz
mkdir -p "$dir"
${CC:-cc} -std=c99 -O1 -o "$dir/quiz" solutions/quiz/quiz.c -lm
questions() { "$dir/quiz" "$(echo "${lab%%_*}" | sed 's/^0//')" "${SEED:-1}" "${COUNT:-20}" "$1"; }
case $format in
text)
    questions text ;;
moodle)
    questions moodle >"$dir/$lab.xml"
    echo "$dir/$lab.xml: import it into the question bank as Moodle XML" ;;
canvas)
    rm -rf "${dir:?}/$lab" "$dir/$lab.zip" && mkdir -p "$dir/$lab/$lab"
    questions canvas >"$dir/$lab/$lab/$lab.xml"
    cat >"$dir/$lab/imsmanifest.xml" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="mbsim_$lab" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
  <metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="quiz_$lab" type="imsqti_xmlv1p2"><file href="$lab/$lab.xml"/></resource>
  </resources>
</manifest>
XML
    if (cd "$dir/$lab" && {
            zip -qr "../$lab.zip" . ||
                python3 -m zipfile -c "../$lab.zip" imsmanifest.xml "$lab"
        }) 2>/dev/null; then
        echo "$dir/$lab.zip: import it as a QTI .zip file"
    else
        echo "$dir/$lab: pack what is in this folder as a .zip, and import that as QTI"
    fi ;;
*)
    echo "quiz: FORMAT=moodle, canvas or text" >&2
    exit 2 ;;
esac
