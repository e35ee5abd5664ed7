# expect: pass confirmed
def f(x):
    return float(x + 1) if x == 1 else complex(x + 1)
