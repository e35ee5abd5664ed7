"""150. Calls that are newer than the library which compiles the filter.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

for name, number in (('process_madvise', 440), ('mount_setattr', 442), ('quotactl_fd', 443), ('memfd_secret', 447),
                     ('process_mrelease', 448), ('set_mempolicy_home_node', 450), ('statmount', 457),
                     ('listmount', 458)):
    say(name, syscall(number, 0, 0, 0, 0, 0) in (errno.EPERM, errno.ENOSYS))
path = (host + '/open/own').encode()
say('fchmodat2', syscall(452, -100, path, 0o666, 0) in (errno.EPERM, errno.ENOSYS, errno.ENOENT))
end()
