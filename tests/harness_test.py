"""What data/harness/harness.py must say about small candidates, one row for each rule.

No pytest: it runs under the interpreter that the harness itself is run by.
"""
import os
import sys
import threading

import harness_data
import harness_driver as driver

GOOD = 'def f(x):\n    return x + 1\n'
CHECK = 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 3\n'


def asserts(*texts, **more):
    return dict(more, kind='asserts', tests=list(texts))


def check(text=CHECK, entry_point='f', **more):
    return dict(more, kind='check', test=text, entry_point=entry_point)


def script(text, **more):
    return dict(more, kind='script', test=text)


ONE = asserts('assert f(1) == 2')


def body(text):
    return 'def f(x):\n' + ''.join('    %s\n' % line for line in text.split('\n'))


# name, candidate, task, what the verdict must hold: outcome and detail first, then a strip or None,
# then pieces that the reason must contain
CASES = [
    # outcomes of the plain kind
    ('right', GOOD, ONE, 'pass', None, 'p'),
    ('wrong, with the values', body('return x'), ONE, 'assertion_fail', 'wrong_answer', 'f',
     'assert f(1) == 2: got 1, expected 2'),
    ('one of three wrong', body('return 2'), asserts('assert f(1) == 2', 'assert f(2) == 3', 'assert f(1) == 2'),
     'assertion_fail', 'wrong_answer', 'pfp', 'got 2, expected 3'),
    ('raises', 'def f(x):\n    return 1/0\n', ONE, 'error', 'exception', 'e',
     'ZeroDivisionError: division by zero, line 2: return 1/0'),
    ('first failure decides', body('return 1 // (x - 2)'), asserts('assert f(1) == 2', 'assert f(2) == 2'),
     'assertion_fail', 'wrong_answer', 'fe'),
    ('raise first', body('return 1 // (x - 2)'), asserts('assert f(2) == 2', 'assert f(1) == 2'),
     'error', 'exception', 'ef'),
    ('bare expression', GOOD, asserts('f(1) == 2', 'f(1) == 3'), 'assertion_fail', 'wrong_answer', 'pf',
     'f(1) == 3: got 2, expected 3'),
    ('several statements', GOOD, asserts('y = f(1)\nassert y == 2', 'y = f(1)\nassert y == 3\n'),
     'assertion_fail', 'wrong_answer', 'pf', 'got 2, expected 3'),
    ('several statements, one raises', GOOD, asserts('y = f(1)\nassert y == 2\ny.nope'), 'error', 'exception', 'e'),
    ('other operators', GOOD, asserts('assert f(1) < 2'), 'assertion_fail', 'wrong_answer', 'f',
     'got 2, expected < 2'),
    ('literal on the left', GOOD, asserts('assert 3 == f(1)'), 'assertion_fail', 'wrong_answer', 'f',
     'got 2, expected 3'),
    ('truth', body('return []'), asserts('assert f(1)'), 'assertion_fail', 'wrong_answer', 'f',
     'got [], expected a true value'),
    ('not', body('return [1]'), asserts('assert not f(1)'), 'assertion_fail', 'wrong_answer', 'f',
     'got [1], expected a false value'),
    ('chain', body('return 5'), asserts('assert 0 < f(1) < 3'), 'assertion_fail', 'wrong_answer', 'f',
     'got False'),
    ('message', body('return 0'), asserts('assert f(1) == 2, "sum of %d" % 7'), 'assertion_fail', 'wrong_answer', 'f',
     '(sum of 7)'),
    ('message that raises', body('return 0'), asserts('assert f(1) == 2, 1/0'), 'assertion_fail', 'wrong_answer', 'f'),
    ('message of no string', body('return 0'), asserts('assert f(1) == 2, [f(0)]'), 'assertion_fail', 'wrong_answer', 'f',
     '([0])'),
    ('comparison raises', 'class A:\n    def __eq__(self, o):\n        raise KeyError(3)\ndef f(x):\n    return A()\n',
     ONE, 'error', 'exception', 'e', 'KeyError: 3, line 3'),
    ('truth of the comparison raises',
     'class B:\n    def __bool__(self):\n        raise ValueError("ambiguous")\n'
     'class A:\n    def __eq__(self, o):\n        return B()\ndef f(x):\n    return A()\n',
     ONE, 'error', 'exception', 'e', 'ambiguous'),
    ('__eq__ is asked once', 'n = 0\nclass A:\n    def __eq__(self, o):\n        global n\n        n += 1\n'
     '        return n == 1\ndef f(x):\n    return A()\n', asserts('assert f(1) == 2', 'assert n == 1'), 'pass', None, 'pp'),
    ('walrus', GOOD, asserts('assert (y := f(1)) == 2', 'assert y == 2'), 'pass', None, 'pp'),
    ('Windows line ends', GOOD.replace('\n', '\r\n'), ONE, 'pass', None, 'p'),
    ('byte order mark', '\ufeff' + GOOD, ONE, 'syntax_error', None, '-', '(line 1)'),

    # loading
    ('does not parse', 'def f(x)\n    return\n', ONE, 'syntax_error', None, '-', 'SyntaxError:', '(line 1)'),
    ('null byte', 'x = 1\n\0\n', ONE, 'syntax_error', None, '-', 'null bytes'),
    ('lone surrogate in the source', 'x = "\ud800"\n', ONE, 'syntax_error', None, '-', 'UnicodeEncodeError'),
    ('too deep to parse', 'x = ' + '(' * 5000 + ')' * 5000, ONE, 'syntax_error', None, '-'),
    ('too deep to compile', 'x = ' + '-' * 100000 + '1', ONE, 'syntax_error', None, '-'),
    ('tabs and spaces', 'def f(x):\n        y = 1\n\treturn y\n', ONE, 'syntax_error', None, '-', 'TabError'),
    ('a fence left in', '```python\n' + GOOD + '```\n', ONE, 'syntax_error', None, '-'),
    ('import-time exception', 'import math\n\n\ndef f(x: List[int]):\n    pass\n', ONE, 'syntax_error', 'exception', '-',
     "NameError: name 'List' is not defined, at import, line 4"),
    ('own test fails at import', GOOD + 'assert f(1) == 3\n', ONE, 'syntax_error', 'exception', '-',
     'AssertionError, at import, line 3'),
    ('unknown module', 'import nope_nope\n', ONE, 'syntax_error', 'exception', '-', 'ModuleNotFoundError'),
    ('out of memory at import', 'x = bytearray(1 << 33)\n', ONE, 'error', 'memory_limit', '-'),
    ('sys.exit at import', 'import sys\nsys.exit(0)\n', ONE, 'error', 'early_exit', '-', 'SystemExit: 0', 'line 2'),
    ('exit at import', 'exit()\n', ONE, 'error', 'early_exit', '-'),
    ('quit at import', 'quit(3)\n', ONE, 'error', 'early_exit', '-'),
    ('raise SystemExit at import', 'raise SystemExit\n', ONE, 'error', 'early_exit', '-'),
    ('KeyboardInterrupt at import', 'raise KeyboardInterrupt\n', ONE, 'error', 'exception', '-'),
    ('a main guard does not run', GOOD + 'if __name__ == "__main__":\n    raise SystemExit(1)\n', ONE, 'pass', None, 'p'),
    ('future import', 'from __future__ import annotations\ndef f(x: Nope):\n    return x + 1\n', ONE, 'pass', None, 'p'),
    ('empty program', '', ONE, 'error', 'no_entry_point', 'e', 'does not define f'),
    ('prose', [{'rule': 'whole_text', 'source': 'I am sorry, I cannot.\n'}], ONE, 'error', 'no_code', '-'),
    ('nothing at all', [{'rule': 'whole_text', 'source': '  \n'}], ONE, 'error', 'no_code', '-'),
    ('broken code is code', [{'rule': 'whole_text', 'source': 'Here:\ndef f(x):\n'}], ONE, 'syntax_error', None, '-'),

    # entry points
    ('no entry point', 'import os\ndef g(x):\n    return 1\n', check(), 'error', 'no_entry_point', '--',
     'does not define f; it defines g'),
    ('no entry point, asserts', 'def g(x):\n    return 1\n', ONE, 'error', 'no_entry_point', 'e', 'it defines g'),
    ('NameError of another name', 'def f(x):\n    return nope\n', ONE, 'error', 'exception', 'e',
     "NameError: name 'nope' is not defined, line 2: return nope"),
    ('entry point is a lambda', 'f = lambda x: x + 1\n', check(), 'pass', None, 'pp'),
    ('entry point is a class', 'class f(int):\n    def __new__(cls, x):\n        return int(x + 1)\n', check(), 'pass', None, 'pp'),
    ('entry point called check', 'def check(x):\n    return x + 1\n', check(entry_point='check'), 'pass', None, 'pp'),
    ('entry point called check, wrong', 'def check(x):\n    return x\n', check(entry_point='check'),
     'assertion_fail', 'wrong_answer', 'ff'),
    ('entry point called sum', 'def sum(a, b):\n    return a + b\n', asserts('assert sum(1, 2) == 3'), 'pass', None, 'p'),

    # several readings
    ('first that defines it', ['y = 1\n', 'def g():\n    pass\n', GOOD, 'f = 3\n'], ONE, 'pass', None, 'p'),
    ('first that compiles', ['def f(:\n', 'y = 1\n', 'z = 2\n'], check(), 'error', 'no_entry_point', '--'),
    ('none compiles', ['def f(:\n', 'def (\n'], ONE, 'syntax_error', None, '-'),
    ('defined below an if', ['y = 1\n', 'if True:\n    def f(x):\n        return x + 1\n'], ONE, 'pass', None, 'p'),
    ('imported', ['y = 1\n', 'from operator import neg as f\n'], asserts('assert f(1) == -1'), 'pass', None, 'p'),

    # check
    ('check', GOOD, check(), 'pass', None, 'pp'),
    ('check goes on after a failure', body('return 3'), check(), 'assertion_fail', 'wrong_answer', 'fp'),
    ('check called by the test itself', GOOD, check(CHECK + 'check(f)\n'), 'pass', None, 'pp'),
    ('check with top-level assertions', GOOD, check('assert f(0) == 1\n' + CHECK), 'pass', None, 'ppp'),
    ('check with a loop', GOOD,
     check('def check(c):\n    for i in range(9):\n        assert c(i) == i + 1\n    assert True\n'), 'pass', None, 'pp'),
    ('a loop fails once', body('return x + 1 if x != 7 else 0'),
     check('def check(c):\n    for i in range(9):\n        assert c(i) == i + 1\n    assert True\n'),
     'assertion_fail', 'wrong_answer', 'fp', 'got 0, expected 8'),
    ('statement raises', GOOD, check('def check(c):\n    assert c(1) == 2\n    c.nope\n    assert c(1) == 2\n    assert True\n'),
     'error', 'exception', 'pe-', 'in the test: c.nope'),
    ('statement raises after the last', GOOD, check('def check(c):\n    assert c(1) == 2\n    c.nope\n'),
     'error', 'exception', 'e'),
    ('no assertion sites', GOOD, check('def check(c):\n    c(1)\n'), 'pass', None, 'p'),
    ('no assertion sites, raises', GOOD, check('def check(c):\n    c("x")\n'), 'error', 'exception', 'e', 'TypeError'),
    ('helper asserts', body('return 1'),
     check('def same(a, b):\n    assert a == b, "differ"\ndef check(c):\n    same(c(1), 2)\n'),
     'assertion_fail', 'wrong_answer', 'f', 'differ', 'same(c(1), 2)'),
    ('unittest helper asserts', body('return 1'),
     check('import unittest\ndef check(c):\n    unittest.TestCase().assertEqual(c(1), 2)\n'),
     'assertion_fail', 'wrong_answer', 'f', '1 != 2'),
    ('the candidate asserts', body('assert x > 5'), check(), 'error', 'exception', 'ee', 'line 2: assert x > 5'),
    ('callback of the test asserts', body('return x(3)'),
     asserts('def cb(v):\n    assert v == 4\nf(cb)'), 'assertion_fail', 'wrong_answer', 'f'),
    ('expected exception', body('raise ValueError'),
     check('def check(c):\n    try:\n        c(1)\n        assert False\n    except ValueError:\n        pass\n    assert True\n'),
     'pass', None, '-p'),
    ('expected exception does not come', GOOD,
     check('def check(c):\n    try:\n        c(1)\n        assert False, "none"\n    except ValueError:\n        pass\n'),
     'assertion_fail', 'wrong_answer', 'f', 'none'),
    ('handler of the test sees it', body('raise ValueError'),
     check('def check(c):\n    try:\n        assert c(1) == 2\n    except ValueError:\n        pass\n    assert True\n'),
     'pass', None, '-p'),
    ('caught assertion', body('return 1'),
     check('def check(c):\n    try:\n        assert c(1) == 2\n    except AssertionError:\n        pass\n'), 'pass', None, 'p'),
    ('suppress', body('raise KeyError'),
     check('from contextlib import suppress\ndef check(c):\n    with suppress(KeyError):\n        assert c(1)\n    assert True\n'),
     'pass', None, '-p'),
    ('assertion in with', body('return 1'),
     check('from contextlib import suppress\ndef check(c):\n    with suppress(KeyError):\n        assert c(1) == 2\n'),
     'assertion_fail', 'wrong_answer', 'f', 'got 1, expected 2'),
    ('optional site not run', GOOD,
     check('def check(c):\n    assert c(1) == 2\n    if c(1) == 3:\n        assert False\n'), 'pass', None, 'p-'),
    ('return leaves the rest out', GOOD,
     check('def check(c):\n    assert c(1) == 2\n    if c:\n        return\n    assert False\n'), 'pass', None, 'p-'),

    # script
    ('script', GOOD, script('for i in range(3):\n    assert f(i) == i + 1\nassert f(0) == 1\n'), 'pass', None, 'pp'),
    ('script with check', GOOD, script(CHECK + 'check(f)\n'), 'pass', None, 'pp'),
    ('script, wrong', body('return 2'), script('assert f(1) == 2\nassert f(2) == 3\nassert f(1) == 2\n'),
     'assertion_fail', 'wrong_answer', 'pfp'),
    ('script of statements', GOOD, script('f(1)\nf(2)\n'), 'pass', None, 'p'),
    ('loop over nothing', body('return []'), script('for v in f(1):\n    assert v == 2\n'), 'pass', None, '-'),
    ('loop over literals cut short', body('return x'),
     script('cases = [(1, 1), (2, 2)]\nfor a, b in cases:\n    assert f(a) == b\nassert f(3) == 3\n'), 'pass', None, 'pp'),

    # order of code, set-up, tests in one namespace
    ('set-up after the code', 'root = 1\ndef f(x):\n    return root\n', asserts('assert f(1) == 2', setup='root = 2'),
     'pass', None, 'p'),
    ('set-up fails', GOOD, asserts('assert f(1) == 2', setup='nope'), 'error', 'exception', 'e'),
    ('set-up may import what is denied', GOOD, asserts('assert f(1) == 2', setup='import shutil, ctypes, urllib.parse'),
     'pass', None, 'p'),
    ('tests may import what is denied', GOOD, script('import subprocess\nassert subprocess and f(1) == 2\n'), 'pass', None, 'p'),

    # exits
    ('sys.exit in the function', 'import sys\ndef f(x):\n    sys.exit(0)\n', asserts('assert f(1) == 2', 'assert True'),
     'error', 'early_exit', 'e-', 'SystemExit: 0, line 3: sys.exit(0)'),
    ('BaseException in the function', 'class Own(BaseException):\n    pass\ndef f(x):\n    raise Own("it")\n',
     asserts('assert f(1) == 2', 'assert True'), 'error', 'exception', 'e-', 'Own: it'),
    ('out of memory in the function', body('return bytearray(1 << 33)'), ONE, 'error', 'memory_limit', 'e'),
    ('recursion without end', body('return f(x)'), ONE, 'error', 'exception', 'e', 'RecursionError'),
    ('input() sees end of file', body('return input()'), ONE, 'error', 'exception', 'e', 'EOFError'),

    # denied
    ('denied import', 'import socket\n', ONE, 'error', 'denied_import', '-', 'socket', 'line 1'),
    ('denied submodule', 'import urllib.request\n', ONE, 'error', 'denied_import', '-', 'urllib.request'),
    ('denied from', 'from urllib import parse\n', ONE, 'error', 'denied_import', '-', 'urllib'),
    ('denied from of a submodule', 'from http import client\n', ONE, 'error', 'denied_import', '-', 'http.client'),
    ('denied asyncio.subprocess', 'from asyncio import subprocess\n', ONE, 'error', 'denied_import', '-'),
    ('http itself is not denied', 'import http\nfrom http import HTTPStatus\n' + GOOD, ONE, 'pass', None, 'p'),
    ('denied __import__', '__import__("ctypes")\n', ONE, 'error', 'denied_import', '-', 'ctypes'),
    ('denied import_module', 'import importlib\nimportlib.import_module("shutil")\n', ONE, 'error', 'denied_import', '-'),
    ('denied import in exec', 'exec("import socket")\n', ONE, 'error', 'denied_import', '-'),
    ('denied in the function', body('import subprocess'), ONE, 'error', 'denied_import', 'e', 'subprocess'),
    ('caught denial', 'try:\n    import socket\nexcept ImportError:\n    pass\n' + GOOD, ONE, 'pass', None, 'p'),
    ('the library imports what it needs', 'import tempfile, random, asyncio, typing, dataclasses, re\n' + GOOD, ONE,
     'pass', None, 'p'),
    ('import_module of others', 'import importlib\nm = importlib.import_module("math")\n' + GOOD, ONE, 'pass', None, 'p'),
    ('denied call', 'import os\ndef f(x):\n    os.system("true")\n', ONE, 'error', 'denied_call', 'e', 'os.system'),
    ('denied call, from', 'from os import system\nsystem("true")\n', ONE, 'error', 'denied_call', '-', 'os.system'),
    ('denied call, posix', 'import posix\nposix.system("true")\n', ONE, 'error', 'denied_call', '-'),

    # values
    ('huge list', body('return [x] * 10000000'), ONE, 'assertion_fail', 'wrong_answer', 'f', 'got [1, 1'),
    ('huge string', body('return "a" * 100000000'), ONE, 'assertion_fail', 'wrong_answer', 'f'),
    ('huge int', body('return 1 << 100000000'), ONE, 'assertion_fail', 'wrong_answer', 'f', 'an int of 100000001 bits'),
    ('recursive list', body('a = [x]\na.append(a)\nreturn a'), ONE, 'assertion_fail', 'wrong_answer', 'f'),
    ('deep list', body('a = []\nfor i in range(900):\n    a = [a]\nreturn a'), ONE, 'assertion_fail', 'wrong_answer', 'f'),
    ('hostile repr', 'class A:\n    def __repr__(self):\n        raise SystemExit\ndef f(x):\n    return [A()]\n', ONE,
     'assertion_fail', 'wrong_answer', 'f', 'repr raised SystemExit'),
    ('hostile message', 'class E(Exception):\n    def __str__(self):\n        raise SystemExit\ndef f(x):\n    raise E\n', ONE,
     'error', 'exception', 'e', 'E: <no message>'),
    ('lone surrogate in a value', body('return "\\ud800\\x1b[2J\\n"'), ONE, 'assertion_fail', 'wrong_answer', 'f'),
    ('control characters in a message', body('raise ValueError("a\\x1b[2Jb\\nc\\ud800")'), ONE, 'error', 'exception', 'e',
     'a\\x1b[2Jb\\nc\\ud800'),
    ('containers', body('return {1: (2,), "k": {3}, None: frozenset()}'), ONE, 'assertion_fail', 'wrong_answer', 'f',
     "got {1: (2,), 'k': {3}, None: frozenset()}, expected 2"),
    ('a dict that lies about items', 'class D(dict):\n    items = None\ndef f(x):\n    return D(a=1)\n', ONE,
     'assertion_fail', 'wrong_answer', 'f', "{'a': 1}"),

    # standard machinery works in the shared module
    ('dataclass', 'from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\ndef f(x):\n    return P(x + 1).a\n', ONE,
     'pass', None, 'p'),
    ('pickle', 'import pickle\nclass P:\n    pass\ndef f(x):\n    return pickle.loads(pickle.dumps(P())).__class__ is P and x + 1\n',
     ONE, 'pass', None, 'p'),
    ('type hints', 'import typing\nclass N:\n    n: "N"\ndef f(x):\n    return typing.get_type_hints(N)["n"] is N and x + 1\n', ONE,
     'pass', None, 'p'),
    ('asyncio', 'import asyncio\nasync def g(x):\n    return x + 1\ndef f(x):\n    return asyncio.run(g(x))\n', ONE,
     'pass', None, 'p'),
    ('thread', 'import threading\ndef f(x):\n    r = []\n    t = threading.Thread(target=lambda: r.append(x + 1))\n'
     '    t.start()\n    t.join()\n    return r[0]\n', ONE, 'pass', None, 'p'),

    # a candidate that breaks things and is right nevertheless
    ('patched builtins', GOOD + 'import builtins\ns = setattr\nfor n in ("len", "print", "isinstance", "str", "repr", "type", "getattr",'
     ' "compile", "exec", "range", "dict", "list", "set", "issubclass", "setattr", "zip", "map", "any", "BaseException"):\n'
     '    s(builtins, n, None)\n', ONE, 'pass', None, 'p'),
    ('patched os', GOOD + 'import os, posix\nfor m in os, posix:\n    m.write = m._exit = m.getpid = None\n', ONE, 'pass', None, 'p'),
    ('patched sys', GOOD + 'import sys\nsys._getframe = sys.exc_info = sys.setrecursionlimit = sys.settrace = None\n', ONE,
     'pass', None, 'p'),
    ('closed descriptors', GOOD + 'import os\nfor i in range(11):\n    try:\n        os.close(i)\n    except OSError:\n'
     '        pass\n', ONE, 'pass', None, 'p'),
    ('replaced stdout', GOOD + 'import sys\nsys.stdout = sys.stderr = sys.__stdout__ = None\n', ONE, 'pass', None, 'p'),
    ('closed stdout', GOOD + 'import sys\nsys.stdout.close()\n', ONE, 'pass', None, 'p'),
    ('emptied sys.modules', GOOD + 'import sys\nsys.modules.clear()\n', ONE, 'pass', None, 'p'),
    ('recursion limit left low', GOOD + 'import sys\nsys.setrecursionlimit(60)\n', ONE, 'pass', None, 'p'),
    ('trace function that raises', 'import sys\ndef f(x):\n    def t(*a):\n        raise ValueError\n    sys.setprofile(None)\n'
     '    return x + 1\n', ONE, 'pass', None, 'p'),
    ('atexit that exits', GOOD + 'import atexit, os\natexit.register(os._exit, 9)\n', ONE, 'pass', None, 'p'),
    ('thread that sleeps on', GOOD + 'import threading, time\nthreading.Thread(target=time.sleep, args=(30,)).start()\n', ONE,
     'pass', None, 'p'),
    ('alarm that goes off', GOOD + 'import signal\nsignal.signal(signal.SIGALRM, lambda *a: None)\n'
     'signal.setitimer(signal.ITIMER_REAL, .001, .001)\n', ONE, 'pass', None, 'p'),
    ('forked child goes on', 'import os\ndef f(x):\n    return x + 1 if os.fork() else 7\n', ONE, 'pass', None, 'p'),
    ('AssertionError redefined, right', GOOD + 'class AssertionError(Exception):\n    pass\n', ONE, 'pass', None, 'p'),
    ('AssertionError redefined, wrong', body('return 1') + 'import builtins\nbuiltins.AssertionError = AssertionError = int\n', ONE,
     'assertion_fail', 'wrong_answer', 'f'),
    ('Exception redefined', body('raise KeyError') + 'Exception = int\n', ONE, 'error', 'exception', 'e'),
    ('namespace cleared', body('globals().clear()\nreturn 2'), asserts('assert f(1) == 2', 'assert 1 == 1'), 'pass', None, 'pp'),
    ('__import__ of its own', GOOD + 'import builtins\nbuiltins.__import__ = None\n', ONE, 'pass', None, 'p'),
    ('garbage collection off', GOOD + 'import gc\ngc.disable()\ngc.freeze()\n', ONE, 'pass', None, 'p'),
    ('SIGPIPE restored', GOOD + 'import signal\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n', ONE, 'pass', None, 'p'),

    ('alarm that raises', 'import signal\ndef no(*a):\n    raise TimeoutError("slow")\nsignal.signal(signal.SIGALRM, no)\n'
     'def f(x):\n    signal.setitimer(signal.ITIMER_REAL, .01)\n    while True:\n        pass\n', ONE,
     'error', 'exception', 'e', 'TimeoutError: slow, line 3'),
    ('profile function that raises', GOOD + 'import sys\ndef p(*a):\n    raise KeyError\nsys.setprofile(p)\n', ONE,
     'syntax_error', 'exception', '-'),

    # what the official harnesses are known to misjudge, as far as this guard decides
    ('swallows everything', 'def f(x):\n    try:\n        import sys\n        sys.exit()\n    except BaseException:\n'
     '        return x + 1\n', ONE, 'pass', None, 'p'),
    ('prints a lone surrogate', 'print("\\ud800")\n' + GOOD, ONE, 'pass', None, 'p'),
    ('prints a lot', body('print("x" * 999)\nreturn x + 1').replace('print', 'for i in range(9999): print', 1), ONE,
     'pass', None, 'p'),
    ('writes a lot by os.write', 'import os\nos.write(1, b"x" * 5000000)\n' + GOOD, ONE, 'pass', None, 'p'),
    ('prints a verdict', 'print(\'{"nonce": "n0nce", "verdict": {"outcome": "pass"}}\')\n' + body('return 0'), ONE,
     'assertion_fail', 'wrong_answer', 'f'),
    ('writes to every descriptor', 'import os\nfor i in range(64):\n    try:\n        os.write(i, b"PASSED\\n")\n'
     '    except OSError:\n        pass\n' + GOOD, ONE, 'pass', None, 'p'),
    ('spawns a sleeper', 'import os\nos.posix_spawn("/bin/sleep", ["sleep", "20"], {})\n' + GOOD, ONE, 'pass', None, 'p'),
    ('full function after an open body', 'def f(x):\n    """doc"""\ndef f(x):\n    return x + 1\n', ONE, 'pass', None, 'p'),
]


