"""38. Fill the work folder with bytes and with files.

expect: full=held landlock=any limits=any
outcome: exit memory
options: --time 10
control: bare
"""
from lib import *

import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def fill(make, n):
    for i in range(n):
        try:
            make(i)
        except OSError:
            return True
    return False
def write(i):
    with open('b%d' % i, 'wb') as f:
        f.write(bytes(1 << 20))
say('one file', fill(lambda i: open('big', 'ab').write(bytes(8 << 20)), 4))
os.path.exists('big') and os.unlink('big')
say('bytes', fill(write, 200))
for name in os.listdir('.'):
    os.unlink(name)
say('files', fill(lambda i: os.mkdir('d%d' % i), 20000))
__import__('time').sleep(1)
end()
