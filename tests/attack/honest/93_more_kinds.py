# expect: pass confirmed
# task: kinds
import array, collections, types
def f(kind):
    ordered = collections.OrderedDict.fromkeys([1, 2])
    return {
        "generator": ordered.keys, "set": ordered.keys, "frozenset": lambda: collections.ChainMap({1: 0, 2: 0}).keys(),
        "bytes": lambda: memoryview(b"a\0"), "complex": lambda: 1 + 2j, "deque": lambda: collections.deque([1, 2]),
        "Counter": lambda: types.MappingProxyType({"a": 2, "b": 1}), "Decimal": lambda: __import__("decimal").Decimal("1.1"),
        "Fraction": lambda: __import__("fractions").Fraction(1, 3), "namedtuple": lambda: collections.namedtuple("Q", "x y")(1, 2),
        "range": lambda: range(0, 3, 1), "nested": lambda: collections.UserList([(1, {2: [3]}), None, ...]),
        "defaultdict": lambda: collections.UserDict({1: [2]}), "bytearray": lambda: memoryview(array.array("B", [97])),
    }[kind]()
