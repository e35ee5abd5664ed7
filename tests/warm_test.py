"""Warm starts: the verdicts of cold ones, and nothing that passes from one candidate to the next."""
import glob
import os
import re
import shutil
import signal

import numpy_test
import traces
import units_test
import whole

FULL = os.environ.get('EVALTOP_TEST_FULL') == '1'

TASK = {'evaltop': 1, 'name': 'poison', 'tasks': [
    {'id': 'toy', 'prompt': 'def f(x):\n', 'entry_point': 'f', 'targets': ['f(1) == 2'],
     'reference': 'def f(x):\n    return x + 1\n'}]}
GOOD = 'def f(x):\n    return x + 1\n'

# What one candidate does, and what another must not see of it: the look fails at import if it sees anything.
POISONS = (
    ('modules', 'import math, sys, types\nmath.pi = 3\nsys.modules["evil"] = types.ModuleType("evil")\n',
     'import math, sys\nassert math.pi > 3.1 and "evil" not in sys.modules\n'),
    ('builtins', 'import builtins\nbuiltins.len = lambda x: 7\nbuiltins.evil = 1\n',
     'import builtins\nassert len("ab") == 2 and not hasattr(builtins, "evil")\n'),
    ('recursion limit', 'import sys\nsys.setrecursionlimit(99999)\n',
     'import sys\nassert sys.getrecursionlimit() == 1000\n'),
    ('digits of an int', 'import sys\ngetattr(sys, "set_int_max_str_digits", lambda n: 0)(0)\n',
     'import sys\nassert getattr(sys, "get_int_max_str_digits", lambda: 4300)() == 4300\n'),
    ('switch interval', 'import sys\nsys.setswitchinterval(1)\n', 'import sys\nassert sys.getswitchinterval() < .01\n'),
    ('signal handlers', 'import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n',
     'import signal\nassert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL\n'),
    ('signal mask', 'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})\n',
     'import signal\nassert not signal.pthread_sigmask(signal.SIG_BLOCK, ())\n'),
    ('timers', 'import signal\nsignal.setitimer(signal.ITIMER_VIRTUAL, 99)\nsignal.alarm(99)\n',
     'import signal\nassert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0 and signal.alarm(0) == 0\n'),
    ('environment', 'import os\nos.environ["EVIL"] = "1"\n', 'import os\nassert "EVIL" not in os.environ\n'),
    ('work folder', 'open("evil", "w").write("x")\n', 'import os\nassert not os.listdir(".")\n'),
    ('temporary folder', 'open("/tmp/evil", "w").write("x")\n', 'import os\nassert not os.listdir("/tmp")\n'),
    ('current folder', 'import os\nos.mkdir("d")\nos.chdir("d")\n',
     'import os\nassert os.getcwd() == os.environ["HOME"]\n'),
    ('umask', 'import os\nos.umask(0)\n', 'import os\nassert os.umask(0o77) == 0o77\n'),
    ('descriptors', 'import os\nos.dup2(1, 9)\nos.set_inheritable(9, True)\n', """import os
try:
    os.fstat(9)
except OSError:
    pass
else:
    assert False
"""),
    ('limits', 'import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))\n',
     'import resource\nassert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 64\n'),
    ('soft limits', 'import resource as r\nr.setrlimit(r.RLIMIT_STACK, (1 << 20, r.getrlimit(r.RLIMIT_STACK)[1]))\n',
     'import resource as r\nassert r.getrlimit(r.RLIMIT_STACK)[0] > 1 << 20\n'),
    ('processes', 'import os, time\nif os.fork() == 0:\n    time.sleep(60)\n    os._exit(0)\n',
     'import os\nassert len([p for p in os.listdir("/proc") if p.isdigit()]) <= 2\n'),
    ('threads', 'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n',
     'import threading\nassert threading.active_count() == 1\n'),
    ('hooks of threads', 'import threading\nthreading.settrace(lambda *a: None)\nthreading.excepthook = print\nthreading.stack_size(1 << 20)\n',
     'import threading\nassert threading._trace_hook is None and threading.excepthook is not print and not threading.stack_size()\n'),
    ('tracing', 'import sys\nsys.settrace(lambda *a: None)\n', 'import sys\nassert sys.gettrace() is None\n'),
    ('hooks', 'import sys\nsys.excepthook = sys.displayhook = sys.unraisablehook = print\n',
     'import sys\nassert print not in (sys.excepthook, sys.displayhook, sys.unraisablehook)\n'),
    ('audit hooks', """import sys
def hook(event, args):
    if event == "evil":
        raise KeyError
sys.addaudithook(hook)
""", 'import sys\nsys.audit("evil")\n'),
    ('hooks at exit', 'import atexit, sys\natexit.register(sys.exit, 3)\n', 'import atexit\nassert not atexit._ncallbacks()\n'),
    ('path', 'import sys\nsys.path.insert(0, "/evil")\n', 'import sys\nassert "/evil" not in sys.path and not any("evaltop" in p for p in sys.path)\n'),
    ('hooks of imports', 'import sys\nsys.path_hooks.append(print)\nsys.meta_path.append(print)\nsys.path_importer_cache["x"] = print\n',
     'import sys\nassert print not in sys.path_hooks + sys.meta_path and "x" not in sys.path_importer_cache\n'),
    ('streams', 'import sys, io\nsys.stdout = io.StringIO()\nsys.stderr.reconfigure(errors="ignore")\n',
     'import sys\nassert sys.stdout.fileno() == 1 and sys.stderr.errors == "backslashreplace"\n'),
    ('garbage collection', 'import gc\ngc.disable()\ngc.set_threshold(5)\ngc.callbacks.append(print)\ngc.set_debug(gc.DEBUG_SAVEALL)\n',
     'import gc\nassert gc.isenabled() and gc.get_threshold()[0] > 5 and not gc.callbacks and not gc.get_debug()\n'),
    ('warnings', 'import warnings\nwarnings.simplefilter("error")\nwarnings.showwarning = print\n',
     'import warnings\nwarnings.warn("fine", DeprecationWarning)\nassert warnings.showwarning is not print\n'),
    ('locale', 'import locale\nlocale.setlocale(locale.LC_ALL, "C")\n',
     'import locale\nassert locale.setlocale(locale.LC_CTYPE) == "C.UTF-8"\n'),
    ('time zone', 'import os, time\nos.environ["TZ"] = "XYZ-5"\ntime.tzset()\n', 'import time\nassert time.tzname[0] != "XYZ"\n'),
    ('decimal context', 'import decimal\ndecimal.getcontext().prec = 3\n',
     'import decimal\nassert decimal.getcontext().prec == 28\n'),
    ('default decimal context', 'import decimal\ndecimal.DefaultContext.prec = 3\ndecimal.setcontext(decimal.Context())\n',
     'import decimal\nassert decimal.DefaultContext.prec == 28\n'),
    ('regular expressions', 'import re\nre.compile = None\n', 'import re\nassert re.compile("a").match("a")\n'),
    ('abstract classes', 'import collections.abc\ncollections.abc.Sized.register(int)\n',
     'import collections.abc\nassert not isinstance(3, collections.abc.Sized)\n'),
    ('codecs', 'import codecs\ncodecs.register(lambda name: codecs.lookup("ascii") if name == "evil" else None)\n"x".encode("evil")\n', """try:
    "x".encode("evil")
except LookupError:
    pass
else:
    assert False
"""),
    ('fault handler', 'import faulthandler\nfaulthandler.enable()\n', 'import faulthandler\nassert not faulthandler.is_enabled()\n'),
)
if os.nice(0) < 19:     # as nice as can be, there is nothing to spoil
    POISONS += (('nice', 'import os\nos.nice(1)\n', 'import os\nassert os.nice(0) == %d\n' % os.nice(0)),)
