"""Judges one candidate program, or plans a suite's tests, inside the sandbox.

Reads one request on descriptor 0 and answers in JSON lines on descriptor 3;
README.md beside this file is the contract.  The candidate shares this
interpreter, so three habits run through the whole file:

* `__builtins__` of this module is a private copy, and whatever the verdict
  needs from other modules is bound below before any candidate code is loaded.
  A candidate that patches `builtins`, `os` or `sys` changes its own world only.
* Only C modules that the interpreter has built in (or next to it) are imported:
  `ast` and `json` cost more to load than most candidates cost to judge.
* State lives in locals and in one Recorder for each request, so that a warm
  interpreter can fork and serve again and again.
"""
__builtins__ = dict(__builtins__ if isinstance(__builtins__, dict) else vars(__builtins__))

import builtins
import marshal
import posix
import sys
import _ast
import _signal
import _warnings
from _json import encode_basestring_ascii as _quote, make_scanner as _make_scanner

CODE, SETUP, TESTS = 'solution.py', '<setup>', '<tests>'
LIMIT = 200             # characters of a value, a message, a reason
MAX_FAILURES = 20
_STREAM = ('utf-8', 'backslashreplace', True)
PREPARED = 1 << 20      # bytes of what a plan prepares for a task's judges
MARK = '\x00evaltop recorder\x00'   # stands for the Recorder until the code is linked

_close, _dup2, _exit, _getpid = posix.close, posix.dup2, posix._exit, posix.getpid
_open, _read, _urandom, _write = posix.open, posix.read, posix.urandom, posix.write
_exc_info, _getframe, _modules = sys.exc_info, sys._getframe, sys.modules
_set_recursion_limit, _set_profile, _set_trace = sys.setrecursionlimit, sys.setprofile, sys.settrace
_block_signals, _SIG_BLOCK = _signal.pthread_sigmask, _signal.SIG_BLOCK
_ALL_SIGNALS = range(1, 32)
_type_name = type.__dict__['__name__'].__get__
_args_of = BaseException.args.__get__

_open_file, _load_code, _dump_code = builtins.open, marshal.loads, marshal.dumps

_Code = type((lambda: None).__code__)
_Module = type(sys)


# ---------------------------------------------------------------- text

def one_line(text, limit=LIMIT):
    """TEXT with everything that is not printable escaped, cut at LIMIT."""
    text = text[:limit + 1]
    if not text.isprintable():
        text = ''.join([c if c.isprintable() else repr(c)[1:-1] for c in text])
    return cut(text, limit)


def cut(text, limit=LIMIT):
    return text if len(text) <= limit else text[:limit - 3] + '...'


def squeeze(lines):
    """Source lines as one line."""
    return one_line(' '.join([line.strip() for line in lines]))


def source_lines(source):
    """Lines as the compiler counts them; splitlines() would count form feeds."""
    return source.replace('\r\n', '\n').replace('\r', '\n').split('\n')


_OPEN = {list: '[', tuple: '(', set: '{', frozenset: 'frozenset({', dict: '{'}
SHOWN = {}              # how objects are shown, by the class of their class: split.py's proxies
_SHUT = {list: ']', tuple: ')', set: '}', frozenset: '})', dict: '}'}


def show(value, limit=LIMIT):
    """A repr that is bounded in time and length, and never raises.

    Built-in containers are walked only as far as the limit reaches; the repr
    of anything else is the object's own and may well misbehave.
    """
    try:
        return cut(_show(value, limit, 6), limit)
    except BaseException as error:
        return '<%s, whose repr raised %s>' % (_type_name(type(value)), _type_name(type(error)))


def _show(value, room, depth):
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:room])
    if kind is int and value.bit_length() > 4 * LIMIT:
        return '<an int of %d bits>' % value.bit_length()
    if kind in _OPEN:
        return _show_container(value, kind, room, depth)
    text = SHOWN.get(type(kind), repr)(value)
    return str.__getitem__(text, slice(0, room + 1))


def _show_container(value, kind, room, depth):
    if not value:
        return repr(value)
    if depth == 0:
        return _OPEN[kind] + '...' + _SHUT[kind]
    parts, used = [], 0
    for item in (dict.items(value) if kind is dict else value):
        if used > room:
            parts.append('...')
            break
        if kind is dict:
            text = _show(item[0], room, depth - 1) + ': ' + _show(item[1], room, depth - 1)
        else:
            text = _show(item, room - used, depth - 1)
        used += len(text) + 2
        parts.append(text)
    comma = ',' if kind is tuple and len(parts) == 1 else ''
    return _OPEN[kind] + ', '.join(parts) + comma + _SHUT[kind]


def exception_text(error):
    """'KeyError: 3', with the message bounded like any other value."""
    kind = type(error)
    name = _type_name(kind)
    try:
        args = _args_of(error)
        if kind.__str__ is BaseException.__str__ and len(args) == 1 and type(args[0]) is not str:
            text = show(args[0])
        else:
            text = str.__getitem__(str(error), slice(0, LIMIT + 1))
    except BaseException:
        text = '<no message>'
    return one_line(name + ': ' + text if text else name)


def syntax_text(error):
    """'SyntaxError: invalid syntax (line 3)' and the line, or None."""
    kind = type(error)
    if not issubclass(kind, SyntaxError):
        return exception_text(error), None
    line = error.lineno
    where = ' (line %d)' % line if line else ''
    return one_line(kind.__name__ + ': ' + str(error.msg))[:LIMIT - len(where)] + where, line


# ---------------------------------------------------------------- the wire

def quote(text):
    return 'null' if text is None else _quote(text)


def number(value):
    return 'null' if value is None else '%d' % value


def write_all(fd, text):
    data = text.encode('ascii')
    while data:
        try:
            data = data[_write(fd, data):]
        except (BlockingIOError, InterruptedError):
            continue


