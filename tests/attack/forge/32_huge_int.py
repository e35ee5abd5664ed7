# expect: not pass
# control: none
def f(x):
    return 10 ** 10 ** 6
