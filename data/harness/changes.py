"""What the reference did to the arguments of each call, for judges of the same tests.

An answer may change its arguments where the task is about changing them, and could do so to make a wrong value agree
with what the tests read there.  They are judged once more with every argument as the reference left it.
"""
from frames import dump, parse

BYTES = 200000          # of what is told
# Of trees: what belongs to one process or to one reply, and means nothing in another.
_PRIVATE = frozenset('h K fn it co g r'.split())


def is_private(tree):
    return type(tree) is list and (tree[:1] and type(tree[0]) is str and tree[0] in _PRIVATE
                                   or any([is_private(part) for part in tree[1:] if type(part) is list]))


class Changes:
    """Calls by their arguments, and what became of these, in the order of the calls."""

    def __init__(self, request):
        self.calls, self.room = {}, BYTES
        for key, afters in parse(request['changes'].encode('ascii')) if request['changes'] else ():
            self.calls[key] = afters

    def key(self, op, name, more, args, kwargs):
        """The same in every judge, whose PYTHONHASHSEED is 0; None where the call means nothing in another process."""
        return None if is_private(args) or is_private(kwargs) else hash(dump([op, name, list(more), args, kwargs]))

    def note(self, key, after):
        if key is None or any([is_private(tree) for _, tree in after]):
            return
        self.room -= len(dump(after)) + (0 if key in self.calls else 25)
        if self.room >= 0:
            self.calls.setdefault(key, []).append(after)

    def known(self, key):
        """What the reference's call of the same arguments did to them; nothing where there was none."""
        left = self.calls.get(key)
        return left.pop(0) if left else []

    def text(self):
        """For another judge; None where no call changed anything."""
        calls = [[key, afters] for key, afters in self.calls.items() if any(afters)]
        return dump(calls) if calls else None
