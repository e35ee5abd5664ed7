"""The judge's stand-ins for what the candidate has: classes, objects, iterators.

They ask link.py's Link for everything, and equal nothing plain, whatever the program says.
"""
from values import BINARY, COMPARISONS, DUNDERS
from verdict import CODE

BATCH = 64              # items of an iterator in one reply


TAKES_OPERAND = frozenset(COMPARISONS + BINARY) - {'__eq__', '__ne__'}
BUILTIN_METHODS = frozenset([name for kind in (str, list, dict, set, tuple, int, float, bytes, complex) for name in dir(kind)])
PREDICATES = frozenset('startswith endswith issubset issuperset isdisjoint difference symmetric_difference '
                       'intersection union count index find equals allclose compare'.split())
LIKE_BUILTIN = BUILTIN_METHODS | PREDICATES     # what only a declared class may answer in its own way
ENDING = frozenset('__next__ next send throw'.split())      # may raise StopIteration
SAME_SIZE = frozenset('__len__ __iter__ __next__ __getitem__ __contains__ __bool__ __str__ __repr__ __hash__'.split())


class RemoteType(type):
    """The class of proxy classes: calling one makes an object on the other side."""

    def __call__(cls, *args, **kwargs):
        link = cls._evaltop_link
        made = link.call(cls._evaltop_class, args, kwargs)
        if type(type(made)) is RemoteType:
            handle = object.__getattribute__(made, '_evaltop_id')
            link.made[handle] = link.made.get(handle, 0) + 1
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
        if type(key) is int and not cls._evaltop_declared:
            return tuple(cls)[key]
        return cls._evaltop_link.value('item', cls._evaltop_class, cls._evaltop_link.packed(key))


class Remote(metaclass=RemoteType):
    """An object of the candidate's.  Equal to nothing plain, whatever it says itself."""
    __slots__ = ('_evaltop_id', '__weakref__')
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
            if name == '__contains__':      # what this returns is asked for its truth, and NotImplemented is true
                return any([item is args[0] or item == args[0] for item in self])
            link.remark('returned an object of the class %s where a plain value is used' % type(self).__name__)
            return NotImplemented
        if name in SIZED and not type(self)._evaltop_declared:
            return SIZED[name](self, link, *args, **kwargs)
        if name == '__exit__' and len(args) > 1 and link.is_failure(args[1], link.shape.managed):
            try:
                link.dunder(self, name, args, kwargs)
            except Exception:
                pass
            return False        # a failed assertion is not the program's to swallow, or to replace
        value = link.dunder(self, name, args, kwargs)
        if name in COMPARISONS and value is not NotImplemented:
            return value is True
        return value
    dunder.__name__ = name
    return dunder


def steady_len(self, link):
    """The same number until something has been called that may change it."""
    known, count = link.sizes.get(self._evaltop_id), link.counts.get(self._evaltop_id)
    if known is None:
        known = link.dunder(self, '__len__', ())
        link.sizes[self._evaltop_id] = known
    if count is not None and known and known != count:      # none is left where items are used up
        link.sized_wrongly(self, known)
    return known


def steady_iter(self, link):
    items, size = link.dunder(self, '__iter__', ()), link.sizes.get(self._evaltop_id)
    return watched(self, link, items, size) if hasattr(type(items), '__next__') else items


def stepped(items):
    """The items of an object that may be its own iterator, which is not asked for another one."""
    while True:
        try:
            item = next(items)
        except StopIteration:
            return
        yield item


def watched(self, link, items, size):
    """The items, which are those of the last time: all of them, or none where they are used up by reading."""
    handle, kind, got = self._evaltop_id, type(self), []
    known, is_all = link.read_items.get(handle, ((), False))
    try:
        for item in items if type(items) is RemoteIterator else stepped(items):
            if len(got) < len(known):
                item = link.settled(self, known[len(got)], item)
            elif is_all:
                link.varied(self)
            got.append(item)
            yield item
        if is_all and 0 < len(got) < len(known):
            link.varied(self)
        is_all = True
    finally:
        # One that is its own iterator goes on where it was left.
        if len(got) >= len(known) and (is_all or '__next__' not in kind._evaltop_dunders):
            link.read_items[handle] = got, is_all
    if '__len__' in kind._evaltop_dunders and type(size) is int and len(got) != size:
        link.sized_wrongly(self, size)
    for key, item in link.asked_items.get(handle, {}).items():
        check_item(self, link, key, item)
    link.sizes.clear()      # what is read may be used up
    link.counts[handle] = len(got)


def steady_item(self, link, key):
    handle, size = self._evaltop_id, link.sizes.get(self._evaltop_id)
    asked = link.asked_items.setdefault(handle, {})
    is_name = type(key) in (int, str)
    if is_name and key in asked:
        return asked[key]
    try:
        item = link.dunder(self, '__getitem__', (key,))
    except IndexError:
        if type(size) is type(key) is int and 0 <= key < size:
            link.sized_wrongly(self, size)
        raise
    if is_name:
        check_item(self, link, key, item)
        link.asked_items.setdefault(handle, {})[key] = item
    elif type(key) is slice and '__len__' in type(self)._evaltop_dunders:
        check_part(self, link, key, item)
    return item


def check_item(self, link, key, item):
    """An item is the one that stands there among all, or of a mapping whose key is among them."""
    items, is_all = link.read_items.get(self._evaltop_id, ((), False))
    if type(key) is int and is_all and -len(items) <= key < len(items) and differs(items[key], item) and key not in items:
        link.varied(self)


def check_part(self, link, key, part):
    try:
        wanted = [self[i] for i in range(*key.indices(len(self)))]
        given = list(part)
    except (TypeError, LookupError):    # of a mapping, or of something else that has no parts
        return
    if len(wanted) != len(given) or any([differs(a, b) for a, b in zip(wanted, given)]):
        link.varied(self)


def steady_reversed(self, link):
    if {'__iter__', '__getitem__'}.isdisjoint(type(self)._evaltop_dunders):
        return link.dunder(self, '__reversed__', ())
    return iter(list(self)[::-1])


def is_remote(value):
    return type(type(value)) is RemoteType or type(value) in (RemoteIterator, type(is_remote))


def differs(old, new):
    """Whether two values that should be one are not; objects of the candidate's are their own business."""
    if old is new or is_remote(old) and is_remote(new):
        return False
    if type(old) is not type(new):
        return True
    if type(old) in (list, tuple):
        return len(old) != len(new) or any([differs(a, b) for a, b in zip(old, new)])
    if type(old) is dict:
        return list(old) != list(new) or any([differs(old[key], new[key]) for key in old])
    try:
        return bool(old != new) and (old == old or new == new)
    except Exception:       # an array says more than one word
        return False


# An object of a class that the task does not name may stand for a list.  It cannot say a length that is expected,
# and have no items where they are compared, or other items each time, or others by number than in a row.
SIZED = {'__len__': steady_len, '__iter__': steady_iter, '__getitem__': steady_item, '__reversed__': steady_reversed}
DUNDER_METHODS = {name: make_dunder(name) for name in DUNDERS - {'__eq__', '__ne__', '__hash__', '__bool__', '__str__', '__repr__'}}


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
