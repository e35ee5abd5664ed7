"""Right verdicts: the public sets, against the verdicts of the official harnesses.

Agreement is total, or the difference stands in a table below with its reason.
"""
import gzip
import json
import os

import whole

DATA = whole.DATA
HUMANEVAL = os.path.join(DATA, 'problems/humaneval/HumanEval.jsonl.gz')
MBPP = os.path.join(DATA, 'problems/mbpp/mbpp.jsonl')

# Recorded passes and fails that a candidate alone in its process does not
# give: the LDB harness ran all samples in its own globals, so that names of
# one leaked into the next.
LEAKED = {
    'ldb-humaneval': {'HumanEval/7': 'List was leaked in; NameError by itself'},
    'ldb-mbpp': dict(
        {'MBPP/%d' % n: 're or math was leaked in; NameError by itself'
         for n in (210, 214, 244, 293, 319, 359, 403, 451, 482, 495)},
        **{'MBPP/338': 'its test calls a function that no program of the file defines',
           'MBPP/133': "sum() was shadowed by an earlier sample's; the real one passes",
           'MBPP/448': "sum() was shadowed by an earlier sample's; the real one passes"}),
}

# The reference itself needs more than the 3 s that it has by default.
SLOW = {'123'}


# Honest passes that the split guard does not confirm.
UNCONFIRMED = {
    'mbpp': {'596': 'its test asks sys.getsizeof() of the answer: it looks into the program'},
    'ldb-mbpp': {'MBPP/151': 'its test calls is_coprime, the entry point is called gcd',
                 'MBPP/323': 'its test calls re_arrange, the entry point is called rearrange_numbs'},
    'mbxp': {'MBPP/596': 'its test asks sys.getsizeof() of the answer: it looks into the program'},
}


def jsonl(path):
    opener = gzip.open if path.endswith('.gz') else open
    with opener(path, 'rt', encoding='utf-8') as lines:
        return [json.loads(line) for line in lines if line.strip()]


def trust(run, name=None):
    """No pass of an honest answer is disputed, and none is unconfirmed but those that the table explains."""
    explained = UNCONFIRMED.get(name, {})
    wrong = [(key, line['trust'], line.get('trust_reason')) for key, line in sorted(run.verdicts.items())
             if line['passed'] and line['trust'] != ('unconfirmed' if key[0] in explained else 'confirmed')]
    assert not wrong, 'trust: %s' % wrong[:10]


def compare(run, recorded, explained=()):
    """RECORDED: {(task_id, completion_id): passed}."""
    assert run.status == 0, run.stderr
    assert set(run.verdicts) == set(recorded), (len(run.verdicts), len(recorded))
    passed = run.passed()
    other = sorted(key for key, was in recorded.items() if was != (key in passed))
    surprises = [(key, run.verdicts[key]['outcome'], run.verdicts[key].get('reason'))
                 for key in other if key[0] not in explained]
    assert not surprises, 'differ: %s' % surprises[:10]
    missing = set(explained) - {key[0] for key in other}
    assert not missing, 'explained, yet they agree: %s' % sorted(missing)
    return '%d of %d agree%s' % (len(recorded) - len(other), len(recorded),
                                 ', %d explained' % len(other) if other else '')


def numbered(rows, is_passed):
    recorded, seen = {}, {}
    for row in rows:
        index = seen.get(row['task_id'], 0)
        seen[row['task_id']] = index + 1
        recorded[row['task_id'], index] = is_passed(row)
    return recorded


def gpt35(scratch):
    folder = os.path.join(DATA, 'samples/openai-humaneval-gpt35-n2')
    run = whole.run(['run', HUMANEVAL, os.path.join(folder, 'samples.jsonl'), '-k', '1,2'], scratch)
    rows = jsonl(os.path.join(folder, 'samples.jsonl_results.jsonl'))
    trust(run)
    near(run, '1', 0.658537, 1e-6)
    near(run, '2', 0.664634, 1e-6)
    return compare(run, numbered(rows, lambda row: row['passed']))


