# expect: not pass
# control: none
import faulthandler, time
def f(x):
    faulthandler.dump_traceback_later(0.05, exit=True)
    time.sleep(1)
    return 0