def read_request():
    """The request on descriptor 0, which is /dev/null from then on; behind a null character, what the plan prepared."""
    chunks = []
    while True:
        chunk = _read(0, 1 << 20)
        if not chunk:
            break
        chunks.append(chunk)
    null = _open('/dev/null', posix.O_RDONLY | posix.O_CLOEXEC)
    _dup2(null, 0)
    _close(null)
    text, _, prepared = b''.join(chunks).partition(b'\0')
    request = parse_json(text.decode('utf-8', 'surrogatepass'))
    if prepared:
        request['prepared'] = _load_code(prepared)
    return request


class _Scanner:
    """The settings that json.JSONDecoder would hand to its C scanner."""
    strict = False
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float
    memo = {}


def parse_json(text):
    return _make_scanner(_Scanner())(text, len(text) - len(text.lstrip()))[0]


def hide_channel(fd):
    """Moves the answer's descriptor out of the way of close(3..10) and guesses."""
    for _ in range(8):
        to = 20 + _urandom(1)[0] % 40
        try:
            if is_open(to):
                continue
            _dup2(fd, to, False)
        except OSError:         # above the limit of open files
            continue
        _close(fd)
        return to
    posix.set_inheritable(fd, False)
    return fd


def is_open(fd):
    try:
        posix.fstat(fd)
        return True
    except OSError:
        return False


# ---------------------------------------------------------------- assertion sites

class Site:
    """One place in the tests that gets a letter of its own in the verdict."""
    __slots__ = ('line', 'source', 'required')

    def __init__(self, line, source, required):
        self.line, self.source, self.required = line, source, required


_OPS = (
    (_ast.Eq, '==', lambda a, b: a == b), (_ast.NotEq, '!=', lambda a, b: a != b),
    (_ast.Lt, '<', lambda a, b: a < b), (_ast.LtE, '<=', lambda a, b: a <= b),
    (_ast.Gt, '>', lambda a, b: a > b), (_ast.GtE, '>=', lambda a, b: a >= b),
    (_ast.Is, 'is', lambda a, b: a is b), (_ast.IsNot, 'is not', lambda a, b: a is not b),
    (_ast.In, 'in', lambda a, b: a in b), (_ast.NotIn, 'not in', lambda a, b: a not in b),
    # not comparisons: what `assert x` and `assert not x` ask
    (None, None, lambda a, b: a), (None, None, lambda a, b: not a),
)
_COMPARE = tuple(op[2] for op in _OPS)
_OP_INDEX = {op[0]: i for i, op in enumerate(_OPS) if op[0]}
_TRUE, _FALSE = 10, 11
_SWAPPED = 16           # the value under test stands right of the operator
_SYMMETRIC = (_ast.Eq, _ast.NotEq, _ast.Is, _ast.IsNot)

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
_WITHS = (_ast.With, _ast.AsyncWith)
_TRIES = (_ast.Try, getattr(_ast, 'TryStar', _ast.Try))
_SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)
_MATCH = getattr(_ast, 'Match', ())
_ITERATORS = ('range', 'zip', 'enumerate', 'reversed', 'sorted', 'list', 'tuple')


class Rewriter:
    """Turns `assert a == b` into calls that record and go on.

    A site becomes

        try:
            if MARK.compare(i, op, a, b):       # true when it newly failed
                MARK.message(i, message)
        except MARK.exception:
            MARK.raised(i)

    and, where the test may mean to catch the exception itself (the body of
    try ... except, or of with), only

        if MARK.soft(i, op, a, b):
            raise MARK.error(i, message)

    The operands are evaluated in their own frame and order.  MARK is a string
    that link() replaces by the Recorder among the constants of the compiled
    code, so that no name of the namespace can stand in for it.
    """

    def __init__(self, lines, fixed=None):
        self.lines = lines
        self.fixed = fixed      # the one site that all asserts share, or None
        self.sites = []
        self.names = set()      # bound by the test to literals, so far

    def block(self, body, must, soft):
        """BODY rewritten.  MUST: it runs in every complete run."""
        new = []
        for node in body:
            if isinstance(node, _ast.Assert):
                new.append(self.site(node, must, soft))
            else:
                self.compound(node, must, soft)
                self.note_names(node)
                new.append(node)
                must = must and not leaves(node)
        return new

    def note_names(self, node):
        if isinstance(node, _ast.Assign):
            for target in node.targets:
                if isinstance(target, _ast.Name):
                    (self.names.add if self.is_fixed(node.value) else self.names.discard)(target.id)

    def is_fixed(self, node):
        """Whether NODE's items cannot depend on the candidate.

        A loop over what the candidate returned may run no time at all, and
        then passes by the official harnesses' rules; a loop over literals is
        known to run.
        """
        kind = type(node)
        if kind is _ast.Constant:
            return True
        if kind is _ast.Name:
            return node.id in self.names
        if kind in (_ast.List, _ast.Tuple, _ast.Set):
            return all([self.is_fixed(item) for item in node.elts])
        if kind is _ast.Dict:
            return all([self.is_fixed(item) for item in node.keys + node.values if item])
        if kind is _ast.UnaryOp:
            return self.is_fixed(node.operand)
        if kind is _ast.Call and type(node.func) is _ast.Name and not node.keywords:
            return node.func.id in _ITERATORS and all([self.is_fixed(arg) for arg in node.args])
        return False

    def compound(self, node, must, soft):
        if isinstance(node, _SCOPES):
            return
        if isinstance(node, _ast.If):
            node.body = self.block(node.body, False, soft)
            node.orelse = self.block(node.orelse, False, soft)
        elif isinstance(node, _LOOPS):
            always = must and not isinstance(node, _ast.While) and self.is_fixed(node.iter)
            node.body = self.block(node.body, always, soft)
            node.orelse = self.block(node.orelse, False, soft)
        elif isinstance(node, _WITHS):
            node.body = self.block(node.body, False, True)
        elif isinstance(node, _TRIES):
            self.attempt(node, must, soft)
        elif isinstance(node, _MATCH):
            for case in node.cases:
                case.body = self.block(case.body, False, soft)

    def attempt(self, node, must, soft):
        if node.handlers:
            node.body = self.block(node.body, False, True)
        else:
            node.body = self.block(node.body, must, soft)
        for handler in node.handlers:
            handler.body = self.block(handler.body, False, soft)
        node.orelse = self.block(node.orelse, False, soft)
        node.finalbody = self.block(node.finalbody, must, soft)

    def site(self, node, must, soft):
        index = self.fixed
        if index is None:
            index = len(self.sites)
            source = squeeze(self.lines[node.lineno - 1:node.end_lineno])
            self.sites.append(Site(node.lineno, source, must))
        at = dict(lineno=node.lineno, col_offset=node.col_offset,
                  end_lineno=node.end_lineno, end_col_offset=node.end_col_offset)
        op, left, right = operands(node.test, at)
        args = [constant(index, at), constant(op, at), left, right]
        test = call('soft' if soft else 'compare', args, at)
        message = [constant(index, at)] + ([node.msg] if node.msg else [])
        if soft:
            error = _ast.Raise(exc=call('error', message, at), cause=None, **at)
            return _ast.If(test=test, body=[error], orelse=[], **at)
        if node.msg:
            note = [_ast.Expr(value=call('message', message, at), **at)]
            note = [attempt(note, [_ast.Pass(**at)], at)]
            do = _ast.If(test=test, body=note, orelse=[], **at)
        else:
            do = _ast.Expr(value=test, **at)
        raised = _ast.Expr(value=call('raised', [constant(index, at)], at), **at)
        return attempt([do], [raised], at)


