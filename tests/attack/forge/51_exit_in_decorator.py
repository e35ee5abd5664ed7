# expect: not pass
# control: status
def d(g):
    raise SystemExit(0)
@d
def f(x):
    return 0
