# expect: shared: may pass
# control: none
import sys, threading, time
threading.settrace(lambda *a: None)
threading.setprofile(lambda *a: None)
threading.excepthook = lambda *a: None
def meddle():
    while True:
        for frame in sys._current_frames().values():
            while frame:
                for value in list(frame.f_locals.values()):
                    if type(value) is list and len(value) == 2:
                        value[:] = ["p", "p"]
                frame = frame.f_back
        time.sleep(0.001)
threading.Thread(target=meddle, daemon=True).start()
def f(x):
    time.sleep(0.05)
    return 0
