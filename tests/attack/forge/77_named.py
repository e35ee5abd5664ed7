# expect: not pass
# control: none
class ValueError(BaseException): pass
def f(x):
    raise ValueError("PASSED")
