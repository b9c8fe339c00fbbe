#!/bin/sh
# python.sh: compares mbsim.py with answers worked out by hand and with the program
#
#   tests/program/python.sh build/minisim2d/minisim2d        from the top of the kit; prints TAP
. "$(dirname "$0")/../tap.sh"
use_program "$@"
name='LCPs and scenes from Python'
module=$build/tests/mbsim.so

if [ -n "$SANITIZED" ]; then
    skip "$name" 'it is not built with sanitizers'
    finish
    exit
elif ! command -v python3 >/dev/null 2>&1 || ! python3 -c 'import ctypes' 2>/dev/null; then
    skip "$name" 'python3 is not installed'
    finish
    exit
elif ! built CFLAGS=-O0 "$module" >"$dir/out" 2>"$dir/err"; then
    skip "$name" "${CC:-cc} makes no shared object"
    finish
    exit
fi
cp "$module" "$dir/mbsim.so"
ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$dir/minisim2d"
for form in st peg swept; do
    "$program" run slope --formulation $form --h 0.02 --csv "$dir/$form.csv" --quiet
done
"$program" run pendulum --csv "$dir/bodies.csv" --quiet
cat >"$dir/check.py" <<'EOF'
import csv, sys
sys.dont_write_bytecode = True
sys.path.insert(0, 'minisim2d/python')
import mbsim

def refused(kind, first, f, *a, **k):
    try:
        f(*a, **k)
    except kind as e:
        return first is None or e.args[0] == first
    return False

near = lambda x, y: len(x) == len(y) and all(abs(a - b) <= 1e-9 for a, b in zip(x, y))
# 2 z1 + z2 = 5 and z1 + 2 z2 = 6; with z1 <= 1: 2 z2 = 5
A, b = [[2, 1], [1, 2]], (-5, -6)
print('solve', near(mbsim.solve(A, b), [4 / 3, 7 / 3])
      and near(mbsim.solve(A, b, solver='pgs', tol=1e-12), [4 / 3, 7 / 3]))
print('bounds', near(mbsim.solve(A, b, hi=[1, 9]), [1, 2.5])
      and near(mbsim.solve([[1.]], [3], lo=[-2.]), [-2]))
# rows of A, not columns: 2 z1 + z2 = 4, 2 z2 = 2
print('rows', near(mbsim.solve([[2, 1], [0, 2]], [-4, -2]), [1.5, 1]) and mbsim.solve([], []) == [])
# w1 + w2 = -2 for every z
print('ray', refused(mbsim.NotSolved, 'MB_RAY', mbsim.solve, [[1, -1], [-1, 1]], [-1, -1]))
print('iterations', refused(mbsim.NotSolved, 'MB_MAX_ITER', mbsim.solve, A, b,
                            solver='pgs', max_iter=1))
print('wrong', refused(mbsim.NotSolved, 'MB_NOT_FINITE', mbsim.solve, [[float('nan')]], [1])
      and refused(mbsim.NotSolved, 'MB_BAD_ARG', mbsim.solve, A, b, solver='simplex')
      and refused(ValueError, None, mbsim.solve, [[1]], [1, 2])
      and refused(ValueError, None, mbsim.solve, A, b, lo=[1]))
def table(name, columns):
    with open(sys.argv[1] + '/' + name + '.csv') as file:
        return [[float(row[k]) for k in columns.split()] for row in csv.DictReader(file)]

def same_rows(rows, steps):
    return len(rows) > 100 and rows == [[t, *x, *v] for t, xs, vs in steps for x, v in zip(xs, vs)]

for form in 'st', 'peg', 'swept':
    steps = mbsim.steps('slope', form, h=.02)
    print(form, same_rows(table(form, 't x y vx vy'), steps))
print('bodies', same_rows(table('bodies', 't x y angle vx vy spin'), mbsim.steps('pendulum')))
start = next(mbsim.steps('hills'))
print('start', start[0] == 0 and next(mbsim.steps('scenes/hills.scene'))[1] == start[1])
print('scene', all(refused(ValueError, None, lambda a: next(mbsim.steps(*a)), a)
                   for a in (('no such',), ('hills', 'rigid'), ('hills', None, -1),
                             ('hills', None, float('nan')), ('hills', None, 1e-12))))
def said(f, *a, **k):
    try:
        f(*a, **k)
    except Exception as e:
        return str(e)
    return ''

# the exception has the program's message
print('message', 'hils: cannot read' in said(lambda: next(mbsim.steps('hils')))
      and "did you mean hills?" in said(lambda: next(mbsim.steps('hils')))
      and "no formulation is called 'rigid'" in said(lambda: next(mbsim.steps('hills', 'rigid')))
      and 'did you mean st?' in said(mbsim.picture, 'hills', 'stt')
      and said(mbsim.solve, [[1, -1], [-1, 1]], [-1, -1]).startswith('MB_RAY: '))
r, rows = mbsim.run('slope', 'peg', h=.02), list(mbsim.steps('slope', 'peg', h=.02))
print('run', len(r.t) == len(rows) and list(r.t) == [row[0] for row in rows]
      and all(tuple(x[0]) == row[1][0] for x, row in zip(r.x, rows)))
p = mbsim.picture('hills', 'st', 'peg', epsilon=.3, zoom=(1.5, .2, 1.4, 1))
print('picture', p._repr_svg_().startswith('<svg')
      and 'Shown is x from 1.5' in p and '>AP<' not in p)
print('page', '"name":"peg"' in mbsim.page('drop', 'peg')
      and mbsim.page('drop', 'peg')._repr_html_().startswith('<iframe srcdoc="&lt;!DOCTYPE'))
EOF
MBSIM=$dir/mbsim.so PYTHONDONTWRITEBYTECODE=1 python3 "$dir/check.py" "$dir" \
    >"$dir/out" 2>"$dir/err"
for what in 'solve' 'bounds' 'rows' 'ray' 'iterations' 'wrong' 'st' 'peg' 'swept' 'bodies' 'start' \
    'scene' 'message' 'run' 'picture' 'page'; do
    holds "mbsim.py: $what" grep -q "^$what True$" "$dir/out"
done
holds 'mbsim.py: nothing is printed on the standard error' [ ! -s "$dir/err" ]
MBSIM=$dir/none.so PYTHONDONTWRITEBYTECODE=1 python3 \
    -c 'import sys; sys.path.insert(0, "minisim2d/python"); import mbsim' 2>"$dir/err"
[ $? -ne 0 ] && grep -q 'make python' "$dir/err"
report $? 'without the shared object: the message says how to make it'
finish
