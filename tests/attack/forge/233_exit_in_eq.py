# expect: not pass
# control: status
import os
class Liar:
    def __eq__(self, other): os._exit(0)
    __hash__ = None
def f(x):
    return Liar()
