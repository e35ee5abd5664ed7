"""Runs data/harness/harness.py as evaltop does: request on descriptor 0, answer on descriptor 3."""
import atexit
import importlib
import json
import os
import py_compile
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HARNESS = os.environ.get('HARNESS', os.path.join(HERE, os.pardir, 'data', 'harness', 'harness.py'))
PYTHON = os.environ.get('HARNESS_PYTHON', sys.executable)
DENY = ['subprocess', 'socket', 'requests', 'urllib', 'ctypes', 'shutil', 'http.client', 'asyncio.subprocess']
NONCE = 'n0nce'


def module(name):
    """One of the harness's files, loaded here."""
    if os.path.dirname(HARNESS) not in sys.path:
        sys.path.append(os.path.dirname(HARNESS))
    harness = importlib.import_module('harness')
    return harness if name == 'harness' else harness.load_beside(name)


def compiled():
    """The harness and what it loads from beside it, as .pyc as evaltop runs them, where the interpreter is this one."""
    if PYTHON != sys.executable:
        return HARNESS
    folder = tempfile.mkdtemp(prefix='harness-pyc-')
    atexit.register(shutil.rmtree, folder, True)
    for name in module('harness').FILES:
        py_compile.compile(os.path.join(os.path.dirname(HARNESS), name + '.py'), os.path.join(folder, name + '.pyc'),
                           doraise=True)
    return py_compile.compile(HARNESS, os.path.join(folder, 'harness.pyc'), doraise=True)


PROGRAM = compiled()


def reserve_channel():
    """Keeps descriptor 3 taken here, so that confine() puts nothing else of the child out of its place."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null != 3:
        os.dup2(null, 3)
        os.close(null)


reserve_channel()


class Answer:
    """What came back: parsed lines, and what the candidate printed."""

    def __init__(self, lines, status, out, err, timed_out, strays):
        self.lines, self.status, self.out, self.err = lines, status, out, err
        self.timed_out, self.strays = timed_out, strays
        self.verdicts = [line['verdict'] for line in lines if 'verdict' in line]
        self.verdict = self.verdicts[0] if len(self.verdicts) == 1 else None
        self.plans = [line for line in lines if 'plan' in line]
        self.fault = next((line['fault'] for line in lines if 'fault' in line), None)
        self.started = any('start' in line for line in lines)

    @property
    def outcome(self):
        if self.timed_out:
            return 'timeout'
        return self.verdict['outcome'] if self.verdict else 'none'

    @property
    def passed(self):
        return self.outcome == 'pass'


def confine(write_end):
    os.dup2(write_end, 3)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def drain(fd, into, cap):
    with os.fdopen(fd, 'rb', 0) as stream:
        size = 0
        while True:
            data = stream.read(65536)
            if not data:
                break
            if size < cap:
                into.append(data)
            size += len(data)


def prepared(task):
    """What a plan prepares for the task's judges: bytes, or None."""
    lines = []
    module('plan').plan([task], lines.append)
    data = json.loads('{%s}' % lines[0])['prepared']
    return data and bytes.fromhex(data)


def written(request):
    """The bytes of a request.  As in a run, a judge need not read the texts, unless another Python is to."""
    data = None
    if 'kind' in request and PYTHON == sys.executable and not request.pop('texts', False):
        data = prepared(request)
    return json.dumps(request).encode() + (b'\0' + data if data else b'')


def run(request, timeout=3.0, command=None):
    """One harness process.  The clock is the whole process here, start-up included."""
    folder = tempfile.mkdtemp(prefix='harness-')
    env = {'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', 'HOME': folder, 'TMPDIR': folder,
           'PYTHONHASHSEED': '0', 'PYTHONDONTWRITEBYTECODE': '1'}
    try:
        with tempfile.TemporaryFile() as stdin:
            stdin.write(written(request))
            stdin.seek(0)
            return launch(command or [PROGRAM], stdin, env, folder, timeout)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def launch(command, stdin, env, folder, timeout):
    pipes = [os.pipe() for _ in range(3)]
    process = subprocess.Popen([PYTHON, '-s', '-S'] + command, stdin=stdin, stdout=pipes[1][1],
                               stderr=pipes[2][1], env=env, cwd=folder, start_new_session=True,
                               pass_fds=(3,), preexec_fn=lambda: confine(pipes[0][1]))
    parts, threads = [[], [], []], []
    for (read_end, write_end), part in zip(pipes, parts):
        os.close(write_end)
        threads.append(threading.Thread(target=drain, args=(read_end, part, 1 << 24), daemon=True))
        threads[-1].start()
    timed_out = False
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    for thread in threads:
        thread.join(5)
    lines, strays = [], 0
    for raw in b''.join(parts[0]).split(b'\n'):
        if raw:
            try:
                line = json.loads(raw.decode('ascii'))
            except ValueError:
                line = {}
            if isinstance(line, dict) and line.get('nonce') == NONCE:
                lines.append(line)
            else:
                strays += 1
    out, err = (b''.join(part).decode('utf-8', 'replace') for part in parts[1:])
    return Answer(lines, process.returncode, out, err, timed_out, strays)


def request(programs, **task):
    if isinstance(programs, str):
        programs = [programs]
    programs = [p if isinstance(p, dict) else {'rule': 'solution', 'source': p} for p in programs]
    base = {'nonce': NONCE, 'mode': 'judge', 'programs': programs, 'kind': 'asserts', 'setup': '',
            'tests': [], 'test': '', 'entry_point': None, 'deny': DENY, 'deny_calls': ['os.system']}
    base.update(task)
    return base


def judge(programs, timeout=3.0, **task):
    return run(request(programs, **task), timeout)


def plan(*tasks):
    return run({'nonce': NONCE, 'mode': 'plan', 'tasks': list(tasks)}, 60)


def judge_all(requests, timeout=3.0, workers=2, judge_one=None):
    """Answers in the order of the requests, by a few threads."""
    answers, todo, lock = [None] * len(requests), iter(range(len(requests))), threading.Lock()

    def work():
        while True:
            with lock:
                index = next(todo, None)
            if index is None:
                return
            answers[index] = (judge_one or run)(requests[index], timeout)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


if __name__ == '__main__':
    start = time.time()
    answer = judge('def f(x):\n    return x + 1\n', tests=['assert f(1) == 2', 'assert f(2) == 4, "no"'])
    print(answer.lines, answer.status, repr(answer.err), time.time() - start)
