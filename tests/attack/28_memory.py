"""28. Memory of one process.

expect: full=held landlock=held limits=held
outcome: exit memory
options: --memory 64M
control: lift --memory 512M
"""
from lib import *

try:
    held = []
    while len(held) < 200:
        held.append(bytearray(b'x' * (1 << 20)))
    say('200 MiB', False)
except MemoryError:
    held = None
end()
