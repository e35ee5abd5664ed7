"""The split guard's values: to trees of tagged JSON arrays and back, by exact types.

Both sides use it.  What is read is rebuilt as exact built-in types and a closed list of standard ones; whatever is
neither is the two ends' own business: see link.py and stub.py.
"""
import builtins
import sys

import harness
from frames import ITEMS, Unfit, Violation

DEPTH = 200             # of nested values
BITS = 1 << 25          # of an int
FRACTION_BITS = 200000  # of a fraction's parts: to shorten it takes their square

_BIG = 1 << 62
_modules = sys.modules
_type_name = type.__dict__['__name__'].__get__


# ---------------------------------------------------------------- the methods of objects

COMPARISONS = '__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __contains__'.split()
BINARY = ['__%s%s__' % (r, name) for name in 'add sub mul truediv floordiv mod pow matmul and or xor lshift rshift'.split()
          for r in ('', 'r', 'i')] + ['__divmod__']
# Those that tell nothing of what the tests expect, and the others, which only a class of the task's own may have.
OPEN = '__len__ __iter__ __next__ __getitem__ __setitem__ __delitem__ __call__ __enter__ __exit__ __reversed__'.split()
OWN = '__int__ __float__ __index__ __complex__ __abs__ __neg__ __pos__ __invert__ __round__ __format__ ' \
      '__floor__ __ceil__ __trunc__ __bytes__'.split()
DUNDERS = frozenset(OPEN + OWN + COMPARISONS + BINARY + ['__hash__', '__bool__', '__str__', '__repr__'])


# ---------------------------------------------------------------- values out

