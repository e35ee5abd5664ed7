# expect: not pass
# control: compiled
import builtins, sys
real = builtins.compile
def lie(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, **k):
    return real(source, filename, mode, flags, dont_inherit, 2, **k)
builtins.compile = lie
sys.flags = type("F", (), {"optimize": 2})
def f(x):
    return 0
