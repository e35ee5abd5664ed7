def f(x):
    return x + 1
# expect: syntax_error
# line: 1
