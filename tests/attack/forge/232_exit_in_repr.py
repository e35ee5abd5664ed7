# expect: not pass
# control: none
import os
class Liar:
    def __repr__(self): os._exit(0)
    __str__ = __format__ = __bool__ = __len__ = __dir__ = __sizeof__ = __repr__
    def __eq__(self, other): return False
def f(x):
    return Liar()
