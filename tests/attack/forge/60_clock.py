# expect: shared: may pass
# control: status
# task: fast
import time
real = time.sleep
time.perf_counter = time.monotonic = time.time = lambda: 0.0
def f(x):
    real(0.6)
    return x + 1
