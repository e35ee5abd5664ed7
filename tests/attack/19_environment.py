"""19. Environment and auxiliary vector tell nothing of the host.

expect: full=held landlock=held limits=held
outcome: exit
control: bare
"""
from lib import *

known = ('PATH LANG HOME TMPDIR PYTHONHASHSEED PYTHONDONTWRITEBYTECODE '
         'OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS '
         'NUMEXPR_NUM_THREADS MALLOC_ARENA_MAX LC_CTYPE').split()
for name in os.environ:
    say(name, name in known)
say('umask', os.umask(0) == 0o77)
say('cwd', os.listdir('.') == [])
say('mode', os.stat('.').st_mode & 0o777 == 0o700)
end()
