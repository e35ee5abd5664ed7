"""Agreement of the harness with recorded verdicts of the official harnesses, on public data sets.

Run as a script it prints one line for each set; harness_test.py runs the same table.  The folder of the
sets is EVALTOP_TEST_DATA, or shared/data beside the source tree; without it there is nothing to do.
"""
import gzip
import json
import os
import sys
import time

import harness_driver as driver

DATA = os.environ.get('EVALTOP_TEST_DATA', os.path.join(driver.HERE, os.pardir, os.pardir, 'shared', 'data'))


def rows(name):
    path = os.path.join(DATA, name)
    opener = gzip.open if path.endswith('.gz') else open
    with opener(path, 'rt', encoding='utf-8') as stream:
        if path.endswith('.json'):
            return json.load(stream)
        return [json.loads(line) for line in stream if line.strip()]


def humaneval():
    return {row['task_id']: row for row in rows('problems/humaneval/HumanEval.jsonl.gz')}


def check_request(program, task):
    return driver.request(program, kind='check', test=task['test'], entry_point=task['entry_point'])


def compare(requests, expected, names, known=(), timeout=3.0):
    """(agreeing, total, text of each disagreement not in KNOWN)."""
    answers = driver.judge_all(requests, timeout)
    for index, answer in enumerate(answers):
        # A loaded machine is no verdict: what timed out is asked once more, alone.
        if answer.timed_out and expected[index]:
            answers[index] = driver.run(requests[index], 4 * timeout)
    agree, bad = 0, []
    for name, answer, want in zip(names, answers, expected):
        if answer.passed == want:
            agree += 1
        elif name not in known:
            reason = answer.verdict['reason'] if answer.verdict else answer.fault
            bad.append('%s: %s, recorded %s: %s' % (name, answer.outcome, want, reason))
    return agree, len(requests), bad


def humaneval_variant(make, passes):
    def work():
        tasks = humaneval()
        names = list(tasks)
        requests = [check_request(make(tasks[name]), tasks[name]) for name in names]
        expected = [passes] * len(names) if isinstance(passes, bool) else [passes(n) for n in names]
        return compare(requests, expected, names)
    return work


def alone(task):
    """The entry function without the prompt's imports and helpers."""
    text = task['prompt'] + task['canonical_solution']
    return text[text.rindex('def %s(' % task['entry_point']):]


NEEDS_PROMPT = {'HumanEval/%d' % n for n in
                [0, 1, *range(3, 10), 12, 14, 17, 20, 21, 22, 25, 26, 28, 29, 10, 32, 38, 50]}
EQUAL = ('class Equal:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n\n'
         'def %s(*args, **kwargs):\n    return Equal()\n')
RESISTERS = {'HumanEval/%d' % n for n in [2, 4, 32, 33, 37, 52, 56, 61, 72]}


def mbpp(name, count, ids=range(1, 975)):
    def work():
        tasks = [task for task in rows(name) if task['task_id'] in ids]
        requests = []
        for task in tasks:
            setup = task.get('test_setup_code') or '\n'.join(task.get('test_imports') or [])
            requests.append(driver.request(task['code'], setup=setup,
                                           tests=task['test_list'] + task.get('challenge_test_list', [])))
        assert len(tasks) == count
        return compare(requests, [True] * count, ['Mbpp/%s' % task['task_id'] for task in tasks], timeout=5)
    return work


def mbpp_setup_first():
    """Without the set-up code 367 and 927 must fail: what a wrong order looks like."""
    tasks = [task for task in rows('problems/mbpp/mbpp.jsonl') if task['test_setup_code']]
    requests = [driver.request(task['code'], tests=task['test_list']) for task in tasks]
    return compare(requests, [False] * len(tasks), [task['task_id'] for task in tasks])


def openai_samples():
    tasks = humaneval()
    samples = rows('samples/openai-humaneval-gpt35-n2/samples.jsonl_results.jsonl')
    requests = [check_request(tasks[s['task_id']]['prompt'] + s['completion'], tasks[s['task_id']]) for s in samples]
    return compare(requests, [s['passed'] for s in samples], [s['task_id'] for s in samples])


def bigcode_samples():
    tasks = list(humaneval().values())
    programs = rows('samples/bigcode-llama3-8b-n3/generations_humaneval.json')
    results = rows('samples/bigcode-llama3-8b-n3/164_k_3_final_codeeval_results.json')
    requests, expected, names = [], [], []
    for row in results:
        number, attempt = int(row['task_id']), int(row['attempt'])
        requests.append(check_request(programs[number][attempt], tasks[number]))
        expected.append(row['result'] == 'passed')
        names.append('%d.%d' % (number, attempt))
    return compare(requests, expected, names)


