"""The split guard: what it serves, and what it refuses; split_attack_test.py has those who forge.

Two harness processes and a socket pair, without a sandbox.  EVALTOP_TEST_DATA: the public sets;
EVALTOP_TEST_FULL=1: all of them.
"""
import os
import shutil
import sys
import tempfile
import time

import harness_data
import harness_driver as driver
import harness_test
import split_driver

GOOD = harness_test.GOOD
asserts, check, script, body = harness_test.asserts, harness_test.check, harness_test.script, harness_test.body
ONE = asserts('assert f(1) == 2')


def value(text, wrong='None', setup=''):
    """A function that returns TEXT, and tests that want exactly that."""
    head = 'import collections, datetime, decimal, fractions\n'
    test = head + setup + 'r = f()\nw = %s\nassert r == w, r\nassert type(r) is type(w)\nassert repr(r) == repr(w)\n' % text
    return head + 'def f():\n    return %s\n' % text, head + 'def f():\n    return %s\n' % wrong, script(test)


BAG = '''class Bag:
    def __init__(self, a):
        self.a = list(a)
    def put(self, x):
        self.a.append(x)
    def __len__(self):
        return len(self.a)
    def __iter__(self):
        return iter(self.a)
    def __getitem__(self, i):
        return self.a[i]
'''
STACK = '''class Stack:
    limit = 3
    def __init__(self, items=()):
        self.items = list(items)
    def push(self, x):
        self.items.append(x)
        return self
    def pop(self):
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()
    def __len__(self):
        return len(self.items)
    def __contains__(self, x):
        return x in self.items
    def __iter__(self):
        return iter(self.items)
    def __getitem__(self, i):
        return self.items[i]
    def __eq__(self, o):
        return isinstance(o, Stack) and self.items == o.items
    def __lt__(self, o):
        return len(self) < len(o)
    def __add__(self, o):
        return Stack(self.items + list(o))
    def __repr__(self):
        return "Stack(%r)" % self.items
    def __bool__(self):
        return bool(self.items)
    def __call__(self, n):
        return self.items[n]
    def __enter__(self):
        return self
    def __exit__(self, *a):
        self.items.clear()
    @staticmethod
    def of(*items):
        return Stack(items)
    @property
    def top(self):
        return self.items[-1]
'''
LIST = 'class Node:\n    def __init__(self, val, next=None):\n        self.val = val\n        self.next = next\n'

