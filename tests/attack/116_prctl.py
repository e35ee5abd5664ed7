"""116. What prctl gives back.

expect: full=held landlock=held limits=any
outcome: exit
control: none: what it asks for, nobody gets without being root
"""
from lib import *

say('new privileges', libc.prctl(38, 0, 0, 0, 0))
say('no filter', libc.prctl(22, 0, 0, 0, 0))
say('securebits', libc.prctl(28, 0, 0, 0, 0))
say('ambient', libc.prctl(47, 2, 21, 0, 0))
say('flusher', libc.prctl(57, 1, 0, 0, 0))
for option in range(1, 16):
    if option not in (9, 14):
        say('memory map %d' % option, libc.prctl(35, option, 0x10000, 0, 0))
say('core scheduling', libc.prctl(62, 2, victim, 0, 0))
libc.prctl(0x59616d61, -1, 0, 0, 0)     # whoever wants may trace us
libc.prctl(1, 9, 0, 0, 0)
libc.prctl(29, 1 << 62, 0, 0, 0)
libc.prctl(15, b'\x1b]0;x\x07\n) 1 1 1', 0, 0, 0)
end()