def pack_text(text):
    """Surrogates go by their bytes: two of them side by side would be read as one character."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return ['s', text.encode('utf-8', 'surrogatepass').hex()]


def pack_float(value):
    return value if value - value == 0 else ['f', repr(value)]


def pack_pairs(self, tag, pairs, depth):
    tree = list(tag)
    for key, value in pairs:
        tree.append(self.pack(key, depth))
        tree.append(self.pack(value, depth))
    return tree


def pack_list(self, value, depth):
    self.note(value, len(value))
    pack = self.pack
    return ['l', *[x if type(x) is int and -_BIG < x < _BIG else pack(x, depth) for x in list.__iter__(value)]]


def pack_tuple(self, value, depth):
    self.note(value, len(value))
    return ['t', *[self.pack(x, depth) for x in tuple.__iter__(value)]]


def pack_set(self, value, depth):
    self.note(value, len(value))
    return ['S', *[self.pack(x, depth) for x in set.__iter__(value)]]


def pack_frozenset(self, value, depth):
    self.note(value, len(value))
    return ['fs', *[self.pack(x, depth) for x in frozenset.__iter__(value)]]


def pack_dict(self, value, depth):
    self.note(value, 2 * len(value))
    return pack_pairs(self, ['d'], dict.items(value), depth)


def pack_bytes(self, value, depth):
    return ['b', bytes.hex(value)]


def pack_bytearray(self, value, depth):
    self.note(value, 1)
    return ['ba', bytearray.hex(value)]


def pack_complex(self, value, depth):
    return ['c', pack_float(value.real), pack_float(value.imag)]


def pack_range(self, value, depth):
    return ['rg', *[self.pack(x) for x in (value.start, value.stop, value.step)]]


def pack_slice(self, value, depth):
    return ['sl', *[self.pack(x, depth) for x in (value.start, value.stop, value.step)]]


def pack_counter(self, value, depth):
    self.note(value, 2 * len(value))
    return pack_pairs(self, ['C'], dict.items(value), depth)


def pack_ordered(self, value, depth):
    self.note(value, 2 * len(value))
    return pack_pairs(self, ['OD'], list(value.items()), depth)


def pack_defaultdict(self, value, depth):
    self.note(value, 2 * len(value))
    factory = value.default_factory
    name = _type_name(factory) if isinstance(factory, type) else None
    return pack_pairs(self, ['dd', name if TYPES.get(name) is factory else None], dict.items(value), depth)


def pack_deque(self, value, depth):
    self.note(value, len(value))
    return ['dq', value.maxlen, *[self.pack(x, depth) for x in list(value)]]


def pack_decimal(self, value, depth):
    return ['D', str(value)]


def pack_fraction(self, value, depth):
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > FRACTION_BITS:
        raise Unfit('a fraction is too long')
    return ['F', self.pack(value.numerator), self.pack(value.denominator)]


def pack_zone(value):
    offset = value.utcoffset()
    return None if offset is None else offset.days * 86400 + offset.seconds


def pack_datetime(self, value, depth):
    return ['dt', value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond,
            pack_zone(value), value.fold]


def pack_time(self, value, depth):
    return ['ti', value.hour, value.minute, value.second, value.microsecond, pack_zone(value), value.fold]


def pack_date(self, value, depth):
    return ['da', value.year, value.month, value.day]


def pack_delta(self, value, depth):
    return ['td', value.days, value.seconds, value.microseconds]


def pack_array(self, value, depth):
    if value.dtype.kind not in 'biufcUS':
        raise Unfit('an array of %s' % value.dtype)
    self.note(value, value.size)
    return ['nd', value.dtype.str, [int(n) for n in value.shape], value.tobytes().hex()]


def pack_view(self, value, depth):
    """The views of a dict, by what they hold."""
    kind = _type_name(type(value))
    items = list(value)
    self.note(value, len(items))
    return ['dv', kind, *[self.pack(x, depth) for x in items]]


def pack_named(self, value, depth):
    """A namedtuple, by the names of its fields."""
    kind = type(value)
    self.note(value, len(value))
    return ['nt', _type_name(kind), list(kind._fields), *[self.pack(x, depth) for x in tuple.__iter__(value)]]


PACKERS = {
    list: pack_list, tuple: pack_tuple, dict: pack_dict, set: pack_set, frozenset: pack_frozenset,
    bytes: pack_bytes, bytearray: pack_bytearray, complex: pack_complex, range: pack_range, slice: pack_slice,
    type({}.keys()): pack_view, type({}.values()): pack_view, type({}.items()): pack_view,
    type(NotImplemented): lambda self, value, depth: ['ni'], type(Ellipsis): lambda self, value, depth: ['el'],
}
STANDARD = {
    ('collections', 'Counter'): pack_counter, ('collections', 'OrderedDict'): pack_ordered,
    ('collections', 'defaultdict'): pack_defaultdict, ('collections', 'deque'): pack_deque,
    ('decimal', 'Decimal'): pack_decimal, ('fractions', 'Fraction'): pack_fraction,
    ('datetime', 'datetime'): pack_datetime, ('datetime', 'time'): pack_time, ('datetime', 'date'): pack_date,
    ('datetime', 'timedelta'): pack_delta, ('numpy', 'ndarray'): pack_array,
}
# The types that rare.py knows.
RARE = frozenset('UserList UserDict UserString ChainMap mappingproxy odict_keys odict_values odict_items KeysView ValuesView '
                 'ItemsView array memoryview struct_time timezone UUID PurePosixPath IPv4Address IPv4Network IPv4Interface '
                 'IPv6Address IPv6Network IPv6Interface'.split())
# Functions of Python's own that do the same in the judge: they tell nothing, and run nothing that they are not given.
FUNCTIONS = {'builtins': frozenset('abs all any ascii bin callable chr divmod hash hex isinstance issubclass iter len max min '
                                   'next oct ord pow repr round sorted sum'.split()), 'math': None, 'cmath': None, '_operator': None}
BASES = ((bool, None), (int, None), (float, None), (str, None), (list, pack_list), (dict, pack_dict),
         (set, pack_set), (frozenset, pack_frozenset), (tuple, pack_tuple), (bytes, pack_bytes),
         (bytearray, pack_bytearray), (complex, pack_complex))
TYPES = {kind.__name__: kind for kind in (
    bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, object, type,
    type(None))}
EXCEPTIONS = {name: kind for name, kind in vars(builtins).items()
              if isinstance(kind, type) and issubclass(kind, BaseException) and kind.__name__ == name}
TYPES.update(EXCEPTIONS)


def base_value(value):
    """VALUE of a subclass of a built-in type, as that type; by the base's own methods only."""
    for base, _ in BASES:
        if isinstance(value, base):
            if base is int:
                return int.__index__(value) if hasattr(int, '__index__') else int.__int__(value)
            if base is float:
                return float.__float__(value) if hasattr(float, '__float__') else float.__add__(value, 0.0)
            if base is str:
                return str.__getitem__(value, slice(None))
            if base is bytes:
                return bytes.__getitem__(value, slice(None))
            if base is dict:
                return dict(dict.items(value))
            if base is complex:
                return complex(complex.real.__get__(value), complex.imag.__get__(value))
            if base is bytearray:
                return bytearray(bytearray.__getitem__(value, slice(None)))
            return base(base.__iter__(value))
    raise Unfit('no plain value')


