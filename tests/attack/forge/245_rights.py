# expect: not pass
# control: none
import array, os
try:
    import _socket as socket
except ImportError:
    socket = None
def f(x):
    for fd in range(3, 64):
        try:
            s = socket.socket(fileno=os.dup(fd))
            held = [os.open("/dev/null", os.O_RDWR) for i in range(8)]
            s.sendmsg([b"\0\0\0\2[]"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", held))])
            s.send(b"x", socket.MSG_OOB)
        except Exception:
            pass
    return 0
