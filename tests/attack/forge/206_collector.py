# expect: not pass
# control: status
import gc, os
def at_collection(phase, info):
    os._exit(0)
def f(x):
    gc.callbacks.append(at_collection)
    gc.set_threshold(1)
    return [[] for i in range(9)]
