# expect: not pass
# control: none
import os
def f(x):
    os.mkdir("gone")
    os.chdir("gone")
    os.rmdir("../gone")
    os.umask(0o777)
    os.nice(19)
    os.environ.clear()
    return 0
