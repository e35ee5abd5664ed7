"""The host of the attack battery: what an attack may want to reach, and what may be left on it."""
import array
import ctypes
import fcntl
import json
import os
import pty
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NOBODY = 65534
MARK = 'evaltop-attack'
SYSV_KEY = str(0x45544a31)
PR_SET_CHILD_SUBREAPER = 36
FS_IOC_GETFLAGS, FS_IOC_FSGETXATTR = 0x80086601, 0x801C581F


class Terminal:
    """A terminal that is the controlling one of this process and of all that it starts."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        if os.getuid() == 0:
            os.fchown(self.slave, NOBODY, NOBODY)       # the candidates' own
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        os.set_blocking(self.master, False)

    def state(self):
        """Modes, size, flags of the description, foreground, what waits to be read, and the file's mode and group."""
        mode = termios.tcgetattr(self.slave)
        raw = mode[:3] + [mode[3] & ~(termios.ICANON | termios.ECHO)] + mode[4:]
        termios.tcsetattr(self.slave, termios.TCSANOW, raw)
        waiting = array.array('i', [0])
        fcntl.ioctl(self.slave, termios.FIONREAD, waiting)
        termios.tcsetattr(self.slave, termios.TCSANOW, mode)
        file = os.fstat(self.slave)
        return (mode, fcntl.ioctl(self.slave, termios.TIOCGWINSZ, bytes(8)),
                fcntl.fcntl(self.slave, fcntl.F_GETFL), os.tcgetpgrp(self.slave), waiting[0],
                file.st_mode, file.st_gid)

    def reset(self, state):
        termios.tcsetattr(self.slave, termios.TCSANOW, state[0])
        termios.tcflush(self.slave, termios.TCIOFLUSH)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, state[1])
        fcntl.fcntl(self.slave, fcntl.F_SETFL, state[2])
        os.fchmod(self.slave, state[5] & 0o7777)
        fcntl.ioctl(self.slave, 0x540D)         # TIOCNXCL
        termios.tcflow(self.slave, termios.TCOON)
        try:
            while os.read(self.master, 1 << 16):
                pass
        except BlockingIOError:
            pass


def in_a_terminal(work):
    """WORK() in a child that leads a session of its own; returns what it returned."""
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))     # and clean up
        # What detaches itself comes to us, and is found.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        sys.exit(work())
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGTERM))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def file_flags(path):
    """Flags and project of a file, as far as its file system has them."""
    found = []
    fd = os.open(path, os.O_RDONLY)
    for request, size in ((FS_IOC_GETFLAGS, 8), (FS_IOC_FSGETXATTR, 28)):
        try:
            found.append(fcntl.ioctl(fd, request, bytes(size)))
        except OSError:
            found.append(None)
    os.close(fd)
    return found


