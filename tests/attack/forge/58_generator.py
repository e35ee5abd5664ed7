# expect: not pass
# control: none
def f(x):
    return (i for i in [2])
