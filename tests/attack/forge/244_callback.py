# expect: shared: may pass
# control: none
# task: callback
def f(g, x):
    for name in ("__globals__", "__closure__", "__code__", "__self__", "__wrapped__"):
        try:
            value = getattr(g, name)
            value["ok"] = True
        except Exception:
            pass
    g.__call__ = lambda *a: 2
    return 0
