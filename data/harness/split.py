"""The split guard: tests and candidate in two processes that share one socket.

harness.py loads this file when a request asks for it; README.md beside it is
the contract.  The judge runs the tests against proxies; the stub serves the
candidate's names.  What comes from the stub is hostile: it is parsed as JSON
arrays, rebuilt by the code below as exact built-in types and a closed list of
standard ones, and everything else is an opaque handle that equals nothing
plain.  The stub may be taken over by the candidate at any time; all that this
wins is sending other values, which are wrong answers.
"""
import builtins
import posix
import sys
import time
import _ast
import _io
import _json
import _signal
import _symtable

import harness
from harness import CODE, SETUP, TESTS, cut, nodes_of, one_line, show

LINK = 4                # the descriptor that leads to the other side
FRAME = 1 << 20         # bytes of a frame towards the judge
DEPTH = 200             # of nested values
ITEMS = 500000          # elements of one value
BITS = 200000           # of an int
CALLBACKS = 100000      # of one run
NESTING = 50            # of calls inside callbacks
HANDLES = 200000        # objects that either side keeps for the other
BATCH = 64              # items of an iterator in one reply
NOTES = 20              # tamper notes

_BIG = 1 << 62
_modules = sys.modules
_read, _write, _urandom, _getpid, _exit = posix.read, posix.write, posix.urandom, posix.getpid, posix._exit
_set_trace, _set_profile = sys.settrace, sys.setprofile
_recursion_limit, _set_recursion_limit = sys.getrecursionlimit, sys.setrecursionlimit
_exc_info = sys.exc_info
_type_name = type.__dict__['__name__'].__get__
_mro_of = type.__dict__['__mro__'].__get__
_dict_of = type.__dict__['__dict__'].__get__
_args_of = BaseException.args.__get__
_clock = time.monotonic


class Unfit(Exception):
    """A value that cannot cross."""


class Unjudgeable(Exception):
    """What the candidate returned is too large or too deep to be looked at."""


class Violation(Exception):
    """A frame that no honest stub sends."""


# ---------------------------------------------------------------- frames

def quoted_int(text):
    if len(text) > 20:      # int() of a long text is quadratic
        raise Violation('a number is too long')
    return int(text)


def quoted_float(text):
    if len(text) > 40:
        raise Violation('a number is too long')
    return float(text)


def no_object(*_):
    raise Violation('a frame holds an object')


class _Strict:
    """The settings of the C scanner: arrays, strings, numbers, true, false, null."""
    strict, memo = True, {}
    object_hook, object_pairs_hook = None, staticmethod(no_object)
    parse_int, parse_float = staticmethod(quoted_int), staticmethod(quoted_float)
    parse_constant = staticmethod(no_object)


_scan = _json.make_scanner(_Strict())
_default = no_object


def make_dump():
    try:
        encode = _json.make_encoder(None, _default, _json.encode_basestring_ascii, None, ':', ',', False, False, False)
        ''.join(encode([1, 'a'], 0))
    except TypeError:       # another signature some day
        return dump_slowly
    return lambda tree: ''.join(encode(tree, 0))


def dump_slowly(tree):
    kind = type(tree)
    if kind is list:
        return '[' + ','.join([dump_slowly(item) for item in tree]) + ']'
    if kind is str:
        return _json.encode_basestring_ascii(tree)
    return {None: 'null', True: 'true', False: 'false'}[tree] if tree is None or kind is bool else repr(tree)


dump = make_dump()


def parse(data):
    """The tree in DATA, or a Violation."""
    try:
        text = data.decode('ascii')
        tree, end = _scan(text, 0)
    except Violation:
        raise
    except (Exception, StopIteration):
        raise Violation('a frame is no JSON')
    if end != len(text) or type(tree) is not list or not tree:
        raise Violation('a frame is no array')
    return tree


class Pipe:
    """Frames of 4 bytes of length and a JSON array."""

    def __init__(self, fd, cap):
        self.fd, self.cap, self.rest = fd, cap, b''

    def send(self, tree):
        data = dump(tree).encode('ascii')
        data = len(data).to_bytes(4, 'big') + data
        view = memoryview(data)
        while view:
            view = view[_write(self.fd, view):]

    def take(self, size):
        """SIZE bytes; EOFError at the end."""
        chunks, have = [self.rest], len(self.rest)
        while have < size:
            chunk = _read(self.fd, 1 << 16 if size - have < 1 << 16 else size - have)
            if not chunk:
                raise EOFError
            chunks.append(chunk)
            have += len(chunk)
        data = b''.join(chunks) if len(chunks) > 1 else chunks[0]
        self.rest = data[size:]
        return data[:size]

    def receive(self):
        size = int.from_bytes(self.take(4), 'big')
        if size > self.cap:
            raise Violation('a frame of %d bytes is over the limit of %d' % (size, self.cap))
        return parse(self.take(size))


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
    if value.dtype.kind not in 'biufc':
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
            return STANDARD.get((kind.__module__, _type_name(kind)))
        except Exception:       # a class without __module__, or with one that is no name
            return None

    def note(self, value, size):
        self.room -= size
        if self.room < 0:
            raise Unfit('a value has more than %d elements' % ITEMS)

    def pack_numpy(self, value):
        """A numpy scalar, or None."""
        if type(value).__module__ == 'numpy' and hasattr(value, 'dtype') and value.dtype.kind in 'biufc':
            return ['np', value.dtype.str, value.tobytes().hex()]
        return None


# ---------------------------------------------------------------- values in

def load(module, name):
    """A class of the standard library, imported where it is first needed."""
    found = _modules.get(module) or builtins.__import__(module)
    return getattr(found, name)


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
    return load('fractions', 'Fraction')(*[self.unpack(x, depth) for x in tree[1:3]])


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
    if type(dtype) is not str or not dtype.lstrip('<>|=')[:1] in list('biufc') or not dtype[-1:].isdigit():
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


_named = {}


def read_named(self, tree, depth):
    name, fields = tree[1], tuple(tree[2])
    return self.keep_late(lambda: tuple.__new__(self.named(name, fields), [self.unpack(x, depth) for x in tree[3:]]))


def make_named(name, fields):
    """A namedtuple's class; collections checks that the names are names."""
    if (name, fields) not in _named:
        if len(_named) > 1000:
            raise Violation('too many namedtuples')
        _named[name, fields] = load('collections', 'namedtuple')(name, fields)
    return _named[name, fields]


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
    'ni': lambda self, tree, depth: NotImplemented, 'el': lambda self, tree, depth: Ellipsis,
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


# ---------------------------------------------------------------- what the task declares

# Classes and modules that programs import and tests use without importing: the judge has its own.
PROVIDED = {name: (module, name) for module, names in (
    ('collections', 'Counter OrderedDict defaultdict deque namedtuple'), ('decimal', 'Decimal'),
    ('fractions', 'Fraction'), ('datetime', 'timedelta timezone'), ('math', 'sqrt pi inf nan isclose'),
    ('typing', 'List Dict Tuple Set Optional Any Union')) for name in names.split()}
PROVIDED.update({name: (name, None) for name in (
    'math cmath re collections itertools functools operator random string datetime decimal fractions copy heapq '
    'bisect json time sys os io typing statistics numpy').split()})
PROVIDED['np'] = ('numpy', None)
_INTROSPECTION = {'__code__', '__defaults__', '__kwdefaults__', '__globals__', '__closure__', '__annotations__',
                  '__wrapped__', '__signature__', '__mro__', '__subclasses__', 'GeneratorType', 'getsizeof',
                  'getrefcount', '_getframe', 'settrace', 'setprofile'}
_PATCHING = {'patch', 'monkeypatch', 'MagicMock', 'Mock'}
_REFLECTION = {'globals', 'locals', 'vars'}
_MODULES_THAT_LOOK_INSIDE = {'inspect', 'dis', 'ast', 'gc', 'tracemalloc', 'ctypes', 'pytest'}


