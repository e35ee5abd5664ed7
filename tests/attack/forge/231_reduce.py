# expect: not pass
# control: none
import os
class Liar(dict):
    def __reduce_ex__(self, version): return os._exit, (0,)
    __reduce__ = __getstate__ = __copy__ = lambda self: (os._exit, (0,))
    def __deepcopy__(self, memo): return 2
def f(x):
    return Liar()
