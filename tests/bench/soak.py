"""A long run watched from outside: what evaltop and its launcher hold while thousands of samples pass.

    make soak                         100,000 samples under the shared guard
    soak.py [SAMPLES [OPTION...]]     as many, with options of `evaltop run`

Every few seconds a line: samples judged, and of evaltop and of its launcher the memory (Pss: what forks share with
each other is not counted twice), descriptors, threads, and processes below the launcher.  At the end the slope of
each over the later three quarters, in units for 10,000 samples, and a status of 1 where one grows.
"""
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import soak_test    # noqa: E402
import traces       # noqa: E402
import whole        # noqa: E402

SAMPLES = 100000
TASKS = 100
EVERY = 5               # seconds between two lines
# Of a hundred samples: what answers are like, each with a comment that makes it one of its own.
KINDS = ((80, 'def f(x):\n    return x + 1\n'), (95, 'def f(x):\n    return x + 2\n'),
         (97, 'def f(x):\n    return x + y\n'), (98, 'def f(x:\n'), (99, 'import os\ndef f(x):\n    os._exit(0)\n'),
         (100, 'def f(x):\n    print("x" * 999)\n    raise SystemExit\n'))
# What may be gained in 10,000 samples before it is called growth: KiB, and counts.
COLUMNS = (('evaltop KiB', 256), ('fds', .5), ('threads', .5), ('launcher KiB', 64), ('fds', .5), ('below', .5))


def make(scratch, samples):
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'),
                              [dict(soak_test.TASK, task_id='S/%d' % i) for i in range(TASKS)])
    rows = ({'task_id': 'S/%d' % (i % TASKS), 'solution': '# %d\n%s' % (
        i, next(text for limit, text in KINDS if i * 37 % 100 < limit))} for i in range(samples))
    return suite, whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), rows)


def memory(pid):
    """KiB of Pss, or None."""
    for line in traces.read('/proc/%d/smaps_rollup' % (pid or 0)).split(b'\n'):
        if line.startswith(b'Pss:'):
            return int(line.split()[1])
    return None


def threads(pid):
    try:
        return len(os.listdir('/proc/%d/task' % pid))
    except OSError:
        return None


def judged(journal):
    return sum(line.startswith(b'{"event":"judged"') for line in journal)


def look(pid):
    launcher = traces.launcher(pid)
    return [memory(pid), soak_test.descriptors(pid), threads(pid), memory(launcher),
            soak_test.descriptors(launcher or 0), len(traces.descendants(launcher)) if launcher else None]


def watch(process, journal_path):
    began, done, rows = time.monotonic(), 0, []
    print('%7s %8s %12s %5s %8s %13s %5s %6s' % (('seconds', 'judged') + tuple(name for name, _ in COLUMNS)))
    journal = None
    while process.poll() is None:
        try:
            time.sleep(min(EVERY, 1 if not rows else EVERY))
        except KeyboardInterrupt:
            process.terminate()
            break
        if journal is None and os.path.exists(journal_path):
            journal = open(journal_path, 'rb')
        done += judged(journal) if journal else 0
        row = look(process.pid)
        if None in row:
            continue
        rows.append([done] + row)
        print('%7.0f %8d %12d %5d %8d %13d %5d %6d' % tuple([time.monotonic() - began] + rows[-1]), flush=True)
    if journal:
        journal.close()
    return rows


def slope(points):
    """Least squares, of (x, y) pairs."""
    n = len(points)
    x, y = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    spread = sum((p[0] - x) ** 2 for p in points)
    return sum((p[0] - x) * (p[1] - y) for p in points) / spread if spread else 0


def main(samples=SAMPLES, *options):
    samples = int(samples)
    with tempfile.TemporaryDirectory(prefix='evaltop-soak-') as scratch:
        host = traces.Host(scratch)
        folder = os.path.join(scratch, 'run')
        suite, file = make(scratch, samples)
        options = list(options) or ['--guard', 'shared']
        print('%d samples: evaltop run --no-dedup %s' % (samples, ' '.join(options)))
        process = whole.start(['run', suite, file], scratch, folder, '--no-dedup', *options)
        began = time.monotonic()
        rows = watch(process, os.path.join(folder, 'results.jsonl'))
        process.stdout, process.stderr = process.communicate()
        took = time.monotonic() - began
        run = whole.Run(folder, process)
        print('%.0f s, %.0f samples a second, outcomes %s, unjudged %d' % (
            took, samples / took, run.summary['outcomes'], run.summary['unjudged']))
    bad = run.status != 0 or run.summary['judged'] != samples
    if host.left():
        print('left behind: ' + host.left())
        bad = True
    later = rows[len(rows) // 4:]
    if len(later) < 8:
        print('too short a run to speak of slopes')
        return bad
    for i, (name, limit) in enumerate(COLUMNS, 1):
        gain = 10000 * slope([(row[0], row[i]) for row in later])
        grows = gain > limit
        bad = bad or grows
        print('%-13s %+9.2f in 10,000 samples%s' % (name, gain, '  GROWS' if grows else ''))
    return bad


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
