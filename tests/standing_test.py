"""Judges that stay for the next sample: which tests may have one, and that a sample leaves nothing in it for the next."""
import itertools
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile

import harness_driver as driver
import split_driver
import traces
import whole

HEAD = 'def f(x):\n'
CHECK = 'def check(candidate):\n'


def plan(**task):
    """What a plan says of one task."""
    lines = []
    task = dict({'kind': 'check', 'entry_point': 'f', 'setup': '', 'helpers': ''}, **task)
    driver.module('plan').plan([task], lines.append)
    return json.loads('{%s}' % lines[0])


STEADY = (
    'assert candidate(1) == 2',
    'import math\n    assert math.isclose(candidate(1), math.sqrt(4))',
    'from math import sqrt\n    assert candidate(1) == sqrt(4)',
    'for x in range(3):\n        assert candidate(x) == x + 1, f"{x}"',
    'xs = [3, 1]\n    xs.sort()\n    assert [candidate(x) for x in xs] == [2, 4]',
    'try:\n        candidate("a")\n    except (TypeError, ValueError) as error:\n        assert str(error)',
    'assert (lambda x: candidate(x))(1) == 2',
    'assert type(candidate(1)) is int and isinstance(candidate(1), int)',
    'from collections import Counter, deque\n    assert Counter(candidate(x) for x in deque([1])).most_common(1) == [(2, 1)]',
    'import functools, operator\n    assert functools.reduce(operator.add, [candidate(1)]) == 2',
)
UNSTEADY = (
    'import random\n    assert candidate(random.random()) > 1',
    'import sys\n    sys.setrecursionlimit(100)\n    assert candidate(1) == 2',
    'import math\n    math.pi = 3\n    assert candidate(1) == 2',
    'setattr(int, "a", 1)\n    assert candidate(1) == 2',
    'exec("import sys")\n    assert candidate(1) == 2',
    'f = getattr\n    assert f(candidate, "x", 2) == 2',
    'assert __import__("os").getpid()',
    'assert input() == candidate(1)',
    'open("x", "w").close()\n    assert candidate(1) == 2',
    'global seen\n    seen = 1\n    assert candidate(1) == 2',
    'class A: pass\n    assert candidate(1) == 2',
    'with open("x") as file:\n        assert candidate(1) == 2',
    'assert ().__class__ is tuple and candidate(1) == 2',
    'from collections.abc import Sized\n    Sized.register(int)\n    assert candidate(1) == 2',
    'import numpy\n    assert candidate(1) == 2',
    'from copy import _deepcopy_dispatch as kinds\n    kinds.clear()\n    assert candidate(1) == 2',
    # what can be had by names that begin with no underscore
    '(x for x in ()).gi_frame.f_builtins["len"] = candidate',
    'import copy\n    copy.dispatch_table[list] = candidate',
    'from copy import dispatch_table\n    dispatch_table[list] = candidate',
    'import collections.abc\n    collections.abc.sys.setrecursionlimit(99)',
    'import collections\n    collections.abc.sys.setrecursionlimit(99)',
    'from typing import sys\n    sys.setrecursionlimit(99)',
    'import functools\n    functools.update_wrapper(functools, candidate, ["reduce"])',
    'from functools import singledispatch\n    singledispatch(candidate)',
    'import operator\n    operator.methodcaller("__setattr__", "a", 1)(operator)',
    'import operator\n    operator.attrgetter("__globals__")(candidate)',
    'import typing\n    def g(x: "exit()"): pass\n    typing.get_type_hints(g)',
    'from typing import runtime_checkable as r\n    r(candidate)',
    'A = type("A", (), {"__del__": candidate})\n    a = A()',
    'f = type\n    f("A", (), {"__del__": candidate})()',
    'type(*["A", (), {}])',
    'if candidate(1): __builtins__ = {}\n    __builtins__["len"] = candidate',
)
MATCH = 'match candidate:\n        case object(__globals__=g): g["len"] = candidate'


