# expect: not pass
# control: none
# task: typed
import abc
class Any(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other): return True
def f(x):
    return Any