def bigcode(scratch):
    folder = os.path.join(DATA, 'samples/bigcode-llama3-8b-n3')
    run = whole.run(['run', HUMANEVAL, os.path.join(folder, 'generations_humaneval.json'), '-k', '1,2,3'], scratch)
    with open(os.path.join(folder, '164_k_3_final_codeeval_results.json'), encoding='utf-8') as file:
        rows = json.load(file)
    trust(run)
    first = min(row['attempt'] for row in rows)
    for k, value in (('1', 0.558943), ('2', 0.601626), ('3', 0.634146)):
        near(run, k, value, 1e-6)
    return compare(run, {('HumanEval/%d' % int(row['task_id']), row['attempt'] - first):
                         row['result'] == 'passed' for row in rows})


def ldb(name):
    def case(scratch):
        path = os.path.join(DATA, 'samples/ldb-gpt35-%s/seed.jsonl' % name)
        run = whole.run(['run', path, path], scratch)
        trust(run, 'ldb-' + name)
        return compare(run, numbered(jsonl(path), lambda row: row['is_solved']), LEAKED['ldb-' + name])
    return case


def near(run, k, want, by):
    got = run.summary['pass@k'][k]['value']
    assert abs(got - want) <= by, 'pass@%s is %r, not %r' % (k, got, want)


def count(run, want):
    got = run.summary['outcomes']['pass']
    wrong = [(key[0], line['outcome'], line.get('reason')) for key, line in run.verdicts.items()
             if not line['passed']][:5]
    assert run.summary['unjudged'] == 0, run.stderr
    assert got == want, '%d pass, not %d: %s' % (got, want, wrong)
    return '%d of %d pass' % (got, run.summary['samples'])


def readme(scratch):
    folder = os.path.join(DATA, 'problems/humaneval')
    run = whole.run(['run', os.path.join(folder, 'example_problem.jsonl'),
                     os.path.join(folder, 'example_samples.jsonl'), '-k', '1,5'], scratch)
    near(run, '1', 0.5, 1e-15)
    near(run, '5', 1.0, 0)
    return count(run, 3)


def humaneval_references(scratch):
    run = whole.run(['check', HUMANEVAL], scratch)
    trust(run)
    return count(run, 164)


def mbpp_references(scratch):
    run = whole.run(['check', MBPP, '-t', '20'], scratch)
    trust(run, 'mbpp')
    return count(run, 974)


def mbpp_sanitized(scratch):
    run = whole.run(['check', os.path.join(DATA, 'problems/mbpp/sanitized-mbpp.json')], scratch)
    trust(run, 'mbpp')
    slow = {key[0] for key, line in run.verdicts.items() if line['outcome'] == 'timeout'}
    assert slow <= SLOW, 'slow: %s' % sorted(slow)
    return count(run, 427 - len(slow)) + (', slow: %s' % ', '.join(sorted(slow)) if slow else '')


def mbpp_wrong_order(scratch):
    """Set-up code before the answer, or left out: two tasks must fail."""
    notes = []
    rows = [row for row in jsonl(MBPP) if row['test_setup_code']]
    for how in ('before', 'left out'):
        suite, samples = [], []
        for row in rows:
            setup = row['test_setup_code'] if how == 'before' else ''
            suite.append(dict(row, test_setup_code=''))
            samples.append({'task_id': row['task_id'], 'solution': setup + '\n' + row['code']})
        run = whole.run(['run', whole.write_jsonl(os.path.join(scratch, 'suite.jsonl'), suite),
                         whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), samples)], scratch)
        assert {key[0] for key in run.verdicts} == {'367', '927'}, sorted(run.verdicts)
        assert not run.passed(), run.passed()
        notes.append('%s: %s fail' % (how, ' and '.join(sorted(key[0] for key in run.verdicts))))
    return ', '.join(notes)


ALWAYS_EQUAL = '''
class Same:
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    def __hash__(self):
        return 0
    def __bool__(self):
        return True
def %s(*args, **kwargs):
    return Same()
'''


def alone(row):
    """The entry function without the prompt's imports and helpers."""
    at = row['prompt'].rindex('def %s(' % row['entry_point'])
    return row['prompt'][at:] + row['canonical_solution']


