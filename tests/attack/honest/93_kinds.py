# expect: pass confirmed
# task: kinds
import collections, dataclasses, decimal, fractions
Point = collections.namedtuple("Point", "x y")
def f(kind):
    def generator():
        yield 1
        yield 2
    return {
        "generator": generator, "set": lambda: {1, 2}, "frozenset": lambda: frozenset({1, 2}), "bytes": lambda: b"a\0",
        "complex": lambda: 1 + 2j, "deque": lambda: collections.deque([1, 2]), "Counter": lambda: collections.Counter("aab"),
        "Decimal": lambda: decimal.Decimal("1.10"), "Fraction": lambda: fractions.Fraction(1, 3),
        "namedtuple": lambda: Point(1, 2), "range": lambda: range(3), "nested": lambda: [(1, {2: [3]}), None, ...],
        "defaultdict": lambda: collections.defaultdict(list, {1: [2]}), "bytearray": lambda: bytearray(b"a"),
    }[kind]()
