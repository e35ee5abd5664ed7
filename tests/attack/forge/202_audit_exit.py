# expect: not pass
# control: none
import sys
def hook(event, args):
    if armed:
        raise SystemExit(0)
armed = False
sys.addaudithook(hook)
def f(x):
    global armed
    armed = True
    return 0