VARIANTS = (    # name, field, text, passes: FORMATS 4.1
    ('prompt twice', 'completion', lambda row: row['prompt'] + row['canonical_solution'], 164),
    ('no last newline', 'completion', lambda row: row['canonical_solution'].rstrip('\n'), 164),
    ('left-stripped', 'completion', lambda row: row['canonical_solution'].lstrip(), 0),
    ('empty', 'completion', lambda row: '', 0),
    ('pass', 'completion', lambda row: '    pass\n', 0),
    ('None', 'completion', lambda row: '    return None\n', 0),
    ('True', 'completion', lambda row: '    return True\n', 0),
    ('False', 'completion', lambda row: '    return False\n', 0),
    ('zero', 'completion', lambda row: '    return 0\n', 0),
    ('one', 'completion', lambda row: '    return 1\n', 0),
    ('list', 'completion', lambda row: '    return []\n', 0),
    ('fence without extraction', 'completion',
     lambda row: '```python\n' + row['prompt'] + row['canonical_solution'] + '```\n', 0),
    ('fence with extraction', 'response',
     lambda row: 'Here it is:\n```python\n' + row['prompt'] + row['canonical_solution'] + '```\nDone.', 164),
    ('entry function alone', 'solution', alone, 141),
    ('entry function alone in a chat', 'response', lambda row: '```python\n' + alone(row) + '```', 164),
    ('always equal', 'completion', lambda row: '    pass\n' + ALWAYS_EQUAL % row['entry_point'], 155),
)


def variants(scratch):
    """All variants of one task are samples of one run."""
    tasks = jsonl(HUMANEVAL)
    rows = [{'task_id': task['task_id'], field: text(task)} for task in tasks for _, field, text, _ in VARIANTS]
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), rows)
    # The frame of 141: annotations are evaluated, as they are up to Python 3.13.
    run = whole.run(['run', HUMANEVAL, samples], scratch)
    passed = run.passed()
    wrong = []
    for index, (name, _, _, want) in enumerate(VARIANTS):
        got = len([key for key in passed if key[1] == index])
        if got != want:
            wrong.append('%s: %d, not %d' % (name, got, want))
    assert not wrong, '; '.join(wrong)
    forged = {index for index, row in enumerate(VARIANTS) if row[0] == 'always equal'}
    odd = [(key, line['trust']) for key, line in sorted(run.verdicts.items())
           if line['passed'] and line['trust'] != ('disputed' if key[1] in forged else 'confirmed')]
    assert not odd, odd[:10]
    return '%d variants' % len(VARIANTS)


def mbxp(scratch):
    """800 of 974, as the data's own re-execution; the authors publish one more."""
    run = whole.run(['run', os.path.join(DATA, 'problems/mbxp/mbpp_release_v1.jsonl'),
                     os.path.join(DATA, 'problems/mbxp/examples/mbpp_samples.jsonl')], scratch)
    trust(run, 'mbxp')
    return count(run, 800)


def codet(scratch):
    """16,400 samples; the yardstick's run cut them at the same stop words.

    It passed 3,627.  One differs: HumanEval/34, sample 61, imports socket,
    which is denied here.
    """
    folder = os.path.join(DATA, 'samples/codet-codegen16b-n100')
    samples = 'HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl'
    stops = [word for stop in whole.STOPS for word in ('--stop', stop)]
    run = whole.run(['run', os.path.join(folder, 'HumanEval_for_code_generation.jsonl'),
                     os.path.join(folder, samples)] + stops, scratch)
    assert run.summary['judged'] == 16400, run.summary
    trust(run)
    passes = run.summary['outcomes']['pass']
    assert abs(passes - 3627) <= 2, passes      # samples near the time limit
    for k, want in (('1', 0.22116), ('10', 0.50379), ('100', 0.73780)):
        near(run, k, want, 0.0011 if k == '100' else 0.0005)
    return '%d pass, pass@1 %.5f pass@10 %.5f pass@100 %.5f' % (
        (passes,) + tuple(run.summary['pass@k'][k]['value'] for k in ('1', '10', '100')))


if __name__ == '__main__':
    whole.need_data()
    whole.main([
        ('readme', readme),
        ('humaneval-references', humaneval_references),
        ('humaneval-variants', variants),
        ('gpt35', gpt35),
        ('bigcode', bigcode),
        ('ldb-humaneval', ldb('humaneval')),
        ('ldb-mbpp', ldb('mbpp')),
        ('mbpp-references', mbpp_references),
        ('mbpp-sanitized', mbpp_sanitized),
        ('mbpp-wrong-order', mbpp_wrong_order),
        ('mbxp', mbxp),
        ('codet', codet),
    ])
