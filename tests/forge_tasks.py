"""What the forgeries and the honest programs answer, and graders that the forgeries fool.

A task is (reference's body, lines of check()); its name stands in the header of a program, "add" where none does.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ARGUMENTS = {'callback': 'g, x', 'sorted': 'xs', 'watched': 'g', 'sorts': 'xs'}
TASKS = {
    'add': ('return x + 1', 'assert candidate(1) == 2', 'assert candidate(5) == 6'),
    'sorted': ('return sorted(xs)', 'xs = [3, 1, 2]', 'got = candidate(xs)', 'assert got == sorted(xs)'),
    'raises': ('if x < 0: raise ValueError("negative")\n    return x', 'assert candidate(1) == 1', 'try:', '    candidate(-1)',
               '    message = None', 'except ValueError as error:', '    message = str(error)', 'assert message in ("negative", "")'),
    'float': ('return x / 3', 'import math', 'assert abs(candidate(1) - 0.3333333) < 1e-6',
              'assert math.isclose(candidate(2), 2 / 3)'),
    'near': ('return x / 3', 'assert abs(candidate(1) - 0.3333333) < 1e-6'),
    'listed': ('return [x + 1]', 'assert candidate(1) == [2]'),
    'keyed': ('return {x: x + 1}', 'assert candidate(1) == {1: 2}'),
    'text': ('return x.upper()', 'assert candidate("ab") == "AB"', 'assert candidate("cd").startswith("CD")'),
    'unit': ('return x + 1', 'import unittest', 'class Test(unittest.TestCase):', '    def test(self):',
             '        self.assertEqual(candidate(1), 2)', 'result = unittest.TestResult()',
             'unittest.defaultTestLoader.loadTestsFromTestCase(Test).run(result)',
             'assert result.wasSuccessful() and result.testsRun == 1 and not result.skipped'),
    'fast': ('return x + 1', 'import time', 'start = time.perf_counter()', 'assert candidate(1) == 2',
             'assert time.perf_counter() - start < 0.5'),
    'random': ('return x + 1', 'import random', 'for i in range(20):', '    x = random.randrange(10 ** 9)',
               '    assert candidate(x) == x + 1'),
    'typed': ('return x + 1', 'assert isinstance(candidate(1), int) and candidate(1) == 2'),
    'decimal': ('return x / 3', 'from decimal import Decimal', 'assert candidate(Decimal(1)) == Decimal(1) / 3'),
    'member': ('return x + 1', 'assert candidate(1) in {2: "a"}', 'assert {2: "a"}.get(candidate(1)) == "a"'),
    'callback': ('return g(x) + 1', 'assert candidate(lambda v: v * 2, 1) == 3'),
    'in_place': ('x.sort()', 'xs = [3, 1, 2]', 'assert candidate(xs) is None', 'assert xs == [1, 2, 3]'),
    'kinds': ('import collections, decimal, fractions\n    return {"generator": iter([1, 2]), "set": {1, 2}, '
              '"frozenset": frozenset({1, 2}), "bytes": b"a\\0", "complex": 1 + 2j, "deque": collections.deque([1, 2]), '
              '"Counter": collections.Counter("aab"), "Decimal": decimal.Decimal("1.1"), '
              '"Fraction": fractions.Fraction(1, 3), "namedtuple": collections.namedtuple("P", "x y")(1, 2), '
              '"range": range(3), "nested": [(1, {2: [3]}), None, ...], '
              '"defaultdict": collections.defaultdict(list, {1: [2]}), "bytearray": bytearray(b"a")}[x]',
              'import collections, decimal, fractions',
              'assert list(candidate("generator")) == [1, 2]', 'assert candidate("set") == {1, 2}',
              'assert candidate("frozenset") == frozenset({1, 2})', 'assert candidate("bytes") == b"a\\0"',
              'assert candidate("complex") == 1 + 2j', 'assert candidate("deque") == collections.deque([1, 2])',
              'assert candidate("Counter") == collections.Counter("aab")',
              'assert candidate("Decimal") == decimal.Decimal("1.1")',
              'assert candidate("Fraction") == fractions.Fraction(1, 3)', 'assert candidate("namedtuple") == (1, 2)',
              'assert candidate("namedtuple").y == 2', 'assert candidate("range") == range(3)',
              'assert candidate("nested") == [(1, {2: [3]}), None, ...]', 'assert candidate("defaultdict") == {1: [2]}',
              'assert candidate("bytearray") == b"a"'),
    'contains': ('return [x + 1]', 'assert 2 in candidate(1)', 'assert 6 in candidate(5)'),
    'curried': ('return lambda y: x + y', 'for got, want in zip(map(candidate(1), [1, 2, 3]), [2, 3, 4]):', '    assert got == want',
                'assert all(map(candidate(True), [1, 2]))'),
    'managed': ('return __import__("contextlib").nullcontext([x, x + 1])', 'with candidate(1) as pair:', '    assert pair[1] == 2',
                'try:', '    with candidate(1) as pair:', '        assert pair[0] == 1', 'except KeyError:', '    pass',
                'assert candidate(1) is not None'),
    'watched': ('for i in range(3): g({"n": i})', 'seen = []', 'def g(row):', '    seen.append(row)',
                '    assert row["n"] == len(seen) - 1', 'candidate(g)', 'assert len(seen) == 3'),
    'sorts': ('xs.sort()\n    return xs', 'import unittest', 'xs = [3, 1, 2]', 'assert candidate(xs=xs) == sorted(xs)',
              'class Test(unittest.TestCase):', '    def test(self):', '        xs = [3, 1, 2]',
              '        self.assertEqual(candidate(xs), sorted(xs))', 'result = unittest.TestResult()',
              'unittest.defaultTestLoader.loadTestsFromTestCase(Test).run(result)', 'assert result.wasSuccessful()'),
    'point': ('return __import__("types").SimpleNamespace(x=x, y=x + 1)', 'p = candidate(1)', 'assert (p.x, p.y) == (1, 2)'),
}


def task(name):
    """As a line of a HumanEval file."""
    reference, *test = TASKS[name]
    return {'task_id': 'T/' + name, 'prompt': 'def f(%s):\n' % ARGUMENTS.get(name, 'x'), 'entry_point': 'f',
            'canonical_solution': '    %s\n' % reference,
            'test': 'def check(candidate):\n' + ''.join('    %s\n' % line for line in test)}


def reference(name):
    return task(name)['prompt'] + task(name)['canonical_solution']


def in_one(name, program):
    return '%s\n%s\ncheck(f)\n' % (program, task(name)['test'])


# How others judge, each with the text that is run and what is a pass: these are what a forgery is against.
GRADERS = {
    'status': (in_one, lambda status, out: status == 0),
    'printed': (lambda name, program: 'def verdict(text):\n    print(text)\n' + in_one(name, program) + 'verdict("PASSED")\n',
                lambda status, out: 'PASSED' in out),
    'inside': (lambda name, program: 'out = []\ntry:\n    exec(%r, {"__name__": "x"})\n    out.append("passed")\n'
               'except BaseException:\n    out.append("failed")\nimport os\nos.write(1, ("RESULT " + out[0]).encode())\nos._exit(3)\n'
               % in_one(name, program), lambda status, out: 'RESULT passed' in out),
    'tests first': (lambda name, program: task(name)['test'] + program + '\ncheck(globals().get("candidate", f))\n',
                    lambda status, out: status == 0),
    'compiled': (lambda name, program: 'import builtins\nexec(%r)\nexec(builtins.compile(%r, "test", "exec"))\ncheck(f)\n' % (
        program, task(name)['test']), lambda status, out: status == 0),
    'on disk': (lambda name, program: 'with open("test.py", "w") as _out:\n    _out.write(%r)\n%s' % (
        task(name)['test'], in_one(name, program)), lambda status, out: status == 0),
    'on a pipe': (lambda name, program: 'import os\n_r, _w = os.pipe()\nos.write(_w, %r)\n%s' % (
        task(name)['test'].encode(), in_one(name, program)), lambda status, out: status == 0),
    'last line': (lambda name, program: in_one(name, program) + 'print("FAILED")\n',
                  lambda status, out: any(word in out for word in ('"pass', 'PASSED', 'OK', 'ok 1'))),
}


def fools(grader, name, program, jail=None):
    """Whether GRADER takes PROGRAM, in a jail as it may kill whatever it finds."""
    make, is_pass = GRADERS[grader]
    jail = jail or os.environ.get('EVALTOP_JAIL', './evaltop-jail')
    python = '/usr/bin/python3' if os.access('/usr/bin/python3', os.X_OK) else os.path.realpath(sys.executable)
    binds = [] if python.startswith('/usr/') else ['--bind-ro', os.path.realpath(sys.prefix)]
    done = subprocess.run([jail, '--time', '4'] + binds + ['--output-cap', '64K', '--', python, '-E', '-S', '-B', '-c',
                           make(name, program)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return is_pass(done.returncode, done.stdout.decode('latin-1'))
