"""check.py: recomputes the answers to questions of `make quiz` in fractions

    python3 check.py FILE.xml...         files from `quiz LAB SEED COUNT moodle`; exit status 1 if an
                                         answer is wrong

Nothing is taken from quiz.c: the data are read from the questions' text, LCPs are solved by trying
every complementary basis, and a step of one particle is solved by its conditions. It says how many
questions of each kind it has checked.
"""
import itertools, math, re, sys
import xml.etree.ElementTree as ET
from fractions import Fraction as F

def numbers(text):
    return [F(x) for x in re.findall(r'(?<![A-Za-z_\d.])-?\d+(?:\.\d+)?', text)]

def solve(A, b):
    """x with A x = b, or None where A is singular"""
    n = len(b)
    T = [list(map(F, row)) + [F(v)] for row, v in zip(A, b)]
    for c in range(n):
        pivot = next((r for r in range(c, n) if T[r][c] != 0), None)
        if pivot is None: return None
        T[c], T[pivot] = T[pivot], T[c]
        T[c] = [v / T[c][c] for v in T[c]]
        for r in range(n):
            if r != c: T[r] = [v - T[r][c] * p for v, p in zip(T[r], T[c])]
    return [T[r][n] for r in range(n)]

def solutions(A, b):
    """all (support, z) with z >= 0, w = A z + b >= 0, z'w = 0, of regular bases"""
    n = len(b)
    for support in itertools.product([0, 1], repeat=n):
        M = [[-A[i][j] if support[j] else int(i == j) for j in range(n)] for i in range(n)]
        x = solve(M, b)                          # w - A z = b
        if x is not None and all(v >= 0 for v in x):
            yield support, [x[j] if support[j] else F(0) for j in range(n)]

def lcp(t):
    v = numbers(t)
    return [v[:2], v[2:4]], v[4:6], v[6:]

def cone(t):
    A, b, _ = lcp(t)
    found = {s for s, _ in solutions(A, b)}
    assert len(found) == 1, 'not one cone'
    one, two = found.pop()
    return '%s_1 and %s_2' % ('wz'[one], 'wz'[two])

def residual(t):
    A, b, z = lcp(t)
    zs = max(map(abs, z)) or 1
    worst = 0
    for i in range(2):
        w = sum(A[i][j] * z[j] for j in range(2)) + b[i]
        ws = sum(abs(A[i][j] * z[j]) for j in range(2)) + abs(b[i])
        worst = max(worst, abs(min(z[i] / zs, w / ws if ws else w)))
    return worst

def pivot(t):
    v = numbers(t)
    ratios = [(r / c, i) for i, (c, r) in enumerate(zip(v[:3], v[3:6])) if c > 0]
    if not ratios: return 'none: the column has no positive entry (a ray)'
    least = min(ratios)
    assert sum(r == least[0] for r, _ in ratios) == 1, 'a tie'
    return 'row %d' % (least[1] + 1)

def first_pivot(t):
    v = numbers(t)
    return min(z for z in [-v[i] / v[3 + i] for i in range(3)]
               if all(v[k] + v[3 + k] * z >= 0 for k in range(3)))

def two_edges(t):
    m, h, n1x, n1y, psi1, n2x, n2y, psi2, vx, vy = numbers(re.sub(r'(n|psi)_[12]', '', t))
    assert m == 1
    n, psi = [(n1x, n1y), (n2x, n2y)], [psi1, psi2]
    A = [[sum(a * b for a, b in zip(n[i], n[j])) for j in range(2)] for i in range(2)]
    b = [n[i][0] * vx + n[i][1] * vy + psi[i] / h for i in range(2)]
    found = list(solutions(A, b))
    assert len(found) == 1, 'not one solution'
    return n, (vx, vy), found[0]

def push(t):
    one, two = two_edges(t)[2][0]
    return ['none', 'edge 1 alone', 'edge 2 alone', 'both edges'][one + 2 * two]