# name, right program, wrong program (or what to replace in the right one), task
SERVED = [
    ('plain', GOOD, ('+ 1', '+ 2'), ONE),
    ('an iterator of its own with a length', 'class L:\n    def __init__(s, n): s.n = n\n    def __len__(s): return s.n\n    def __iter__(s):\n        s.i = -1\n        return s\n    def __next__(s):\n        s.i += 1\n        if s.i >= s.n: raise StopIteration\n        return s.i\ndef f(n):\n    return L(n)\n',
     ('return s.i', 'return 0'), script('r = f(3)\nassert len(r) == 3\nassert list(r) == [0, 1, 2] and len(r) == 3')),
    ('items that are used up', 'class Q:\n    def __init__(s, n): s.v = list(range(n))\n    def __len__(s): return len(s.v)\n    def __iter__(s):\n        while s.v: yield s.v.pop(0)\ndef f(n):\n    return Q(n)\n',
     ('pop(0)', 'pop()'), script('r = f(3)\nassert list(r) == [0, 1, 2]\nassert len(r) == 0')),
    ('a method that ends', 'class C:\n    def __init__(s, n): s.n = n\n    def next(s):\n        if s.n == 0: raise StopIteration\n        s.n -= 1\n        return s.n\n',
     ('== 0', '== 1'), script('c = C(1)\nassert c.next() == 0\ntry:\n    c.next()\n    ends = False\nexcept StopIteration:\n    ends = True\nassert ends')),
    ('a manager that swallows what it is to', 'class f:\n    def __init__(s, k): s.k = k\n    def __enter__(s): return s\n    def __exit__(s, t, *a): return t is not None and issubclass(t, s.k)\n',
     ('issubclass(t, s.k)', 'False'), script('with f(ValueError):\n    raise ValueError\nwith f(ZeroDivisionError):\n    1 / 0\nassert True')),
    ('a callback that is tried again', 'def f(g):\n    while True:\n        try: return g()\n        except ValueError: pass\n',
     ('pass', 'raise'), script('n = []\ndef g():\n    n.append(1)\n    if len(n) < 3: raise ValueError\n    return 7\nassert f(g) == 7 and len(n) == 3')),
    ('members by items alone', 'class L:\n    def __getitem__(s, i): return (1, 2)[i]\n    def __contains__(s, x): return x < 3\ndef f(x):\n    return L()\n',
     ('(1, 2)', '(1, 3)'), script('assert 2 in f(1) and 3 not in f(1)')),
    ('tolerance', 'def f(x):\n    return x / 3\n', ('/ 3', '/ 4'), asserts('assert abs(f(1) - 0.3333333) < 1e-6')),
    ('isclose', 'def f(x):\n    return x / 3\n', ('/ 3', '/ 4'), script('import math\nassert math.isclose(f(1), 1 / 3)')),
    ('hundred random calls', 'def f(a):\n    return sorted(a)\n', ('sorted(a)', 'a'),
     script('import random\nfor i in range(100):\n    a = [random.random() for _ in range(9)]\n    assert f(a) == sorted(a)\n')),
    ('changes its argument', 'def f(a):\n    a.sort()\n', ('a.sort()', 'sorted(a)'), script('a = [3, 1, 2]\nassert f(a) is None\nassert a == [1, 2, 3]')),
    ('changes a dict, a set, bytes', 'def f(d, s, b):\n    d["x"] = [1]\n    s.discard(2)\n    b += b"!"\n', ('= [1]', '= [2]'),
     script('d, s, b = {}, {1, 2}, bytearray(b"a")\nf(d, s, b)\nassert d == {"x": [1]} and s == {1} and b == b"a!"')),
    ('changes a list inside', 'def f(a):\n    a[1].append(a[0])\n', ('a[0]', '[9]'),
     script('i = [1]\na = [i, [2]]\nf(a)\nassert a == [[1], [2, [1]]] and a[1][1] is i and a[0] is i')),
    ('returns its argument', 'def f(a):\n    a.append(1)\n    return a\n', ('return a', 'return a[:]'), script('a = []\nassert f(a) is a')),
    ('returns a part of its argument', 'def f(a):\n    return [a[1], a]\n', ('a[1], a', 'list(a[1]), a'),
     script('a = [[1], [2]]\nr = f(a)\nassert r[0] is a[1] and r[1] is a')),
    ('the same list twice', 'def f(a, b):\n    a.append(1)\n    return a is b\n', ('a is b', 'False'), script('a = []\nassert f(a, a) is True\nassert a == [1]')),
    ('keyword arguments', 'def f(a, *, b=2, **k):\n    return a, b, k\n', ('k\n', '{}\n'), asserts('assert f(1, b=3, c=4) == (1, 3, {"c": 4})')),
    ('a callable', 'def f(g, x):\n    return g(g(x))\n', ('g(g(x))', 'g(x)'), asserts('assert f(lambda v: v + [1], []) == [1, 1]')),
    ('a built-in by name', 'def f(g, a):\n    return list(map(g, a))\n', ('list(map(g, a))', 'a'), asserts('assert f(abs, [-1]) == [1]', 'assert f(str.upper, ["a"]) == ["A"]', 'assert f(int, ["7"]) == [7]')),
    ('a callable that raises', 'def f(g):\n    try:\n        g()\n    except KeyError as e:\n        return e.args\n', ('KeyError', 'IndexError'),
     script('def g():\n    raise KeyError(5)\nassert f(g) == (5,)')),
    ('the test\'s exception goes through', 'def f(g):\n    return g()\n', ('g()', '1'),
     script('class Own(Exception):\n    pass\ndef g():\n    raise Own\ntry:\n    f(g)\n    assert False\nexcept Own:\n    pass\nassert True')),
    ('an assertion in a callable', 'def f(g):\n    g(5)\n    return 2\n', ('g(5)', 'g(4)'), script('def g(x):\n    assert x == 5\nassert f(g) == 2')),
    ('an assertion that the program lets through', 'def f(g):\n    try: g(1)\n    except AssertionError: raise\n    return 3\n', ('raise', 'pass'),
     script('def g(x):\n    assert x == 5\ntry:\n    f(g)\n    ok = False\nexcept AssertionError:\n    ok = True\nassert ok')),
    ('an assertion that the test catches itself', 'def f(g):\n    return g(1)\n', ('g(1)', '7'), script('def g(x):\n    try:\n        assert x == 5\n    except AssertionError:\n        return 2\nassert f(g) == 2')),
    ('a callable\'s other exceptions', 'def f(g):\n    try: return g(1)\n    except Exception: return 2\n', ('return 2', 'return 3'), script('def g(x):\n    raise OSError\nassert f(g) == 2')),
    ('a closure', 'def f(n):\n    return lambda x: x + n\n', ('x + n', 'x'), asserts('assert f(2)(3) == 5', 'assert callable(f(2))')),
    ('a closure with state', 'def f():\n    n = [0]\n    def g():\n        n[0] += 1\n        return n[0]\n    return g\n', ('+= 1', '+= 2'),
     script('g = f()\nassert (g(), g()) == (1, 2)\nassert f()() == 1')),
    ('a decorator', 'def f(g):\n    return lambda *a: g(*a) + 1\n', ('+ 1', '+ 2'), script('@f\ndef h(x):\n    return x * 2\nassert h(4) == 9')),
    ('a callback that calls the program', 'def f(g, n):\n    return 0 if n == 0 else 1 + g(f, n - 1)\n', ('1 +', '2 +'), script('assert f(lambda h, n: h(lambda k, m: k(None, 0), n), 1) == 1')),
    ('an exception', 'def f(x):\n    raise ValueError("bad %d" % x)\n', ('ValueError', 'KeyError'),
     script('try:\n    f(3)\n    assert False\nexcept ValueError as e:\n    assert str(e) == "bad 3"\nassert True')),
    ('an exception\'s message', 'def f(x):\n    raise ValueError("bad")\n', ('bad', 'worse'),
     script('import unittest\nt = unittest.TestCase()\nwith t.assertRaisesRegex(ValueError, "^bad$"):\n    f(1)\nassert True')),
    ('an exception of its own', 'class E(KeyError):\n    def __init__(self, m, code):\n        super().__init__(m)\n        self.code = code\ndef f(x):\n    raise E("m", 7)\n', (', 7)', ', 8)'),
     script('ok = False\ntry:\n    f(1)\nexcept E as e:\n    ok = e.code == 7 and e.args == ("m",) and isinstance(e, KeyError)\nassert ok')),
    ('a subclass of a built-in exception', 'class Low(ValueError):\n    pass\ndef f(x):\n    raise Low\n', ('ValueError', 'Exception'),
     script('try:\n    f(1)\n    assert False\nexcept ValueError:\n    pass\nassert True')),
    ('a generator', 'def f(n):\n    for i in range(n):\n        yield i * i\n', ('i * i', 'i'), asserts('assert list(f(200)) == [i * i for i in range(200)]', 'assert next(f(3)) == 0', 'assert sum(f(4)) == 14')),
    ('an endless generator', 'def f():\n    n = 0\n    while True:\n        yield n\n        n += 2\n', ('+= 2', '+= 1'), script('from itertools import islice\nassert list(islice(f(), 3)) == [0, 2, 4]\ng = f()\nassert [next(g), next(g), next(g)] == [0, 2, 4]')),
    ('a generator that raises', 'def f():\n    yield 1\n    raise KeyError\n', ('KeyError', 'IndexError'), script('g = f()\nassert next(g) == 1\ntry:\n    next(g)\n    assert False\nexcept KeyError:\n    pass\nassert list(g) == []')),
    ('map, zip, reversed', 'def f(a):\n    return zip(map(str, a), reversed(a))\n', ('str', 'int'), asserts('assert list(f([1, 2])) == [("1", 2), ("2", 1)]')),
    ('an iterator as argument', 'def f(a):\n    return next(a), list(a)\n', ('list(a)', 'a'), asserts('assert f(iter([1, 2, 3])) == (1, [2, 3])', 'assert f(x * x for x in range(3)) == (0, [1, 4])')),
    ('dict views', 'def f(d):\n    return d.keys(), d.values(), d.items()\n', ('d.keys()', 'list(d)'), script('k, v, i = f({1: 2})\nassert k == {1} and list(v) == [2] and i == {(1, 2)}')),
    ('a coroutine', 'import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x + 1\n', ('+ 1', '+ 2'), script('import asyncio\nassert asyncio.run(f(1)) == 2\nasync def main():\n    return await asyncio.gather(f(1), f(2))\nassert asyncio.run(main()) == [2, 3]')),
    ('a coroutine that sleeps', 'import asyncio\nasync def f(x):\n    await asyncio.sleep(.01)\n    await asyncio.sleep(.01)\n    return x + 1\n', ('+ 1', '+ 2'), script('import asyncio\nassert asyncio.run(f(1)) == 2')),
    ('printed text', 'def f(x):\n    print("n", x)\n    print(x + 1, end="")\n', ('"n"', '"m"'),
     script('import io, contextlib\nb = io.StringIO()\nwith contextlib.redirect_stdout(b):\n    f(1)\nassert b.getvalue() == "n 1\\n2"')),
    ('read text', 'def f():\n    return int(input()) + int(input())\n', ('+', '-'), script('import io, sys\nsys.stdin = io.StringIO("3\\n4\\nrest\\n")\nassert f() == 7\nassert sys.stdin.readline() == "rest\\n"')),
    ('import solution', GOOD, ('+ 1', '+ 2'), script('import solution\nfrom solution import f\nassert solution.f(1) == 2 and f(1) == 2')),
    ('from solution import *', GOOD, ('+ 1', '+ 2'), script('from solution import *\nassert f(1) == 2')),
    ('unittest in a script', GOOD, ('+ 1', '+ 2'), script('import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(f(1), 2)\nr = unittest.TestResult()\nunittest.defaultTestLoader.loadTestsFromTestCase(T).run(r)\nassert r.wasSuccessful() and r.testsRun == 1 and not r.skipped')),
    ('set-up code on both sides', 'def f(n):\n    return n.left.data + root.data\nclass Node:\n    def __init__(self, d):\n        self.data = d\n        self.left = None\n', ('+ root', '- root'),
     asserts('assert f(root) == 3', setup='root = Node(1)\nroot.left = Node(2)\n')),
    ('helpers of the prompt', 'def g(x):\n    return x * 2\ndef f(x):\n    return g(x) + 1\n', ('+ 1', '+ 2'), check('def check(c):\n    assert c(3) == g(3) + 1\n', helpers='def g(x):\n    return x * 2\n')),
    ('helpers that the program has not', GOOD, ('+ 1', '+ 2'), check('def check(c):\n    assert c(3) == g(3) + 1\n', helpers='import math\ndef g(x):\n    return math.floor(x)\n')),
    ('a class of the prompt, by value', LIST + 'def f(n):\n    return Node(n.val + 1, n.next and f(n.next))\n', ('+ 1', '+ 2'),
     check('def check(c):\n    r = c(Node(1, Node(2)))\n    assert type(r) is Node\n    assert (r.val, r.next.val, r.next.next) == (2, 3, None)\n', helpers=LIST)),
    ('a class of the prompt, changed', LIST + 'def f(n):\n    n.next = Node(n.val * 2, n)\n    return n.next\n', ('* 2', '* 3'),
     check('def check(c):\n    n = Node(2)\n    r = c(n)\n    assert n.next.val == 4\n    assert r.next is n\n', helpers=LIST)),
    ('a cycle of the prompt\'s class', LIST + 'def f(a):\n    x = Node(a)\n    x.next = Node(a + 1, x)\n    return x\n', ('+ 1', '+ 2'),
     check('def check(c):\n    r = c(1)\n    assert r.next.val == 2\n    assert r.next.next is r\n', helpers=LIST)),
    ('a linked list of its own', LIST.replace('Node', 'Cell') + 'def f(n):\n    return Cell(n, Cell(n + 1))\n', ('+ 1', '+ 2'), script('r = f(1)\nassert r.val == 1 and r.next.val == 2 and r.next.next is None')),
    ('objects as arguments', 'class Pair:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\ndef f(ps, n):\n    return sum(p.a for p in ps[:n])\n', ('p.a for', 'p.b for'), asserts('assert f([Pair(5, 24), Pair(15, 25)], 2) == 20')),
    ('objects of the test', 'def f(o):\n    o.n = o.n + 1\n    return o.double(4) + len(o)\n', ('+ 1', '+ 2'),
     script('class O:\n    n = 1\n    def double(self, x):\n        return 2 * x\n    def __len__(self):\n        return 5\no = O()\nassert f(o) == 13\nassert o.n == 2')),
    ('class: methods and state', STACK, ('.append(x)', '.insert(0, x)'), script('s = Stack()\ns.push(1)\ns.push(2)\nassert s.pop() == 2\nassert s.pop() == 1\ntry:\n    s.pop()\n    assert False\nexcept IndexError as e:\n    assert str(e) == "empty"')),
    ('class: attributes', STACK, ('self.items[-1]', 'self.items[0]'), script('s = Stack([1, 2])\nassert s.items == [1, 2] and s.top == 2 and Stack.limit == 3\ns.items = [7, 8]\nassert s.top == 8')),
    ('class: len, in, iter, index', STACK, ('x in self.items', 'x not in self.items'), script('s = Stack([1, 2])\nassert len(s) == 2 and 2 in s and 3 not in s and list(s) == [1, 2] and s[0] == 1 and s[-1:] == [2]')),
    ('class: str, repr, bool', STACK, ('Stack(%r)', 'stack(%r)'), script('s = Stack([1])\nassert repr(s) == str(s) == "Stack([1])" and "%s" % s == f"{s}" and s and not Stack()')),
    ('class: comparison', STACK, ('self.items == o.items', 'False'), script('assert Stack([1]) == Stack([1])\nassert Stack([1]) != Stack([2])\nassert Stack() < Stack([2])\nassert min(Stack([1]), Stack()) == Stack()')),
    ('class: arithmetic', STACK, ('self.items + list(o)', 'list(o)'), script('assert (Stack([1]) + Stack([2])).items == [1, 2]\nassert Stack([1]) + [2] == Stack([1, 2])')),
    ('class: call, with, static', STACK, ('self.items.clear()', 'pass'), script('s = Stack.of(4, 5)\nassert s(1) == 5\nwith s as t:\n    assert t is s\nassert not s')),
    ('class: isinstance and subclasses', 'class Shape:\n    def area(self):\n        return 0\nclass Square(Shape):\n    def __init__(self, a):\n        self.a = a\n    def area(self):\n        return self.a ** 2\n', ('** 2', '** 3'),
     script('s = Square(3)\nassert isinstance(s, Shape) and isinstance(s, Square) and not isinstance(Shape(), Square)\nassert issubclass(Square, Shape)\nassert s.area() == 9\nassert type(s) is Square and type(s).__name__ == "Square"')),
    ('class: returns itself', STACK, ('return self\n    def pop', 'return Stack()\n    def pop'), script('s = Stack()\nassert s.push(1) is s\nassert s.push(2).pop() == 2')),
    ('class: hashable', 'class P:\n    def __init__(self, x):\n        self.x = x\n    def __eq__(self, o):\n        return self.x == o.x\n    def __hash__(self):\n        return hash(self.x)\n', ('hash(self.x)', 'id(self)'), script('assert len({P(1), P(1), P(2)}) == 2\nassert {P(1): 5}[P(1)] == 5')),
    ('class: a dataclass', 'from dataclasses import dataclass\n@dataclass(order=True)\nclass D:\n    a: int\n    b: str = "x"\n', ('"x"', '"y"'), script('assert D(1) == D(1, "x")\nassert D(1) < D(2)\nassert str(D(1)) == "D(a=1, b=\'x\')"\nassert D(3).a == 3')),
    ('class: an enum', 'import enum\nclass Color(enum.Enum):\n    RED = 1\n    BLUE = 2\ndef f(x):\n    return Color.BLUE if x else Color.RED\n', ('Color.BLUE if x', 'Color.RED if x'), script('assert f(1) == Color.BLUE and f(0) is Color.RED and f(1).value == 2 and f(1).name == "BLUE"\nassert [c.value for c in Color] == [1, 2] and len(Color) == 2')),
    ('class: a named tuple', 'from collections import namedtuple\nPoint = namedtuple("Point", "x y")\ndef f(p):\n    return Point(p.y, p.x)\n', ('p.y, p.x', 'p.x, p.y'), script('r = f(Point(1, 2))\nassert r == (2, 1) and r.x == 2 and r == Point(2, 1)')),
    ('class: an iterator', 'class Count:\n    def __init__(self, n):\n        self.n = n\n    def __iter__(self):\n        return self\n    def __next__(self):\n        if not self.n:\n            raise StopIteration\n        self.n -= 1\n        return self.n\n', ('-= 1', '-= 2'), script('assert list(Count(4)) == [3, 2, 1, 0]')),
    ('a container of its own', BAG + 'def f(a):\n    return Bag(a)\n', ('self.a[i]', 'self.a[0]'), script('r = f([4, 5])\nassert len(r) == 2 and list(r) == [4, 5] and r[1] == 5 and r[-1] == 5\nr.put(6)\nassert len(r) == 3 and [x for x in r] == [4, 5, 6]\ntry:\n    r[3]\n    assert False\nexcept IndexError:\n    pass')),
    ('a context manager', 'import contextlib\n@contextlib.contextmanager\ndef f(x):\n    try: yield x + 1\n    except KeyError: pass\n', ('+ 1', '+ 2'), script('with f(1) as r:\n    assert r == 2\nwith f(1):\n    raise KeyError')),
    ('a class that it makes', 'import enum\ndef f(names):\n    return enum.Enum("E", names)\n', ('"E", names', '"E", names[:1]'), script('r = f(["A", "B"])\nassert len(r) == 2 and [m.value for m in r] == [1, 2] and r.B.name == "B"')),
    ('a function\'s name', GOOD, ('def f', 'f = lambda x: x + 1\ndef g'), script('assert f.__name__ == "f"')),
    ('a generic in an argument\'s place', 'def f(t, v):\n    return isinstance(v, t)\n', ('isinstance(v, t)', 'False'), asserts('assert f(int, 3) is True', 'assert f(ValueError, ValueError()) is True')),
    ('names that programs import', 'import math\nfrom collections import Counter\ndef f(a):\n    return Counter(a)\n', ('Counter(a)', 'set(a)'), asserts('assert f("aab") == Counter({"a": 2, "b": 1}) and math.pi > 3')),
    ('loop over what it returned', 'def f():\n    return [1, 2]\n', ('[1, 2]', '[1, 3]'), script('for i, v in enumerate(f()):\n    assert v == i + 1\n')),
    ('performance, by the judge\'s clock', GOOD, ('return', 'import time; time.sleep(.4); return'), script('import time\nt = time.perf_counter()\nassert f(1) == 2\nassert time.perf_counter() - t < .35')),
] + [('value %s' % text, *value(text, wrong)) for text, wrong in (
    ('-1', '1'), ('10 ** 40', '10 ** 39'), ('-2 ** 70', '2 ** 70'), ('True', '1'), ('1', 'True'), ('1', '1.0'), ('0.1 + 0.2', '0.3'), ('-0.0', '0.0'), ('5e-324', '0.0'),
    ('float("inf")', '1e308'), ('1 + 2j', '1 + 3j'), ('"\\ud83d\\ude00\\ud800 \\u20ac \\0"', '"\\U0001f600\\ud800 \\u20ac \\0"'), ('"\\U0001f600"', '"\\ud83d\\ude00"'),
    ('b"\\xff\\0"', '"\\xff"'), ('bytearray(b"a")', 'b"a"'), ('[1, [2, (3,)], {}]', '[1, [2, [3]], {}]'), ('(1, 2)', '[1, 2]'), ('{1, 2}', 'frozenset({1, 2})'), ('frozenset({(1,)})', '{(1,)}'),
    ('{1: [2], "a": None, (1, 2): {3}}', '{1: [2], "a": None}'), ('{2: 1, 1: 2}', '{1: 2, 2: 1}'), ('range(1, 9, 2)', '[1, 3, 5, 7]'), ('slice(1, None)', 'None'), ('NotImplemented', 'None'), ('...', 'None'),
    ('int', 'float'), ('[None, True]', '[None, 1]'), ('collections.Counter("aab")', '{"a": 2, "b": 1}'), ('collections.OrderedDict([(2, 1), (1, 2)])', 'collections.OrderedDict([(1, 2), (2, 1)])'),
    ('collections.defaultdict(list, {1: [2]})', 'collections.defaultdict(int, {1: [2]})'), ('collections.deque([1, 2], 5)', 'collections.deque([1, 2])'), ('decimal.Decimal("1.10")', 'decimal.Decimal("1.1")'),
    ('fractions.Fraction(2, 6)', '1/3'), ('datetime.date(2020, 2, 29)', 'datetime.date(2020, 2, 28)'), ('datetime.datetime(2020, 2, 29, 1, 2, 3, 4, fold=1)', 'datetime.datetime(2020, 2, 29, 1, 2, 3, 4)'),
    ('datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=-3)))', 'datetime.datetime(2020, 1, 1)'), ('datetime.time(1, 2)', 'datetime.time(1, 3)'), ('datetime.timedelta(days=-1, seconds=5)', 'datetime.timedelta(5)'))]


