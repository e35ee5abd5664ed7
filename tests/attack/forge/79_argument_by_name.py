# expect: shared: may pass
# control: status
# task: sorts
def f(xs):
    xs.clear()
    return []
