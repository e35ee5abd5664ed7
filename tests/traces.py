"""What a run may leave behind on its host, for the whole-program tests.

Other tests and users share the host, so that only what is ours is looked for.
"""
import os
import time

import whole

DEADLINE = 60           # seconds; far beyond what any clean-up takes
FOLDERS = ('/tmp', '/dev/shm', '/var/tmp')
MARK = 'evaltop-left-'   # what candidates call the files that they leave about


def until(what, question, process=None):
    """Waits until QUESTION answers something true, and returns that."""
    deadline = time.monotonic() + DEADLINE
    while True:
        ended = process is not None and process.poll() is not None
        answer = question()
        if answer:
            return answer
        assert not ended, 'evaltop ended before %s: status %s' % (what, process.returncode)
        assert time.monotonic() < deadline, 'waited %d s for %s' % (DEADLINE, what)
        time.sleep(0.005)


def read(path):
    try:
        with open(path, 'rb') as file:
            return file.read()
    except OSError:
        return b''


def pids():
    return [int(name) for name in os.listdir('/proc') if name.isdigit()]


def parents():
    """{pid: parent}"""
    found = {}
    for pid in pids():
        stat = read('/proc/%d/stat' % pid)
        if stat:
            found[pid] = int(stat[stat.rindex(b')') + 2:].split()[1])
    return found


def descendants(pid):
    table = parents()
    found = {pid}
    while True:
        more = {child for child, parent in table.items() if parent in found} - found
        if not more:
            return found - {pid}
        found |= more


def launcher(pid):
    """The evaltop-jail that the evaltop PID started, or None."""
    for child, parent in parents().items():
        if parent == pid and b'--serve' in read('/proc/%d/cmdline' % child).split(b'\0'):
            return child
    return None


def depth(pid):
    """How many namespaces of processes deep PID is; 0 where it is gone."""
    for line in read('/proc/%d/status' % pid).split(b'\n'):
        if line.startswith(b'NSpid:'):
            return len(line.split()) - 1
    return 0


def interpreters(pid):
    """The interpreters that the evaltop PID keeps warm: as deep as its launcher's own, where their forks are deeper."""
    serving = launcher(pid)
    if not serving:
        return set()
    return {child for child in descendants(serving)
            if ' /evaltop/warm.' in words(child) and depth(child) == depth(serving) + 1}


def words(pid):
    """A process's command line."""
    return read('/proc/%d/cmdline' % pid).replace(b'\0', b' ').decode('utf-8', 'replace')


def name(pid):
    """Its program's."""
    try:
        return os.path.basename(os.readlink('/proc/%d/exe' % pid))
    except OSError:
        return ''


def is_evaltop(pid):
    return name(pid) == os.path.basename(os.path.realpath(whole.EVALTOP))


def is_jail(pid):
    return 'evaltop-jail' in name(pid)


class Host:
    """The host before the runs of one case; left() tells what came on top of it since."""

    def __init__(self, scratch):
        self.scratch = scratch.encode()
        self.orphans = set(self.orphaned())
        self.mounts = read('/proc/self/mountinfo')
        self.files = self.listing()
        self.objects = self.listed_objects()

    def processes(self):
        """{pid: words} of the case's evaltops, its launchers and their inits, and all below them.

        evaltop has the scratch folder on its command line; so has the launcher
        and what it forks, as the compiled harness that it binds lies there
        (but root's lies elsewhere: see orphaned).
        """
        table = parents()
        ours = {pid for pid in table if self.scratch in read('/proc/%d/cmdline' % pid)} - {os.getpid()}
        while True:
            more = {child for child, parent in table.items() if parent in ours} - ours
            if not more:
                return {pid: words(pid) for pid in ours}
            ours |= more

    @staticmethod
    def orphaned():
        """{pid: words} of launchers that no evaltop is above any more, and of candidates that no launcher is."""
        table = parents()
        launcher = os.path.join(os.path.dirname(os.path.realpath(whole.EVALTOP)), 'evaltop-jail') + ' --serve '
        found = {}
        for pid in table:
            text = words(pid)
            if text.startswith(launcher):
                is_owner = is_evaltop
            elif 'evaltop/harness' in text:
                is_owner = is_jail
            else:
                continue
            above = pid
            while above > 1 and not is_owner(above):
                above = table.get(above, 0)
            if above == 1:
                found[pid] = text
        return found

    @staticmethod
    def listing():
        return {os.path.join(folder, name) for folder in FOLDERS if os.path.isdir(folder)
                for name in os.listdir(folder) if name.startswith(MARK)}

    @staticmethod
    def listed_objects():
        return {kind: read('/proc/sysvipc/' + kind).count(b'\n') for kind in ('shm', 'sem', 'msg')}

    def left(self):
        """What is left, as text; empty when nothing is."""
        found = dict(self.processes())
        found.update((pid, text) for pid, text in self.orphaned().items() if pid not in self.orphans)
        left = ['process %d: %s' % item for item in found.items()]
        if read('/proc/self/mountinfo') != self.mounts:
            left.append('mounts')
        left += ['file ' + path for path in self.listing() - self.files]
        left += ['SysV objects: %s' % kind for kind, n in self.listed_objects().items() if n > self.objects[kind]]
        return '; '.join(left)

    def expect_clean(self):
        """Polls: a killed run may need a moment to end."""
        try:
            until('a clean host', lambda: not self.left())
        except AssertionError as error:
            raise AssertionError('left behind: %s' % self.left()) from error