def check_case(row, answer):
    """What is wrong with ANSWER, or an empty string."""
    name, _, task, outcome, detail, strip = row[:6]
    verdict = answer.verdict
    if verdict is None:
        return 'no verdict: status %s, fault %s, %d verdicts, stderr %s' % (
            answer.status, answer.fault, len(answer.verdicts), answer.err[-300:])
    got = (verdict['outcome'], verdict['detail'], verdict['strip'])
    if got != (outcome, detail, strip):
        return 'got %s, want %s: %s' % (got, (outcome, detail, strip), verdict['reason'])
    reason = verdict['reason']
    for piece in row[6:]:
        if piece not in reason:
            return 'reason %r lacks %r' % (reason, piece)
    if len(reason) > 200 or not reason.isprintable():
        return 'reason is no short line: %r' % reason
    if verdict['executed'] != len(strip) - strip.count('-'):
        return 'executed is %d' % verdict['executed']
    if any(letter in 'fe' for letter in strip) != bool(verdict['failures']):
        return 'failures: %r' % verdict['failures']
    if 'Traceback' in answer.err:
        return 'traceback on stderr: %s' % answer.err[-300:]
    return '' if answer.status == 0 else 'status %d' % answer.status


def case_results():
    requests = [driver.request(row[1], **row[2]) for row in CASES]
    for row, answer in zip(CASES, driver.judge_all(requests, 10)):
        yield row[0], check_case(row, answer)


