# expect: pass confirmed
# task: raises
class Negative(ValueError):
    pass
def f(x):
    if x < 0:
        raise Negative("negative") from KeyError(x)
    return x
