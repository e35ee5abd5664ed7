"""Odd but honest programs, through the whole program: each passes, or fails for the right reason.

The programs are those of tests/attack/honest/, answers to the tasks of
forge_tasks.py.  The header of each, wherever in it, says what comes of it
(outcome, and its trust or detail), at which line, and which task it answers,
where that is not "add".
"""
import json
import os

import attack_table
import forge_tasks
import traces
import whole

MEBIBYTE = 'x = (\n%s)\ndef f(x):\n    return x + 1\n' % ('    "%s"\n' % ('a' * 1000) * 1050)
# name, task, source, outcome, detail or trust, line: what no file can hold well
MADE = (
    ('empty', 'add', b'', 'error', 'no_code', None),
    ('only a comment', 'add', b'# f\n', 'error', 'no_entry_point', None),
    ('a MiB of source', 'add', MEBIBYTE.encode(), 'pass', 'confirmed', None),
    ('a line of a MiB', 'add', b'x = "' + b'y' * (1 << 20) + b'"\ndef f(x):\n    return x + 1\n', 'pass', 'confirmed', None),
)


def programs():
    for path in attack_table.programs('honest'):
        fields = attack_table.header(path)
        outcome, _, more = fields['expect'].partition(' ')
        with open(path, 'rb') as source:
            yield (os.path.basename(path), fields.get('task', 'add'), source.read(), outcome, more or None,
                   int(fields['line']) if 'line' in fields else None)
    yield from MADE


def write(path, rows):
    return whole.write_jsonl(path, [{'task_id': 'T/' + task, 'solution': source.decode()} for _, task, source, *_ in rows])


def judge(scratch, rows, *options):
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), map(forge_tasks.task, forge_tasks.TASKS))
    run = whole.run(['run', suite, write(os.path.join(scratch, 'samples.jsonl'), rows)], scratch, '-t', '5', *options)
    assert run.status == 0, (run.status, run.stderr)
    seen = {}
    for name, task, *_ in rows:
        seen[task] = seen.get(task, -1) + 1
        yield name, run.verdicts['T/' + task, seen[task]]


def honest(scratch):
    host = traces.Host(scratch)
    rows = list(programs())
    wrong = []
    for (name, line), (_, _, _, outcome, more, at) in zip(judge(scratch, rows), rows):
        got = line['outcome'], line.get('trust') if outcome == 'pass' else line.get('detail')
        if got != (outcome, more):
            wrong.append('%s: %s, not %s: %s' % (name, got, (outcome, more), line.get('reason')))
        elif at and line.get('code_line') != at:
            wrong.append('%s: line %s, not %d: %s' % (name, line.get('code_line'), at, line.get('reason')))
        elif not line['reason'].isprintable():
            wrong.append('%s: %r' % (name, line['reason']))
    assert not wrong, '\n    '.join([''] + wrong)
    host.expect_clean()
    return '%d programs' % len(rows)


def confined(scratch):
    """What the jail promises holds for a clone of a warm interpreter as for a fresh one."""
    rows = [row for row in programs() if row[0].startswith('17_')]
    for options in (), ('--cold',):
        for name, line in judge(scratch, rows, *options):
            assert line['passed'], (name, options, line['reason'])


def not_utf8(scratch):
    """JSON is UTF-8: such a line is named in a warning, and the others are judged."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), [forge_tasks.task('add')])
    line = json.dumps({'task_id': 'T/add', 'solution': forge_tasks.reference('add')}).encode() + b'\n'
    with open(os.path.join(scratch, 'samples.jsonl'), 'wb') as out:
        out.write(line + line.replace(b'def f', b'# \xff\xfe\\ndef f') + line)
    run = whole.run(['run', suite, out.name], scratch)
    assert 'samples.jsonl:2' in run.stderr and 'UTF-8' in run.stderr, run.stderr
    assert [line['outcome'] for line in run.verdicts.values()] == ['pass'] * 2, run.verdicts


if __name__ == '__main__':
    whole.main([('honest', honest), ('confined', confined), ('not-utf8', not_utf8)])
