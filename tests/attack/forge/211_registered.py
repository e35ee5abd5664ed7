# expect: shared: may pass
# control: status
import abc, numbers, collections.abc
class Liar:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 0
    def __index__(self): return 2
    __int__ = __index__
for base in (numbers.Integral, collections.abc.Sequence, collections.abc.Mapping):
    base.register(Liar)
def f(x):
    return Liar()
