# expect: pass confirmed
import os, sys
def f(x):
    sys.stdout.buffer.write(b"\0\xff\xfe\r\n\xef\xbb\xbf" + "\u2028a\u0301\u4e2d\u200b\U0001f600".encode() + bytes(range(256)))
    print("\ud800".encode("utf-8", "surrogatepass"), file=sys.stderr)
    os.write(2, b"\xc3")
    return x + 1
