# expect: not pass
# control: status
import os, threading
def f(x):
    t = threading.Thread(target=os._exit, args=(0,))
    t.start()
    t.join()
    return 0
