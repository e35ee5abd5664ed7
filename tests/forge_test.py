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
    whole.main([('forgeries', forgeries), ('controls', controls), ('arguments', arguments)])
