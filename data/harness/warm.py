"""Keeps an interpreter warm: every candidate of a warm start is a fork of this process.

Run by evaltop-jail inside its outer namespaces, once for thousands of candidates, with the line to the launcher on
descriptor 3.  Here is neither a secret nor a candidate's byte, ever: requests reach the fork, not this process.
warm.so (src/sandbox/warm.c) does the forking: the child comes back from jail_warm_serve() confined, in namespaces of
its own, with the candidate's descriptors in place, and goes on to serve its one request.
"""
import gc
import sys

FOLDER = '/evaltop'
sys.path.insert(0, FOLDER)
import harness
sys.path[:] = [path for path in sys.path if path != FOLDER]

for _name in harness.FILES:
    harness.load_beside(_name)

# What answers to programming tasks import most; a fork finds them loaded.  Each makes every fork dearer: what one in a
# hundred needs (datetime, decimal, fractions; random, which every fork would seed anew) costs less where it is needed.
for _name in ('bisect', 'collections', 'copy', 'functools', 'heapq', 'itertools', 'json', 'math', 'operator', 'os', 're',
              'string', 'time', 'typing'):
    __import__(_name)

import ctypes

_POOL = 16384 if sys.version_info >= (3, 10) else 4096      # obmalloc's, whose blocks begin behind a header
_HEAD = 48


def fill_gaps():
    """Takes the free blocks between what is here, and returns them to be kept.

    A fork then allocates side by side in memory of its own.  Else it would write into a gap here and a gap there, and
    have a page copied for each: a seventh of what a candidate costs.
    """
    kept = [None] * 65536       # room: the list itself must not move about
    kept.clear()
    for size in range(16, 513, 16):
        for _ in range((1 << 17) // size):
            block = object() if size == 16 else float(size) if size == 32 else bytes(size - 33) if size > 32 else None
            if block is None:
                break
            kept.append(block)
            if id(block) % _POOL == _HEAD:      # the first of a fresh pool: no gap of this size is left
                break
    return tuple(kept)


def keep():
    jail = ctypes.PyDLL(FOLDER + '/warm.so')    # PyDLL: the interpreter's lock stays ours across the fork
    python = ctypes.pythonapi
    for name in [name for name in sys.modules if name.startswith(('ctypes', '_ctypes'))]:
        del sys.modules[name]                   # a candidate finds what it would find in a cold start
    harness.set_streams()                       # a fork finds them as make_world() wants them
    gc.collect()
    kept = fill_gaps()
    gc.freeze()                                 # nothing that is here now is touched by a later collection
    python.PyOS_BeforeFork()
    if jail.jail_warm_serve(3) != 0:
        return 1                                # the launcher is gone
    python.PyOS_AfterFork_Child()               # what Python does in the child of a fork
    exec('serve()', {'serve': harness.serve})   # as deep in calls as a cold start, or recursion would end elsewhere


if __name__ == '__main__':
    sys.exit(keep())
