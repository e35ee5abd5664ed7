"""11. Keyrings.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

import platform
if platform.machine() != 'x86_64':
    end()
say('add_key', call('syscall', 248, b'user', b'evaltop', b'x', 1, -5))
say('keyctl', call('syscall', 250, 1, None))
say('request_key', call('syscall', 249, b'user', b'evaltop', None, -5))
end()
