# expect: shared: may pass
# control: status
class Liar:
    __array_priority__ = 10 ** 6
    dtype, shape, ndim, size = "int", (), 0, 1
    def __array__(self, *a): return 2
    def __array_ufunc__(self, *a, **k): return True
    def item(self): return 2
    tolist = all = any = item
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 0

def f(x):
    return Liar()
