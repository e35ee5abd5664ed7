"""The moments before the first candidate: an interpreter that hangs, a plan that takes long, and a user who leaves."""
import os
import signal

import traces
import whole

GOOD = 'def f(x):\n    return x + 1\n'
TASK = {'task_id': 'T/0', 'prompt': 'def f(x):\n', 'entry_point': 'f', 'canonical_solution': '    return x + 1\n',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n'}


def inputs(scratch, task):
    return [whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [task]),
            whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'T/0', 'solution': GOOD}])]


def leave(scratch, task, options, is_there):
    """Interrupts evaltop once IS_THERE(its pid); by each signal it ends by that signal, and nothing is left."""
    host = traces.Host(scratch)
    folder = os.path.join(scratch, 'run')
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        process = whole.start(['run'] + inputs(scratch, task), scratch, folder, *options, start_new_session=True)
        traces.until('the start', lambda: is_there(process.pid), process)
        process.send_signal(number)
        out, errors = process.communicate(timeout=60)
        assert process.returncode == -number, (number, process.returncode, errors)
        assert out == '' and errors == 'evaltop: interrupted before anything was judged\n', (out, errors)
        assert not os.path.exists(folder), os.listdir(folder)
        host.expect_clean()
    return 'by 4 signals'


def python_hangs(scratch):
    python = os.path.join(scratch, 'python')
    with open(python, 'w') as script:
        script.write('#!/bin/sh\nsleep 1000\n')
    os.chmod(python, 0o755)
    return leave(scratch, TASK, ['--python', python],
                 lambda pid: any('sleep 1000' in traces.words(child) for child in traces.descendants(pid)))


def plan_takes_long(scratch):
    """A test of so many lines that its plan takes longer than anybody waits."""
    test = 'def check(candidate):\n' + '    assert candidate(1) == 2 and [1, 2, 3] != {4: (5, 6)}\n' * 200000
    return leave(scratch, dict(TASK, test=test), [],
                 lambda pid: any('evaltop/' in traces.words(child) for child in traces.descendants(pid)))


def pythons():
    """{(major, minor): path} of what is on the PATH, in pyenv's folder or in $EVALTOP_TEST_PYTHONS."""
    folders = os.environ.get('EVALTOP_TEST_PYTHONS', '').split(':') + os.environ.get('PATH', '').split(':')
    versions = os.path.expanduser('~/.pyenv/versions')
    if os.path.isdir(versions):
        folders += [os.path.join(versions, name, 'bin') for name in sorted(os.listdir(versions))]
    found = {}
    for folder in folders:
        for minor in [(2, 7)] + [(3, n) for n in range(5, 20)]:
            path = os.path.join(folder, 'python%d.%d' % minor)
            if folder and os.access(path, os.X_OK) and 'shims' not in folder:
                found.setdefault(minor, path)
    return found


def refused(scratch):
    """An interpreter that is too old is refused in one sentence."""
    found = {version: path for version, path in pythons().items() if version < (3, 8)}
    for version, path in sorted(found.items()):
        process = whole.start(['run'] + inputs(scratch, TASK), scratch, os.path.join(scratch, 'old'), '--python', path)
        out, errors = process.communicate(timeout=60)
        assert process.returncode == 4 and not out, (path, process.returncode, out)
        assert errors.startswith('evaltop: %s is Python %d.%d.' % ((path,) + version)), errors
        assert 'evaltop needs 3.8 or newer' in errors and errors.count('\n') == 1, errors
    return ', '.join('%d.%d' % version for version in sorted(found)) or 'skipped, none that is too old'


def versions(scratch):
    """Every Python from 3.8 judges, all at the same time, warm and cold, by both guards; a candidate sees its own."""
    found = {version: path for version, path in pythons().items() if version >= (3, 8)}
    suite, _ = inputs(scratch, TASK)
    for options in (['--guard', 'confirm'], ['--guard', 'confirm', '--cold']):
        runs = {}
        for version, path in found.items():
            name = '%d.%d' % version
            samples = whole.write_jsonl(os.path.join(scratch, name), [
                {'task_id': 'T/0', 'solution': '# %d\nimport sys\nassert sys.version_info[:2] == %r\n' % (i, version) + GOOD} for i in range(3)])
            folder = os.path.join(scratch, 'run-' + name + ''.join(options))
            runs[name] = folder, whole.start(['run', suite, samples], scratch, folder, '--python', path, *options)
        for name, (folder, process) in runs.items():
            process.stdout, process.stderr = process.communicate(timeout=300)
            lines = whole.Run(folder, process).verdicts.values()
            assert [line.get('trust') for line in lines] == ['confirmed'] * 3, (name, options, list(lines))
    return ', '.join('%d.%d' % version for version in sorted(found)) or 'skipped, none by version'


if __name__ == '__main__':
    whole.main([('python-hangs', python_hangs), ('plan-takes-long', plan_takes_long), ('refused', refused), ('versions', versions)])
