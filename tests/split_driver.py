"""Runs the two sides of the split guard as evaltop does, with a socket pair between them."""
import atexit
import json
import os
import py_compile
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

import harness_driver as driver

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.dirname(driver.HARNESS)
LINK = 4
JUDGE, CANDIDATE = 'judge-nonce', 'candidate-nonce'


PROGRAM = driver.PROGRAM


def reserve():
    null = os.open(os.devnull, os.O_WRONLY)
    if null != LINK:
        os.dup2(null, LINK)
        os.close(null)


reserve()
_spawn = threading.Lock()


class Side:
    """One process: its request, its line to the host, what it printed."""

    def __init__(self, request, link, folder, program=None):
        self.request, self.parts = request, ([], [], [])
        env = {'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', 'HOME': folder, 'TMPDIR': folder,
               'PYTHONHASHSEED': '0', 'PYTHONDONTWRITEBYTECODE': '1'}
        pipes = [os.pipe() for _ in range(3)]

        def prepare():
            os.dup2(link.fileno(), LINK)
            driver.confine(pipes[0][1])

        with tempfile.TemporaryFile() as stdin:
            stdin.write(driver.written(request))
            stdin.seek(0)
            self.process = subprocess.Popen(
                [driver.PYTHON, '-s', '-S'] + (program or [PROGRAM]), stdin=stdin, stdout=pipes[1][1],
                stderr=pipes[2][1], env=env, cwd=folder, start_new_session=True, pass_fds=(3, LINK), preexec_fn=prepare)
        self.threads = []
        for (read_end, write_end), part in zip(pipes, self.parts):
            os.close(write_end)
            self.threads.append(threading.Thread(target=driver.drain, args=(read_end, part, 1 << 22), daemon=True))
            self.threads[-1].start()

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for thread in self.threads:
            thread.join(5)

    def answer(self, timed_out):
        lines, strays = [], 0
        for raw in b''.join(self.parts[0]).split(b'\n'):
            if raw:
                try:
                    line = json.loads(raw.decode('ascii'))
                except ValueError:
                    line = {}
                if isinstance(line, dict) and line.get('nonce') == self.request['nonce']:
                    lines.append(line)
                else:
                    strays += 1
        out, err = (b''.join(part).decode('utf-8', 'replace') for part in self.parts[1:])
        return driver.Answer(lines, self.process.returncode, out, err, timed_out, strays)


def split(request):
    """The two requests of a shared one."""
    judge = {key: value for key, value in request.items() if key not in ('programs', 'deny', 'deny_calls')}
    judge.update(nonce=JUDGE, mode='split-judge')
    candidate = {key: request[key] for key in ('programs', 'deny', 'deny_calls', 'setup', 'serve') if key in request}
    candidate.update(nonce=CANDIDATE, mode='split-candidate')
    if 'serve' not in candidate:
        candidate['serve'] = names_to_serve(request)
    return judge, candidate


def names_to_serve(request):
    """As a plan gives them."""
    return driver.module('plan').plan_split(request, driver.module('texts').Texts(request))[1]


def run(request, timeout=3.0, program=None, fake=None, candidate_program=None):
    """The judge's answer; the candidate's is its `candidate`.  FAKE: a script in the candidate's place.

    PROGRAM: the command of both sides, CANDIDATE_PROGRAM of the one."""
    command = ['-c', fake] if fake else candidate_program or program
    request = dict(request, timeout=request.get('timeout', timeout))
    judge, candidate = split(request)
    folder = tempfile.mkdtemp(prefix='split-')
    ends = socket.socketpair()
    sides = []
    try:
        sides.append(Side(judge, ends[0], folder, program))
        sides.append(Side(candidate, ends[1], folder, command))
        for end in ends:
            end.close()
        timed_out = False
        try:
            sides[0].process.wait(timeout + 5)
        except subprocess.TimeoutExpired:
            timed_out = True
        for side in reversed(sides):
            side.end()
        answer = sides[0].answer(timed_out)
        answer.candidate = sides[1].answer(False)
        return answer
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judge(programs, timeout=3.0, fake=None, **task):
    return run(driver.request(programs, **task), timeout, fake=fake)


def plan(*tasks):
    folder = tempfile.mkdtemp(prefix='split-')
    try:
        with tempfile.TemporaryFile() as stdin:
            stdin.write(json.dumps({'nonce': driver.NONCE, 'mode': 'plan', 'tasks': list(tasks)}).encode())
            stdin.seek(0)
            return driver.launch([PROGRAM], stdin, {}, folder, 60).plans
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judge_all(requests, timeout=3.0):
    return driver.judge_all(requests, timeout, judge_one=run)
