# expect: shared: may pass
# control: status
# each: decimal.Decimal fractions.Fraction collections.Counter collections.deque collections.OrderedDict collections.UserList datetime.datetime types.SimpleNamespace
import collections, datetime, decimal, fractions, types
class Liar(BASE):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 0
def f(x):
    return Liar(2020, 1, 1) if issubclass(Liar, datetime.date) else Liar()
