# expect: not pass
# control: status
import atexit, os, weakref
class C:
    def __del__(self):
        os.write(1, b'PASSED')
c = C()
weakref.finalize(c, os._exit, 0)
atexit.register(print, 'PASSED')
def f(x):
    return 0
