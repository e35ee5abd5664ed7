"""Wrong solutions that try to be judged right, through the whole program.

The programs are those of tests/attack/forge/, answers to the tasks of
forge_tasks.py.  The header of each says what may become of it: "not pass", or
"shared: may pass" where only tests in a process of their own can tell; which
task it answers, where that is not "add"; as the control, a naive way to judge
that it fools, or "none" where it is a plain wrong value or harms itself; and
"each", the words that BASE stands for, where it is several programs.
No forged pass is ever a confirmed one, and right answers judged in between
pass, confirmed.
"""
import os
import subprocess

import attack_table
import forge_tasks
import whole

HONEST_EVERY = 8


def programs():
    """(name, header, text); those that stand for several are written out."""
    for path in attack_table.programs('forge'):
        fields = attack_table.header(path)
        with open(path, encoding='utf-8') as program:
            text = program.read()
        for base in fields.get('each', '').split() or ['']:
            yield '%s %s' % (os.path.basename(path), base), fields, text.replace('BASE', base)


def forgeries(scratch):
    rows, names = [], list(programs())
    for index, (name, fields, text) in enumerate(names):
        rows.append((name, fields.get('task', 'add'), text, fields['expect']))
        if index % HONEST_EVERY == 0:
            task = list(forge_tasks.TASKS)[index // HONEST_EVERY % len(forge_tasks.TASKS)]
            rows.append(('honest ' + task, task, forge_tasks.reference(task), 'confirmed'))
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), map(forge_tasks.task, forge_tasks.TASKS))
    samples = whole.write_jsonl(
        os.path.join(scratch, 'samples.jsonl'),
        # A comment makes each a program of its own, not a copy of the last.
        [{'task_id': 'T/' + task, 'solution': text + '# %d\n' % i} for i, (_, task, text, _) in enumerate(rows)])
    run = whole.run(['run', suite, samples], scratch, '-t', '2')
    assert run.status == 0, (run.status, run.stderr)
    wrong, seen, passes = [], {}, 0
    for name, task, text, expect in rows:
        ordinal = seen[task] = seen.get(task, -1) + 1
        line = run.verdicts['T/' + task, ordinal]
        got = line['outcome'], line.get('trust')
        if expect == 'confirmed':
            is_right = got == ('pass', 'confirmed')
        elif expect == 'shared: may pass':
            is_right = got[1] != 'confirmed'
        else:
            is_right = got[0] != 'pass'
        passes += got[0] == 'pass' and expect != 'confirmed'
        if not is_right:
            wrong.append('%s: %s %s' % (name, got, line.get('reason')))
    assert not wrong, '\n'.join(wrong)
    return '%d forgeries, %d pass the shared guard, none confirmed' % (len(names), passes)


def controls(scratch):
    """Each forgery fools some naive grader, which takes right answers, too, and refuses wrong ones."""
    jail = os.environ.get('EVALTOP_JAIL') or os.path.join(os.path.dirname(whole.EVALTOP), 'evaltop-jail')
    wrong, n = [], 0
    for grader in forge_tasks.GRADERS:
        if grader != 'last line' and not forge_tasks.fools(grader, 'add', forge_tasks.reference('add'), jail):
            wrong.append('%s refuses what is right' % grader)
        if forge_tasks.fools(grader, 'add', 'def f(x):\n    return 0\n', jail):
            wrong.append('%s takes what is wrong' % grader)
    for name, fields, text in programs():
        if fields['control'] == 'none':
            continue
        grader, _, task = fields['control'].partition(' on task ')
        if not forge_tasks.fools(grader, task or fields.get('task', 'add'), text, jail):
            wrong.append('%s does not fool %s' % (name, fields['control']))
        n += 1
    assert not wrong, '\n'.join(wrong)
    return '%d forgeries fool a naive grader' % n


def task(name, reference, *test):
    return {'task_id': name, 'prompt': 'def f(x):\n', 'entry_point': 'f', 'canonical_solution': reference,
            'test': 'def check(candidate):\n' + ''.join('    %s\n' % line for line in test)}


