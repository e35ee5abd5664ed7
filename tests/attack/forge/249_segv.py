# expect: not pass
# control: none
import faulthandler
def f(x):
    faulthandler._sigsegv()
