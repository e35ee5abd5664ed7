# expect: not pass
# control: none
import builtins
for name in ('abs', 'len', 'all', 'any', 'sorted', 'isinstance', 'print'):
    setattr(builtins, name, lambda *a, **k: True)
def f(x):
    return 0