RANDOM = 'import random\na = random.getstate()\nrandom.seed(5)\nassert a != random.getstate()\n'


def poison(scratch, *options):
    """One job at a time, so that every look comes right after its poison; and a program that does both must fail."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    texts, names = [], []
    for name, spoil, look in POISONS + (('random state', 'import random\nrandom.seed(5)\n', RANDOM),):
        texts += [spoil, look, spoil + look]
        names += ['%s: %s' % (name, what) for what in ('spoils', 'looks', 'sees')]
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'toy', 'solution': text + GOOD} for text in texts])
    run = whole.run(['run', suite, samples, '-j', '1', '--no-dedup'], scratch, *options)
    assert len(run.verdicts) == len(texts), run.stderr
    wrong = []
    for (_, index), line in sorted(run.verdicts.items()):
        if line['passed'] == names[index].endswith('sees'):
            wrong.append((names[index], line['outcome'], line.get('reason')))
    assert not wrong, '\n    '.join(map(str, [''] + wrong))
    return '%d kinds of state' % (len(texts) // 3)


def hash_seed(scratch):
    """The same in all candidates, warm and cold, in all runs: a program that depends on the order of a set is judged alike."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    seen = set()
    for options in ([], ['--cold'], ['--guard', 'split']):
        samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
            {'task_id': 'toy', 'solution': '# %d\nraise KeyError(hash("evaltop"))\n' % i} for i in range(4)])
        run = whole.run(['run', suite, samples], scratch, *options)
        seen.update(line['reason'].partition(',')[0] for line in run.verdicts.values())
    assert len(seen) == 1 and 'KeyError' in str(seen), seen
    return str(seen.pop())


