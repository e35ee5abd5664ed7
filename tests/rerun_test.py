"""Samples are judged again: in a finished run, beside what is left, and after a kill."""
import json
import os
import signal
import subprocess

import traces
import whole

TASK = {'task_id': 'R/0', 'prompt': 'def f(x):\n', 'entry_point': 'f',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(5) == 6\n'}
SLOW = 'import time\ndef f(x):\n    time.sleep(0.9)\n    return x + 1\n'     # 1.8 s in all
FAST = 'def f(x):\n    return x + 1\n'
WRONG = 'def f(x):\n    return x + 2\n'
LOOP = 'def f(x):\n    while x == 5: pass\n    return x + 1\n'


def make(scratch, solutions):
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [TASK])
    return suite, whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'),
                                    [{'task_id': 'R/0', 'solution': solution} for solution in solutions])


def first(scratch, solutions, *options):
    """A finished run with a second for each sample."""
    suite, samples = make(scratch, solutions)
    run = whole.run(['run', suite, samples], scratch, '-t', '1', '-j', '2', '--guard', 'shared', *options)
    return run.folder, run


def again(scratch, folder, *options):
    argv = [whole.EVALTOP, 'run', '--resume', folder, '--json'] + list(options)
    return subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, env=whole.environment(scratch),
                          encoding='utf-8', timeout=100)


def summary(process, status=0):
    assert process.returncode == status, (process.returncode, process.stdout, process.stderr)
    return json.loads(process.stdout)


def lines(folder, event=None):
    journal = traces.read(os.path.join(folder, 'results.jsonl')).decode().splitlines()
    found = [json.loads(line) for line in journal]
    return [line for line in found if event in (None, line['event'])]


def state(folder):
    with open(os.path.join(folder, 'run.json')) as manifest:
        return json.load(manifest)['state']


def more_time(scratch):
    """A timeout becomes a pass; the rest is left as it was, byte for byte."""
    folder, run = first(scratch, [SLOW, FAST, WRONG, SLOW])
    assert run.summary['outcomes']['timeout'] == 2 and run.summary['reruns'] == 0, run.summary
    before = traces.read(os.path.join(folder, 'results.jsonl'))
    told = summary(again(scratch, folder, '--rerun', 'out=timeout and sample=1', '--timeout', '9'))
    assert (told['outcomes']['pass'], told['outcomes']['timeout'], told['reruns']) == (2, 1, 1), told
    assert traces.read(os.path.join(folder, 'results.jsonl')).startswith(before)
    assert state(folder) == 'done'
    verdict = whole.verdicts(folder)['R/0', 0]
    assert verdict['rerun'] is True and verdict['timeout_ms'] == 9000 and verdict['passed'], verdict
    assert not [key for key, line in whole.verdicts(folder).items() if key != ('R/0', 0) and line.get('rerun')]
    # Without another timeout it is the run's own.
    told = summary(again(scratch, folder, '--rerun', 'rerun=yes'))
    assert (told['outcomes']['pass'], told['outcomes']['timeout'], told['reruns']) == (1, 2, 1), told
    assert whole.verdicts(folder)['R/0', 0]['timeout_ms'] == 1000
    plain = subprocess.run([whole.EVALTOP, 'view', folder, '--plain'], capture_output=True, encoding='utf-8',
                           env=whole.environment(scratch), timeout=100)
    assert ' rerun, timeout 1s' in plain.stdout, plain.stdout
    assert '\nnote: 1 sample was judged again, with a timeout of 1 s\n' in plain.stdout, plain.stdout


def twins(scratch):
    """A rerun of a twin is a run of its own, and gives nobody else its verdict."""
    folder, run = first(scratch, [SLOW, SLOW, SLOW])
    assert [line.get('same_as') for line in lines(folder, 'judged')] == [None, 0, 0], lines(folder, 'judged')
    told = summary(again(scratch, folder, '--rerun', 'sample>=2', '-t', '9'))
    assert told['outcomes']['pass'] == 2 and told['outcomes']['timeout'] == 1, told
    late = lines(folder, 'judged')[3:]
    assert [(line['sample'], line['rerun'], 'same_as' in line) for line in sorted(late, key=lambda x: x['sample'])] \
        == [(1, True, False), (2, True, False)], late
    # One that is starved of CPU starts twice.
    assert {(line['sample'], line['timeout_ms']) for line in lines(folder, 'start')} == {
        (0, 1000), (1, 9000), (2, 9000)}, lines(folder, 'start')


def cut(folder, *samples):
    """The journal as a kill left it when these samples had their verdicts, and no other had one.

    Also with one job a verdict may come before that of the sample before: that one may take longer to be taken down.
    """
    path, kept, wanted = os.path.join(folder, 'results.jsonl'), b'', set(samples)
    for line in traces.read(path).splitlines(True):
        event = json.loads(line)
        if event['event'] == 'judged' and event['sample'] not in samples:
            continue
        kept += line
        if event['event'] == 'judged':
            wanted.remove(event['sample'])
        if not wanted:
            break
    with open(path, 'wb') as out:
        out.write(kept)


