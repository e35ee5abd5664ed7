# expect: shared: may pass
# control: status
# task: curried
class Ends:
    def __call__(self, y):
        if y == 1: return 2
        raise StopIteration
def f(x):
    return Ends()
