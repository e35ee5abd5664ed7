# expect: not pass
# control: status on task add
# task: random
n = 0
def f(x):
    global n
    n += 1
    return x + 1 if n <= 3 else 0
