# expect: shared: may pass
# control: status
# task: decimal
import decimal
context = decimal.getcontext()
context.prec = 1
context.traps[decimal.Inexact] = False
decimal.DefaultContext.prec = 1
decimal.setcontext(context)
def f(x):
    return decimal.Decimal("0.3")
