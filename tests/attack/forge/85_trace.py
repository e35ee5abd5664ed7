# expect: not pass
# control: none
import sys
sys.settrace(lambda *a: None)
sys.setprofile(lambda *a: None)
sys.setrecursionlimit(30)
def f(x):
    return 0
