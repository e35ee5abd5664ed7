# expect: not pass
async def f(x):
    return x + 1
