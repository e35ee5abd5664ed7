"""36. Output without end, without a newline.

expect: full=any landlock=any limits=any
outcome: output
options: --output-cap 64K
after: output 65536
control: none: it never ends by itself
"""
import os
while True:
    os.write(1, b"x" * 5000)
    os.write(2, b"y" * 77)
