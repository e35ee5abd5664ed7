# expect: pass confirmed
if True:
    def f(x):
        return x + 1
else:
    f = None
