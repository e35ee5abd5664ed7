# expect: not pass
# control: status
import warnings
warnings.simplefilter("error")
warnings.showwarning = warnings.warn = lambda *a, **k: (_ for _ in ()).throw(SystemExit(0))
def f(x):
    warnings.warn("2")
    return 0
