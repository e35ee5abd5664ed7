"""17. Programs with privileges give none.

expect: full=held landlock=held limits=held
outcome: exit
control: bare
"""
from lib import *

status = open('/proc/self/status').read() if os.path.exists(
    '/proc/self/status') and not refused(open, '/proc/self/status') else ''
if status:
    say('no_new_privs', 'NoNewPrivs:\t1' in status)
    say('capabilities', 'CapEff:\t0000000000000000' in status)
say('prctl', libc.prctl(39, 0, 0, 0, 0) == 1)
say('root', 0 not in os.getresuid() + os.getresgid())
say('groups', 0 not in os.getgroups())
say('setuid', refused(os.setuid, 0))
for path in ('/usr/bin/su', '/usr/bin/mount', '/usr/bin/newgrp'):
    if os.path.exists(path):
        child = os.fork()
        if child == 0:
            os.close(0), os.close(1), os.close(2)
            try:
                os.execv(path, [path, '--version'])
            except OSError:
                os._exit(1)
        os.waitpid(child, 0)
end()
