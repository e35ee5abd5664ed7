"""Serves one request inside the sandbox; judges one candidate program under the shared guard itself.

Reads the request on descriptor 0 and answers in JSON lines on descriptor 3;
README.md beside this file is the contract, and says what the files beside it
hold.  The candidate shares this interpreter, so three habits run through all
of them:

* `__builtins__` of each is one private copy, and whatever the verdict
  needs from other modules is bound on top before any candidate code is loaded.
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
from _json import make_scanner as _make_scanner

_STREAM = ('utf-8', 'backslashreplace', True)
MARK = '\x00evaltop recorder\x00'   # stands for the Recorder until the code is linked

_close, _dup2, _exit, _getpid = posix.close, posix.dup2, posix._exit, posix.getpid
_open, _read, _urandom, _write = posix.open, posix.read, posix.urandom, posix.write
_exc_info, _getframe, _modules = sys.exc_info, sys._getframe, sys.modules
_set_recursion_limit, _set_profile, _set_trace = sys.setrecursionlimit, sys.setprofile, sys.settrace
_block_signals, _SIG_BLOCK = _signal.pthread_sigmask, _signal.SIG_BLOCK
_ALL_SIGNALS = range(1, 32)

_import, _load_code = builtins.__import__, marshal.loads

_Code = type((lambda: None).__code__)
_Module = type(sys)


# ---------------------------------------------------------------- the files beside this one

# Read where they are first needed, and always before the candidate's code.
FILES = ('verdict', 'texts', 'plan', 'units', 'frames', 'values', 'rare', 'proxies', 'changes', 'link', 'split_judge', 'stub',
         'signs')
_this, _beside = _modules[__name__], {}


def load_beside(name):
    """The module NAME.py or .pyc beside this file; only what needs it pays for it."""
    if name in _beside:
        return _beside[name]
    base, dot, suffix = __file__.rpartition('.')
    path = base.rpartition('/')[0] + '/' + name + '.' + suffix
    fd = _open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    data = read_all(fd)
    _close(fd)
    code = _load_code(data[16:]) if suffix == 'pyc' else compile(data, path, 'exec', 0, True)
    module = _Module('evaltop_' + name)
    module.__dict__.update(__builtins__=__builtins__, __file__=path)
    exec(code, module.__dict__)
    _beside[name] = module
    return module


def read_all(fd):
    chunks = []
    while True:
        chunk = _read(fd, 1 << 20)
        if not chunk:
            return b''.join(chunks)
        chunks.append(chunk)


def import_ours(name, *rest):
    """How these files import each other: by no path, and without a name in sys.modules."""
    if name == 'harness':
        return _this
    return load_beside(name) if name in FILES else _import(name, *rest)


__builtins__['__import__'] = import_ours
verdict = load_beside('verdict')        # the frame of this file has Python's own import
CODE, SETUP, TESTS, LIMIT = verdict.CODE, verdict.SETUP, verdict.TESTS, verdict.LIMIT
cut, exception_text, one_line, quote = verdict.cut, verdict.exception_text, verdict.one_line, verdict.quote
source_lines, syntax_text, Raised, Site = verdict.source_lines, verdict.syntax_text, verdict.Raised, verdict.Site
verdict_text, conclude, no_entry_reason = verdict.verdict_text, verdict.conclude, verdict.no_entry_reason


# ---------------------------------------------------------------- the wire

def write_all(fd, text):
    data = text.encode('ascii')
    while data:
        try:
            data = data[_write(fd, data):]
        except (BlockingIOError, InterruptedError):
            continue


def read_request(fd=0):
    """The request in a file; behind a null character, what the plan prepared."""
    text, _, prepared = read_all(fd).partition(b'\0')
    request = parse_json(text.decode('utf-8', 'surrogatepass'))
    if prepared:
        request['prepared'] = _load_code(prepared)
    return request


def close_stdin():
    """Descriptor 0 is /dev/null from now on."""
    null = _open('/dev/null', posix.O_RDONLY | posix.O_CLOEXEC)
    _dup2(null, 0)
    _close(null)


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


def is_socket(fd):
    return posix.fstat(fd).st_mode & 0o170000 == 0o140000


def speaker(nonce, fd):
    """What sends one line of the answer."""
    head, pid = '{"nonce": ' + quote(nonce) + ', ', _getpid()

    def say(text):
        if _getpid() != pid:        # a child that the candidate forked
            _exit(0)
        if fd < 0:                  # a split guard's candidate, which only the judge listens to
            return
        write_all(fd, head + text + '}\n')
    return say


# ---------------------------------------------------------------- the task's tests

class BadTask(Exception):
    """The task itself is unsound: never the candidate's fault."""


class Tests:
    """A task's tests, rewritten, numbered and compiled.

    What a judge needs of them fits into a tuple that marshal can write: the plan makes it once for each task, and a
    judge that is given it has nothing to parse.
    """
    KEPT = ('kind', 'calls_check', 'lines', 'entry_points', 'whole', 'shadows', 'units', 'setup', 'codes')
    __slots__ = KEPT + ('sites',)

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

    def linked(self, recorder):
        return [link(code, recorder) for code in self.codes]

    def required(self):
        return len([site for site in self.sites if site.required])


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


# ---------------------------------------------------------------- programs

SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)


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


def names_defined(tree):
    """Names that the top level of a program binds by def, class, = or import."""
    names = set()
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, SCOPES):
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


# ---------------------------------------------------------------- judging

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
    namespace['__file__'] = CODE        # as in its tracebacks; there is no such file
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
    tests = quiet_compile(load_beside('texts').ReadTests, request)
    quiet_compile(tests.compile)
    return tests


def judge(request, say):
    """Judges one candidate; SAY sends one line.  Returns the verdict's text."""
    tests = tests_of(request)
    recorder = verdict.Recorder(tests, say)
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
    if request['mode'] == 'split-judge':
        return load_beside('split_judge').judge(request, say, fd_link)[0]
    stub = load_beside('stub')
    try:
        stub.serve_candidate(request, say, fd_link)
    except BaseException:       # the candidate's doing, and the judge will notice
        pass
    return None


def serve(fd_answer=3, fd_link=4):
    """Serves the request on descriptor 0, and ends the process."""
    nonce, fd, status = None, fd_answer, 70
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    try:
        if is_socket(0):                # a judge that is given one request after the other
            fd = hide_channel(fd_answer)
            load_beside('split_judge').stand(fd)
            _exit(0)
        request = read_request()
        close_stdin()
        nonce = request['nonce']
        fd_link = request.get('link', fd_link)
        fd = hide_channel(fd_answer) if fd_link != fd_answer else -1
        if fd_link == 1:                # a judge: what its tests print is for nobody
            fd_link = hide_channel(1)
            _open('/dev/null', posix.O_WRONLY)
        say = speaker(nonce, fd)
        if request['mode'] == 'plan':
            load_beside('plan').plan(request['tasks'], say)
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