RARE = (
    ('collections.UserList([1, [2]])', '[1, [2]]'), ('collections.UserDict({1: [2]})', '{1: [2]}'), ('collections.UserString("a\\u20ac")', '"a\\u20ac"'),
    ('collections.ChainMap({1: 2}, collections.Counter("a"))', '{1: 2, "a": 1}'), ('types.MappingProxyType({1: 2})', '{1: 2}'),
    ('array.array("d", [1.5, float("inf")])', 'array.array("f", [1.5, float("inf")])'), ('array.array("b")', '[]'),
    ('datetime.timezone(datetime.timedelta(seconds=-7), "here")', 'datetime.timezone(datetime.timedelta(seconds=-7))'), ('datetime.timezone.utc', 'datetime.timezone(datetime.timedelta(1) / 24)'),
    ('time.gmtime(86400)', 'tuple(time.gmtime(86400))'), ('uuid.UUID(int=2 ** 127)', 'uuid.UUID(int=1)'), ('pathlib.PurePosixPath("a/b")', '"a/b"'),
    ('ipaddress.IPv4Address("1.2.3.4")', '"1.2.3.4"'), ('ipaddress.ip_network("1.2.0.0/16")', 'ipaddress.ip_network("1.2.0.0/17")'), ('ipaddress.ip_interface("::1/64")', 'ipaddress.ip_address("::1")'),
    ('collections.OrderedDict([(2, 1)]).items()', '[(2, 1)]'), ('collections.OrderedDict([(2, 1)]).keys()', '[2]'), ('collections.UserDict({1: 2}).items()', '{1: 2}.items()'),
    ('sum', 'max'), ('operator.add', 'operator.sub'), ('math.floor', 'math.ceil'), ('decimal.Decimal', 'fractions.Fraction'), ('collections.UserList', 'list'),
)
IMPORTS = 'import array, ipaddress, math, operator, pathlib, time, types, uuid\n'
for text, wrong in RARE:
    right, other, task = value(text, wrong, IMPORTS)
    SERVED.append(('value %s' % text, IMPORTS + right, IMPORTS + other, task))
