# expect: not pass
# control: none
import sys
names = list(sys.modules)
def f(x):
    sys.modules.clear()
    sys.path.clear()
    sys.meta_path.clear()
    return 0
