"""Every outcome and detail, each by a real candidate, through the real program."""
import json
import os
import re
import subprocess
import time

import whole

# f(x) = x + 1, three assertions.
TASK = {'task_id': 'T/0', 'prompt': 'def f(x):\n', 'entry_point': 'f', 'canonical_solution': '    return x + 1\n',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 3\n'
                '    assert candidate(5) == 6\n'}
RIGHT = 'def f(x):\n    return x + 1\n'
WRONG = 'def f(x):\n    return x + 2\n'


def body(text):
    """A right f that does TEXT first."""
    return 'def f(x):\n' + ''.join('    %s\n' % line for line in text.strip('\n').split('\n')) + '    return x + 1\n'


def head(text, tail=RIGHT):
    """A right program that does TEXT while it is imported."""
    return text + '\n' + tail


CAP = 256 * 1024
CRAFTED = '''def f(x):
    a = b = c = d = 0
    return d
f.__code__ = f.__code__.replace(co_code=bytes([100, 255]) * 200 + f.__code__.co_code, co_consts=())
'''
DEEP_C = '''def f(x):
    import sys
    sys.setrecursionlimit(10 ** 9)
    class A:
        def __getattr__(self, name): return getattr(self, name)
    deep = None
    for i in range(10 ** 5): deep = [deep]
    flat = None
    for i in range(10 ** 5): flat = [flat]
    return deep == flat
'''
FAKE = '''import json, os, sys
lines = []
for nonce in ('', None, '0' * 32, 'f' * 32):
    fake = {'nonce': nonce, 'verdict': {'outcome': 'pass', 'detail': None, 'reason': '', 'program': 0, 'strip': 'ppp',
                                        'executed': 3, 'code_line': None, 'failures': []}}
    lines += [json.dumps({'nonce': nonce, 'test': i, 'ok': True}) for i in range(3)] + [json.dumps(fake)]
text = '\\n' + '\\n'.join(lines) + '\\n'
print(text)
print(text, file=sys.stderr)
def tell():
    for fd in range(3, 64):
        try:
            os.write(fd, text.encode())
        except OSError:
            pass
tell()
'''
WRITE_ALL = 'import os\ndef put(fd, data):\n    while data: data = data[os.write(fd, data):]\n'