def which_are_steady(scratch):
    for body in STEADY + UNSTEADY + ((MATCH,) if sys.version_info >= (3, 10) else ()):
        said = plan(test=CHECK + '    %s\n' % body)
        assert said['steady'] == (body in STEADY), (body, said)
    outside = dict(test=CHECK + '    assert candidate(1) == 2\n')
    assert plan(**outside)['steady']
    assert plan(helpers='import math\ndef g(x):\n    return math.floor(x)\n', **outside)['steady']
    assert not plan(helpers='import random\n', **outside)['steady'], 'the prompt before the entry point counts'
    assert not plan(setup='import os\nos.environ["A"] = "1"\n', **outside)['steady'], 'the set-up counts'
    assert not plan(helpers='@print\ndef g(x):\n    pass\n', **outside)['steady']
    star = 'from typing import *\n'
    assert plan(setup=star, **outside)['steady']
    assert not plan(setup=star, test=CHECK + '    get_type_hints(candidate)\n')['steady']
    units = 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n'
    assert not plan(kind='script', test=units)['steady']
    assert not plan(kind='script', test='def test_a():\n    assert f(1) == 2\n')['steady']
    assert plan(kind='asserts', test=None, tests=['assert f(1) == 2'], entry_point=None)['steady']


# ---- samples one after the other

GOOD = 'def f(x):\n    return x + 1\n'
# What it does: (program, outcome, trust).
SAMPLES = {
    'good': (GOOD, 'pass', 'confirmed'),
    'wrong': ('def f(x):\n    return x + 2\n', 'assertion_fail', None),
    'raises': ('def f(x):\n    raise KeyError(x)\n', 'error', None),
    'hangs': ('def f(x):\n    while x == 2: pass\n    return x + 1\n', 'timeout', None),
    'leaves': ('import os\ndef f(x):\n    if x == 2: os._exit(0)\n    return x + 1\n', 'error', None),
    'flood': ('def f(x):\n    print("x" * 100000)\n    return x + 1\n', 'error', None),
    'prints': ('def f(x):\n    print(x)\n    return x + 1\n', 'pass', 'confirmed'),
    'changes': ('def f(x):\n    f.n = getattr(f, "n", 0) + 1\n    return x + 1\n', 'pass', 'confirmed'),
    'equal': ('class E(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\n'
              'def f(x):\n    return E(-1)\n', 'pass', 'disputed'),
    'object': ('class E:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n'
               'def f(x):\n    return E()\n', 'pass', 'disputed'),
    'deep': ('def f(x):\n    y = []\n    for _ in range(100000): y = [y]\n    return x + 1 if x < 2 else y\n',
             'assertion_fail', None),
    'closes': ('import os\ndef f(x):\n    if x == 2: os.closerange(3, 100)\n    return x + 1\n', None, None),
}
BODY = '    assert candidate(1) == 2\n    assert candidate(2) == 3\n    assert candidate(-5) == -4\n'
RANDOM = '    import random\n    n = random.randrange(9)\n    assert candidate(n) == n + 1\n'


def suite(scratch):
    """A task whose tests are steady, and one whose tests are not."""
    return whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [
        {'task_id': 'S/0', 'prompt': HEAD, 'entry_point': 'f', 'test': CHECK + BODY},
        {'task_id': 'S/1', 'prompt': HEAD, 'entry_point': 'f', 'test': CHECK + BODY + RANDOM}])


def sequence():
    """Every sample once behind every other."""
    names = sorted(SAMPLES)
    pairs = list(itertools.product(names, names))
    random.Random(3).shuffle(pairs)
    return [name for pair in pairs for name in pair if name not in ('hangs',) or random.Random(str(pair)).random() < .2]