def leaves(node):
    """Whether NODE may leave the block it stands in, other than by raising."""
    if isinstance(node, (_ast.Return, _ast.Break, _ast.Continue)):
        return True
    if isinstance(node, _SCOPES):
        return False
    inner = [stmt for stmt in children(node) if leaves(stmt)]
    if isinstance(node, _LOOPS):        # its own break and continue stay inside
        return any([returns(stmt) for stmt in inner])
    return bool(inner)


def returns(node):
    if isinstance(node, _ast.Return):
        return True
    return not isinstance(node, _SCOPES) and any([returns(stmt) for stmt in children(node)])


def children(node):
    """The statements inside a compound statement, of all its blocks."""
    found = []
    for field in ('body', 'orelse', 'finalbody'):
        part = getattr(node, field, None)
        if type(part) is list:
            found += part
    for field in ('handlers', 'cases'):
        for part in getattr(node, field, ()):
            found += part.body
    return found


def operands(test, at):
    """The operator's number and the two expressions of an assertion."""
    kind = type(test)
    if kind is _ast.Compare and len(test.ops) == 1:
        op, right = type(test.ops[0]), test.comparators[0]
        index = _OP_INDEX[op]
        if op in _SYMMETRIC and type(test.left) is _ast.Constant and type(right) is not _ast.Constant:
            index += _SWAPPED
        return index, test.left, right
    if kind is _ast.UnaryOp and type(test.op) is _ast.Not:
        return _FALSE, test.operand, constant(None, at)
    return _TRUE, test, constant(None, at)


def constant(value, at):
    return _ast.Constant(value=value, kind=None, **at)


def mark(name, at):
    return _ast.Attribute(value=constant(MARK, at), attr=name, ctx=_ast.Load(), **at)


def call(name, args, at):
    return _ast.Call(func=mark(name, at), args=args, keywords=[], **at)


def attempt(body, handler, at):
    handler = _ast.ExceptHandler(type=mark('exception', at), name=None, body=handler, **at)
    return _ast.Try(body=body, handlers=[handler], orelse=[], finalbody=[], **at)


def link(code, recorder):
    """CODE with the recorder among its constants in the place of MARK."""
    consts = []
    for const in code.co_consts:
        if type(const) is _Code:
            const = link(const, recorder)
        elif type(const) is str and const == MARK:
            const = recorder
        consts.append(const)
    return code.replace(co_consts=tuple(consts))


# ---------------------------------------------------------------- tests

class BadTask(Exception):
    """The task itself is unsound: never the candidate's fault."""


class Texts:
    """A task's set-up code and tests, parsed; Tests changes the trees."""
    __slots__ = ('setup', 'texts', 'trees')

    def __init__(self, task):
        is_list = task['kind'] == 'asserts'
        self.setup = parse(task.get('setup') or '', SETUP, 'the set-up code')
        self.texts = task.get('tests') or [] if is_list else [task.get('test') or '']
        self.trees = [parse(text, TESTS, 'test %d' % i if is_list else 'the test') for i, text in enumerate(self.texts)]


