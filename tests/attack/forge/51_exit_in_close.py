# expect: not pass
# control: status
def g():
    try:
        yield 0
    finally:
        raise SystemExit(0)
def f(x):
    i = g()
    next(i)
    i.close()