class Shape:
    """What the tests, the set-up and the prompt's helpers say about the candidate's names."""
    KEPT = ('entry', 'serve', 'declared', 'provided', 'helper_classes', 'helpers')     # what the judge needs of it

    def __init__(self, task, read):
        self.kind, self.entry = task['kind'], task.get('entry_point')
        texts, self.tests, self.setup = read.texts, read.trees, read.setup
        self.problem = None
        try:
            self.helpers = harness.parse(task.get('helpers') or '', '<prompt>', "the prompt before the entry point")
        except harness.BadTask as error:
            self.helpers, self.problem = harness.parse('', '<prompt>', ''), str(error)
        self.helper_names = harness.names_defined(self.helpers)
        self.helper_classes = [node.name for node in self.helpers.body if isinstance(node, _ast.ClassDef)]
        self.called, self.passed, self.rooted = {}, set(), set()
        self.scan_scopes(texts + [task.get('setup') or ''])
        self.classes, self.imported = set(task.get('classes') or ()), []
        for tree in [self.setup] + self.tests:
            self.read(tree)
        self.parameter = self.check_parameter()
        self.sort_names()

    def read(self, tree):
        for node in nodes_of(tree):
            kind = type(node)
            if kind is _ast.ImportFrom and node.module == 'solution':
                self.imported += [alias.name for alias in node.names]
            elif kind is _ast.ExceptHandler:
                self.note_classes(node.type)
            elif isinstance(node, harness._SCOPES):
                self.passed.update([n.id for n in node.decorator_list if isinstance(n, _ast.Name)])
            elif kind is _ast.Attribute and isinstance(node.value, _ast.Name):
                self.rooted.add(node.value.id)
            elif kind is _ast.Call and isinstance(node.func, _ast.Name):
                self.called.setdefault(node.func.id, node.lineno)
                self.passed.update([arg.id for arg in node.args if isinstance(arg, _ast.Name)])
                if node.func.id in ('isinstance', 'issubclass') and len(node.args) == 2:
                    self.note_classes(node.args[1])
            elif kind is _ast.Call and isinstance(node.func, _ast.Attribute) \
                    and node.func.attr in ('raises', 'assertRaises', 'assertIsInstance', 'assertRaisesRegex'):
                for arg in node.args:
                    self.note_classes(arg)

    def scan_scopes(self, texts):
        """The global names that the texts bind, and those that they use, in order."""
        self.bound, self.loaded = set(), {}
        for text in texts:
            self.scan_scope(_symtable.symtable(text, TESTS, 'exec'), True)

    def scan_scope(self, table, is_top):
        for name, flags in table.symbols.items():
            scope = flags >> _symtable.SCOPE_OFF & _symtable.SCOPE_MASK
            if not is_top and scope not in (_symtable.GLOBAL_IMPLICIT, _symtable.GLOBAL_EXPLICIT):
                continue
            if flags & (_symtable.DEF_LOCAL | _symtable.DEF_IMPORT):
                self.bound.add(name)
            if flags & _symtable.USE:
                self.loaded[name] = table.lineno
        for inner in table.children:
            self.scan_scope(inner, False)

    def note_classes(self, node):
        if node is not None:
            self.classes.update([n.id for n in nodes_of(node) if isinstance(n, _ast.Name)])

    def check_parameter(self):
        for tree in self.tests:
            for node in tree.body:
                if isinstance(node, _ast.FunctionDef) and node.name == 'check' and node.args.args:
                    return node.args.args[0].arg
        return None

    def sort_names(self):
        known = vars(builtins)
        bound = self.bound - set(self.imported) | self.helper_names     # by the texts themselves
        free = [name for name in self.loaded if name not in bound and name not in known
                and name not in ('__name__', '__file__', 'solution', 'exit', 'quit')]
        wanted = [self.entry] if self.entry else []
        # '*' takes what is bound anyway.
        wanted += [name for name in self.imported if name != '*' and not name.startswith('_')]
        for name in free:
            is_class = self.is_class(name)
            is_called = name in self.called or self.kind != 'asserts' and name in self.passed
            if name not in PROVIDED and (is_class or not self.entry and is_called):
                wanted.append(name)
        if not wanted:
            wanted = [name for name in free if name not in PROVIDED]
        if not wanted:          # Mbpp/126 asks for a function called sum
            wanted = [name for name in self.called if name not in bound][:1]
        self.serve = list(dict.fromkeys(wanted))
        self.declared = [name for name in self.serve if self.is_class(name)]
        self.unknown = [name for name in free if name not in self.serve and name not in PROVIDED]
        self.provided = [name for name in free if name in PROVIDED and name not in self.serve]

    def is_class(self, name):
        """Whether the task's texts use NAME as a class, by how or by its capital."""
        used = name in self.called or name in self.rooted or name in self.passed or name in self.imported
        return name in self.classes or name[:1].isupper() and used

    def reason(self):
        """Why these tests cannot be run against proxies, or None."""
        if self.problem:
            return self.problem
        private = [name for name in self.imported if name.startswith('_')]
        if private:
            return "the tests import the program's private %s" % private[0]
        if self.unknown:
            return 'the tests use %s, which is neither an entry point nor in the prompt' % self.unknown[0]
        for tree in self.tests + [self.setup]:
            for node in nodes_of(tree):
                found = self.hindrance(node)
                if found:
                    return 'the tests %s (line %d)' % (found, node.lineno)
        return None

    def hindrance(self, node):
        kind = type(node)
        if kind is _ast.Attribute:
            if node.attr in _INTROSPECTION:
                return 'look into the program by %s' % node.attr
            if node.attr in _PATCHING:
                return 'replace parts of the program by %s' % node.attr
            if not isinstance(node.ctx, _ast.Load) and isinstance(node.value, _ast.Name) \
                    and node.value.id in ('builtins', 'solution', *self.serve) \
                    and node.value.id not in self.declared:
                return 'assign to %s.%s' % (node.value.id, node.attr)
        elif kind is _ast.Name:
            if node.id in _REFLECTION and isinstance(node.ctx, _ast.Load) and node.id in self.called:
                return 'look into the program by %s()' % node.id
            if node.id in _PATCHING and node.id not in self.serve:
                return 'replace parts of the program by %s' % node.id
        elif kind is _ast.Import:
            for alias in node.names:
                if alias.name in _MODULES_THAT_LOOK_INSIDE:
                    return 'import %s' % alias.name
        elif kind is _ast.ImportFrom and node.module in _MODULES_THAT_LOOK_INSIDE:
            return 'import %s' % node.module
        elif kind is _ast.ClassDef:
            for base in node.bases:
                if isinstance(base, _ast.Name) and base.id in self.serve:
                    return 'derive a class from %s' % base.id
        return None


def plan_split(task, read):
    """('split', 'serve') of a task in a plan: why it cannot be split, and the names to serve; and its Shape."""
    shape = Shape(task, read)
    return shape.reason(), shape.serve, shape


def keep(tests, shape):
    """What a judge needs besides Tests.kept(): fields of the shape, the tests' code where it differs."""
    before = tests.codes
    if late_sites(tests, set(shape.serve) | {shape.parameter, shape.entry}) or before is None:
        tests.compile()
    helpers = compile(shape.helpers, '<prompt>', 'exec', 0, True) if shape.helpers.body else None
    return tuple([getattr(shape, name) for name in Shape.KEPT[:-1]] + [helpers]), tests.codes


def again(request):
    """(tests, shape) for a judge."""
    if request.get('prepared', (None, None))[1]:
        tests, (fields, codes) = harness.Tests.again(request['prepared'][0]), request['prepared'][1]
    else:
        read = harness.Texts(request)
        full = Shape(request, read)
        if full.problem:
            raise harness.BadTask(full.problem)
        tests = harness.Tests(request, read)
        fields, codes = keep(tests, full)
    shape = Shape.__new__(Shape)
    for name, value in zip(Shape.KEPT, fields):
        setattr(shape, name, value)
    tests.codes = codes
    return tests, shape


# ---------------------------------------------------------------- the judge: proxies

COMPARISONS = '__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __contains__'.split()
BINARY = ['__%s%s__' % (r, name) for name in 'add sub mul truediv floordiv mod pow matmul and or xor lshift rshift'.split()
          for r in ('', 'r', 'i')] + ['__divmod__']
# Those that tell nothing of what the tests expect, and the others, which only a class of the task's own may have.
OPEN = '__len__ __iter__ __next__ __getitem__ __setitem__ __delitem__ __call__ __enter__ __exit__ __reversed__'.split()
OWN = '__int__ __float__ __index__ __complex__ __abs__ __neg__ __pos__ __invert__ __round__ __format__ ' \
      '__floor__ __ceil__ __trunc__ __bytes__'.split()
DUNDERS = frozenset(OPEN + OWN + COMPARISONS + BINARY + ['__hash__', '__bool__', '__str__', '__repr__'])
TAKES_OPERAND = frozenset(COMPARISONS + BINARY) - {'__eq__', '__ne__'}
BUILTIN_METHODS = frozenset([name for kind in (str, list, dict, set, tuple, int, float, bytes, complex) for name in dir(kind)])
PREDICATES = frozenset('startswith endswith issubset issuperset isdisjoint difference symmetric_difference '
                       'intersection union count index find equals allclose compare'.split())
LIKE_BUILTIN = BUILTIN_METHODS | PREDICATES     # what only a declared class may answer in its own way
SAME_SIZE = frozenset('__len__ __iter__ __next__ __getitem__ __contains__ __bool__ __str__ __repr__ __hash__'.split())


class RemoteType(type):
    """The class of proxy classes: calling one makes an object on the other side."""

    def __call__(cls, *args, **kwargs):
        link = cls._evaltop_link
        made = link.call(cls._evaltop_class, args, kwargs)
        if type(type(made)) is RemoteType and type(made)._evaltop_declared:
            object.__setattr__(made, '_evaltop_made', True)
        return made

    def __getattr__(cls, name):
        link = type.__getattribute__(cls, '_evaltop_link')
        if link is None or name.startswith('__') and name not in ('__members__', '__doc__'):
            raise AttributeError(name)
        if not cls._evaltop_declared and name in LIKE_BUILTIN:
            link.remark('returned a class with its own %s()' % name)
            raise AttributeError("type object '%s' has no attribute '%s'" % (cls.__name__, name))
        return link.attribute(type.__getattribute__(cls, '_evaltop_class'), name)

    def __setattr__(cls, name, value):
        if name.startswith('_'):
            type.__setattr__(cls, name, value)
        else:
            cls._evaltop_link.value('set', cls._evaltop_class, name, cls._evaltop_link.packed(value))

    def __iter__(cls):
        if cls._evaltop_declared:
            return iter(cls._evaltop_link.value('iter', cls._evaltop_class))
        # One that stands for an answer has the same members each time, as a list would.
        members = cls.__dict__.get('_evaltop_members')
        if members is None:
            members = cls._evaltop_members = tuple(cls._evaltop_link.value('iter', cls._evaltop_class))
        return iter(members)

    def __len__(cls):
        return sum([1 for _ in cls])

    def __bool__(cls):
        return True

    def __contains__(cls, item):
        return any([item is member for member in cls])

    def __getitem__(cls, key):
        return cls._evaltop_link.value('item', cls._evaltop_class, cls._evaltop_link.packed(key))


