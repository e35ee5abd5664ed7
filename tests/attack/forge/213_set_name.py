# expect: not pass
# control: status
import os
class D:
    def __set_name__(self, owner, name): os._exit(0)
class C:
    d = D()
def f(x):
    return 0
