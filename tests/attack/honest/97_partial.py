# expect: pass confirmed
import functools, operator
f = functools.partial(operator.add, 1)
