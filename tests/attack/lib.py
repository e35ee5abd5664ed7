"""What the attacks share.  Each prints 'held' or 'open' as its last word."""
import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
# The runner's: a folder of the host's, a process of our user's outside, a
# TCP port on which somebody listens.
host = sys.argv[1] if len(sys.argv) > 1 else '/'
victim = int(sys.argv[2]) if len(sys.argv) > 2 else 0
port = int(sys.argv[3]) if len(sys.argv) > 3 else 0
# Which run of the case this is, for those that are run twice.
turn = int(sys.argv[4]) if len(sys.argv) > 4 else 1


def call(name, *args):
    """The errno of a libc call, 0 when it went well."""
    ctypes.set_errno(0)
    return ctypes.get_errno() if getattr(libc, name)(*args) == -1 else 0


def syscall(number, *args):
    return call('syscall', ctypes.c_long(number), *args)


def refused(function, *args, **kwargs):
    """Whether the call failed as calls to the system fail."""
    try:
        function(*args, **kwargs)
    except OSError:
        return True
    return False


def say(name, is_held):
    """One line for each attempt; the one that got through is named."""
    if not is_held:
        print('through:', name)
    say.all_held = say.all_held and bool(is_held)


say.all_held = True


def end():
    sys.stdout.flush()
    os.write(1, b'held\n' if say.all_held else b'open\n')
    os._exit(0)
