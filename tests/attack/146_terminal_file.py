"""146. The modes of the terminal's file: who else may read what is typed there.

expect: full=any landlock=held limits=any
outcome: exit
control: bare
stdin: terminal
"""
from lib import *

for name, function in (('fchmod', lambda: os.fchmod(0, 0o666)),
                       ('chmod', lambda: os.chmod('/proc/self/fd/0', 0o666))):
    say(name, refused(function))
end()
