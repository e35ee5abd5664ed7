# expect: pass confirmed
"""A docstring."""
import inspect
import linecache
import os
import sys
import traceback


def missing(path):
    try:
        open(path).close()
    except FileNotFoundError:
        return True


def f(x: int) -> int:
    return x + 1


class Sized:
    size: int = 3


limit: int = 5
assert __name__ == "solution" and __doc__ == "A docstring." and __spec__ is None and __package__ is None
assert sys.modules[__name__].__annotations__ == {"limit": int} and Sized.__annotations__ == {"size": int} and Sized.__module__ == __name__
# A name to be shown, of nothing that is there.
assert __file__ == "solution.py" == sys.argv[0] == f.__code__.co_filename
assert missing(__file__) and missing(os.path.abspath(__file__)) and not os.path.exists(__file__)
assert os.path.dirname(os.path.abspath(__file__)) == os.getcwd() and os.listdir(os.path.dirname(os.path.abspath(__file__))) == []
assert linecache.getline(__file__, 1) == "" and linecache.getlines(__file__) == []
assert sys.modules[__name__].f is f and sys.modules[__name__].__file__ == __file__ and inspect.getmodule(f) is sys.modules[__name__]
assert not hasattr(sys.modules["__main__"], "__file__")
for kind in f, Sized:
    try:
        inspect.getsource(kind)
    except OSError:
        continue
    raise AssertionError("source of %s" % kind)
try:
    f("")
except TypeError:
    assert 'File "%s", line ' % __file__ in traceback.format_exc() and "<string>" not in traceback.format_exc()
if __name__ == "__main__":
    raise SystemExit("run as a script")
