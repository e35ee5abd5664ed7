# expect: shared: may pass
# control: status
# task: contains
class Liar:
    def __contains__(self, item): return True
def f(x):
    return Liar()
