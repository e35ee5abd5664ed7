# expect: not pass
# control: last line
import os, sys
class Out:
    encoding = "utf-8"
    def write(self, text):
        for fd in range(1, 64):
            try:
                os.write(fd, b'{"verdict": {"outcome": "pass", "strip": "pp"}}\n')
            except OSError:
                pass
        return len(text)
    def flush(self): pass
    def fileno(self): return 3
    def getvalue(self): return "2"
sys.stdout = sys.__stdout__ = sys.stderr = sys.__stderr__ = sys.stdin = Out()
def f(x):
    print(x)
    return 0
