"""A run of any size, made up: a suite, samples, a manifest and a journal as evaltop writes them.

The same numbers give the same bytes.  Lines are as long and as varied as those
of a real run: failures with their assertion, tracebacks, outputs, a start for
each sample, and some judged twice.
"""
import hashlib
import json
import os
import random

BEGAN_MS = 1760000000000
# Outcome, detail, weight: about what a middling model gives.
OUTCOMES = (('pass', None, 52), ('assertion_fail', 'wrong_answer', 26), ('error', 'exception', 12),
            ('timeout', 'wall', 4), ('syntax_error', None, 4), ('error', 'memory_limit', 2))
ERRORS = ("NameError: name 'List' is not defined", "TypeError: 'NoneType' object is not iterable",
          "IndexError: list index out of range", "KeyError: 'total'", "AttributeError: 'str' object has no attribute 'push'",
          "ValueError: invalid literal for int() with base 10: '%d'", "RecursionError: maximum recursion depth exceeded",
          "ZeroDivisionError: division by zero", "UnboundLocalError: cannot access local variable 'best'")


def write(path, lines):
    """Returns the SHA-256 of what was written."""
    digest = hashlib.sha256()
    with open(path, 'wb') as out:
        for line in lines:
            data = line.encode() + b'\n'
            digest.update(data)
            out.write(data)
    return digest.hexdigest()


def compact(value):
    return json.dumps(value, separators=(',', ':'))


def task_name(task):
    return 'Made/%d' % task


def suite_lines(tasks):
    for task in range(tasks):
        name = 'solve_%d' % task
        yield compact({
            'task_id': task_name(task), 'entry_point': name,
            'prompt': 'def %s(values, limit=%d):\n    """ Add up the values that are below the limit, %d times.\n'
                      '    >>> %s([1, 2, 3])\n    %d\n    """\n' % (name, task + 10, task % 7, name, 6 * (task % 7)),
            'canonical_solution': '    return sum(v for v in values if v < limit) * %d\n' % (task % 7),
            'test': 'def check(candidate):\n' + ''.join(
                '    assert candidate(%s) == %d\n' % (list(range(i + 2)), sum(range(i + 2)) * (task % 7)) for i in range(6))})


def sample_lines(tasks, each, rng):
    for task in range(tasks):
        for index in range(each):
            body = ''.join('    # step %d: %s\n    part_%d = [v for v in values if v < limit + %d]\n' % (
                i, 'keep what is small' if i % 2 else 'then add it up', i, rng.randrange(99)) for i in range(rng.randrange(1, 6)))
            yield compact({'task_id': task_name(task), 'completion':
                           '    total = %d\n%s    return sum(part_0) * %d\n' % (index, body, task % 7)})


def failure(task, test, rng):
    got = rng.choice(('None', '[]', str(rng.randrange(1000)), str([rng.randrange(99) for _ in range(rng.randrange(2, 30))])))
    want = str(sum(range(test + 2)) * (task % 7))
    return {'test': test, 'line': 1, 'source': 'assert candidate(%s) == %s' % (list(range(test + 2)), want),
            'message': '', 'got': got, 'op': '==', 'want': want}


