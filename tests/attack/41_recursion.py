"""41. Recursion without end.

expect: full=any landlock=any limits=any
outcome: exit signal memory timeout
options: --time 2 --memory 256M
control: none: it harms itself
"""
import sys
sys.setrecursionlimit(10 ** 9)
def f(n):
    return f(n + 1) + 1
f(0)
