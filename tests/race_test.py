"""The screen and the runner's thread, with cancel, pause, stop and quit at random moments.

Any build: it ends as it should, and what it wrote can be read.  Built with --enable-sanitizers=thread, a data
race between the threads ends the program with a report, and so the test.
"""
import json
import os
import random
import signal
import subprocess
import time

import whole

ROUNDS = 60 if os.environ.get('EVALTOP_TEST_FULL') == '1' else 8
# What reaches into the run, and what only looks at it while it changes.
ACTS = ('x y', 'x n', 'p', 'p p', 'r y', 'r y', 'r n', '3 +', '3 -', ':jobs 1', ':jobs 8', ':pause')
LOOKS = ('j', 'k', 'G', 'g', 'e', 'E', 'Enter', 'q', 'a', '=', 'F', 's', 'S', 'Tab', 'z', ':status', ':messages',
         '?', '/', 'Esc', '.', ',', 'J', 'K', ':size 160x50', ':size 40x10', ':size 80x24', 'd', 'f Esc')
# ... which would leave from the first screen, where it asks; 'n' goes on.
STAYS = 'n'


def script_of(rng, steps):
    lines, judged = [], 0
    for _ in range(steps):
        if rng.random() < 0.2:
            judged += rng.randrange(1, 12)
            lines += ['Esc', ':jobs %d' % rng.choice((2, 4, 8)), ':wait-judged %d' % judged]
        lines.append(rng.choice(ACTS if rng.random() < 0.3 else LOOKS))
        if lines[-1] in ('q', 'Enter'):
            lines.append(STAYS)
    return lines


def start(scratch, lines, *options):
    script = os.path.join(scratch, 'script')
    with open(script, 'w', encoding='utf-8') as out:
        out.write('\n'.join(lines) + '\n')
    env = dict(whole.environment(scratch), TSAN_OPTIONS='exitcode=66 halt_on_error=1')
    return subprocess.Popen([whole.EVALTOP, 'run', 'demo', '--out', os.path.join(scratch, 'run'), '-j', '4', '-t', '0.5',
                             '--script', script, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env=env, encoding='utf-8', errors='replace')


def finish(scratch, process, allowed):
    out, err = process.communicate(timeout=600)
    assert 'ThreadSanitizer' not in err, err[:6000]
    assert process.returncode in allowed, 'status %d: %s %s' % (process.returncode, out[-500:], err[-2000:])
    folder = os.path.join(scratch, 'run')
    seen = subprocess.run([whole.EVALTOP, 'view', folder, '--json'], stdin=subprocess.DEVNULL, capture_output=True,
                          env=whole.environment(scratch), encoding='utf-8', timeout=600, check=False)
    summary = json.loads(seen.stdout)
    judged = whole.verdicts(folder)
    assert summary['judged'] == len(judged), '%d, not %d' % (summary['judged'], len(judged))
    return summary['judged']


def wait_for(path, process):
    """Until the script has got there."""
    deadline = time.monotonic() + 300
    while not os.path.exists(path):
        assert process.poll() is None, 'it ended before: %s' % process.stderr.read()[-2000:]
        assert time.monotonic() < deadline, 'the script did not get to its mark'
        time.sleep(0.002)


def fresh(scratch, name):
    folder = os.path.join(scratch, name)
    os.mkdir(folder)
    return folder


def quits(scratch):
    """The script ends somewhere in the run, which is stopped then."""
    judged = []
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        folder = fresh(scratch, 'quit-%d' % seed)
        process = start(folder, script_of(rng, rng.choice((0, 3, 30, 100))))
        judged.append(finish(folder, process, (0, 130)))
    return 'judged %s' % judged


def signals(scratch):
    """A signal in the midst of it; of two interrupts the second ends what runs."""
    kinds = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
    for seed in range(ROUNDS):
        rng = random.Random(1000 + seed)
        folder = fresh(scratch, 'signal-%d' % seed)
        mark = os.path.join(folder, 'mark')
        kind = kinds[seed % len(kinds)]
        # Leaving and asking would only hide what the signal does.
        lines = [line for line in script_of(rng, rng.choice((1, 20, 100))) if line not in ('q', STAYS)]
        process = start(folder, lines + [':save-screen ' + mark, ':wait-for what is never shown'])
        wait_for(mark, process)
        process.send_signal(kind)
        # Two that come close together are one to the kernel.
        while kind == signal.SIGINT and process.poll() is None:
            process.send_signal(kind)
            time.sleep(0.02)
        # A run that has ended before is left by the first interrupt.
        finish(folder, process, (-kind, 0, 130))


def to_the_end(scratch):
    """All keys at once, and still every sample is judged, or cancelled."""
    folder = fresh(scratch, 'end')
    lines = [line for line in script_of(random.Random(5), 300)
             if line not in ('p', 'p p', ':pause', 'q', STAYS)]
    judged = finish(folder, start(folder, lines + ['Esc', ':jobs 4', ':wait-end']), (0, 4))
    assert judged > 0


whole.main([('quits', quits), ('signals', signals), ('to_the_end', to_the_end)])
