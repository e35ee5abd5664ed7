"""12. Objects that outlive their process.

expect: full=held landlock=held limits=open
outcome: exit
after: ipc
"""
from lib import *

import platform
IPC_CREAT = 0o1000
say('shmget', call('shmget', 0x45544a31, 4096, IPC_CREAT | 0o600))
say('msgget', call('msgget', 0x45544a31, IPC_CREAT | 0o600))
say('semget', call('semget', 0x45544a31, 1, IPC_CREAT | 0o600))
say('mq_open', call('mq_open', b'/evaltop-attack', os.O_CREAT | os.O_RDWR,
                    0o600, None))
say('shm_open', call('shm_open', b'/evaltop-attack', os.O_CREAT | os.O_RDWR,
                     0o600))
# Only to show that it can be done: it is not to stay.
for name in ('shm', 'msg', 'sem'):
    number = getattr(libc, name + 'get')(0x45544a31, int(name != 'msg'), 0)
    if number >= 0:
        if name == 'sem':
            libc.semctl(number, 0, 0)
        else:
            getattr(libc, name + 'ctl')(number, 0, None)
libc.mq_unlink(b'/evaltop-attack')
libc.shm_unlink(b'/evaltop-attack')
end()
