# expect: shared: may pass
# control: status
# task: decimal
import contextvars, decimal
decimal.localcontext(decimal.Context(prec=1)).__enter__()
def f(x):
    return decimal.Decimal("0.3")
