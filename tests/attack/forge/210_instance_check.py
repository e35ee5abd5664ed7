# expect: shared: may pass
# control: status
# task: typed
class Meta(type):
    def __instancecheck__(cls, value): return True
    def __subclasscheck__(cls, other): return True
    def __eq__(cls, other): return True
    def __hash__(cls): return 0
    def __call__(cls, *a): return cls
class int(metaclass=Meta):
    pass
def f(x):
    return int
