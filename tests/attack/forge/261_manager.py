# expect: shared: may pass
# control: status
# task: managed
class Deaf:
    def __enter__(self): return 0
    def __exit__(self, *error): return True
def f(x):
    return Deaf()
