# expect: not pass
# control: none
def f(x):
    value = []
    value.append(value)
    return value
