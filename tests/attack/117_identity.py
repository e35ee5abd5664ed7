"""117. Another identity, other groups, capabilities.

expect: full=held landlock=held limits=held
outcome: exit
control: root
"""
from lib import *

import grp
say('groups', refused(os.setgroups, [0]))
say('user', refused(os.setresuid, 0, 0, 0))
say('group', refused(os.setresgid, 0, 0, 0))
libc.setfsuid(0)
say('user for files', libc.setfsuid(0xffffffff) != 0)
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
every = (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)
say('capabilities', call('capset', header, every))
for path in ('/proc/self/uid_map', '/proc/self/gid_map', '/proc/self/setgroups',
             '/proc/self/oom_score_adj', '/proc/self/loginuid',
             '/proc/self/attr/current', '/proc/self/clear_refs'):
    try:
        with open(path, 'r+b', 0) as f:
            f.write(b'-1000' if 'oom' in path else b'0 0 1')
        say(path, path.endswith('clear_refs'))
    except OSError:
        pass
end()