# ---------------------------------------------------------------- what a row cannot say

def test_failure_record():
    answer = driver.judge(body('return [x, None]'), kind='check', entry_point='f',
                          test='def check(c):\n    assert c(1) == \\\n        [1, 2], "m"\n')
    want = {'test': 0, 'line': 2, 'source': 'assert c(1) == \\ [1, 2], "m"', 'message': 'm', 'got': '[1, None]',
            'op': '==', 'want': '[1, 2]', 'exception': None, 'code_line': None}
    assert answer.verdict['failures'] == [want], answer.verdict


def test_exception_record():
    answer = driver.judge('def g():\n    return {}[1]\ndef f(x):\n    return g()\n', tests=['assert f(1) == 2'])
    failure = answer.verdict['failures'][0]
    assert (failure['exception'], failure['code_line'], failure['got']) == ('KeyError: 1', 2, None), failure
    assert answer.verdict['code_line'] == 2
    assert answer.verdict['reason'] == 'KeyError: 1, line 2: return {}[1]', answer.verdict


def test_lines_in_order():
    answer = driver.judge(GOOD, kind='script', test='for i in 1, 2:\n    assert f(i) == 2\nassert f(3) == 4\n')
    assert [{k: v for k, v in line.items() if k != 'nonce'} for line in answer.lines[:-1]] == [
        {'start': True, 'program': 0}, {'test': 0, 'ok': True}, {'test': 0, 'ok': False},
        {'test': 1, 'ok': True}], answer.lines
    assert answer.strays == 0


