# expect: not pass
# control: status on task add
# task: random
def f(x):
    return {1: 2, 5: 6}.get(x, 0)
