"""Planning: what a suite's tests are, which of them the split guard can run, and what their judges are to be given."""
import builtins
import marshal
import sys
import _ast
import _symtable
from _json import encode_basestring_ascii as _quote

from harness import MARK, SCOPES, BadTask, names_defined, nodes_of, quiet_compile
from split_judge import PROVIDED, Shape
from texts import WITHS, ReadTests, Texts, mark, parse
from verdict import TESTS, one_line, quote

_modules = sys.modules
_dump_code = marshal.dumps

PREPARED = 1 << 20      # bytes of what a plan prepares for a task's judges


def can_import(name):
    return name in _modules or any([finder.find_spec(name, None) for finder in sys.meta_path])


def prepare(tests, shape):
    """What the judges of a task need, in the words of marshal; None where they have to read the texts themselves."""
    try:
        tests.compile()
        kept = tests.kept()
        data = _dump_code((kept, keep(tests, shape) if shape else None))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return data if len(data) <= PREPARED else None


def say_lacking(names):
    """What to do about it, too; tui/ending.c knows the option by its name."""
    return 'the tests import %s, which %s' % (names, 'is not there without --site-packages: start a new run with it, and '
                                              'with --python where another interpreter has what is missing'
                                              if sys.flags.no_site else
                                              'this interpreter does not have: install it there, then resume')


def plan(tasks, say):
    for index, task in enumerate(tasks):
        total = required = 0
        entries, problem, lacks, shape, data, steady = [], None, None, None, None, False
        unsplit, served = "the task's tests make no sense", []
        try:
            read = quiet_compile(Texts, task)
            unsplit, served, shape = quiet_compile(plan_split, task, read)
            steady = unsplit is None and is_steady(shape)
            tests = quiet_compile(ReadTests, task, read)
            steady = steady and not tests.units
            total, required, entries = len(tests.sites), tests.required(), tests.entry_points
            lacks = tests.lacks
            lacking = [name for name in tests.imports if not can_import(name)]
            if lacking:
                lacks = say_lacking(' and '.join(lacking))
            data = quiet_compile(prepare, tests, shape if unsplit is None else None)
        except BadTask as error:
            problem = str(error)
        say('"plan": %d, "total": %d, "required": %d, "entry_points": [%s], "error": %s, "lacks": %s, '
            '"split": %s, "steady": %s, "serve": [%s], "prepared": %s' % (
                index, total, required, ', '.join([_quote(name) for name in entries]), quote(problem), quote(lacks),
                quote(unsplit if unsplit is None else one_line(unsplit)), 'true' if steady else 'false',
                ', '.join([_quote(name) for name in served]), quote(data and data.hex())))


# ---------------------------------------------------------------- what can be split

_INTROSPECTION = {'__code__', '__defaults__', '__kwdefaults__', '__globals__', '__closure__', '__annotations__',
                  '__wrapped__', '__signature__', '__mro__', '__subclasses__', 'GeneratorType', 'getsizeof',
                  'getrefcount', '_getframe', 'settrace', 'setprofile'}
_PATCHING = {'patch', 'monkeypatch', 'MagicMock', 'Mock'}
_REFLECTION = {'globals', 'locals', 'vars'}
_MODULES_THAT_LOOK_INSIDE = {'inspect', 'dis', 'ast', 'gc', 'tracemalloc', 'ctypes', 'pytest'}


class ReadShape(Shape):
    """A shape made of a task's texts."""

    def __init__(self, task, read):
        self.kind, self.entry = task['kind'], task.get('entry_point')
        texts, self.tests, self.setup = read.texts, read.trees, read.setup
        self.problem = None
        try:
            self.helpers = parse(task.get('helpers') or '', '<prompt>', "the prompt before the entry point")
        except BadTask as error:
            self.helpers, self.problem = parse('', '<prompt>', ''), str(error)
        self.helper_names = names_defined(self.helpers)
        self.helper_classes = [node.name for node in self.helpers.body if isinstance(node, _ast.ClassDef)]
        self.called, self.passed, self.rooted = {}, set(), set()
        self.scan_scopes(texts + [task.get('setup') or ''])
        self.classes, self.imported = set(task.get('classes') or ()), []
        self.asserted, self.managed = lines_asserted(self.tests)
        self.apart = any(map(changes_something, self.tests)) and not any(map(compares_identity, self.tests))
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
            elif isinstance(node, SCOPES):
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


# ---------------------------------------------------------------- tests that leave nothing behind

# What a judge's interpreter is the same after as before.
_STEADY_NAMES = frozenset(
    'abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format frozenset '
    'hash hex int isinstance issubclass iter len list map max min next object oct ord pow print range repr reversed round '
    'set slice sorted str sum tuple type zip NotImplemented Ellipsis __name__'.split())
