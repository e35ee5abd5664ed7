"""23. Calls that no program under test needs.

expect: full=held landlock=held limits=open
outcome: exit
"""
from lib import *

for name, args in (('personality', (0x40000,)), ('acct', (None,)),
                   ('reboot', (0,)), ('swapoff', (b'/x',)),
                   ('sethostname', (b'x', 1)), ('syncfs', (-1,)),
                   ('klogctl', (3, None, 0)), ('vhangup', ())):
    say(name, call(name, *args))
for number in (323, 321, 298, 304, 303, 246, 320, 175, 313, 155, 278, 237):
    if os.uname().machine == 'x86_64':
        say('system call %d' % number, syscall(number, 0, 0, 0, 0, 0))
say('memfd_secret', syscall(447, 0))
say('memfd_create', call('memfd_create', b'x', 0))
say('statmount', syscall(457, 0, 0, 0, 0))
say('settime', refused(__import__('time').clock_settime, 0, 0))
end()