def ldb(name, known):
    def work():
        samples = rows(name)
        requests = [check_request(s['solution'], s) for s in samples]
        return compare(requests, [s['is_solved'] for s in samples], [s['task_id'] for s in samples], known)
    return work


# Recorded in one interpreter for all samples, where names leak from one to the next (the data's README).
LDB_LEAKS = {'MBPP/%d' % n for n in [210, 214, 244, 293, 338, 403, 451, 495, 319, 359, 482, 133, 448]}


# Reference solutions that do not pass their own tests when run by plain exec() either.
MBXP_BROKEN = {'MBPP/%d' % n for n in [64, 160, 341, 367, 596, 601, 607, 631, 642, 927, 966]}


def mbxp_canonical():
    tasks = rows('problems/mbxp/mbpp_release_v1.jsonl')
    requests = [check_request(t['prompt'] + t['canonical_solution'], t) for t in tasks]
    names = [t['task_id'] for t in tasks]
    return compare(requests, [name not in MBXP_BROKEN for name in names], names, timeout=5)


def mbxp_samples():
    tasks = {t['task_id']: t for t in rows('problems/mbxp/mbpp_release_v1.jsonl')}
    samples = rows('problems/mbxp/examples/mbpp_samples.jsonl')
    requests = [check_request(tasks[s['task_id']]['prompt'] + s['completion'], tasks[s['task_id']]) for s in samples]
    return compare(requests, [True] * len(samples), [s['task_id'] for s in samples],
                   {s['task_id'] for s in samples}, timeout=5)


def humaneval_x():
    tasks = rows('problems/humaneval-x/humaneval_python.jsonl.gz')
    requests = [driver.request(t['prompt'] + t['canonical_solution'], kind='script', test=t['test']) for t in tasks]
    return compare(requests, [True] * len(tasks), [t['task_id'] for t in tasks])


def full(task):
    return task['prompt'] + task['canonical_solution']


# name, work, how many must agree
SETS = [
    ('humaneval canonical', humaneval_variant(full, True), 164),
    ('humaneval gpt-3.5 n=2, official verdicts', openai_samples, 328),
    ('humaneval llama-3 n=3, bigcode verdicts', bigcode_samples, 492),
    ('humaneval ldb seeds', ldb('samples/ldb-gpt35-humaneval/seed.jsonl', {'HumanEval/7'}), 163),
    ('mbpp ldb seeds', ldb('samples/ldb-gpt35-mbpp/seed.jsonl', LDB_LEAKS), 487),
    ('mbpp without set-up code', mbpp_setup_first, 2),
    ('mbpp test split canonical', mbpp('problems/mbpp/mbpp.jsonl', 500, range(11, 511)), 500),
]

# Only under EVALTOP_TEST_FULL: the same again in other shapes.
MORE_SETS = [
    ('mbpp canonical', mbpp('problems/mbpp/mbpp.jsonl', 974), 974),
    ('humaneval prompt twice', humaneval_variant(lambda t: t['prompt'] + full(t), True), 164),
    ('humaneval without last newline', humaneval_variant(lambda t: full(t)[:-1], True), 164),
    ('humaneval left-stripped',
     humaneval_variant(lambda t: t['prompt'] + t['canonical_solution'].lstrip(), False), 164),
    ('humaneval fenced',
     humaneval_variant(lambda t: '```python\n' + full(t) + '```\n', False), 164),
    ('humaneval alone', humaneval_variant(alone, lambda name: name not in NEEDS_PROMPT), 164),
    ('humaneval always equal',
     humaneval_variant(lambda t: full(t) + EQUAL % t['entry_point'], lambda name: name not in RESISTERS), 164),
] + [
    ('humaneval body %r' % body,
     humaneval_variant(lambda t, body=body: t['prompt'] + body, False), 164)
    for body in ('', '    pass\n', '    return None\n', '    return True\n', '    return False\n',
                 '    return 0\n', '    return 1\n', '    return []\n')
] + [
    ('mbpp sanitized canonical', mbpp('problems/mbpp/sanitized-mbpp.json', 427), 427),
    ('mbxp canonical', mbxp_canonical, 974),
    # The file has no verdicts: 800 is what plain exec() in a process of its own gives.
    ('mbxp samples that pass', mbxp_samples, 800),
    ('humaneval-x python canonical', humaneval_x, 164),
]


def sets():
    return SETS + (MORE_SETS if os.environ.get('EVALTOP_TEST_FULL') else [])


def main():
    wanted = sys.argv[1:]
    for name, work, count in SETS + MORE_SETS:
        if wanted and not any(word in name for word in wanted):
            continue
        start = time.time()
        agree, total, bad = work()
        print('%s: %d of %d agree, %d expected (%.1f s)' % (name, agree, total, count, time.time() - start))
        for text in bad:
            print('   ', text)
        sys.stdout.flush()


if __name__ == '__main__':
    main()
