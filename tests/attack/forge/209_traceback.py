# expect: shared: may pass
# control: none
# task: raises
import sys
class Error(ValueError):
    def with_traceback(self, tb): raise SystemExit(0)
    @property
    def __traceback__(self): return None
    @property
    def args(self): return ("negative",)
    __cause__ = __context__ = property(lambda self: self)
def f(x):
    raise Error