class Remote(metaclass=RemoteType):
    """An object of the candidate's.  Equal to nothing plain, whatever it says itself."""
    __slots__ = ('_evaltop_id', '_evaltop_made', '__weakref__')
    _evaltop_link = _evaltop_class = None
    _evaltop_declared, _evaltop_dunders, _evaltop_methods = False, frozenset(), frozenset()

    def __eq__(self, other):
        if self is other:
            return True
        kind, link = type(self), type(self)._evaltop_link
        if type(type(other)) is RemoteType:
            if kind._evaltop_declared and type(other)._evaltop_declared and '__eq__' in kind._evaltop_dunders:
                return link.dunder(self, '__eq__', (other,)) is True
        elif '__eq__' in kind._evaltop_dunders and not kind._evaltop_declared:
            link.remark('returned an object of the class %s, which has its own __eq__' % kind.__name__)
        return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        kind = type(self)
        if kind._evaltop_declared and {'__eq__', '__hash__'} <= kind._evaltop_dunders:
            value = kind._evaltop_link.dunder(self, '__hash__', ())
            return hash(value) if type(value) is int else 0
        return object.__hash__(self)

    def __bool__(self):
        kind = type(self)
        if '__bool__' in kind._evaltop_dunders or '__len__' in kind._evaltop_dunders:
            return kind._evaltop_link.value('truth', self._evaltop_id) is True
        return True

    def __repr__(self):
        return self._evaltop_text('__repr__')

    def __str__(self):
        return self._evaltop_text('__str__')

    def __format__(self, spec):
        return format(str(self), spec)

    def _evaltop_text(self, name):
        kind = type(self)
        if '__repr__' in kind._evaltop_dunders or name in kind._evaltop_dunders:
            text = kind._evaltop_link.dunder(self, name, ())
            if type(text) is str:
                return text
            raise TypeError('%s returned no string' % name)
        return '<%s object>' % kind.__name__

    def __getattr__(self, name):
        kind, link = type(self), type(self)._evaltop_link
        if name.startswith('__') and name not in ('__dict__', '__doc__') or not link.may_ask(self, name):
            raise AttributeError("'%s' object has no attribute '%s'" % (kind.__name__, name))
        if name in kind._evaltop_methods:
            return link.method(self, name)
        value = link.attribute(self._evaltop_id, name)
        if name in PREDICATES and callable(value):
            return link.method(self, name)
        return value

    def __setattr__(self, name, value):
        link = type(self)._evaltop_link
        link.value('set', self._evaltop_id, name, link.packed(value))

    def __delattr__(self, name):
        type(self)._evaltop_link.value('del', self._evaltop_id, name)


def make_dunder(name):
    def dunder(self, *args, **kwargs):
        link = type(self)._evaltop_link
        if name in TAKES_OPERAND and not link.is_trusted(self, args):
            if name == '__contains__' and '__iter__' in type(self)._evaltop_dunders:
                return any([item is args[0] or item == args[0] for item in self])
            link.remark('returned an object of the class %s where a plain value is used' % type(self).__name__)
            return NotImplemented
        if name in SIZED and not type(self)._evaltop_declared:
            return SIZED[name](self, link, *args, **kwargs)
        value = link.dunder(self, name, args, kwargs)
        if name in COMPARISONS and value is not NotImplemented:
            return value is True
        if name == '__exit__' and len(args) > 1 and link.is_failure(args[1]):
            return False        # a failed assertion is not the program's to swallow
        return value
    dunder.__name__ = name
    return dunder


def steady_len(self, link):
    """The same number until something has been called that may change it."""
    known = link.sizes.get(self._evaltop_id)
    if known is None:
        known = link.dunder(self, '__len__', ())
        link.sizes[self._evaltop_id] = known
    return known


def steady_iter(self, link):
    items, size = link.dunder(self, '__iter__', ()), link.sizes.get(self._evaltop_id)
    is_sized = type(size) is int and hasattr(type(items), '__next__')
    return counted(self, link, items, size) if is_sized else items


def counted(self, link, items, size):
    count = 0
    for item in items:
        count += 1
        yield item
    if count != size:
        link.sized_wrongly(self, size)
    link.sizes.clear()      # what is read may be used up


def steady_item(self, link, key):
    size = link.sizes.get(self._evaltop_id)
    try:
        return link.dunder(self, '__getitem__', (key,))
    except IndexError:
        if type(size) is type(key) is int and 0 <= key < size:
            link.sized_wrongly(self, size)
        raise


# An object of a class that the task does not name may stand for a list.  It cannot say a length that is expected,
# and have no items where they are compared.
SIZED = {'__len__': steady_len, '__iter__': steady_iter, '__getitem__': steady_item}
_dunders = {name: make_dunder(name) for name in DUNDERS - {'__eq__', '__ne__', '__hash__', '__bool__', '__str__', '__repr__'}}


class RemoteIterator:
    """An iterator of the candidate's.  A loop fetches ahead; next() alone does not."""

    def __init__(self, link, handle):
        self._link, self._id, self._items, self._is_done = link, handle, [], False

    def __iter__(self):
        return self.ahead()

    def ahead(self):
        size = 1
        while True:
            try:
                item = self.take(size)
            except StopIteration:
                return
            yield item
            size = min(2 * size, BATCH)

    def __next__(self):
        return self.take(1)

    def take(self, size):
        if not self._items:
            if self._is_done:
                raise StopIteration
            self._items = self._link.next_items(self._id, size)
        is_error, item = self._items.pop(0)
        if is_error:
            self._is_done = True
            raise item
        return item

    def send(self, value):
        return self._link.call(self._id, (value,), {}, 'meth', 'send')

    def close(self):
        self._items, self._is_done = [], True
        return self._link.call(self._id, (), {}, 'meth', 'close')


def raise_at(error, line):
    """Raises ERROR as if from LINE of the candidate's program, for those who read the traceback."""
    if line is None:
        raise error
    def thrower(error): raise error
    code = thrower.__code__.replace(co_filename=CODE, co_firstlineno=line, co_name='f')
    type(thrower)(code, {})(error)


class Lines:
    """The lines of the candidate's program that came with exceptions."""

    def __init__(self):
        self.texts = {}

    def __len__(self):
        return 1 << 30

    def __getitem__(self, index):
        return self.texts.get(index + 1, '')


# ---------------------------------------------------------------- the judge: the link

