# expect: not pass
# control: status
import os, weakref
class C: pass
def f(x):
    value = C()
    weakref.finalize(value, os._exit, 0)
    f.kept = weakref.ref(value, lambda _: os._exit(0))
    return value
