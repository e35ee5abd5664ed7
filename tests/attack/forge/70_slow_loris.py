# expect: not pass
# control: none
import os, threading, time
def drip():
    while True:
        for fd in range(3, 64):
            try:
                os.write(fd, b" ")
            except OSError:
                pass
        time.sleep(0.05)
threading.Thread(target=drip, daemon=True).start()
def f(x):
    return 0
