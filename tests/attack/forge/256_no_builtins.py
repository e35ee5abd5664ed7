# expect: not pass
# control: none
import builtins
def f(x):
    for name in list(vars(builtins)):
        if name not in ("__build_class__",):
            delattr(builtins, name)
    return 0
