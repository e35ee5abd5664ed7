# expect: error no_entry_point
class Solution:
    def f(self, x):
        return x + 1