class Tests:
    """A task's tests, rewritten, numbered and compiled.

    What a judge needs of them fits into a tuple that marshal can write: the plan makes it once for each task, and a
    judge that is given it has nothing to parse.
    """
    KEPT = ('kind', 'calls_check', 'lines', 'entry_points', 'whole', 'shadows', 'units', 'setup', 'codes')
    __slots__ = KEPT + ('sites', 'trees', 'imports', 'lacks')

    def __init__(self, task, read=None):
        self.kind = task['kind']
        self.sites, self.trees, self.units, self.lacks = [], [], [], None
        self.calls_check = self.whole = self.shadows = False
        read = read or Texts(task)
        setup, texts, parsed = read.setup, read.texts, read.trees
        self.imports = modules_imported([setup] + parsed)
        entry = task.get('entry_point')
        self.entry_points = [entry] if entry else names_called(parsed, [setup] + parsed)
        if self.kind == 'asserts':
            self.lines = None
            for text, tree in zip(texts, parsed):
                self.add_assert(text, tree)
        else:
            self.lines = source_lines(texts[0])
            self.add_program(parsed[0], entry)
        if not self.sites:
            if not any([tree.body for tree in parsed]):
                raise BadTask('the task has no tests')
            self.sites.append(Site(None, 'the test as a whole', True))
            self.whole = True
        self.setup, self.codes = setup, None

    @classmethod
    def again(cls, kept):
        """The tests of which kept() gave KEPT."""
        tests = cls.__new__(cls)
        for name, value in zip(cls.KEPT, kept[0]):
            setattr(tests, name, value)
        tests.sites = [Site(*site) for site in kept[1]]
        if tests.units:
            load_beside('units')        # now, and not beside the candidate
        return tests

    def kept(self):
        return tuple([getattr(self, name) for name in self.KEPT]), [
            (site.line, site.source, site.required) for site in self.sites]

    def add_assert(self, text, tree):
        index = len(self.sites)
        lines = source_lines(text)
        if len(tree.body) == 1 and isinstance(tree.body[0], _ast.Expr):
            node = tree.body[0]
            tree.body = [_ast.Assert(test=node.value, msg=None, lineno=node.lineno,
                                     col_offset=node.col_offset, end_lineno=node.end_lineno,
                                     end_col_offset=node.end_col_offset)]
        tree.body = Rewriter(lines, index).block(tree.body, True, False)
        self.sites.append(Site(tree.body[0].lineno if tree.body else None, squeeze(lines), True))
        self.trees.append(tree)

    def add_program(self, tree, entry):
        checks = [n for n in tree.body if isinstance(n, _ast.FunctionDef) and n.name == 'check']
        self.calls_check = any([is_check_call(node) for node in tree.body])
        self.shadows = entry == 'check'
        if self.kind == 'check' and not checks:
            raise BadTask('the test defines no function check')
        if self.kind == 'check' and not entry and not self.calls_check:
            raise BadTask('the task names no entry point to check')
        rewriter = Rewriter(self.lines)
        called = self.kind == 'check' or self.calls_check
        body = []
        for node in tree.body:          # in order of the source, so that numbers grow with lines
            if checks and node is checks[-1]:
                node.body = rewriter.block(node.body, called, False)
                body.append(node)
            else:
                body += rewriter.block([node], True, False)
        tree.body = body
        self.sites = rewriter.sites
        self.trees.append(tree)
        if self.kind == 'script' and any([holds_tests(node) for node in body]):
            self.add_units(tree, rewriter)

    def add_units(self, tree, rewriter):
        """Functions and methods that are tests, each a site; split.py and units.py come with this file."""
        units = load_beside('units')
        if units is None:
            raise BadTask('the tests are functions, and units.py is not installed')
        self.units, self.lacks = units.find(tree, rewriter)

    def compile(self):
        """What fails to compile though it parses is told by the judge, as a fault of each sample."""
        if self.codes is None:
            self.setup = compile(self.setup, SETUP, 'exec', 0, True)
        self.codes = [compile(tree, TESTS, 'exec', 0, True) for tree in self.trees]

    def linked(self, recorder):
        return [link(code, recorder) for code in self.codes]

    def required(self):
        return len([site for site in self.sites if site.required])


def holds_tests(node):
    return isinstance(node, _SCOPES) and (isinstance(node, _ast.ClassDef) or node.name.startswith('test'))


def parse(source, name, title):
    try:
        return compile(source, name, 'exec', _ast.PyCF_ONLY_AST, True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadTask('%s does not parse: %s' % (title, syntax_text(error)[0]))


def modules_imported(trees):
    """The packages without which the tests cannot start at all."""
    names = set()
    for tree in trees:
        for node in tree.body:
            if isinstance(node, _ast.Import):
                names.update([alias.name.partition('.')[0] for alias in node.names])
            elif isinstance(node, _ast.ImportFrom) and not node.level:
                names.add(node.module.partition('.')[0])
    return sorted(names - {'solution'})


def is_check_call(node):
    """Whether top-level NODE calls check(...), at any depth of control flow."""
    if isinstance(node, _ast.Expr) and isinstance(node.value, _ast.Call):
        func = node.value.func
        return isinstance(func, _ast.Name) and func.id == 'check'
    return not isinstance(node, _SCOPES) and any([is_check_call(stmt) for stmt in children(node)])


def nodes_of(tree):
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        for field in reversed(node._fields):
            part = getattr(node, field, None)
            if type(part) is list:
                todo += [item for item in reversed(part) if isinstance(item, _ast.AST)]
            elif isinstance(part, _ast.AST):
                todo.append(part)


def names_called(tests, scopes):
    """The functions that the tests call and that only the candidate can define."""
    bound = set()
    for tree in scopes:
        for node in nodes_of(tree):
            if isinstance(node, _ast.Name) and not isinstance(node.ctx, _ast.Load):
                bound.add(node.id)
            elif isinstance(node, _ast.arg):
                bound.add(node.arg)
            elif isinstance(node, _SCOPES):
                bound.add(node.name)
            elif isinstance(node, _ast.alias):
                bound.add((node.asname or node.name).split('.')[0])
            elif isinstance(node, _ast.ExceptHandler) and node.name:
                bound.add(node.name)
    called = []
    for tree in tests:
        for node in nodes_of(tree):
            if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name):
                name = node.func.id
                if name not in bound and name not in called:
                    called.append(name)
    own = [name for name in called if name not in __builtins__]
    return own or called[:1]    # Mbpp/126 asks for a function called sum


# ---------------------------------------------------------------- programs

def names_defined(tree):
    """Names that the top level of a program binds by def, class, = or import."""
    names = set()
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, _SCOPES):
            names.add(node.name)
            continue
        if isinstance(node, (_ast.Import, _ast.ImportFrom)):
            names.update([(alias.asname or alias.name).split('.')[0] for alias in node.names])
        elif isinstance(node, (_ast.Assign, _ast.AnnAssign)):
            for target in node.targets if isinstance(node, _ast.Assign) else [node.target]:
                names.update([n.id for n in nodes_of(target) if isinstance(n, _ast.Name)])
        todo += children(node)
    return names


