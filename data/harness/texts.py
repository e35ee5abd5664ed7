"""A task's tests made of their texts: parsed, rewritten, numbered and compiled.

Needed by the plan, and by a judge that is not given what a plan prepared; README.md beside this file says what a test
is.
"""
import _ast

from harness import MARK, SCOPES, BadTask, Tests, children, load_beside, nodes_of
from verdict import FALSE, OP_INDEX, SETUP, SWAPPED, TESTS, TRUE, Site, source_lines, squeeze, syntax_text


# ---------------------------------------------------------------- assertion sites

_SYMMETRIC = (_ast.Eq, _ast.NotEq, _ast.Is, _ast.IsNot)

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
WITHS = (_ast.With, _ast.AsyncWith)
_TRIES = (_ast.Try, getattr(_ast, 'TryStar', _ast.Try))
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
        if isinstance(node, SCOPES):
            return
        if isinstance(node, _ast.If):
            node.body = self.block(node.body, False, soft)
            node.orelse = self.block(node.orelse, False, soft)
        elif isinstance(node, _LOOPS):
            always = must and not isinstance(node, _ast.While) and self.is_fixed(node.iter)
            node.body = self.block(node.body, always, soft)
            node.orelse = self.block(node.orelse, False, soft)
        elif isinstance(node, WITHS):
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
    if isinstance(node, SCOPES):
        return False
    inner = [stmt for stmt in children(node) if leaves(stmt)]
    if isinstance(node, _LOOPS):        # its own break and continue stay inside
        return any([returns(stmt) for stmt in inner])
    return bool(inner)


def returns(node):
    if isinstance(node, _ast.Return):
        return True
    return not isinstance(node, SCOPES) and any([returns(stmt) for stmt in children(node)])


def operands(test, at):
    """The operator's number and the two expressions of an assertion."""
    kind = type(test)
    if kind is _ast.Compare and len(test.ops) == 1:
        op, right = type(test.ops[0]), test.comparators[0]
        index = OP_INDEX[op]
        if op in _SYMMETRIC and type(test.left) is _ast.Constant and type(right) is not _ast.Constant:
            index += SWAPPED
        return index, test.left, right
    if kind is _ast.UnaryOp and type(test.op) is _ast.Not:
        return FALSE, test.operand, constant(None, at)
    return TRUE, test, constant(None, at)


def constant(value, at):
    return _ast.Constant(value=value, kind=None, **at)


def mark(name, at):
    return _ast.Attribute(value=constant(MARK, at), attr=name, ctx=_ast.Load(), **at)


def call(name, args, at):
    return _ast.Call(func=mark(name, at), args=args, keywords=[], **at)


def attempt(body, handler, at):
    handler = _ast.ExceptHandler(type=mark('exception', at), name=None, body=handler, **at)
    return _ast.Try(body=body, handlers=[handler], orelse=[], finalbody=[], **at)


# ---------------------------------------------------------------- tests

class Texts:
    """A task's set-up code and tests, parsed; Tests changes the trees."""
    __slots__ = ('setup', 'texts', 'trees')

    def __init__(self, task):
        is_list = task['kind'] == 'asserts'
        self.setup = parse(task.get('setup') or '', SETUP, 'the set-up code')
        self.texts = task.get('tests') or [] if is_list else [task.get('test') or '']
        self.trees = [parse(text, TESTS, 'test %d' % i if is_list else 'the test') for i, text in enumerate(self.texts)]


class ReadTests(Tests):
    """Tests made of a task's texts."""
    __slots__ = ('trees', 'imports', 'lacks')

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
        """Functions and methods that are tests, each a site."""
        self.units, self.lacks = load_beside('units').find(tree, rewriter)

    def compile(self):
        """What fails to compile though it parses is told by the judge, as a fault of each sample."""
        if self.codes is None:
            self.setup = compile(self.setup, SETUP, 'exec', 0, True)
        self.codes = [compile(tree, TESTS, 'exec', 0, True) for tree in self.trees]


def holds_tests(node):
    return isinstance(node, SCOPES) and (isinstance(node, _ast.ClassDef) or node.name.startswith('test'))


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
    return not isinstance(node, SCOPES) and any([is_check_call(stmt) for stmt in children(node)])


def names_called(tests, scopes):
    """The functions that the tests call and that only the candidate can define."""
    bound = set()
    for tree in scopes:
        for node in nodes_of(tree):
            if isinstance(node, _ast.Name) and not isinstance(node.ctx, _ast.Load):
                bound.add(node.id)
            elif isinstance(node, _ast.arg):
                bound.add(node.arg)
            elif isinstance(node, SCOPES):
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
