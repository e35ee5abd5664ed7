"""Candidates beside each other: no cross-talk, no trace from one to the next, and an end at the deadline is what its time says."""
import os
import random
import subprocess
import time

import traces
import whole

N = 250                 # honest ones, and as many hostile ones
N_PACE = 120            # of honest ones alone, to compare the pace
TASK = {'prompt': 'def f(x):\n', 'entry_point': 'f'}

# What a candidate can do to those beside it, while it lives and afterwards.
HOSTILE = (
    'import os\nos.kill(-1, 9)\n',
    'import os\nfor pid in range(1, 400):\n    try: os.kill(pid, 15) if pid != os.getpid() else None\n    except OSError: pass\n',
    'import os\nos.write(1, b"%s\\n" * 999)\nos.write(2, b"%s\\n" * 999)\n' % ((traces.MARK,) * 2),
    'import os\nfor fd in range(3, 64):\n    try: os.write(fd, b"%s\\n")\n    except OSError: pass\n' % traces.MARK,
    'import os\nfor folder in ("/w", "/tmp", "/dev/shm", "/var/tmp", ".", ".."):\n    for name in ("f.py", "%s", "json.py"):\n'
    '        try: open(os.path.join(folder, name), "w").write("raise SystemExit")\n        except OSError: pass\n' % traces.MARK,
    'import os\nfor i in range(6):\n    try:\n        if os.fork() == 0:\n            while True: pass\n    except OSError: break\n',
    'hold = []\nwhile True: hold.append(bytearray(1 << 20))\n',
    'import os\nfor i in range(64):\n    with open("%d" % i, "wb") as out: out.write(bytes(1 << 20))\n',
    'import os\nos.abort()\n',
    'import os\nos._exit(0)\n',
    'while True: print("%s" * 100)\n' % traces.MARK,
    'import os\nheld = []\nwhile True: held.append(os.pipe())\n',
    'import fcntl\nheld = open(__import__("os").__file__)\nfcntl.flock(held, fcntl.LOCK_EX)\n',
)
SLOW = ('while True: pass\n', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n')


def answer(n):
    """Right for task n and no other; prints what nobody else does."""
    return 'print("I am %d")\ndef f(x):\n    return x + %d\n' % (n, n)


def judge(scratch, texts, name):
    suite = whole.write_jsonl(os.path.join(scratch, name + '-suite.jsonl'), [dict(
        TASK, task_id='T/%d' % n, canonical_solution='    return x + %d\n' % n,
        test='def check(candidate):\n    assert candidate(1) == %d\n    assert candidate(5) == %d\n' % (n + 1, n + 5))
        for n in sorted({n for n, _ in texts})])
    samples = whole.write_jsonl(os.path.join(scratch, name + '.jsonl'), [
        {'task_id': 'T/%d' % n, 'solution': text} for n, text in texts])
    began = time.monotonic()
    run = whole.run(['run', suite, samples], scratch, '-t', '1', '-j', '4', '--no-dedup', name=name)
    assert run.status == 0, (run.status, run.stderr)
    return run, time.monotonic() - began


def crowd(scratch):
    host = traces.Host(scratch)
    rng = random.Random(50)
    texts = []
    for n in range(N):
        attack = rng.choice(SLOW if n % 50 == 0 else HOSTILE)
        # Hostile, and with the right answer of its neighbour.
        texts += [(n, answer(n)), (n, attack + answer((n + 1) % N))]
    run, mixed_s = judge(scratch, texts, 'mixed')
    wrong = []
    for n in range(N):
        honest, hostile = (run.verdicts['T/%d' % n, i] for i in (0, 1))
        if (honest['outcome'], honest.get('trust')) != ('pass', 'confirmed'):
            wrong.append('%d: %s %s' % (n, honest['outcome'], honest['reason']))
        if honest.get('stdout', {}).get('text') != 'I am %d\n' % n or honest.get('stderr', {}).get('text', ''):
            wrong.append('%d printed %s %s' % (n, honest.get('stdout'), honest.get('stderr')))
        if hostile['passed']:
            wrong.append('%d: %r passes' % (n, texts[2 * n + 1][1][:60]))
    assert not wrong, '\n    '.join([''] + wrong[:20])
    host.expect_clean()
    run, honest_s = judge(scratch, [(n, answer(n)) for n in range(N_PACE)], 'honest')
    assert len(run.passed()) == N_PACE, run.summary
    return 'half of %d hostile: %.0f/s, all honest: %.0f/s' % (2 * N, 2 * N / mixed_s, N_PACE / honest_s)


# ---------------------------------------------------------------- from A to B under one launcher

PAIR = r'''
import ctypes, fcntl, os, platform, socket, time
libc = ctypes.CDLL(None, use_errno=True)
MARK = '@MARK@'
KEY = 0x45544a32
X86 = platform.machine() == 'x86_64'
ADD_KEY, KEYCTL = (248, 250) if X86 else (217, 219)
shared = ctypes.__file__                # a file that all see
held = []
def path_file(place):
    def leave():
        with open(os.path.join(place, MARK), 'w') as out:
            out.write('x')
    return leave, lambda: os.path.exists(os.path.join(place, MARK)), lambda: os.unlink(os.path.join(place, MARK))
def sysv(name, *more):
    get = getattr(libc, name + 'get')
    control = getattr(libc, name + 'ctl')
    def clean():
        n = get(KEY, *more[:-1] + (0,))
        control(n, 0, 0) if name == 'sem' else control(n, 0, None)
    return lambda: get(KEY, *more), lambda: get(KEY, *more[:-1] + (0,)) >= 0, clean
def posix(name):
    open_it, unlink = getattr(libc, name + '_open'), getattr(libc, name + '_unlink')
    path = ('/' + MARK).encode()
    def found():
        n = open_it(path, os.O_RDONLY, 0, 0)
        return n not in (-1, 0) and n != 0xffffffff
    return lambda: open_it(path, os.O_CREAT | os.O_RDWR, 0o600, None), found, lambda: unlink(path)
def named(name):
    def leave():
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.bind(name)
        held.append(s)
    def found():
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        return s.connect(name) is None
    return leave, found, lambda: name[:1] != '\0' and os.unlink(name)
def key(ring):
    def leave():
        libc.syscall(ctypes.c_long(ADD_KEY), b'user', MARK.encode(), b'x', ctypes.c_long(1), ctypes.c_long(ring))
    def found():
        return libc.syscall(ctypes.c_long(KEYCTL), ctypes.c_long(10), ctypes.c_long(ring), b'user', MARK.encode(), 0) > 0
    def clean():
        n = libc.syscall(ctypes.c_long(KEYCTL), ctypes.c_long(10), ctypes.c_long(ring), b'user', MARK.encode(), 0)
        libc.syscall(ctypes.c_long(KEYCTL), ctypes.c_long(9), ctypes.c_long(n), ctypes.c_long(ring))
    return leave, found, clean
def hint():
    number = lambda n: fcntl.fcntl(os.open(shared, os.O_RDONLY), n, bytes(8))[0]
    set_to = lambda n: fcntl.fcntl(os.open(shared, os.O_RDONLY), 1036, n.to_bytes(8, 'little'))
    return lambda: set_to(3), lambda: number(1035) == 3, lambda: set_to(0)
def attribute():
    return (lambda: os.setxattr(shared, 'user.' + MARK, b'x'), lambda: bool(os.getxattr(shared, 'user.' + MARK)),
            lambda: os.removexattr(shared, 'user.' + MARK))
def process():
    def leave():
        if os.fork() == 0:
            libc.prctl(15, MARK[:15].encode(), 0, 0, 0)
            os.closerange(0, 64)
            time.sleep(1000)
    def find():
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                if open('/proc/%s/comm' % pid).read().strip() == MARK[:15]:
                    yield int(pid)
            except OSError:
                pass
    return leave, lambda: any(find()), lambda: [os.kill(pid, 9) for pid in find()]
WAYS = {'file in ' + place: path_file(place) for place in ('/w', '/tmp', '/dev/shm', '/var/tmp', '/dev/mqueue', '..', '.')}
WAYS.update({
    'shared memory': sysv('shm', 4096, 0o1600), 'semaphore': sysv('sem', 1, 0o1600), 'message queue': sysv('msg', 0o1600),
    'POSIX shared memory': posix('shm'), 'POSIX queue': posix('mq'), 'named semaphore': posix('sem'),
    'abstract socket': named('\0' + MARK), 'socket': named('/tmp/%s-socket' % MARK),
    'key of the user': key(-4), 'key of the session': key(-3), 'key of the user session': key(-5),
    'write hint': hint(), 'attribute': attribute(), 'process': process()})
def each(what):
    done = []
    for name, way in WAYS.items():
        try:
            if way[what]():
                done.append(name)
        except (OSError, AttributeError, ValueError):
            pass
    return done
'''.replace('@MARK@', traces.MARK)
LEAVE = PAIR + 'def f(x):\n    each(0)\n    time.sleep(0.4)\n    return x\n'
FIND = PAIR + 'def f(x):\n    time.sleep(0.05)\n    print(" ".join("<%s>" % name for name in each(1)))\n    return x\n'
CLEAN = PAIR + 'def f(x):\n    each(2)\n    return x\n'


def from_one_to_the_next(scratch):
    """What A leaves, B does not find, at the same time or later; in the weakest tier it does."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [dict(
        TASK, task_id='T', canonical_solution='    return x\n', test='def check(candidate):\n    assert candidate(1) == 1\n')])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'T', 'solution': text + '# %d\n' % i} for i, text in enumerate(
            [LEAVE] + [FIND] * 12 + [CLEAN])])
    host, seen = traces.Host(scratch), []
    for tier in ('full', 'landlock', 'limits'):
        run = whole.run(['run', suite, samples], scratch, '--sandbox', tier, '-j', '2', '--allow', 'ctypes,socket',
                        '--guard', 'shared', *PYTHON, name=tier) if has_tier(tier) else None
        if run is None:
            seen.append('no tier ' + tier)
            continue
        lines = [run.verdicts['T', i] for i in range(14)]
        assert all(line['passed'] for line in lines), [line['reason'] for line in lines]
        found = {name for line in lines[1:13] for name in line['stdout']['text'].strip(' <>\n').split('> <') if name}
        if tier == 'limits':
            assert {'file in /tmp', 'shared memory', 'abstract socket'} <= found, found
        else:
            assert not found, '%s: %s' % (tier, found)
        seen.append('%s: %d' % (tier, len(found)))
        host.expect_clean()
    return 'ways found in ' + ', '.join(seen)


# Tiers without namespaces need one that everybody may run.
PYTHON = ('--python', '/usr/bin/python3') if os.access('/usr/bin/python3', os.X_OK) else ()


def has_tier(tier):
    """Whether the host gives it, whatever evaltop makes of it."""
    jail = os.path.join(os.path.dirname(whole.EVALTOP), 'evaltop-jail')
    return subprocess.run([jail, '--tier', tier, '--', '/bin/true'], stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


# ---------------------------------------------------------------- an end at the deadline

def deadlines(scratch):
    """200 that end within 5 ms of their time: the verdict is what the recorded time says."""
    limit = 0.1
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [dict(
        TASK, task_id='T', canonical_solution='    return x\n', test='def check(candidate):\n    assert candidate(1) == 1\n')])
    rng = random.Random(48)
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'T', 'solution': 'import time\ntime.sleep(%.4f)\ndef f(x):\n    return x\n' % (
            limit + rng.uniform(-0.005, 0.005) - (0.002 if i % 2 else 0))} for i in range(200)])
    run = whole.run(['run', suite, samples], scratch, '-t', str(limit), '-j', '8', '--guard', 'shared')
    assert run.status == 0, run.stderr
    wrong, kinds = [], {}
    for key, line in run.verdicts.items():
        kinds[line['outcome']] = kinds.get(line['outcome'], 0) + 1
        fits = {'pass': line['wall_ms'] <= line['timeout_ms'], 'timeout': line['wall_ms'] >= line['timeout_ms']}
        if not fits.get(line['outcome']):
            wrong.append('%s: %s after %d ms' % (key, line['outcome'], line['wall_ms']))
    assert not wrong, '\n    '.join([''] + wrong)
    return ', '.join('%s %d' % item for item in sorted(kinds.items()))


if __name__ == '__main__':
    whole.main([('crowd', crowd), ('from-one-to-the-next', from_one_to_the_next), ('deadlines', deadlines)])