# Of the modules whose functions keep nothing, those that only make values: no attribute by a name in a string, no
# code in one (typing.get_type_hints), no registry, and no module that they import themselves.
_STEADY_MODULES = {module: frozenset(names.split()) for module, names in (
    ('typing', 'Any Callable Deque Dict FrozenSet Generator Iterable Iterator List Literal Mapping NoReturn Optional Sequence Set '
               'Text Tuple Type Union'),
    ('collections', 'ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple'),
    ('functools', 'cmp_to_key partial reduce'),
    ('operator', 'abs add and_ concat contains countOf eq floordiv ge gt index indexOf inv invert is_ is_not itemgetter le lshift '
                 'lt matmul mod mul ne neg not_ or_ pos pow rshift sub truediv truth xor'),
    ('string', 'ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation whitespace'),
    ('bisect', 'bisect bisect_left bisect_right insort insort_left insort_right'),
    ('heapq', 'heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest'),
    ('copy', 'copy deepcopy'))}
_STEADY_MODULES.update({name: frozenset([n for n in dir(builtins.__import__(name)) if n[0] != '_'])
                        for name in ('math', 'cmath', 'itertools')})
_STEADY_ATTRIBUTES = frozenset([name for kind in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, complex, range)
                                for name in dir(kind) if name[0] != '_']).union(
    'args appendleft popleft extendleft rotate maxlen most_common elements subtract total move_to_end'.split(),
    *_STEADY_MODULES.values())
# What else a statement can do: bind or run something that stays, or take attributes by another way.
_UNSTEADY = tuple([getattr(_ast, name) for name in (
    'ClassDef AsyncFunctionDef AsyncFor AsyncWith Await With Global Nonlocal Yield YieldFrom Delete Match').split()
    if hasattr(_ast, name)])


def is_steady(shape):
    """Whether these tests change nothing that outlives their namespace, so that their judge may judge again."""
    nodes = [node for tree in shape.tests + [shape.setup, shape.helpers] for node in nodes_of(tree)]
    if shape.declared or not all([is_steady_name(*PROVIDED[name]) for name in shape.provided]):
        return False
    known = _STEADY_NAMES.union(shape.serve, shape.provided)
    hidden = names_hidden(nodes)
    return all([leaves_nothing(node, known, hidden) for node in nodes])


def is_steady_name(module, name):
    return module in _STEADY_MODULES and (name is None or name in _STEADY_MODULES[module])


def names_hidden(nodes):
    """The names that may stand for something unsteady: what `import *` binds, and type() where it makes a class."""
    hidden = {'type'}
    for node in nodes:
        if type(node) is _ast.ImportFrom and node.module in _STEADY_MODULES and node.names[0].name == '*':
            hidden.update(dir(builtins.__import__(node.module)))
            hidden -= _STEADY_MODULES[node.module] - {'type'}
    asked = [node.func for node in nodes if type(node) is _ast.Call and len(node.args) == 1 and not node.keywords
             and type(node.args[0]) is not _ast.Starred]
    return hidden, {id(func) for func in asked}


def leaves_nothing(node, known, hidden):
    kind = type(node)
    if kind is _ast.Attribute:
        return type(node.ctx) is _ast.Load and node.attr in _STEADY_ATTRIBUTES
    if kind is _ast.Name:
        return is_steady_use(node, known, hidden)
    if kind is _ast.Import:
        return all([alias.name in _STEADY_MODULES for alias in node.names])
    if kind is _ast.ImportFrom:
        return node.level == 0 and (node.module == 'solution' or node.module in _STEADY_MODULES and all(
            [alias.name == '*' or alias.name in _STEADY_MODULES[node.module] for alias in node.names]))
    if isinstance(node, SCOPES) and node.decorator_list:
        return False
    return not isinstance(node, _UNSTEADY)


def is_steady_use(node, known, hidden):
    name, (words, asked) = node.id, hidden
    if name[:2] == '__' and name != '__name__':         # __builtins__
        return False
    if type(node.ctx) is not _ast.Load:
        return True
    if name in words and not (name == 'type' and id(node) in asked):
        return False
    return not hasattr(builtins, name) or name in known or is_exception(getattr(builtins, name))


def is_exception(value):
    return isinstance(value, type) and issubclass(value, BaseException)


# ---------------------------------------------------------------- tests that change things, and lines that assert

_CHANGING = frozenset('append appendleft extend insert remove pop popleft popitem clear sort reverse rotate add discard update '
                      'setdefault shuffle heapify heappush heappop insort'.split())


def changes_something(tree):
    """Whether a test may change containers in place, and with them what a call has returned of its arguments."""
    for node in nodes_of(tree):
        kind = type(node)
        if kind is _ast.Call and getattr(node.func, 'attr', getattr(node.func, 'id', '')) in _CHANGING:
            return True
        if kind is _ast.AugAssign or kind is _ast.Subscript and not isinstance(node.ctx, _ast.Load):
            return True
    return False


