#!/usr/bin/env python3
"""The attack battery: every program of tests/attack/ in the jail, by hand.

The docstring of a case is its header:

    expect:  what its last word must be in each tier: held, open, or any
             (a tier that is not named is not run); open in the weakest tier
             is the control that shows that the attack is one
    outcome: what the jail may report
    options: for evaltop-jail
    after:   what must hold on the host besides

After each case an honest program must run, and nothing may be left: no
process, mount, file, System V object or descriptor.  Run by root, all is
done again as uid 65534.  EVALTOP_JAIL names the program under test; case
names as arguments run only those.
"""
import copy
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TIERS = ('full', 'landlock', 'limits')
NOBODY = 65534
LATE_S = 10.0           # beyond its time; machines that test are busy


class Case:
    def __init__(self, path):
        with open(path) as f:
            text = f.read().split('"""')[1]
        field = dict(re.findall(r'^(\w+): (.*)$', text, re.M))
        self.name = os.path.basename(path)
        self.title = text.split('\n')[0]
        self.expect = dict(e.split('=') for e in field['expect'].split())
        self.outcomes = field['outcome'].split()
        self.options = field.get('options', '').split()
        self.after = field.get('after', '').split()
        if '--time' not in self.options:
            self.options += ['--time', '10']
        self.time_s = float(self.options[self.options.index('--time') + 1])


# Older kernels' Landlock confines less; seccomp makes up for signals.
OLD_LANDLOCK = ('1', '3', '5')
OLD_LANDLOCK_CASES = ('01', '03', '08', '10', '24', '89', '99')


def with_old_landlock(cases):
    for case in cases:
        if case.name[:2] not in OLD_LANDLOCK_CASES:
            continue
        for abi in OLD_LANDLOCK:
            old = copy.copy(case)
            old.title = '%s, Landlock %s' % (case.title, abi)
            old.options = case.options + ['--landlock-abi', abi]
            yield old


