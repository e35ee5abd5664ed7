# expect: not pass
# control: none
class Liar:
    def __repr__(self):
        while True: pass
    __str__ = __format__ = __repr__
    def __eq__(self, other): return False
def f(x):
    return Liar()
