# expect: not pass
# control: status
import sys
def f(x):
    sys.exit(0)