def trusts(scratch, tasks, rows):
    """ROWS: task, completion, the trust of its pass.  Under the split guard alone only the confirmed ones pass."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), tasks)
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'),
                                [{'task_id': name, 'completion': text} for name, text, _ in rows])
    want, seen = {}, {}
    for name, _, trust in rows:
        want[name, seen.setdefault(name, 0)] = trust
        seen[name] += 1
    for guard in ('confirm', 'split'):
        run = whole.run(['run', suite, samples], scratch, '-t', '10', '--guard', guard, name=guard)
        got = {key: line.get('trust') for key, line in run.verdicts.items()}
        expected = {key: trust if guard == 'confirm' or trust == 'confirmed' else None for key, trust in want.items()}
        assert got == expected, (guard, got, expected)


def arguments(scratch):
    """Answers that change the list from which the test works out what it expects."""
    trusts(scratch, [
        task('A/0', '    return sorted(x)\n', 'xs = [3, 1, 2]', 'got = candidate(xs)', 'assert got == sorted(xs)'),
        task('A/1', '    x.sort()\n', 'xs = [3, 1, 2]', 'candidate(xs)', 'assert xs == [1, 2, 3]')],
           [('A/0', '    x.clear()\n    return []\n', 'disputed'),
            ('A/0', '    return sorted(x)\n', 'confirmed'),
            ('A/0', '    x.sort()\n    return list(x)\n', 'confirmed'),
            ('A/0', '    x.sort()\n    return x\n', 'confirmed'),
            ('A/0', '    x.clear()\n    return x\n', 'disputed'),
            ('A/1', '    x.sort()\n', 'confirmed'),
            ('A/1', '    x[:] = [1, 2, 3]\n', 'confirmed')])


def arguments_returned(scratch):
    """Answers that return the very list that the test changes next, to compare with."""
    trusts(scratch, [
        task('D/0', '    return sorted(x)\n', 'xs = [3, 1, 2]', 'got = candidate(xs)', 'xs.sort()', 'assert got == xs'),
        task('D/1', '    return x\n', 'xs = [3]', 'assert candidate(xs) is xs', 'xs.append(4)', 'assert candidate(xs) == [3, 4]'),
        task('D/2', '    x.append(1)\n    return x\n', 'got = candidate([0])', 'got[1:] = [2]', 'assert got == [0, 2]'),
        task('D/3', '    return [y for y in x if y]\n', 'xs = [[3]]', 'got = candidate(xs)', 'xs[0][0] += 1', 'assert got == xs')],
           [('D/0', '    return x\n', 'disputed'),
            ('D/0', '    return sorted(x)\n', 'confirmed'),
            ('D/0', '    return x if x == sorted(x) else sorted(x)\n', 'confirmed'),
            ('D/1', '    return x\n', 'confirmed'),
            ('D/2', '    x.append(1)\n    return x\n', 'confirmed'),
            ('D/2', '    return x + [1]\n', 'confirmed'),
            ('D/3', '    return list(x)\n', 'confirmed')])


# What the reference of B/0 does: it sorts its list, and tells of it.
SORTS = '    x.sort()\n    return %s\n'


def arguments_of_the_reference(scratch):
    """The reference changes its argument, too, and the tests read it in the expression of the call or after it."""
    known = 'ys = [2, 1]', 'candidate(ys)', 'assert ys == [1, 2]'
    trusts(scratch, [
        task('B/0', SORTS % 'sum(x)', 'xs = [3, 1, 2]', 'assert abs(candidate(xs) - sum(xs)) < 1', *known),
        task('B/1', SORTS % 'x[0]', 'xs = [3, 1, 2]', 'assert candidate(xs) == min(xs) and xs == sorted(xs)'),
        task('B/2', SORTS % 'list(x)', 'import unittest', 't, xs = unittest.TestCase(), [3, 1, 2]',
             't.assertEqual(first=candidate(xs), second=sorted(xs))', *known),
        task('B/3', SORTS % 'sum(x)', 'import random', 'for i in range(3):',
             '    xs = [random.randrange(1, 10 ** 6) for _ in range(5)]', '    got = candidate(xs)',
             '    assert got == sum(xs)', *known),
        task('B/4', SORTS % 'x', 'xs = [3, 1, 2]', 'assert candidate(xs) is xs', 'assert xs == [1, 2, 3]',
             'zs = [2, 1]', 'assert sorted(candidate(zs)) == sorted(zs)'),
        task('B/5', '    x["n"] = 1\n    x["log"] = ["f"]\n    return len(x)\n', 'd = {"a": 0}',
             'assert candidate(d) > 1', 'assert d["n"] == 1')],
           [('B/0', SORTS % 'sum(x)', 'confirmed'),
            ('B/0', '    x[:] = sorted(x)\n    return sum(x)\n', 'confirmed'),
            ('B/0', '    if len(x) == 3: x.clear()\n    x.sort()\n    return sum(x)\n', 'disputed'),
            ('B/1', SORTS % 'min(x)', 'confirmed'),
            ('B/1', '    x[:] = [7]\n    return 7\n', 'disputed'),
            ('B/2', SORTS % 'x[:]', 'confirmed'),
            ('B/2', '    if len(x) == 3: x.clear()\n    x.sort()\n    return x[:]\n', 'disputed'),
            ('B/3', SORTS % 'sum(x)', 'confirmed'),
            ('B/3', '    if len(x) > 2: x.clear()\n    x.sort()\n    return sum(x)\n', 'disputed'),
            ('B/4', SORTS % 'x', 'confirmed'),
            ('B/4', '    if x[0] == 2: x.clear()\n    x.sort()\n    return x\n', 'disputed'),
            ('B/5', '    x["n"] = 1\n    x["log"] = ["f"]\n    return len(x)\n', 'confirmed'),
            ('B/5', '    x.update(n=1, seen=True, b=2)\n    return len(x)\n', 'confirmed')])


def callbacks(scratch):
    """Answers that swallow an assertion of the tests.  The official rule passes them, and so does the shared guard.

    Where the reference swallows them as well the test means it so, and the task cannot be split.
    """
    swallow = '    try:\n        x(1)\n    except BaseException:\n        pass\n    return 2\n'
    test = ('def g(n):', '    assert n == 5', 'assert candidate(g) == 2')
    trusts(scratch, [task('C/0', '    x(5)\n    return 2\n', *test), task('C/1', swallow, *test), task('C/2', '', *test)],
           [('C/0', '    x(5)\n    return 2\n', 'confirmed'), ('C/0', swallow, 'disputed'),
            ('C/1', swallow, 'unconfirmed'), ('C/2', swallow, 'disputed'), ('C/2', '    x(5)\n    return 2\n', 'confirmed')])


def notes(scratch):
    """What only a cheat needs is noted, for the reviewer, and changes no verdict by itself."""
    right = 'def f(x):\n    return x + 1\n'
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [
        task('T/0', '    return x + 1\n', 'assert candidate(1) == 2', 'assert candidate(5) == 6')])
    texts = [right, 'import sys\nF = sys._getframe()\n' + right, 'import sys\nF = sys._getframe()\n' + right.replace('+ 1', '+ 2')]
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'T/0', 'solution': text} for text in texts])
    note = 'line 2: reads frames (_getframe)'
    for guard, want in (('confirm', [('pass', None), ('pass', note), ('assertion_fail', None)]),
                        ('split', [('pass', None), ('pass', note), ('assertion_fail', note)])):
        run = whole.run(['run', suite, samples], scratch, '--guard', guard, name=guard)
        lines = [run.verdicts['T/0', i] for i in range(3)]
        assert [(line['outcome'], line.get('tamper')) for line in lines] == want, (guard, lines)
        assert [line.get('trust') for line in lines] == ['confirmed', 'confirmed', None], (guard, lines)


# What the tests of a task do that two processes cannot, and the words of `evaltop check` for it.
UNSPLIT = (
    ('looks', ('import inspect', 'assert inspect.isfunction(candidate) and candidate(1) == 2'), 'the tests import inspect'),
    ('patches', ('import builtins', 'builtins.abs = len', 'assert candidate(1) == 2'), 'assign to builtins.abs'),
    ('its code', ('assert candidate.__code__.co_argcount == 1 and candidate(1) == 2',), '__code__'),
    ('another name', ('assert candidate(1) == other(1)',), 'other, which is neither an entry point nor in the prompt'),
    ('the same object twice', ('assert candidate(2) is candidate(2)',), 'the reference does not pass the split guard: '),
)


def unsplit(scratch):
    """Tasks that cannot be split are listed with the reason, by the shape of their tests or by their reference."""
    reference = '    return x + 1 if x == 1 else L\nL = []\ndef other(x):\n    return x + 1\n'
    rows = [task(name, reference, *test) for name, test, _ in UNSPLIT]
    rows += [task('can be split', reference, 'assert candidate(1) == 2')]
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), rows)
    process = subprocess.run([whole.EVALTOP, 'check', suite, '--plain', '--out', os.path.join(scratch, 'run')], stdout=subprocess.PIPE,
                             env=whole.environment(scratch), encoding='utf-8', timeout=300)
    listed = dict(line.strip().split(': ', 1) for line in process.stdout.partition('split guard: ')[2].splitlines()[1:] if line.startswith('  '))
    wrong = [(name, listed.get(name)) for name, _, why in UNSPLIT if why not in listed.get(name, '')]
    assert not wrong and len(listed) == len(rows) - 1, (wrong, process.stdout)
    return '%d reasons' % len(listed)


if __name__ == '__main__':
    whole.main([('forgeries', forgeries), ('controls', controls), ('arguments', arguments), ('arguments-returned', arguments_returned),
                ('arguments-of-the-reference', arguments_of_the_reference), ('callbacks', callbacks),
                ('notes', notes), ('unsplit', unsplit)])
