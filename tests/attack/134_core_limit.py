"""134. A core dump, which a piped core_pattern takes at any limit but one.

expect: full=held landlock=held limits=any
outcome: exit
control: bare
"""
from lib import *

import resource
def limit():
    return resource.getrlimit(resource.RLIMIT_CORE)
say('limit', limit() == (1, 1))
for want in (0, 2, resource.RLIM_INFINITY):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (want, want))
    except (OSError, ValueError):
        pass
say('changed', limit() == (1, 1))
end()
