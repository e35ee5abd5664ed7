# expect: not pass
# control: none
def f(x):
    def inner(): return 2
    f.__code__ = inner.__code__
    f.__defaults__, f.__globals__["f"] = None, inner
    return 0