class Host:
    """What an attack may want to reach, owned by the candidate's user."""

    def __init__(self, jail, uid):
        self.uid = uid
        self.folder = tempfile.mkdtemp(prefix='evaltop-attack-')
        self.jail = self.folder + '/evaltop-jail'
        self.python = next(p for p in ('/usr/bin/python3',
                           os.path.realpath(sys.executable))
                           if os.access(p, os.X_OK))
        shutil.copy(jail, self.jail)
        shutil.copytree(HERE + '/attack', self.folder + '/attack',
                        ignore=shutil.ignore_patterns('__pycache__'))
        os.mkdir(self.folder + '/open')
        for name in ('secret', 'open/file', 'open/own', 'attack/own'):
            with open(self.folder + '/' + name, 'w') as f:
                f.write('secret\n')
        subprocess.check_call(['chmod', '-R', 'a+rX', self.folder])
        os.chmod(self.folder + '/open', 0o777)
        os.chmod(self.folder + '/open/file', 0o666)
        os.chmod(self.folder + '/open/own', 0o600)
        if os.getuid() == 0:
            os.chown(self.folder + '/open/own', NOBODY, NOBODY)
            os.chown(self.folder + '/attack/own', NOBODY, NOBODY)
        self.victim = subprocess.Popen(['/bin/sleep', '100000'],
                                       preexec_fn=self.become_candidate_user)
        self.tcp = socket.create_server(('127.0.0.1', 0))
        self.sockets = []
        for name in (self.folder + '/open/socket',
                     '\0evaltop-attack-%d' % self.victim.pid):
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(name)
            s.setblocking(False)
            self.sockets.append(s)
        os.chmod(self.folder + '/open/socket', 0o777)

    def become_candidate_user(self):
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        self.become_user()
        if os.getuid() == 0:
            os.setgroups([]), os.setgid(NOBODY), os.setuid(NOBODY)

    def become_user(self):
        if self.uid is not None:
            os.setgroups([]), os.setgid(self.uid), os.setuid(self.uid)

    def close(self):
        self.victim.kill()
        self.victim.wait()
        for s in self.sockets + [self.tcp]:
            s.close()
        shutil.rmtree(self.folder)

    def run(self, tier, options, command):
        """Status, output and report of one evaltop-jail."""
        r, w = os.pipe()
        start = time.monotonic()
        child = subprocess.Popen(
            [self.jail, '--tier', tier, '--report-fd', str(w),
             '--bind-ro', self.folder + '/attack:/attack'] + options +
            ['--'] + command, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=[w],
            preexec_fn=self.become_user, env={'SECRET': 'x'})
        os.close(w)
        output = child.communicate()[0]
        with os.fdopen(r) as f:
            text = f.read()
        report = json.loads(text) if text else {'outcome': 'none'}
        report['took_s'] = time.monotonic() - start
        return child.returncode, output, report

    def state(self):
        """All that a case could leave, as far as it is not the machine's."""
        left = {}
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open('/proc/%s/cmdline' % pid, 'rb') as f:
                    line = f.read()
                with open('/proc/%s/environ' % pid, 'rb') as f:
                    line += f.read()
            except OSError:
                continue
            if self.folder.encode() in line and b'attack_test' not in line:
                left['process ' + pid] = line[:300]
        with open('/proc/self/mountinfo') as f:
            left['mounts'] = f.read()
        for kind in ('shm', 'msg', 'sem'):
            try:
                with open('/proc/sysvipc/' + kind) as f:
                    left[kind] = [l.split()[:2] for l in f
                                  if l.split()[0] == '1163151921']
            except OSError:
                pass
        for place in ('/tmp', '/var/tmp', '/dev/shm'):
            if os.path.isdir(place):
                left[place] = sorted(
                    n for n in os.listdir(place) if n in self.bases)
        left['descriptors'] = sorted(os.listdir('/proc/self/fd'))[:-1]
        left['cgroups'] = self.cgroups()
        left['files'] = sorted(os.listdir(self.folder + '/open'))
        return left

    def cgroups(self):
        """Those of launchers that are dead: nobody holds their lock."""
        left = []
        with open('/proc/mounts') as f:
            places = [l.split()[1] for l in f if l.split()[2] == 'cgroup2']
        for place in places[:1]:
            for folder, names, files in os.walk(place):
                left += [folder + '/' + n for n in names
                         if n.startswith('evaltop-') and
                         self.is_dead(folder + '/' + n)]
        return left

    def is_dead(self, cgroup):
        try:
            fd = os.open(cgroup, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            return False
        finally:
            os.close(fd)

    # Folders of other launchers on this machine come and go.
    bases = ()


class Battery:
    def __init__(self):
        self.n = 0
        self.failures = []

    def check(self, label, is_right, detail):
        if not is_right:
            self.failures.append(label)
            print('FAILED %s: %s' % (label, detail), flush=True)

    def case(self, host, case, tier):
        label = '%s %s in %s as %s' % (case.name, ' '.join(case.options),
                                       tier, host.uid or os.getuid())
        before = host.state()
        status, output, report = host.run(tier, case.options, [
            host.python, '-E', '-S', '-B', '/attack/' + case.name,
            host.folder, str(host.victim.pid),
            str(host.tcp.getsockname()[1])])
        word = output.decode('latin-1').split()[-1:]
        want = case.expect[tier]
        self.n += 1
        self.check(label, report['outcome'] in case.outcomes,
                   'outcome %s: %r' % (report, output[-600:]))
        if want != 'any' and report['outcome'] == 'exit':
            self.check(label, word == [want],
                       'want %s, got %r' % (want, output[-600:]))
        self.check(label, report['took_s'] < case.time_s + LATE_S, 'late')
        if want != 'open':
            self.after(label, host, case, output, report)
        self.undo(host)
        status, output, report = host.run(tier, [], ['/bin/echo', 'honest'])
        self.check(label, output == b'honest\n' and status == 0,
                   'then honest: %r %s' % (output, report))
        after = host.state()
        for key in sorted(set(before) | set(after)):
            self.check(label, before.get(key) == after.get(key),
                       'left: %s: %r, was %r' % (key, after.get(key),
                                                 before.get(key)))

    def after(self, label, host, case, output, report):
        own = host.folder + '/open/own'
        for s in host.sockets:
            try:
                self.check(label, not s.recv(10), 'the socket was reached')
            except BlockingIOError:
                pass
        self.check(label, host.victim.poll() is None, 'the victim is dead')
        self.check(label, os.stat(own).st_mode & 0o777 == 0o600,
                   'mode changed')
        for name in ('/open/file', '/attack/own'):
            self.check(label, os.stat(host.folder + name).st_size == 7,
                       name + ' changed')
        if case.after[:1] == ['cpu']:
            self.check(label, report['cpu_s'] >= float(case.after[1]),
                       'cpu_s: %s' % report)
        if case.after[:1] == ['output']:
            self.check(label, len(output) == int(case.after[1]),
                       '%d bytes' % len(output))

    def undo(self, host):
        """What a control did, which was to get through."""
        for s in host.sockets:
            try:
                s.recv(10)
            except BlockingIOError:
                pass
        for name in ('new', 'folder'):
            path = host.folder + '/open/' + name
            if os.path.isdir(path):
                os.rmdir(path)
            elif os.path.exists(path):
                os.unlink(path)
        for name in ('/open/file', '/attack/own'):
            with open(host.folder + name, 'w') as f:
                f.write('secret\n')
        os.chmod(host.folder + '/open/file', 0o666)
        os.chmod(host.folder + '/open/own', 0o600)
        if host.victim.poll() is not None:
            host.victim = subprocess.Popen(
                ['/bin/sleep', '100000'],
                preexec_fn=host.become_candidate_user)

    def faults(self, host, tier):
        """Each step of the set-up fails by its name, and leaves nothing."""
        steps = subprocess.run([host.jail, '--tier', tier, '--list-steps'],
                               stdout=subprocess.PIPE, check=True,
                               preexec_fn=host.become_user)
        before = host.state()
        for step in steps.stdout.decode().splitlines():
            status, output, report = host.run(
                tier, ['--inject', step], ['/bin/echo', 'ran'])
            label = 'step %r in %s as %s' % (step, tier, host.uid)
            named = report.get('step', '')
            self.n += 1
            self.check(label, status == 125 and b'ran' not in output and
                       report['outcome'] == 'fault' and
                       (named == step or named.startswith(step + ' ')),
                       '%s %s' % (status, report))
        self.check('steps in ' + tier, host.state() == before, 'left behind')

    def killed(self, host, tier):
        """Somebody kills one of ours in mid-run: the rest goes, too."""
        for who in ('hand', 'waiter', 'launcher', 'init'):
            before = host.state()
            child = subprocess.Popen(
                [host.jail, '--tier', tier, '--time', '60', '--bind-ro',
                 host.folder + '/attack:/attack', '--', '/bin/sh', '-c',
                 'for i in 1 2 3; do /bin/sleep 9999 & done; echo up; wait',
                 host.folder],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                preexec_fn=host.become_user)
            child.stdout.readline()
            chain = [child.pid]
            for i in range(3):
                with open('/proc/%d/task/%d/children' %
                          (chain[-1], chain[-1])) as f:
                    chain.append(int(f.read().split()[0]))
            os.kill(chain[('hand', 'waiter', 'launcher',
                           'init').index(who)], signal.SIGKILL)
            child.wait()
            child.stdout.close()
            until = time.monotonic() + 20
            while host.state() != before and time.monotonic() < until:
                time.sleep(0.01)
            self.n += 1
            self.check('%s killed in %s as %s' % (who, tier, host.uid),
                       host.state() == before, 'left: %r' %
                       {k: v for k, v in host.state().items()
                        if before.get(k) != v})


def works(host, tier):
    status, output, report = host.run(tier, [], ['/bin/echo', 'ok'])
    if status != 0:
        print('# no tier %s here: %s' % (tier, report))
    return status == 0


def main():
    jail = os.environ.get('EVALTOP_JAIL', './evaltop-jail')
    names = sys.argv[1:]
    cases = [Case(os.path.join(HERE, 'attack', n))
             for n in sorted(os.listdir(HERE + '/attack'))
             if n[:1].isdigit() and n.endswith('.py')]
    if names:
        cases = [c for c in cases if any(n in c.name for n in names)]
    battery = Battery()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))   # and clean up
    for uid in (None, NOBODY) if os.getuid() == 0 else (None,):
        host = Host(jail, uid)
        try:
            for tier in TIERS:
                if not works(host, tier):
                    continue
                old = list(with_old_landlock(cases)) \
                    if tier == 'landlock' else []
                for case in cases + old:
                    if tier in case.expect:
                        battery.case(host, case, tier)
                if not names:
                    battery.faults(host, tier)
                    battery.killed(host, tier)
        finally:
            host.close()
    print('%d cases, %d failed checks' % (battery.n, len(battery.failures)))
    return 1 if battery.failures or battery.n == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