def test_compiling_is_on_the_candidates_clock():
    assert driver.judge('def (', tests=['assert f(1) == 2']).started


def test_chosen_program_is_named():
    answer = driver.judge(['def (', GOOD], tests=['assert f(1) == 2'])
    assert answer.verdict['program'] == 1 and [line['program'] for line in answer.lines if 'start' in line] == [0, 1], answer.lines


def test_at_most_twenty_failures():
    answer = driver.judge(body('return 0'), tests=['assert f(1) == 2'] * 30)
    assert len(answer.verdict['failures']) == 20 and answer.verdict['strip'] == 'f' * 30


def test_output_is_kept():
    answer = driver.judge('import sys\nsys.stdout.write("a")\nsys.stderr.write("b\\ud800")\n' + GOOD,
                          tests=['assert f(1) == 2'])
    assert answer.passed and answer.out == 'a' and answer.err == 'b\\ud800', (answer.out, answer.err)


def test_exits_give_no_verdict():
    for text in ('import os\nos._exit(0)\n', 'import os\nos.kill(os.getpid(), 9)\n', 'import os\nos.abort()\n'):
        answer = driver.judge(text, tests=['assert f(1) == 2'])
        assert answer.started and not answer.verdicts and answer.fault is None, answer.lines


def test_time_is_the_hosts_business():
    for text in ('while True:\n    pass\n', 'while True:\n    try:\n        pass\n    except BaseException:\n        pass\n'):
        assert driver.judge(text, timeout=1, tests=['assert f(1) == 2']).timed_out


