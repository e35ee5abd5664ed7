"""A run that is killed at any moment is resumed, and ends as if nothing had happened."""
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import traces
import whole

KILLS = 200 if os.environ.get('EVALTOP_TEST_FULL') == '1' else 50
TASKS = 12
EACH = 20       # samples a task
LOOPS = 4       # tasks of one sample that never ends

# A loop's second is in which the tests before it have run, wherever this runs; the others need their time only to
# be told from what hangs, and a host may stand still for longer than they run.
LOOP_S, OTHERS_S = 1, 30
LOSSES_MAX = 5  # of a sample; then it is given up (runner/internal.h)

# What a sample is worth must hang on nothing but its program.
KINDS = (
    'def f(x):\n    return x + 1\n',
    'def f(x):\n    return x + 1  # %d\n',
    'def f(x):\n    return x + 2\n',
    'def f(x):\n    return x + 1 if x < 5 else 0  # %d\n',
    'def f(x):\n    raise ValueError(%d)\n',
    'def f(x) return x + %d\n',
    'import os\ndef f(x):\n    print("%d")\n    return x + 1 if x < 2 else os._exit(0)\n',
    'import socket\ndef f(x):\n    return x + %d\n',
    'def g(x):\n    return x\n',
    '',
    'def f(x):\n    print("x" * 5000)\n    return x + 1  # %d\n',
)
LOOP = 'def f(x):\n    while x == 5: pass\n    return x + 1\n'
TASK = {'prompt': 'def f(x):\n', 'entry_point': 'f',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 3\n'
                '    assert candidate(5) == 6\n'}


def make(scratch):
    rng = random.Random(5)
    tasks, rows = [], []
    for i in range(TASKS):
        name = 'R/%d' % i
        tasks.append(dict(TASK, task_id=name, timeout_s=OTHERS_S))
        texts = [rng.choice(KINDS) for _ in range(EACH)]
        texts = [text % rng.randrange(9) if '%d' in text else text for text in texts]
        # Records of two formats: what is read again must be read the same.
        rows += [{'task_id': name, 'response': '```python\n%s```\n' % text} if j % 4 == 3 else
                 {'task_id': name, 'solution': text} for j, text in enumerate(texts)]
        if i % (TASKS // LOOPS) == 0:
            tasks.append(dict(TASK, task_id='L/%d' % i, timeout_s=LOOP_S))
            rows.append({'task_id': 'L/%d' % i, 'solution': LOOP})
    return (whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), tasks),
            whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), rows))


def make_one(scratch, solutions):
    """A task whose time is the command line's."""
    return (whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [dict(TASK, task_id='R/0')]),
            whole.write_jsonl(os.path.join(scratch, 'few.jsonl'),
                              [{'task_id': 'R/0', 'solution': solution} for solution in solutions]))


def journal(folder):
    return traces.read(os.path.join(folder, 'results.jsonl'))


def lines(folder, event):
    """The journal's whole lines of one kind."""
    return [json.loads(line) for line in journal(folder).split(b'\n')[:-1]
            if line.startswith(b'{"event":"%s"' % event.encode())]


def worth(folder):
    """{sample: what must not change}; a sample has one verdict, and no more."""
    found = {}
    for line in lines(folder, 'judged'):
        assert line['sample'] not in found, 'sample %d was judged twice' % line['sample']
        found[line['sample']] = tuple(line.get(field) for field in (
            'task_id', 'completion_id', 'outcome', 'detail', 'score', 'strip', 'tests', 'reason', 'code_line', 'rule'))
    return found


def same(got, want):
    assert set(got) == set(want), 'samples: %d, not %d' % (len(got), len(want))
    other = [(got[key], want[key]) for key in want if got[key] != want[key]]
    assert not other, '%d differ: %s' % (len(other), other[:3])


def undisturbed(scratch, command):
    run = whole.run(command, scratch, name='undisturbed')
    assert run.status == 0, run.stderr
    return worth(run.folder)


def begin(scratch, command, folder, *options):
    """A new run, or one that goes on."""
    if os.path.exists(os.path.join(folder, 'run.json')):
        argv = [whole.EVALTOP, 'run', '--resume', folder, '--json']
    else:
        argv = [whole.EVALTOP] + command + ['--json', '--out', folder] + list(options)
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=whole.environment(scratch), encoding='utf-8', errors='replace',
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def end(process):
    out, errors = process.communicate(timeout=600)
    return process.returncode, out, errors


