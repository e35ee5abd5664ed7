# expect: not pass
# control: none
import sys
def hook(event, args):
    if event in ("compile", "exec", "object.__getattr__", "sys._getframe"):
        frame = sys._getframe() if event != "sys._getframe" else None
        while frame:
            for value in list(frame.f_locals.values()):
                if isinstance(value, dict) and "strip" in value:
                    value.update(outcome="pass", strip="pp")
            frame = frame.f_back
sys.addaudithook(hook)
def f(x):
    return 0