class Packer:
    """Builds trees that dump() can write; the two sides differ in note() and foreign()."""

    def pack(self, value, depth=0):
        kind = type(value)
        if kind is int:
            return value if -_BIG < value < _BIG else self.pack_int(value)
        if kind is str:
            return value if value.isascii() else pack_text(value)
        if value is None or kind is bool:
            return value
        if kind is float:
            return value if value - value == 0 else ['f', repr(value)]
        known = self.refs.get(id(value))
        if known is not None:
            return ['a', known]
        if depth > DEPTH:
            raise Unfit('a value is nested too deep')
        maker = PACKERS.get(kind) or self.standard(kind)
        if maker is None:
            return self.foreign(value, depth + 1)
        return maker(self, value, depth + 1)

    def pack_int(self, value):
        if value.bit_length() > BITS:
            raise Unfit('an int of %d bits is too long' % value.bit_length())
        return ['i', '%x' % value]

    def standard(self, kind):
        try:
            key = kind.__module__, _type_name(kind)
            found = STANDARD.get(key)
        except Exception:       # a class without __module__, or with one that is no name
            return None
        return rare_packer(key) if found is None and key[1] in RARE else found

    def note(self, value, size):
        self.room -= size
        if self.room < 0:
            raise Unfit('a value has more than %d elements' % ITEMS)

    def pack_numpy(self, value):
        """A numpy scalar, or None."""
        if type(value).__module__ == 'numpy' and hasattr(value, 'dtype') and value.dtype.kind in 'biufc':
            return ['np', value.dtype.str, value.tobytes().hex()]
        return None


def pack_object(self, value, depth):
    """An object of a class that the prompt defines, field by field; a second time by its number."""
    kind = type(value)
    if id(value) in self.seen:
        return ['r', self.seen[id(value)]]
    fields = object.__getattribute__(value, '__dict__')
    self.note(value, 2 * len(fields))
    self.seen[id(value)] = len(self.seen)
    return pack_pairs(self, ['o', _type_name(kind)], list(fields.items()), depth)


# ---------------------------------------------------------------- values in

def load(module, name):
    """A class of the standard library, imported where it is first needed."""
    found = _modules.get(module) or builtins.__import__(module)
    return getattr(found, name)


def is_standard(key):
    return key in STANDARD or key[1] in RARE and key in harness.load_beside('rare').KINDS


def read_standard(self, tree, depth):
    """One of these classes itself."""
    if not is_standard((tree[1], tree[2])):
        raise Violation('no class that is passed')
    return load(tree[1], tree[2])


def read_list(self, tree, depth):
    new = []
    self.keep(new)
    unpack = self.unpack
    new += [x if type(x) is int else unpack(x, depth) for x in tree[1:]]
    return new