def compares_identity(tree):
    for node in nodes_of(tree):
        if isinstance(node, _ast.Compare):
            for op, right in zip(node.ops, node.comparators):
                if isinstance(op, (_ast.Is, _ast.IsNot)) and not isinstance(right, _ast.Constant):
                    return True
        elif isinstance(node, _ast.Call) and getattr(node.func, 'attr', getattr(node.func, 'id', '')) in ('assertIs', 'assertIsNot', 'id'):
            return True
    return False


def lines_asserted(trees):
    """(first, last) lines of what asserts, and of the bodies of `with` down to their last assertion.

    That is the statement, and calls of methods and functions that are named so or assert themselves.
    """
    own = {node.name for tree in trees for node in nodes_of(tree) if isinstance(node, SCOPES[:2])
           and any([isinstance(n, _ast.Assert) or getattr(n, 'id', '') == 'AssertionError' for n in nodes_of(node)])}

    def spans(node):
        found = set()
        for node in nodes_of(node):
            name = getattr(node.func, 'attr', getattr(node.func, 'id', '')) if isinstance(node, _ast.Call) else ''
            if isinstance(node, _ast.Assert) or name in own \
                    or name.startswith(('assert', 'fail')) and not name.startswith('assertRaises'):
                found.add((node.lineno, node.end_lineno))
        return found

    asserted, managed = set(), set()
    for tree in trees:
        asserted |= spans(tree)
        for node in nodes_of(tree):
            lasts = [span[1] for stmt in node.body for span in spans(stmt)] if isinstance(node, WITHS) else ()
            if lasts:
                managed.add((node.body[0].lineno, max(lasts)))
    return tuple(sorted(asserted)), tuple(sorted(managed))


def plan_split(task, read):
    """('split', 'serve') of a task in a plan: why it cannot be split, and the names to serve; and its shape."""
    shape = ReadShape(task, read)
    return shape.reason(), shape.serve, shape


def keep(tests, shape):
    """What a judge needs besides Tests.kept(): fields of the shape, the tests' code where it differs."""
    before = tests.codes
    if late_sites(tests, set(shape.serve) | {shape.parameter, shape.entry}) or before is None:
        tests.compile()
    helpers = compile(shape.helpers, '<prompt>', 'exec', 0, True) if shape.helpers.body else None
    return tuple([getattr(shape, name) for name in Shape.KEPT[:-1]] + [helpers]), tests.codes


def late_sites(tests, names):
    """Lets the right side of `f(x) == g(x)` be evaluated first, or f could change x to make it true; whether any does."""
    found = False
    for tree in tests.trees:
        for node in nodes_of(tree):
            if not isinstance(node, _ast.Call) or not isinstance(node.func, _ast.Attribute):
                continue
            args, name = node.args, node.func.attr
            if isinstance(node.func.value, _ast.Constant) and node.func.value.value is MARK:
                if name in ('compare', 'soft') and reads_arguments(args[2], args[3], names):
                    node.func.attr = 'late' if name == 'compare' else 'late_soft'
                    args[2], args[3] = args[3], args[2]
                    found = True
            elif len(args) > 1 and not isinstance(args[0], _ast.Starred) and not isinstance(args[1], _ast.Starred) \
                    and reads_arguments(args[0], args[1], names):       # as in self.assertEqual(f(x), g(x))
                at = dict(lineno=node.lineno, col_offset=node.col_offset,
                          end_lineno=node.end_lineno, end_col_offset=node.end_col_offset)
                node.args = [node.func, args[1], args[0]] + args[2:]
                node.func = mark('late_call', at)
                found = True
    return found


def calls_among(node, names):
    return [n for n in nodes_of(node)
            if isinstance(n, _ast.Call) and isinstance(n.func, _ast.Name) and n.func.id in names]


def names_in(node):
    return {n.id for n in nodes_of(node) if isinstance(n, _ast.Name)}


def methods_among(node):
    return [n for n in nodes_of(node) if isinstance(n, _ast.Call) and isinstance(n.func, _ast.Attribute)]


def reads_arguments(left, right, names):
    if isinstance(right, (_ast.Constant, _ast.Name)) or calls_among(right, names):
        return False
    methods, given, owners = methods_among(left), set(), set()
    for node in methods:        # of an object of the program's, perhaps
        owners |= names_in(node.func.value)
    if any([not owners.isdisjoint(names_in(node.func.value)) for node in methods_among(right)]):
        return False            # the order of two calls of one object counts
    for node in calls_among(left, names) + methods:
        for arg in node.args + [keyword.value for keyword in node.keywords]:
            given |= names_in(arg)
    return not given.isdisjoint(names_in(right))
