# expect: syntax_error
# line: 3
def f(x)
    return x + 1