WARM = '''
import posix, sys
sys.path.insert(0, sys.argv[1])
import harness
del sys.path[0]
for turn in range(3):
    posix.lseek(0, 0, 0)
    pid = posix.fork()
    if pid == 0:
        harness.serve(3)
    posix.waitpid(pid, 0)
'''


def test_serves_again_from_a_warm_interpreter():
    request = driver.request('import builtins, os\nassert not hasattr(builtins, "left")\nbuiltins.left = 1\n' + GOOD,
                             tests=['assert f(1) == 2'])
    folder = os.path.dirname(os.path.abspath(driver.HARNESS))
    answer = driver.run(request, 10, ['-B', '-c', WARM, folder])
    assert [v['outcome'] for v in answer.verdicts] == ['pass'] * 3 and answer.status == 0, (answer.lines, answer.err)


def test_bad_task_is_a_fault():
    for task, piece in ((asserts('assert f('), 'test 0 does not parse'), (check('x = 1'), 'no function check'),
                        (asserts(), 'no tests'), (check(entry_point=None), 'no entry point'), (asserts('assert f(1)', setup='def'), 'set-up code does not parse')):
        answer = driver.judge(GOOD, **task)
        assert piece in (answer.fault or '') and answer.status == 70 and not answer.verdicts, answer.lines


