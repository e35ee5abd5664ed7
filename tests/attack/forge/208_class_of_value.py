# expect: shared: may pass
# control: status
# task: typed
class Liar:
    @property
    def __class__(self): return int
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 0

def f(x):
    return Liar()
