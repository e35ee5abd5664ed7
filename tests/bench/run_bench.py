"""Candidates a second: evaltop against a bare loop of interpreters, and few jobs against many.

Everything is measured in one go, round by round in turn, and the best round of
each counts, so that a host that is busy for a while harms all of them alike.
The work is HumanEval's references where the public sets are at hand
(EVALTOP_TEST_DATA), else those of the demo suite.
"""
import concurrent.futures
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import whole    # noqa: E402

ROUNDS = 3
CANDIDATES = 328
MANY = 128


def humaneval():
    with gzip.open(os.path.join(whole.DATA, 'problems/humaneval/HumanEval.jsonl.gz'), 'rt', encoding='utf-8') as lines:
        return "HumanEval's references", [json.loads(line) for line in lines]


def unquote(text):
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    return json.loads(text) if text[:1] == '"' else text


def demo():
    """The demo suite as HumanEval-like tasks; its YAML keeps to one plain style."""
    with open(os.path.join(HERE, '..', '..', 'data', 'demo', 'suite.yaml'), encoding='utf-8') as file:
        parts = re.split(r'(?m)^  - id: ', file.read())[1:]
    rows = []
    for part in parts:
        targets = re.search(r'(?m)^    targets:\n((?:      - .*\n)+)', part)
        if not targets or re.search(r'(?m)^    setup:|^      from ', part):
            continue            # more than one function and its targets
        reference = re.search(r'(?m)^    reference: \|\n((?:      .*\n|\n)+)', part).group(1)
        tests = [unquote(line[8:]) for line in targets.group(1).splitlines()]
        rows.append({
            'task_id': part.split('\n', 1)[0], 'prompt': '\n', 'entry_point': re.search(r'entry_point: (\w+)', part).group(1),
            'canonical_solution': re.sub(r'(?m)^      ', '', reference),
            'test': 'def check(candidate):\n' + ''.join(
                '    %s\n' % test if test.startswith('assert ') else '    assert %s\n' % test for test in tests)})
    return "the demo suite's references", rows


def make_work():
    try:
        name, tasks = humaneval()
    except OSError:
        name, tasks = demo()
    tasks = [tasks[i % len(tasks)] for i in range(max(CANDIDATES, len(tasks)))]
    return name, tasks


class Evaltop:
    def __init__(self, scratch, tasks, jobs):
        self.name, self.scratch, self.jobs, self.n = 'evaltop -j %d' % jobs, scratch, jobs, len(tasks)
        distinct = {task['task_id']: task for task in tasks}
        self.command = ['run', whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), distinct.values()),
                        whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
                            {'task_id': task['task_id'], 'completion': task['canonical_solution']} for task in tasks])]

    def run(self):
        run = whole.run(self.command, self.scratch, '--no-dedup', '-j', str(self.jobs), '-t', '30')
        return self.n - run.summary['outcomes']['pass']


class Bare:
    """The same programs, each in a fresh interpreter, with no sandbox and no verdict but the status."""

    def __init__(self, tasks, jobs):
        self.name, self.jobs = 'bare loop, %d at a time' % jobs, jobs
        self.programs = [task['prompt'] + task['canonical_solution'] + '\n' + task['test'] +
                         '\ncheck(%s)\n' % task['entry_point'] for task in tasks]
        # A python3 on the PATH may be a shim that costs more than the work.
        self.python = os.path.realpath(sys.executable)

    def one(self, program):
        return subprocess.run([self.python, '-I', '-S', '-c', program], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return len([status for status in pool.map(self.one, self.programs) if status])


def main():
    name, tasks = make_work()
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix='evaltop-bench-') as scratch:
        runners = {jobs: Evaltop(scratch, tasks, jobs) for jobs in sorted({cores, 2, MANY})}
        bare = Bare(tasks, 2)
        everyone = list(runners.values()) + [bare]
        best = {each: float('inf') for each in everyone}
        for _ in range(ROUNDS):
            for each in everyone:
                began = time.monotonic()
                failed = each.run()
                best[each] = min(best[each], time.monotonic() - began)
                if failed:      # references: the host's doing, and the figure is worth less
                    print('run_bench: %s: %d do not pass' % (each.name, failed), file=sys.stderr)
    print('run_bench: %d candidates, %s; %d cores; best of %d rounds, start and end included' % (
        len(tasks), name, cores, ROUNDS))
    for each in everyone:
        print('  %-26s %7.1f candidates/s' % (each.name, len(tasks) / best[each]))
    print('  %-26s %7.2f' % ('evaltop -j %d / bare loop' % cores, best[bare] / best[runners[cores]]))
    print('  %-26s %7.2f' % ('-j %d / -j 2' % MANY, best[runners[2]] / best[runners[MANY]]))


if __name__ == '__main__':
    main()
