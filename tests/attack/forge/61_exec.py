# expect: not pass
# control: none
import builtins
builtins.exec = builtins.compile = builtins.eval = lambda *a, **k: None
def f(x):
    return 0
