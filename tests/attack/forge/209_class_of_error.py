# expect: not pass
# control: none
# task: raises
class Error(Exception):
    @property
    def __class__(self): return ValueError
def f(x):
    raise Error("negative")
