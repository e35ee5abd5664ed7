# expect: pass confirmed
def f(x):
    if x == 1:
        print("x" * (200 << 10))
    return x + 1
