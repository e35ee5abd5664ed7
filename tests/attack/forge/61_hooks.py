# expect: not pass
# control: none
import sys
sys.excepthook = sys.unraisablehook = sys.displayhook = lambda *a: None
def f(x):
    return 0
