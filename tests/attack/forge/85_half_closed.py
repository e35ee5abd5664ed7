# expect: not pass
# control: none
import os, socket
def f(x):
    for fd in range(3, 64):
        try:
            s = socket.socket(fileno=os.dup(fd)) if hasattr(socket, "socket") else None
            s.shutdown(2)
        except Exception:
            pass
    return 0