def twins_of_an_earlier_session(scratch):
    """What a killed session has judged is judged for its twins, too; a rerun's verdict is not."""
    folder, _ = first(scratch, [WRONG, FAST, WRONG, FAST, WRONG], '-j', '1')
    cut(folder, 0, 1)
    told = summary(again(scratch, folder))
    assert told['outcomes']['assertion_fail'] == 3 and told['outcomes']['pass'] == 2, told
    assert len(lines(folder, 'start')) == 2, lines(folder, 'start')
    assert {line['sample']: line['same_as'] for line in lines(folder, 'judged') if 'same_as' in line} == {2: 0, 3: 1, 4: 0}
    cut(folder, 0)
    started = len(lines(folder, 'start'))
    summary(again(scratch, folder, '--rerun', 'sample=1'), 130)
    told = summary(again(scratch, folder))
    assert len(lines(folder, 'start')) == started + 3, lines(folder, 'start')
    assert told['judged'] == 5 and told['reruns'] == 1, told


def nothing_else(scratch):
    """In a run that has not ended, only what matches is judged; the rest waits for a resume."""
    folder, _ = first(scratch, [WRONG, FAST, SLOW, FAST + '#', WRONG + '#'], '-j', '1', '--no-dedup')
    cut(folder, 0, 1)
    told = summary(again(scratch, folder, '--rerun', 'sample=1 or sample=5'), 130)
    assert told['judged'] == 3, told
    assert {line['sample'] for line in lines(folder, 'judged')[2:]} == {0, 4}
    assert state(folder) == 'stopped'
    told = summary(again(scratch, folder))
    assert told['judged'] == 5 and told['reruns'] == 2 and state(folder) == 'done', told


def killed(scratch):
    """A rerun that is cut off leaves the verdict that there was."""
    host = traces.Host(scratch)
    folder, _ = first(scratch, [LOOP, FAST])
    for number, status in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, -signal.SIGTERM)):
        started = len(lines(folder, 'start'))
        argv = [whole.EVALTOP, 'run', '--resume', folder, '--json', '--rerun', 'out=timeout', '-t', '25']
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=whole.environment(scratch), encoding='utf-8')
        traces.until('the rerun to start', lambda: len(lines(folder, 'start')) > started, process)
        process.send_signal(number)
        out, errors = process.communicate(timeout=100)
        assert process.returncode == status, (process.returncode, out, errors)
        host.expect_clean()
        verdict = whole.verdicts(folder)['R/0', 0]
        assert verdict['outcome'] == 'timeout' and 'rerun' not in verdict, verdict
        judged = len(lines(folder, 'judged'))
        told = summary(again(scratch, folder))
        assert told['judged'] == 2 and told['outcomes']['timeout'] == 1, told
        assert len(lines(folder, 'judged')) == judged and state(folder) == 'done'


def refused(scratch):
    folder, _ = first(scratch, [FAST])
    before = traces.read(os.path.join(folder, 'results.jsonl'))
    manifest = traces.read(os.path.join(folder, 'run.json'))
    for status, words, options in (
            (2, '--rerun: column 5', ['--rerun', 'out=fine']),
            (3, "no sample of the run matches 'out=timeout'", ['--rerun', 'out=timeout']),
            (2, '--memory', ['--rerun', 'out=pass', '--memory', '64M']),
            (2, '--timeout', ['--timeout', '5'])):
        process = again(scratch, folder, *options)
        assert process.returncode == status and words in process.stderr, (process.returncode, process.stderr)
    with open(os.path.join(scratch, 'samples.jsonl'), 'a') as out:
        out.write('\n')
    process = again(scratch, folder, '--rerun', 'out=pass')
    assert process.returncode == 3 and 'samples.jsonl' in process.stderr, process.stderr
    assert traces.read(os.path.join(folder, 'results.jsonl')) == before
    assert traces.read(os.path.join(folder, 'run.json')) == manifest


def journal_deleted(scratch):
    """A run whose journal is deleted says so, and ends as a fault of the host."""
    host = traces.Host(scratch)
    suite, samples = make(scratch, [SLOW + '# %d\n' % i for i in range(8)])
    folder = os.path.join(scratch, 'run')
    process = whole.start(['run', suite, samples], scratch, folder, '-j', '1')
    traces.until('the first start', lambda: os.path.exists(os.path.join(folder, 'results.jsonl')) and
                 lines(folder, 'start'), process)
    os.unlink(os.path.join(folder, 'results.jsonl'))
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 4, (process.returncode, out, errors)
    assert 'results.jsonl was deleted' in errors, errors
    assert json.loads(out)['judged'] < 8 and state(folder) == 'incomplete', out
    host.expect_clean()


if __name__ == '__main__':
    whole.main([
        ('more-time', more_time),
        ('twins', twins),
        ('twins-of-an-earlier-session', twins_of_an_earlier_session),
        ('nothing-else', nothing_else),
        ('killed', killed),
        ('refused', refused),
        ('journal-deleted', journal_deleted),
    ])
