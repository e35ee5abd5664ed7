"""31. One huge object.

expect: full=any landlock=any limits=any
outcome: exit memory timeout signal
options: --memory 128M --time 2
control: none: the host has no room for it
"""
'x' * 10 ** 10