class Link(Pipe, Packer, Unpacker):
    """The judge's end."""

    def __init__(self, fd, request, shape):
        Pipe.__init__(self, fd, request.get('frame_cap') or FRAME)
        self.shape = shape
        self.refs, self.table, self.room = {}, [], ITEMS
        self.numbering = False          # whether the containers that are packed get numbers
        self.proxies, self.ids = {}, {}         # handle: proxy; id of a proxy: handle
        self.given, self.given_ids = [], {}     # what the candidate got of ours to call
        self.classes, self.declared_ids = {}, set()
        self.lines, self.notes = Lines(), []
        self.dead, self.is_late = None, False
        self.calls = self.callbacks = self.nesting = 0
        self.mutated, self.copy_back = False, request.get('copy_back', True)
        self.sizes = {}                 # handle: the length that its object said
        self.failed = []                # assertions of the tests that failed in callbacks, since the request
        self.out, self.inp = sys.stdout, sys.stdin
        self.namespace = {}
        self.helpers = {}

    # -- faults

    def fail(self, detail, text):
        """The end of this run; every later call says the same."""
        self.dead = self.dead or (detail, text)
        raise harness.Told(*self.dead)

    def remark(self, text):
        text = one_line(text)
        if text not in self.notes and len(self.notes) < NOTES:
            self.notes.append(text)

    def remark_all(self, hints):
        for hint in hints[:NOTES]:
            if type(hint) is str:
                self.remark(hint)

    def guarded(self, work, *args):
        try:
            return work(*args)
        except EOFError:
            self.fail('early_exit', 'the program ended its process before the tests were done')
        except OSError:
            self.fail('early_exit', 'the program closed its line to the tests')
        except Violation as error:
            self.remark('broke the protocol: ' + str(error))
            self.fail('bad_verdict', 'the program broke the protocol: ' + str(error))
        except Exception:
            self.remark('broke the protocol: a malformed value')
            self.fail('bad_verdict', 'the program broke the protocol: a malformed value')

    def read(self, tree):
        """A value from a tree of theirs."""
        self.room, self.objects = ITEMS, []
        return self.guarded(self.unpack, tree)

    # -- requests

    def ask(self, op, *parts):
        """Sends one request and serves callbacks until its reply has come."""
        if self.dead:
            raise harness.Told(*self.dead)
        if self.rest:
            self.guarded(self.early)
        number, mark = int.from_bytes(_urandom(7), 'big'), len(self.failed)
        self.calls += 1
        if op in ('call', 'meth', 'set', 'del') or op == 'dun' and parts[1] not in SAME_SIZE:
            self.sizes.clear()
        self.guarded(self.send, [number, op, self.out_wanted(), self.in_text(), *parts])
        while True:
            frame = self.guarded(self.receive)
            if frame[0] == 'cb':
                self.guarded(self.callback, frame)
                continue
            self.guarded(self.check_reply, frame, number)
            if len(self.failed) > mark:
                self.settle_failed(frame, mark)
            return frame

    def settle_failed(self, frame, mark):
        """An assertion of the tests that failed in a callback is not the program's to swallow."""
        failed = self.failed[mark:]
        del self.failed[mark:]
        if frame[0] == 'j':
            back = self.guarded(lambda: self.thrown[frame[2]])
            if any([back is error for error in failed]):
                return          # throw() is about to raise it
        self.remark('swallowed an assertion of the tests that had failed')
        # No test may take this for the exception that it waits for.
        self.fail('wrong_answer', 'swallowed an assertion of the tests: ' + harness.exception_text(failed[0]))

    def early(self):
        raise Violation('a reply before the request')

    def sized_wrongly(self, proxy, size):
        name = type(proxy).__name__
        self.remark('returned an object of the class %s, which has another length than items' % name)
        self.fail('bad_verdict', 'an object of the class %s says a length of %d and has other items' % (name, size))

    def check_reply(self, frame, number):
        if len(frame) != 7 or frame[0] not in ('r', 'x', 'j') or frame[1] != number or type(frame[1]) is not int:
            raise Violation('no reply to the request')
        return frame

    def out_wanted(self):
        return sys.stdout is not self.out

    def in_text(self):
        stream = sys.stdin
        if stream is self.inp or not hasattr(stream, 'getvalue'):
            return None
        return pack_text(stream.getvalue()[stream.tell():])

    def value(self, op, *parts):
        """What a request gives: a value, or an exception of theirs."""
        return self.finish(self.ask(op, *parts), op)

    def finish(self, frame, op):
        # ['r', number, value, after, printed, read, null] and alike for exceptions
        self.replay(frame)
        if frame[3] and not self.copy_back:
            self.remark('changed its arguments')
            self.table = self.guarded(self.copies)
        value = self.read(frame[2])
        self.guarded(self.put_all_back, frame[3])
        if frame[0] != 'r':
            self.throw(frame, op)
        return value

    def replay(self, frame):
        text, consumed = frame[4], frame[5]
        if text is not None and self.out_wanted():
            sys.stdout.write(str(self.read(text)))
        if type(consumed) is int and consumed > 0 and hasattr(sys.stdin, 'getvalue'):
            sys.stdin.seek(sys.stdin.tell() + consumed)

    def call(self, handle, args, kwargs, op='call', *more):
        """A call with arguments: numbered, and put back as the candidate left them."""
        saved = self.refs, self.table, self.numbering
        self.refs, self.table, self.numbering = {}, [], True
        try:
            args, kwargs = self.packed(tuple(args)), self.packed(kwargs)
            self.numbering = False
            return self.value(op, handle, *more, args, kwargs)
        finally:
            self.refs, self.table, self.numbering = saved

    def method(self, proxy, name):
        def method(*args, **kwargs):
            if args and name in PREDICATES and not self.is_made(proxy):
                self.remark('returned an object with its own %s()' % name)
                raise AttributeError(name)
            return self.call(proxy._evaltop_id, args, kwargs, 'meth', name)
        method.__name__ = name
        return method

    def dunder(self, proxy, name, args, kwargs={}):
        if name == '__exit__':          # a traceback cannot cross
            args = args[:2] + (None,)
        return self.call(proxy._evaltop_id, args, kwargs, 'dun', name)

    def attribute(self, handle, name):
        return self.value('attr', handle, name)

    def next_items(self, handle, size):
        """(is an error, item) of up to SIZE items; an error or the end is the last."""
        frame = self.ask('next', handle, size)
        told = frame[6] if frame[0] == 'r' else None
        items = [(False, item) for item in self.guarded(list, self.finish(frame, 'next'))]
        if told is not None:
            try:
                self.throw(['x', 0, None, [], None, None, told], 'next')
            except Exception as error:
                items.append((True, error))
        if not 0 < len(items) <= size + 1:
            self.guarded(self.early)
        return items

    # -- what may be asked of whom

    def is_made(self, proxy):
        try:
            return type(proxy)._evaltop_declared and object.__getattribute__(proxy, '_evaltop_made')
        except AttributeError:
            return False

    def is_trusted(self, proxy, args):
        """Whether an operand may be shown to PROXY's class: it may belong to what is expected."""
        if self.is_made(proxy):
            return True
        return type(proxy)._evaltop_declared and all([type(type(arg)) is RemoteType for arg in args])

    def is_failure(self, error):
        """Whether ERROR says that an assertion of the tests has failed, and not that the program raised one."""
        trace = error.__traceback__ if isinstance(error, AssertionError) else None
        while trace and trace.tb_next:
            trace = trace.tb_next
        return trace is not None and trace.tb_frame.f_code.co_filename != CODE

    def may_ask(self, proxy, name):
        return type(proxy)._evaltop_declared or name not in BUILTIN_METHODS

    # -- values out

    def packed(self, value):
        self.room, self.seen = 1 << 60, {}
        try:
            return self.pack(value)
        except Unfit as error:
            raise TypeError('the split guard cannot pass %s: %s' % (show(value, 60), error))

    def note(self, value, size):
        if self.numbering:
            self.refs[id(value)] = len(self.table)
            self.table.append(value)

    def foreign(self, value, depth):
        kind = type(value)
        handle = self.ids.get(id(value))
        if handle is not None:
            return ['h', handle]
        if type(kind) is RemoteType:
            return ['h', object.__getattribute__(value, '_evaltop_id')]
        if kind is RemoteIterator:
            return ['h', value._id]
        name = by_name(value)
        if name:
            return name
        if type(value) is type or isinstance(value, type):
            return self.give('cb', value)
        if self.helpers.get(_type_name(kind)) is kind:
            return pack_object(self, value, depth)
        numpy = self.pack_numpy(value)
        if numpy:
            return numpy
        if isinstance(value, BaseException):
            return ['ex', self.pack_kind(kind), ['t', *[self.pack(x, depth) for x in value.args]]]
        if isinstance(value, tuple) and hasattr(kind, '_fields'):
            return pack_named(self, value, depth)
        if kind.__module__ == 'solution' and not callable(value):
            plain = [base for base, _ in BASES if isinstance(value, base)]
            if not plain:
                dunders = [n for n in OPEN + COMPARISONS + ['__str__', '__repr__', '__hash__', '__add__', '__radd__']
                           if any([n in vars(c) for c in kind.__mro__[:-1]])]
                return self.give('jo', value, [_type_name(kind), dunders])
        if hasattr(kind, '__next__'):
            return self.give('ji', value)
        if callable(value):
            return self.give('cb', value)
        return self.pack(base_value(value), depth)

    def pack_kind(self, kind):
        for base in kind.__mro__:
            if EXCEPTIONS.get(base.__name__) is base:
                return base.__name__
        return 'Exception'

    def give(self, tag, value, more=()):
        index = self.given_ids.get(id(value))
        if index is None:
            index = self.given_ids[id(value)] = len(self.given)
            self.given.append((tag, value))
            if len(self.given) > HANDLES:
                raise Unfit('too many objects')
        return [tag, index, str(getattr(value, '__name__', ''))[:100], *more]

    # -- values in

    def declare(self, tree):
        """Notes that a class is one of those that the task's texts name."""
        if type(tree) is list and tree[0] == 'K':
            self.declared_ids.add(tree[1])

    def copies(self):
        """Copies of the numbered arguments, to be changed in their place: what refers to one refers to its copy."""
        memo = {}

        def copy_of(value):
            index = self.refs.get(id(value))
            if index is None:
                return value
            if index not in memo:
                is_own = self.helpers.get(type(value).__name__) is type(value)
                memo[index] = new = copy_object(value) if is_own else value.copy() if hasattr(value, 'copy') else value
                fill(new, copy_of)
                if isinstance(value, tuple):        # one of them may hold a list that holds it
                    memo[index] = tuple.__new__(type(value), [copy_of(item) for item in value])
            return memo[index]

        return [copy_of(value) for value in self.table]

    def put_all_back(self, after):
        for index, tree in after:
            self.put_back(index, tree)

    def put_back(self, index, tree):
        """An argument as the candidate left it."""
        old, new = self.argument(index), self.unpack(tree)
        self.mutated = True
        if type(new) is not type(old) or new is old:
            raise Violation('an argument changed its type')
        if isinstance(old, list) or isinstance(old, bytearray):
            old[:] = new
        elif isinstance(old, (dict, set)):
            old.clear()
            old.update(new)
        elif type(old).__name__ == 'deque':
            old.clear()
            old.extend(new)
        elif type(old).__name__ == 'ndarray':
            old[...] = new
        elif self.helpers.get(type(old).__name__) is type(old):
            vars(old).clear()
            vars(old).update(vars(new))
        else:
            raise Violation('an argument cannot change')

    def proxy(self, handle, make):
        if type(handle) is not int or not 0 <= handle < HANDLES:
            raise Violation('no such handle')
        found = self.proxies.get(handle)
        if found is None:
            found = self.proxies[handle] = make()
            self.ids[id(found)] = handle
        return found

    def make_function(self, handle, name):
        def function(*args, **kwargs):
            return self.call(handle, args, kwargs)
        function.__name__ = function.__qualname__ = name
        function.__module__ = 'solution'
        return function

    def make_class(self, handle, name, bases, dunders, methods):
        if len(self.classes) > 1000 or len(bases) > 20:
            raise Violation('too many classes')
        bases = [self.unpack(base) for base in bases]
        raised = [base for base in bases if issubclass(base, BaseException)]
        if raised:
            return self.exception_class(name, tuple(raised))
        bases = tuple([base for base in bases if type(base) is RemoteType]) or (Remote,)
        declared = handle in self.declared_ids
        dunders = frozenset(dunders) & DUNDERS
        allowed = dunders.intersection(OPEN + COMPARISONS + BINARY + (OWN if declared else []))
        space = {n: _dunders[n] for n in allowed if n in _dunders}
        if '__contains__' in dunders and '__contains__' not in space:
            space['__contains__'] = _dunders['__contains__']
        space.update(__slots__=(), __module__='solution', _evaltop_link=self, _evaltop_class=handle,
                     _evaltop_declared=declared, _evaltop_dunders=dunders,
                     _evaltop_methods=frozenset([n for n in methods if type(n) is str]))
        if '__call__' in dunders:
            space['__call__'] = _dunders['__call__']
        self.classes[handle] = True
        try:
            return RemoteType(name, bases, space)
        except TypeError:       # bases that do not go together
            return RemoteType(name, (Remote,), space)

    def exception_class(self, name, bases):
        self.classes[len(self.classes) + HANDLES] = True
        try:
            return type(name, bases, {'__module__': 'solution', '__str__': exception_str})
        except TypeError:
            return type(name, bases[:1], {'__module__': 'solution', '__str__': exception_str})

    # -- exceptions

    def throw(self, frame, op):
        """Raises what the reply says.  Its last part is [line, text of the line, kind, args, str, fields, name]."""
        if frame[0] == 'j':     # one of our own, back from a callback
            error = self.guarded(lambda: self.thrown[frame[2]])
            raise_at(error, self.guarded(self.line_of, frame[6]))
        told = self.guarded(lambda: list(frame[6]))
        if len(told) == 1:
            raise Unjudgeable(one_line(str(told[0])))
        line = self.guarded(self.line_of, told)
        error = self.guarded(self.rebuild, told)
        if not isinstance(error, Exception) or isinstance(error, StopIteration) and op not in ('next', 'dun', 'meth'):
            if isinstance(error, StopIteration):
                error = RuntimeError('the program raised StopIteration')
            else:
                self.leave(error, line)
        raise_at(error, line)

    def leave(self, error, line):
        """SystemExit and its like: the program gave up, whatever the tests would catch."""
        kind = type(error)
        detail = 'early_exit' if isinstance(error, SystemExit) else 'exception'
        self.dead = detail, harness.exception_text(error)
        raise_at(harness.Told(*self.dead), line)

    def line_of(self, told):
        line, text = told[0], told[1]
        if type(line) is not int or not 0 < line < 1 << 20:
            return None
        if type(text) is str:
            self.lines.texts[line] = one_line(text.strip())
        return line

    def rebuild(self, told):
        kind, args = self.unpack(told[2]), self.unpack(told[3])
        if not issubclass(kind, BaseException) or type(args) is not tuple:
            raise Violation('an exception that is none')
        try:
            error = kind(*args) if EXCEPTIONS.get(kind.__name__) is kind else kind.__new__(kind, *args)
        except Exception:
            kind = Exception if issubclass(kind, Exception) else BaseException
            error = kind(*args)
        error.args = args
        if type(told[4]) is str and EXCEPTIONS.get(kind.__name__) is not kind:
            error._evaltop_str = told[4]
        for name, value in self.unpack(told[5]).items():
            if type(name) is str and not name.startswith('_') and name not in ('args', 'with_traceback', 'add_note'):
                setattr(error, name, value)
        if type(told[6]) is str and isinstance(error, (ImportError, NameError, AttributeError)):
            try:
                error.name = told[6]
            except AttributeError:
                pass
        return error

    # -- callbacks

    thrown = ()

    def callback(self, frame):
        """['cb', number, op, index, args, kwargs] from the candidate, while it is being called."""
        _, number, op, index, args, kwargs = frame
        self.callbacks += 1
        if self.callbacks > CALLBACKS:
            raise Violation('more than %d callbacks' % CALLBACKS)
        if self.nesting >= NESTING:
            raise Violation('callbacks nested too deep')
        if type(index) is not int or not 0 <= index < len(self.given) or type(number) is not int:
            raise Violation('a callback that is none')
        tag, target = self.given[index]
        args, kwargs = self.read(args), self.read(kwargs)
        if type(args) is not tuple or type(kwargs) is not dict:
            raise Violation('a callback without arguments')
        self.nesting += 1
        try:
            result = self.packed(self.run_callback(tag, op, target, args, kwargs))
        except Violation:
            raise
        except Exception as error:
            if self.is_failure(error):
                self.failed.append(error)
            self.thrown = list(self.thrown) + [error]
            self.send(['cx', number, len(self.thrown) - 1, self.pack_kind(type(error)),
                       ['t', *[self.packed(x) for x in error.args if type(x) in (str, int, float, bool)]]])
            return
        finally:
            self.nesting -= 1
        self.send(['cr', number, result])

    def run_callback(self, tag, op, target, args, kwargs):
        if op == 'call' and tag == 'cb':
            return target(*args, **kwargs)
        if op == 'next' and tag == 'ji':
            return next(target)
        if tag == 'jo' and op in ('attr', 'set') and type(args[0]) is str:
            if args[0].startswith('_'):
                raise AttributeError(args[0])
            return getattr(target, args[0]) if op == 'attr' else setattr(target, *args)
        if tag == 'jo' and op in DUNDERS and any([op in vars(c) for c in type(target).__mro__[:-1]]):
            return getattr(type(target), op)(target, *args)
        raise Violation('a callback of no known kind')