def recursion(scratch):
    """A program may recurse as deep warm as cold."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{
        'task_id': 'toy', 'solution': 'def f(x):\n    try:\n        return f(x + 1)\n    except RecursionError:\n        return x\n'}])
    seen = [whole.run(['run', suite, samples, '--guard', 'shared'], scratch, *options).verdicts['toy', 0]['reason']
            for options in ([], ['--cold'])]
    assert seen[0] == seen[1] and 'got 9' in seen[0], seen
    return seen[0]


def killed(scratch):
    """An interpreter that dies costs no sample: the next job has a new one."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'toy', 'solution': '# %d\nimport time\ntime.sleep(.02)\n' % i + GOOD} for i in range(120)])
    host, folder, kills = traces.Host(scratch), os.path.join(scratch, 'run'), set()
    journal = os.path.join(folder, 'results.jsonl')
    process = whole.start(['run', suite, samples, '-j', '2', '--guard', 'confirm'], scratch, folder)
    # A job that meets two deaths in a row would be given up, as it must be at some time.
    for judged in range(1, 90, 15):
        traces.until('verdict %d' % judged, lambda: traces.read(journal).count(b'"event":"judged"') >= judged, process)
        for pid in traces.interpreters(process.pid) - kills:
            os.kill(pid, signal.SIGKILL)
            kills.add(pid)
    process.stdout, process.stderr = process.communicate(timeout=300)
    run = whole.Run(folder, process)
    trusts = {line.get('trust') for line in run.verdicts.values()}
    assert run.status == 0 and run.summary['unjudged'] == 0 and trusts == {'confirmed'}, (run.stderr, run.summary, trusts)
    assert len(run.verdicts) == 120 and len(kills) >= 3, (len(run.verdicts), kills)
    host.expect_clean()
    return '%d kills' % len(kills)


def killed_at_first(scratch):
    """The first interpreter dies as soon as it is seen, most times while it plans."""
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [{'task_id': 'toy', 'solution': GOOD}])
    for i in range(8):      # each time another suite: a plan is kept
        suite = whole.write_jsonl(os.path.join(scratch, 'suite-%d.json' % i), [dict(TASK, name='killed %d' % i)])
        folder = os.path.join(scratch, 'run-%d' % i)
        process = whole.start(['run', suite, samples, '--guard', 'shared'], scratch, folder)
        os.kill(min(traces.until('an interpreter', lambda: traces.interpreters(process.pid), process)), signal.SIGKILL)
        process.stdout, process.stderr = process.communicate(timeout=100)
        run = whole.Run(folder, process)
        assert run.status == 0 and run.summary['outcomes']['pass'] == 1, (run.stderr, run.summary)


