# expect: not pass
# control: tests first
abs = len = all = sorted = isinstance = list = lambda *a, **k: True
class AssertionError(BaseException):
    pass
def check(candidate):
    return True
def candidate(x):
    return x + 1
def f(x):
    return 0
