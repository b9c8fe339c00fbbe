"""Complementarity problems and scenes in Python, with ctypes alone; `make python` builds what is called.

    import mbsim
    mbsim.solve([[2, 1], [1, 2]], [-5, -6])                 z >= 0 with w = A z + b >= 0 and z'w = 0
    mbsim.solve(A, b, lo, hi, solver='pgs', tol=1e-8)       lo <= z <= hi
    for t, x, v in mbsim.steps('hills', 'peg', h=0.01):     the start, and then every step: time [s], and of each
        print(t, x[0], v[0])                                particle or body position [m] and velocity [m/s]

In a scene with bodies a position is (x, y, angle [rad]), a velocity (vx, vy, spin [rad/s]). Matrices and vectors may be
lists or arrays. MBSIM names another mbsim.so.
"""
import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_void_p

_top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_path = os.environ.get('MBSIM', os.path.join(_top, 'build', 'minisim2d', 'mbsim.so'))
if not os.path.exists(_path):
    raise ImportError(_path + ' is not there: `make python` builds it')
_c = ctypes.CDLL(_path)
_numbers = POINTER(c_double)
for _name, _result, _arguments in (
        ('mb_status_name', c_char_p, [c_int]),
        ('door_solve', c_int, [c_int] + 4 * [_numbers] + [c_char_p, c_double, c_int] + 2 * [_numbers] + [POINTER(c_int)]),
        ('door_open', c_void_p, [c_char_p, c_char_p, c_double]),
        ('door_count', c_int, [c_void_p]), ('door_width', c_int, [c_void_p]),
        ('door_step', c_int, [c_void_p]), ('door_status', c_int, [c_void_p]),
        ('door_state', None, [c_void_p] + 3 * [_numbers]), ('door_close', None, [c_void_p])):
    getattr(_c, _name).restype, getattr(_c, _name).argtypes = _result, _arguments


class NotSolved(Exception):
    """args: the name of the mb_status; of a problem also z, how far the solver came."""


def _array(x, n):
    if len(x) != n:
        raise ValueError('%d numbers, expected %d' % (len(x), n))
    return (c_double * n)(*x)


def solve(A, b, lo=None, hi=None, solver=None, tol=0, max_iter=0):
    """The solution, a list; an exception if there is none, or the solver did not find it."""
    n, residual, iterations = len(b), c_double(), c_int()
    if lo is not None or hi is not None:
        lo = _array([0] * n if lo is None else lo, n)
        hi = _array([float('inf')] * n if hi is None else hi, n)
    z = _array([0] * n, n)
    status = _c.door_solve(n, _array([x for row in A for x in row], n * n), _array(b, n), lo, hi, solver and solver.encode(),
                           tol, max_iter, z, byref(residual), byref(iterations))
    if status != 0:
        raise NotSolved(_c.mb_status_name(status).decode(), list(z))
    return list(z)


def steps(scene, formulation=None, h=0):
    """(t, x, v) of the start and after every step; scene: a path, or a name such as 'hills'."""
    known = os.path.join(_top, 'scenes', scene + '.scene')
    door = _c.door_open(os.fsencode(known if os.path.exists(known) else scene), formulation and formulation.encode(), h)
    if not door:
        raise ValueError('no such run: the reason is on the standard error')
    try:
        width, t, more = _c.door_width(door), c_double(), True
        x, v = [(c_double * (width * _c.door_count(door)))() for _ in 'xv']
        while more:
            _c.door_state(door, byref(t), x, v)
            yield t.value, list(zip(*[iter(x)] * width)), list(zip(*[iter(v)] * width))
            more = _c.door_step(door)
        if _c.door_status(door) != 0:
            raise NotSolved(_c.mb_status_name(_c.door_status(door)).decode())
    finally:
        _c.door_close(door)