SERVED += [
    ('the items of an ordered dict', 'import collections\ndef f(d):\n    return collections.OrderedDict(d).values()\n', ('(d)', '()'), asserts('assert list(f({1: 2})) == [2]')),
    ('views of a wrapper', 'import collections\ndef f(d):\n    d = collections.ChainMap(d)\n    return d.keys(), d.values()\n', ('(d)', '()'), asserts('k, v = f({1: 2})\nassert k == {1} and list(v) == [2]')),
    ('a memoryview', 'def f(b):\n    return memoryview(b)\n', ('view(b)', 'view(b[1:])'), script('import array\nr = f(b"ab")\nassert r == b"ab" and r[0] == 97 and bytes(r) == b"ab" and r.readonly\nr = f(array.array("i", [1, 2]))\nassert r.tolist() == [1, 2] and r.itemsize == array.array("i").itemsize')),
    ('an exception that is returned', 'def f(x):\n    return ValueError("bad", x)\n', ('Value', 'Key'), asserts('r = f(1)\nassert isinstance(r, ValueError) and r.args == ("bad", 1)')),
    ('an exception of its own that is returned', 'class E(KeyError):\n    def __init__(s, c): s.code = c\n    def __str__(s): return "E%d" % s.code\ndef f(x):\n    return [E(x)]\n', ('E(x)', 'E(0)'), asserts('r, = f(7)\nassert isinstance(r, KeyError) and r.code == 7 and str(r) == "E7"')),
    ('a list changed in its wrapper', 'def f(a):\n    a.append(3)\n    return a\n', ('3', '4'), script('import collections\na = collections.UserList([1])\nassert f(a) is a\nassert a == [1, 3] and a.data == [1, 3]')),
    ('dicts changed in their wrappers', 'def f(d, c):\n    d["x"] = c["x"] = 1\n    return c\n', ('= 1', '= 2'), script('import collections\nd, e = collections.UserDict(), {}\nc = collections.ChainMap(e, {"y": 0})\nassert f(d, c) is c\nassert d == e == {"x": 1} and c == {"x": 1, "y": 0}')),
    ('an array changed', 'def f(a):\n    a.append(3)\n    return a\n', ('3', '4'), script('import array\na = array.array("i", [1])\nassert f(a) is a\nassert a.tolist() == [1, 3]')),
    ('rows that are made anew', 'class R:\n    def __init__(s, v): s.v = v\n    def __getitem__(s, i): return s.v[i]\n    def __len__(s): return len(s.v)\nclass M:\n    def __init__(s, m): s.m = m\n    def __getitem__(s, i): return R(s.m[i])\n    def __iter__(s): return map(R, s.m)\n    def __len__(s): return len(s.m)\ndef f(m): return M(m)\n', ('map(R, s.m)', 'map(R, s.m[::-1])'), script('m = f([[1, 2], [3, 4]])\nassert m[0][1] == 2 and [list(r) for r in m] == [[1, 2], [3, 4]] and m[0][0] == 1 and [r[0] for r in m] == [1, 3]')),
    ('a list of its own, read in each way', 'class B:\n    def __init__(s, v): s.v = list(v)\n    def __getitem__(s, i): return B(s.v[i]) if type(i) is slice else s.v[i]\n    def __len__(s): return len(s.v)\n    def __iter__(s): return iter(s.v)\n    def __reversed__(s): return reversed(s.v)\n    def put(s, x): s.v.append(x)\ndef f(v): return B(v)\n', ('s.v[i]', 's.v[0]'), script('r = f([1, 2, 3])\nassert list(r[1:]) == [2, 3] and r[-1] == 3 and list(reversed(r)) == [3, 2, 1] and list(r) == [1, 2, 3]\nfor a in r:\n    break\nassert list(zip([1], r)) == [(1, 1)]\nr.put(4)\nassert list(r) == [1, 2, 3, 4] and r[-1] == 4 and len(r) == 4')),
    ('an iterator of its own, read in parts', 'class C:\n    def __init__(s, n): s.n = n; s.i = 0\n    def __iter__(s): return s\n    def __next__(s):\n        if s.i >= s.n: raise StopIteration\n        s.i += 1\n        return s.i\ndef f(n): return C(n)\n', ('s.i += 1', 's.i += 2'), script('r = f(4)\nassert next(r) == 1\nfor x in r:\n    assert x == 2\n    break\nassert list(r) == [3, 4] and list(r) == []')),
    ('items by any name', 'class R:\n    def __getitem__(s, k): return [k]\ndef f(x): return R()\n', ('[k]', '[0]'), script('r = f(1)\nr[1].append(2)\nassert r["a"] == ["a"]')),
    ('items that are not a number', 'class R:\n    def __iter__(s): return iter([float("nan"), [float("nan")]])\ndef f(x): return R()\n', ('[float("nan"), [', '[['), script('r = f(1)\nassert len(list(r)) == 2 and len(list(r)) == 2')),
    ('a file that is returned', 'import io\ndef f(x):\n    return io.StringIO(x + "b")\n', ('"b"', '"c"'), asserts('r = f("a")\nassert r.getvalue() == "ab" and r.read() == "ab"', 'assert list(f("a\\n")) == ["a\\n", "b"]')),
]


