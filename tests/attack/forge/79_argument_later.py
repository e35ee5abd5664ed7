# expect: not pass
# control: none
# task: sorted
import threading, time
def f(xs):
    def late():
        time.sleep(0.01)
        xs.clear()
    threading.Thread(target=late).start()
    result = list(xs)
    time.sleep(0.1)
    xs[:] = result
    return result
