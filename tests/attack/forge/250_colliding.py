# expect: not pass
# control: none
def f(x):
    return {i * (2 ** 61 - 1): i for i in range(1, 30000)}
