"""The split guard's socket: frames of JSON arrays, and what bounds them.

What comes from the candidate's side is hostile: a frame is parsed by the C scanner with everything refused that no
honest stub sends.  README.md beside this file says what crosses.
"""
import posix
import _json

# EvalPlus wants lists of a million floats.
FRAME = 1 << 24         # bytes of a frame towards the judge
ITEMS = 2000000         # elements of one value
PRINTED = 1 << 18       # characters that a call may print for the tests to read
HANDLES = 200000        # objects that either side keeps for the other
NOTES = 20              # tamper notes

_read, _write = posix.read, posix.write


class Unfit(Exception):
    """A value that cannot cross."""


class Unjudgeable(Exception):
    """What the candidate returned is too large or too deep to be looked at."""


class Violation(Exception):
    """A frame that no honest stub sends."""


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
    if len(data) > ITEMS and data.count(b'[') > ITEMS:      # before they take memory
        raise Violation('a value has more than %d elements' % ITEMS)
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
