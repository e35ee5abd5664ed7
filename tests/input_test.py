"""Bad input, end to end: one sentence with file and line, or a counted warning; never a crash."""
import gzip
import json
import os
import random
import re
import subprocess

import whole

TASK = {'task_id': 'T/0', 'prompt': 'def f(x):\n', 'entry_point': 'f', 'canonical_solution': '    return x + 1\n',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n'}
SAMPLE = {'task_id': 'T/0', 'completion': '    return x + 1\n'}
ESCAPES = 'T/\x1b[31m\x07\x9b2J\x7fred\r'


def task(**fields):
    return json.dumps(dict(TASK, **fields)).encode() + b'\n'


def sample(**fields):
    return json.dumps(dict(SAMPLE, **fields)).encode() + b'\n'


def numbered(n, **fields):
    """Samples that differ, as gzip does not compress noise."""
    rng = random.Random(n)
    return b''.join(sample(completion='    return x + 1  # %x\n' % rng.getrandbits(2000), **fields) for _ in range(n))


def yaml(text):
    return b'evaltop: 1\nname: y\ntasks:\n' + text


def cut(data):
    data = gzip.compress(data)
    return data[:len(data) // 2]


def damaged(data):
    data = bytearray(gzip.compress(data))
    data[len(data) // 2] ^= 255
    data[len(data) // 2 + 1] ^= 255
    return bytes(data)


LONG = 200 * 1000 * 1000

# name, the suite's bytes, what the sentence says (a regular expression)
SUITES = (
    ('empty', lambda: b'', '^SUITE: is empty$'),
    ('blank lines', lambda: b'\n\n \n', '^SUITE: is empty$'),
    ('truncated gzip', lambda: cut(b''.join(task(task_id='T/%d' % i) for i in range(200))),
     '^SUITE: its gzip data is truncated'),
    ('damaged gzip', lambda: damaged(b''.join(task(task_id='T/%d' % i) for i in range(200))),
     '^SUITE: its gzip data is damaged'),
    ('no gzip', lambda: b'\x1f\x8b\x08rubbish', '^SUITE: its gzip data is damaged'),
    ('a broken line', lambda: task() + b'{"task_id": \n' + task(task_id='T/1'), '^SUITE:2: is not JSON'),
    ('a broken line with escapes', lambda: task() + b'\x1b[31m{oops\n', '^SUITE:2: is not JSON'),
    ('a line cut short', lambda: task() + task(task_id='T/1')[:-9], '^SUITE:2: '),
    ('a number', lambda: task() + b'17\n', '^SUITE:2: a task must be an object, but this is a number$'),
    ('a wrong type', lambda: task() + task(task_id='T/1', test=5), '^SUITE:2: test: must be a string, but is a number$'),
    ('a wrong type of id', lambda: task(task_id=[1]), '^SUITE:1: task_id: must be '),
    ('a wrong type beside escapes', lambda: task() + task(task_id=ESCAPES, test=5), '^SUITE:2: test: must be a string'),
    ('a wrong timeout', lambda: task() + task(task_id='T/1', metadata={'timeout_s': 'long'}),
     r'^SUITE:2: metadata\.timeout_s: must be a number'),
    ('unknown fields', lambda: b'{"foo": 1}\n', '^SUITE:1: the fields fit no dialect: seen are foo;'),
    ('unknown fields with escapes', lambda: b'{"\\u001b[31m\\u009bfoo": 1}\n', '^SUITE:1: the fields fit no dialect'),
    ('a missing field', lambda: task() + b'{"task_id":"T/1","prompt":"x"}\n', '^SUITE:2: entry_point: is missing$'),
    ('NUL bytes', lambda: task() + b'\0\0\0\n', '^SUITE:2: holds a NUL byte at column 1$'),
    ('NUL bytes alone', lambda: bytes(100000), '^SUITE: is a binary file'),
    ('invalid UTF-8', lambda: task().replace(b'def f', b'def \xff', 1),
     '^SUITE:1: is not valid UTF-8: byte 0xff at column 35$'),
    ('UTF-16', lambda: task().decode().encode('utf-16'), '^SUITE: is UTF-16 text'),
    ('a line of 200 MB', lambda: task() + b'{"task_id": "' + b'x' * LONG + b'"}\n', '^SUITE:2: the line is longer than'),
    ('deep nesting', lambda: b'[' * 100000 + b'\n', '^SUITE:1: '),
    ('a test that tests nothing', lambda: task(test='x = 1\n'), '^SUITE:1: the tests of task T/0 cannot be understood'),
    ('no tests', lambda: task(test=''), '^SUITE:1: the tests of task T/0 cannot be understood'),
    ('tests that do not parse', lambda: task() + task(task_id='T/1', test='def check(candidate:\n'),
     None),      # no sample needs them
    ('tests that do not parse, of the task', lambda: task(test='def check(candidate:\n    "\x1b[31m"\n'),
     '^SUITE:1: the tests of task T/0 cannot be understood: .*SyntaxError'),
    ('a BOM', lambda: b'\xef\xbb\xbf' + task(), None),
    ('CRLF', lambda: task().replace(b'\n', b'\r\n'), None),
    ('no newline at the end', lambda: task()[:-1], None),
    ('gzip in two members', lambda: gzip.compress(task()) + gzip.compress(task(task_id='T/1')), None),
    # As in the official harness, which keeps tasks in a dict.
    ('a task twice', lambda: task(test='def check(c):\n    assert False\n') + task(), None),
    ('YAML that is none', lambda: yaml(b'  - {id: a\n  b\n'), '^SUITE:[0-9]+: is not YAML'),
    ('YAML, an unknown key', lambda: yaml(b'  - {id: "\\e[31m", nope: 3}\n'), '^SUITE:4: .*the key "nope" is not known'),
    ('YAML, a task twice', lambda: yaml(b'  - {id: T/0, entry_point: f, targets: ["f(1) == 2"]}\n' * 2),
     '^SUITE:[0-9]+: .*T/0'),
    ('YAML, an alias bomb', lambda: yaml(b'  - &a [x,x,x,x,x,x,x,x,x]\n' + b''.join(
        b'  - &%c [%s]\n' % (98 + i, b','.join([b'*%c' % (97 + i)] * 9)) for i in range(9))), '^SUITE:'),
)

# name, the samples' bytes, what the one sentence says (status 3)
FATAL_SAMPLES = (
    ('empty', lambda: b'', '^SAMPLES: is empty$'),
    ('truncated gzip', lambda: cut(numbered(200)), '^SAMPLES: its gzip data is truncated'),
    ('damaged gzip', lambda: damaged(numbered(200)), '^SAMPLES: its gzip data is damaged'),
    ('no answer anywhere', lambda: b'{"foo": 1}\n' * 3, r'^SAMPLES: no record can be read \(of 3\); the first: SAMPLES:1: '),
    ('of another suite', lambda: sample(task_id=ESCAPES) * 2, '^SAMPLES: no sample is of a task of the suite'),
)

# name, the samples' bytes, what the warning says, samples that are judged;
# fields of the manifest's counts
WARNED_SAMPLES = (
    ('a broken line', lambda: numbered(2) + b'{"task_id": \n' + numbered(1), ['^SAMPLES:3: is not JSON'], 3,
     {'broken_lines': 1}),
    ('a broken line with escapes', lambda: numbered(2) + b'{"task_id": "T/0", \x1b[31m oops\n', ['^SAMPLES:3: is not JSON'],
     2, {'broken_lines': 1}),
    ('a line cut short', lambda: numbered(2) + sample()[:-9], ['^SAMPLES:3: is not JSON'], 2, {'broken_lines': 1}),
    ('a wrong type', lambda: numbered(1) + sample(completion=5), ['^SAMPLES:2: completion: must be a string, but is a num'],
     1, {'broken_lines': 1}),
    ('null', lambda: numbered(1) + sample(completion=None), ['^SAMPLES:2: holds no answer'], 1, {'broken_lines': 1}),
    ('a wrong type of id', lambda: numbered(1) + sample(task_id=[1]), ['^SAMPLES:2: names no task'], 1, {}),
    ('a missing field', lambda: numbered(1) + b'{"task_id": "T/0"}\n', ['^SAMPLES:2: holds no answer: seen are task_id;'], 1,
     {}),
    ('NUL bytes', lambda: numbered(1) + b'\0\0\n', ['^SAMPLES:2: holds a NUL byte at column 1$'], 1, {}),
    ('invalid UTF-8', lambda: numbered(1) + sample().replace(b'return', b'\xff\xfe'),
     ['^SAMPLES:2: is not valid UTF-8: byte 0xff'], 1, {}),
    ('an unknown task', lambda: numbered(1) + sample(task_id=ESCAPES), ['^SAMPLES:2: the suite suite.in has no task "T/'], 1,
     {'unknown_samples': 1}),
    ('a sample twice', lambda: numbered(1, completion_id=4) + sample(completion_id=4),
     ['^SAMPLES:2: the sample 4 of the task T/0 is there already; the first one counts$'], 1, {'duplicate_samples': 1}),
    ('a line of 200 MB', lambda: numbered(1) + sample(completion='#' + 'x' * LONG) + numbered(1),
     ['^SAMPLES:2: the line is longer than'], 2, {'broken_lines': 1}),
    ('deep nesting', lambda: numbered(1) + b'[' * 100000 + b'\n', ['^SAMPLES:2: is not JSON'], 1, {}),
    ('thousands of broken lines', lambda: numbered(1) + b'{oops\n' * 5000,
     ['^SAMPLES:%d: is not JSON' % i for i in range(2, 22)] + ['^4980 more warnings'], 1, {'broken_lines': 5000}),
    ('a BOM', lambda: b'\xef\xbb\xbf' + numbered(2), [], 2, {'broken_lines': 0}),
    ('CRLF and blank lines', lambda: b'\r\n\n' + numbered(2).replace(b'\n', b'\r\n\r\n'), [], 2, {'broken_lines': 0}),
    ('no newline at the end', lambda: numbered(2)[:-1], [], 2, {'broken_lines': 0}),
    ('gzip', lambda: gzip.compress(numbered(2)), [], 2, {}),
)


class Given:
    """The two files of a case, and one evaltop on them."""

    def __init__(self, scratch):
        self.scratch, self.runs = scratch, 0
        self.suite, self.samples = os.path.join(scratch, 'suite.in'), os.path.join(scratch, 'samples.in')
        self.write(task(), numbered(1))

    def write(self, suite, samples):
        for path, data in ((self.suite, suite), (self.samples, samples)):
            with open(path, 'wb') as out:
                out.write(data)

    def run(self, *arguments, stdin=b''):
        """(status, the lines of stderr without their 'evaltop: ', stdout); what must always hold is checked."""
        self.runs += 1
        self.folder = os.path.join(self.scratch, 'run-%d' % self.runs)
        argv = [whole.EVALTOP, 'run'] + list(arguments or (self.suite, self.samples))
        done = subprocess.run(argv + ['--json', '--out', self.folder], input=stdin, capture_output=True,
                              env=whole.environment(self.scratch), timeout=300)
        errors = done.stderr.decode('utf-8')
        odd = [c for c in errors + done.stdout.decode('utf-8') if c != '\n' and not c.isprintable()]
        assert not odd, 'control characters: %r in %r' % (odd, errors)
        assert 'Traceback' not in errors, errors
        lines = errors.split('\n')
        assert lines.pop() == '', 'no newline at the end: %r' % errors
        assert all(line.startswith('evaltop: ') for line in lines), errors
        lines = [line[9:].replace(self.suite, 'SUITE').replace(self.samples, 'SAMPLES') for line in lines]
        assert os.path.exists(self.folder) == (done.returncode == 0), 'status %d, and a folder' % done.returncode
        return done.returncode, lines, done.stdout

    def refused(self, pattern, *arguments, stdin=b'', status=3):
        got, lines, out = self.run(*arguments, stdin=stdin)
        assert got == status and out == b'', (got, lines, out)
        assert len(lines) == 1 and re.search(pattern, lines[0]), '%r, not %r' % (lines, pattern)
        assert len(lines[0]) < 500, lines

    def judged(self, n, patterns, counts, *arguments, stdin=b''):
        status, lines, out = self.run(*arguments, stdin=stdin)
        assert status == 0, (status, lines)
        assert len(lines) == len(patterns), lines
        for line, pattern in zip(lines, patterns):
            assert line.startswith('warning: ') and re.search(pattern, line[9:]), '%r, not %r' % (line, pattern)
        summary = json.loads(out)
        assert summary['samples'] == summary['judged'] == summary['outcomes']['pass'] == n, summary
        with open(os.path.join(self.folder, 'run.json')) as manifest:
            got = json.load(manifest)['counts']
        for name, want in counts.items():
            assert got[name] == want, (name, got)


def each(rows, check):
    """All rows, so that one run shows all that is wrong."""
    wrong = []
    for row in rows:
        try:
            check(*row[1:])
        except AssertionError as error:
            wrong.append('%s: %s' % (row[0], error))
    assert not wrong, '\n    '.join([''] + wrong)
    return '%d inputs' % len(rows)


def suites(scratch):
    given = Given(scratch)

    def check(data, pattern):
        given.write(data(), numbered(1))
        if pattern:
            given.refused(pattern)
        else:
            given.judged(1, [], {})
    return each(SUITES, check)


def fatal_samples(scratch):
    given = Given(scratch)

    def check(data, pattern):
        given.write(task(), data())
        given.refused(pattern)
    return each(FATAL_SAMPLES, check)


def warned_samples(scratch):
    given = Given(scratch)

    def check(data, patterns, n, counts):
        given.write(task(), data())
        given.judged(n, patterns, counts)
    return each(WARNED_SAMPLES, check)


def paths(scratch):
    given = Given(scratch)
    nowhere = os.path.join(scratch, 'no\x1b[31mwhere')
    rows = (
        ('a folder as suite', 'is a folder', [scratch, given.samples], 3),
        ('a folder as samples', 'is a folder', [given.suite, scratch], 3),
        ('a missing suite', 'cannot be opened: No such file', [nowhere, given.samples], 3),
        ('missing samples', 'cannot be opened: No such file', [given.suite, nowhere], 3),
        ('a file as folder', 'cannot be opened: Not a directory', [given.suite + '/x', given.samples], 3),
        ('a device', 'is a binary file', ['/dev/zero', given.samples], 3),
        ('an unknown format', "option --format: 'nope' is none of", [given.suite, given.samples, '--format', 'nope'], 2),
        ('an unknown format of samples', "option --samples-format: 'nope' is none of",
         [given.suite, given.samples, '--samples-format', 'nope'], 2),
        ('another format', '^SUITE:1: ', [given.suite, given.samples, '--format', 'mbpp'], 3),
        ('another format of samples', '^SAMPLES', [given.suite, given.samples, '--samples-format', 'generations'], 3),
    )
    return each(rows, lambda pattern, arguments, status: given.refused(pattern, *arguments, status=status))


def stdin(scratch):
    given = Given(scratch)
    given.judged(1, [], {}, '-', given.samples, stdin=task())
    given.judged(3, [], {}, given.suite, '-', stdin=numbered(3))
    given.judged(3, [], {}, given.suite, '-', stdin=gzip.compress(numbered(3)))
    given.judged(2, ['^stdin:3: is not JSON'], {'broken_lines': 1}, given.suite, '-', stdin=numbered(2) + b'{oops\n')
    given.refused('^stdin:2: is not JSON', '-', given.samples, stdin=task() + b'{oops\n')
    given.refused('^stdin: is empty$', '-', given.samples)
    given.refused('^stdin: is empty$', given.suite, '-')
    given.refused('^stdin: its gzip data is truncated', given.suite, '-', stdin=cut(numbered(200)))
    given.refused('both be read from stdin', '-', '-', stdin=task(), status=2)


if __name__ == '__main__':
    whole.main([
        ('suites', suites),
        ('fatal-samples', fatal_samples),
        ('warned-samples', warned_samples),
        ('paths', paths),
        ('stdin', stdin),
    ])
