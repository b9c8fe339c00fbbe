#!/bin/sh
# test_class.sh BUILD: a marker's day with a class of 300 (TAP)
#
# Three labs, and in each a few files in many copies: the solution, the stub, known mistakes, one
# that does not compile. So little is graded. The results with 300 students, sections, late days,
# overrides and a regrade are computed again by another program (Python), and read by a third one if
# it is installed (Octave).
built=$1
. "$(dirname "$0")/../../tap.sh"
use_temporary_folder
export ASAN_OPTIONS=detect_leaks=0 TZ=UTC    # grade-all gives no memory back before its end
unset GRADE SEED SECRET GRADER_SEED GRADER_SECRET LABS
if ! python3 -c 'import csv, html.parser' 2>/dev/null; then
    skip 'a class of 300' 'no python3'
    finish
    exit
fi
labs='01_lcp 02_pgs 10_convergence' out=$dir/out course=$dir/course files=$dir/files
mkdir "$files" "$course" "$out"
for lab in $labs; do
    mkdir "$files/$lab"
    cp solutions/$lab.c "$files/$lab/right.c" && cp labs/$lab/${lab#*_}.c "$files/$lab/stub.c"
    echo 'not C' >"$files/$lab/broken.c"
    awk -v solution=solutions/$lab.c -v out="$files/$lab" -f tests/grader/commands/submissions.awk \
        tests/labs/$lab/submissions.txt || exit 2
    ls "$files/$lab" | grep -v -x -e right.c -e stub.c -e broken.c | sed '1,6d;13,$!d' >"$dir/rest"
    sed "s|^|$files/$lab/|" "$dir/rest" | xargs rm -f
done

# the submissions and their times: student k of section k % 4; every 7th file as exported by Canvas,
# the others in a folder each; every 11th with a wrong name, every 13th late
cat >"$dir/class.py" <<'PYTHON'
import csv, os, shutil, sys
root = sys.argv[1]
labs = '01_lcp 02_pgs 10_convergence'.split()
due = 1795996740                                    # 2026-11-29 23:59 UTC
with open(f'{root}/gradebook.csv', 'w', newline='') as f:
    w = csv.writer(f)
    w.writerow(['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section'] +
               [f'{l} (9{i})' for i, l in enumerate(labs)] + ['Final'])
    w.writerow(['    Points Possible', '', '', '', ''] + [20] * 3 + ['(read only)'])
    for k in range(300):
        if k % 50 == 0: continue
        w.writerow([f'Family {k}, "Given"', 1000 + k, f's{k}', f'login{k}', 'ABCD'[k % 4]] +
                   [''] * 2 + [7, ''])
for k in range(300):
    folder = f'{root}/course/Given {k}_{1000 + k}_assignsubmission_file'
    os.mkdir(folder)
    for i, lab in enumerate(labs):
        if (k + i) % 17 == 16: continue
        have = sorted(os.listdir(f'{root}/files/{lab}'))
        ending = '.txt' if (k + i) % 11 == 10 else ' (1).c' if k % 7 == 0 else '.c'
        name = lab.split('_', 1)[1] + ending
        file = have[(k * (i + 3) + k // 5) % len(have)]
        shutil.copy(f'{root}/files/{lab}/{file}', f'{folder}/{name}')
        late = (k % 5 + 1) * 86400 - 60 if (k + i) % 13 == 12 else -60
        os.utime(f'{folder}/{name}', (due + late, due + late))
with open(f'{root}/out/overrides.csv', 'w', newline='') as f:
    w = csv.writer(f)
    w.writerow(['student', 'lab', 'points', 'comment'])
    for k in range(5, 300, 29): w.writerow([1000 + k, 'pgs', k % 21, f'=oral exam, "{k}"'])
with open(f'{root}/out/marking.csv', 'w', newline='') as f:
    w = csv.writer(f)
    w.writerow(['lab', 'weight', 'due', 'penalty'])
    for lab, weight in zip(labs, (10, 30, 60)): w.writerow([lab, weight, '2026-11-29 23:59', 20])
PYTHON
python3 "$dir/class.py" "$dir" || exit 2
run() {
    "$built/grade/grade-all" --grader "$built/grade/grader" --labs '1 2 10' --out "$out" \
        --canvas "$dir/gradebook.csv" "$@" --folder "$course" >"$dir/log" 2>"$dir/err" </dev/null
}
run
status=$?
[ $status -eq 0 ] && [ "$(ls "$out/feedback" | wc -l)" -eq 600 ]
report $? \
    "300 students, three labs: $(sed -n 's/.*: \([0-9]* of [0-9]* graded\).*/\1/p' "$dir/err" |
    tail -n 1)"

# the contents of all tables, from results.csv alone
cat >"$dir/read.py" <<'PYTHON'
import csv, json, re, sys
from statistics import mean, pstdev
root = sys.argv[1]
read = lambda name: list(csv.DictReader(open(f'{root}/{name}', encoding='utf-8-sig', newline='')))
labs, weights = '01_lcp 02_pgs 10_convergence'.split(), (10, 30, 60)
rows, points = read('out/results.csv'), read('out/points.csv')
book, canvas = read('gradebook.csv'), read('out/canvas.csv')
by = {}
for r in rows: by.setdefault((r['submission'], r['lab']), []).append(r)
assert len(by) == 900 and len(points) == 300
total = {k: sum(int(r['points']) for r in v) for k, v in by.items()}
overrides = {int(r['student']): r for r in read('out/overrides.csv')}
late = hand = without = 0
for p in points:
    k = int(p['submission'].rsplit('_', 1)[1]) - 1000
    assert p['section'] == ('ABCD'[k % 4] if k % 50 else ''), p
    for i, lab in enumerate(labs):
        got, mine = by[p['submission'], lab], total[p['submission'], lab]
        assert int(p[lab]) == mine and 0 <= mine <= 20
        own = [r for r in got if r['outcome'] not in ('late', 'by hand')]
        graded = sum(int(r['points']) for r in own)
        none = (k + i) % 17 == 16 or (k + i) % 11 == 10
        assert all(r['outcome'] in ('wrong name', 'not handed in') for r in own) == none, (k, lab)
        days = k % 5 + 1 if (k + i) % 13 == 12 and not none else 0
        fine = [r for r in got if r['outcome'] == 'late']
        assert (len(fine) == 1) == (days > 0), (k, lab)
        if days:
            late += 1
            assert re.match(r'(one day|%d days) late' % days, fine[0]['title'])
            assert int(fine[0]['points']) == -min(graded, graded * days // 5)
        if lab == '02_pgs' and 1000 + k in overrides:
            hand += 1
            assert mine == k % 21 and got[-1]['outcome'] == 'by hand'
            assert got[-1]['remark'] == "'" + overrides[1000 + k]['comment']
        else: assert mine == graded + sum(int(r['points']) for r in fine)
    assert int(p['total']) == sum(int(p[l]) for l in labs)
    weighted = sum(w * int(p[l]) / 20 for w, l in zip(weights, labs))
    assert abs(float(p['weighted']) - weighted) < .0051
assert len(canvas) == sum(k % 50 > 0 for k in range(300))
assert [c['ID'] for c in canvas] == [b['ID'] for b in book[1:]]
for c, b in zip(canvas, book[1:]):
    who = f"Given {int(c['ID']) - 1000}_{c['ID']}"
    for i, lab in enumerate(labs):
        column, got = f'{lab} (9{i})', by[who, lab]
        unmarked = any(r['outcome'] == 'wrong name' for r in got)
        unmarked = unmarked and got[-1]['outcome'] != 'by hand'
        without += unmarked
        assert c[column] == (b[column] if unmarked else str(total[who, lab])), (who, lab)
text, who = open(f'{root}/out/summary.txt').read(), open(f'{root}/out/who.txt').read()
for lab in labs:
    all_ = [total[p['submission'], lab] for p in points]
    m = re.search(lab + r': 300 submissions, of 20 points ([\d.]+) on average, '
                  r'deviation ([\d.]+)', text)
    assert abs(float(m[1]) - mean(all_)) < .1 and abs(float(m[2]) - pstdev(all_)) < .051
    part = text[text.index(lab + ':'):]
    own = [[int(r['points']) for r in by[p['submission'], lab]
            if r['outcome'] not in ('late', 'by hand')] for p in points]
    shown = re.findall(r'^  \d\d .*?(\d+) %  ([ -]\d\.\d\d)  ', part, re.M)[:len(own[0])]
    for i, (share, r) in enumerate(shown):
        x, y = [g[i] for g in own], [sum(g) - g[i] for g in own]
        both = pstdev(x) * pstdev(y)
        want = (mean(a * b for a, b in zip(x, y)) - mean(x) * mean(y)) / both if both else 0
        assert abs(float(r.replace(' ', '')) - want) <= .0051, (lab, i)
        assert abs(int(share) - 100 * mean(x) / max(x)) <= .51, (lab, i)
    assert len(shown) == len(own[0])
    sections = re.findall(r'^  ([ABCD]) +(\d+) +([\d.]+) +([\d.]+)$', part, re.M)[:4]
    for name, n, average, deviation in sections:
        some = [total[p['submission'], lab] for p in points if p['section'] == name]
        assert len(some) == int(n) and abs(float(average) - mean(some)) < .051
        assert abs(float(deviation) - pstdev(some)) < .051
test = lab = None
told = {l: 0 for l in labs}
for line in who.split('\n'):
    if line in labs: lab = line
    # a test's number, mistakes, alike
    if line.startswith('  ') and line[2] != ' ': test = line.split()[0]
    m = re.match(r'    (.*) \((\d+)\): (.*)$', line)
    if not m or test == 'alike,': continue
    if test == 'mistakes':
        want = {r['submission'] for r in rows if (r['lab'], r['remark']) == (lab, m[1]) and
                r['outcome'] in ('wrong', 'crash')}
    else:
        want = {r['submission'] for r in rows
                if (r['lab'], r['test'], r['outcome']) == (lab, test, m[1])}
    names = m[3].split(', ')
    assert len(names) == len(set(names)) == int(m[2]) and set(names) == want, (lab, line)
    told[lab] += 1
assert min(told.values()) > 10, told
print(f'{late} late, {hand} by hand, {without} marks kept')
PYTHON
python3 "$dir/read.py" "$dir" >"$dir/log" 2>&1
report $? \
    "results, points, Canvas's gradebook, sections, who and the summary agree: $(tail -n 1 \
    "$dir/log")"
if command -v octave >/dev/null 2>&1; then
    sed '1d;s/.*_\([0-9]*\),[^,]*,[A-D]*,/\1,/' "$out/points.csv" >"$dir/points"
    octave --no-gui --norc \
        --eval "p = dlmread('$dir/points', ',');
                sums = all(sum(p(:, 2:4), 2) == p(:, 5));
                weighted = all(abs(p(:, 2:4) * [10; 30; 60] / 20 - p(:, 6)) < .0051);
                exit(!(rows(p) == 300 && sums && weighted))" >"$dir/log" 2>&1
    report $? 'Octave reads points.csv'
else
    skip 'Octave reads points.csv' 'no octave'
fi
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$out"/*.svg "$out"/feedback/*.html >"$dir/log" 2>&1
    report $? 'pictures and all of the feedback are XML'
else
    skip 'pictures and feedback are XML' 'no xmllint'
fi
# the name of a file for Moodle's upload: split at underscores, the second part is the number
ls "$out/feedback" |
    awk -F_ '!(NF == 5 && $2 == 1000 + substr($1, 7) && $3 $4 == "assignfeedbackfile")' >"$dir/log"
! grep -rlF -e "$dir" -e "$PWD" "$out/feedback" >>"$dir/log" && [ ! -s "$dir/log" ]
report $? "feedback: named for Moodle's upload, and no path of this machine in it"

# a regrade, a new override, a resubmission: only changed files are graded
cp "$out/points.csv" "$dir/before"
cp "$files/02_pgs/right.c" "$course/Given 1_1001_assignsubmission_file/pgs.c"
touch -d '2026-11-29 12:00' "$course/Given 1_1001_assignsubmission_file/pgs.c"
printf '1002,lcp,3,mine\n' >>"$out/overrides.csv"
run --student 1003
diff "$dir/before" "$out/points.csv" | sed -n 's/^> Given \([0-9]*\)_.*/\1/p' >"$dir/log"
[ "$(sed -n 's/.*: \([0-9]*\) of .* graded.*/\1/p' "$dir/err" | tail -n 1)" -le 4 ] &&
    [ -s "$dir/log" ] &&
    ! grep -vx -e 1 -e 2 "$dir/log" >"$dir/other" && grep -qx '2' "$dir/log"
report $? \
    'a regrade, an override and a resubmitted file: three change, and no other'
finish
