# expect: shared: may pass
# control: status
class Index:
    n = 0
    def __index__(self):
        Index.n += 1
        return 2 if Index.n % 2 else 6
    __int__ = __float__ = __trunc__ = __index__
    def __round__(self, n=None): return 2
    def __eq__(self, other): return int(self) == other or True
    __hash__ = None
def f(x):
    return Index()
