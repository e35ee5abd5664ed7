"""Tests that are functions and methods: unittest's cases, and pytest's plain functions and classes.

harness.py loads this file where a test script defines any; README.md beside it says what they are.  A method of a
TestCase is run by unittest itself and is one site of the verdict; a plain function is called, and each of its
assertions is a site.
"""
import builtins
import sys
import _ast

from harness import BadTask, nodes_of
from verdict import Site, Told

_exc_info = sys.exc_info
_DEFINES = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_RUNNERS = {'TestResult', 'TextTestRunner', 'TestLoader', 'defaultTestLoader', 'TestSuite', 'makeSuite'}
_SKIPS = {'skip', 'skipIf', 'skipUnless', 'skipTest', 'SkipTest'}


class Unit:
    """One function; FIRST and END tell its sites.  Made of what marshal can write: see kept()."""
    __slots__ = KEPT = ('owner', 'name', 'is_case', 'is_async', 'is_whole', 'first', 'end')

    def __init__(self, *values):
        for name, value in zip(self.KEPT, values):
            setattr(self, name, value)

    def kept(self):
        return tuple([getattr(self, name) for name in self.KEPT])


def last_name(node):
    return node.attr if isinstance(node, _ast.Attribute) else getattr(node, 'id', '')


def functions_of(node):
    """The tests among a class's own functions, by name."""
    return {item.name: item for item in node.body if isinstance(item, _DEFINES) and item.name.startswith('test')}


def defines(node, name):
    return any([isinstance(item, _DEFINES) and item.name == name for item in node.body])


def may_skip(node):
    """Whether the tests themselves may leave NODE out; what the program raises does not count."""
    return any([isinstance(n, (_ast.Attribute, _ast.Name)) and last_name(n) in _SKIPS for n in nodes_of(node)])


class Finder:
    """The tests of a script, in the order of the source: (class or None, node, is a case's, is required)."""

    def __init__(self, tree, has_sites):
        self.found, self.lacking = [], []
        self.classes, self.cases = {}, set()
        self.used = {}          # how often a name is read
        for node in nodes_of(tree):
            if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Load):
                self.used[node.id] = self.used.get(node.id, 0) + 1
        runs = any([last_name(node) in _RUNNERS for node in nodes_of(tree)])
        # A script that runs its cases and looks at the result has its tests already.
        self.runs_itself = has_sites and runs
        setup = [node for node in tree.body if isinstance(node, _DEFINES) and node.name == 'setUpModule']
        self.skips_all = any([may_skip(node) for node in setup])
        for node in tree.body:
            if isinstance(node, _ast.ClassDef):
                self.add_class(node)
            elif isinstance(node, _DEFINES) and node.name.startswith('test') and node.name not in self.used:
                self.add(None, node, 0)

    def add(self, owner, node, given):
        args = node.args
        wanted = [arg.arg for arg in (getattr(args, 'posonlyargs', []) + args.args)[given:]]
        wanted = wanted[:len(wanted) - len(args.defaults)] if args.defaults else wanted
        self.lacking += wanted
        self.found.append((owner, node, False, True))

    def add_class(self, node):
        self.classes[node.name] = node
        bases = [last_name(base) for base in node.bases]
        if any([base.endswith('TestCase') or base in self.cases for base in bases]):
            self.cases.add(node.name)
            if not self.runs_itself:
                self.add_case(node)
        elif node.name.startswith('Test') and not defines(node, '__init__') and node.name not in self.used:
            for function in self.inherited(node).values():
                self.add(node.name, function, 1)

    def inherited(self, node):
        found = {}
        for base in reversed(node.bases):
            known = self.classes.get(last_name(base))
            if known is not None and known is not node:
                found.update(self.inherited(known))
        found.update(functions_of(node))
        return found

    def add_case(self, node):
        shared = [item for item in node.body if isinstance(item, _DEFINES) and item.name in ('setUp', 'setUpClass')]
        skips = self.skips_all or any([may_skip(part) for part in node.decorator_list + shared])
        for function in self.inherited(node).values():
            self.found.append((node.name, function, True, not skips and not may_skip(function)))


def without_main(body):
    """BODY without the calls of unittest.main(), which would run the tests and exit."""
    return [node for node in body if not (
        isinstance(node, _ast.Expr) and isinstance(node.value, _ast.Call) and last_name(node.value.func) == 'main'
        and isinstance(node.value.func, _ast.Attribute) and last_name(node.value.func.value) in ('unittest', 'pytest'))]


