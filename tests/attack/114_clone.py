"""114. Children that are siblings, that signal their end oddly, that share all.

expect: full=held landlock=held limits=any
outcome: exit signal
after: victim
control: left
"""
from lib import *

import signal, time
CLONE = 56 if os.uname().machine == 'x86_64' else 220
def clone(flags, work):
    pid = libc.syscall(ctypes.c_long(CLONE), ctypes.c_long(flags), None, None,
                       None, None)
    if pid == 0:
        work()
        os._exit(0)
    return pid
# Children of init, not ours; one outlives us.
for work in (lambda: None, lambda: time.sleep(1000), lambda: os.abort()):
    clone(0x8000 | signal.SIGCHLD, work)
# Their end is to kill or stop their parent: us, then whoever inherits them.
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, 0, 64):
    def work():
        clone(number, lambda: time.sleep(0.05))
    pid = clone(signal.SIGCHLD, work)
    if pid > 0:
        os.waitpid(pid, 0)
# clone3 with what is new: a child in a cgroup, with a pid of its choice.
for flags in (0x80, 0x200000000, 0x2000000, 0x10000000 | 0x80):
    args = (ctypes.c_uint64 * 11)(flags, 0, 0, 0, 17)
    pid = libc.syscall(ctypes.c_long(435), args, ctypes.c_long(88))
    if pid == 0:
        os._exit(0)
    say('clone3 %x' % flags, pid < 0)
end()