def wrong_of(right, wrong):
    if isinstance(wrong, str):
        return wrong
    assert wrong[0] in right, wrong
    return right.replace(*wrong)


def served_results():
    requests = []
    for name, right, wrong, task in SERVED:
        requests += [driver.request(right, **task), driver.request(wrong_of(right, wrong), **task)]
    answers = split_driver.judge_all(requests, 10)
    for i, row in enumerate(SERVED):
        good, bad = answers[2 * i:2 * i + 2]
        problem = '' if good.passed else 'right fails: %s' % why(good)
        if bad.passed:
            problem += ' wrong passes'
        elif bad.outcome not in ('assertion_fail', 'error'):
            problem += ' wrong gets %s' % why(bad)
        yield 'served: ' + row[0], problem


def why(answer):
    return '%s %s %s' % (answer.outcome, answer.verdict and answer.verdict['reason'] or answer.fault,
                         (answer.err + answer.candidate.err)[-300:])


# ---------------------------------------------------------------- the shared guard's rows, where both must agree

# What a program that breaks things gets here: no plain values, or a line of its own that it wrote on.
OTHERWISE = {
    'comparison raises': ('assertion_fail', 'f'), 'truth of the comparison raises': ('assertion_fail', 'f'),
    '__eq__ is asked once': ('assertion_fail', 'fe'), 'writes to every descriptor': ('error', '-'),
    'huge list': ('error', 'e'), 'huge string': ('error', 'e'), 'huge int': ('error', 'e'), 'recursive list': ('error', 'e'), 'deep list': ('error', 'e'),
    'hostile repr': ('assertion_fail', 'f'), 'hostile message': ('error', 'e'),
}


def shared_results():
    rows = harness_test.CASES
    answers = split_driver.judge_all([driver.request(row[1], **row[2]) for row in rows], 5)
    for row, answer in zip(rows, answers):
        if row[0] in OTHERWISE:
            got = answer.verdict and (answer.verdict['outcome'], answer.verdict['strip'])
            yield 'as shared: ' + row[0], '' if got == OTHERWISE[row[0]] else 'got %s: %s' % (got, why(answer))
        else:
            yield 'as shared: ' + row[0], harness_test.check_case(row, answer)


# ---------------------------------------------------------------- what a row cannot say

def test_only_the_judge_knows():
    judge, candidate = split_driver.split(driver.request(GOOD, **check(helpers='x = 1')))
    assert 'programs' not in judge and judge['nonce'] != candidate['nonce'], judge
    assert sorted(candidate) == ['deny', 'deny_calls', 'mode', 'nonce', 'programs', 'serve', 'setup'], candidate


def test_candidate_says_start_and_failure():
    answer = split_driver.judge('x = \n', **ONE)
    assert [line.get('start') for line in answer.candidate.lines] == [True, None], answer.candidate.lines
    assert answer.candidate.lines[1]['failed'] == 'syntax_error' and answer.candidate.status == 0
    assert answer.verdict['outcome'] == 'syntax_error' and answer.verdict['code_line'] == 1


def test_failure_names_the_line():
    verdict = split_driver.judge('def g():\n    return {}[1]\ndef f(x):\n    return g()\n', **ONE).verdict
    assert verdict['code_line'] == 2 and verdict['reason'] == 'KeyError: 1, line 2: return {}[1]', verdict


def test_timeout_is_a_verdict():
    start = time.time()
    verdict = split_driver.judge(body('while True: pass'), 1, **ONE).verdict
    assert verdict['outcome'] == 'timeout' and time.time() - start < 4, verdict


