#!/bin/sh
# test_reports.sh BUILD: the grader's reports, each checked against its reader's specification (TAP)
#
#   Gradescope      gradescope-autograders.readthedocs.io, "Autograder Specifications"
#   PrairieLearn    docs.prairielearn.com, "External Grading"
#   Autolab         docs.autolabproject.com, "Guide for Lab Authors" and "Scoreboards"
#   CodeRunner      coderunner.org.nz, "Combinator-template grading"
#   VPL             vpl.dis.ulpgc.es, "Automatic evaluation": the lines of vpl_execution
#   JUnit           the subset common to Jenkins, GitLab and GitHub's reporters
#   TAP             testanything.org, version 14
#   Classroom       the actions autograding-command-grader and autograding-grading-reporter
#
# The submissions: one with right, wrong and crashing answers that prints imitations of each of
# these formats; one that does not build; a stub.
built=$1
. "$(dirname "$0")/../tap.sh"
use_temporary_folder
unset SEED GRADER_SEED
export GRADE="$dir/grade"
grader=$built/grade/grader
mkdir "$dir/grade"

# mixed: the Jacobi sweep is wrong and prints imitations of results; lab_pgs crashes from n = 4 on
cat >"$dir/says" <<'C'
    puts("Grade :=>> 100\n--|>\nGrade :=>> 100\n{\"scores\": {\"02_pgs\": 99}}\nok 1 - all");
    puts("</testcase>\"\\");
    fflush(stdout);
    return MB_OK;
