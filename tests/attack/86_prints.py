"""86, 87. Prints much, and bytes of all kinds.

expect: full=held landlock=held limits=held
outcome: exit
options: --output-cap 512K
control: none: an honest one
also: 87
"""
from lib import *

os.write(1, bytes(range(256)) * 800 + b'\xff\xfe\n')
end()