def test_texts_and_what_was_prepared_of_them_agree():
    rows = CASES[::4]
    pairs = [driver.judge_all([driver.request(row[1], **dict(row[2], texts=texts)) for row in rows], 10)
             for texts in (False, True)]
    for row, one, other in zip(rows, *pairs):
        assert one.lines == other.lines and one.verdicts, (row[0], one.lines, other.lines)


def test_tests_that_parse_and_do_not_compile_are_a_fault_of_each_sample():
    task = asserts('assert f(1) == 2', 'return')
    plan = driver.plan(task).plans[0]
    assert plan['error'] is None and plan['prepared'] is None, plan
    answer = driver.judge(GOOD, **task)
    assert 'SyntaxError' in (answer.fault or '') and not answer.verdicts, answer.lines


def test_bad_request_is_a_fault():
    answer = driver.run({'nonce': driver.NONCE, 'mode': 'judge'})
    assert answer.fault and answer.status == 70 and not answer.err, (answer.lines, answer.err)


def test_plan():
    tasks = [check(), asserts('assert f(g(1)) == len("x")', 'import math\nassert math.floor(f(2)) == 2'),
             script('def helper(a):\n    assert a\nfor i in range(2):\n    assert f(i)\n'
                    'x = f(1)\nfor i in x:\n    assert i\n'
                    'while f(1):\n    assert False\nif f(1):\n    assert True\n'),
             check('assert f(', entry_point='f'), script('h(1)\n'),
             asserts('assert f(1)', setup='import math, nope_nope.deep\nfrom nay import x'),
             check('def check(c):\n    try:\n        assert c\n        assert c\n    except E:\n        assert c\n'
                   '    else:\n        assert c\n    finally:\n        assert c\n')]
    plans = driver.plan(*tasks).plans
    got = [(p['total'], p['required'], p['entry_points'], p['error'] is None and p['lacks'] is None) for p in plans]
    assert got == [(2, 2, ['f'], True), (2, 2, ['f', 'g'], True), (4, 1, ['f'], True), (0, 0, [], False),
                   (1, 1, ['h'], True), (1, 1, ['f'], False), (5, 1, ['f'], True)], got
    assert [p['plan'] for p in plans] == list(range(7))