def copy_object(value):
    """Of a class that the prompt defines, without running any of it."""
    new = object.__new__(type(value))
    vars(new).update(vars(value))
    return new


def fill(new, copy_of):
    """Puts copies in the place of what the container NEW holds."""
    if isinstance(new, list) or type(new).__name__ == 'deque':
        for index, item in enumerate(new):
            new[index] = copy_of(item)
        return
    held = new if isinstance(new, dict) else getattr(new, '__dict__', None)
    for name, item in list(held.items()) if held else ():
        held[name] = copy_of(item)


def exception_str(self):
    text = self.__dict__.get('_evaltop_str')
    return text if text is not None else BaseException.__str__(self)


def by_name(value):
    """['bn', module, name] of a function of Python's own, which the candidate's side has as well."""
    if isinstance(value, type):
        return ['bi', value.__name__] if TYPES.get(value.__name__) is value else None
    kind = _type_name(type(value))
    if kind == 'method_descriptor' and TYPES.get(value.__objclass__.__name__) is value.__objclass__:
        return ['bm', value.__objclass__.__name__, value.__name__]
    if kind == 'builtin_function_or_method' and type(value.__self__) is type(sys):
        module = value.__self__.__name__
        if module in ('builtins', 'math', '_operator', 'cmath'):
            return ['bn', module, value.__name__]
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


def read_object(self, tree, depth):
    kind = self.helpers[tree[1]]
    new = kind.__new__(kind)
    self.keep(new)
    self.objects.append(new)
    fields = new.__dict__
    for i in range(2, len(tree), 2):
        fields[tree[i]] = value = self.unpack(tree[i + 1], depth)
        if (hasattr(kind, tree[i]) or tree[i] in LIKE_BUILTIN) and callable(value):
            raise Violation("a method in the place of the prompt's own")
    return new


def read_their_named(self, tree, depth):
    """A namedtuple, whose fields may not stand in for the methods of a plain value."""
    new = read_named(self, tree, depth)
    for name, value in zip(type(new)._fields, new):
        if name in LIKE_BUILTIN and callable(value):
            raise Violation('a field in the place of the method %s()' % name)
    return new


def read_handle(self, tree, depth):
    if len(tree) == 2 and tree[1] in self.proxies:
        return self.proxies[tree[1]]
    if type(type(self.proxies.get(tree[1]))) is RemoteType:
        # What a call returns may stand for an answer, and no longer sees what it is compared with.
        object.__setattr__(self.proxies[tree[1]], '_evaltop_made', False)
    kind = self.unpack(tree[2], depth)
    if type(kind) is not RemoteType:
        kind = Remote

    def make():
        new = object.__new__(kind)
        object.__setattr__(new, '_evaltop_id', tree[1])
        return new

    return self.proxy(tree[1], make)


def read_class(self, tree, depth):
    if len(tree) == 2:
        return self.proxies[tree[1]]
    return self.proxy(tree[1], lambda: self.make_class(*tree[1:6]))


def read_function(self, tree, depth):
    return self.proxy(tree[1], lambda: self.make_function(tree[1], str(tree[2])))


def read_iterator(self, tree, depth):
    return self.proxy(tree[1], lambda: RemoteIterator(self, tree[1]))


def read_coroutine(self, tree, depth):
    handle = tree[1]

    async def coroutine():
        return self.value('run', handle)

    new = coroutine()
    self.ids[id(new)] = handle
    self.proxies[handle] = new
    return new


def read_given(self, tree, depth):
    if type(tree[1]) is not int or tree[1] < 0:
        raise Violation('nothing of that number')
    return self.given[tree[1]][1]


def read_again(self, tree, depth):
    return self.objects[tree[1]]


Link.readers = dict(READERS, o=read_object, r=read_again, h=read_handle, K=read_class, fn=read_function, it=read_iterator,
                    co=read_coroutine, g=read_given, nt=read_their_named)


# ---------------------------------------------------------------- the judge: judging

class Late(harness.Told):
    """The time is up; raised by the alarm wherever the judge is."""


class Recorder(harness.Recorder):
    """Compares with the expected value evaluated before the call, where late_sites() found that it matters."""
    __slots__ = ()

    def late(self, index, op, b, a):
        return self.compare(index, op, a, b)

    def late_soft(self, index, op, b, a):
        return self.soft(index, op, a, b)


def late_sites(tests, names):
    """Lets the right side of `f(x) == g(x)` be evaluated first, or f could change x to make it true; whether any does."""
    found = False
    for tree in tests.trees:
        for node in nodes_of(tree):
            if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Attribute) \
                    and isinstance(node.func.value, _ast.Constant) and node.func.value.value is harness.MARK \
                    and node.func.attr in ('compare', 'soft') and reads_arguments(node.args[2], node.args[3], names):
                node.func.attr = 'late' if node.func.attr == 'compare' else 'late_soft'
                node.args[2], node.args[3] = node.args[3], node.args[2]
                found = True
    return found