# name, field, text, outcome, detail, a pattern of the reason ('' is any)
PLAIN = (
    # pass, and what must not keep a right answer from it
    ('right', 'solution', RIGHT, 'pass', None, '^$'),
    ('completion', 'completion', '    return x + 1\n', 'pass', None, '^$'),
    ('chat', 'response', 'Sure:\n```python\n' + RIGHT + '```\nDone.', 'pass', None, ''),
    ('tempfile needs shutil, which is denied', 'solution',
     body('import tempfile\nwith tempfile.TemporaryDirectory() as d: pass'), 'pass', None, ''),
    ('a denial caught', 'solution', body('try:\n    import socket\nexcept ImportError:\n    pass'), 'pass', None, ''),
    ('a lone surrogate printed', 'solution', body("print('\\ud800')"), 'pass', None, ''),
    ('a lone surrogate in the source', 'solution', 'x = "\ud800"\n' + RIGHT, 'pass', None, ''),
    ('output exactly at the cap', 'solution', head('print("x" * %d, end="")' % CAP), 'pass', None, ''),
    ('both streams exactly at the cap', 'solution',
     head(WRITE_ALL + 'put(1, b"x" * %d)\nput(2, b"y" * %d)' % (CAP // 2, CAP // 2)), 'pass', None, ''),
    ('reads no input', 'solution', body('import sys\nassert sys.stdin.read() == ""'), 'pass', None, ''),
    # assertion_fail
    ('wrong', 'solution', WRONG, 'assertion_fail', 'wrong_answer', r'^assert candidate\(1\) == 2: got 3, expected 2$'),
    ('two of three', 'solution', 'def f(x):\n    return x + 1 if x < 5 else None\n', 'assertion_fail', 'wrong_answer',
     r'candidate\(5\) == 6: got None, expected 6'),
    ('fake verdicts', 'solution', FAKE + 'def f(x):\n    tell()\n    return x + 2\n', 'assertion_fail', 'wrong_answer',
     'got 3, expected 2'),
    ('fake verdicts and an early end', 'solution', FAKE + 'os._exit(0)\n', 'error', 'early_exit', 'status 0'),
    # syntax_error
    ('does not parse', 'solution', 'def f(x) return x + 1\n', 'syntax_error', None, r'^SyntaxError: .*\(line 1\)'),
    ('raises while it is imported', 'solution', head('1 / 0'), 'syntax_error', 'exception', 'ZeroDivisionError'),
    ('a fence left in a completion', 'completion', '```python\n' + RIGHT + '```\n', 'syntax_error', None, 'Error: '),
    ('prose in a completion', 'completion', 'I would add one to x.\n', 'syntax_error', None, 'Error: '),
    ('a null byte', 'solution', 'x = 1\n\0\n' + RIGHT, 'syntax_error', None, 'null'),
    # timeout
    ('an endless loop', 'solution', 'def f(x):\n    while True: pass\n', 'timeout', None, '^no answer within 5 s'),
    ('an endless loop at import', 'solution', 'while True: pass\n', 'timeout', None, ''),
    ('a loop that catches everything', 'solution',
     'def f(x):\n    while True:\n        try:\n            while True: pass\n'
     '        except BaseException: pass\n', 'timeout', None, ''),
    ('ignores all signals', 'solution', '''import signal
for s in range(1, 65):
    try: signal.signal(s, signal.SIG_IGN)
    except (OSError, ValueError): pass
def f(x):
    while True: pass
''', 'timeout', None, ''),
    ('sleeps', 'solution', body('import time\ntime.sleep(100)'), 'timeout', None, ''),
    ('passes two, then loops', 'solution', 'def f(x):\n    while x == 5: pass\n    return x + 1\n', 'timeout', None, ''),
    ('fails one, then loops', 'solution', 'def f(x):\n    while x == 5: pass\n    return 2\n', 'timeout', None, ''),
    # error: the end of the process
    ('sys.exit at import', 'solution', head('import sys\nsys.exit(0)'), 'error', 'early_exit', ''),
    ('sys.exit in the function', 'solution', body('import sys\nsys.exit(0)'), 'error', 'early_exit', ''),
    ('exit in the function', 'solution', body('exit()'), 'error', 'early_exit', ''),
    ('os._exit at import', 'solution', head('import os\nos._exit(0)'), 'error', 'early_exit', ''),
    ('os._exit in the function', 'solution', body('import os\nos._exit(0)'), 'error', 'early_exit', ''),
    ('os._exit after two passes', 'solution', body('import os\nif x == 5: os._exit(0)'), 'error', 'early_exit', ''),
    ('SIGSEGV sent', 'solution', body('import os\nos.kill(os.getpid(), 11)'), 'error', 'signal', r'signal 11 \(SIGSEGV\)'),
    ('abort', 'solution', body('import os\nos.abort()'), 'error', 'signal', r'signal 6 \(SIGABRT\)'),
    ('SIGKILL sent', 'solution', body('import os\nos.kill(os.getpid(), 9)'), 'error', 'signal', r'signal 9 \(SIGKILL\)'),
    ('a crafted code object', 'solution', CRAFTED, 'error', 'signal', r'signal (11|7|4|6)\b'),
    ('deep recursion in C', 'solution', DEEP_C, 'error', 'signal', r'signal 11 \(SIGSEGV\)'),
    # error: exceptions
    ('an exception', 'solution', 'def f(x):\n    return\\\n        {}[x]\n', 'error', 'exception', 'KeyError: 1, line 3'),
    ('deep recursion', 'solution', 'def f(x):\n    return f(x)\n', 'error', 'exception', 'RecursionError'),
    ('an exception with escapes', 'solution', body("raise ValueError('\\x1b[31m\\nred')"), 'error', 'exception',
     r'ValueError: \\x1b\[31m\\nred'),
    ('input()', 'solution', body('input()'), 'error', 'exception', 'EOFError'),
    ('an own AssertionError', 'solution', body('assert x == 0, "mine"'), 'error', 'exception', 'AssertionError'),
    # error: denials
    ('import socket', 'solution', head('import socket'), 'error', 'denied_import', 'import of socket is denied'),
    ('import socket inside', 'solution', body('import socket'), 'error', 'denied_import', 'import of socket is denied, line 2'),
    ('from socket import', 'solution', body('from socket import socket'), 'error', 'denied_import', 'socket'),
    ('from http import client', 'solution', body('from http import client'), 'error', 'denied_import', r'http\.client'),
    ('import urllib.request', 'solution', body('import urllib.request'), 'error', 'denied_import', 'urllib'),
    ('import subprocess', 'solution', head('import subprocess'), 'error', 'denied_import', 'subprocess'),
    ('import ctypes', 'solution', head('import ctypes'), 'error', 'denied_import', 'ctypes'),
    ('import shutil', 'solution', head('import shutil'), 'error', 'denied_import', 'shutil'),
    ('importlib', 'solution', body('import importlib\nimportlib.import_module("socket")'), 'error', 'denied_import',
     'socket'),
    ('__import__', 'solution', body('__import__("socket")'), 'error', 'denied_import', 'socket'),
    ('import in exec', 'solution', body('exec("import socket")'), 'error', 'denied_import', 'socket'),
    ('os.system', 'solution', body('import os\nos.system("true")'), 'error', 'denied_call', r'os\.system'),
    ('from os import system', 'solution', head('from os import system\nsystem("true")'), 'error', 'denied_call',
     r'os\.system'),
    # error: nothing to run
    ('blank', 'solution', ' \n\n', 'error', 'no_code', ''),
    ('blank completion', 'completion', '', 'error', 'no_code', ''),
    ('prose only', 'response', 'I am sorry, but that is not possible.', 'error', 'no_code', ''),
    ('another name', 'solution', 'def g(x):\n    return x + 1\n', 'error', 'no_entry_point', "'?f'?"),
    # error: memory, as far as an exception tells it
    ('1 GiB at once', 'solution', body('bytearray(1 << 30)'), 'error', 'memory_limit', ''),
    ('MemoryError', 'solution', body('raise MemoryError'), 'error', 'memory_limit', ''),
    # error: output
    ('print without end', 'solution', body('while True: print("line")'), 'error', 'output_overflow', '256 KiB'),
    ('print without end or newline', 'solution', body('while True: print("word", end=" ")'), 'error', 'output_overflow', ''),
    ('big prints', 'solution', body('while True: print("x" * 10 ** 7)'), 'error', 'output_overflow', ''),
    ('os.write byte by byte', 'solution', body('import os\nwhile True: os.write(1, b"x")'), 'error', 'output_overflow', ''),
    ('stdout and stderr in turn', 'solution',
     body('import sys\nwhile True:\n    print("out", flush=True)\n    print("err", file=sys.stderr, flush=True)'),
     'error', 'output_overflow', ''),
    ('one byte above the cap', 'solution', head('print("x" * %d, end="")' % (CAP + 1)), 'error', 'output_overflow', ''),
    ('one byte above on both streams', 'solution',
     head(WRITE_ALL + 'put(1, b"x" * %d)\nput(2, b"y" * %d)' % (CAP // 2, CAP // 2 + 1)), 'error', 'output_overflow', ''),
    ('a flood from a thread', 'solution',
     head('import threading\ndef flood():\n    while True: print("line")\n'
          'threading.Thread(target=flood, daemon=True).start()\nimport time\ntime.sleep(9)'),
     'error', 'output_overflow', ''),
    ('a flood caught', 'solution',
     body('while True:\n    try:\n        print("x" * 9999)\n    except BaseException: pass'),
     'error', 'output_overflow', ''),
)

FORKS = '''import os, time
for _ in range(6):
    if os.fork() == 0:
        hold = bytearray(60 << 20)
        for i in range(0, len(hold), 4096): hold[i] = 1
        time.sleep(60)
time.sleep(60)
'''
MEMORY = (      # --memory 128M, -t 20
    ('more than the limit at once', 'solution', body('bytearray(200 << 20)'), 'error', 'memory_limit', ''),
    ('less than the limit', 'solution', body('bytearray(60 << 20)'), 'pass', None, ''),
    ('a growing list', 'solution', body('all = []\nwhile True: all.append(" " * 100000)'), 'error', 'memory_limit', ''),
    ('a growing list at import', 'solution', head('all = []\nwhile True: all.append(" " * 100000)'), 'error',
     'memory_limit', ''),
    ('a huge int', 'solution', body('1 << (1 << 33)'), 'error', 'memory_limit', ''),
    ('many forked children', 'solution', head(FORKS), 'error', 'memory_limit', '128 MiB'),
)

BURN = '''import resource
resource.setrlimit(resource.RLIMIT_CPU, (1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
while True: pass
'''
CPU = (         # -t 8; the kernel's signal is what is judged, and when it comes is the host's matter
    ('burns CPU', 'solution', head(BURN), 'error', 'cpu_limit', 'CPU time'),
    ('threads burn CPU', 'solution', head('''import resource, threading, zlib
resource.setrlimit(resource.RLIMIT_CPU, (2, resource.getrlimit(resource.RLIMIT_CPU)[1]))
data = bytes(1 << 20)
def burn():
    while True: zlib.compress(data, 9)
for _ in range(3): threading.Thread(target=burn).start()
burn()'''), 'error', 'cpu_limit', 'CPU time'),
)


def suite(scratch):
    return whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [TASK])


def samples(scratch, rows):
    return whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'),
                             [{'task_id': 'T/0', field: text} for _, field, text, _, _, _ in rows])


def run_rows(scratch, rows, *options):
    run = whole.run(['run', suite(scratch), samples(scratch, rows)], scratch, '--no-dedup', *options)
    assert run.status == 0, (run.status, run.stderr)
    return {row[0]: run.verdicts['T/0', i] for i, row in enumerate(rows)}


def compare(rows, verdicts):
    wrong = []
    for name, _, _, outcome, detail, pattern in rows:
        got = verdicts[name]
        if (got['outcome'], got.get('detail')) != (outcome, detail):
            wrong.append('%s: %s/%s, not %s/%s: %s' % (name, got['outcome'], got.get('detail'), outcome, detail,
                                                      got['reason']))
        elif not re.search(pattern, got['reason']):
            wrong.append('%s: the reason %r does not match %r' % (name, got['reason'], pattern))
        elif len(got['reason']) > 200 or not got['reason'].isprintable():
            wrong.append('%s: no line of 200 characters: %r' % (name, got['reason']))
        elif got['passed'] != (outcome == 'pass') or (got['score'] == 1) != got['passed']:
            wrong.append('%s: passed %s, score %s' % (name, got['passed'], got['score']))
        elif 'Traceback' in json.dumps(got):
            wrong.append('%s: a traceback in the journal' % name)
    assert not wrong, '\n    '.join([''] + wrong)


def same(got, want, what):
    assert got == want, '%s: %r, not %r' % (what, got, want)


def outcomes(scratch):
    verdicts = run_rows(scratch, PLAIN, '-t', '5')
    compare(PLAIN, verdicts)
    two = verdicts['two of three']
    same((two['strip'], round(two['score'], 3)), ('ppf', 0.667), 'two of three')
    failure = two['failures'][0]
    same((failure['test'], failure['got'], failure['op'], failure['want'], failure['source']),
         (2, 'None', '==', '6', 'assert candidate(5) == 6'), 'the failure of two of three')
    same(verdicts['wrong']['strip'], 'fff', 'wrong')
    same(len(verdicts['wrong']['failures']), 3, 'failures of wrong')
    same((verdicts['an exception']['code_line'], verdicts['an exception']['strip']), (3, 'eee'), 'an exception')
    same(verdicts['passes two, then loops']['strip'], 'pp-', 'passes two, then loops')
    same(round(verdicts['passes two, then loops']['score'], 3), 0.667, 'passes two, then loops')
    same(verdicts['fails one, then loops']['strip'], 'pf-', 'fails one, then loops')
    same(verdicts['os._exit after two passes']['strip'], 'pp-', 'os._exit after two passes')
    same(verdicts['SIGSEGV sent'].get('signal'), 11, 'SIGSEGV sent')
    same(verdicts['output exactly at the cap']['stdout']['bytes'], CAP, 'bytes at the cap')
    assert len(verdicts['big prints']['stdout']['text']) <= 2000
    return '%d candidates' % len(PLAIN)


def memory(scratch):
    compare(MEMORY, run_rows(scratch, MEMORY, '-t', '20', '--memory', '128M'))
    return '%d candidates' % len(MEMORY)


def cpu(scratch):
    compare(CPU, run_rows(scratch, CPU, '-t', '8'))
    return '%d candidates' % len(CPU)


def high_water(pid):
    """Peak resident memory in MiB, or None once the process has ended."""
    try:
        with open('/proc/%d/status' % pid) as status:
            found = re.search(r'VmHWM:\s*(\d+) kB', status.read())
        return int(found.group(1)) / 1024 if found else None
    except OSError:
        return None


def floods_cost_no_memory(scratch):
    floods = [row for row in PLAIN if row[4] == 'output_overflow'] * 8
    process = whole.start(['run', suite(scratch), samples(scratch, floods)], scratch, os.path.join(scratch, 'run'),
                          '--no-dedup', '-j', '8')
    peak = 0
    while process.poll() is None:
        peak = max(peak, high_water(process.pid) or 0)
        time.sleep(0.02)        # between two looks; nothing hangs on it
    process.stdout, process.stderr = process.communicate()
    run = whole.Run(os.path.join(scratch, 'run'), process)
    kinds = {line.get('detail') for line in run.verdicts.values()}
    same(kinds, {'output_overflow'}, 'details')
    assert 0 < peak < 64, 'evaltop held %.0f MiB' % peak
    kept = [os.path.getsize(os.path.join(folder, name))
            for folder, _, names in os.walk(os.path.join(scratch, 'run', 'outputs')) for name in names]
    assert kept and max(kept) <= CAP, (len(kept), max(kept or [0]))
    return 'peak %.0f MiB for %d floods' % (peak, len(floods))


NATIVE = '''evaltop: 1
name: limits
defaults:
  timeout_s: 1.5
tasks:
  - {id: own, entry_point: f, targets: ["f(1) == 2"], metadata: {timeout_s: 0.5}}
  - {id: default, entry_point: f, targets: ["f(1) == 2"]}
'''


def timeouts(scratch):
    """A task's own timeout, the suite's, the command line's, and the cap of 30 s."""
    path = os.path.join(scratch, 'suite.yaml')
    with open(path, 'w') as out:
        out.write(NATIVE)
    loops = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': task, 'solution': 'def f(x):\n    while True: pass\n'} for task in ('own', 'default')])
    run = whole.run(['run', path, loops], scratch)
    same({key[0]: (line['outcome'], line['timeout_ms']) for key, line in run.verdicts.items()},
         {'own': ('timeout', 500), 'default': ('timeout', 1500)}, 'timeouts')
    run = whole.run(['run', path, loops], scratch, '-t', '1')
    same({key[0]: line['timeout_ms'] for key, line in run.verdicts.items()},
         {'own': 500, 'default': 1000}, 'timeouts with -t 1')
    with open(path, 'w') as out:
        out.write(NATIVE.replace('0.5', '99').replace('1.5', '99'))
    right = whole.write_jsonl(os.path.join(scratch, 'right.jsonl'), [
        {'task_id': task, 'solution': RIGHT} for task in ('own', 'default')])
    run = whole.run(['run', path, right], scratch)
    same({key[0]: line['timeout_ms'] for key, line in run.verdicts.items()},
         {'own': 30000, 'default': 30000}, 'timeouts above the cap')


def is_as_expected(run):
    same(run.status, 0, 'status')
    with open(os.path.join(whole.HERE, '..', 'data', 'demo', 'expected.jsonl')) as lines:
        expected = [json.loads(line) for line in lines]
    wrong = []
    for want in expected:
        got = run.verdicts.get((want['task_id'], want['completion_id']), {})
        if (got.get('outcome'), got.get('detail')) != (want['outcome'], want['detail']):
            wrong.append((want, got.get('outcome'), got.get('detail'), got.get('reason')))
    assert not wrong, wrong
    same(len(run.verdicts), len(expected), 'samples')
    return '%d samples' % len(expected)


def demo(scratch):
    return is_as_expected(whole.run(['demo'], scratch))


def demo_in_weaker_tiers(scratch):
    """Where there are no namespaces, by hand or by the host, the verdicts are the same."""
    jail = os.path.join(os.path.dirname(whole.EVALTOP), 'evaltop-jail')
    # Without namespaces root's candidates are somebody else, who may not look into root's folders.
    python = ('--python', '/usr/bin/python3') if os.access('/usr/bin/python3', os.X_OK) else ()
    seen = []
    for tier in ('landlock', 'limits'):
        if subprocess.run([jail, '--tier', tier, '--', '/bin/true'], stderr=subprocess.DEVNULL).returncode == 0:
            seen.append('%s: %s' % (tier, is_as_expected(whole.run(['demo'], scratch, '--sandbox', tier, *python, name=tier))))
    return '; '.join(seen)


VERDICT = ('outcome', 'detail', 'score', 'strip', 'reason', 'failures', 'code_line', 'passed', 'result', 'rule', 'program')


def twins(scratch):
    """Identical programs are judged once, or each: the verdicts are the same."""
    kinds = [row for row in PLAIN if row[0] in (
        'right', 'wrong', 'two of three', 'does not parse', 'an exception', 'os._exit in the function', 'sleeps',
        'import socket inside', 'another name', 'a null byte', 'prose only')]
    rows = kinds * 4
    command = ['run', suite(scratch), samples(scratch, rows)]
    once = whole.run(command, scratch, '-t', '1', name='once').verdicts
    each = whole.run(command, scratch, '-t', '1', '--no-dedup', name='each').verdicts
    same(len(once), len(rows), 'samples')
    for key in once:
        for field in VERDICT:
            same(once[key].get(field), each[key].get(field), '%s of %s' % (field, key))
    assert not [line for line in each.values() if 'same_as' in line]
    for (_, index), line in once.items():
        if kinds[index % len(kinds)][0] == 'a null byte':
            same(line.get('same_as'), None, 'same_as of what never ran')
        else:
            same(line.get('same_as'), None if index < len(kinds) else index % len(kinds), 'same_as of %d' % index)


if __name__ == '__main__':
    whole.main([
        ('outcomes', outcomes),
        ('memory', memory),
        ('cpu', cpu),
        ('floods-cost-no-memory', floods_cost_no_memory),
        ('timeouts', timeouts),
        ('demo', demo),
        ('demo-in-weaker-tiers', demo_in_weaker_tiers),
        ('twins', twins),
    ])
