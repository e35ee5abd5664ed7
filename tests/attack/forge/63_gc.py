# expect: shared: may pass
# control: inside
import gc
def f(x):
    for value in gc.get_objects():
        try:
            if type(value) is list and len(value) < 10:
                value.append('passed')
        except Exception:
            pass
    return 0