def calls_among(node, names):
    return [n for n in nodes_of(node)
            if isinstance(n, _ast.Call) and isinstance(n.func, _ast.Name) and n.func.id in names]


def reads_arguments(left, right, names):
    given = set()
    for node in calls_among(left, names):
        for arg in node.args:
            given.update([n.id for n in nodes_of(arg) if isinstance(n, _ast.Name)])
    if not given or isinstance(right, (_ast.Constant, _ast.Name)) or calls_among(right, names):
        return False
    return any([n.id in given for n in nodes_of(right) if isinstance(n, _ast.Name)])


def start_clock(link, seconds):
    def late(*_):
        link.is_late = True
        raise Late('exception', 'the time was up')
    _signal.signal(_signal.SIGALRM, late)
    # Again and again: a bare except in the tests might swallow the first.
    _signal.setitimer(_signal.ITIMER_REAL, seconds, .05)


def stop_clock():
    _signal.setitimer(_signal.ITIMER_REAL, 0)
    _signal.signal(_signal.SIGALRM, _signal.SIG_IGN)


def judge(request, say, fd_link):
    """Judges through proxies; returns the verdict's text."""
    tests, shape = harness.quiet_compile(again, request)
    recorder = Recorder(tests, say)
    codes = tests.linked(recorder)
    harness.SHOWN[RemoteType] = lambda value: '<%s object>' % type(value).__name__
    link = Link(fd_link, request, shape)
    say('"start": true, "program": 0')
    timeout = float(request.get('timeout') or 3)
    text = None
    try:
        start_clock(link, 30 + timeout)       # until the candidate's side has started
        text = run(tests, recorder, codes, shape, link, timeout)
    except Late:
        pass
    except harness.Told as error:
        text = failed_text(tests, link, recorder, 'error', error.detail, error.text)
    for _ in range(3):                  # the alarm may come once more
        try:
            stop_clock()
        except Late:
            continue
    if text is None:
        text = failed_text(tests, link, recorder, 'timeout', None, 'no verdict within %g s' % timeout)
    return text


def failed_text(tests, link, recorder, outcome, detail, reason, program=0, line=None):
    """The verdict of a run that ended outside the tests."""
    failures = recorder.failures
    return with_notes(link, harness.verdict_text(outcome, detail, reason, program, ''.join(recorder.strip), line, failures))


def with_notes(link, text):
    """The verdict with the fields that only this guard has."""
    notes = ', '.join([harness.quote(note) for note in link.notes])
    return text[:-1] + ', "calls": %d, "mutated": %s, "tamper": [%s]}' % (
        link.calls, 'true' if link.mutated else 'false', notes)


def run(tests, recorder, codes, shape, link, timeout):
    try:
        link.send(['hello', shape.declared, shape.helper_classes])
    except OSError:         # gone already: what it said before is still to be read
        pass
    if link.guarded(link.receive) != ['start']:
        link.guarded(link.early)
    start_clock(link, timeout)
    frame = link.guarded(link.receive)
    if frame[0] == 'signs':             # what its text does, said before it could run
        link.remark_all(frame[1:])
        frame = link.guarded(link.receive)
    if frame[0] == 'failed':
        return load_failure(frame, tests, recorder, link)
    program, served, found, hints = link.guarded(read_ready, frame)
    link.remark_all(hints)
    namespace = harness.make_world()
    link.out, link.inp = sys.stdout, sys.stdin
    early = bind(shape, link, namespace, served)
    if tests.kind == 'check' and shape.entry and early is None:
        return failed_text(tests, link, recorder, 'error', 'no_entry_point',
                           harness.no_entry_reason([shape.entry], dict.fromkeys(found)), program)
    complete = harness.run_tests(tests, codes, recorder, namespace, early)
    if link.is_late:
        raise Late('exception', 'the time was up')
    if link.dead and not recorder.first:        # the tests swallowed it
        recorder.escaped(harness.Told(*link.dead), None)
        complete = False
    if tests.whole and complete and recorder.strip[0] == '-':
        recorder.hit(0)
    return with_notes(link, harness.conclude(tests, recorder, complete, program, link.lines, dict.fromkeys(found)))


def read_ready(frame):
    """['ready', program, [[name, value], ...], names found, hints], checked."""
    _, program, served, found, hints = frame
    if type(program) is not int or not 0 <= program < 1000:
        raise Violation('no such program')
    served = {name: tree for name, tree in served if type(name) is str}
    return program, served, [name for name in found[:200] if type(name) is str], list(hints)


DETAILS = ('exception', 'early_exit', 'denied_import', 'denied_call', 'memory_limit', 'no_code', 'no_entry_point')


def load_failure(frame, tests, recorder, link):
    _, outcome, detail, reason, program, line = (frame + [None] * 6)[:6]
    outcome = 'syntax_error' if outcome == 'syntax_error' else 'error'
    if type(program) is not int or not 0 <= program < 1000:
        program = 0
    if type(line) is not int or not 0 < line < 1 << 20:
        line = None
    return failed_text(tests, link, recorder, outcome, detail if detail in DETAILS else None,
                       reason if type(reason) is str else 'the program cannot be loaded', program, line)


def bind(shape, link, namespace, served):
    """Fills the tests' namespace; returns the proxy of the named entry point."""
    for name in shape.provided:
        module, attr = PROVIDED[name]
        try:
            namespace[name] = load(module, attr) if attr else builtins.__import__(module)
        except ImportError:
            pass
    if shape.helpers:
        exec(shape.helpers, namespace)
        link.helpers = {name: namespace[name] for name in shape.helper_classes if isinstance(namespace.get(name), type)}
    early = None
    for name in shape.serve:
        if name not in served:
            continue
        if name in shape.declared:
            link.guarded(link.declare, served[name])
        value = link.read(served[name])
        if name == shape.entry:
            early = value
        namespace[name] = value
    return early


# ---------------------------------------------------------------- the stub: signs of cheating

_FRAME_WORDS = {'_getframe', 'currentframe', 'f_back', 'f_globals', 'f_locals', 'f_builtins', 'tb_frame', 'gi_frame',
                'co_consts', '_current_frames'}
_GC_WORDS = {'get_objects', 'get_referrers', 'get_referents'}
_TRACE_WORDS = {'settrace', 'setprofile', 'monitoring'}
_TESTING = {'unittest', 'pytest', '_pytest', 'nose', 'doctest'}
_PATCHED = _TESTING | {'builtins', 'math', 'json', 'time', 'os', 'sys', 'posix', 'operator', 'inspect', 'importlib'}
_HARMLESS = {'sys.stdout', 'sys.stderr', 'sys.stdin', 'sys.argv', 'sys.path'}


_TELLING = _FRAME_WORDS | _GC_WORDS | _TRACE_WORDS | _PATCHED | {
    'SkipTest', '_exit', 'abort', '_sigsegv', 'ctypes', 'setattr', '__eq__', '__builtins__'}


def may_have_signs(code):
    """Whether sign() could find anything, by the names and constants that CODE runs with: most programs need no more."""
    for names in (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars):
        if not _TELLING.isdisjoint([name.partition('.')[0] for name in names]):
            return True
    return may_tell(code.co_consts)


def may_tell(consts):
    for const in consts:
        kind = type(const)
        if kind is str and '/proc/' in const or kind is harness._Code and may_have_signs(const) \
                or (kind is tuple or kind is frozenset) and may_tell(const):
            return True
    return False


def signs(source):
    """What the program's text does that only a cheat needs, in words for the reviewer."""
    try:
        tree = compile(source, CODE, 'exec', _ast.PyCF_ONLY_AST, True)
    except Exception:
        return []
    found, modules = [], {}
    for node in nodes_of(tree):
        text = sign(node, modules)
        if text:
            text = 'line %d: %s' % (node.lineno, text)
            if text not in found and len(found) < NOTES:
                found.append(text)
    return found


def sign(node, modules):
    kind = type(node)
    if kind is _ast.Import:
        for alias in node.names:
            modules[alias.asname or alias.name.partition('.')[0]] = alias.name.partition('.')[0]
            if alias.name == 'ctypes':
                return 'imports ctypes'
        return None
    if kind is _ast.ImportFrom and node.module:
        for alias in node.names:
            modules[alias.asname or alias.name] = node.module.partition('.')[0]
        return 'imports ctypes' if node.module == 'ctypes' else None
    if kind is _ast.Attribute:
        return attribute_sign(node, modules)
    if kind is _ast.Constant and type(node.value) is str and '/proc/' in node.value:
        return 'names a file of /proc'
    if kind is _ast.ClassDef:
        for item in node.body:
            if isinstance(item, _ast.FunctionDef) and item.name == '__eq__' and is_always_true(item):
                return 'class %s is equal to everything' % node.name
    if kind is _ast.Name and node.id == 'SkipTest':
        return 'skips tests'
    if kind is _ast.Call and isinstance(node.func, _ast.Name) and node.func.id == 'setattr' and node.args \
            and isinstance(node.args[0], _ast.Name) and modules.get(node.args[0].id) in _PATCHED:
        return 'patches %s' % node.args[0].id
    return None


def attribute_sign(node, modules):
    name, root = node.attr, node.value
    if name in _FRAME_WORDS:
        return 'reads frames (%s)' % name
    if name in _GC_WORDS:
        return "searches the collector's objects (%s)" % name
    if name in _TRACE_WORDS:
        return 'traces (%s)' % name
    if name == 'SkipTest':
        return 'skips tests'
    if name in ('_exit', 'abort', '_sigsegv'):
        return 'ends the process (%s)' % name
    path = [name]
    while isinstance(root, _ast.Attribute):
        path.append(root.attr)
        root = root.value
    if not isinstance(node.ctx, _ast.Load) and isinstance(root, _ast.Name):
        path = '.'.join([root.id] + path[::-1])
        if modules.get(root.id) in _PATCHED and path not in _HARMLESS or root.id == '__builtins__':
            return 'patches ' + path
    return None


