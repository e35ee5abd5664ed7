"""Wrong solutions that try to be judged right, through the whole program.

The programs are those of tests/attack/forge/, answers to one task,
f(x) = x + 1.  The first line of each says what may become of it: "not pass",
or "shared: may pass" where only tests in a process of their own can tell.
No forged pass is ever a confirmed one, and right answers judged in between
pass, confirmed.
"""
import os

import whole

FORGE = os.path.join(whole.HERE, 'attack', 'forge')
TASK = {'task_id': 'T/0', 'prompt': 'def f(x):\n', 'entry_point': 'f',
        'canonical_solution': '    return x + 1\n',
        'test': 'def check(candidate):\n    assert candidate(1) == 2\n'
                '    assert candidate(5) == 6\n'}
RIGHT = 'def f(x):\n    return x + 1\n'
HONEST_EVERY = 8


def forgeries(scratch):
    names = sorted(n for n in os.listdir(FORGE) if n.endswith('.py'))
    rows = []
    for index, name in enumerate(names):
        with open(os.path.join(FORGE, name), encoding='utf-8') as program:
            rows.append((name, program.read()))
        if index % HONEST_EVERY == 0:
            rows.append(('honest', RIGHT))
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [TASK])
    samples = whole.write_jsonl(
        os.path.join(scratch, 'samples.jsonl'),
        # A comment makes each a program of its own, not a copy of the last.
        [{'task_id': 'T/0', 'solution': text + '# %d\n' % i}
         for i, (_, text) in enumerate(rows)])
    run = whole.run(['run', suite, samples], scratch, '-t', '2')
    assert run.status == 0, (run.status, run.stderr)
    wrong = []
    for index, (name, text) in enumerate(rows):
        line = run.verdicts['T/0', index]
        got = line['outcome'], line.get('trust')
        if name == 'honest':
            is_right = got == ('pass', 'confirmed')
        elif text.startswith('# expect: shared: may pass'):
            is_right = got[1] != 'confirmed'
        else:
            is_right = got[0] != 'pass'
        if not is_right:
            wrong.append('%s: %s %s' % (name, got, line.get('reason')))
    assert not wrong, '\n'.join(wrong)
    passes = sum(run.verdicts['T/0', i]['outcome'] == 'pass'
                 for i, (name, _) in enumerate(rows) if name != 'honest')
    return '%d forgeries, %d pass the shared guard, none confirmed' % (
        len(names), passes)


def arguments(scratch):
    """Answers that change the list from which the test works out what it expects."""
    tasks = [{'task_id': 'A/0', 'prompt': 'def f(xs):\n', 'entry_point': 'f',
              'canonical_solution': '    return sorted(xs)\n',
              'test': 'def check(candidate):\n    xs = [3, 1, 2]\n    got = candidate(xs)\n'
                      '    assert got == sorted(xs)\n'},
             {'task_id': 'A/1', 'prompt': 'def f(xs):\n', 'entry_point': 'f',
              'canonical_solution': '    xs.sort()\n',
              'test': 'def check(candidate):\n    xs = [3, 1, 2]\n    candidate(xs)\n'
                      '    assert xs == [1, 2, 3]\n'}]
    rows = [('A/0', '    xs.clear()\n    return []\n', 'disputed'),
            ('A/0', '    return sorted(xs)\n', 'confirmed'),
            ('A/0', '    xs.sort()\n    return list(xs)\n', 'confirmed'),
            ('A/1', '    xs.sort()\n', 'confirmed'),
            ('A/1', '    xs[:] = [1, 2, 3]\n', 'confirmed')]
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), tasks)
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'),
                                [{'task_id': task, 'completion': text} for task, text, _ in rows])
    for guard in ('confirm', 'split'):
        run = whole.run(['run', suite, samples], scratch, '--guard', guard, name=guard)
        got = [run.verdicts[key].get('trust') for key in sorted(run.verdicts)]
        want = [trust if guard == 'confirm' or trust == 'confirmed' else None for _, _, trust in rows]
        assert got == want, (guard, got, want)


if __name__ == '__main__':
    whole.main([('forgeries', forgeries), ('arguments', arguments)])
