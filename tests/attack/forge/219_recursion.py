# expect: not pass
# control: none
import sys
def f(x):
    depth, frame = 0, sys._getframe()
    while frame:
        depth, frame = depth + 1, frame.f_back
    try:
        sys.setrecursionlimit(depth + 5)
    except RecursionError:
        pass
    return 0
