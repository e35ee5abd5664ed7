#!/usr/bin/env python3
"""The attack battery: every program of tests/attack/ in the jail, by hand.

The docstring of a case is its header:

    expect:  what its last word must be in each tier: held, open, or any
             (a tier that is not named is not run); open in the weakest tier
             is the control that shows that the attack is one, "open?" where
             it depends on the host whether it can be
    outcome: what the jail may report
    options: for evaltop-jail
    after:   what must hold on the host besides
    control: where no tier is open, how the attack is shown to be one:
             bare      without a jail its last word is open
             root      the same, as root, where the tests are run by root
             unshare   the same, in namespaces of its own
             core      without a jail it leaves a core file
             left      without a jail it leaves processes behind
             lift O    with the options O instead its last word is open
             none: why
             and a "?" behind: where the host lets it
    turns:   2: it is run twice, and the second run looks for what the first
             has left
    stdin:   terminal: the terminal on which the tests run
    also:    other lines of the list that it stands for

After each case an honest program must run, and nothing may be left: no
process, mount, file, core, cgroup, System V object or descriptor, and the
terminal is as it was.  Run by root, all is done again as uid 65534.
EVALTOP_JAIL names the program under test; case names as arguments run only
those.  tests/attack/README.md lists what there is; it is checked, and with
UPDATE_GOLDEN=1 written, here.
"""
import copy
import os
import signal
import subprocess
import sys
import time

import attack_host
import attack_table

HERE = os.path.dirname(os.path.abspath(__file__))
TIERS = ('full', 'landlock', 'limits')
LATE_S = 10.0           # beyond its time; machines that test are busy


class Case:
    def __init__(self, path):
        field = attack_table.header(path)
        self.name = os.path.basename(path)
        self.expect = dict(e.split('=') for e in field['expect'].split())
        self.outcomes = field['outcome'].split()
        self.options = field.get('options', '').split()
        self.after = field.get('after', '').split()
        self.control = field.get('control', '')
        self.turns = int(field.get('turns', 1))
        self.on_terminal = field.get('stdin') == 'terminal'
        if '--time' not in self.options:
            self.options += ['--time', '10']
        self.time_s = float(self.options[self.options.index('--time') + 1])

    def stdin(self, host):
        return host.terminal.slave if self.on_terminal else subprocess.DEVNULL


# Older kernels' Landlock confines less; seccomp makes up for signals.
OLD_LANDLOCK = ('1', '3', '5')
OLD_LANDLOCK_CASES = ('01', '03', '08', '10', '24', '89', '99', '101', '111')


def with_old_landlock(cases):
    for case in cases:
        if case.name.split('_')[0] not in OLD_LANDLOCK_CASES:
            continue
        for abi in OLD_LANDLOCK:
            old = copy.copy(case)
            old.options = case.options + ['--landlock-abi', abi]
            yield old


