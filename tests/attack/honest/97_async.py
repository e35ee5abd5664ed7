# expect: assertion_fail wrong_answer
async def f(x):
    return x + 1
