# expect: pass confirmed
f = lambda x: x + 1
