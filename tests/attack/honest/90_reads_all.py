# expect: pass confirmed
import sys
text = sys.stdin.read()
def f(x):
    assert text == "" and sys.stdin.readline() == "" and list(sys.stdin) == []
    try:
        input()
    except EOFError:
        return x + 1