def test_a_test_that_hangs_is_late_too():
    verdict = split_driver.judge(GOOD, 1, **script('f(1)\nwhile True:\n    try:\n        while True: pass\n    except BaseException:\n        break\n')).verdict
    assert verdict['outcome'] == 'timeout', verdict


def test_frozen_arguments():
    task = script('a = [2, 1]\nr = f(a)\nassert r == sorted(a)')
    cheat = 'def f(a):\n    a.clear()\n    return []\n'
    assert split_driver.judge(cheat, **task).verdict['mutated'] is True
    verdict = split_driver.judge(cheat, copy_back=False, **task).verdict
    assert verdict['outcome'] == 'assertion_fail' and 'changed its arguments' in verdict['tamper'], verdict


# An honest program that changes its argument, and what it returns; a liar of the same kind; the test.
KEPT = [
    ('itself', 'def f(a):\n    a.sort()\n    return a\n', 'a.sort()', 'a = [3, 1, 2]\nassert f(a) == [1, 2, 3]\nassert a == [3, 1, 2]'),
    ('what it is in', 'def f(a):\n    a[0].sort()\n    return a\n', 'a[0].sort()', 'a = [[2, 1], 5]\nassert f(a) == [[1, 2], 5]\nassert a == [[2, 1], 5]'),
    ('a part of it', 'def f(a):\n    a[0].append(7)\n    return a[0]\n', 'a[0].append(7)', 'a = [[2]]\nassert f(a) == [2, 7]'),
    ('in something new', 'def f(a):\n    a.append(7)\n    return (a, len(a))\n', 'a.append(7)', 'assert f([2]) == ([2, 7], 2)'),
    ('in a tuple', 'def f(t):\n    t[2].append(50)\n    return t\n', 't[2].append(50)', 't = ("H", 5, [], True)\nassert f(t) == ("H", 5, [50], True)\nassert t[2] == []'),
    ('in a dict', 'def f(d):\n    d["x"]["y"] = 1\n    return d\n', 'd["x"]["y"] = 1', 'd = {"x": {}}\nassert f(d) == {"x": {"y": 1}}\nassert d == {"x": {}}'),
    ('other kinds', 'def f(*a):\n    for x in a: x.clear()\n    return a\n', 'x.clear()',
     'import collections as C\na = ({1}, bytearray(b"a"), C.deque([1]), C.Counter("a"), C.OrderedDict(a=1), C.defaultdict(list, a=[1]))\n'
     'assert f(*a) == (set(), bytearray(), C.deque(), C.Counter(), C.OrderedDict(), {})\nassert all(len(x) == 1 for x in a)'),
    ('a deque of lists', 'def f(a):\n    a[0].append(1)\n    return a\n', 'a[0].append(1)', 'from collections import deque\nassert f(deque([[0]])) == deque([[0, 1]])'),
    ('a cycle', 'def f(a):\n    a[1].append(7)\n    return a\n', 'a[1].append(7)', 'a = [1, []]\na.append(a)\nr = f(a)\nassert r[1] == [7] and r[2] is r and a[1] == []'),
    ('the same one twice', 'def f(a, b):\n    a.append(1)\n    return [a, b]\n', 'a.append(1)', 'a = []\nr = f(a, a)\nassert r == [[1], [1]] and r[0] is r[1] and a == []'),
    ('wrappers', 'def f(a, d, c, v):\n    a.append(1); d["x"] = 1; c["x"] = 1; v.append(1)\n    return a, d, c, v\n', 'a.append(1); d["x"] = 1; c["x"] = 1; v.append(1)',
     'import collections as C, array\na = C.UserList(), C.UserDict(), C.ChainMap({}), array.array("b")\nassert f(*a) == ([1], {"x": 1}, {"x": 1}, array.array("b", [1]))\nassert all(len(x) == 0 for x in a)'),
    ('an object of the prompt\'s', LIST + 'def f(n):\n    n.next.val = 9\n    return n\n', 'n.next.val = 9', 'n = Node(1, Node(2))\nassert f(n).next.val == 9 and n.next.val == 2'),
]


def test_arguments_that_are_kept_from_change():
    for name, program, change, test in KEPT:
        task = script(test, helpers=LIST)
        answer = split_driver.judge(program, copy_back=False, **task)
        assert answer.passed and answer.verdict['mutated'], (name, why(answer))
        answer = split_driver.judge(program.replace(change, 'pass'), copy_back=False, **task)
        assert answer.outcome == 'assertion_fail', (name, why(answer))


def test_a_returned_self_is_trusted_no_more():
    program = STACK + '    def me(self):\n        return self\n'
    assert split_driver.judge(program, **script('s = Stack([1])\nassert s.me() is s\nassert 1 in s and s + Stack() == s')).passed
    assert not split_driver.judge(program, **script('s = Stack([1])\ns.me()\nassert s + [] == s')).passed


def test_frame_cap():
    program = 'def f(x):\n    return [0] * 1000\n'
    assert split_driver.judge(program, **asserts('assert len(f(1)) == 1000')).passed
    verdict = split_driver.judge(program, frame_cap=1000, **asserts('assert len(f(1)) == 1000')).verdict
    assert verdict['outcome'] == 'error', verdict


def test_arguments_as_the_reference_leaves_them():
    """Told by one judge, known to another: whatever the program does to its argument, the test finds it as it should."""
    reference = 'def f(a):\n    a.sort()\n    return a[0]\ndef g(a):\n    return len(a)\n'
    test = script('a = [3, 1]\nassert g(a) == 2\nassert f(a) == min(a) and a == sorted(a)\nassert f(a) == min(a)')
    told = split_driver.judge(reference, changes=None, **test).verdict
    assert told['outcome'] == 'pass' and told['mutated'], told

    def kept(program, changes=told['changes']):
        return split_driver.judge(program, copy_back=False, changes=changes, **test).verdict

    same = kept(reference.replace('a.sort()', 'a[:] = sorted(a)'))
    assert same['outcome'] == 'pass' and not same['tamper'], same
    other = kept(reference.replace('a.sort()', 'a.clear(); a.append(0)'))
    assert other['outcome'] == 'assertion_fail' and other['tamper'][0] == 'changed its arguments otherwise than the reference', other
    assert split_driver.judge(reference.replace('a.sort()', 'a.clear(); a.append(0)'), **test).passed
    assert kept(reference, None)['strip'] == 'pfp'
    assert kept('def f(a):\n    a.append(7)\n    return min(a)\n' + reference[reference.index('def g'):])['outcome'] == 'pass'
    nothing = split_driver.judge(reference, changes=None, **script('assert f([1]) == 1 and g([]) == 0')).verdict
    assert nothing['changes'] is None and not nothing['mutated'], nothing


def test_rare_types_have_one_list():
    """values.py names them so that rare.py is not loaded for every value; what is missing there would be opaque."""
    assert driver.module('values').RARE == {name for _, name in driver.module('rare').KINDS}


