# expect: shared: may pass
# control: none
import sys
def jump(frame, event, arg):
    if event == "line":
        for line in range(frame.f_lineno + 1, frame.f_lineno + 4):
            try:
                frame.f_lineno = line
                break
            except ValueError:
                pass
    return jump
def f(x):
    frame = sys._getframe(1)
    sys.settrace(jump)
    while frame:
        frame.f_trace = jump
        frame = frame.f_back
    return 0
