"""numpy where it is in use: arrays and scalars of numbers are plain values, and nothing else of numpy's is.

Needs a Python that has numpy installed: $EVALTOP_TEST_NUMPY, python3 on the PATH, or /usr/bin/python3.
"""
import os
import subprocess
import sys

import whole

HEAD = 'import numpy as np\n'
EQUAL = '    assert type(got) is type(want) and got.dtype == want.dtype and got.shape == want.shape\n' \
        '    assert np.array_equal(got, want, equal_nan=got.dtype.kind in "fc")\n'


def find():
    """A Python that has numpy, or None."""
    for python in (os.environ.get('EVALTOP_TEST_NUMPY'), sys.executable, '/usr/bin/python3'):
        if python and os.access(python, os.X_OK) and subprocess.run(
                [python, '-I', '-c', 'import numpy'], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def python_with_numpy():
    return find() or whole.skip('no Python with numpy (apt-get install python3-numpy, or set EVALTOP_TEST_NUMPY)')


# An expression that the answer returns and the test wants, and one that is wrong though alike.
VALUES = [
    ('np.arange(3)', 'np.arange(4)'), ('np.arange(3)', 'np.arange(3.)'), ('np.zeros((2, 3))', 'np.zeros((3, 2))'),
    ('np.zeros(0)', 'np.zeros((0, 1))'), ('np.array(5)', 'np.array([5])'), ('np.eye(2)[:, 1]', 'np.eye(2)[:, 0]'),
    ('np.asfortranarray([[1, 2], [3, 4]])', 'np.array([[1, 3], [2, 4]])'), ('np.arange(6)[::-2]', 'np.arange(6)[::2]'),
    ('np.array([1, 2], ">i4")', 'np.array([1, 2], "<i8")'), ('np.array([True, False])', 'np.array([1, 0])'),
    ('np.array([np.nan, np.inf, -0.0])', 'np.array([np.nan, -np.inf, 0.0])'), ('np.array([1 + 2j])', 'np.array([1 - 2j])'),
    ('np.array([1, 255], "uint8")', 'np.array([1, -1], "int8")'), ('np.array([.5], "float16")', 'np.array([.5], "float32")'),
    ('np.array([2 ** 63], "uint64")', 'np.array([2 ** 62], "uint64")'), ('np.zeros((1, 2, 3, 4))', 'np.zeros((1, 2, 3, 5))'),
    ('np.array(["a\\u20ac", "c"])', 'np.array(["a\\u20ac", "d"])'), ('np.array([b"ab", b""])', 'np.array(["ab", ""])'), ('np.array([[""]])', 'np.array([["a"]])'),
]
SCALARS = [('np.float64(.1)', '.1'), ('np.float64(.1)', 'np.float32(.1)'), ('np.int64(3)', '3'), ('np.int8(3)', 'np.int16(3)'), ('np.bool_(True)', 'True'),
           ('np.complex128(1j)', '1j'), ('np.uint64(2 ** 64 - 1)', 'np.uint64(2 ** 63)')]

# name, helper code of the answer, its return, a wrong one, the test's lines with R for the call
SHAPES = [
    ('in a list', '[np.arange(2), 3]', '[np.arange(3), 3]', ['r = R', 'assert r[1] == 3 and r[0].tolist() == [0, 1]']),
    ('in a dict', '{"a": np.ones(2)}', '{"a": np.zeros(2)}', ['assert R["a"].sum() == 2']),
    ('allclose', 'np.full(3, 1 / 3)', 'np.full(3, 1 / 4)', ['np.testing.assert_allclose(R, [.333333333] * 3, rtol=1e-6)', 'assert True']),
    ('compared as arrays are', 'np.arange(3)', 'np.arange(1, 4)', ['assert (R == np.arange(3)).all()', 'assert (R < 3).all()']),
    ('a float of numpy where a float is wanted', 'np.float64(.5)', 'np.float64(.25)', ['assert R == .5', 'assert isinstance(R, float)']),
]


def run(scratch, python, tasks, answers, *options):
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [
        {'task_id': name, 'prompt': HEAD + 'def f(*a):\n', 'entry_point': 'f', 'test': HEAD + 'def check(f):\n' + test} for name, test in tasks])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': name, 'solution': HEAD + text} for name, text in answers])
    return whole.run(['run', suite, samples], scratch, '--python', python, '--site-packages', *options)


def judge(scratch, rows, *options):
    """ROWS: (name, test, right answers, wrong answers).  Every right one is confirmed, no wrong one is."""
    tasks = [(name, test) for name, test, _, _ in rows]
    answers = [(name, text) for name, _, right, wrong in rows for text in right + wrong]
    result = run(scratch, python_with_numpy(), tasks, answers, *options)
    assert result.status == 0, result.stderr
    bad = []
    for name, _, right, wrong in rows:
        for i in range(len(right) + len(wrong)):
            line = result.verdicts[name, i]
            if (line.get('trust') == 'confirmed') != (i < len(right)):
                bad.append((name, i, line['outcome'], line.get('trust'), line['reason'], line.get('trust_reason')))
    assert not bad, '\n    '.join(map(str, [''] + bad))
    return '%d answers' % len(answers)