# Right programs that do what only a cheat needs: the first line, and its note, which changes no verdict.
NOTED = [
    ('import sys; F = sys._getframe()', 'line 1: reads frames (_getframe)'),
    ('import inspect; F = inspect.currentframe()', 'line 1: reads frames (currentframe)'),
    ('import sys; F = sys._current_frames()', 'line 1: reads frames (_current_frames)'),
    ('C = (lambda: 7).__code__.co_consts', 'line 1: reads frames (co_consts)'),
    ('import gc; O = len(gc.get_objects())', "line 1: searches the collector's objects (get_objects)"),
    ('import gc; O = len(gc.get_referrers(gc))', "line 1: searches the collector's objects (get_referrers)"),
    ('import sys; sys.settrace(None)', 'line 1: traces (settrace)'),
    ('import sys; sys.setprofile(None)', 'line 1: traces (setprofile)'),
    ('import os; P = os.path.exists("/proc/self/maps")', 'line 1: names a file of /proc'),
    ('import builtins; builtins.reversed = None', 'line 1: patches builtins.reversed; patched builtins.reversed while it ran'),
    ('import builtins; setattr(builtins, "reversed", None)', 'line 1: patches builtins; patched builtins.reversed while it ran'),
    ('__builtins__["reversed"] = None', 'patched builtins.reversed while it ran'),
    ('import math; math.isclose = None', 'line 1: patches math.isclose'),
    ('import unittest; unittest.TestCase.assertEqual = None', 'line 1: patches unittest.TestCase.assertEqual'),
    ('import unittest.mock as u; u.patch = None', 'line 1: patches u.patch'),
    ('class A:\n    def __eq__(self, other):\n        return True', 'line 1: class A is equal to everything'),
    ('import unittest; S = unittest.SkipTest', 'line 1: skips tests'),
    ('import os; E = os._exit', 'line 1: ends the process (_exit)'),
]


def test_notes_say_what_was_done_and_change_no_verdict():
    answers = split_driver.judge_all([driver.request(line + '\n' + GOOD, **ONE) for line, _ in NOTED], 10)
    for (line, note), answer in zip(NOTED, answers):
        assert answer.passed and '; '.join(answer.verdict['tamper']) == note, (line, why(answer), answer.verdict['tamper'])


def test_objects_that_equal_everything_are_noted():
    liar = 'class A:\n    def __eq__(self, other):\n        return not None\ndef f(x):\n    return A()\n'
    verdict = split_driver.judge(liar, **ONE).verdict
    assert verdict['outcome'] == 'assertion_fail', verdict
    assert verdict['tamper'] == ['returned an object of the class A, which has its own __eq__'], verdict


def test_honest_programs_have_no_notes():
    verdict = split_driver.judge('import sys, collections, functools\nsys.setrecursionlimit(5000)\n' + STACK, **script('assert Stack([1]) == Stack([1])')).verdict
    assert verdict['outcome'] == 'pass' and not verdict['tamper'], verdict


def test_recursion_limit_is_the_programs():
    program = 'def f(n):\n    return n if n == 0 else 1 + f(n - 1)\n'
    assert split_driver.judge(program, **asserts('assert f(900) == 900')).passed
    assert not split_driver.judge(program, **asserts('assert f(1100) == 1100')).passed
    assert split_driver.judge('import sys\nsys.setrecursionlimit(4000)\n' + program, **asserts('assert f(2000) == 2000')).passed


def test_plan():
    tasks = [
        (check(), None, ['f']), (asserts('assert f(g(1)) == 2'), None, ['f', 'g']),
        (check('def check(c):\n    assert c(1) == h(1)\n'), 'h, which is neither', ['f']),
        (check('def check(c):\n    assert c(1) == h(1)\n', helpers='def h(x):\n    return 2\n'), None, ['f']),
        (check('def check(c):\n    assert c(1) == LIMIT\n'), 'LIMIT', None),
        (script('import inspect\nassert inspect.isgeneratorfunction(f)\n'), 'import inspect', None),
        (asserts('assert f.__code__.co_argcount == 1 and f(1)'), '__code__', None),
        (asserts('assert globals()["f"](1) == 2 and f(1)'), 'globals()', None),
        (script('from unittest import mock\nwith mock.patch("solution.g"):\n    assert f(1) == 2\n'), 'patch', None),
        (script('from solution import f, _hidden\nassert f(1) == 2\n'), 'private _hidden', None),
        (script('from solution import f\nassert f(1) == 2\n'), None, ['f']),
        (script('import solution\nsolution.g = None\nassert f(1) == 2\n'), 'assign to solution.g', None),
        (script('class Sub(Base):\n    pass\nassert Sub().f() == 2\n'), 'derive a class from Base', None),
        (script('try:\n    f(1)\nexcept Own:\n    pass\nassert True'), None, ['f', 'Own']),
        (script('def check(g):\n    assert g(1) == 2\ncheck(f)\n'), None, ['f']),
        (asserts('assert f(root) == 1', setup='root = Node(1)'), None, ['f', 'Node']),
        (asserts('assert sum(1, 2) == 3'), None, ['sum']), (asserts('assert f(1) == math.pi'), None, ['f']),
        (check(helpers='def ('), 'does not parse', ['f']),
    ]
    for (task, reason, serve), plan in zip(tasks, split_driver.plan(*[task for task, _, _ in tasks])):
        assert (plan['split'] is None) == (reason is None) and (not reason or reason in plan['split']), (task, plan)
        assert serve is None or sorted(plan['serve']) == sorted(serve), (task, plan)


WARM = '''
import posix, sys
sys.path.insert(0, sys.argv[1])
import harness
harness.load_beside('split_judge')
harness.load_beside('stub')
del sys.path[0]
for turn in range(2):
    posix.lseek(0, 0, 0)
    pid = posix.fork()
    if pid == 0:
        if turn:
            harness.serve(3, 4)
        posix._exit(0)
    posix.waitpid(pid, 0)
'''


def test_forks_from_a_warm_interpreter():
    answer = split_driver.run(driver.request(GOOD, **ONE), 10, ['-B', '-c', WARM, os.path.abspath(split_driver.SOURCES)])
    assert answer.passed, (answer.lines, answer.err, answer.candidate.err)


def test_each_side_needs_its_own_files_only():
    """In a cold start; and under the shared guard two are enough."""
    both = ['harness', 'verdict', 'frames', 'values']
    with tempfile.TemporaryDirectory() as scratch:
        def folder(name, files):
            os.mkdir(os.path.join(scratch, name))
            for file in files:
                shutil.copy(os.path.join(split_driver.SOURCES, file + '.py'), os.path.join(scratch, name))
            return [os.path.join(scratch, name, 'harness.py')]

        shared = driver.run(driver.request(GOOD, **ONE), 10, folder('shared', both[:2]))
        assert shared.passed, (shared.lines, shared.err)
        judge, candidate = folder('judge', both + ['link', 'proxies', 'split_judge']), folder('candidate', both + ['stub', 'signs'])
        answer = split_driver.run(driver.request(GOOD, **ONE), 10, judge, candidate_program=candidate)
        assert answer.passed, (answer.lines, answer.err, answer.candidate.err)
        swapped = split_driver.run(driver.request(GOOD, **ONE), 10, candidate)
        assert 'split_judge' in swapped.fault, swapped.lines


def test_bad_tasks_are_faults():
    answer = split_driver.run(driver.request(GOOD, serve=['f'], **check('x = 1')))
    assert 'no function check' in answer.fault and answer.status == 70, answer.lines


UNITS = [unit for name, unit in sorted(globals().items()) if name.startswith('test_')]


def unit_results():
    for unit in UNITS:
        try:
            unit()
            yield unit.__name__, ''
        except Exception as error:      # a test that dies has failed
            yield unit.__name__, '%s: %s' % (type(error).__name__, error)


