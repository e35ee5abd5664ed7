"""Warm starts: the verdicts of cold ones, and nothing that passes from one candidate to the next."""
import os

import whole

TASK = {'evaltop': 1, 'name': 'poison', 'tasks': [
    {'id': 'toy', 'prompt': 'def f(x):\n', 'entry_point': 'f', 'targets': ['f(1) == 2'],
     'reference': 'def f(x):\n    return x + 1\n'}]}
GOOD = 'def f(x):\n    return x + 1\n'

# Each pair: what one candidate does, and what the next must not see of it.
# The looks fail at import if they see anything.
POISONS = (
    ('modules', 'import math, sys, types\nmath.pi = 3\nsys.modules["evil"] = types.ModuleType("evil")\n',
     'import math, sys\nassert math.pi > 3.1 and "evil" not in sys.modules\n'),
    ('builtins', 'import builtins\nbuiltins.len = lambda x: 7\nbuiltins.evil = 1\n',
     'import builtins\nassert len("ab") == 2 and not hasattr(builtins, "evil")\n'),
    ('random state', 'import random\nrandom.seed(5)\n',
     'import random\na = random.getstate()\nrandom.seed(5)\nassert a != random.getstate()\n'),
    ('hash seed', '', 'assert hash("evaltop") == hash("eval" + "top")\n'),
    ('recursion limit', 'import sys\nsys.setrecursionlimit(99999)\n',
     'import sys\nassert sys.getrecursionlimit() == 1000\n'),
    ('signal handlers', 'import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n',
     'import signal\nassert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL\n'),
    ('environment', 'import os\nos.environ["EVIL"] = "1"\n', 'import os\nassert "EVIL" not in os.environ\n'),
    ('work folder', 'open("evil", "w").write("x")\nopen("/tmp/evil", "w").write("x")\n',
     'import os\nassert not os.listdir(".") and not os.listdir("/tmp")\n'),
    ('decimal context', 'import decimal\ndecimal.getcontext().prec = 3\n',
     'import decimal\nassert decimal.getcontext().prec == 28\n'),
    ('regular expressions', 'import re\nre.compile = None\n', 'import re\nassert re.compile("a").match("a")\n'),
    ('processes', 'import os, time\nif os.fork() == 0:\n    time.sleep(60)\n    os._exit(0)\n',
     'import os\nassert len([p for p in os.listdir("/proc") if p.isdigit()]) <= 2\n'),
    ('limits', 'import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))\n',
     'import resource\nassert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 64\n'),
)


def poison(scratch):
    """One job at a time, so that every look comes right after its poison."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    rows, names = [], []
    for name, spoil, look in POISONS:
        for text in (spoil, look):
            rows.append({'task_id': 'toy', 'solution': text + GOOD})
            names.append(name)
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), rows)
    run = whole.run(['run', suite, samples, '-j', '1', '--guard', 'shared', '--no-dedup'], scratch)
    wrong = [(names[key[1]], line['outcome'], line.get('reason')) for key, line in sorted(run.verdicts.items())
             if not line['passed']]
    assert len(run.verdicts) == len(rows) and not wrong, wrong
    return '%d kinds of state' % len(POISONS)


def facts(run):
    return {key: (line['outcome'], line.get('detail'), line['score'], line.get('strip'))
            for key, line in run.verdicts.items()}


def same(command, scratch):
    warm = whole.run(command + ['--guard', 'shared'], scratch, name='warm')
    cold = whole.run(command + ['--guard', 'shared', '--cold'], scratch, name='cold')
    other = sorted((key, facts(warm)[key], facts(cold)[key]) for key in cold.verdicts
                   if facts(warm).get(key) != facts(cold)[key])
    assert not other and len(warm.verdicts) == len(cold.verdicts), other[:5]
    return '%d verdicts' % len(cold.verdicts)


def demo(scratch):
    return same(['demo'], scratch)


def public(scratch):
    if not os.path.isdir(os.path.join(whole.DATA, 'problems')):
        return 'skipped, no public data sets'
    return same(['run', os.path.join(whole.DATA, 'problems/humaneval/HumanEval.jsonl.gz'),
                 os.path.join(whole.DATA, 'samples/openai-humaneval-gpt35-n2/samples.jsonl')], scratch)


if __name__ == '__main__':
    whole.main([('poison', poison), ('demo', demo), ('public', public)])
