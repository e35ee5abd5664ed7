"""Runs evaltop as a user would, for the whole-program tests."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
EVALTOP = os.environ.get('EVALTOP', os.path.join(os.getcwd(), 'evaltop'))
DATA = os.environ.get('EVALTOP_TEST_DATA') or os.path.join(HERE, '..', '..', 'shared', 'data')
STOPS = ['\\nclass', '\\ndef', '\\n#', '\\nif', '\\nprint']     # human-eval's and CodeT's


class Run:
    """One finished evaltop: its summary and the last verdict of every sample."""

    def __init__(self, folder, process):
        self.folder, self.status = folder, process.returncode
        self.stderr = process.stderr
        try:
            self.summary = json.loads(process.stdout)
        except ValueError:
            raise AssertionError('no summary: status %d, %s %s' % (
                process.returncode, process.stdout[:500], process.stderr[:2000]))
        self.verdicts = verdicts(folder)

    def passed(self):
        return {key for key, line in self.verdicts.items() if line['passed']}


def verdicts(folder):
    """{(task_id, completion_id): judged line}, the last line of each sample."""
    found = {}
    with open(os.path.join(folder, 'results.jsonl'), encoding='utf-8') as journal:
        for line in journal:
            if line.startswith('{"event":"judged"') and line.endswith('\n'):
                line = json.loads(line)
                found[line['task_id'], line['completion_id']] = line
    return found


def environment(scratch):
    """Nothing of the caller's own runs is seen or touched."""
    env = dict(os.environ, LC_ALL='C.UTF-8', TZ='UTC')
    for name in ('XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'):
        env[name] = os.path.join(scratch, name)
    return env


def start(command, scratch, folder, *options, **popen):
    argv = [EVALTOP] + command + ['--json', '--out', folder] + list(options)
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=environment(scratch), encoding='utf-8', errors='replace', **popen)


def run(command, scratch, *options, name='run'):
    folder = os.path.join(scratch, name)
    shutil.rmtree(folder, ignore_errors=True)
    process = start(command, scratch, folder, *options)
    process.stdout, process.stderr = process.communicate(timeout=3000)
    return Run(folder, process)


def write_jsonl(path, rows):
    with open(path, 'w', encoding='utf-8') as out:
        for row in rows:
            out.write(json.dumps(row) + '\n')
    return path


def skip(why):
    print('skipped: ' + why)
    sys.exit(77)


def need_data():
    if not os.path.isdir(os.path.join(DATA, 'problems')):
        skip('no public data sets in %s (set EVALTOP_TEST_DATA to their folder)' % os.path.normpath(DATA))


def main(cases):
    """Runs (name, function) pairs; each gets a fresh scratch folder."""
    only = sys.argv[1:]
    failed = passed = 0
    for name, function in cases:
        if only and name not in only:
            continue
        scratch = tempfile.mkdtemp(prefix='evaltop-test-')
        try:
            note = function(scratch)
            passed += 1
            print('ok   %s%s' % (name, ': ' + note if note else ''), flush=True)
        except AssertionError as error:
            failed += 1
            print('FAIL %s: %s' % (name, error), flush=True)
        except Exception:       # no reason to keep the other cases from being tried
            failed += 1
            print('FAIL %s:\n%s' % (name, traceback.format_exc().rstrip()), flush=True)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(1 if failed else 0)
