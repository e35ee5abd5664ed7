"""The split guard's values that few programs use: more standard types, and back.  values.py loads this where one crosses.

The same holds as there: exact types, rebuilt from plain data.  What a wrapper holds is numbered with it, so that what
is changed through it is told as a change of what it holds.
"""
import builtins

from frames import Unfit, Violation
from values import load, pack_text

_type_name = type.__dict__['__name__'].__get__
LETTERS = frozenset('bBuhHiIlLqQfd')    # an array's, and what a memoryview may show
SHOWN = LETTERS - {'u'} | {'c', '?'}


def whole(value, *kinds):
    if type(value) not in kinds:
        raise Violation('a wrapper of something else')
    return value


# ---------------------------------------------------------------- wrappers

def pack_wrapper(self, value, depth):
    self.note(value, 1)
    return [self.pack(value.data, depth)]


def pack_chain(self, value, depth):
    self.note(value, len(value.maps))
    return [self.pack(part, depth) for part in value.maps]


def pack_mapping(self, value, depth):
    self.note(value, 2 * len(value))
    tree = []
    for key, item in value.items():
        tree += [self.pack(key, depth), self.pack(item, depth)]
    return tree


def read_wrapper(name, kind):
    def read(self, parts, depth):
        def make():
            new = load('collections', name)()
            new.data = whole(self.unpack(parts[0], depth), kind)
            return new
        return self.keep_late(make)
    return read


def read_text(self, parts, depth):
    return self.keep_late(lambda: load('collections', 'UserString')(whole(self.unpack(parts[0], depth), str)))


def read_chain(self, parts, depth):
    kinds = dict, load('collections', 'OrderedDict'), load('collections', 'defaultdict'), load('collections', 'Counter')
    return self.keep_late(lambda: load('collections', 'ChainMap')(*[whole(self.unpack(part, depth), *kinds) for part in parts]))


def pairs(self, parts, depth):
    return {self.unpack(parts[i], depth): self.unpack(parts[i + 1], depth) for i in range(0, len(parts), 2)}


def read_mapping(self, parts, depth):
    return self.keep_late(lambda: type(type.__dict__)(pairs(self, parts, depth)))


# ---------------------------------------------------------------- views of mappings

def pack_items(self, value, depth):
    items = list(value)
    self.note(value, len(items))
    return [self.pack(item, depth) for item in items]


def read_view(make):
    """MAKE: the view, of the items."""
    return lambda self, parts, depth: self.keep_late(lambda: make([self.unpack(part, depth) for part in parts]))


def ordered(items):
    return load('collections', 'OrderedDict')(items)


def view_of(name, mapping):
    builtins.__import__('collections.abc')
    return getattr(load('collections', 'abc'), name)(mapping)


# ---------------------------------------------------------------- numbers in a row

def pack_array(self, value, depth):
    if value.typecode not in LETTERS:
        raise Unfit('an array of %s' % value.typecode)
    self.note(value, len(value))
    return [value.typecode, value.tobytes().hex()]


def read_array(self, parts, depth):
    if parts[0] not in LETTERS:
        raise Violation('an array of other than numbers')
    new = load('array', 'array')(parts[0], bytes.fromhex(parts[1]))
    self.keep(new)
    return new


def pack_memory(self, value, depth):
    if value.ndim != 1 or value.format not in SHOWN:
        raise Unfit('a memoryview of other than numbers in a row')
    self.note(value, len(value))
    return [value.format, value.readonly, value.tobytes().hex()]


def read_memory(self, parts, depth):
    if parts[0] not in SHOWN:
        raise Violation('a memoryview of other than numbers')
    kind = bytes if parts[1] is True else bytearray
    return self.keep_late(lambda: memoryview(kind.fromhex(parts[2])).cast(parts[0]))


# ---------------------------------------------------------------- the rest

def pack_moment(self, value, depth):
    return [self.pack(x, depth) for x in (*value, value.tm_zone, value.tm_gmtoff)]


def read_moment(self, parts, depth):
    return load('time', 'struct_time')([self.unpack(part, depth) for part in parts])


def pack_zone(self, value, depth):
    offset, kind = value.utcoffset(None), type(value)
    name = value.tzname(None)
    return [offset.days, offset.seconds, offset.microseconds, None if name == kind(offset).tzname(None) else pack_text(name)]


def read_zone(self, parts, depth):
    offset = load('datetime', 'timedelta')(*parts[:3])
    zone = load('datetime', 'timezone')
    if parts[3] is None:
        return zone(offset) if offset else zone.utc
    return zone(offset, whole(self.unpack(parts[3], depth), str))


def pack_number(self, value, depth):
    return [self.pack(value.int)]


def read_uuid(self, parts, depth):
    return load('uuid', 'UUID')(int=whole(self.unpack(parts[0], depth), int))


def pack_words(self, value, depth):
    return [pack_text(str(value))]


def read_words(module, name):
    return lambda self, parts, depth: load(module, name)(whole(self.unpack(parts[0], depth), str))


def duplicate(value, copy_of):
    """A wrapper of copies; what cannot change is its own copy."""
    name = _type_name(type(value))
    if name in ('UserList', 'UserDict'):
        new = type(value)()
        new.data = copy_of(value.data)
        return new
    if name == 'ChainMap':
        return type(value)(*[copy_of(part) for part in value.maps])
    if name == 'mappingproxy':
        return type(value)({key: copy_of(item) for key, item in value.items()})
    return value[:] if name == 'array' else value


KINDS = {
    ('collections', 'UserList'): (pack_wrapper, read_wrapper('UserList', list)),
    ('collections', 'UserDict'): (pack_wrapper, read_wrapper('UserDict', dict)),
    ('collections', 'UserString'): (pack_wrapper, read_text),
    ('collections', 'ChainMap'): (pack_chain, read_chain),
    ('builtins', 'mappingproxy'): (pack_mapping, read_mapping),
    ('builtins', 'odict_keys'): (pack_items, read_view(lambda items: ordered(dict.fromkeys(items)).keys())),
    ('builtins', 'odict_values'): (pack_items, read_view(lambda items: ordered(enumerate(items)).values())),
    ('builtins', 'odict_items'): (pack_items, read_view(lambda items: ordered(items).items())),
    ('collections.abc', 'KeysView'): (pack_items, read_view(lambda items: view_of('KeysView', dict.fromkeys(items)))),
    ('collections.abc', 'ValuesView'): (pack_items, read_view(lambda items: view_of('ValuesView', dict(enumerate(items))))),
    ('collections.abc', 'ItemsView'): (pack_items, read_view(lambda items: view_of('ItemsView', dict(items)))),
    ('array', 'array'): (pack_array, read_array),
    ('builtins', 'memoryview'): (pack_memory, read_memory),
    ('time', 'struct_time'): (pack_moment, read_moment),
    ('datetime', 'timezone'): (pack_zone, read_zone),
    ('uuid', 'UUID'): (pack_number, read_uuid),
    ('pathlib', 'PurePosixPath'): (pack_words, read_words('pathlib', 'PurePosixPath')),
}
KINDS.update({('ipaddress', name): (pack_words, read_words('ipaddress', name)) for name in (
    'IPv4Address', 'IPv4Network', 'IPv4Interface', 'IPv6Address', 'IPv6Network', 'IPv6Interface')})


def pack(key):
    packer = KINDS[key][0]
    return lambda self, value, depth: ['x', key[0], key[1], *packer(self, value, depth)]


def read(self, tree, depth):
    return KINDS[tree[1], tree[2]][1](self, tree[3:], depth)
