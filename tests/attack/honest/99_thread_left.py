# expect: pass confirmed
import threading, time
def f(x):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    return x + 1