class Host:
    """Files, sockets and a process, owned by the candidates' user."""

    OWN = ('open/file', 'open/own', 'attack/own')

    def __init__(self, jail, uid, terminal):
        self.uid, self.terminal = uid, terminal
        self.folder = tempfile.mkdtemp(prefix=MARK + '-')
        self.jail = self.folder + '/evaltop-jail'
        self.python = next(p for p in ('/usr/bin/python3', os.path.realpath(sys.executable))
                           if os.access(p, os.X_OK))
        shutil.copy(jail, self.jail)
        shutil.copytree(HERE + '/attack', self.folder + '/attack',
                        ignore=shutil.ignore_patterns('__pycache__', 'forge', 'honest'))
        os.mkdir(self.folder + '/open')
        os.mkdir(self.folder + '/bare')
        for name in ('secret',) + self.OWN:
            with open(self.folder + '/' + name, 'w') as f:
                f.write('secret\n')
        subprocess.check_call(['chmod', '-R', 'a+rX', self.folder])
        for name in ('/open', '/bare'):
            os.chmod(self.folder + name, 0o777)
        self.mend()
        self.flags = self.all_flags()
        self.victim = self.start_victim()
        self.tcp = socket.create_server(('127.0.0.1', 0))
        self.sockets = []
        for name in (self.folder + '/open/socket', '\0%s-%d' % (MARK, self.victim.pid)):
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(name)
            s.setblocking(False)
            self.sockets.append(s)
        os.chmod(self.folder + '/open/socket', 0o777)
        self.others = abandoned_folders(wait_s=1)       # not ours to wonder about
        # What a careless caller leaves open for all that it starts.
        self.stray = os.open(self.folder + '/secret', os.O_RDONLY)
        os.set_inheritable(self.stray, True)

    def candidate_uid(self):
        return NOBODY if os.getuid() == 0 else os.getuid()

    def become(self, uid):
        if uid is not None:
            os.setgroups([]), os.setgid(uid), os.setuid(uid)

    def become_caller(self):
        """Whoever starts the jail; cores are as welcome as they can be."""
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
        self.become(self.uid)

    def become_candidate(self):
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        self.become(NOBODY if os.getuid() == 0 else None)

    def start_victim(self):
        return subprocess.Popen(['/bin/sleep', '100000'], preexec_fn=self.become_candidate)

    def close(self):
        self.victim.kill()
        self.victim.wait()
        for s in self.sockets + [self.tcp]:
            s.close()
        os.close(self.stray)
        shutil.rmtree(self.folder)

    def arguments(self, name, turn=1):
        return [self.folder, str(self.victim.pid), str(self.tcp.getsockname()[1]), str(turn)]

    def python_command(self, name):
        return [self.python, '-E', '-S', '-B', '-W', 'ignore', name]

    def run(self, tier, options, command, stdin=subprocess.DEVNULL):
        """Status, output and report of one evaltop-jail."""
        r, w = os.pipe()
        start = time.monotonic()
        child = subprocess.Popen(
            [self.jail, '--tier', tier, '--report-fd', str(w),
             '--bind-ro', self.folder + '/attack:/attack'] + options + ['--'] + command,
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=[w, self.stray],
            cwd=self.folder + '/open', preexec_fn=self.become_caller, env={'SECRET': 'x'})
        os.close(w)
        output = child.communicate()[0]
        with os.fdopen(r) as f:
            text = f.read()
        report = json.loads(text) if text else {'outcome': 'none'}
        report['took_s'] = time.monotonic() - start
        return child.returncode, output, report

    def run_bare(self, name, turn=1, wrapper=(), stdin=subprocess.DEVNULL, become=None):
        """Status and output of an attack with nothing around it, and what it left in its folder."""
        # A file: those that are left behind would keep a pipe open.
        with tempfile.TemporaryFile() as out:
            child = subprocess.Popen(
                list(wrapper) + self.python_command(self.folder + '/attack/' + name) + self.arguments(name, turn),
                stdin=stdin, stdout=out, stderr=subprocess.STDOUT, pass_fds=[self.stray],
                cwd=self.folder + '/bare', preexec_fn=become or self.become_bare,
                env={'SECRET': 'x', 'PATH': '/usr/bin:/bin'})
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            out.seek(0)
            output = out.read()
        files = os.listdir(self.folder + '/bare')
        subprocess.check_call('chmod -R u+rwX . ; rm -rf ./* ./.[!.]*', shell=True, cwd=self.folder + '/bare',
                              stderr=subprocess.DEVNULL)
        return child.returncode, output, files

    def become_bare(self):
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
        self.become_candidate()

    def strays(self):
        """Children that nobody here has started: they got away from a jail."""
        left = []
        with open('/proc/thread-self/children') as f:
            for pid in map(int, f.read().split()):
                if pid != self.victim.pid and os.waitpid(pid, os.WNOHANG)[0] == 0:
                    left.append(pid)
        return left

    def end_strays(self):
        n = 0
        while self.strays():
            for pid in self.strays():
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                n += 1
        return n

    def all_flags(self):
        return [file_flags(self.folder + '/' + name) for name in self.OWN]

    def state(self):
        """All that a case could leave, as far as it is not the machine's."""
        left = {'process %d' % pid: command(pid) for pid in self.strays()}
        with open('/proc/self/mountinfo') as f:
            left['mounts'] = f.read()
        for kind in ('shm', 'msg', 'sem'):
            try:
                with open('/proc/sysvipc/' + kind) as f:
                    left[kind] = [l.split()[:2] for l in f if l.split()[0] == SYSV_KEY]
            except OSError:
                pass
        for place in ('/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue'):
            if os.path.isdir(place):
                left[place] = sorted(n for n in os.listdir(place) if n == MARK)
        left['work folders'] = abandoned_folders(self.others)
        left['cgroups'] = cgroups()
        left['descriptors'] = sorted(os.listdir('/proc/self/fd'))[:-1]
        left['files'] = sorted(os.listdir(self.folder + '/open'))
        left['terminal'] = self.terminal.state()
        return left

    def mend(self):
        """Undoes what a control did, which was to get through."""
        folder = self.folder + '/open/'
        for name in os.listdir(folder):
            if name != 'socket' and os.path.isdir(folder + name):
                shutil.rmtree(folder + name)
            elif name != 'socket':
                os.unlink(folder + name)
        for name in self.OWN:
            path = self.folder + '/' + name
            if os.path.exists(path):
                os.unlink(path)
            with open(path, 'w') as f:
                f.write('secret\n')
            os.chmod(path, 0o666 if name == 'open/file' else 0o600)
            if name != 'open/file' and os.getuid() == 0:
                os.chown(path, NOBODY, NOBODY)


def command(pid):
    try:
        with open('/proc/%d/cmdline' % pid, 'rb') as f:
            return f.read(300)
    except OSError:
        return b''


def cgroups():
    """Those that launchers have left behind: nobody holds their lock."""
    with open('/proc/mounts') as f:
        places = [l.split()[1] for l in f if l.split()[2] == 'cgroup2']
    return sorted(folder + '/' + name for place in places[:1] for folder, names, _ in os.walk(place)
                  for name in names if name.startswith('evaltop-') and is_dead(folder + '/' + name))


def is_dead(cgroup):
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


def held_by_nobody(folders):
    """Those of FOLDERS that no process has open."""
    for pid in filter(str.isdigit, os.listdir('/proc') if folders else ()):
        try:
            for fd in os.listdir('/proc/%s/fd' % pid):
                path = os.readlink('/proc/%s/fd/%s' % (pid, fd))
                folders = {f for f in folders if not path.startswith(f)}
        except OSError:
            continue
    return {f for f in folders if os.path.exists(f)}


def abandoned_folders(known=frozenset(), wait_s=30):
    """Work folders in which no launcher lives any more, beside those KNOWN.

    Those of other launchers on this machine come and go, and take a moment for it; one that is left behind stays.
    """
    found = {os.path.join(place, name) for place in ('/tmp', '/var/tmp') for name in os.listdir(place)
             if name.startswith('evaltop-jail-')} - known
    until = time.monotonic() + wait_s
    while found and time.monotonic() < until:
        found = held_by_nobody(found)
        time.sleep(0.05 if found else 0)
    return found
