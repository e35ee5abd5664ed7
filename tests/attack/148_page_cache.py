"""148. Files that all candidates read, thrown out of the page cache.

expect: full=held landlock=held limits=open?
outcome: exit
"""
from lib import *

import glob, resource


def blocks():
    return resource.getrusage(resource.RUSAGE_SELF).ru_inblock


path = max(filter(os.path.exists, glob.glob(os.path.dirname(os.__file__) + '/*.py')), key=os.path.getsize)
fd = os.open(path, os.O_RDONLY)
size = len(os.pread(fd, 1 << 24, 0))
for i in range(20):
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
before = blocks()
os.pread(fd, size, 0)
say('read from the disk again', blocks() == before)
end()
