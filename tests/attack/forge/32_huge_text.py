# expect: not pass
# control: none
def f(x):
    return "2" * (100 << 20)
