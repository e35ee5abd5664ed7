"""The split guard against programs that want a pass: none gets one, and the judge says what it saw.

The first part attacks from within an honest candidate's side; in the second this has been taken over, and sends what it
likes.
"""
import sys
import threading
import time

import harness_driver as driver
import split_driver
import split_test

GOOD, ONE, LIST = split_test.GOOD, split_test.ONE, split_test.LIST
asserts, check, script, body, why = split_test.asserts, split_test.check, split_test.script, split_test.body, split_test.why


# ---------------------------------------------------------------- attacks

LIAR = ('class L%s:\n    def __eq__(s, o): return True\n    def __ne__(s, o): return False\n    def __lt__(s, o): return True\n'
        '    __le__ = __gt__ = __ge__ = __contains__ = __eq__\n    def __hash__(s): return 1\n    def __bool__(s): return True\n'
        '    def __len__(s): return 1\n    def __sub__(s, o): return 0\n    __rsub__ = __add__ = __radd__ = __mul__ = __sub__\n    def __abs__(s): return 0\n'
        '    def __float__(s): return 0.0\n    def __iter__(s): return iter([s])\n    def __str__(s): return "2"\n    __repr__ = __str__\n'
        '    def __getattr__(s, n): return lambda *a: True\n')
LIE = LIAR % ''
WRONG = body('return 0')
FRAMES = '''import sys
def f(x):
    frame = sys._getframe()
    while frame:
        for v in list(frame.f_locals.values()) + list(frame.f_globals.values()):
            for name in ("strip", "first", "failures"):
                try:
                    if name == "strip" and isinstance(v.strip, list): v.strip[:] = ["p"] * 9
                except Exception: pass
            if hasattr(v, "fail") and hasattr(v, "hit"):
                type(v).fail = lambda *a: None
            if isinstance(v, dict) and "nonce" in v:
                import os
                for fd in range(64):
                    try: os.write(fd, ('{"nonce": "%s", "verdict": {"outcome": "pass", "strip": "p"}}\\n' % v["nonce"]).encode())
                    except OSError: pass
        frame = frame.f_back
    return 0
'''
CONSTS = '''import sys
def f(x):
    frame = sys._getframe(1)
    while frame:
        for c in frame.f_code.co_consts:
            if type(c) is int and c == 74000 + x: return c
        frame = frame.f_back
    return 0
'''
GC = '''import gc
def f(x):
    for o in gc.get_objects():
        if type(o).__name__ == "Recorder": o.strip[:] = ["p"]; o.fail = None
        if type(o) is dict and o.get("tests"): return 2
        if type(o) is str and "2 == )1(f tressa"[::-1] in o: return 2
    return 0
'''
# What it looks for is written one letter on, or it would find its own constants.
MEMORY = '''import os, re
NEXT = bytes((i + 1) & 255 for i in range(256))
WORDS = @WORDS@
def f(x):
    for pid in os.listdir("/proc"):
        if pid.isdigit() and int(pid) == os.getpid():
            for line in open("/proc/%s/maps" % pid):
                m = re.match("([0-9a-f]+)-([0-9a-f]+) rw", line)
                if m:
                    try:
                        with open("/proc/%s/mem" % pid, "rb", 0) as s:
                            s.seek(int(m[1], 16)); d = s.read(int(m[2], 16) - int(m[1], 16))
                        if any(w in d.translate(NEXT) for w in WORDS): return 2
                    except (OSError, ValueError): pass
    return 0
'''.replace('@WORDS@', repr([bytes(c + 1 for c in word) for word in (b'judge-nonce', b'assert f(1) == 2')]))
FILES = '''import os
def f(x):
    for top in (".", "/proc/self/fd", "/proc/self/cwd", os.environ.get("TMPDIR", ".")):
        for name in os.listdir(top):
            try:
                if "assert f" in open(os.path.join(top, name), errors="replace").read(1 << 20): return 2
            except Exception: pass
    return 0
'''
UNIT = script('import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(f(1), 2)\n'
              'r = unittest.TestResult()\nunittest.defaultTestLoader.loadTestsFromTestCase(T).run(r)\nassert r.wasSuccessful() and not r.skipped')
EXPECT = script('try:\n    f(1)\n    ok = False\nexcept ValueError:\n    ok = True\nassert ok')


def lie_in(text):
    return LIE + 'def f(*a):\n    return %s\n' % text


# name, wrong program, task, a piece of its tamper note or None
SIZED = '''class L:
    def __init__(s, sizes):
        s.sizes = sizes
    def __len__(s):
        return s.sizes.pop(0)
    def __getitem__(s, i):
        raise %s
'''

