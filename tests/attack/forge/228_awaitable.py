# expect: shared: may pass
# control: status
class Liar:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 0
    def __await__(self):
        return 2
        yield
    __aiter__ = __anext__ = __aenter__ = __await__
def f(x):
    return Liar()
