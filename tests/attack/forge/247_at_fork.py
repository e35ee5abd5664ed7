# expect: not pass
# control: status
import os, threading
os.register_at_fork(before=lambda: os._exit(0), after_in_child=lambda: os._exit(0))
threading._register_atexit(os._exit, 0) if hasattr(threading, "_register_atexit") else None
threading._shutdown = lambda: os._exit(0)
def f(x):
    return 0