def read_tuple(self, tree, depth):
    return self.keep_late(lambda: tuple([self.unpack(x, depth) for x in tree[1:]]))


def read_frozenset(self, tree, depth):
    return self.keep_late(lambda: frozenset(read_set(self, tree, depth, set())))


def read_set(self, tree, depth, new=None):
    if new is None:
        new = set()
        self.keep(new)
    for item in tree[1:]:       # one by one: an alarm must get through where hashes collide
        new.add(self.unpack(item, depth))
    return new


def read_pairs(self, new, tree, depth, start):
    self.keep(new)
    for i in range(start, len(tree), 2):
        new[self.unpack(tree[i], depth)] = self.unpack(tree[i + 1], depth)
    return new


def read_dict(self, tree, depth):
    return read_pairs(self, {}, tree, depth, 1)


def read_bytearray(self, tree, depth):
    new = bytearray.fromhex(tree[1])
    self.keep(new)
    return new


def read_counter(self, tree, depth):
    return read_pairs(self, load('collections', 'Counter')(), tree, depth, 1)


def read_ordered(self, tree, depth):
    return read_pairs(self, load('collections', 'OrderedDict')(), tree, depth, 1)


def read_defaultdict(self, tree, depth):
    return read_pairs(self, load('collections', 'defaultdict')(tree[1] and TYPES[tree[1]]), tree, depth, 2)


def read_deque(self, tree, depth):
    new = load('collections', 'deque')((), tree[1])
    self.keep(new)
    new.extend([self.unpack(x, depth) for x in tree[2:]])
    return new


def read_int(self, tree, depth):
    if len(tree[1]) > BITS // 4 + 2:
        raise Violation('an int is too long')
    return int(tree[1], 16)


def read_float(self, tree, depth):
    return {'nan': float('nan'), '-nan': float('nan'), 'inf': float('inf'), '-inf': float('-inf')}[tree[1]]


def read_complex(self, tree, depth):
    return complex(*[float(self.unpack(x, depth)) for x in tree[1:3]])


def read_decimal(self, tree, depth):
    if len(tree[1]) > 10000:
        raise Violation('a Decimal is too long')
    new = load('decimal', 'Decimal')(tree[1])
    if new.is_finite() and abs(new.adjusted()) > 100000:
        raise Violation('a Decimal is too large')
    return new


def read_fraction(self, tree, depth):
    parts = [self.unpack(x, depth) for x in tree[1:3]]
    if any([type(part) is not int or part.bit_length() > FRACTION_BITS for part in parts]):
        raise Violation('a fraction is too long, or none')
    return load('fractions', 'Fraction')(*parts)


def read_zone(seconds):
    if seconds is None:
        return None
    return load('datetime', 'timezone')(load('datetime', 'timedelta')(0, seconds))


def read_datetime(self, tree, depth):
    return load('datetime', 'datetime')(*tree[1:8], read_zone(tree[8]), fold=tree[9])


def read_time(self, tree, depth):
    return load('datetime', 'time')(*tree[1:5], read_zone(tree[5]), fold=tree[6])


def read_array(self, tree, depth):
    numpy = numpy_for(tree[1])
    new = numpy.frombuffer(bytes.fromhex(tree[3]), dtype=tree[1]).reshape([int(n) for n in tree[2]]).copy()
    self.keep(new)
    return new


def read_scalar(self, tree, depth):
    return numpy_for(tree[1]).frombuffer(bytes.fromhex(tree[2]), dtype=tree[1])[0]


def numpy_for(dtype):
    kind = dtype.lstrip('<>|=') if type(dtype) is str else ''
    if kind[:1] not in list('biufcUS') or not kind[1:].isdigit():
        raise Violation('an array of other than numbers')
    return builtins.__import__('numpy')


def read_view(self, tree, depth):
    def make():
        items = [self.unpack(x, depth) for x in tree[2:]]
        if tree[1] == 'dict_keys':
            return dict.fromkeys(items).keys()
        if tree[1] == 'dict_values':
            return dict(enumerate(items)).values()
        return dict(items).items()
    return self.keep_late(make)


