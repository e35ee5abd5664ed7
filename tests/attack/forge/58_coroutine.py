# expect: not pass
# control: none
async def f(x):
    return x + 1
