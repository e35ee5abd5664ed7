# expect: shared: may pass
# control: inside
import sys
def f(x):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):
            try:
                if isinstance(value, list):
                    value.append('passed')
                elif isinstance(value, dict):
                    value['passed'] = True
                elif hasattr(value, 'passed'):
                    value.passed = True
            except Exception:
                pass
        frame = frame.f_back
    return 0
