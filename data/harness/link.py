"""The judge's end of the split guard's socket: requests, callbacks, and the values that only the judge reads.

What comes is hostile: the stub may be taken over by the candidate at any time, and all that this wins is sending other
values, which are wrong answers.  What is no plain value is an opaque handle: see proxies.py.
"""
import posix
import sys

import harness
from frames import FRAME, HANDLES, ITEMS, NOTES, Pipe, Unfit, Unjudgeable, Violation, dump
from proxies import BUILTIN_METHODS, DUNDER_METHODS, ENDING, LIKE_BUILTIN, PREDICATES, SAME_SIZE, Lines, Remote, \
    RemoteIterator, RemoteType, differs, is_remote, raise_at
from values import BASES, BINARY, COMPARISONS, DUNDERS, EXCEPTIONS, NAMED, OPEN, OWN, RARE, READERS, TYPES, Packer, Unpacker, \
    base_value, pack_named, pack_object, pack_text, read_again, read_function_name, read_named
from verdict import CODE, TESTS, Told, exception_text, one_line, show

CALLBACKS = 100000      # of one run
NESTING = 50            # of calls inside callbacks

_urandom = posix.urandom
_Function = type(lambda: None)
_type_name = type.__dict__['__name__'].__get__


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
        # What the reference did to its arguments, or does; of its calls, the names of what is called by the handle.
        self.changes = harness.load_beside('changes').Changes(request) if 'changes' in request else None
        self.key, self.names = None, {}
        self.made, self.told = {}, {}   # handle: how often the tests made it, and how often it was named at all
        self.sizes, self.counts = {}, {}    # handle: the length that its object said, the items that it had
        self.read_items, self.asked_items = {}, {}      # handle: (items in a row, are they all), {key: item}
        self.failed = []                # assertions of the tests that failed in callbacks, since the request
        self.out, self.inp = sys.stdout, sys.stdin
        self.namespace = {}
        self.helpers = {}

    def is_plain(self):
        """Whether all that came were answers to calls of functions, in values without a tie to the other side."""
        kinds = {type(proxy) for proxy in self.proxies.values()}
        return kinds <= {_Function} and not (self.dead or self.is_late or self.notes or self.given or self.classes or NAMED)

    # -- faults

    def fail(self, detail, text):
        """The end of this run; every later call says the same."""
        self.dead = self.dead or (detail, text)
        raise Told(*self.dead)

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
            raise Told(*self.dead)
        if self.rest:
            self.guarded(self.early)
        number, mark = int.from_bytes(_urandom(7), 'big'), len(self.failed)
        self.calls += 1
        if op in ('call', 'meth', 'set', 'del') or op == 'dun' and parts[1] not in SAME_SIZE:
            for seen in self.sizes, self.counts, self.read_items, self.asked_items:
                seen.clear()
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
        self.fail('wrong_answer', 'swallowed an assertion of the tests: ' + exception_text(failed[0]))

    def early(self):
        raise Violation('a reply before the request')

    def sized_wrongly(self, proxy, size):
        name = type(proxy).__name__
        self.remark('returned an object of the class %s, which has another length than items' % name)
        self.fail('bad_verdict', 'an object of the class %s says a length of %d and has other items' % (name, size))

    def varied(self, proxy):
        name = type(proxy).__name__
        self.remark('returned an object of the class %s, whose items vary' % name)
        self.fail('bad_verdict', 'an object of the class %s has other items each time that it is read' % name)

    def settled(self, proxy, old, new):
        """An item of PROXY's that is read again; an object that stands for it is the same as before."""
        if differs(old, new):
            self.varied(proxy)
        return old if is_remote(old) and not getattr(type(old), '_evaltop_declared', False) else new

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
        return self.finish(self.ask(op, *parts), op in ('meth', 'dun') and parts[1] in ENDING)

    def finish(self, frame, may_end):
        # ['r', number, value, after, printed, read, null] and alike for exceptions
        self.replay(frame)
        value = self.settle(frame[2], frame[3])
        if frame[0] != 'r':
            self.throw(frame, may_end)
        return value

    def settle(self, tree, after):
        """The value that a reply holds, with the arguments as they are to be from now on.

        Where it is not the candidate that says so, what it did to them is seen only in what it returned of them.
        """
        wanted = after if self.copy_back else []
        if self.changes and self.copy_back:
            self.changes.note(self.key, after)
        elif self.changes:
            wanted = self.changes.known(self.key)
        if wanted is after or self.guarded(dump, after) == dump(wanted):
            table, self.is_apart = self.table, self.shape.apart
            value = self.read(tree)
            self.is_apart = False
            if self.table is not table:
                self.guarded(self.put_all_back, after)
                self.table = table
            self.guarded(self.put_all_back, after)
            return value
        self.remark('changed its arguments otherwise than the reference' if wanted else 'changed its arguments')
        table, self.table = self.table, self.guarded(self.copies)
        value = self.read(tree)
        self.guarded(self.put_all_back, after)
        self.table = table
        self.guarded(self.put_all_back, wanted)
        return value

    def replay(self, frame):
        text, consumed = frame[4], frame[5]
        if text is not None and self.out_wanted():
            sys.stdout.write(str(self.read(text)))
        if type(consumed) is int and consumed > 0 and hasattr(sys.stdin, 'getvalue'):
            sys.stdin.seek(sys.stdin.tell() + consumed)

    def call(self, handle, args, kwargs, op='call', *more):
        """A call with arguments: numbered, and put back as the candidate left them."""
        saved = self.refs, self.table, self.numbering, self.key
        self.refs, self.table, self.numbering = {}, [], True
        try:
            args, kwargs = self.packed(tuple(args)), self.packed(kwargs)
            self.numbering = False
            self.key = self.changes and self.changes.key(op, self.names.get(handle), more, args, kwargs)
            return self.value(op, handle, *more, args, kwargs)
        finally:
            self.refs, self.table, self.numbering, self.key = saved

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
        items = [(False, item) for item in self.guarded(list, self.finish(frame, True))]
        if told is not None:
            try:
                self.throw(['x', 0, None, [], None, None, told], True)
            except Exception as error:
                items.append((True, error))
        if not 0 < len(items) <= size + 1:
            self.guarded(self.early)
        return items

    # -- what may be asked of whom

    def is_made(self, proxy):
        handle = object.__getattribute__(proxy, '_evaltop_id')
        return type(proxy)._evaltop_declared and self.made.get(handle) == self.told.get(handle)

    def is_trusted(self, proxy, args):
        """Whether an operand may be shown to PROXY's class: it may belong to what is expected."""
        if self.is_made(proxy):
            return True
        return type(proxy)._evaltop_declared and all([type(type(arg)) is RemoteType for arg in args])

    def is_failure(self, error, managed=()):
        """Whether ERROR says that an assertion of the tests has failed, and not that the program raised one.

        One that could not be evaluated has failed too, and one that was not come to in a body that is MANAGED.
        """
        trace, name, lines = getattr(error, '__traceback__', None), CODE, []
        while trace:
            name = trace.tb_frame.f_code.co_filename
            lines += [trace.tb_lineno] if name == TESTS else []
            trace = trace.tb_next
        if isinstance(error, AssertionError) and name != CODE:
            return True
        return any([first <= line <= last for line in lines for first, last in self.shape.asserted + managed])

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
                memo[index] = new = copy_object(value) if is_own else duplicate(value, copy_of)
                fill(new, copy_of)
                if isinstance(value, tuple):        # one of them may hold a list that holds it
                    memo[index] = tuple.__new__(type(value), [copy_of(item) for item in value])
            return memo[index]

        return [copy_of(value) for value in self.table]

    is_apart = False

    def argument(self, index):
        """One of the numbered.  A test that changes its own before it looks at what came back would change both."""
        if self.is_apart and self.copy_back:
            self.mutated = True
        elif self.is_apart:
            self.table, self.is_apart = self.copies(), False
        return Unpacker.argument(self, index)

    def put_all_back(self, after):
        for index, tree in after:
            self.put_back(index, tree)

    def put_back(self, index, tree):
        """An argument as the candidate left it."""
        old, new = self.argument(index), self.unpack(tree)
        self.mutated = True
        if type(new) is not type(old) or new is old:
            raise Violation('an argument changed its type')
        if isinstance(old, (list, bytearray)) or type(old).__name__ == 'array':
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
        space = {n: DUNDER_METHODS[n] for n in allowed if n in DUNDER_METHODS}
        if '__contains__' in dunders and '__contains__' not in space:
            space['__contains__'] = DUNDER_METHODS['__contains__']
        space.update(__slots__=(), __module__='solution', _evaltop_link=self, _evaltop_class=handle,
                     _evaltop_declared=declared, _evaltop_dunders=dunders,
                     _evaltop_methods=frozenset([n for n in methods if type(n) is str]))
        if '__call__' in dunders:
            space['__call__'] = DUNDER_METHODS['__call__']
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

    def throw(self, frame, may_end):
        """Raises what the reply says.  Its last part is [line, text of the line, kind, args, str, fields, name].

        StopIteration ends a loop of the tests in silence: only what steps on may raise it (ENDING).
        """
        if frame[0] == 'j':     # one of our own, back from a callback
            error = self.guarded(lambda: self.thrown[frame[2]])
            if isinstance(error, StopIteration) and not may_end:
                error = RuntimeError('the program raised StopIteration')
            raise_at(error, self.guarded(self.line_of, frame[6]))
        told = self.guarded(lambda: list(frame[6]))
        if len(told) == 1:
            raise Unjudgeable(one_line(str(told[0])))
        line = self.guarded(self.line_of, told)
        error = self.guarded(self.rebuild, told)
        if not isinstance(error, Exception):
            self.leave(error, line)
        if isinstance(error, StopIteration) and not may_end:
            error = RuntimeError('the program raised StopIteration')
        raise_at(error, line)

    def leave(self, error, line):
        """SystemExit and its like: the program gave up, whatever the tests would catch."""
        kind = type(error)
        detail = 'early_exit' if isinstance(error, SystemExit) else 'exception'
        self.dead = detail, exception_text(error)
        raise_at(Told(*self.dead), line)

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
                if name in LIKE_BUILTIN and callable(value):
                    raise Violation('an attribute in the place of the method %s()' % name)
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
        key, self.key = self.key, None
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
            self.key = key
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


def duplicate(value, copy_of):
    if type(value).__name__ in RARE:
        return harness.load_beside('rare').duplicate(value, copy_of)
    return value.copy() if hasattr(value, 'copy') else value


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


def read_exception(self, tree, depth):
    """One that is returned, as one that is raised is told."""
    return self.rebuild([None, None] + tree[1:])


def read_handle(self, tree, depth):
    # What a call returns may stand for an answer, and no longer sees what it is compared with.
    self.told[tree[1]] = self.told.get(tree[1], 0) + 1
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


Link.readers = dict(READERS, o=read_object, r=read_again, h=read_handle, K=read_class, fn=read_function, it=read_iterator,
                    co=read_coroutine, g=read_given, nt=read_their_named, bn=read_function_name, ex=read_exception)