def choose_program(programs, wanted):
    """(index, code, error) of the reading of the answer that is judged.

    The first that compiles and defines what is wanted; with several names
    wanted, the one that defines most of them.  `code` is None where none compiles.
    """
    best, score, first_error = None, -1, None
    for index, program in enumerate(programs):
        try:
            code = compile(program['source'], CODE, 'exec', 0, True)
        except Exception as error:      # SyntaxError, ValueError, RecursionError, MemoryError, ...
            first_error = first_error or (index, None, error)
            continue
        if len(programs) == 1:
            return index, code, None
        tree = compile(program['source'], CODE, 'exec', _ast.PyCF_ONLY_AST, True)
        found = len(names_defined(tree).intersection(wanted))
        if found > score:
            best, score = (index, code, None), found
        if found == len(wanted):
            break
    return best or first_error


_STARTS = ('def ', 'class ', 'import ', 'from ', 'async def ', '@')


def has_code(source):
    return any([line.lstrip().startswith(_STARTS) for line in source_lines(source)])


# ---------------------------------------------------------------- denied names

def is_denied(name, deny):
    while name:
        if name in deny:
            return True
        name = name.rpartition('.')[0]
    return False


def install_denials(namespace, deny, deny_calls):
    """Refuses modules to the candidate's own code, and functions to everyone.

    Which code imports is told by the calling frame: the candidate's globals,
    and not the tests or the set-up code, which share them.
    """
    real_import = builtins.__import__
    deny = frozenset(deny)
    calls = [name.rpartition('.') for name in deny_calls]
    ours = (TESTS, SETUP)

    def by_candidate(frame):
        return frame.f_globals is namespace and frame.f_code.co_filename not in ours

    def refuse(name):
        raise ImportError('denied', name=name)

    def guard(name, globals=None, locals=None, fromlist=(), level=0):
        mine = by_candidate(_getframe(1))
        if mine and level == 0 and type(name) is str:
            if is_denied(name, deny):
                refuse(name)
            for item in fromlist or ():
                if type(item) is str and name + '.' + item in deny:
                    refuse(name + '.' + item)
        module = real_import(name, globals, locals, fromlist, level)
        if mine:
            replace_calls()
            if type(name) is str and name.partition('.')[0] == 'importlib':
                wrap_importlib()
        return module

    def replace_calls():
        for call_name in list(calls):
            module = _modules.get(call_name[0])
            if module is not None:
                setattr(module, call_name[2], denied_call(''.join(call_name)))
                calls.remove(call_name)

    def wrap_importlib():
        importlib = _modules.get('importlib')
        real = getattr(importlib, 'import_module', None)
        if real is None or getattr(real, '__module__', None) == __name__:
            return

        def import_module(name, package=None):
            if type(name) is str and by_candidate(_getframe(1)) and is_denied(name, deny):
                refuse(name)
            module = real(name, package)
            replace_calls()
            return module

        importlib.import_module = import_module
        importlib.__import__ = guard

    for call_name in calls:
        # os takes its functions from posix, and may be imported later.
        if call_name[0] == 'os' and hasattr(posix, call_name[2]):
            setattr(posix, call_name[2], denied_call(''.join(call_name)))
    replace_calls()
    builtins.__import__ = guard
    if 'importlib' in _modules:
        wrap_importlib()


def denied_call(name):
    def denied(*args, **kwargs):
        raise PermissionError('denied: ' + name)
    denied.__name__ = denied.__qualname__ = name.rpartition('.')[2]
    return denied


def denial(error):
    """(detail, sentence) if ERROR is one of ours, else None."""
    kind, args = type(error), _args_of(error)
    if kind is ImportError and args == ('denied',) and type(error.name) is str:
        return 'denied_import', 'import of %s is denied' % error.name
    if kind is PermissionError and len(args) == 1 and type(args[0]) is str \
            and args[0].startswith('denied: '):
        return 'denied_call', 'call of %s is denied' % args[0][8:]
    return None


# ---------------------------------------------------------------- what was raised

class Told(BaseException):
    """A failure whose detail and words are known already; no `except Exception` of a test takes it."""

    def __init__(self, detail, text):
        self.detail, self.text = detail, text


class Raised:
    """An exception, told: whose fault, where, and in which words."""
    __slots__ = ('letter', 'detail', 'text', 'code_line', 'test_line', 'message')

    def __init__(self, error, trace, entry_points):
        kind = type(error)
        self.code_line = self.test_line = None
        in_candidate = in_test = False
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name == CODE:
                self.code_line, in_candidate, in_test = trace.tb_lineno, True, False
            elif name == TESTS or name == SETUP:
                in_candidate, in_test = False, True
                if name == TESTS:
                    self.test_line = self.test_line or trace.tb_lineno
            else:
                in_test = False
            trace = trace.tb_next
        self.letter, self.detail, self.message = 'e', 'exception', None
        self.text = exception_text(error)
        if issubclass(kind, AssertionError) and not in_candidate:
            self.letter, self.detail = 'f', 'wrong_answer'
            self.message = self.text.partition(': ')[2]
        elif issubclass(kind, MemoryError):
            self.detail = 'memory_limit'
        elif issubclass(kind, SystemExit):
            self.detail = 'early_exit'
        elif kind is NameError and in_test and missing_name(error) in entry_points:
            self.detail = 'no_entry_point'
        elif issubclass(kind, Told):
            self.detail, self.text = error.detail, one_line(error.text)
            if error.detail == 'wrong_answer':
                self.letter, self.message = 'f', self.text
        else:
            told = denial(error)
            if told:
                self.detail, self.text = told


def missing_name(error):
    name = getattr(error, 'name', None)         # Python 3.10
    if type(name) is str:
        return name
    return str(error).partition("'")[2].partition("'")[0]


# ---------------------------------------------------------------- recording

