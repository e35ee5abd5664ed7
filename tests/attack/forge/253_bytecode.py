# expect: not pass
# control: none
def f(x):
    a = b = 0
    return a
f.__code__ = f.__code__.replace(co_code=bytes([100, 255]) * 100 + f.__code__.co_code, co_consts=())
