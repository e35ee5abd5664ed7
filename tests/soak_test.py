"""Thousands of samples, a quarter of them hostile: all get a verdict, and nothing is left behind."""
import os
import random
import time

import traces
import whole

FULL = os.environ.get('EVALTOP_TEST_FULL') == '1'
SAMPLES = 20000 if FULL else 5000
TASKS = 50
JOBS = '8'

TASK = {'prompt': 'def f(x):\n', 'entry_point': 'f',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(5) == 6\n'}
HONEST = 'def f(x):\n    return x + 1\n'

# Each behaves as badly as it can while it is imported; what it is worth
# matters less than that it gets a verdict.  SLOW ones run until their time is
# up, so that there are fewer of them.
QUICK = (
    ('memory bomb', 'hold = bytearray(1 << 30)\n'),
    ('output flood', 'while True: print("x" * 65536)\n'),
    ('flood on both streams', 'import os\nwhile True:\n    os.write(1, b"x" * 4096)\n    os.write(2, b"y" * 4096)\n'),
    ('descriptors', 'import os\nheld = []\nwhile True: held.append(os.open("/dev/null", 0))\n'),
    ('pipes', 'import os\nheld = []\nwhile True: held.append(os.pipe())\n'),
    ('disk', '''import os
for i in range(99):
    with open(os.path.join(os.environ["TMPDIR"], str(i)), "wb") as out:
        while True: out.write(bytes(1 << 20))
'''),
    ('many files', '''import os
i = 0
while True:
    os.close(os.open("%d" % i, os.O_CREAT | os.O_WRONLY))
    i += 1
'''),
    ('files about', '''import os
for folder in ("/tmp", "/dev/shm", "/var/tmp", "/", ".", "/w"):
    try:
        with open(folder + "/evaltop-left-%d" % os.getpid(), "w") as out: out.write("x")
    except OSError: pass
'''),
    ('thread bomb', '''import threading, time
while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
'''),
    ('kill(-1)', 'import os\nos.kill(-1, 9)\n'),
    ('every signal to pid 1', '''import os
for s in range(1, 65):
    for pid in (1, 0, os.getppid()):
        if pid == 0 and s in (9, 19): continue
        try: os.kill(pid, s)
        except OSError: pass
'''),
    ('stops itself by its group', 'import os\nos.killpg(0, 9)\n'),
    ('zombies', '''import os
for _ in range(40):
    try:
        if os.fork() == 0: os._exit(0)
    except OSError: break
'''),
    ('daemons', '''import os, signal, time
try:
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork(): os._exit(0)
            for s in range(1, 65):
                try: signal.signal(s, signal.SIG_IGN)
                except (OSError, ValueError): pass
            os.closerange(0, 64)
            while True: time.sleep(60)
except OSError: pass
'''),
    ('children that hold the pipes', '''import os, time
if os.fork() == 0:
    while True: time.sleep(60)
'''),
    ('SysV and POSIX objects', '''import _multiprocessing, _posixshmem
for make in (lambda: _posixshmem.shm_open("/evaltop-left-shm", 66, mode=0o600),
             lambda: _multiprocessing.SemLock(1, 1, 1, "/evaltop-left-sem", False)):
    try: make()
    except OSError: pass
'''),
    ('segfault', 'import os\nos.kill(os.getpid(), 11)\n'),
    ('leaves', 'import os\nos._exit(0)\n'),
    ('closes everything', 'import os\nos.closerange(0, 256)\n'),
    ('garbage on every descriptor', '''import os
for fd in range(3, 64):
    try: os.write(fd, b"\\0{\\xff\\n" * 999)
    except OSError: pass
'''),
)
SLOW = (
    ('endless loop', 'while True: pass\n'),
    ('catches everything', 'while True:\n    try:\n        while True: pass\n    except BaseException: pass\n'),
    ('fork bomb', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n'),
    ('stopped', 'import os\nos.kill(os.getpid(), 19)\n'),
    ('vfork and wait', 'import os, time\nos.fork()\nos.fork()\nos.fork()\nwhile True: time.sleep(60)\n'),
)


def make(scratch):
    """(suite, samples, {key: kind of hostility or None})"""
    rng = random.Random(20)
    plan = {}
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'),
                              [dict(TASK, task_id='S/%d' % i) for i in range(TASKS)])
    rows = []
    for i in range(SAMPLES):
        kind, text = None, HONEST
        if i % 4 == 3:
            kind, text = rng.choice(SLOW if rng.random() < 0.04 else QUICK)
            text += HONEST
        plan['S/%d' % (i % TASKS), i // TASKS] = kind
        rows.append({'task_id': 'S/%d' % (i % TASKS), 'solution': '# %d\n%s' % (i, text)})
    return suite, whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), rows), plan


def descriptors(pid):
    try:
        return len(os.listdir('/proc/%d/fd' % pid))
    except OSError:
        return None


def soak(scratch):
    host = traces.Host(scratch)
    suite, samples, plan = make(scratch)
    folder = os.path.join(scratch, 'run')
    began = time.monotonic()
    with open(os.path.join(scratch, 'stderr'), 'w+') as errors:
        process = whole.start(['run', suite, samples], scratch, folder, '-j', JOBS, '-t', '0.5', '--no-dedup')
        looks, launchers, interpreters = [], set(), set()
        while process.poll() is None:
            looks.append((descriptors(process.pid), descriptors(traces.launcher(process.pid) or 0)))
            launchers.add(traces.launcher(process.pid))
            interpreters |= traces.interpreters(process.pid)
            time.sleep(0.25)        # between two looks; nothing hangs on it
        process.stdout, process.stderr = process.communicate()
    run = whole.Run(folder, process)
    assert run.status == 0, (run.status, run.stderr[:2000])
    assert run.summary['judged'] == SAMPLES and run.summary['unjudged'] == 0, run.summary
    assert set(run.verdicts) == set(plan)
    wrong = [(key, line['outcome'], line.get('detail'), line['reason']) for key, line in run.verdicts.items()
             if plan[key] is None and not line['passed']]
    assert not wrong, '%d honest ones do not pass: %s' % (len(wrong), wrong[:3])
    slow = {kind for kind, _ in SLOW}
    spared = [(plan[key], line['outcome']) for key, line in run.verdicts.items()
              if plan[key] in slow and line['outcome'] not in ('timeout', 'error')]
    assert not spared, spared[:3]
    for what, counts in zip(('evaltop', 'its launcher'), zip(*looks)):
        counts = [n for n in counts if n]
        # Three pipes a candidate, and what a moment's look meets half-way.
        assert counts and max(counts) <= 20 + 8 * 8, '%s had %d descriptors' % (what, max(counts))
        tenth = max(len(counts) // 10, 1)
        early, late = max(counts[:5 * tenth]), max(counts[-tenth:-1] or counts[-1:])
        assert late <= early + 8, '%s: descriptors grew from %d to %d' % (what, early, late)
    assert len(launchers - {None}) == 1, 'the launcher was lost %d times' % (len(launchers - {None}) - 1)
    # Renewed every few thousand forks.
    assert 1 < len(interpreters) <= 2 + SAMPLES // 2000, '%d interpreters were kept warm' % len(interpreters)
    host.expect_clean()
    return '%d samples in %.0f s: %s' % (SAMPLES, time.monotonic() - began, ' '.join(
        '%s=%d' % item for item in run.summary['outcomes'].items()))


if __name__ == '__main__':
    whole.main([('soak', soak)])
