"""35. Sleep for ever.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 0.5
control: none: it never ends by itself
"""
import time
time.sleep(1000)