VARIED = 'class L:\n    def __init__(s, v): s.v = v; s.n = 0\n    def __len__(s): return len(s.v)\n'
CALLBACK = script('def g(x):\n    assert x == 5\nassert f(g) == 2')
SWALLOWED = 'swallowed an assertion'
ATTACKS = [
    ('exit at import', 'import sys\nsys.exit(0)\n', ONE, None), ('exit in the function', 'def f(x):\n    exit()\n', ONE, None),
    ('quit', 'def f(x):\n    quit()\n', ONE, None), ('SystemExit in a decorator', 'def d(g):\n    raise SystemExit(0)\n@d\ndef f(x):\n    pass\n', ONE, None),
    ('SystemExit swallowed by the test', body('raise SystemExit'), script('try:\n    f(1)\nexcept BaseException:\n    pass\nassert True'), None),
    ('SystemExit in __del__', 'class A:\n    def __del__(s):\n        raise SystemExit\ndef f(x):\n    A()\n    return 0\n', ONE, None),
    ('exit in a generator\'s close', 'def f(x):\n    def g():\n        try:\n            yield 5\n        finally:\n            raise SystemExit\n    return g()\n', script('assert next(f(1)) == 2'), None),
    ('_exit at import', 'import os\nos._exit(0)\n', ONE, 'ends the process'), ('_exit in the function', 'import os\ndef f(x):\n    os._exit(0)\n', ONE, 'ends the process'),
    ('_exit in a thread', 'import os, threading\ndef f(x):\n    threading.Thread(target=os._exit, args=(0,)).start()\n    while 1: pass\n', ONE, None),
    ('_exit by a signal', 'import os, signal\nsignal.signal(signal.SIGALRM, lambda *a: os._exit(0))\ndef f(x):\n    signal.alarm(1)\n    while 1: pass\n', ONE, None),
    ('atexit', 'import atexit, os\natexit.register(os._exit, 0)\n' + WRONG, ONE, None),
    ('kills itself', 'import os\ndef f(x):\n    os.kill(os.getpid(), 9)\n', ONE, None), ('abort', 'import os\ndef f(x):\n    os.abort()\n', ONE, 'ends the process'),
    ('parent exits, child goes on', 'import os\ndef f(x):\n    if os.fork(): os._exit(0)\n    return 0\n', ONE, None),
    ('child answers too', 'import os\ndef f(x):\n    os.fork()\n    return 0\n', ONE, None),
    ('equal to everything', lie_in('L()'), ONE, 'equal to everything'), ('liar without assert ==', lie_in('L()'), asserts('assert abs(f(1) - 2) < 1e-6'), None),
    ('liar in a membership', lie_in('L()'), asserts('assert f(1) in [2, 3]'), None), ('liar as container', lie_in('L()'), asserts('assert 2 in f(1)'), None),
    ('liar compared', lie_in('L()'), asserts('assert f(1) >= 2'), None), ('liar the other way round', lie_in('L()'), asserts('assert 2 == f(1)'), None),
    ('liar !=', lie_in('L()'), asserts('assert not f(1) != 2'), None), ('liar\'s methods', lie_in('L()'), asserts('assert f(1).issubset({2})', ), None),
    ('liar\'s predicates', lie_in('L()'), asserts('assert f(1).equals({2})', ), None), ('liar in a set', lie_in('L()'), asserts('assert {f(1)} == {2}'), None),
    ('liar in isclose', lie_in('L()'), script('import math\nassert math.isclose(f(1), 2)'), None),
    ('liar in a unittest', lie_in('L()'), UNIT, None), ('list of liars', lie_in('[L(), L()]'), asserts('assert f(1) == [1, 2]'), None),
    ('dict of liars', lie_in('{1: L()}'), asserts('assert f(1) == {1: 2}'), None), ('liar as a key', lie_in('{L(): 2}'), asserts('assert f(1) == {1: 2}'), None),
    ('tuple, nested', lie_in('(1, [L()])'), asserts('assert f(1) == (1, [2])'), None), ('a class that lies', LIE.replace('class L', 'class f') + '    def __init__(s, x): pass\n', ONE, None),
    ('a class that lies by arithmetic', LIE.replace('class L', 'class f') + '    def __init__(s, x): pass\n', asserts('assert abs(f(1) - 2) < 1e-6'), None),
    ('metaclass that lies', 'class M(type):\n    def __eq__(s, o): return True\n    __hash__ = None\n    def __lt__(s, o): return True\ndef f(x):\n    return M("A", (), {})\n', ONE, None),
    ('method that returns a liar', LIE + 'class Circle:\n    def area(self):\n        return Circle2()\nclass Circle2(L, Circle):\n    pass\n', script('assert Circle().area() == 2'), None),
    ('method that returns a liar of its class', LIE.replace('class L', 'class Circle') + '    def area(self):\n        return self\n', script('assert abs(Circle().area() - 2) < 1e-6'), None),
    ('exception that lies', 'class E(ValueError):\n    def __eq__(s, o): return True\n    def __hash__(s): return 1\ndef f(x):\n    return E()\n', ONE, None),
    ('iterator that lies', LIE + 'def f(x):\n    yield L()\n', script('assert list(f(1)) == [2]'), None),
    ('a namedtuple that lies', 'from collections import namedtuple\nclass T(namedtuple("T", "a")):\n    def __eq__(s, o): return True\n    __hash__ = None\ndef f(x):\n    return T(0)\n', asserts('assert f(1) == (2,)'), None),
    ('a fake Fraction', 'class Fraction:\n    __module__ = "fractions"\n    numerator = denominator = 1\n    def __eq__(s, o): return True\ndef f(x):\n    return Fraction()\n', ONE, None),
] + [('%s that lies' % base, 'class L(%s):\n    def __eq__(s, o): return True\n    def __ne__(s, o): return False\n    def __lt__(s, o): return True\n'
      '    __gt__ = __le__ = __ge__ = __contains__ = __eq__\n    def __hash__(s): return hash(2)\n    def __repr__(s): return %r\n    __str__ = __repr__\n'
      '    def strip(s, *a): return 2\n    def __sub__(s, o): return 0\n    def __iter__(s): return iter(%s)\n    def __len__(s): return len(%s) if %s else 1\ndef f(x):\n    return L()\n' % (base, want, want if want[0] in '[({"b' else '[]', want, want[0] in '[({"b'),
      asserts('assert f(1) == %s' % want), None)
     for base, want in (('int', '2'), ('float', '2.5'), ('str', '"ab"'), ('list', '[1, 2]'), ('dict', '{1: 2}'), ('tuple', '(1, 2)'), ('set', '{1, 2}'), ('bytes', 'b"ab"'))
     ] + [
    ('defines %s' % name, 'def %s(*a, **k):\n    return True\n' % name + WRONG, script('assert abs(f(1)) == 2\nassert all([f(1) == 2])\nassert sorted([f(1)]) == [2]\nassert len([f(1)]) == 1 and isinstance(f(1), int) and f(1) == 2'), None)
    for name in ('abs', 'len', 'all', 'sorted', 'isinstance', 'list', 'sum', 'int', 'print')] + [
    ('defines check', 'def check(c):\n    pass\n' + WRONG, check(), None), ('defines AssertionError', 'class AssertionError(Exception):\n    pass\n' + WRONG, ONE, None),
    ('defines the test\'s helper', 'def same(a, b):\n    return True\n' + WRONG, script('def same(a, b):\n    return a == b\nassert same(f(1), 2)'), None),
    ('defines the prompt\'s helper', 'def g(x):\n    return 0\n' + WRONG, check('def check(c):\n    assert c(1) == g(1)\n', helpers='def g(x):\n    return 2\n'), None),
    ('a method in the place of the prompt\'s', LIST + 'def f(n):\n    n.same = lambda o: True\n    return n\n', check('def check(c):\n    assert c(Node(1)).same(2)\n', helpers=LIST + '    def same(self, v):\n        return self.val == v\n'), 'broke the protocol'),
    ('defines math', 'class math:\n    @staticmethod\n    def isclose(*a): return True\n' + WRONG, script('import math\nassert math.isclose(f(1), 2)'), None),
    ('defines a module\'s name', 'class math:\n    @staticmethod\n    def isclose(*a): return True\n' + WRONG, script('assert math.isclose(f(1), 2)'), None),
    ('patches builtins', 'import builtins\nbuiltins.abs = builtins.len = builtins.all = lambda *a: 2\n' + WRONG, script('assert abs(f(1)) == 2'), 'patches builtins.abs'),
    ('patches TestCase', 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\nunittest.TestResult.wasSuccessful = lambda s: True\n' + WRONG, UNIT, 'patches unittest.TestCase.assertEqual'),
    ('patches math, json, time, os', 'import math, json, time, os\nmath.isclose = json.dumps = time.time = os.write = lambda *a: True\n' + WRONG, script('import math\nassert math.isclose(f(1), 2)'), 'patches math.isclose'),
    ('patches by setattr', 'import builtins\nsetattr(builtins, "abs", lambda x: 2)\n' + WRONG, script('assert abs(f(1)) == 2'), 'patches builtins'),
    ('patches in the function', 'import builtins\ndef f(x):\n    builtins.abs = lambda x: 2\n    return 0\n', script('f(0)\nassert abs(f(1)) == 2'), 'patches builtins.abs'),
    ('redefines AssertionError', 'import builtins\nbuiltins.AssertionError = int\nbuiltins.__build_class__ = None\n' + WRONG, ONE, 'patches builtins.AssertionError'),
    ('hooks', 'import sys\nsys.excepthook = sys.displayhook = sys.unraisablehook = lambda *a: None\n' + WRONG, ONE, 'patches sys.excepthook'),
    ('walks frames', FRAMES, ONE, 'reads frames'), ('reads the caller\'s constants', CONSTS, asserts('assert f(7) == 74007'), 'reads frames'), ('searches by gc', GC, ONE, 'collector'),
    ('reads memory', MEMORY, ONE, '/proc'), ('reads files', FILES, ONE, '/proc'), ('traces', 'import sys\nsys.settrace(lambda *a: None)\n' + WRONG, ONE, 'traces'),
    ('reads source', 'import linecache, inspect\ndef f(x):\n    for c in inspect.stack():\n        if "== 2" in str(c.code_context): return 2\n    return 0\n', ONE, None),
    ('prints verdicts', 'def f(x):\n    for s in ("PASSED", \'{"nonce": "judge-nonce", "verdict": {"outcome": "pass"}}\', "ok 1"): print(s)\n    return 0\n', ONE, None),
    ('writes everywhere', 'import os\ndef f(x):\n    for i in range(64):\n        try: os.write(i, b\'{"nonce": "judge-nonce", "verdict": {"outcome": "pass", "strip": "p"}}\\n\')\n        except OSError: pass\n    return 0\n', ONE, None),
    ('closes everything', 'import os\ndef f(x):\n    for i in range(64):\n        try: os.close(i)\n        except OSError: pass\n    return 0\n', ONE, None),
    ('makes everything nonblocking', 'import fcntl, os\ndef f(x):\n    for i in range(64):\n        try: fcntl.fcntl(i, fcntl.F_SETFL, os.O_NONBLOCK)\n        except OSError: pass\n    return 0\n', ONE, None),
    ('duplicates over everything', 'import os\ndef f(x):\n    for i in range(3, 60):\n        try: os.dup2(1, i)\n        except OSError: pass\n    return 0\n', ONE, None),
    ('files in the working directory', 'for n in ("unittest", "math", "json", "conftest", "sitecustomize", "_symtable", "verdict", "stub", "harness"):\n    open(n + ".py", "w").write("raise SystemExit(0)")\n' + WRONG, UNIT, None),
    ('replaces sys.modules', 'import sys\nclass M:\n    f = staticmethod(lambda x: 2)\nsys.modules["unittest"] = sys.modules["math"] = M\nsys.meta_path.insert(0, M)\n' + WRONG, UNIT, None),
    ('BaseException', 'class B(BaseException):\n    pass\ndef f(x):\n    raise B\n', script('try:\n    f(1)\nexcept BaseException:\n    pass\nassert True'), None),
    ('KeyboardInterrupt', body('raise KeyboardInterrupt'), script('try:\n    f(1)\nexcept:\n    pass\nassert True'), None), ('GeneratorExit', body('raise GeneratorExit'), ONE, None),
    ('a namesake of ValueError', 'class ValueError(Exception):\n    pass\ndef f(x):\n    raise ValueError\n', EXPECT, None),
    ('an exception named so', 'def f(x):\n    raise type("ValueError", (Exception,), {"__eq__": lambda s, o: True})\n', EXPECT, None),
    ('a cycle of causes', 'def f(x):\n    e = KeyError()\n    e.__cause__ = e\n    e.__context__ = e\n    raise e\n', EXPECT, None),
    ('an exception whose str prints', 'class E(Exception):\n    def __str__(s):\n        print("PASS")\n        return "PASS"\ndef f(x):\n    raise E\n', ONE, None),
    ('SkipTest', 'import unittest\ndef f(x):\n    raise unittest.SkipTest("no")\n', UNIT, 'skips tests'), ('StopIteration', body('raise StopIteration'), script('assert all(map(lambda x: f(x) == x + 1, [1, 2]))'), None),
    ('StopIteration in a map', body('raise StopIteration'), script('assert list(map(f, [1, 2])) == []'), None),
    ('changes its argument to nothing', 'def f(a):\n    a.clear()\n    return []\n', script('a = [3, 1]\nassert f(a) == sorted(a)'), None),
    ('changes its argument in check', 'def f(a):\n    a[:] = [0]\n    return [0]\n', check('def check(c):\n    for a in ([3, 1], [2]):\n        assert c(a) == sorted(a)\n'), None),
    ('changes the test\'s object', 'def f(o):\n    o.want = 0\n    o.__class__ = int\n    return 0\n', script('class O:\n    def __init__(self):\n        self._want = 2\no = O()\nassert f(o) == o._want'), None),
    ('reads the test\'s globals through its object', 'def f(o):\n    return o.go.__globals__["W"]\n', script('W = 2\nclass O:\n    def go(self):\n        pass\nassert f(O()) == W'), None),
    ('reads the test\'s globals through its function', 'def f(g):\n    for n in ("__globals__", "__closure__", "__code__", "gi_frame", "__self__"):\n        try: return getattr(g, n)\n        except AttributeError: pass\n    return 0\n', script('W = 2\nassert f(lambda: W) == 2'), None),
    ('reads frames of the test\'s generator', 'def f(g):\n    return g.gi_frame.f_globals["W"]\n', script('W = 2\nassert f(x for x in [1]) == W'), None),
    ('recompiles itself', 'import os, sys\ndef f(x):\n    os.execv(sys.executable, [sys.executable, "-c", "print(1)"])\n', ONE, None),
    ('floods callbacks', 'def f(g):\n    while True: g()\n', asserts('assert f(lambda: 1) == 2'), None),
    ('nests callbacks', 'def f(g):\n    return g(f)\n', script('def g(h):\n    return h(g)\nassert f(g) == 2'), None),
    ('returns too much', 'def f(x):\n    return "a" * (1 << 24)\n', ONE, None), ('returns a huge int', 'def f(x):\n    return 10 ** 1000000\n', ONE, None),
    ('returns a deep list', 'def f(x):\n    a = []\n    for i in range(5000): a = [a]\n    return a\n', ONE, None), ('shares without end', 'def f(x):\n    a = [1]\n    for i in range(60): a = [a, a]\n    return a\n', ONE, None),
    ('colliding keys', 'def f(x):\n    return {i * (2 ** 61 - 1): 0 for i in range(1, 50000)}\n', ONE, None), ('colliding set', 'def f(x):\n    return {i * (2 ** 61 - 1) for i in range(1, 20000)}\n', ONE, None),
    ('endless list', 'def f(x):\n    while True: yield 1\n', script('assert list(f(1)) == [2]'), None), ('sleeps', 'import time\ndef f(x):\n    time.sleep(60)\n', ONE, None), ('never loads', 'while True: pass\n', ONE, None),
    ('a class with a predicate of its own', 'class L:\n    @staticmethod\n    def startswith(s):\n        return True\ndef f(x):\n    return L\n', asserts('assert f(1).startswith("2")'), 'its own startswith()'),
    ('a class with members that vary', 'class M(type):\n    n = [3]\n    def __iter__(c):\n        return iter([0] * (M.n.pop() if M.n else 0))\nclass L(metaclass=M):\n    pass\ndef f(x):\n    return L\n', script('r = f(1)\nassert len(r) == 3\nassert all(a == b for a, b in zip([1, 2, 3], r))'), None),
    ('a field in the place of a method', 'from collections import namedtuple\nT = namedtuple("T", "startswith")\ndef f(x):\n    return T(lambda s: True)\n', asserts('assert f(1).startswith("2")'), 'broke the protocol'),
    ('an exception with a method of a text', 'def f(x):\n    e = ValueError(0)\n    e.startswith = lambda s: True\n    return e\n', asserts('assert f(1).startswith("2")'), 'broke the protocol'),
    ('a UserList that lies', 'import collections\nclass UserList(collections.UserList):\n    __module__ = "collections"\n    def __eq__(s, o): return True\ndef f(x):\n    return UserList([0])\n', asserts('assert f(1) == [2]'), None),
    ('a UserString that lies', 'import collections\nclass S(collections.UserString):\n    def __eq__(s, o): return True\n    def startswith(s, o): return True\ndef f(x):\n    return S("0")\n', asserts('assert f(1).startswith("2")'), None),
    ('an attribute in the place of a method', LIST + 'def f(n):\n    n.startswith = lambda s: True\n    return n\n', check('def check(c):\n    assert c(Node(1)).startswith("2")\n', helpers=LIST), 'broke the protocol'),
    ('swallows the assertion', 'class L:\n    def __enter__(s):\n        return 0\n    def __exit__(s, *a):\n        return True\ndef f(x):\n    return L()\n', script('with f(1) as r:\n    assert r == 2'), None),
    ('swallows the assertion in a generator', 'import contextlib\n@contextlib.contextmanager\ndef f(x):\n    try: yield 0\n    except BaseException: pass\n', script('with f(1) as r:\n    assert r == 2'), None),
    ('swallows a callback\'s assertion', 'def f(g):\n    try: g(1)\n    except BaseException: pass\n    return 2\n', CALLBACK, SWALLOWED),
    ('leaves it in a finally', 'def f(g):\n    try: g(1)\n    finally: return 2\n', CALLBACK, SWALLOWED),
    ('makes another exception of it', 'def f(g):\n    try: g(1)\n    except AssertionError: raise ValueError\n', script('def g(x):\n    assert x == 5\ntry:\n    f(g)\n    ok = False\nexcept ValueError:\n    ok = True\nassert ok'), SWALLOWED),
    ('raises another of its own in its place', 'def f(g):\n    try: g(1)\n    except AssertionError: raise AssertionError\n', script('def g(x):\n    assert x == 5\nf(g)'), SWALLOWED),
    ('raises an older one in its place', 'old = []\ndef f(g):\n    try: g(len(old))\n    except Exception as e:\n        old.append(e)\n        raise old[0]\n',
     script('def g(x):\n    if not x: raise KeyError\n    assert x == 5\nfor i in range(2):\n    try: f(g)\n    except KeyError: pass\nassert True'), SWALLOWED),
    ('swallows it in a callback\'s call', 'def f(g):\n    try: g(f)\n    except AssertionError: return 2\n', script('def bad(h):\n    assert False\ndef g(h):\n    assert h(bad) == 2\nassert f(g) == 2'), SWALLOWED),
    ('swallows what it handed on', 'class Run:\n    def __enter__(s):\n        return s\n    def __exit__(s, *a):\n        return True\n    def run(s, g):\n        g(0)\n', script('def g(x):\n    assert x == 5\nwith Run() as r:\n    r.run(g)\nassert Run()'), None),
    ('a method ends the test\'s loop', 'class Sum:\n    def add(s, x):\n        if x == 1: return 1\n        raise StopIteration\n    def __len__(s):\n        raise StopIteration\n', script('for got, want in zip(map(Sum().add, [1, 2]), [1, 3]):\n    assert got == want\nassert list(map(len, [Sum()])) == []'), None),
    ('hands on the end of the test\'s iterator', 'def f(i):\n    while True:\n        next(i)\n', script('assert list(map(f, [iter([1])])) == []'), None),
    ('changes the argument of a method', 'class Sort:\n    def run(s, a):\n        a.clear()\n        return []\n', script('a = [3, 1]\nassert Sort().run(a) == sorted(a)'), None),
    ('swallows an error before the assertion', 'class Deaf:\n    def __enter__(s):\n        return "a"\n    def __exit__(s, *a):\n        return True\ndef f(x):\n    return Deaf()\n', script('with f(1) as v:\n    n = v + 1\n    assert n == 2\nassert f(1)'), None),
    ('swallows the error of a helper\'s argument', 'def f(g):\n    try: g("a")\n    except TypeError: pass\n', script('seen = []\ndef need(c):\n    if not c: raise AssertionError\ndef g(x):\n    seen.append(x)\n    need(x + 1 == 2)\nf(g)\nassert len(seen) == 1'), SWALLOWED),
    ('changes an argument that a call reads later', 'def f(a):\n    a.clear()\n    return 0\n', script('import math\na = [3, 1]\nassert math.isclose(f(a), sum(a))'), None),
    ('other items by number', VARIED + '    def __getitem__(s, i): return sorted([0,1,2])[i] if i < 3 else 1/0\n    def __iter__(s): return iter(s.v)\ndef f(x): return L(x)\n', script('r = f([30, 10, 20])\nassert all(r[i] <= r[i + 1] for i in range(len(r) - 1))\nassert sorted(r) == [10, 20, 30]'), None),
    ('other items in a row', VARIED + '    def __getitem__(s, i): return [0,1,2][i]\n    def __iter__(s): return iter(s.v)\ndef f(x): return L(x)\n', script('r = f([30, 10, 20])\nassert sorted(r) == [10, 20, 30]\nassert all(r[i] <= r[i + 1] for i in range(len(r) - 1))'), None),
    ('other items each time', VARIED + '    def __iter__(s):\n        s.n += 1\n        return iter([1, 2, 3] if s.n == 1 else s.v)\ndef f(x): return L(x)\n', script('r = f([3, 1, 2])\nassert all(a <= b for a, b in zip(list(r), [1, 2, 3]))\nassert sorted(r) == [1, 2, 3] and list(r) == [3, 1, 2]'), None),
    ('other items when it starts again', VARIED + '    def __iter__(s):\n        s.n += 1; s.i = iter([1, 2, 3] if s.n == 1 else [10])\n        return s\n    def __next__(s): return next(s.i)\ndef f(x): return L(x)\n', script('r = f([3, 1, 2])\nassert all(a > 0 for a in r)\nassert sum(r) == 10'), None),
    ('other items in slices', VARIED + '    def __getitem__(s, i): return [0] if type(i) is slice else s.v[i]\ndef f(x): return L(x)\n', script('r = f([3, 1, 2])\nassert r[0] == 3\nassert sum(r[1:]) == 0'), None),
    ('other items backwards', VARIED + '    def __getitem__(s, i): return s.v[i]\n    def __reversed__(s): return iter([9])\ndef f(x): return L(x)\n', script('r = f([3, 1, 2])\nassert r[0] == 3\nassert list(reversed(r)) == [9]'), None),
    ('another item each time', VARIED + '    def __getitem__(s, i):\n        s.n += 1\n        return s.n\ndef f(x): return L(x)\n', script('r = f([3])\nassert r[0] == 1\nassert r[0] == 2'), None),
    ('other members by number', 'class M(type):\n    def __iter__(c): return iter([3, 1, 2])\n    def __getitem__(c, i): return i\n    def __len__(c): return 3\nclass L(metaclass=M): pass\ndef f(x): return L\n', script('r = f(1)\nassert sorted(r) == [1, 2, 3]\nassert all(r[i] <= r[i + 1] for i in range(len(r) - 1))'), None),
    ('a length said after the items', SIZED % 'IndexError' + '    def __iter__(s):\n        return iter(())\ndef f(x):\n    return L([3] * 9)\n', script('r = f(1)\nassert all(v == 2 for v in r) and len(r) == 3'), 'another length'),
    ('swallows a unittest\'s assertion', 'def f(g):\n    try: g(1)\n    except BaseException: pass\n    return 2\n', script('import unittest\nt = unittest.TestCase()\nassert f(lambda x: t.assertEqual(x, 5)) == 2'), SWALLOWED),
    ('swallows the assertion of an iterator', 'def f(i):\n    try: next(i)\n    except BaseException: pass\n    return 2\n', script('def g():\n    assert False\n    yield\nassert f(g()) == 2'), SWALLOWED),
    ('swallows the assertion of an object', 'def f(o):\n    try: o.go()\n    except BaseException: pass\n    return 2\n', script('class O:\n    def go(self):\n        assert False\nassert f(O()) == 2'), SWALLOWED),
    ('swallows it in its generator', 'def f(g):\n    try: g(1)\n    except BaseException: pass\n    yield 2\n', script('def g(x):\n    assert x == 5\nassert list(f(g)) == [2]'), SWALLOWED),
    ('a length that changes', SIZED % 'IndexError' + 'def f(x):\n    return L([3, 0])\n', script('r = f(1)\nassert len(r) == 3\nfor i in range(len(r)):\n    assert r[i] == i'), None),
    ('a length without items', SIZED % 'IndexError' + 'def f(x):\n    return L([3] * 9)\n', script('r = f(1)\nassert len(r) == 3 and all(a == b for a, b in zip(r, [1, 2, 3]))'), 'another length'),
    ('a length without iterated items', SIZED % 'IndexError' + '    def __iter__(s):\n        return iter(())\ndef f(x):\n    return L([3] * 9)\n', script('r = f(1)\nassert len(r) == 3 and all(a == b for a, b in zip(r, [1, 2, 3]))'), 'another length'),
    ('NaN', body('return float("nan")'), ONE, None), ('NotImplemented', body('return NotImplemented'), ONE, None), ('a type', body('return int'), ONE, None), ('a coroutine', 'async def f(x):\n    return 2\n', ONE, None),
]


def attack_results():
    answers = split_driver.judge_all([driver.request(row[1], **row[2]) for row in ATTACKS], 2)
    for (name, _, _, note), answer in zip(ATTACKS, answers):
        yield 'attack: ' + name, attack_problem(answer, note)


def attack_problem(answer, note):
    if answer.passed:
        return 'FORGED'
    verdict = answer.verdict
    if answer.timed_out or answer.fault or verdict is None or answer.status != 0 or answer.err:
        return 'the judge suffered: %s %s' % (why(answer), answer.lines)
    if verdict['outcome'] not in ('assertion_fail', 'error', 'syntax_error', 'timeout'):
        return 'outcome ' + verdict['outcome']
    if note and note not in ' '.join(verdict['tamper']):
        return 'notes: %s' % verdict['tamper']
    return ''


# ---------------------------------------------------------------- a stub that has been taken over

FAKE = '''
import os, socket, struct, sys, json, time
link = socket.socket(fileno=4)
def take(n):
    data = b""
    while len(data) < n:
        more = link.recv(n - len(data))
        if not more: os._exit(0)
        data += more
    return data
def get():
    return json.loads(take(struct.unpack(">I", take(4))[0]))
def raw(data):
    link.sendall(struct.pack(">I", len(data)) + data)
def put(*frame):
    raw(json.dumps(frame).encode())
put("start")
get()
def ready(value=None, name="f"):
    put("ready", 0, [[name, value or ["fn", 0, "f"]]], [], [])
def reply(value, request=None):
    request = request or get()
    put("r", request[0], value, [], None, None, None)
def end():
    while get(): pass
'''

# name, the taken-over stub, task (ONE)
FAKES = [
    ('ends at once', 'os._exit(0)'), ('wrong value', 'ready(); reply(0); end()'), ('no frames', 'link.sendall(b"PASS"); end()'),
    ('huge length', 'ready(); get(); link.sendall(b"\\x7f\\xff\\xff\\xff" + b"x" * 1000); end()'), ('negative length', 'ready(); get(); link.sendall(b"\\xff\\xff\\xff\\xff"); end()'),
    ('just over the cap', 'ready(); get(); link.sendall(struct.pack(">I", (1 << 24) + 1)); end()'), ('empty frame', 'ready(); get(); raw(b""); end()'), ('cut short', 'ready(); get(); link.sendall(struct.pack(">I", 100) + b"[1"); os._exit(0)'),
    ('two replies', 'ready(); r = get(); reply(0, r); reply(2, r); end()'), ('two replies, the second right', 'ready(); r = get(); put("r", 1, 2, [], None, None, None); reply(2, r); end()'),
    ('reply before the call', 'ready(); put("r", 1, 2, [], None, None, None); end()'), ('unknown kind', 'ready(); r = get(); put("pass", r[0], 2); end()'), ('true as the number', 'ready(); r = get(); put("r", True, 2, [], None, None, None); end()'),
    ('an object', 'ready(); r = get(); raw(b\'{"r": 1, "r": 2}\'); end()'), ('object inside', 'ready(); r = get(); raw(b\'["r", %d, {"l": 1, "l": 2}, [], null, null, null]\' % r[0]); end()'), ('NaN', 'ready(); r = get(); raw(b\'["r", %d, NaN, [], null, null, null]\' % r[0]); end()'),
    ('no UTF-8', 'ready(); get(); raw(b"\\xff\\xfe["); end()'), ('deep JSON', 'ready(); get(); raw(b"[" * 500000 + b"]" * 500000); end()'), ('long number', 'ready(); get(); raw(b"[" + b"9" * 1000000 + b"]"); end()'), ('long float', 'ready(); get(); raw(b"[0." + b"9" * 1000000 + b"]"); end()'),
    ('deep value', 'v = 0\nfor i in range(300): v = ["l", v]\nready(); reply(v); end()'), ('long hex', 'ready(); reply(["i", "f" * 9000000]); end()'), ('many elements', 'ready(); reply(["l"] + [0] * 2100000); end()'),
    ('number as a tag', 'ready(); reply([1, 2]); end()'), ('list as a tag', 'ready(); reply([[], 2]); end()'), ('no tag', 'ready(); reply([]); end()'), ('unknown tag', 'ready(); reply(["pickle", "gASV"]); end()'), ('unhashable key', 'ready(); reply(["d", ["l"], 1]); end()'),
    ('a handle beyond the cap', 'ready(); reply(["fn", 200000, "f"]); end()'), ('a function as a number', 'ready(); reply(["fn", "0", "f"]); end()'),
    ('foreign handle', 'ready(); reply(["h", 77]); end()'), ('negative handle', 'ready(); reply(["fn", -1, "f"]); end()'), ('handle without class', 'ready(); reply(["h", 5, ["bi", "int"]]); end()'), ('argument out of range', 'ready(); reply(["a", 9]); end()'), ('negative argument', 'ready(); reply(["a", -1]); end()'),
    ('negative gift', 'ready(); reply(["g", -1]); end()'), ('given that was not', 'ready(); reply(["g", 0]); end()'), ('huge Decimal', 'ready(); reply(["D", "1e999999999"]); end()'), ('not a Decimal', 'ready(); reply(["D", ["l"]]); end()'), ('array of objects', 'ready(); reply(["nd", "|O", [1], "00" * 8]); end()'),
    ('a fraction that takes for ever', 'ready(); reply(["F", ["i", "7" * 4000000], ["i", "3" * 4000000]]); end()'), ('a fraction of texts', 'ready(); reply(["F", "1/2", None]); end()'), ('zero Fraction', 'ready(); reply(["F", 1, 0]); end()'), ('a type that is none', 'ready(); reply(["bi", "eval"]); end()'), ('open', 'ready(["bi", "open"]); end()'), ('namedtuple with code', 'ready(); reply(["nt", "T", ["a=1:0,__import__(\'os\')"], 1]); end()'), ('namedtuple with __eq__', 'ready(); reply(["nt", "T", ["__eq__"], 2]); end()'),
    ('a class without parts', 'put("ready", 0, [["f", ["K"]]], [], []); reply(0); end()'), ('an odd class', 'put("ready", 0, [["f", ["K", [], 1, 2]]], [], []); reply(0); end()'),
    ('class with __class__', 'ready(); reply(["h", 5, ["K", 6, "T", [], ["__class__", "__init__", "__eq__", "__getattribute__"], ["x"]]]); end()'), ('class of classes', 'ready(); reply(["h", 5, ["K", 6, "T", [["bi", "type"]], [], []]]); end()'), ('class of endless bases', 'k = ["bi", "int"]\nfor i in range(190): k = ["K", 10 + i, "T", [k], [], []]\nready(); reply(["h", 5, k]); end()'),
    ('exception of two parts', 'ready(); r = get(); put("x", r[0], None, [], None, None, [1, 2]); end()'), ('exception of no parts', 'ready(); r = get(); put("x", r[0], None, [], None, None, []); end()'),
    ('exception that is none', 'ready(); r = get(); put("x", r[0], None, [], None, None, [1, "x", ["bi", "int"], ["t"], None, ["d"], None]); end()'), ('exception with odd fields', 'ready(); r = get(); put("x", r[0], None, [], None, None, [1, "x", ["bi", "ValueError"], ["t"], None, ["d", "__class__", 1, "args", 2, "__traceback__", 3], None]); end()'),
    ('exception without parts', 'ready(); r = get(); put("x", r[0], None, [], None, None, None); end()'), ('exception of the judge\'s that was not', 'ready(); r = get(); put("j", r[0], 7, [], None, None, [1, "x"]); end()'), ('SystemExit by a fake', 'ready(); r = get(); put("x", r[0], None, [], None, None, [1, "x", ["bi", "SystemExit"], ["t"], None, ["d"], None]); end()'),
    ('puts back what was not', 'ready(); r = get(); put("r", r[0], 2, [[0, ["l"]]], None, None, None); end()'), ('callback of nothing', 'ready(); get(); put("cb", 1, "call", 0, ["t"], ["d"]); end()'), ('callback flood', 'ready(); get()\nwhile 1: put("cb", 1, "call", -1, ["t"], ["d"])'), ('flood', 'ready()\nwhile 1: link.sendall(b"x" * 65536)'),
    ('drip', 'ready(); get(); link.sendall(struct.pack(">I", 1000))\nwhile 1:\n    link.sendall(b" "); time.sleep(.05)'), ('silence', 'time.sleep(60)'), ('silence after ready', 'ready(); time.sleep(60)'), ('half closed', 'ready(); link.shutdown(socket.SHUT_WR); time.sleep(60)'), ('does not read', 'ready(); link.shutdown(socket.SHUT_RD); time.sleep(60)'),
    ('a function of another kind', 'ready(); reply(["bn", "builtins", "eval"]); end()'), ('a function of no module of those', 'ready(); reply(["bn", "posix", "system"]); end()'), ('a name that is no function', 'ready(["bn", "math", "pi"]); end()'), ('open under a wrong name', 'ready(["bn", ["l"], "open"]); end()'),
    ('operator.call', 'ready(["bn", "_operator", "call"]); end()'), ('a class that is not passed', 'ready(["bs", "subprocess", "Popen"]); end()'), ('a class of a file', 'ready(["bs", "pathlib", "PosixPath"]); end()'), ('a wrapper of a handle', 'k = ["K", 6, "L", [], ["__eq__", "__iter__", "__len__"], []]\nready(); reply(["x", "collections", "UserList", ["h", 5, k]]); end()'),
    ('a wrapper of a wrong kind', 'ready(); reply(["x", "collections", "UserDict", ["l"]]); end()'), ('a chain of a handle', 'ready(); reply(["x", "collections", "ChainMap", ["h", 5, ["K", 6, "L", [], ["__eq__"], []]]]); end()'), ('a wrapper of nothing', 'ready(); reply(["x", "collections", "UserString"]); end()'),
    ('no such rare kind', 'ready(); reply(["x", "pathlib", "PosixPath", "/etc/passwd"]); end()'), ('an array of objects\' letters', 'ready(); reply(["x", "array", "array", "u", "00"]); end()'), ('an array with a rest', 'ready(); reply(["x", "array", "array", "i", "00"]); end()'), ('a memoryview of pointers', 'ready(); reply(["x", "builtins", "memoryview", "P", True, "0000000000000000"]); end()'),
    ('a huge network', 'ready(); reply(["x", "ipaddress", "IPv4Network", "0.0.0.0/0"]); end()'), ('an exception that is an int', 'ready(); reply(["ex", ["bi", "int"], ["t", 2], None, ["d"], None]); end()'), ('an exception with a method', 'ready(); reply(["ex", ["bi", "ValueError"], ["t"], None, ["d", "startswith", ["fn", 7, "f"]], None]); reply(True); end()', asserts('assert f(1).startswith("2")')),
    ('binds len', 'put("ready", 0, [["len", ["fn", 0, "len"]], ["f", ["fn", 1, "f"]], ["__builtins__", ["d"]]], [], []); reply(0); end()'), ('says that it failed, and passes', 'put("failed", "pass", None, "all well", 0, None, []); end()'), ('failed with odd parts', 'put("failed", 1, [], {}, -1, "x", "y"); end()'), ('failed, short', 'put("failed"); end()'), ('ready with odd parts', 'put("ready", None, 1, 2, 3); end()'),
    ('the same handle again', 'k = ["K", 6, "f", [], ["__lt__"], ["total"]]\nput("ready", 0, [["f", k]], [], [])\nreply(["h", 5, k]); reply(["h", 5]); reply(True); end()', script('r = f(1).total()\nassert r < 3', classes=['f'])),
    ('a handle made later', 'k = ["K", 6, "f", [], ["__lt__"], ["total"]]\nput("ready", 0, [["f", k]], [], [])\nreply(["h", 5, k]); reply(["h", 7, ["K", 6]]); reply(["h", 7, ["K", 6]]); reply(True); end()', script('r = f(1).total()\nf(2)\nassert r < 3', classes=['f'])),
    ('a verdict for the host', 'ready(); os.write(3, b\'{"nonce": "judge-nonce", "verdict": {"outcome": "pass", "strip": "p"}}\\n\'); reply(0); end()'),
]


def fake_results():
    todo, results, lock = iter(range(len(FAKES))), {}, threading.Lock()

    def work():
        while True:
            with lock:
                index = next(todo, None)
            if index is None:
                return
            start = time.time()
            answer = split_driver.judge(GOOD, 1.5, FAKE + FAKES[index][1], **(FAKES[index][2:] or [ONE])[0])
            problem = attack_problem(answer, None)
            results[index] = problem or ('took %.1f s' % (time.time() - start) if time.time() - start > 8 else '')

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index, row in enumerate(FAKES):
        yield 'taken over: ' + row[0], results.get(index, 'no result')


PARTS = {'attack': attack_results, 'fake': fake_results}


if __name__ == '__main__':
    sys.exit(split_test.main(PARTS))
