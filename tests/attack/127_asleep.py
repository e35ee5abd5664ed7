"""127. Asleep in every way there is.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 0.7
control: none: it never ends by itself
"""
from lib import *

import fcntl, select, signal, socket, threading, time
os.mkfifo('fifo')
lock = os.open('lock', os.O_CREAT | os.O_RDWR, 0o600)
fcntl.lockf(lock, fcntl.LOCK_EX)
fcntl.flock(lock, fcntl.LOCK_EX)
r, w = os.pipe()
a, b = socket.socketpair()
def full():
    while True:
        os.write(w, bytes(65536))
def stop():
    os.kill(os.getpid(), signal.SIGSTOP)
def tied():
    if libc.vfork() == 0:
        libc.pause()
ways = [lambda: os.open('fifo', 0), lambda: fcntl.lockf(os.open('lock', 2), 2),
        lambda: fcntl.flock(os.open('lock', 2), fcntl.LOCK_EX), full, stop,
        lambda: a.recv(1), lambda: select.poll().poll(), signal.pause,
        lambda: os.waitpid(os.getppid(), 0), lambda: threading.Event().wait(),
        lambda: signal.sigwait([signal.SIGUSR1]), tied]
for way in ways:
    if os.fork() == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            way()
        finally:
            time.sleep(1000)
tied()
time.sleep(1000)