class Recorder:
    """What the rewritten tests talk to; one for each judged candidate."""
    __slots__ = ('exception', 'sites', 'lines', 'entry_points', 'strip', 'failures',
                 'first', 'send', 'pending', 'stop')

    def __init__(self, tests, send):
        self.exception = Exception
        self.sites, self.lines = tests.sites, tests.lines
        self.entry_points = tests.entry_points
        self.strip = ['-'] * len(tests.sites)
        self.failures = []
        self.first = None       # (letter, detail) of the first failure
        self.send = send
        self.pending = None     # the last exception that a soft site raised, and its failure
        self.stop = False

    # called from the tests

    def compare(self, index, op, a, b):
        if _COMPARE[op & 15](a, b):
            if self.strip[index] == '-':
                self.hit(index)
            return False
        if self.strip[index] in 'fe':
            return False
        self.fail(index, 'f', 'wrong_answer', comparison(op, a, b))
        return True

    def message(self, index, text):
        if self.failures and self.failures[-1]['test'] == index:
            self.failures[-1]['message'] = one_line(text if type(text) is str else show(text))

    def raised(self, index):
        error, trace = _exc_info()[1:]
        self.record(index, error, trace)

    def soft(self, index, op, a, b):
        if self.strip[index] == '-':
            self.hit(index)
        if _COMPARE[op & 15](a, b):
            return False
        self.pending = (None, index, comparison(op, a, b))
        return True

    def error(self, index, *message):
        error = AssertionError(*message)
        self.pending = (error, index, self.pending[2])
        return error

    # called from the judge

    def hit(self, index):
        self.strip[index] = 'p'
        self.send('"test": %d, "ok": true' % index)

    def fail(self, index, letter, detail, facts):
        site = self.sites[index]
        failure = {'test': index, 'line': site.line, 'source': site.source, 'message': '', 'got': None,
                   'op': None, 'want': None, 'exception': None, 'code_line': None}
        failure.update(facts)
        if self.strip[index] in '-p':
            self.strip[index] = letter
            self.send('"test": %d, "ok": false' % index)
        if self.first is None:
            self.first = (letter, detail, failure)
        if len(self.failures) < MAX_FAILURES:
            self.failures.append(failure)

    def record(self, index, error, trace, free=False):
        """A raise at a site; FREE: outside any site, so that the line is the statement's."""
        if self.strip[index] in 'fe':
            return
        told = Raised(error, trace, self.entry_points)
        facts = {'exception': told.text, 'code_line': told.code_line}
        if told.letter == 'f':
            facts['message'] = told.message
        if free and told.test_line and self.lines is not None:
            facts['line'] = told.test_line
            facts['source'] = squeeze(self.lines[told.test_line - 1:told.test_line])
        self.fail(index, told.letter, told.detail, facts)

    def escaped(self, error, trace, index=None):
        """An exception that ended a test, or the whole run if it is no Exception."""
        self.stop = not issubclass(type(error), Exception)
        if self.pending and self.pending[0] is error:
            _, index, facts = self.pending
            args = _args_of(error)
            facts['message'] = one_line(args[0] if args and type(args[0]) is str else '')
            self.fail(index, 'f', 'wrong_answer', facts)
            return
        if index is None:
            # Charged to the next site that has not run, so that no failed run scores 1.
            index = ''.join(self.strip).find('-')
            if index < 0:
                index = len(self.strip) - 1
                while index and self.strip[index] != 'p':
                    index -= 1
        self.record(index, error, trace, True)


def comparison(op, a, b):
    if op & 15 >= _TRUE:
        want = 'a true value' if op == _TRUE else 'a false value'
        return {'got': show(a), 'op': None, 'want': want}
    if op & _SWAPPED:
        a, b = b, a
    return {'got': show(a), 'op': _OPS[op & 15][1], 'want': show(b)}


# ---------------------------------------------------------------- reasons

def failure_reason(failure, program_lines):
    if failure['got'] is not None or failure['exception'] is None:
        return assertion_reason(failure)
    text, line = failure['exception'], failure['code_line']
    if line and line <= len(program_lines):
        where = ', line %d: ' % line + program_lines[line - 1].strip()
    else:
        where = ', in the test: ' + failure['source']
    return one_line(cut(text, LIMIT - min(60, len(where))) + where)


def assertion_reason(failure):
    """The source, the message, the values: each gets room by what the others leave."""
    op, message = failure['op'], failure['message']
    if message in failure['source']:    # a literal message stands in the source already
        message = ''
    want = failure['want'] if op in (None, '==', 'is') else op + ' ' + failure['want']
    tail = ': got %s, expected %s' % (cut(failure['got'], 60), cut(want, 60))
    if message:
        tail = ' (' + cut(message, 60) + ')' + tail
    room = LIMIT - len(tail)
    if len(failure['source']) + len(': got , expected ') + len(failure['got']) + len(want) <= LIMIT and not message:
        return one_line('%s: got %s, expected %s' % (failure['source'], failure['got'], want))
    return one_line(cut(failure['source'], max(room, 20)) + tail)


# ---------------------------------------------------------------- judging

def verdict_text(outcome, detail, reason, program, strip, code_line, failures):
    rows = [', '.join(['%s: %s' % (_quote(key), number(value) if type(value) is int else quote(value))
                       for key, value in row.items()]) for row in failures]
    return ('"verdict": {"outcome": %s, "detail": %s, "reason": %s, "program": %d, "strip": %s, '
            '"executed": %d, "code_line": %s, "failures": [%s]}' % (
                quote(outcome), quote(detail), quote(one_line(reason)), program, quote(strip),
                len(strip) - strip.count('-'), number(code_line),
                ', '.join(['{' + row + '}' for row in rows])))


def quiet_compile(work, *args):
    """Compiling warns on stderr, once for each reading of the answer: not news to anybody."""
    item = ('ignore', None, Warning, None, 0)
    filters = _warnings.filters
    filters.insert(0, item)
    try:
        return work(*args)
    finally:
        filters.remove(item)


def make_exit(name):
    def leave(code=None):
        raise SystemExit(code)
    leave.__name__ = leave.__qualname__ = name
    return leave


