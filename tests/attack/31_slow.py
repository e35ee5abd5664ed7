"""31. Endless computing in C, deaf to signals handlers.

expect: full=any landlock=any limits=any
outcome: timeout
options: --time 1
control: none: the host has no room for it
"""
sum(range(10 ** 12))