def grown(process, folder, size):
    """Waits until the journal is that long; False when the run ended before."""
    deadline = time.monotonic() + traces.DEADLINE
    while len(journal(folder)) < size:
        if process.poll() is not None:
            return False
        assert time.monotonic() < deadline, 'the run stands still'
        time.sleep(0.002)       # leaves the core to the run, and its lines are not all that a kill follows
    return True


def killed(scratch):
    """SIGKILL at random moments, and a journal cut at random bytes."""
    rng = random.Random(50)
    command = ['run'] + list(make(scratch))
    want = undisturbed(scratch, command)
    whole_size = len(journal(os.path.join(scratch, 'undisturbed')))
    host = traces.Host(scratch)
    kills = runs = cuts = early = 0
    while kills < KILLS:
        folder = os.path.join(scratch, 'killed-%d' % runs)
        runs += 1
        while True:
            process = begin(scratch, command, folder)
            if kills == KILLS or rng.random() < 0.05:
                status, out, errors = end(process)
                break
            if rng.random() < 0.3:      # while it starts, even before there is a folder
                until = time.monotonic() + rng.random() * 0.15
                while time.monotonic() < until and process.poll() is None:
                    pass
                is_alive = process.poll() is None
            else:
                is_alive = grown(process, folder, len(journal(folder)) + rng.randrange(whole_size // 6))
            if not is_alive:
                status, out, errors = end(process)
                break
            process.kill()
            end(process)
            kills += 1
            host.expect_clean()
            size = len(journal(folder))
            early += size == 0
            if size and rng.random() < 0.4:
                os.truncate(os.path.join(folder, 'results.jsonl'), max(size - rng.randrange(3000), 0))
                cuts += 1
        assert status == 0, (status, errors)
        same(worth(folder), want)
        summary = json.loads(out)
        assert summary['judged'] == len(want) and summary['unjudged'] == 0, summary
        with open(os.path.join(folder, 'run.json')) as manifest:
            assert json.load(manifest)['state'] == 'done'
    host.expect_clean()
    assert cuts > KILLS // 10, cuts
    return '%d kills (%d before the first event) and %d cuts in %d runs' % (kills, early, cuts, runs)


def sent(pid):
    """Kills; False when PID has ended by itself meanwhile."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def may_lose(folder):
    """Whether no sample that may be running has lost so many launchers that the next loss would be its last."""
    lost = collections.Counter(line['sample'] for line in lines(folder, 'requeued') if 'launcher' in line['message'])
    return all(n < LOSSES_MAX - 1 for sample, n in lost.items() if sample not in worth(folder))


def launcher_killed(scratch):
    """Its jobs run again; that a candidate went down with it is no verdict."""
    rng = random.Random(7)
    command = ['run'] + list(make(scratch))
    want = undisturbed(scratch, command)
    host = traces.Host(scratch)
    folder = os.path.join(scratch, 'orphaned')
    process = begin(scratch, command, folder)
    kills = 0
    step = len(journal(os.path.join(scratch, 'undisturbed'))) // 12
    while grown(process, folder, len(journal(folder)) + step // 2 + rng.randrange(step)):
        pid = traces.launcher(process.pid)
        if pid and may_lose(folder):
            kills += sent(pid)
    status, _, errors = end(process)
    assert status == 0, (status, errors)
    assert kills >= 3, kills
    same(worth(folder), want)
    lost = [line for line in lines(folder, 'requeued') if 'launcher' in line['message']]
    assert lost, 'no job was requeued'
    host.expect_clean()
    return '%d kills, %d jobs requeued' % (kills, len(lost))


# A launcher that does as the next line of FILE says.  A deaf one is ready and takes nothing more, as one
# that died just before a candidate was sent to it; a dead one is killed before it is ready.
FAKE_JAIL = r'''#!@PYTHON@ -SE
import os, signal, socket, sys
FILE, JAIL = '@FILE@', '@JAIL@'
def serve(line):
    os.dup2(line.fileno(), 3)
    os.execv(JAIL, sys.argv)
with open(FILE, 'a+') as file:
    file.seek(0)
    do, *rest = file.read().split() or ['serve']
    file.truncate(0)
    file.write(' '.join(rest))
runner = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, fileno=3)
if do == 'serve':
    serve(runner)
elif do == 'dead':
    os.kill(os.getpid(), signal.SIGKILL)
near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
if os.fork() == 0:
    near.close()
    serve(far)
far.close()
ready = near.recv(65536)
runner.shutdown(socket.SHUT_RD)
runner.send(ready)
near.close()
os.wait()
'''


def launcher_lost(scratch):
    """One that dies as a candidate is sent to it, or before it is ready, is started anew like any other."""
    host = traces.Host(scratch)
    suite, samples = make_one(scratch, [KINDS[0]])
    folder = os.path.join(scratch, 'bin')
    os.mkdir(folder)
    beside = os.path.dirname(whole.EVALTOP)
    for name in ('evaltop', 'evaltop-warm.so', 'evaltop-init'):
        if name != 'evaltop-init' or os.path.exists(os.path.join(beside, name)):    # needs a static libc
            shutil.copy(os.path.join(beside, name), folder)
    steps, jail = (os.path.join(folder, name) for name in ('steps', 'evaltop-jail'))
    with open(jail, 'w') as out:
        out.write(FAKE_JAIL.replace('@PYTHON@', sys.executable).replace('@FILE@', steps).replace(
            '@JAIL@', os.path.join(beside, 'evaltop-jail')))
    os.chmod(jail, 0o755)
    env = dict(whole.environment(scratch), EVALTOP_DATADIR=os.path.join(whole.HERE, '..', 'data'))
    tier = None
    # The first run only plans the tests, so that for the others the first candidate is the first launch.
    for what, status in (('', 0), ('deaf', 0), ('deaf dead', 0), ('deaf' + ' dead' * 4, 0), ('deaf' + ' dead' * 5, 4)):
        with open(steps, 'w') as out:
            out.write(what)
        run = os.path.join(scratch, 'run-%d' % len(what))
        process = subprocess.run([os.path.join(folder, 'evaltop'), 'run', suite, samples, '--json', '--out', run, '-j', '1',
                                  '--guard', 'shared'] + (['--sandbox', tier] if tier else []), env=env, timeout=60,
                                 stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8')
        assert process.returncode == status, (what, process.returncode, process.stdout, process.stderr)
        assert json.loads(process.stdout)['judged'] == (status == 0), (what, process.stdout)
        assert traces.read(steps) == b'', (what, 'not all were started', traces.read(steps))
        tier = tier or whole.verdicts(run)['R/0', 0]['tier']
        host.expect_clean()


def launcher_always_killed(scratch):
    """A launcher that cannot live is a fault of the host: status 4, nothing judged, resumable."""
    suite, samples = make_one(scratch, ['import time\ntime.sleep(20)\n# %d\n' % i + KINDS[0] for i in range(2)])
    folder = os.path.join(scratch, 'run')
    process = whole.start(['run', suite, samples], scratch, folder, '-t', '30')
    while process.poll() is None:
        pid = traces.launcher(process.pid)
        if pid and lines(folder, 'start'):
            sent(pid)
        time.sleep(0.02)        # not to burn what it needs to start again
    status, out, errors = end(process)
    assert status == 4, (status, out, errors)
    summary = json.loads(out)
    assert (summary['judged'], summary['unjudged']) == (0, 2), summary
    assert not lines(folder, 'judged')


SLEEPER = 'import time\ndef f(x):\n    if x == 5: time.sleep(1.5)\n    return x + 1  # %d\n'


def stopped(scratch, solution, folder):
    suite, samples = make_one(scratch, [solution % i if '%d' in solution else solution for i in range(4)])
    argv = [whole.EVALTOP, 'run', suite, samples, '--json', '--out', folder, '-t', '25', '-j', '1', '--no-dedup']
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=whole.environment(scratch), encoding='utf-8',
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    traces.until('the first start', lambda: lines(folder, 'start'), process)
    return process


def interrupted_once(scratch):
    """What runs is finished, and nothing else begins."""
    host = traces.Host(scratch)
    folder = os.path.join(scratch, 'run')
    process = stopped(scratch, SLEEPER, folder)
    process.send_signal(signal.SIGINT)
    status, _, errors = end(process)
    assert status == 130, (status, errors)
    started = {line['sample'] for line in lines(folder, 'start')}
    assert started == set(worth(folder)) and len(started) < 4, (started, worth(folder))
    assert {line[2] for line in worth(folder).values()} == {'pass'}, worth(folder)
    host.expect_clean()
    status, out, errors = end(begin(scratch, [], folder))
    assert status == 0 and json.loads(out)['outcomes']['pass'] == 4, (status, out, errors)
    assert len(worth(folder)) == 4


def interrupted_twice(scratch):
    """The second ^C ends what runs; it has no verdict."""
    host = traces.Host(scratch)
    folder = os.path.join(scratch, 'run')
    process = stopped(scratch, LOOP, folder)
    process.send_signal(signal.SIGINT)
    traces.until('the run to stop', lambda: b'"stopping"' in journal(folder), process)
    process.send_signal(signal.SIGINT)
    status, _, errors = end(process)
    assert status == 130, (status, errors)
    assert not worth(folder), worth(folder)
    host.expect_clean()


def terminated(scratch):
    host = traces.Host(scratch)
    for number in (signal.SIGTERM, signal.SIGHUP):
        folder = os.path.join(scratch, 'run-%d' % number)
        process = stopped(scratch, LOOP, folder)
        process.send_signal(number)
        status, _, errors = end(process)
        assert status == -number, (status, errors)
        assert 'evaltop: go on with: evaltop run --resume %s\n' % folder in errors, errors
        assert 'evaltop: the run is in %s\n' % folder in errors, errors
        assert not worth(folder), worth(folder)
        with open(os.path.join(folder, 'run.json')) as manifest:
            assert json.load(manifest)['state'] == 'stopped'
        host.expect_clean()


def terminated_unheard(scratch):
    """Nobody reads what it has to say, and it ends all the same."""
    folder = os.path.join(scratch, 'run')
    suite, samples = make_one(scratch, [LOOP])
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    for size in (65536, 1):     # whole pages, then what is left of the last
        try:
            while True:
                os.write(writer, b' ' * size)
        except BlockingIOError:
            pass
    os.set_blocking(writer, True)
    process = subprocess.Popen([whole.EVALTOP, 'run', suite, samples, '--json', '--out', folder, '-t', '25'],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writer,
                               env=whole.environment(scratch))
    traces.until('the first start', lambda: lines(folder, 'start'), process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == -signal.SIGTERM
    os.close(reader)
    os.close(writer)


def refused(scratch, status, words, *argv):
    process = subprocess.run([whole.EVALTOP] + list(argv), stdin=subprocess.DEVNULL, capture_output=True,
                             env=whole.environment(scratch), encoding='utf-8', timeout=100)
    assert process.returncode == status, (process.returncode, process.stderr)
    assert process.stderr.count('\n') == 1 and words in process.stderr, process.stderr


def two_writers(scratch):
    host = traces.Host(scratch)
    folder = os.path.join(scratch, 'run')
    process = stopped(scratch, LOOP, folder)
    before = journal(folder)
    # While it runs, there is what must be gone later: the other cases rest on this.
    left = host.left()
    assert 'evaltop-jail' in left and 'evaltop/harness' in left, left
    refused(scratch, 4, folder, 'run', '--resume', folder, '--json')
    assert journal(folder) == before, 'the second writer wrote'
    process.kill()
    end(process)
    host.expect_clean()


def changed_inputs(scratch):
    folder = os.path.join(scratch, 'run')
    process = stopped(scratch, LOOP, folder)
    process.kill()
    end(process)
    for name in ('suite.jsonl', 'few.jsonl'):
        path = os.path.join(scratch, name)
        before = traces.read(path)
        with open(path, 'ab') as out:
            out.write(b'\n')
        refused(scratch, 3, path, 'run', '--resume', folder)
        with open(path, 'wb') as out:
            out.write(before)
    os.unlink(os.path.join(scratch, 'few.jsonl'))
    refused(scratch, 3, 'few.jsonl', 'run', '--resume', folder)


if __name__ == '__main__':
    whole.main([
        ('killed', killed),
        ('launcher-killed', launcher_killed),
        ('launcher-lost', launcher_lost),
        ('launcher-always-killed', launcher_always_killed),
        ('interrupted-once', interrupted_once),
        ('interrupted-twice', interrupted_twice),
        ('terminated', terminated),
        ('terminated-unheard', terminated_unheard),
        ('two-writers', two_writers),
        ('changed-inputs', changed_inputs),
    ])