NAMED = {}              # the classes of namedtuples that this process has made


def read_named(self, tree, depth):
    name, fields = tree[1], tuple(tree[2])
    return self.keep_late(lambda: tuple.__new__(self.named(name, fields), [self.unpack(x, depth) for x in tree[3:]]))


def make_named(name, fields):
    """A namedtuple's class; collections checks that the names are names."""
    if (name, fields) not in NAMED:
        if len(NAMED) > 1000:
            raise Violation('too many namedtuples')
        NAMED[name, fields] = load('collections', 'namedtuple')(name, fields)
    return NAMED[name, fields]


def rare_packer(key):
    rare = harness.load_beside('rare')
    return rare.pack(key) if key in rare.KINDS else None


def function_name(value):
    """(module, name) of one of FUNCTIONS, or None."""
    owner = value.__self__ if type(value) is type(len) else None
    if type(owner) is not type(sys) or owner.__name__ not in FUNCTIONS:
        return None
    names = FUNCTIONS[owner.__name__]
    name = value.__name__
    if name == 'call' or names and name not in names or getattr(owner, name, None) is not value:
        return None
    return owner.__name__, name


def read_function_name(self, tree, depth):
    module, name = tree[1:]
    value = getattr(builtins.__import__(module), name) if module in FUNCTIONS else None
    if function_name(value) != (module, name):
        raise Violation('a function of Python that is not passed')
    return value


def read_rare(self, tree, depth):
    return harness.load_beside('rare').read(self, tree, depth)


READERS = {
    'l': read_list, 't': read_tuple, 'S': read_set, 'fs': read_frozenset, 'd': read_dict, 'ba': read_bytearray,
    'b': lambda self, tree, depth: bytes.fromhex(tree[1]),
    's': lambda self, tree, depth: bytes.fromhex(tree[1]).decode('utf-8', 'surrogatepass'),
    'i': read_int, 'f': read_float, 'c': read_complex,
    'rg': lambda self, tree, depth: range(*[self.unpack(x, depth) for x in tree[1:4]]),
    'sl': lambda self, tree, depth: slice(*[self.unpack(x, depth) for x in tree[1:4]]),
    'C': read_counter, 'OD': read_ordered, 'dd': read_defaultdict, 'dq': read_deque,
    'D': read_decimal, 'F': read_fraction, 'dt': read_datetime, 'ti': read_time,
    'da': lambda self, tree, depth: load('datetime', 'date')(*tree[1:4]),
    'td': lambda self, tree, depth: load('datetime', 'timedelta')(*tree[1:4]),
    'nd': read_array, 'np': read_scalar, 'dv': read_view, 'nt': read_named,
    'x': read_rare, 'bs': read_standard, 'ni': lambda self, tree, depth: NotImplemented, 'el': lambda self, tree, depth: Ellipsis,
    'bi': lambda self, tree, depth: TYPES[tree[1]],
    'a': lambda self, tree, depth: self.argument(tree[1]),
}


class Unpacker:
    """Rebuilds values from trees; the two sides differ in readers and keep()."""
    readers = READERS

    def unpack(self, tree, depth=0):
        if type(tree) is not list:
            return tree
        if depth > DEPTH + 10:
            raise Violation('a value is nested too deep')
        self.room -= len(tree)
        if self.room < 0:
            raise Violation('a value has more than %d elements' % ITEMS)
        return self.readers[tree[0]](self, tree, depth + 1)

    def keep(self, value):
        """Numbers the containers of a call's arguments, on both sides alike."""

    def keep_late(self, make):
        return make()

    def named(self, name, fields):
        return make_named(name, fields)

    def argument(self, index):
        if type(index) is not int or not 0 <= index < len(self.table):
            raise Violation('no argument of that number')
        return self.table[index]


def read_again(self, tree, depth):
    return self.objects[tree[1]]
