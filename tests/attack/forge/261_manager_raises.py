# expect: shared: may pass
# control: status
# task: managed
class Other:
    def __enter__(self):
        return [9, 2]
    def __exit__(self, kind, *error):
        if kind: raise KeyError
def f(x):
    return Other()