def forks(scratch):
    """What processes of a job share counts once, from a warm interpreter, too."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    fork = '    import os, time\n    for _ in range(48):\n        if os.fork() == 0:\n            time.sleep(60)\n    time.sleep(.3)\n'
    head, body = GOOD.split('\n', 1)
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'toy', 'solution': head + '\n' + fork + body}])
    for options in ([], ['--cold']):
        run = whole.run(['run', suite, samples, '--guard', 'shared', '--memory', '256M', '-t', '30'], scratch, *options)
        assert run.summary['outcomes']['pass'] == 1, (options, run.verdicts)


def without_init(scratch):
    """Where there is no program of init, or none that runs, a job's init is a copy of the interpreter."""
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'toy', 'solution': '# %d\n' % i + GOOD} for i in range(6)])
    real, built = whole.EVALTOP, os.path.dirname(os.path.abspath(whole.EVALTOP))
    moved = {name: os.path.join(scratch, name) for name in ('bin', 'libexec/evaltop')}
    for place, name in (('bin', 'evaltop'), ('bin', 'evaltop-jail'), ('libexec/evaltop', 'evaltop-warm.so')):
        os.makedirs(moved[place], exist_ok=True)
        shutil.copy2(os.path.join(built, name), moved[place])
    init = os.path.join(moved['libexec/evaltop'], 'evaltop-init')
    whole.EVALTOP = os.path.join(moved['bin'], 'evaltop')
    os.environ['EVALTOP_DATADIR'] = os.path.join(whole.HERE, '..', 'data')
    try:
        for mode in (None, 0o644, 0o755):
            if mode is not None:
                with open(init, 'w', encoding='ascii') as out:
                    out.write('no program\n')
                os.chmod(init, mode)
            run = whole.run(['run', suite, samples, '-j', '1', '--guard', 'shared'], scratch)
            assert run.status == 0 and run.summary['outcomes']['pass'] == 6, (mode, run.stderr, run.summary)
    finally:
        whole.EVALTOP = real
        del os.environ['EVALTOP_DATADIR']


ADDRESS = re.compile('0x[0-9a-f]{6,}')
# Their tests make up their values, so that a reason has others each time.
RANDOM_TASKS = ('ClassEval_58',)        # whose outcome is chance: mines are laid at random
RANDOM_TESTS = ('HumanEval/32', 'HumanEval/38', 'HumanEval/50', 'HumanEval/53')


def facts(line):
    reason = '' if line['task_id'] in RANDOM_TESTS else ADDRESS.sub('0x', line.get('reason') or '')
    return [line['outcome'], line.get('detail'), line['score'], line.get('strip'), line.get('trust'), reason]


def near_limit(warm, cold):
    """Whether one ran out of its time, and the other took so much of it that another moment might do so as well."""
    return any(a['outcome'] == 'timeout' and 2 * b['wall_ms'] > b['timeout_ms'] for a, b in ((warm, cold), (cold, warm)))


def same(command, scratch, *options):
    """Runs COMMAND both ways; what differs in anything but times is wrong."""
    warm = whole.run(command, scratch, *options, name='warm')
    cold = whole.run(command, scratch, '--cold', *options, name='cold')
    assert set(warm.verdicts) == set(cold.verdicts), (warm.stderr, cold.stderr)
    assert warm.summary['judged'] == cold.summary['judged'], (warm.summary, cold.summary)
    other = [(key, facts(line), facts(cold.verdicts[key])) for key, line in sorted(warm.verdicts.items())
             if key[0] not in RANDOM_TASKS and facts(line) != facts(cold.verdicts[key]) and not near_limit(line, cold.verdicts[key])]
    assert not other, '%d differ: %s' % (len(other), '\n    '.join(map(str, [''] + other[:5])))
    return '%d verdicts' % warm.summary['judged']


def demo(scratch):
    return same(['demo'], scratch, '--guard', 'shared')