def velocity(t):
    n, v, (_, p) = two_edges(t)
    return v[1] + n[0][1] * p[0] + n[1][1] * p[1]

def floor(t):
    """slip and friction from the LCP in p_n, p_f1, p_f2, s, by all of its 16 bases"""
    m, _, _, _, mu, vx, vy, fx, fy = numbers(t)
    v = (vx + fx / m, vy + fy / m)
    rows = [(0, 1), (-1, 0), (1, 0)]
    A = [[sum(a * b for a, b in zip(r, c)) / m for c in rows] + [int(i > 0)]
         for i, r in enumerate(rows)] + [[mu, -1, -1, 0]]
    b = [r[0] * v[0] + r[1] * v[1] for r in rows] + [F(0)]
    p = {(abs(z[2] - z[1]), v[0] + (z[2] - z[1]) / m) for _, z in solutions(A, b)}
    assert len(p) == 1, 'not one velocity'
    friction, speed = p.pop()
    return abs(speed), friction

def slides(t): return 'it slides' if floor(t)[0] > 0 else 'it sticks'
def friction(t): return floor(t)[1]

def sweep(t):
    v = numbers(t)
    A, b, omega, old = [v[:2], v[2:4]], v[4:6], v[6], v[7:9]
    new = list(old)
    for i in range(2):
        z = old if 'Jacobi' in t else new
        new[i] = max(F(0), z[i] - omega * (sum(a * x for a, x in zip(A[i], z)) + b[i]) / A[i][i])
    return new[1]

def fischer(t):
    z, w = numbers(t.split('at z')[1])
    return float(z + w) - math.sqrt(z * z + w * w)

def jacobian(t):
    """by differences of phi, whose step is small beside z and w"""
    z, w, a = map(float, numbers(t))
    phi, d = lambda x: z + x + w + a * x - math.hypot(z + x, w + a * x), 1e-3
    return (8 * (phi(d) - phi(-d)) - phi(2 * d) + phi(-2 * d)) / (12 * d)

def edge(t):
    v = numbers(t)
    return v[0:2], v[2:4], v[4:6]

def gap(t):
    p, q, x = edge(t)
    return ((q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0])) / math.dist(p, q)

def distance(t):
    """the least distance of points on the edge: by thirds"""
    p, q, x = edge(t)
    at = lambda s: math.dist(x, [float(a + F(s) * (b - a)) for a, b in zip(p, q)])
    lo, hi = 0.0, 1.0
    for _ in range(100):
        a, b = lo + (hi - lo) / 3, hi - (hi - lo) / 3
        lo, hi = (lo, b) if at(a) < at(b) else (a, hi)
    return at((lo + hi) / 2)

def stop(t):
    gap, g, h, epsilon = [numbers(t)[i] for i in (0, 1, 3, 4)]
    k = 0
    while gap >= epsilon:
        k += 1
        gap -= k * g * h * h
    return gap

def gain(t):
    h, psi, p = numbers(t)
    return p * psi / h

def auxiliary(t):
    v = numbers(t)
    h, psi, k = v[0], v[1:5], int(v[5])
    return max(F(0), psi[k - 1] - max(psi[:k - 1])) / h

def chains(t):
    v = numbers(t)
    p = list(zip(v[::2], v[1::2]))
    e = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(p, p[1:])]
    return 1 + sum(a[0] * b[1] > a[1] * b[0] for a, b in zip(e, e[1:]))

def order(t):
    a, b, r, c, rr = numbers(t)
    assert rr == r * r and abs(a - b) > abs(b - c) > 0
    return (math.log(abs(a - b)) - math.log(abs(b - c))) / math.log(r)

def study(t):
    v = numbers(t)
    h, e = v[-4::2], v[-3::2]
    p = math.log(e[0] / e[1]) / math.log(h[0] / h[1])
    assert abs(abs(p) - .5) > .05
    return 'it converges' if p > .5 else 'it grows' if p < -.5 else 'it has reached a floor'

