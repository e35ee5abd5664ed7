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

for _name in ('split', 'units'):
    sys.modules['evaltop_' + _name] = harness.load_beside(_name)

# What answers to programming tasks import most; a fork finds them loaded.
for _name in ('bisect', 'collections', 'copy', 'datetime', 'decimal', 'fractions', 'functools', 'heapq', 'itertools',
              'json', 'math', 'operator', 'os', 'random', 're', 'string', 'time', 'typing'):
    __import__(_name)

import ctypes


def keep():
    jail = ctypes.PyDLL(FOLDER + '/warm.so')    # PyDLL: the interpreter's lock stays ours across the fork
    python = ctypes.pythonapi
    for name in [name for name in sys.modules if name.startswith(('ctypes', '_ctypes'))]:
        del sys.modules[name]                   # a candidate finds what it would find in a cold start
    gc.collect()
    gc.freeze()                                 # nothing that is here now is touched by a later collection
    python.PyOS_BeforeFork()
    if jail.jail_warm_serve(3) != 0:
        return 1                                # the launcher is gone
    python.PyOS_AfterFork_Child()               # reseeds random, among others
    exec('serve()', {'serve': harness.serve})   # as deep in calls as a cold start, or recursion would end elsewhere


if __name__ == '__main__':
    sys.exit(keep())
