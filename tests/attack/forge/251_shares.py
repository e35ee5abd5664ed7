# expect: not pass
# control: none
def f(x):
    value = [2]
    for i in range(64):
        value = [value, value]
    return value