C
awk -v says="$dir/says" '
    { print }
    /^#include "lab.h"/ { print "#include <stdio.h>\n#include <stdlib.h>" }
    /^mb_status lab_/ { name = $2 }
    /^[{]/ && name ~ /^lab_jacobi_sweep/ { while ((getline line <says) > 0) print line }
    /^[{]/ && name ~ /^lab_pgs\(/ { print "    if (p->n > 3) abort();" }' \
    solutions/02_pgs.c >"$dir/mixed.c"
echo 'int a = "]]> & <b> \" \\ ";' >"$dir/broken.c"
for name in mixed broken; do
    sh tests/grader/worker/build.sh one 02_pgs "$dir/$name.c" "$dir/$name" >"$dir/out" 2>&1
    "$grader" --build "$dir/grade" --lab pgs --worker "$dir/$name" --no-likely --jobs 4 \
        --junit "$dir/$name.xml" --gradescope "$dir/$name.gs" --prairielearn "$dir/$name.pl" \
        --coderunner "$dir/$name.cr" --totals "$dir/$name.totals" --autolab --min 0 \
        --picture labs/02_pgs/pgs.c >"$dir/$name.table" 2>"$dir/err"
done
"$grader" --build "$dir/grade" --lab pgs --worker "$dir/mixed" --no-likely --vpl >"$dir/vpl" 2>&1
"$grader" --build "$dir/grade" --lab pgs --worker "$dir/mixed" --no-likely --tap >"$dir/tap" 2>&1
read -r passed failed skipped points possible <"$dir/mixed.totals"
[ "$passed" -gt 2 ] && [ "$failed" -gt 2 ] && grep -q '^CRASH' "$dir/mixed.table" &&
    grep -q '^FAIL' "$dir/mixed.table" && grep -q '^BUILD' "$dir/broken.table"
report $? "the reports: $points of $possible points, with failures of each kind"

# ---- JSON: only keys of the specification, with its types ------------------------------------

python "Gradescope, PrairieLearn, CodeRunner, Autolab: JSON without a key that they don't know" \
    "$dir" "$points" "$possible" <<'PYTHON'
import base64, json, sys

def keys(value, required, optional):
    assert set(required) <= set(value) <= set(required) | set(optional), sorted(value)

def gradescope(name, points, possible):
    g = json.load(open(name))
    keys(g, ["tests"], ["score", "execution_time", "output", "output_format", "test_output_format",
                        "test_name_format", "visibility", "stdout_visibility", "extra_data",
                        "leaderboard"])
    shown = {"hidden", "after_due_date", "after_published", "visible"}
    formats = {"text", "html", "simple_format", "md", "ansi"}
    assert g["visibility"] == "visible" and g["stdout_visibility"] == "hidden"
    assert g["output_format"] in formats and "leaderboard" not in g
    assert g["score"] == points and sum(t["max_score"] for t in g["tests"]) == possible
    for t in g["tests"]:
        keys(t, ["score"], ["max_score", "status", "name", "name_format", "number", "output",
                            "output_format", "tags", "visibility", "extra_data"])
        assert t["status"] in ("passed", "failed") and t["visibility"] in shown
        assert t["output_format"] in formats and all(type(x) is str for x in t["tags"])
        assert type(t["number"]) is str and 0 <= t["score"] <= t["max_score"]
    assert sum(t["score"] for t in g["tests"]) == points

def prairielearn(name, points, possible, gradable):
    p = json.load(open(name))
    assert p["gradable"] is gradable
    if not gradable:
        keys(p, ["gradable", "format_errors"], [])
        assert all(type(x) is str for x in p["format_errors"])
        assert "error:" in p["format_errors"][0]
        return
    keys(p, ["gradable", "score"], ["message", "output", "tests", "images"])
    assert abs(p["score"] - points / possible) < 1e-5
    for t in p["tests"]:
        keys(t, ["name", "points", "max_points"], ["description", "message", "output", "images"])
    kind, data = p["images"][0]["url"].split(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data, validate=True) == open("labs/02_pgs/pgs.c", "rb").read()

def coderunner(name, points, possible):
    c = json.load(open(name))
    keys(c, ["fraction"], ["testresults", "prologuehtml", "epiloguehtml", "feedbackhtml",
                           "columnformats", "showdifferences", "showoutputonly", "graderstate",
                           "instructorhtml"])
    assert abs(c["fraction"] - points / possible) < 1e-5
    rows = c["testresults"]
    assert len({len(r) for r in rows}) == 1 and "iscorrect" in rows[0] and len(rows) == 17
    assert all(type(r[rows[0].index("iscorrect")]) is bool for r in rows[1:])

def autolab(name, points):
    last = open(name).read().rstrip("\n").split("\n")[-1]
    assert json.loads(last) == {"scores": {"02_pgs": points}}, last

where, points, possible = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
gradescope(where + "/mixed.gs", points, possible)
gradescope(where + "/broken.gs", 0, possible)
prairielearn(where + "/mixed.pl", points, possible, True)
prairielearn(where + "/broken.pl", 0, possible, False)
coderunner(where + "/mixed.cr", points, possible)
coderunner(where + "/broken.cr", 0, possible)
autolab(where + "/mixed.table", points)
autolab(where + "/broken.table", 0)
PYTHON
tail -n 1 "$dir/mixed.table" | grep -qx "{\"scores\": {\"02_pgs\": $points}}"
report $? "Autolab's scores are the last line, whatever the submission prints"
! grep -q '"leaderboard"' "$dir/mixed.gs" && ! grep -q scoreboard "$dir/mixed.table"
report $? 'no leaderboard and no scoreboard except for the contest'
GRADER_SEED=314159265 "$grader" --build "$dir/grade" --lab pgs --worker "$dir/mixed" --no-likely \
    --gradescope "$dir/seed.gs" --vpl >"$dir/seed.out" 2>&1
! grep -q 314159265 "$dir/seed.gs" "$dir/seed.out"
report $? "the instructor's seed is in no report"

# ---- JUnit, TAP ------------------------------------------------------------------------------

crashed=$(grep -c '^CRASH' "$dir/mixed.table") wrong=$(grep -c '^FAIL' "$dir/mixed.table")
for one in mixed broken; do well_formed "$dir/$one.xml" "JUnit: $one.xml is XML"; done
counts="failures=\"$wrong\" errors=\"$crashed\" skipped=\"$skipped\""
grep -q "^<testsuites .*$counts" "$dir/mixed.xml" &&
    [ "$(grep -c '<failure ' "$dir/mixed.xml")" -eq "$wrong" ] &&
    [ "$(grep -c '<error ' "$dir/mixed.xml")" -eq "$crashed" ] &&
    grep -q 'failures="0" errors="16"' "$dir/broken.xml"
report $? 'JUnit: wrong answers are failures; crashes and files that do not build are errors'
awk 'NR == 1 { good = /^TAP version 13$/ } NR == 2 { good = good && /^1\.\.16$/ } NR <= 2 { next }
     /^  ---$/ { inside = 1; next } /^  \.\.\.$/ { inside = 0; next }
     inside { if (!/^  [a-z]+: "([^"\\]|\\.)*"$/) good = 0; next }
     /^(not )?ok [0-9]+ - / { if ($0 !~ "^(not )?ok " (++n) " - ") good = 0; next }
     { good = 0 }
     END { exit !(good && n == 16 && !inside) }' "$dir/tap"
report $? 'TAP 14: version, plan, numbered tests, YAML blocks of quoted scalars, and nothing else'

# ---- visibility ------------------------------------------------------------------------------

for seed in '' 77; do
    GRADER_SEED=$seed "$grader" --build "$dir/grade" --lab pgs --worker "$dir/mixed" --no-likely \
        --drawn after_due_date --gradescope "$dir/visible$seed" >"$dir/out" 2>&1
done
[ "$(grep -c '"visibility": "after_due_date"' "$dir/visible77")" -eq "$("$grader" --list --lab pgs |
    grep -c seeded)" ] &&
    ! grep -q after_due_date "$dir/visible"
report $? \
    "Gradescope: tests that an instructor's seed draws are hidden until the due date, if so asked"
! "$grader" --lab pgs --drawn never >"$dir/out" 2>&1 && grep -q 'a visibility is' "$dir/out"
report $? 'an unknown visibility'

# ---- Moodle's VPL ----------------------------------------------------------------------------

[ "$(grep -c '^Grade :=>>' "$dir/vpl")" -eq 1 ] &&
    tail -n 1 "$dir/vpl" | grep -qx "Grade :=>> $points"
report $? 'VPL: one grade, the last line, whatever the submission prints'
awk '/^<\|--$/ { if (inside) bad = 1; inside = 1; titles = 0; next }
     /^--\|>$/ { if (!inside || titles != 1) bad = 1; inside = 0; n++; next }
     inside && /^-/ { titles++; next }
     inside && /^>/ { next }
     !inside && /^Grade :=>> [0-9]+$/ { next }
     { bad = 1 }
     END { exit bad || n != 16 || inside }' "$dir/vpl" && grep -q '^> *printed' "$dir/vpl"
report $? 'VPL: a block with a title for each test, and nothing outside'

# ---- GitHub Classroom ------------------------------------------------------------------------

"$grader" --points --lab pgs | awk -f tests/grader/all/classroom.awk >"$dir/workflow.yml"
[ "$(grep -c 'autograding-command-grader@v1' "$dir/workflow.yml")" -eq 16 ] &&
    [ "$(awk '/max-score/ { n += $2 } END { print n }' "$dir/workflow.yml")" -eq 20 ] &&
    grep -q 'command: SEED=${{ secrets.SEED }} make -s grade LAB=pgs T=16$' "$dir/workflow.yml"
report $? 'GitHub Classroom: a step for each test, with its points'
needs=yaml
python 'the workflow is YAML, and its reporter lists every step' "$dir/workflow.yml" <<'PYTHON'
import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["run-autograding-tests"]["steps"]
ids = [s["id"] for s in steps if "id" in s]
last = steps[-1]
assert last["with"]["runners"].split(",") == ids and len(set(ids)) == 16
assert set(last["env"]) == {i.upper() + "_RESULTS" for i in ids}
PYTHON
finish
