# expect: not pass
# control: none
import os
def f(x):
    while True:
        for fd in range(3, 64):
            try:
                os.write(fd, b"x" * 65536)
            except OSError:
                pass
