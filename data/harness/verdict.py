"""How a run of the tests is told: values, exceptions, what each test came to, the verdict.

harness.py loads this file first, and no other is needed for most candidates; README.md beside it is the contract.
Nothing here knows of processes or descriptors.
"""
import sys
import _ast
from _json import encode_basestring_ascii as _quote

CODE, SETUP, TESTS = 'solution.py', '<setup>', '<tests>'
LIMIT = 200             # characters of a value, a message, a reason
MAX_FAILURES = 20

_exc_info = sys.exc_info
_type_name = type.__dict__['__name__'].__get__
_args_of = BaseException.args.__get__
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


def quote(text):
    return 'null' if text is None else _quote(text)


def number(value):
    return 'null' if value is None else '%d' % value


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


def denial(error):
    """(detail, sentence) if ERROR is one of ours, else None."""
    kind, args = type(error), _args_of(error)
    if kind is ImportError and args == ('denied',) and type(error.name) is str:
        return 'denied_import', 'import of %s is denied' % error.name
    if kind is PermissionError and len(args) == 1 and type(args[0]) is str \
            and args[0].startswith('denied: '):
        return 'denied_call', 'call of %s is denied' % args[0][8:]
    return None


# ---------------------------------------------------------------- recording

class Site:
    """One place in the tests that gets a letter of its own in the verdict."""
    __slots__ = ('line', 'source', 'required')

    def __init__(self, line, source, required):
        self.line, self.source, self.required = line, source, required


OPS = (
    (_ast.Eq, '==', lambda a, b: a == b), (_ast.NotEq, '!=', lambda a, b: a != b),
    (_ast.Lt, '<', lambda a, b: a < b), (_ast.LtE, '<=', lambda a, b: a <= b),
    (_ast.Gt, '>', lambda a, b: a > b), (_ast.GtE, '>=', lambda a, b: a >= b),
    (_ast.Is, 'is', lambda a, b: a is b), (_ast.IsNot, 'is not', lambda a, b: a is not b),
    (_ast.In, 'in', lambda a, b: a in b), (_ast.NotIn, 'not in', lambda a, b: a not in b),
    # not comparisons: what `assert x` and `assert not x` ask
    (None, None, lambda a, b: a), (None, None, lambda a, b: not a),
)
_COMPARE = tuple(op[2] for op in OPS)
OP_INDEX = {op[0]: i for i, op in enumerate(OPS) if op[0]}
TRUE, FALSE = 10, 11
SWAPPED = 16           # the value under test stands right of the operator


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
    if op & 15 >= TRUE:
        want = 'a true value' if op == TRUE else 'a false value'
        return {'got': show(a), 'op': None, 'want': want}
    if op & SWAPPED:
        a, b = b, a
    return {'got': show(a), 'op': OPS[op & 15][1], 'want': show(b)}


# ---------------------------------------------------------------- the verdict

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


def verdict_text(outcome, detail, reason, program, strip, code_line, failures):
    rows = [', '.join(['%s: %s' % (_quote(key), number(value) if type(value) is int else quote(value))
                       for key, value in row.items()]) for row in failures]
    return ('"verdict": {"outcome": %s, "detail": %s, "reason": %s, "program": %d, "strip": %s, '
            '"executed": %d, "code_line": %s, "failures": [%s]}' % (
                quote(outcome), quote(detail), quote(one_line(reason)), program, quote(strip),
                len(strip) - strip.count('-'), number(code_line),
                ', '.join(['{' + row + '}' for row in rows])))


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
