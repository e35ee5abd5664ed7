# expect: not pass
# control: none
def f(x):
    while True:
        try:
            yield 0
        except GeneratorExit:
            pass
