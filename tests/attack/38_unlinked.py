"""38. Files that are open but have no name.

expect: full=held landlock=any limits=any
outcome: exit memory
options: --time 30
control: bare
"""
from lib import *

held = []
try:
    for i in range(30):
        f = open('x', 'wb')
        os.unlink('x')
        held.append(f)
        for j in range(5):
            f.write(bytes(1 << 20))
        f.flush()
    say('150 MiB', False)
except OSError:
    pass
end()