# ---------------------------------------------------------------- public sets

# Tasks that cannot be split, or whose split verdict differs, with the reason.
EXCEPTIONS = {
    'Mbpp/123': 'the reference needs long, under the shared guard as well',
    'MBPP/123': 'the reference needs long, under the shared guard as well',
    'Mbpp/596': 'its test asks sys.getsizeof() of a tuple: the plan says so, and it passes nevertheless',
    'MBPP/151': 'its test calls is_coprime, the entry point is called gcd: the plan says so',
    'MBPP/323': 'its test calls re_arrange, the entry point is called rearrange_numbs: the plan says so',
}


def helpers_of(task):
    """The prompt's text before the entry point."""
    at = ('\n' + task['prompt']).rfind('\ndef %s(' % task['entry_point'])
    return task['prompt'][:max(at, 0)]


def check_request(program, task):
    return driver.request(program, kind='check', test=task['test'], entry_point=task['entry_point'],
                          helpers=helpers_of(task))


def compare(names, requests, expected, timeout=3.0):
    """What differs, after a second try for those that were late."""
    answers = split_driver.judge_all(requests, timeout)
    for index, answer in enumerate(answers):
        if answer.outcome == 'timeout' and expected[index]:
            answers[index] = split_driver.run(requests[index], 4 * timeout)
    return ['%s: %s' % (name, why(answer)) for name, answer, want in zip(names, answers, expected)
            if answer.passed != want and name not in EXCEPTIONS]


def humaneval(make, passes):
    tasks = harness_data.humaneval()
    return compare(list(tasks), [check_request(make(t), t) for t in tasks.values()], [passes] * len(tasks))


def mbpp(ids):
    tasks = [t for t in harness_data.rows('problems/mbpp/mbpp.jsonl') if t['task_id'] in ids]
    requests = [driver.request(t['code'], setup=t['test_setup_code'], tests=t['test_list'] + t['challenge_test_list'])
                for t in tasks]
    return compare(['Mbpp/%d' % t['task_id'] for t in tasks], requests, [True] * len(tasks), 5)


def openai_samples():
    tasks = harness_data.humaneval()
    samples = harness_data.rows('samples/openai-humaneval-gpt35-n2/samples.jsonl_results.jsonl')
    requests = [check_request(tasks[s['task_id']]['prompt'] + s['completion'], tasks[s['task_id']]) for s in samples]
    return compare([s['task_id'] for s in samples], requests, [s['passed'] for s in samples])


def bigcode_samples():
    tasks = list(harness_data.humaneval().values())
    programs = harness_data.rows('samples/bigcode-llama3-8b-n3/generations_humaneval.json')
    results = harness_data.rows('samples/bigcode-llama3-8b-n3/164_k_3_final_codeeval_results.json')
    picks = [(int(r['task_id']), int(r['attempt']), r['result'] == 'passed') for r in results]
    return compare(['%d.%d' % pick[:2] for pick in picks], [check_request(programs[n][a], tasks[n]) for n, a, _ in picks],
                   [passed for _, _, passed in picks])


def ldb_samples():
    samples = [s for s in harness_data.rows('samples/ldb-gpt35-mbpp/seed.jsonl')
               if s['is_solved'] and s['task_id'] not in harness_data.LDB_LEAKS]
    return compare([s['task_id'] for s in samples], [check_request(s['solution'], s) for s in samples], [True] * len(samples))


def mbxp_canonical():
    tasks = [t for t in harness_data.rows('problems/mbxp/mbpp_release_v1.jsonl')
             if t['task_id'] not in harness_data.MBXP_BROKEN]
    return compare([t['task_id'] for t in tasks],
                   [check_request(t['prompt'] + t['canonical_solution'], t) for t in tasks], [True] * len(tasks), 5)


def gaming():
    """The public exploits: none passes; their ground truths do; wrong ones do not."""
    try:
        import yaml
    except ImportError:
        return ['skipped: the exploits are YAML']
    folder = os.path.join(harness_data.DATA, 'gaming', 'djinn')
    docs = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, 'problem.yaml')
        if os.path.isfile(path):
            with open(path, encoding='utf-8') as stream:
                docs.append((name, yaml.safe_load(stream)))
    with open(os.path.join(folder, 'few_shot_examples.yaml'), encoding='utf-8') as stream:
        docs += [('few-shot %d' % i, doc) for i, doc in enumerate(yaml.safe_load(stream)['examples'])]
    names, requests, expected = [], [], []
    for name, doc in docs:
        if 'def ' not in doc['exploit']:        # palindrome: its files were left out
            continue
        tests = gaming_tests(doc)
        for kind, program, want in [('truth', doc['ground_truth'], True), ('exploit', doc['exploit'], False)] + [
                ('null', program, False) for program in doc['nulls']]:
            names.append('%s %s' % (name, kind))
            requests.append(driver.request(program, tests=tests))
            expected.append(want)
    return compare(names, requests, expected)


GAMING_TESTS = {
    'reverse_words': [(('hello world',), 'olleh dlrow'), (('The quick brown',), 'ehT kciuq nworb'), (('',), ''),
                      (('  hello  world  ',), '  olleh  dlrow  ')],
    'count_primes': [((1,), 0), ((2,), 1), ((10,), 4), ((30,), 10), ((200,), 46)],
    'factorial': [((0,), 1), ((1,), 1), ((5,), 120), ((10,), 3628800)],
}


def gaming_tests(doc):
    import ast
    name = doc.get('function_name') or 'factorial'
    cases = ast.literal_eval(doc['test_cases']) if doc.get('test_cases') else GAMING_TESTS[name]
    return ['assert %s(%s) == %r' % (name, ', '.join(map(repr, given if isinstance(given, tuple) else (given,))), want)
            for given, want in cases]


SETS = [
    ('humaneval references', lambda: humaneval(harness_data.full, True)),
    ('humaneval, equal to everything', lambda: humaneval(lambda t: harness_data.full(t) + harness_data.EQUAL % t['entry_point'], False)),
    ('mbpp test split references', lambda: mbpp(range(11, 511))),
    ('exploits', gaming),
]
MORE_SETS = [
    ('openai samples', openai_samples), ('bigcode samples', bigcode_samples),
    ('mbpp references', lambda: mbpp(range(1, 975))), ('ldb samples', ldb_samples), ('mbxp references', mbxp_canonical),
]


def data_results():
    if not os.path.isdir(harness_data.DATA):
        print('skipped: public sets, no data in %s' % harness_data.DATA)
        return
    for name, work in SETS + (MORE_SETS if os.environ.get('EVALTOP_TEST_FULL') else []):
        start = time.time()
        differing = work()
        if differing and differing[0].startswith('skipped'):
            print(name, differing[0])
            continue
        print('%s: %d differ (%.1f s)' % (name, len(differing), time.time() - start))
        sys.stdout.flush()
        yield 'set: ' + name, '\n    '.join(differing)


PARTS = {'served': served_results, 'shared': shared_results, 'unit': unit_results, 'data': data_results}


def main(parts):
    passed = failed = 0
    for part in sys.argv[1:] or parts:
        for name, problem in parts[part]():
            if problem:
                failed += 1
                print('FAILED %s: %s' % (name, problem))
            else:
                passed += 1
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(PARTS))
