"""38. Files that are open but have no name.

expect: full=held landlock=any limits=any
outcome: exit memory
options: --time 10
"""
from lib import *

held = []
try:
    for i in range(60):
        f = open('x', 'wb')
        os.unlink('x')
        held.append(f)
        for j in range(15):
            f.write(bytes(1 << 20))
        f.flush()
    say('900 MiB', False)
except OSError:
    pass
end()