def verdict(task, sample, rng):
    outcome, detail, _ = rng.choices(OUTCOMES, [row[2] for row in OUTCOMES])[0]
    line = {'passed': outcome == 'pass', 'result': 'passed', 'outcome': outcome}
    strip, failures, reason = 'pppppp', [], None
    if detail:
        line['detail'] = detail
    if outcome == 'pass':
        line['trust'] = 'confirmed' if sample % 50 else 'disputed'
    elif outcome == 'assertion_fail':
        failures = [failure(task, test, rng) for test in sorted(rng.sample(range(6), rng.randrange(1, 5)))]
        failed = {each['test'] for each in failures}
        strip = ''.join('f' if i in failed else 'p' for i in range(6))
        first = failures[0]
        reason = '%s: got %s, expected %s' % (first['source'], first['got'], first['want'])
    elif outcome == 'timeout':
        strip, reason = 'pp----', 'no answer within 3.0s'
    elif outcome == 'syntax_error':
        strip, reason = None, "SyntaxError: invalid syntax (line %d)" % rng.randrange(1, 40)
    elif detail == 'memory_limit':
        strip, reason = 'p-----', 'the memory limit of 1.0G was reached'
    else:
        strip = 'e-----'
        text = rng.choice(ERRORS)
        text = text % rng.randrange(100) if '%' in text else text
        reason = '%s, line %d: return sum(part_0)' % (text, rng.randrange(2, 20))
        failures = [{'test': 0, 'line': 1, 'code_line': 3, 'source': 'assert candidate([0, 1]) == 0', 'exception': text}]
    if outcome != 'pass':
        line['result'] = 'timed out' if outcome == 'timeout' else 'failed: ' + reason
    good = strip.count('p') if strip else 0
    wall = 3000 if outcome == 'timeout' else int(rng.lognormvariate(3.2, 0.9)) + 1
    line.update({'score': round(good / 6, 6), 'tests': 6, 'tests_passed': good})
    if strip:
        line['strip'] = strip
    if reason:
        line['reason'] = reason[:200]
    if failures:
        line['failures'] = failures
    line.update({'wall_ms': wall, 'cpu_ms': wall * 9 // 10, 'timeout_ms': 3000, 'rss_bytes': rng.randrange(9 << 20, 60 << 20)})
    if outcome == 'error' and detail == 'exception':
        trace = 'Traceback (most recent call last):\n' + ''.join(
            '  File "candidate.py", line %d, in solve_%d\n    return sum(part_0)\n' % (rng.randrange(99), task)
            for _ in range(rng.randrange(1, 6))) + text + '\n'
        line['stderr'] = {'bytes': len(trace), 'text': trace}
    if sample % 11 == 0:
        text = 'values: %s\n' % [rng.randrange(1000) for _ in range(rng.randrange(5, 60))]
        line['stdout'] = {'bytes': len(text), 'text': text}
    line.update({'rule': 'completion', 'tier': 'full'})
    return line


def journal_lines(tasks, each, jobs, rng):
    now = BEGAN_MS
    yield compact({'event': 'begin', 'time_ms': now, 'jobs': jobs})
    for sample in range(tasks * each):
        task = sample // each
        about = {'sample': sample, 'task_id': task_name(task), 'completion_id': sample % each}
        times = 2 if sample % 97 == 0 else 1        # a starved timeout runs again
        for _ in range(times):
            yield compact({'event': 'start', 'time_ms': now, **about, 'slot': sample % jobs, 'timeout_ms': 3000, 'tests': 6})
        line = verdict(task, sample, rng)
        now += line['wall_ms'] // jobs + 1
        yield compact({'event': 'judged', 'time_ms': now, **about, **line})
    yield compact({'event': 'end', 'time_ms': now, 'state': 'done', 'jobs': jobs})


def make_run(folder, tasks, each, jobs=8, seed=1, label='made up', with_texts=True):
    """A finished run in folder/run (returned), its suite and samples beside it."""
    rng = random.Random(seed)
    run = os.path.join(folder, 'run')
    os.makedirs(run)
    suite, samples = os.path.join(folder, 'suite.jsonl'), os.path.join(folder, 'samples.jsonl')
    settings = {'label': label, 'suite': suite, 'suite_name': 'made-up', 'samples': samples, 'jobs': jobs, 'timeout_ms': 3000,
                'memory_bytes': 1 << 30, 'output_bytes': 262144, 'file_bytes': 16 << 20, 'limit': 0, 'dedup': True,
                'guard': 'confirm', 'k': [1, 10, 100]}
    if with_texts:
        settings['suite_sha256'] = write(suite, suite_lines(tasks))
        settings['samples_sha256'] = write(samples, sample_lines(tasks, each, rng))
    write(os.path.join(run, 'results.jsonl'), journal_lines(tasks, each, jobs, rng))
    manifest = {'evaltop_run': 1, 'state': 'done', 'tier': 'full', 'interpreter': '/usr/bin/python3 (Python 3)', 'host': 'bench',
                'version': '0', 'started_ms': BEGAN_MS, 'ended_ms': BEGAN_MS + 1, 'settings': settings, 'counts': {},
                'tasks': [[task_name(task), each] for task in range(tasks)]}
    with open(os.path.join(run, 'run.json'), 'w', encoding='utf-8') as out:
        json.dump(manifest, out, indent='\t')
    return run