CODET = 'HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl'
HUMANEVAL = 'problems/humaneval/HumanEval.jsonl.gz'
# Every set that can be judged: command, the tasks that are taken where not all are, more options.
SETS = {
    'humaneval references': (['check', HUMANEVAL], 20, []),
    'humaneval example': (['run', 'problems/humaneval/example_problem.jsonl', 'problems/humaneval/example_samples.jsonl'], 9, []),
    'mbpp references': (['check', 'problems/mbpp/mbpp.jsonl'], 40, ['-t', '20']),
    'mbpp test references': (['check', 'problems/mbpp/mbpp_test.jsonl'], 10, ['-t', '20']),
    'mbpp sanitized references': (['check', 'problems/mbpp/sanitized-mbpp.json'], 10, ['-t', '20']),
    'mbxp references': (['check', 'problems/mbxp/mbpp_release_v1.jsonl'], 20, ['-t', '20']),
    'mbxp samples': (['run', 'problems/mbxp/mbpp_release_v1.jsonl', 'problems/mbxp/examples/mbpp_samples.jsonl'], 40, []),
    'gpt35': (['run', HUMANEVAL, 'samples/openai-humaneval-gpt35-n2/samples.jsonl'], 25, []),
    'bigcode': (['run', HUMANEVAL, 'samples/bigcode-llama3-8b-n3/generations_humaneval.json'], 15, []),
    'ldb-humaneval': (['run', 'samples/ldb-gpt35-humaneval/seed.jsonl', 'samples/ldb-gpt35-humaneval/seed.jsonl'], 30, []),
    'ldb-mbpp': (['run', 'samples/ldb-gpt35-mbpp/seed.jsonl', 'samples/ldb-gpt35-mbpp/seed.jsonl'], 40, []),
    'codet': (['run', 'samples/codet-codegen16b-n100/HumanEval_for_code_generation.jsonl', 'samples/codet-codegen16b-n100/' + CODET]
              + [word for stop in whole.STOPS for word in ('--stop', stop)], 1, []),
}
PLUS = {
    'humaneval+ references': (['check', 'problems/evalplus/HumanEvalPlus-OriginFmt.jsonl.gz'], 3, ['-t', '20']),
    'mbpp+ references': (['check', 'problems/evalplus/MbppPlus-OriginFmt.jsonl.gz'], 3, ['-t', '20']),
}


def public(name, command, limit, options):
    def case(scratch):
        words = [os.path.join(whole.DATA, word) if word.startswith(('problems/', 'samples/')) else word for word in command]
        return same(words + ([] if FULL else ['--limit', str(limit)]), scratch, '--guard', 'shared', *options)
    return 'public-' + name.replace(' ', '-'), case


def classeval(scratch):
    return same(['check', units_test.classeval_suite(scratch, None if FULL else 10)], scratch)


# Its signal comes every tenth of a millisecond: what it interrupts is different each time, warm or cold.
TIMED = os.path.join('forge', '220_timer.py')


def attacks(scratch):
    """Programs that try to forge a verdict, and those that try the jail, as answers.

    What the latter have in common is put in front of them.
    """
    folder = os.path.join(whole.HERE, 'attack')
    with open(os.path.join(folder, 'lib.py'), encoding='utf-8') as file:
        shared = file.read()
    texts = {}
    for path in sorted(glob.glob(os.path.join(folder, 'forge', '*.py')) + glob.glob(os.path.join(folder, '[0-9]*.py'))):
        with open(path, encoding='utf-8') as file:
            texts[os.path.relpath(path, folder)] = file.read().replace('from lib import *\n', shared)
    suite = whole.write_jsonl(os.path.join(scratch, 'suite.json'), [TASK])
    names = [name for name in texts if name != TIMED]
    samples = whole.write_jsonl(os.path.join(scratch, 'samples.jsonl'), [
        {'task_id': 'toy', 'solution': texts[name] + '\n'} for name in names])
    command = ['run', suite, samples, '-t', '2', '--allow', 'ctypes,socket,subprocess,shutil', '--no-dedup']
    return same(command, scratch)


if __name__ == '__main__':
    cases = [('poison', lambda scratch: poison(scratch, '--guard', 'shared')),
             ('poison-split', lambda scratch: poison(scratch, '--guard', 'split')),
             ('poison-cold', lambda scratch: poison(scratch, '--guard', 'shared', '--cold')),
             ('hash-seed', hash_seed), ('recursion', recursion), ('killed', killed), ('killed-at-first', killed_at_first),
             ('forks', forks), ('without-init', without_init),
             ('demo', demo), ('attacks', attacks)]
    if os.path.isdir(os.path.join(whole.DATA, 'problems')):
        cases += [public(name, *row) for name, row in SETS.items()] + [('classeval', classeval)]
        python = numpy_test.find()
        if python:
            cases += [public(name, command, limit, options + ['--python', python, '--site-packages'])
                      for name, (command, limit, options) in PLUS.items()]
    else:
        print('skipped: public data sets, there are none in %s' % whole.DATA)
    whole.main(cases)
