"""Candidates a second: evaltop's guards and starts, against bare loops without any isolation.

Everything is measured in one go, round by round in turn, and the best round of
each counts, so that a host that is busy for a while harms all of them alike.
The CPU time of all processes, of the round that took least, stands beside the
rate: it hardly changes with what else the host does, so that a low rate over
an unchanged CPU time is the host's doing.
The work is HumanEval's references where the public sets are at hand
(EVALTOP_TEST_DATA), else those of the demo suite.
"""
import concurrent.futures
import gzip
import json
import os
import re
import resource
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
    """The whole program, from its start to its end: reading, planning, judging, the journal."""

    def __init__(self, scratch, tasks, jobs, label, *options):
        self.name, self.scratch, self.n = 'evaltop %s, -j %d' % (label, jobs), scratch, len(tasks)
        scratch = tempfile.mkdtemp(dir=scratch)
        self.options = ['--no-dedup', '-j', str(jobs), '-t', '30'] + list(options)
        distinct = {task['task_id']: task for task in tasks}
        self.command = ['run', whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), distinct.values()),
                        whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
                            {'task_id': task['task_id'], 'completion': task['canonical_solution']} for task in tasks])]

    def run(self):
        run = whole.run(self.command, self.scratch, *self.options)
        return self.n - run.summary['outcomes']['pass']


class Bare:
    """The same programs, each in a fresh interpreter, with no sandbox and no verdict but the status."""

    def __init__(self, tasks, jobs):
        self.name, self.jobs, self.n = 'bare loop, %d at a time' % jobs, jobs, len(tasks)
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


FORK_LOOP = '''
import bisect, collections, copy, datetime, decimal, fractions, functools, gc, heapq, itertools, json, math, operator
import os, random, re, string, sys, time, typing
programs = json.load(open(sys.argv[1]))
jobs, running, failed = int(sys.argv[2]), 0, 0
gc.freeze()
for program in programs + [None] * jobs:
    if running == jobs or (program is None and running):
        failed += os.wait()[1] != 0
        running -= 1
    if program is None:
        continue
    if os.fork() == 0:
        try:
            exec(compile(program, "program", "exec"), {})
        except BaseException:
            os._exit(1)
        os._exit(0)
    running += 1
print(failed)
'''


class Fork:
    """The same programs, each in a fork of one warm interpreter: no sandbox, no clock, no pipes, no verdict."""

    def __init__(self, scratch, bare, jobs):
        self.name, self.jobs, self.python = 'bare fork loop, %d at a time' % jobs, jobs, bare.python
        self.n = bare.n
        self.path = os.path.join(scratch, 'programs.json')
        with open(self.path, 'w', encoding='utf-8') as out:
            json.dump(bare.programs, out)

    def run(self):
        return int(subprocess.run([self.python, '-I', '-S', '-c', FORK_LOOP, self.path, str(self.jobs)],
                                  stdout=subprocess.PIPE, check=True).stdout)


def cpu_s():
    """Of all children that have been waited for, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Cost:
    """The least that the rounds of one took, each by itself."""

    def __init__(self):
        self.wall = self.cpu = float('inf')

    def add(self, wall, cpu):
        self.wall, self.cpu = min(self.wall, wall), min(self.cpu, cpu)


def measure(everyone):
    best = {each: Cost() for each in everyone}
    for _ in range(ROUNDS):
        for each in everyone:
            began, cpu_before = time.monotonic(), cpu_s()
            failed = each.run()
            best[each].add(time.monotonic() - began, cpu_s() - cpu_before)
            if failed:      # references: the host's doing, and the figure is worth less
                print('run_bench: %s: %d do not pass' % (each.name, failed), file=sys.stderr)
    return best


def main():
    name, tasks = make_work()
    once = list({task['task_id']: task for task in tasks}.values())
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix='evaltop-bench-') as scratch:
        shared = Evaltop(scratch, tasks, cores, 'shared', '--guard', 'shared')
        confirm = Evaltop(scratch, tasks, cores, 'confirm', '--guard', 'confirm')
        split = Evaltop(scratch, tasks, cores, 'split', '--guard', 'split')
        cold = Evaltop(scratch, tasks, cores, 'shared --cold', '--guard', 'shared', '--cold')
        many = Evaltop(scratch, tasks, MANY, 'shared', '--guard', 'shared')
        short = Evaltop(scratch, once, cores, 'shared, each once', '--guard', 'shared')
        bare = Bare(tasks, cores)
        fork = Fork(scratch, bare, cores)
        everyone = [shared, confirm, split, cold, many, short, fork, bare]
        best = measure(everyone)
    print('run_bench: %d candidates, %s; %d cores; best of %d rounds, start and end included' % (
        len(tasks), name, cores, ROUNDS))
    for each in everyone:
        cost = best[each]
        print('  %-34s %7.1f candidates/s  %6.3f s  %6.2f ms of CPU each' % (
            each.name, each.n / cost.wall, cost.wall, cost.cpu / each.n * 1000))
    for title, one, other in (
            ('shared / bare fork loop', fork, shared), ('confirm / bare fork loop', fork, confirm),
            ('split / bare fork loop', fork, split), ('shared / bare interpreters', bare, shared),
            ('shared --cold / bare interpreters', bare, cold), ('-j %d / -j %d' % (MANY, cores), shared, many)):
        print('  %-34s %5.2f times the rate, %5.2f times the CPU' % (
            title, best[one].wall / best[other].wall, best[other].cpu / best[one].cpu))
    print('  %d solutions in shared: %.2f s' % (short.n, best[short].wall))


if __name__ == '__main__':
    main()