class Battery:
    def __init__(self):
        self.n = 0
        self.failures = []
        self.notes = []
        self.seen = {}

    def check(self, label, is_right, detail):
        if not is_right:
            self.failures.append(label)
            print('FAILED %s: %s' % (label, detail), flush=True)

    def case(self, host, case, tier):
        label = '%s %s in %s as %s' % (case.name, ' '.join(case.options), tier, host.uid or os.getuid())
        before = self.seen.get(host) or host.state()
        for turn in range(1, case.turns + 1):
            status, output, report = host.run(
                tier, case.options, host.python_command('/attack/' + case.name) +
                host.arguments(case.name, turn), case.stdin(host))
        word = output.decode('latin-1').split()[-1:]
        want = case.expect[tier]
        self.n += 1
        self.check(label, report['outcome'] in case.outcomes, 'outcome %s: %r' % (report, output[-600:]))
        if want == 'open?' and word != ['open']:
            self.notes.append(label)
        elif want not in ('any', 'open?') and report['outcome'] == 'exit':
            self.check(label, word == [want], 'want %s, got %r' % (want, output[-600:]))
        self.check(label, report['took_s'] < case.turns * case.time_s + LATE_S, 'late')
        if not self.may_open(case, tier):
            self.unharmed(label, host)
        self.after(label, host, case, output, report)
        if self.may_open(case, tier):
            host.terminal.reset(before['terminal'])
        self.undo(host, before)
        self.honest(label, host, tier)
        self.unchanged(label, host, before)

    def honest(self, label, host, tier):
        status, output, report = host.run(tier, [], ['/bin/echo', 'honest'])
        self.check(label, output == b'honest\n' and status == 0, 'then honest: %r %s' % (output, report))

    def unchanged(self, label, host, before):
        after = host.state()
        for key in sorted(set(before) | set(after)):
            is_same = before.get(key) == after.get(key) or key == 'work folders' and after[key] <= before[key]
            self.check(label, is_same,
                       'left: %s: %r, was %r' % (key, after.get(key), before.get(key)))
        self.seen[host] = after

    def unharmed(self, label, host):
        own = host.folder + '/open/own'
        for s in host.sockets:
            try:
                self.check(label, not s.recv(10), 'the socket was reached')
            except BlockingIOError:
                pass
        self.check(label, host.victim.poll() is None, 'the victim is dead')
        self.check(label, os.stat(own).st_mode & 0o777 == 0o600, 'mode changed')
        for name in host.OWN:
            self.check(label, os.stat(host.folder + '/' + name).st_size == 7, name + ' changed')
        self.check(label, host.all_flags() == host.flags, 'flags of files changed')
        cores = [n for n in os.listdir(host.folder + '/open') if n.startswith('core')]
        self.check(label, not cores, 'cores: %s' % cores)

    def after(self, label, host, case, output, report):
        if case.after[:1] == ['cpu']:
            self.check(label, report['cpu_s'] >= float(case.after[1]), 'cpu_s: %s' % report)
        if case.after[:1] == ['output']:
            self.check(label, len(output) == int(case.after[1]), '%d bytes' % len(output))

    def undo(self, host, before):
        """What a control did is not for the next case to see; where it should have held, that was checked."""
        for s in host.sockets:
            try:
                s.recv(10)
            except BlockingIOError:
                pass
        if sorted(os.listdir(host.folder + '/open')) != before['files'] or host.all_flags() != host.flags or \
                any(os.stat(host.folder + '/' + name).st_size != 7 for name in host.OWN) or \
                os.stat(host.folder + '/open/own').st_mode & 0o777 != 0o600:
            host.mend()
        if host.victim.poll() is not None:
            host.victim = host.start_victim()

    def may_open(self, case, tier):
        return case.expect[tier].startswith('open') or tier == 'limits' and case.expect[tier] == 'any'

    def control(self, host, case, tier):
        """Without what should stop it, the attack gets through."""
        if not case.control:
            self.check(case.name, case.expect.get('limits', '').startswith('open'), 'has no control')
            return
        kind = case.control.rstrip('?').split()
        label = 'control %s of %s as %s' % (case.control, case.name, host.uid or os.getuid())
        before = self.seen.get(host) or host.state()
        if kind[0] == 'none:' or kind[0] == 'root' and os.getuid() != 0:
            return
        self.n += 1
        done, detail = getattr(self, 'control_' + kind[0])(host, case, tier, kind[1:])
        if case.control.endswith('?') and not done:
            self.notes.append(label)
        else:
            self.check(label, done, detail)
        host.end_strays()
        host.terminal.reset(before['terminal'])
        self.undo(host, before)
        self.seen[host] = before

    def control_bare(self, host, case, tier, options, **how):
        for turn in range(1, case.turns + 1):
            status, output, files = host.run_bare(case.name, turn, stdin=case.stdin(host), **how)
        return output.split()[-1:] == [b'open'], output[-600:]

    def control_root(self, host, case, tier, options):
        return self.control_bare(host, case, tier, options, become=lambda: None)

    def control_unshare(self, host, case, tier, options):
        return self.control_bare(host, case, tier, options, wrapper=['unshare', '-Urmpfn'])

    def control_core(self, host, case, tier, options):
        status, output, files = host.run_bare(case.name)
        return any(name.startswith('core') for name in files), '%s %s' % (status, files)

    def control_left(self, host, case, tier, options):
        host.run_bare(case.name)
        return host.end_strays() > 0, 'nothing was left'

    def control_lift(self, host, case, tier, options):
        status, output, report = host.run(
            tier, case.options + options, host.python_command('/attack/' + case.name) +
            host.arguments(case.name), case.stdin(host))
        return report['outcome'] == 'exit' and output.split()[-1:] == [b'open'], '%s %r' % (report, output[-600:])

    def faults(self, host, tier):
        """Each step of the set-up fails by its name, and leaves nothing."""
        steps = subprocess.run([host.jail, '--tier', tier, '--list-steps'], stdout=subprocess.PIPE, check=True,
                               preexec_fn=host.become_caller)
        before = host.state()
        for step in steps.stdout.decode().splitlines():
            status, output, report = host.run(tier, ['--inject', step], ['/bin/echo', 'ran'])
            label = 'step %r in %s as %s' % (step, tier, host.uid)
            named = report.get('step', '')
            self.n += 1
            self.check(label, status == 125 and b'ran' not in output and report['outcome'] == 'fault' and
                       (named == step or named.startswith(step + ' ')), '%s %s' % (status, report))
        self.check('steps in ' + tier, host.state() == before, 'left behind')

    def killed(self, host, tier):
        """Somebody kills one of ours in mid-run: the rest goes, too."""
        for who in ('hand', 'waiter', 'launcher', 'init'):
            before = host.state()
            child = subprocess.Popen(
                [host.jail, '--tier', tier, '--time', '60', '--bind-ro', host.folder + '/attack:/attack', '--',
                 '/bin/sh', '-c', 'for i in 1 2 3; do /bin/sleep 9999 & done; echo up; wait', host.folder],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=host.become_caller)
            child.stdout.readline()
            chain = [child.pid]
            for i in range(3):
                with open('/proc/%d/task/%d/children' % (chain[-1], chain[-1])) as f:
                    chain.append(int(f.read().split()[0]))
            os.kill(chain[('hand', 'waiter', 'launcher', 'init').index(who)], signal.SIGKILL)
            child.wait()
            child.stdout.close()
            until = time.monotonic() + 20
            while host.state() != before and time.monotonic() < until:
                time.sleep(0.01)
            self.n += 1
            self.check('%s killed in %s as %s' % (who, tier, host.uid), host.state() == before, 'left: %r' %
                       {k: v for k, v in host.state().items() if before.get(k) != v})


