# expect: not pass
# control: none
class C:
    def __del__(self):
        raise SystemExit(0)
def f(x):
    C()
    return 0