def is_always_true(function):
    body = [node for node in function.body if not isinstance(node, _ast.Expr)]
    return len(body) == 1 and isinstance(body[0], _ast.Return) and isinstance(body[0].value, _ast.Constant) \
        and body[0].value.value is True


def patched_builtins(before):
    now = builtins.__dict__
    names = [name for name in before if name not in ('__import__', '_', 'open') and now.get(name) is not before[name]]
    return ['patched builtins.%s while it ran' % name for name in names[:5]]


# ---------------------------------------------------------------- the stub: serving

class FromJudge(Exception):
    """What a callback raised, where no built-in exception says it."""


class Stub(Pipe, Packer, Unpacker):
    """The candidate's end."""

    def __init__(self, fd, namespace):
        Pipe.__init__(self, fd, 1 << 30)
        self.namespace, self.pid = namespace, _getpid()
        self.refs, self.table, self.before, self.room = {}, [], [], ITEMS
        self.exports, self.export_ids, self.described = [], {}, set()
        self.proxies, self.errors = {}, {}
        self.declared, self.byvalue = (), ()
        self.number = 0
        self.sources = []

    # -- values in

    def keep(self, value):
        self.before.append((len(self.table), value))
        self.table.append(value)

    def keep_late(self, make):
        index = len(self.table)
        self.table.append(None)
        self.table[index] = value = make()
        return value

    def named(self, name, fields):
        found = self.namespace.get(name)
        if isinstance(found, type) and getattr(found, '_fields', None) == fields:
            return found
        return make_named(name, fields)

    def snapshot(self):
        """The arguments as they are before the call: containers are filled only after keep()."""
        self.before = [(index, value, value.copy() if hasattr(value, 'copy') and type(value).__name__ not in self.byvalue
                        else dict(vars(value))) for index, value in self.before]

    def changed(self):
        after = []
        for index, value, old in self.before:
            if not is_same(value, old):
                kind = type(value)
                maker = PACKERS.get(kind) or self.standard(kind) or pack_object
                after.append([index, maker(self, value, 1)])
        return after

    # -- values out

    def note(self, value, size):
        self.room -= size
        if self.room < 0:
            raise Unfit('it has more than %d elements' % ITEMS)

    def export(self, value):
        index = self.export_ids.get(id(value))
        if index is None:
            if len(self.exports) >= HANDLES - 1:
                raise Unfit('too many objects')
            index = self.export_ids[id(value)] = len(self.exports)
            self.exports.append(value)
        return index

    def foreign(self, value, depth):
        kind = type(value)
        if kind is JudgeCall or kind is JudgeIterator or issubclass(kind, JudgeObject):
            return ['g', object.__getattribute__(value, '_index')]
        if isinstance(value, type):
            return self.pack_class(value)
        if _type_name(kind) in self.byvalue and self.namespace.get(_type_name(kind)) is kind:
            return pack_object(self, value, depth)
        if _type_name(kind) == 'coroutine':
            return ['co', self.export(value)]
        if _type_name(kind) in ('function', 'builtin_function_or_method', 'method', 'method_descriptor', 'partial'):
            return ['fn', self.export(value), str(getattr(value, '__name__', 'f'))[:100]]
        is_declared = any([self.namespace.get(name) is kind for name in self.declared])
        if not is_declared:
            if isinstance(value, tuple) and hasattr(kind, '_fields'):
                return pack_named(self, value, depth)
            numpy = self.pack_numpy(value)
            if numpy:
                return numpy
            for base, maker in BASES:
                if isinstance(value, base):
                    plain = base_value(value)
                    return maker(self, plain, depth) if maker else self.pack(plain)
        if isinstance(value, tuple) and hasattr(kind, '_fields'):
            return pack_named(self, value, depth)
        mro = _mro_of(kind)
        if any(['__next__' in _dict_of(c) for c in mro]) and kind.__module__ != 'solution':
            return ['it', self.export(value)]
        return ['h', self.export(value), self.pack_class(kind)]

    def pack_class(self, kind):
        name = _type_name(kind)
        if TYPES.get(name) is kind:
            return ['bi', name]
        index = self.export(kind)
        if index in self.described:
            return ['K', index]
        self.described.add(index)
        mro = _mro_of(kind)[:-1]
        dunders = [n for n in DUNDERS if any([n in _dict_of(c) for c in mro])]
        methods = [n for c in mro for n, f in list(_dict_of(c).items()) if type(f) is _Function and n[:1] != '_']
        bases = [self.pack_class(base) for base in kind.__bases__[:20] if base is not object]
        return ['K', index, name[:100], bases, dunders, methods[:500]]

    # -- exceptions

    def tell(self, error, trace):
        """[line, its text, kind, args, str, fields, name] of an exception."""
        kind = type(error)
        line = harness.Raised(error, trace, ()).code_line
        text = self.sources[line - 1] if line and line <= len(self.sources) else None
        self.room, self.seen = ITEMS, {}
        args = ['t', *[self.pack_or_text(x) for x in _args_of(error)]]
        fields = ['d']
        for name, value in list(vars(error).items())[:50] if hasattr(error, '__dict__') else ():
            fields += [str(name), self.pack_or_text(value)]
        try:
            words = None if kind.__str__ is BaseException.__str__ else str(error)[:2000]
        except BaseException:
            words = None
        name = getattr(error, 'name', None)
        return [line, text and text[:500], self.pack_class(kind), args, words and clean(words), fields,
                name if type(name) is str else None]

    def pack_or_text(self, value):
        refs, self.refs = self.refs, {}
        try:
            tree = self.pack(value)
            if len(dump(tree)) < 10000:
                return tree
        except BaseException:
            pass
        finally:
            self.refs = refs
        return '<%s object>' % _type_name(type(value))

    # -- requests of the judge

    def serve(self):
        while True:
            try:
                frame = self.receive()
            except EOFError:
                return
            self.answer(frame)

    def answer(self, frame):
        saved = self.refs, self.table, self.before
        self.refs, self.table, self.before = {}, [], []
        try:
            reply = self.perform(frame)
        finally:
            self.refs, self.table, self.before = saved
        if _getpid() != self.pid:       # a child that the candidate forked
            _exit(0)
        _set_trace(None)
        _set_profile(None)
        self.reply(reply, frame[0])

    def reply(self, reply, number):
        limit = _recursion_limit()
        if limit < 1500:
            _set_recursion_limit(1500)
        try:
            data = dump(reply)
        finally:
            _set_recursion_limit(limit)
        if len(data) > self.frame_cap:
            reply = ['x', number, None, [], None, None, ['it takes %d bytes' % len(data)]]
        self.send(reply)

    frame_cap = FRAME

    def perform(self, frame):
        number, op, wants_out, stdin = frame[:4]
        out, inp, streams = None, None, (sys.stdout, sys.stdin)
        if wants_out:
            sys.stdout = out = _io.StringIO()
        if stdin is not None:
            sys.stdin = inp = _io.StringIO(self.unpack(stdin))
        told, value = None, None
        try:
            result = OPS[op](self, *frame[4:])
            if op == 'next':
                result, told = result
        except BaseException:
            error, trace = _exc_info()[1:]
            told, result = self.told(error, trace), Stub
        limit = _recursion_limit()          # as low as the candidate may have left it
        _set_recursion_limit(max(limit, 1500))
        # Packing runs code of the candidate's only where a class of the library does.
        self.room, self.seen = ITEMS, {}
        after, printed, consumed = [], None, None
        try:
            if result is not Stub:
                value = ['l', *result] if op == 'next' else self.pack(result)
            after = self.changed()
        except BaseException:
            error = _exc_info()[1]
            result, told = Stub, [one_line(str(error) if type(error) is Unfit else harness.exception_text(error))]
        finally:
            _set_recursion_limit(limit)
        if out is not None:
            printed = pack_text(out.getvalue()[:FRAME // 4])
            streams[0] and persist_print(streams[0], out.getvalue())
        if inp is not None:
            consumed = inp.tell()
        sys.stdout, sys.stdin = (streams[0] if out is not None else sys.stdout, streams[1] if inp is not None else sys.stdin)
        if result is not Stub:
            return ['r', number, value, after, printed, consumed, told]
        if type(told) is int:
            return ['j', number, told, after, printed, consumed, [self.error_line, self.error_text]]
        return ['x', number, None, after, printed, consumed, told]

    def told(self, error, trace):
        """What to reply to an exception: the number of one of the judge's own, or its description."""
        if type(error) is Unfit:
            return [str(error)]
        known = self.errors.get(id(error))
        if known and known[0] is error:
            line = harness.Raised(error, trace, ()).code_line
            self.error_line = line
            self.error_text = self.sources[line - 1][:500] if line and line <= len(self.sources) else None
            return known[1]
        try:
            return self.tell(error, trace)
        except BaseException:
            return [None, None, ['bi', 'Exception'], ['t', 'an exception that cannot be told'], None, ['d'], None]

    def target(self, handle):
        return self.exports[handle]

    def call(self, handle, args, kwargs):
        args, kwargs = self.arguments(args, kwargs)
        return self.exports[handle](*args, **kwargs)

    def arguments(self, args, kwargs):
        self.room, self.objects = 1 << 60, []
        args, kwargs = self.unpack(args), self.unpack(kwargs)
        self.snapshot()
        self.refs = {id(value): index for index, value in enumerate(self.table)}
        return args, kwargs

    def plain(self, tree):
        """A value outside a call: nothing in it is numbered."""
        self.room, self.objects = 1 << 60, []
        kept = self.table, self.before
        self.table, self.before = list(self.table), []
        try:
            return self.unpack(tree)
        finally:
            self.table, self.before = kept

    def meth(self, handle, name, args, kwargs):
        args, kwargs = self.arguments(args, kwargs)
        return getattr(self.exports[handle], name)(*args, **kwargs)

    def dun(self, handle, name, args, kwargs):
        args, kwargs = self.arguments(args, kwargs)
        target = self.exports[handle]
        return getattr(type(target), name)(target, *args, **kwargs)

    def attr(self, handle, name):
        return getattr(self.exports[handle], name)

    def set(self, handle, name, value):
        setattr(self.exports[handle], name, self.plain(value))

    def delete(self, handle, name):
        delattr(self.exports[handle], name)

    def next(self, handle, size):
        """Up to SIZE packed items, and what ended them."""
        target, items = self.exports[handle], []
        self.room, self.seen = ITEMS, {}
        step = type(target).__next__
        started = _clock()
        while len(items) < size:
            try:
                item = step(target)
            except BaseException:
                error, trace = _exc_info()[1:]
                told = self.told(error, trace)
                return items, told
            items.append(self.pack(item))
            if _clock() - started > .005:       # a slow one is not asked ahead
                break
        return items, None

    def run(self, handle):
        """Runs a coroutine to its end; one of a program that knows no loop needs none."""
        target, asyncio = self.exports[handle], _modules.get('asyncio')
        if asyncio is not None:
            return asyncio.run(target)
        try:
            target.send(None)
        except StopIteration as end:
            return end.value
        raise RuntimeError('a coroutine waits for something')

    def iter(self, handle):
        return iter(self.exports[handle])

    def item(self, handle, key):
        return self.exports[handle][self.plain(key)]

    def truth(self, handle):
        return bool(self.exports[handle])

    # -- callbacks

    def ask(self, op, index, args, kwargs):
        self.number += 1
        number = self.number
        self.room, self.seen = ITEMS, {}
        data = ['cb', number, op, index, self.pack(tuple(args)), self.pack(dict(kwargs))]
        if _getpid() != self.pid:
            _exit(0)
        self.send(data)
        while True:
            frame = self.receive()
            if frame[0] == 'cr' and frame[1] == number:
                return self.plain(frame[2])
            if frame[0] == 'cx' and frame[1] == number:
                raise self.callback_error(frame)
            self.answer(frame)

    def callback_error(self, frame):
        kind, args = EXCEPTIONS.get(frame[3], FromJudge), self.plain(frame[4])
        try:
            error = kind(*args)
        except Exception:
            error = FromJudge(*args)
        self.errors[id(error)] = error, frame[2]
        return error

    def proxy(self, index, make):
        if index not in self.proxies:
            self.proxies[index] = make()
        return self.proxies[index]


_Function = type(lambda: None)


def clean(text):
    return text.encode('utf-8', 'backslashreplace').decode()


def persist_print(stream, text):
    try:
        stream.write(text)
    except BaseException:
        pass


def is_same(value, old):
    """Whether a container still holds the very objects that it held."""
    kind = type(value)
    if kind is bytearray:
        return value == old
    if kind is set:
        return len(value) == len(old) and {id(x) for x in value} == {id(x) for x in old}
    if kind is list or kind.__name__ == 'deque':
        return len(value) == len(old) and all([x is y for x, y in zip(value, old)])
    if kind.__name__ == 'ndarray':
        return value.shape == old.shape and value.tobytes() == old.tobytes()
    if not isinstance(value, dict):
        value = vars(value)
    return len(value) == len(old) and all([a is c and b is d for (a, b), (c, d) in zip(dict.items(value), dict.items(old))])


class JudgeCall:
    """A function of the tests'."""
    __slots__ = ('_stub', '_index', '__name__')

    def __init__(self, stub, index, name):
        self._stub, self._index, self.__name__ = stub, index, name

    def __call__(self, *args, **kwargs):
        return self._stub.ask('call', self._index, args, kwargs)


class JudgeIterator:
    """An iterator of the tests'."""
    __slots__ = ('_stub', '_index')

    def __init__(self, stub, index):
        self._stub, self._index = stub, index

    def __iter__(self):
        return self

    def __next__(self):
        return self._stub.ask('next', self._index, (), {})


class JudgeObject:
    """An object of a class that the tests define."""

    def __init__(self, stub, index):
        object.__setattr__(self, '_stub', stub)
        object.__setattr__(self, '_index', index)

    def __getattr__(self, name):
        return self._stub.ask('attr', self._index, (name,), {})

    def __setattr__(self, name, value):
        self._stub.ask('set', self._index, (name, value), {})


def judge_object(stub, index, name, dunders):
    def make(op):
        return lambda self, *args: self._stub.ask(op, self._index, args, {})
    kind = type(name, (JudgeObject,), {op: make(op) for op in dunders})
    return kind(stub, index)


def read_exception(self, tree, depth):
    return EXCEPTIONS[tree[1]](*self.unpack(tree[2], depth))


Stub.readers = dict(
    READERS,
    h=lambda self, tree, depth: self.exports[tree[1]],
    bn=lambda self, tree, depth: getattr(builtins.__import__(tree[1]), tree[2]),
    bm=lambda self, tree, depth: getattr(TYPES[tree[1]], tree[2]),
    cb=lambda self, tree, depth: self.proxy(tree[1], lambda: JudgeCall(self, tree[1], tree[2])),
    ji=lambda self, tree, depth: self.proxy(tree[1], lambda: JudgeIterator(self, tree[1])),
    jo=lambda self, tree, depth: self.proxy(tree[1], lambda: judge_object(self, tree[1], tree[3], tree[4])),
    ex=read_exception, o=None, r=read_again)


def read_own_object(self, tree, depth):
    kind = self.namespace[tree[1]]
    new = object.__new__(kind)
    self.keep(new)
    self.objects.append(new)
    for i in range(2, len(tree), 2):
        object.__setattr__(new, tree[i], self.unpack(tree[i + 1], depth))
    return new


Stub.readers['o'] = read_own_object
OPS = {'call': Stub.call, 'meth': Stub.meth, 'dun': Stub.dun, 'attr': Stub.attr, 'set': Stub.set, 'del': Stub.delete,
       'next': Stub.next, 'run': Stub.run, 'iter': Stub.iter, 'item': Stub.item, 'truth': Stub.truth}


# ---------------------------------------------------------------- the stub: loading

def load_program(request, say, stub):
    """(program, None), or what is wrong in the words of a 'failed' frame."""
    programs, wanted = request['programs'], request.get('serve') or []
    say('"start": true, "program": 0')
    stub.send(['start'])
    index, code, error = harness.quiet_compile(harness.choose_program, programs, wanted)
    source = programs[index]['source']
    if programs[index].get('rule') == 'whole_text' and not harness.has_code(source) \
            and (code is None or not source.strip()):
        return index, ['error', 'no_code', 'the answer holds no code', index, None]
    if code is None:
        reason, line = harness.syntax_text(error)
        return index, ['syntax_error', None, reason, index, line]
    if may_have_signs(code):
        tell_signs(source, say, stub)
    if index:
        say('"start": true, "program": %d' % index)
    stub.sources = harness.source_lines(source)
    setup = request.get('setup')
    try:
        exec(code, stub.namespace)
    except BaseException:
        outcome, detail, reason, line = harness.load_failure(_exc_info()[1], _exc_info()[2], stub.sources)
        return index, [outcome, detail, reason, index, line]
    try:
        if setup:
            exec(compile(setup, SETUP, 'exec', 0, True), stub.namespace)
    except BaseException:
        pass        # the judge runs it as well, and says so
    return index, None


def tell_signs(source, say, stub):
    """Before the program can run, so that it cannot hold them back."""
    hints = harness.quiet_compile(signs, source)
    if hints:
        say('"tamper": [%s]' % ', '.join([harness.quote(hint) for hint in hints]))
        stub.send(['signs', *[clean(hint) for hint in hints]])


def serve_candidate(request, say, fd_link):
    """The candidate's process: loads the program and answers calls until the judge is gone."""
    namespace = harness.make_world()
    harness.install_denials(namespace, request.get('deny') or (), request.get('deny_calls') or ())
    stub = Stub(harness.hide_channel(fd_link), namespace)
    stub.frame_cap = request.get('frame_cap') or FRAME
    before = dict(builtins.__dict__)
    index, failed = load_program(request, say, stub)
    _set_trace(None)
    _set_profile(None)
    if _getpid() != stub.pid:
        _exit(0)
    hello = stub.receive()
    if failed:
        say('"failed": %s, "reason": %s' % (harness.quote(failed[0]), harness.quote(one_line(failed[2]))))
        stub.send(['failed', *failed])
        return
    stub.declared, stub.byvalue = hello[1], hello[2]
    stub.send(['ready', index, served_names(request, stub), names_found(namespace), patched_builtins(before)])
    try:
        stub.serve()
    except OSError:
        pass
    for hint in patched_builtins(before):
        say('"tamper": [%s]' % harness.quote(hint))


def served_names(request, stub):
    served = []
    for name in request.get('serve') or []:
        if name in stub.namespace or name in builtins.__dict__:
            stub.room, stub.seen = ITEMS, {}
            value = stub.namespace.get(name, builtins.__dict__.get(name))
            try:
                served.append([name, stub.pack(value)])
            except BaseException:
                served.append([name, None])
    return served


def names_found(namespace):
    return [clean(name) for name, value in list(namespace.items())
            if type(name) is str and not name.startswith('__') and type(value) is not type(sys)][:200]
