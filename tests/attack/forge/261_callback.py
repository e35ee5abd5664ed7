# expect: shared: may pass
# control: status
# task: watched
def f(g):
    for i in range(3):
        try:
            g(None)
        except TypeError:
            pass
