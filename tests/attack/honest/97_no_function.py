# expect: error no_entry_point
def g(x):
    return x + 1