def works(host, tier):
    status, output, report = host.run(tier, [], ['/bin/echo', 'ok'])
    if status != 0:
        print('# no tier %s here: %s' % (tier, report))
    return status == 0


def run_all(battery, host, cases, is_whole, has_controls):
    tiers = [tier for tier in TIERS if works(host, tier)]
    for tier in tiers:
        old = list(with_old_landlock(cases)) if tier == 'landlock' else []
        for case in cases + old:
            if tier in case.expect:
                battery.case(host, case, tier)
        if is_whole:
            battery.faults(host, tier)
            battery.killed(host, tier)
    for case in cases if has_controls else ():
        battery.control(host, case, tiers[0])


def main():
    jail = os.environ.get('EVALTOP_JAIL', './evaltop-jail')
    names = sys.argv[1:]
    battery = Battery()
    for problem in attack_table.problems():
        battery.check('tests/attack/README.md', False, problem)
    cases = [Case(path) for path in attack_table.programs('')]
    if names:
        unknown = [n for n in names if not any(n in c.name for c in cases)]
        if unknown:
            sys.exit('no case is called %s; tests/attack/README.md lists them' % ', '.join(unknown))
        cases = [c for c in cases if any(n in c.name for n in names)]
    terminal = attack_host.Terminal()
    for uid in (None, attack_host.NOBODY) if os.getuid() == 0 else (None,):
        host = attack_host.Host(jail, uid, terminal)
        try:
            run_all(battery, host, cases, not names, uid is None)
        finally:
            host.end_strays()
            host.close()
    if battery.notes:
        print('# this host does not let through: ' + ', '.join(battery.notes))
    print('%d cases, %d failed checks' % (battery.n, len(battery.failures)))
    return 1 if battery.failures or battery.n == 0 else 0


if __name__ == '__main__':
    sys.exit(attack_host.in_a_terminal(main))
