# expect: not pass
# control: status
import os
os._exit(0)
