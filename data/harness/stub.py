"""The candidate's side of the split guard: loads the program, and serves its names to the judge.

It has neither tests nor expected values.
"""
import builtins
import posix
import sys
import time
import _io

import harness
from frames import FRAME, HANDLES, ITEMS, PRINTED, Pipe, Unfit, dump
from signs import may_have_signs, patched_builtins, signs
from values import BASES, DUNDERS, EXCEPTIONS, PACKERS, READERS, TYPES, Packer, Unpacker, base_value, function_name, \
    is_standard, make_named, pack_named, pack_object, pack_text, read_again
from verdict import SETUP, Raised, exception_text, one_line, quote, source_lines, syntax_text

_modules = sys.modules
_getpid, _exit = posix.getpid, posix._exit
_set_trace, _set_profile = sys.settrace, sys.setprofile
_recursion_limit, _set_recursion_limit = sys.getrecursionlimit, sys.setrecursionlimit
_exc_info = sys.exc_info
_type_name = type.__dict__['__name__'].__get__
_mro_of = type.__dict__['__mro__'].__get__
_dict_of = type.__dict__['__dict__'].__get__
_args_of = BaseException.args.__get__
_clock = time.monotonic


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
        self.before = [(index, value, self.as_it_is(value)) for index, value in self.before]

    def as_it_is(self, value):
        if type(value).__name__ in self.byvalue:
            return dict(vars(value))
        return value.copy() if hasattr(value, 'copy') else value[:]

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
            return self.pack_standard(value) or self.pack_class(value)
        if isinstance(value, BaseException):
            return ['ex', *self.describe(value)]
        if _type_name(kind) in self.byvalue and self.namespace.get(_type_name(kind)) is kind:
            return pack_object(self, value, depth)
        if _type_name(kind) == 'coroutine':
            return ['co', self.export(value)]
        name = function_name(value)
        if name:
            return ['bn', *name]
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
        # What has more to it than its items (a file) is an object.
        if any(['__next__' in _dict_of(c) for c in mro]) and kind.__module__ != 'solution' and not hasattr(kind, 'read'):
            return ['it', self.export(value)]
        return ['h', self.export(value), self.pack_class(kind)]

    def pack_standard(self, kind):
        """A class whose objects are values, as the judge's own; None for others."""
        key = kind.__module__, _type_name(kind)
        if type(key[0]) is not str or not is_standard(key) or getattr(_modules.get(key[0]), key[1], None) is not kind:
            return None
        return ['bs', *key]

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
        line = Raised(error, trace, ()).code_line
        text = self.sources[line - 1] if line and line <= len(self.sources) else None
        self.room, self.seen = ITEMS, {}
        return [line, text and text[:500], *self.describe(error)]

    def describe(self, error):
        """[kind, args, str, fields, name] of an exception."""
        kind = type(error)
        args = ['t', *[self.pack_or_text(x) for x in _args_of(error)]]
        fields = ['d']
        for name, value in list(vars(error).items())[:50] if hasattr(error, '__dict__') else ():
            fields += [str(name), self.pack_or_text(value)]
        try:
            words = None if kind.__str__ is BaseException.__str__ else str(error)[:2000]
        except BaseException:
            words = None
        name = getattr(error, 'name', None)
        return [self.pack_class(kind), args, words and clean(words), fields,
                name if type(name) is str else None]

    def pack_or_text(self, value):
        refs, self.refs, seen = self.refs, {}, dict(self.seen)
        try:
            tree = self.pack(value)
            if len(dump(tree)) < 10000:
                return tree
        except BaseException:
            pass
        finally:
            self.refs = refs
        self.seen = seen        # what was numbered is not told
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
            result, told = Stub, [one_line(str(error) if type(error) is Unfit else exception_text(error))]
        finally:
            _set_recursion_limit(limit)
        if out is not None:
            printed = pack_text(out.getvalue()[:PRINTED])
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
            line = Raised(error, trace, ()).code_line
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
    if kind is bytearray or kind.__name__ == 'array':
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


# ---------------------------------------------------------------- loading

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
        reason, line = syntax_text(error)
        return index, ['syntax_error', None, reason, index, line]
    if may_have_signs(code):
        tell_signs(source, say, stub)
    if index:
        say('"start": true, "program": %d' % index)
    stub.sources = source_lines(source)
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
        say('"tamper": [%s]' % ', '.join([quote(hint) for hint in hints]))
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
        say('"failed": %s, "reason": %s' % (quote(failed[0]), quote(one_line(failed[2]))))
        stub.send(['failed', *failed])
        return
    stub.declared, stub.byvalue = hello[1], hello[2]
    stub.send(['ready', index, served_names(request, stub), names_found(namespace), patched_builtins(before)])
    try:
        stub.serve()
    except OSError:
        pass
    for hint in patched_builtins(before):
        say('"tamper": [%s]' % quote(hint))


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
