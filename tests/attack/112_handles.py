"""112. Files by handle, which knows no root.

expect: full=held landlock=held limits=any
outcome: exit
control: bare?
"""
from lib import *

handle = (ctypes.c_int * 40)(128)
mount = ctypes.c_int()
say('name', call('name_to_handle_at', -100, sys.executable.encode(), handle,
                 ctypes.byref(mount), 0))
say('open', call('open_by_handle_at', os.open('.', 0), handle, 0))
end()
