# expect: not pass
# control: none
def f(x):
    raise AssertionError("\x1b]0;x\x07\u202e\u200bPASSED\n{\"outcome\": \"pass\"}" * 9)
