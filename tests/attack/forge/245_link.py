# expect: not pass
# control: none
import os, threading
def steal():
    while True:
        for fd in range(3, 64):
            try:
                os.set_blocking(fd, False)
                data = os.read(fd, 1 << 16)
                os.write(fd, data)
            except OSError:
                pass
threading.Thread(target=steal, daemon=True).start()
def f(x):
    return 0
