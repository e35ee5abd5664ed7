# expect: not pass
# control: none
# task: fast
import functools, time
@functools.lru_cache(None)
def f(x):
    time.sleep(0.6)
    return x + 1
