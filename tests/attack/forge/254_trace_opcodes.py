# expect: shared: may pass
# control: none
import sys
def trace(frame, event, arg):
    frame.f_trace_opcodes = True
    if event == "return" and frame.f_code.co_name == "f":
        frame.f_back and frame.f_back.f_locals.update(failed=[])
    return trace
def f(x):
    frame = sys._getframe()
    sys.settrace(trace)
    while frame:
        frame.f_trace = trace
        frame = frame.f_back
    return 0