def check_verdicts(run, rows):
    seen = {}
    for index, (task, name) in enumerate(rows):
        number = seen[task] = seen.get(task, -1) + 1
        line = run.verdicts[task, number]
        _, outcome, trust = SAMPLES[name]
        if outcome is None:         # however it is called, it is no confirmed pass
            assert line.get('trust') != 'confirmed', (name, line)
            continue
        assert line['outcome'] == outcome and (trust is None or line['trust'] == trust), (index, name, line)


def one_after_the_other(scratch):
    host = traces.Host(scratch)
    names = sequence()
    rows = [('S/0', name) for name in names] + [('S/1', name) for name in names[:40]]
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': task, 'solution': SAMPLES[name][0] + '# %d\n' % i} for i, (task, name) in enumerate(rows)])
    for options in (('-j', '1'), ('-j', '4')):
        run = whole.run(['run', suite(scratch), samples], scratch, '-t', '1', '--output-cap', '65536', *options)
        assert run.status == 0, run.stderr
        check_verdicts(run, rows)
        host.expect_clean()
    return '%d samples, each behind each' % len(rows)


class Judge:
    """A judge that stays, as evaltop starts one."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.answers, write_end = os.pipe()
        self.process = subprocess.Popen(
            [driver.PYTHON, '-s', '-S', driver.PROGRAM], stdin=theirs, stdout=subprocess.DEVNULL, cwd=scratch,
            pass_fds=(3,), preexec_fn=lambda: os.dup2(write_end, 3))
        os.close(write_end)
        theirs.close()
        self.reader = os.fdopen(self.answers, encoding='ascii')

    def ask(self, data, link):
        with tempfile.TemporaryFile() as request:
            request.write(data)
            request.seek(0)
            socket.send_fds(self.line, [b'q'], [request.fileno(), link.fileno()])

    def judge(self, program, **task):
        """(its verdict, whether it is free again) for one sample; the candidate's side is a fresh process."""
        judge, candidate = split_driver.split(driver.request(program, timeout=3, **task))
        ends = socket.socketpair()
        self.ask(driver.written(judge), ends[0])
        side = split_driver.Side(candidate, ends[1], self.scratch)
        for end in ends:
            end.close()
        verdict = None
        try:
            for line in self.reader:
                said = json.loads(line)
                assert said['nonce'] == judge['nonce'] and 'fault' not in said, said
                verdict = said.get('verdict', verdict)
                if said.get('free'):
                    return verdict, True
            return verdict, False
        finally:
            side.end()

    def end(self):
        self.line.close()
        self.reader.close()
        return self.process.wait(60)


def one_judge(scratch):
    """It is one process that judges them all, until a sample is more than calls and answers."""
    task = dict(kind='check', entry_point='f', test=CHECK + BODY)
    for last in sorted(SAMPLES):
        judge = Judge(scratch)
        for name in ('good', 'prints', 'changes', 'good'):
            verdict, is_free = judge.judge(SAMPLES[name][0], **task)
            assert verdict['outcome'] == 'pass' and is_free, (name, verdict)
        verdict, is_free = judge.judge(SAMPLES[last][0], **task)
        assert is_free == (verdict['outcome'] == 'pass'), (last, verdict)
        assert is_free == (last in ('good', 'prints', 'changes', 'flood')), (last, verdict)
        assert judge.end() == 0
    judge = Judge(scratch)
    callback = dict(kind='check', entry_point='f', test=CHECK + '    assert candidate(lambda x: x)(1) == 1\n')
    named = dict(task, test=CHECK + '    assert candidate(1) == (1,)\n')
    code = 'import collections\ndef f(x):\n    return collections.namedtuple("N", "a")(x)\n'
    verdict, is_free = judge.judge(code, **named)
    assert verdict['outcome'] == 'pass' and not is_free, 'a class that the program named'
    judge.end()
    judge = Judge(scratch)
    verdict, is_free = judge.judge('def f(g):\n    return g\n', **callback)
    assert verdict['outcome'] == 'pass' and not is_free, 'the program has something of the tests'
    judge.end()