def returns(text):
    return 'def f(*a):\n    return %s\n' % text


def values(scratch):
    rows = []
    for i, (text, wrong) in enumerate(VALUES + SCALARS):
        test = '    got, want = f(), %s\n' % text + EQUAL
        rows.append(('value %d' % i, test, [returns(text)], [returns(wrong)]))
    for name, right, wrong, lines in SHAPES:
        test = ''.join('    %s\n' % line.replace('R', 'f()') for line in lines)
        rows.append((name, test, [returns(right)], [returns(wrong)]))
    return judge(scratch, rows)


def arguments(scratch):
    return judge(scratch, [
        ('changed in place', '    a = np.arange(3)\n    f(a)\n    assert a.tolist() == [1, 2, 3]\n', ['def f(a):\n    a += 1\n'], ['def f(a):\n    a = a + 1\n']),
        ('a part changed', '    a = np.zeros((2, 2))\n    f(a)\n    assert a.tolist() == [[0, 7], [0, 0]]\n', ['def f(a):\n    a[0, 1] = 7\n'], ['def f(a):\n    a[1, 0] = 7\n']),
        ('returned', '    a = np.arange(3)\n    assert f(a) is a\n    assert a[0] == 9\n', ['def f(a):\n    a[0] = 9\n    return a\n'], ['def f(a):\n    a[0] = 9\n    return a.copy()\n']),
        ('in a list', '    a = [np.arange(2)]\n    f(a)\n    assert a[0].tolist() == [5, 6]\n', ['def f(a):\n    a[0] += 5\n'], ['def f(a):\n    a[0] = None\n']),
        ('a callback', '    assert f(lambda a: a.sum()) == 3\n', ['def f(g):\n    return g(np.arange(3))\n'], ['def f(g):\n    return g(np.arange(4))\n']),
        ('scalars', '    assert f(np.float32(.5), np.int64(2)) == 1\n', ['def f(a, b):\n    assert type(a) is np.float32 and type(b) is np.int64\n    return a * b\n'], ['def f(a, b):\n    return a\n']),
    ])


LIAR = 'class L(np.ndarray):\n    def __eq__(s, o): return np.array(True)\n    def __array_ufunc__(s, *a, **k): return np.array(True)\n' \
       '    def all(s): return True\n    def __abs__(s): return 0\n    __sub__ = __rsub__ = lambda s, o: 0\n'
FAKE = 'class ndarray:\n    __module__ = "numpy"\n    dtype = np.dtype(int)\n    shape, size = (2,), 2\n    def __eq__(s, o): return True\n' \
       '    def tobytes(s): return b"\\0" * 16\n    def copy(s): return s\n'
FLOAT = 'class F(np.float64):\n    def __eq__(s, o): return True\n    def __sub__(s, o): return 0.0\n    __rsub__ = __sub__\n    def __abs__(s): return 0.0\n'


def liars(scratch):
    lies = [LIAR + returns('np.zeros(2).view(L)'), FAKE + returns('ndarray()'), FLOAT + returns('F(0)'),
            returns('np.array([[1, 2]], object)'), 'np.ndarray.__array_priority__\n' + returns('np.ma.masked_array([1, 2], [1, 1])'),
            'class D(dict):\n    def __eq__(s, o): return True\n' + returns('np.array([D(), D()], object)'),
            'np.array_equal = np.allclose = lambda *a, **k: True\nnp.testing.assert_allclose = lambda *a, **k: None\n' + returns('np.zeros(2)')]
    tests = ['    assert f().tolist() == [1, 2]\n', '    assert (f() == np.array([1, 2])).all()\n', '    assert np.array_equal(f(), [1, 2])\n',
             '    np.testing.assert_allclose(f(), [1., 2.])\n', '    assert f() == 2\n', '    assert abs(f() - 2) < 1e-6\n', '    assert f().sum() == 3\n']
    return judge(scratch, [('test %d' % i, test, [], lies) for i, test in enumerate(tests)])


def without(scratch):
    """Without --site-packages there is no numpy, and the verdict says that it is missing."""
    python = python_with_numpy()
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [
        {'task_id': 'T', 'prompt': 'def f():\n', 'entry_point': 'f', 'test': 'def check(f):\n    assert f() == 1\n'}])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'T', 'solution': HEAD + 'def f():\n    return 1\n'}])
    line = whole.run(['run', suite, samples], scratch, '--python', python).verdicts['T', 0]
    assert "No module named 'numpy'" in line['reason'], line


def cold(scratch):
    return judge(scratch, [('value', '    assert f().tolist() == [0, 1]\n', [returns('np.arange(2)')], [returns('np.arange(3)')])], '--cold')


if __name__ == '__main__':
    python_with_numpy()
    whole.main([('values', values), ('arguments', arguments), ('liars', liars), ('without', without), ('cold', cold)])