def inertia(t):
    """over the edges, about the centre, by the polynomials of (11.2) to (11.5)"""
    v = numbers(t)
    p, density = list(zip(v[:6:2], v[1:6:2])), v[6]
    turn = [a[0] * b[1] - a[1] * b[0] for a, b in zip(p, p[1:] + p[:1])]
    area = sum(turn) / 2
    assert area > 0
    pairs = list(zip(turn, p, p[1:] + p[:1]))
    centre = [sum(c * (a[i] + b[i]) for c, a, b in pairs) / (6 * area) for i in range(2)]
    about = sum(c * sum(a[i] * a[i] + a[i] * b[i] + b[i] * b[i] for i in range(2))
                for c, a, b in pairs) / 12
    return density * (about - area * (centre[0] ** 2 + centre[1] ** 2))

def bias(t):
    h, slow, e, psi, speed, free = numbers(t.replace('lab 11', ''))
    reflects = e > 0 and psi / h + free < 0 and speed < -slow
    return min(psi / h, e * speed) if reflects else psi / h

def work(t):
    n, sweeps, pivots = numbers(t)[:3]
    return (sweeps + 1) * n ** 2 + pivots * n * (2 * n + 2)

def lie(t):
    A, b, z = lcp(t)
    if abs(residual(t)) > F(1, 10 ** 10) or min(z) < 0: return 'a lie, by (12.1)'
    most = 10 ** 9 * max(map(abs, b)) / max(abs(x) for row in A for x in row)
    return 'a lie, by (12.2)' if max(z) > most else 'one problem solved'

KINDS = {'cone': cone, 'residual': residual, 'gauss-seidel': sweep, 'jacobi': sweep, 'pivot': pivot,
         'first-pivot': first_pivot, 'fischer': fischer, 'jacobian': jacobian, 'gap': gap,
         'distance': distance, 'push': push, 'velocity': velocity, 'slides': slides,
         'friction': friction, 'stop': stop, 'gain': gain, 'auxiliary': auxiliary,
         'chains': chains, 'order': order, 'study': study, 'inertia': inertia, 'bias': bias,
         'work': work, 'lie': lie}

def check(question):
    kind = question.find('name/text').text.split()[0]
    text = question.find('questiontext/text').text.replace('<br>', '\n').replace('&lt;', '<')
    want = KINDS[kind](text)
    answers = question.findall('answer')
    if question.get('type') == 'numerical':
        assert len(answers) == 1 and answers[0].get('fraction') == '100'
        got, tolerance = (float(answers[0].find(tag).text) for tag in ('text', 'tolerance'))
        assert tolerance > 0
        return kind, abs(got - float(want)) <= 1e-9 * max(1, abs(got)), (text, got, float(want))
    right = [a.find('text').text for a in answers if a.get('fraction') == '100']
    assert question.get('type') == 'multichoice' and len(answers) >= 2
    assert len({a.find('text').text for a in answers}) == len(answers)
    return kind, right == [want], (text, right, want)

def main():
    counts, wrong, texts = {}, 0, {}
    for file in sys.argv[1:]:
        root = ET.parse(file).getroot()
        assert root.tag == 'quiz'
        for question in root:
            assert question.tag == 'question'
            if question.get('type') == 'category':
                assert question.find('category/text').text.startswith('$course$/')
                continue
            kind, ok, why = check(question)
            counts[kind] = counts.get(kind, 0) + 1
            texts.setdefault(kind, set()).add(why[0])
            if not ok:
                wrong += 1
                print('wrong:', kind, *why)
    for kind, n in counts.items():
        print('%s: %d questions, %d of them different' % (kind, n, len(texts[kind])))
    print('%d wrong' % wrong)
    return wrong > 0 or not counts

sys.exit(main())