KEEPS = '    y = candidate(1)\n    g = lambda: (y, g)\n    assert len(y) == %d\n'


def memory(scratch):
    """What a sample's values took is given back before the next comes, also where the tests tied it to itself."""
    judge, seen = Judge(scratch), []
    small = dict(kind='check', entry_point='f', test=CHECK + KEEPS % 1000000)
    for _ in range(24):
        verdict, is_free = judge.judge('def f(x):\n    return "a" * 1000000\n', **small)
        assert verdict['outcome'] == 'pass' and is_free, verdict
        seen.append(resident_kb(judge.process.pid))
    assert seen[-1] < seen[4] + 4000, seen
    verdict, is_free = judge.judge('def f(x):\n    return list(range(1000000))\n', **small)
    assert verdict['outcome'] == 'pass' and not is_free, 'pieces of so much may stay'
    assert judge.end() == 0


def resident_kb(pid):
    with open('/proc/%d/status' % pid, encoding='ascii') as status:
        return [int(line.split()[1]) for line in status if line.startswith('VmRSS')][0]


def processor_time(scratch):
    """A sample that ends its judge does not pay for those before it."""
    work = CHECK + '    assert sum(range(1000000)) > 0\n    assert candidate(1) == 2\n'
    tasks = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [
        {'task_id': 'S/0', 'prompt': HEAD, 'entry_point': 'f', 'test': work}])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'S/0', 'solution': SAMPLES['good' if i < 30 else 'wrong'][0] + '# %d\n' % i} for i in range(31)])
    run = whole.run(['run', tasks, samples], scratch, '-t', '20', '-j', '1', '--guard', 'split')
    took = [run.verdicts['S/0', i]['cpu_ms'] for i in range(31)]
    assert took[30] < sum(took[:30]) / 3, took


def fault(scratch):
    """What breaks the harness is told, under the nonce of the sample, and the judge ends."""
    judge, link = Judge(scratch), socket.socketpair()
    judge.ask(json.dumps({'nonce': 'n', 'mode': 'split-judge'}).encode(), link[0])
    said = [json.loads(line) for line in judge.reader]
    assert [(line['nonce'], line['fault']) for line in said] == [('n', "the harness failed: KeyError: 'kind'")], said
    assert judge.end() == 0
    for end in link:
        end.close()


def killed_between(scratch):
    """A launcher that dies takes the judges that wait; the run goes on with others."""
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'S/0', 'solution': GOOD + '# %d\n' % i} for i in range(400)])
    folder = os.path.join(scratch, 'run')
    process = whole.start(['run', suite(scratch), samples], scratch, folder, '-t', '5', '--guard', 'split')
    journal = os.path.join(folder, 'results.jsonl')
    for part in (40, 100):
        traces.until('the next samples', lambda: traces.read(journal).count(b'"judged"') > part, process)
        pid = traces.launcher(process.pid)
        if pid:
            os.kill(pid, signal.SIGKILL)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, (process.returncode, out, errors)
    assert json.loads(out)['outcomes']['pass'] == 400, out


def few_descriptors(scratch):
    """Where there is room for two processes, the judge that waits is not one of them."""
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': task, 'solution': GOOD + '# %d\n' % i} for i in range(3) for task in ('S/0', 'S/1')])
    process = whole.start(['run', suite(scratch), samples], scratch, os.path.join(scratch, 'run'), '--guard', 'split',
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48)))
    try:
        out, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, (process.returncode, out, errors)
    assert json.loads(out)['outcomes']['pass'] == 6, out


if __name__ == '__main__':
    whole.main([
        ('which-are-steady', which_are_steady),
        ('one-after-the-other', one_after_the_other),
        ('one-judge', one_judge),
        ('memory', memory),
        ('processor-time', processor_time),
        ('fault', fault),
        ('killed-between', killed_between),
        ('few-descriptors', few_descriptors),
    ])