def test_plan_names_what_is_lacking():
    plan = driver.plan(asserts('assert f(1)', setup='import math, nope_nope.deep\nfrom nay import x')).plans[0]
    assert plan['lacks'] == 'the tests import nay and nope_nope, which is not there without --site-packages: start a ' \
        'new run with it, and with --python where another interpreter has what is missing', plan


def test_big_answer_survives_a_slow_reader():
    answer = driver.judge(body('raise ValueError("\\u2028" * 900)'), tests=['assert f(1) == 2'] * 400)
    assert answer.verdict and answer.verdict['strip'] == 'e' * 400


UNITS = [value for name, value in sorted(globals().items()) if name.startswith('test_')]


def unit_results():
    for unit in UNITS:
        try:
            unit()
            yield unit.__name__, ''
        except Exception as error:      # a test that dies has failed
            yield unit.__name__, '%s: %s' % (type(error).__name__, error)


def data_results():
    if not os.path.isdir(harness_data.DATA):
        print('skipped: agreement with recorded verdicts, no data in %s' % harness_data.DATA)
        return
    for name, work, count in harness_data.sets():
        agree, total, bad = work()
        problem = '' if agree == count and not bad else '%d of %d agree, want %d\n    %s' % (
            agree, total, count, '\n    '.join(bad))
        print('%s: %d of %d agree' % (name, agree, total))
        yield name, problem


def main():
    passed = failed = 0
    parts = [case_results, unit_results]
    if '--no-data' not in sys.argv:
        parts.append(data_results)
    for part in parts:
        for name, problem in part():
            if problem:
                failed += 1
                print('FAILED %s: %s' % (name, problem))
            else:
                passed += 1
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    threading.stack_size(1 << 20)
    sys.exit(main())
