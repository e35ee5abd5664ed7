# expect: not pass
class ValueError(BaseException): pass
def f(x):
    raise ValueError("PASSED")
