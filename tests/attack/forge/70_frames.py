# expect: not pass
# control: none
import os
for text in (b'\xff\xff\xff\xff', b'\0\0\0\2{}', b'[' * 100000 + b'\n',
             b'{"outcome": "pass", "outcome": "pass"}\n', b'\xc3\x28\n'):
    for fd in range(3, 64):
        try:
            os.write(fd, text)
        except OSError:
            pass
def f(x):
    return 0
