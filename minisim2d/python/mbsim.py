"""Complementarity problems and scenes in Python, with ctypes alone; `make python` builds the library.

    import mbsim
    mbsim.solve([[2, 1], [1, 2]], [-5, -6])                 z >= 0 with w = A z + b >= 0 and z'w = 0
    mbsim.solve(A, b, lo, hi, solver='pgs', tol=1e-8)       lo <= z <= hi
    for t, x, v in mbsim.steps('hills', 'peg', h=0.01):     the start, and then every step: time [s], and of each
        print(t, x[0], v[0])                                particle or body position [m] and velocity [m/s]
    r = mbsim.run('hills', 'peg'); r.t, r.x, r.v            the same as arrays: r.x[step, body]
    mbsim.picture('hills', 'st', 'peg', epsilon=0.3)        the picture of `compare`; a notebook shows a cell's last value
    mbsim.page('hills')                                     the page of `compare --html`: play, step, scrub

In a scene with bodies a position is (x, y, angle [rad]), a velocity (vx, vy, spin [rad/s]). Matrices and vectors may be
lists or arrays; the arrays of `run` are numpy's if it is installed, else lists of lists. Errors are exceptions with
the program's message. MBSIM names another mbsim.so, beside which the program is.
"""
import ctypes
import html
import os
import subprocess
import sys
import tempfile
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_void_p

_top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_path = os.environ.get('MBSIM', os.path.join(_top, 'build', 'minisim2d', 'mbsim.so'))
if not os.path.exists(_path):
    raise ImportError(_path + ' is missing: `make python` builds it')
_c = ctypes.CDLL(_path)
_numbers = POINTER(c_double)
for _name, _result, _arguments in (
        ('mb_status_name', c_char_p, [c_int]), ('mb_status_text', c_char_p, [c_int]), ('door_message', c_char_p, [c_void_p]),
        ('door_solve', c_int, [c_int] + 4 * [_numbers] + [c_char_p, c_double, c_int] + 2 * [_numbers] + [POINTER(c_int)]),
        ('door_open', c_void_p, [c_char_p, c_char_p, c_double]),
        ('door_count', c_int, [c_void_p]), ('door_width', c_int, [c_void_p]),
        ('door_step', c_int, [c_void_p]), ('door_status', c_int, [c_void_p]),
        ('door_state', None, [c_void_p] + 3 * [_numbers]), ('door_close', None, [c_void_p])):
    getattr(_c, _name).restype, getattr(_c, _name).argtypes = _result, _arguments


class NotSolved(Exception):
    """args[0]: the name of the mb_status; text: what it means, or which step failed and why; z: for a problem, the
    solver's last iterate."""

    def __init__(self, status, z=None, message=''):
        super().__init__(_c.mb_status_name(status).decode(), *([] if z is None else [z]))
        self.status, self.z = self.args[0], z
        self.text = message.strip() or _c.mb_status_text(status).decode()

    def __str__(self):
        return self.status + ': ' + self.text


class _Said:
    """The output of C on the standard error meanwhile, in .text: a notebook does not show it."""

    def __enter__(self):
        sys.stderr.flush()
        self.text, self._file, self._old = '', tempfile.TemporaryFile(), os.dup(2)
        os.dup2(self._file.fileno(), 2)
        return self

    def __exit__(self, *_):
        os.dup2(self._old, 2)
        os.close(self._old)
        self._file.seek(0)
        self.text = self._file.read().decode(errors='replace').strip()
        self._file.close()


def _array(x, n):
    if len(x) != n:
        raise ValueError('%d numbers, expected %d' % (len(x), n))
    return (c_double * n)(*x)


def solve(A, b, lo=None, hi=None, solver=None, tol=0, max_iter=0):
    """The solution, a list; an exception if it does not exist, or was not found."""
    n, residual, iterations = len(b), c_double(), c_int()
    if lo is not None or hi is not None:
        lo = _array([0] * n if lo is None else lo, n)
        hi = _array([float('inf')] * n if hi is None else hi, n)
    z = _array([0] * n, n)
    status = _c.door_solve(n, _array([x for row in A for x in row], n * n), _array(b, n), lo, hi, solver and solver.encode(),
                           tol, max_iter, z, byref(residual), byref(iterations))
    if status != 0:
        raise NotSolved(status, list(z))
    return list(z)


def _scene(name):
    known = os.path.join(_top, 'scenes', name + '.scene')
    return known if os.path.exists(known) else name


def steps(scene, formulation=None, h=0):
    """(t, x, v) of the start and after every step; scene: a path, or a name such as 'hills'."""
    with _Said() as said:
        door = _c.door_open(os.fsencode(_scene(scene)), formulation and formulation.encode(), h)
    if not door:
        raise ValueError(said.text)
    try:
        width, t, more = _c.door_width(door), c_double(), True
        x, v = [(c_double * (width * _c.door_count(door)))() for _ in 'xv']
        while more:
            _c.door_state(door, byref(t), x, v)
            yield t.value, list(zip(*[iter(x)] * width)), list(zip(*[iter(v)] * width))
            more = _c.door_step(door)
        if _c.door_status(door) != 0:
            raise NotSolved(_c.door_status(door), message=_c.door_message(door).decode(errors='replace'))
    finally:
        _c.door_close(door)


class Run:
    """t[step] [s]; x[step, body] and v[step, body], each (x, y) or, for bodies, (x, y, angle)"""

    def __init__(self, rows):
        self.t, self.x, self.v = ([row[k] for row in rows] for k in range(3))
        try:
            import numpy
            self.t, self.x, self.v = numpy.array(self.t), numpy.array(self.x), numpy.array(self.v)
        except ImportError:
            pass

    def __repr__(self):
        return 'Run of %d steps, %g s' % (len(self.t) - 1, self.t[-1])


def run(scene, formulation=None, h=0):
    """All of `steps`, as arrays."""
    return Run(list(steps(scene, formulation, h)))


def _compared(ending, scene, formulations, options):
    """The output of `minisim2d compare` for a scene; options are those of the program: epsilon=0.3, zoom=(1.5, 0.2, 1.4, 1)."""
    words = ['compare', _scene(scene), '--quiet', ending, '-']
    if formulations:
        words += ['--formulation', ','.join(formulations)]
    for name, value in options.items():
        words += ['--' + name.replace('_', '-')]
        words += [str(x) for x in value] if isinstance(value, (list, tuple)) else [] if value is True else [str(value)]
    done = subprocess.run([os.path.join(os.path.dirname(_path), 'minisim2d')] + words, capture_output=True)
    if done.returncode == 2:
        raise ValueError(done.stderr.decode(errors='replace').strip())
    return done.stdout.decode()


class Picture(str):
    """SVG, which a notebook draws"""

    def _repr_svg_(self):
        return str(self)

    def __repr__(self):
        return 'Picture of %d characters of SVG' % len(self)


class Page(str):
    """HTML, which a notebook shows in a frame"""

    def _repr_html_(self):
        return '<iframe srcdoc="%s" style="width: 100%%; height: 44rem; border: 0"></iframe>' % html.escape(self)

    def __repr__(self):
        return 'Page of %d characters of HTML' % len(self)


def picture(scene, *formulations, **options):
    """The scene's paths with these formulations, or all, and the exact motion."""
    return Picture(_compared('--svg', scene, formulations, options))


def page(scene, *formulations, **options):
    """The same as a page that plays, steps and scrubs."""
    return Page(_compared('--html', scene, formulations, options))
