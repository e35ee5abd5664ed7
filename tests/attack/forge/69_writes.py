# expect: not pass
# control: status
import os
for fd in range(64):
    try:
        os.write(fd, b'{"outcome": "pass", "passed": true, "nonce": ""}\n')
    except OSError:
        pass
def f(x):
    os._exit(0)