def find(tree, rewriter):
    """(kept units, why they cannot be run or None) of a script whose own assertions are the rewriter's sites.

    Gives each unit its sites, and drops the script's call of unittest.main().
    """
    tree.body = without_main(tree.body)
    sites = rewriter.sites
    finder = Finder(tree, bool(sites))
    if finder.cases and not finder.found and not finder.runs_itself:
        raise BadTask('the test classes have no tests')
    units, lacks = [], None
    for owner, node, is_case, is_required in finder.found:
        first = len(sites)
        if not is_case:
            node.body = rewriter.block(node.body, True, False)
        is_whole = first == len(sites)
        if is_whole:
            sites.append(Site(node.lineno, owner + '.' + node.name if owner else node.name, is_required))
        units.append(Unit(owner, node.name, is_case, isinstance(node, _ast.AsyncFunctionDef), is_whole, first, len(sites)))
    if finder.lacking:
        lacks = "the tests need pytest's fixtures (%s), which evaltop does not have" % ', '.join(
            sorted(set(finder.lacking)))
    return [unit.kept() for unit in units], lacks


def prepare(units):
    """Loads what running takes before a program can put something else in its place."""
    if any([Unit(*unit).is_case for unit in units]):
        builtins.__import__('unittest')


def run(units, recorder, namespace):
    """Runs the units; false if something ended them all."""
    units, done = [Unit(*unit) for unit in units], set()
    for unit in units:
        if not unit.is_case:
            if not call(unit, recorder, namespace):
                return False
        elif unit.owner not in done:
            done.add(unit.owner)
            own = [u for u in units if u.is_case and u.owner == unit.owner]
            if not run_case(unit.owner, own, recorder, namespace):
                return False
    return True


def call(unit, recorder, namespace):
    """Calls a plain function, or a method on an object of its own."""
    complete = False
    try:
        if unit.owner:
            owner = namespace[unit.owner]()
            test = getattr(owner, unit.name)
            around(owner, 'setup_method', test)
        else:
            test = namespace[unit.name]
        result = test()
        if unit.is_async:
            builtins.__import__('asyncio').run(result)
        if unit.owner:
            around(owner, 'teardown_method', test)
        complete = True
    except BaseException:
        unrun = [index for index in range(unit.first, unit.end) if recorder.strip[index] == '-']
        recorder.escaped(_exc_info()[1], _exc_info()[2], unrun[0] if unrun else unit.end - 1)
    if complete and unit.is_whole and recorder.strip[unit.first] == '-':
        recorder.hit(unit.first)
    return not recorder.stop


def around(owner, name, test):
    """pytest's setup_method() and teardown_method(), which may ask for the method."""
    method = getattr(owner, name, None)
    if method is not None:
        method(*[test][:method.__code__.co_argcount - 1])


def run_case(owner, units, recorder, namespace):
    """Lets unittest run a class's tests.  Whatever goes wrong is the program's doing, or the tests'."""
    recorder.stop = False
    try:
        unittest = builtins.__import__('unittest')
        case = namespace[owner]
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(make_result(unittest, units, recorder))
    except BaseException:
        if not recorder.stop:           # not yet told to it
            recorder.escaped(_exc_info()[1], _exc_info()[2])
    return not recorder.stop


def make_result(unittest, units, recorder):
    indexes = {unit.name: unit.first for unit in units}

    def index_of(test):
        return indexes.get(getattr(test, '_testMethodName', None))

    class Result(unittest.TestResult):
        """Where unittest reports to.  A test that is skipped stays unrun."""

        def addSuccess(self, test):
            index = index_of(test)
            if index is not None and recorder.strip[index] == '-':
                recorder.hit(index)

        def addFailure(self, test, error):
            index = index_of(test)
            if isinstance(error[1], Told):      # the end of all tests, which unittest would go on from
                recorder.escaped(error[1], error[2], index)
                raise error[1]
            if index is None:                           # of the class as a whole
                recorder.escaped(error[1], error[2])
                recorder.stop = False
            else:
                recorder.record(index, error[1], error[2], True)

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self.addFailure(test, error)

        def addUnexpectedSuccess(self, test):
            recorder.fail(index_of(test), 'f', 'wrong_answer', {'exception': 'passed, but was expected to fail'})

        def addExpectedFailure(self, test, error):
            self.addSuccess(test)

        def addSkip(self, test, reason):
            pass

        addError = addFailure

    return Result()
