# expect: syntax_error
def f(x):
    return (x + 1