def make_world():
    """The module that candidate, set-up and tests share, and what they find around it."""
    module = _Module('solution')
    namespace = module.__dict__
    namespace['__builtins__'] = builtins.__dict__
    _modules['solution'] = module
    _modules['__main__'] = _Module('__main__')
    sys.argv = [CODE]
    if not hasattr(builtins, 'exit'):           # no site module under -S
        builtins.exit, builtins.quit = make_exit('exit'), make_exit('quit')
    set_streams()
    return namespace


def set_streams():
    """Before the candidate: sys.stdout and sys.stderr are still Python's own, or what a warm interpreter made of them."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and (stream.encoding, stream.errors, stream.line_buffering) != _STREAM:
            stream.reconfigure(encoding='utf-8', errors='backslashreplace', line_buffering=True)


def load_failure(error, trace, program_lines):
    """(outcome, detail, reason, code_line) of a program that cannot be imported."""
    told = Raised(error, trace, ())
    if told.detail in ('wrong_answer', 'no_entry_point'):
        told.detail = 'exception'
    outcome = 'error'
    if told.detail == 'exception' and issubclass(type(error), Exception):
        outcome = 'syntax_error'
    where = ', at import'
    if told.code_line:
        where += ', line %d' % told.code_line
    return outcome, told.detail, cut(told.text, LIMIT - len(where)) + where, told.code_line


def run_tests(tests, codes, recorder, namespace, early):
    """Runs set-up and tests; True if they ran to their end."""
    done = object()
    steps = [(tests.setup, None)]
    for index, code in enumerate(codes):
        steps.append((code, index if tests.kind == 'asserts' else None))
    for code, index in steps:
        try:
            exec(code, namespace)
            result = done
        except BaseException:
            result = None
            recorder.escaped(_exc_info()[1], _exc_info()[2], index)
        if index is not None and result is done and recorder.strip[index] == '-':
            recorder.hit(index)
        if result is not done and (index is None or recorder.stop):
            return False
    if tests.units and not load_beside('units').run(tests.units, recorder, namespace):
        return False
    if tests.kind == 'check' and not tests.calls_check:
        return call_check(tests, recorder, namespace, early)
    return True


def call_check(tests, recorder, namespace, early):
    try:
        name = tests.entry_points[0] if tests.entry_points else None
        # A test that defines check() hides an entry point of that name (MBXP's MBPP/56).
        candidate = early if tests.shadows else namespace[name]
        namespace['check'](candidate)
        return True
    except BaseException:
        recorder.escaped(_exc_info()[1], _exc_info()[2])
        return False


def tests_of(request):
    if 'prepared' in request:
        return Tests.again(request['prepared'][0])
    tests = quiet_compile(Tests, request)
    quiet_compile(tests.compile)
    return tests


def judge(request, say):
    """Judges one candidate; SAY sends one line.  Returns the verdict's text."""
    tests = tests_of(request)
    recorder = Recorder(tests, say)
    codes = tests.linked(recorder)
    if tests.units:
        load_beside('units').prepare(tests.units)
    programs = request['programs']
    # Compiling is the candidate's time: a program can be made to compile for ever.
    say('"start": true, "program": 0')
    index, code, error = quiet_compile(choose_program, programs, tests.entry_points)
    blank = '-' * len(tests.sites)
    source = programs[index]['source']
    if programs[index].get('rule') == 'whole_text' and not has_code(source) \
            and (code is None or not source.strip()):
        return verdict_text('error', 'no_code', 'the answer holds no code', index, blank, None, ())
    if code is None:
        reason, line = syntax_text(error)
        return verdict_text('syntax_error', None, reason, index, blank, line, ())
    lines = source_lines(source)
    namespace = make_world()
    install_denials(namespace, request.get('deny') or (), request.get('deny_calls') or ())
    if index:
        say('"start": true, "program": %d' % index)
    failed = None
    try:
        exec(code, namespace)
    except BaseException:
        failed = load_failure(_exc_info()[1], _exc_info()[2], lines)
    if failed:
        outcome, detail, reason, line = failed
        return verdict_text(outcome, detail, reason, index, blank, line, ())
    entry = request.get('entry_point')
    early = namespace.get(entry, builtins.__dict__.get(entry)) if entry else None
    if tests.kind == 'check' and entry and entry not in namespace and early is None:
        return verdict_text('error', 'no_entry_point', no_entry_reason([entry], namespace),
                            index, blank, None, ())
    try:
        complete = run_tests(tests, codes, recorder, namespace, early)
    except BaseException:
        # Raised in the harness: by a signal handler or a hook of the candidate's, or by a fault here.
        error, trace = _exc_info()[1:]
        if Raised(error, trace, ()).code_line is None:
            raise
        recorder.escaped(error, trace)
        complete = False
    if tests.whole and complete and recorder.strip[0] == '-':
        recorder.hit(0)
    return conclude(tests, recorder, complete, index, lines, namespace)


def conclude(tests, recorder, complete, index, lines, namespace):
    strip = ''.join(recorder.strip)
    if recorder.first:
        letter, detail, failure = recorder.first
        reason = failure_reason(failure, lines)
        if detail == 'no_entry_point':
            reason = no_entry_reason(tests.entry_points, namespace)
        outcome = 'assertion_fail' if letter == 'f' else 'error'
        return verdict_text(outcome, detail, reason, index, strip, failure['code_line'], recorder.failures)
    missed = [site for site, letter in zip(tests.sites, strip) if site.required and letter == '-']
    if missed or not complete:
        reason = 'the tests ended early: %d of %d required assertions did not run' % (
            len(missed), tests.required())
        return verdict_text('error', 'early_exit', reason, index, strip, None, ())
    return verdict_text('pass', None, '', index, strip, None, ())


def no_entry_reason(wanted, namespace):
    try:
        found = [name for name, value in list(namespace.items())
                 if type(name) is str and not name.startswith('__') and name != 'check'
                 and type(value) is not _Module]
    except Exception:
        found = []
    text = 'the program does not define ' + ' or '.join(wanted)
    return one_line(text + ('; it defines ' + ', '.join(found) if found else '; it defines nothing'))


# ---------------------------------------------------------------- planning

def can_import(name):
    return name in _modules or any([finder.find_spec(name, None) for finder in sys.meta_path])


_beside = {}            # the modules that are loaded


def load_beside(name):
    """The module NAME.py or .pyc beside this file, or None where there is none; only what needs it pays for it."""
    if name in _beside:
        return _beside[name]
    base, dot, suffix = __file__.rpartition('.')
    path = base.rpartition('/')[0] + '/' + name + '.' + suffix
    try:
        with _open_file(path, 'rb') as stream:
            data = stream.read()
    except OSError:
        return None
    code = _load_code(data[16:]) if suffix == 'pyc' else compile(data, path, 'exec', 0, True)
    module = _Module('evaltop_' + name)
    module.__dict__.update(__builtins__=__builtins__, __file__=path)
    before, _modules['harness'] = _modules.get('harness'), _modules[__name__]
    try:
        exec(code, module.__dict__)
    finally:
        del _modules['harness']
        if before is not None:
            _modules['harness'] = before
    _beside[name] = module
    return module


def prepare(tests, shape, split):
    """What the judges of a task need, in the words of marshal; None where they have to read the texts themselves."""
    try:
        tests.compile()
        kept = tests.kept()
        data = _dump_code((kept, split.keep(tests, shape) if shape else None))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return data if len(data) <= PREPARED else None


def plan(tasks, say):
    split = load_beside('split')
    for index, task in enumerate(tasks):
        total = required = 0
        entries, problem, lacks, shape, data = [], None, None, None, None
        unsplit, served = 'the split guard is not installed', []
        try:
            read = quiet_compile(Texts, task)
            if split:
                unsplit, served, shape = quiet_compile(split.plan_split, task, read)
            tests = quiet_compile(Tests, task, read)
            total, required, entries = len(tests.sites), tests.required(), tests.entry_points
            lacks = tests.lacks
            lacking = [name for name in tests.imports if not can_import(name)]
            if lacking:
                lacks = 'the tests import %s, which this interpreter does not have' % ' and '.join(lacking)
            data = quiet_compile(prepare, tests, shape if unsplit is None else None, split)
        except BadTask as error:
            problem = str(error)
        say('"plan": %d, "total": %d, "required": %d, "entry_points": [%s], "error": %s, "lacks": %s, '
            '"split": %s, "serve": [%s], "prepared": %s' % (
                index, total, required, ', '.join([_quote(name) for name in entries]), quote(problem), quote(lacks),
                quote(unsplit if unsplit is None else one_line(unsplit)), ', '.join([_quote(name) for name in served]),
                quote(data and data.hex())))


# ---------------------------------------------------------------- serving

def settle():
    """Takes back what the candidate may have set for the whole interpreter."""
    _set_trace(None)
    _set_profile(None)
    _set_recursion_limit(3000)
    _block_signals(_SIG_BLOCK, _ALL_SIGNALS)


def persist(work, *args):
    """Runs WORK to its end though a signal handler or a trace function may raise in it."""
    for _ in range(5):
        try:
            return work(*args)
        except BaseException:
            continue


def flush(streams):
    for stream in streams:
        try:
            type(stream).flush(stream)
        except BaseException:
            continue


def answer_split(request, say, fd_link):
    """Runs one side of the split guard; the judge's verdict, or None."""
    split = load_beside('split')
    if split is None:
        raise BadTask('the split guard is not installed')
    if request['mode'] == 'split-judge':
        return split.judge(request, say, fd_link)
    try:
        split.serve_candidate(request, say, fd_link)
    except BaseException:       # the candidate's doing, and the judge will notice
        pass
    return None


def serve(fd_answer=3, fd_link=4):
    """Serves the request on descriptor 0, and ends the process."""
    nonce, fd, status = None, fd_answer, 70
    pid = _getpid()
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    try:
        request = read_request()
        nonce = request['nonce']
        fd_link = request.get('link', fd_link)
        fd = hide_channel(fd_answer) if fd_link != fd_answer else -1
        if fd_link == 1:                # a judge: what its tests print is for nobody
            fd_link = hide_channel(1)
            _open('/dev/null', posix.O_WRONLY)
        head = '{"nonce": ' + _quote(nonce) + ', '

        def say(text):
            if _getpid() != pid:        # a child that the candidate forked
                _exit(0)
            if fd < 0:                  # a split guard's candidate, which only the judge listens to
                return
            write_all(fd, head + text + '}\n')

        if request['mode'] == 'plan':
            plan(request['tasks'], say)
        elif request['mode'] != 'judge':
            text = answer_split(request, say, fd_link)
            persist(settle)
            persist(flush, streams)
            if text:
                persist(say, text)
        else:
            text = judge(request, say)
            persist(settle)
            persist(flush, streams)
            persist(say, text)
        status = 0
    except BadTask as error:
        persist(report_fault, fd, nonce, str(error))
    except BaseException as error:
        persist(settle)
        persist(report_fault, fd, nonce, 'the harness failed: ' + exception_text(error))
    _exit(status)


def report_fault(fd, nonce, text):
    if fd < 0:
        return
    write_all(fd, '{"nonce": ' + quote(nonce) + ', "fault": ' + quote(one_line(text)) + '}\n')


def main():
    serve()


def leave_folder():
    """Takes the folder of this script off the path, where Python puts it first unless it is isolated."""
    if sys.path and sys.path[0] == __file__.rpartition('/')[0]:
        del sys.path[0]


if __name__ == '__main__':
    leave_folder()
    # Up to Python 3.9 a frame takes the builtins of the frame that called it if both have the same globals, and
    # the module's own frame began with the real ones: a caller with other globals makes the private copy count.
    exec('main()', {'main': main, '__builtins__': __builtins__})
