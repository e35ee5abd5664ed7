"""The split guard's judge: runs a task's tests against proxies of the program, which is another process's."""
import builtins
import posix
import sys
import time
import _signal

import harness
import verdict
from frames import Violation
from link import Link
from proxies import RemoteType
from values import load
from verdict import SHOWN, Told, conclude, exception_text, no_entry_reason, quote, verdict_text


# Classes and modules that programs import and tests use without importing: the judge has its own.
PROVIDED = {name: (module, name) for module, names in (
    ('collections', 'Counter OrderedDict defaultdict deque namedtuple'), ('decimal', 'Decimal'),
    ('fractions', 'Fraction'), ('datetime', 'timedelta timezone'), ('math', 'sqrt pi inf nan isclose'),
    ('typing', 'List Dict Tuple Set Optional Any Union')) for name in names.split()}
PROVIDED.update({name: (name, None) for name in (
    'math cmath re collections itertools functools operator random string datetime decimal fractions copy heapq '
    'bisect json time sys os io typing statistics numpy').split()})
PROVIDED['np'] = ('numpy', None)


class Shape:
    """What the tests, the set-up and the prompt's helpers say about the candidate's names, as far as a judge needs it."""
    KEPT = ('entry', 'serve', 'declared', 'provided', 'helper_classes', 'asserted', 'managed', 'apart', 'helpers')


def again(request):
    """(tests, shape) for a judge."""
    if request.get('prepared', (None, None))[1]:
        tests, (fields, codes) = harness.Tests.again(request['prepared'][0]), request['prepared'][1]
    else:
        plan = harness.load_beside('plan')
        read = plan.Texts(request)
        full = plan.ReadShape(request, read)
        if full.problem:
            raise harness.BadTask(full.problem)
        tests = plan.ReadTests(request, read)
        fields, codes = plan.keep(tests, full)
    shape = Shape.__new__(Shape)
    for name, value in zip(Shape.KEPT, fields):
        setattr(shape, name, value)
    tests.codes = codes
    return tests, shape


class Late(Told):
    """The time is up; raised by the alarm wherever the judge is."""


class Recorder(verdict.Recorder):
    """Compares with the expected value evaluated before the call, where late_sites() found that it matters."""
    __slots__ = ()

    def late(self, index, op, b, a):
        return self.compare(index, op, a, b)

    def late_soft(self, index, op, b, a):
        return self.soft(index, op, a, b)

    def late_call(self, method, b, a, *more, **named):
        return method(a, b, *more, **named)


def start_clock(link, seconds):
    def late(*_):
        link.is_late = True
        raise Late('exception', 'the time was up')
    _signal.signal(_signal.SIGALRM, late)
    # Again and again: a bare except in the tests might swallow the first.
    _signal.setitimer(_signal.ITIMER_REAL, seconds, .05)


def stop_clock():
    _signal.setitimer(_signal.ITIMER_REAL, 0)
    _signal.signal(_signal.SIGALRM, _signal.SIG_IGN)


def stand(fd):
    """Judges one sample after the other, each on its own line to a candidate, until there are no more requests.

    Descriptor 0 brings a packet for each with two descriptors, the request and the line.  Only tasks that the plan
    calls steady come here: their tests can leave nothing behind in this interpreter.  What the candidate did may have,
    unless it answered its calls and no more; after any other sample this process ends.
    """
    import _socket      # here, as a process that judges once has no need of it
    requests = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, harness.hide_channel(0))
    harness.close_stdin()
    room, memory, began = _socket.CMSG_SPACE(2 * 4), Memory(), 0
    while True:
        packet, extras, _, _ = requests.recvmsg(1, room)
        if not packet:
            return
        fd_request, fd_link = memoryview(extras[0][2]).cast('i')
        say = stand_once(fd, fd_request, fd_link)
        if say is None or not memory.give_back():
            return
        used = time.process_time_ns()       # all of it is some sample's
        say('"free": true, "cpu_us": %d' % ((used - began) // 1000))
        began = used


class Memory:
    """What samples leave behind in cycles, until Python looks for them; the next sample has the limit for itself."""
    GROWTH = 32 << 10       # KiB

    def __init__(self):
        import gc, resource
        self.collector, self.usage_of, self.own = gc, resource.getrusage, resource.RUSAGE_SELF
        limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
        self.room = self.GROWTH if limit < 0 else min(self.GROWTH, (limit >> 10) // 8)
        self.start, self.is_frozen = self.peak(), False

    def peak(self):
        return self.usage_of(self.own).ru_maxrss

    def give_back(self):
        """False where it had to grow by much: pieces of that may stay, whatever is collected."""
        if self.peak() > self.start + self.room:
            return False
        self.collector.collect()
        if not self.is_frozen:      # the modules are there, and are not looked through each time
            self.collector.freeze()
            self.is_frozen = True
        return True


def stand_once(fd, fd_request, fd_link):
    """Judges one sample; where the next may come, what speaks for this one."""
    nonce = None
    try:
        request = harness.read_request(fd_request)
        nonce = request['nonce']
        say = harness.speaker(nonce, fd)
        text, is_clean = judge(request, say, fd_link)
    except BaseException as error:
        harness.persist(harness.settle)
        harness.persist(harness.report_fault, fd, nonce, 'the harness failed: ' + exception_text(error))
        return None
    if not is_clean:
        harness.persist(harness.settle)
    harness.persist(say, text)
    for each in (fd_request, fd_link):
        posix.close(each)
    return say if is_clean else None


def judge(request, say, fd_link):
    """Judges through proxies; returns the verdict's text, and whether this process may judge again."""
    tests, shape = harness.quiet_compile(again, request)
    recorder = Recorder(tests, say)
    codes = tests.linked(recorder)
    SHOWN[RemoteType] = lambda value: '<%s object>' % type(value).__name__
    link = Link(fd_link, request, shape)
    say('"start": true, "program": 0')
    timeout = float(request.get('timeout') or 3)
    text = None
    try:
        start_clock(link, 30 + timeout)       # until the candidate's side has started
        text = run(tests, recorder, codes, shape, link, timeout)
    except Late:
        pass
    except Told as error:
        text = failed_text(tests, link, recorder, 'error', error.detail, error.text)
    for _ in range(3):                  # the alarm may come once more
        try:
            stop_clock()
        except Late:
            continue
    is_clean = text is not None and not recorder.first and link.is_plain()
    if text is None:
        text = failed_text(tests, link, recorder, 'timeout', None, 'no verdict within %g s' % timeout)
    return text, is_clean


def failed_text(tests, link, recorder, outcome, detail, reason, program=0, line=None):
    """The verdict of a run that ended outside the tests."""
    failures = recorder.failures
    return with_notes(link, verdict_text(outcome, detail, reason, program, ''.join(recorder.strip), line, failures))


def with_notes(link, text):
    """The verdict with the fields that only this guard has."""
    notes = ', '.join([quote(note) for note in link.notes])
    changes = ', "changes": %s' % quote(link.changes.text()) if link.changes and link.copy_back else ''
    return text[:-1] + ', "calls": %d, "mutated": %s, "tamper": [%s]%s}' % (
        link.calls, 'true' if link.mutated else 'false', notes, changes)


def run(tests, recorder, codes, shape, link, timeout):
    try:
        link.send(['hello', shape.declared, shape.helper_classes])
    except OSError:         # gone already: what it said before is still to be read
        pass
    if link.guarded(link.receive) != ['start']:
        link.guarded(link.early)
    start_clock(link, timeout)
    frame = link.guarded(link.receive)
    if frame[0] == 'signs':             # what its text does, said before it could run
        link.remark_all(frame[1:])
        frame = link.guarded(link.receive)
    if frame[0] == 'failed':
        return load_failure(frame, tests, recorder, link)
    program, served, found, hints = link.guarded(read_ready, frame)
    link.remark_all(hints)
    namespace = harness.make_world()
    link.out, link.inp = sys.stdout, sys.stdin
    early = bind(shape, link, namespace, served)
    if tests.kind == 'check' and shape.entry and early is None:
        return failed_text(tests, link, recorder, 'error', 'no_entry_point',
                           no_entry_reason([shape.entry], dict.fromkeys(found)), program)
    complete = harness.run_tests(tests, codes, recorder, namespace, early)
    if link.is_late:
        raise Late('exception', 'the time was up')
    if link.dead and not recorder.first:        # the tests swallowed it
        recorder.escaped(Told(*link.dead), None)
        complete = False
    if tests.whole and complete and recorder.strip[0] == '-':
        recorder.hit(0)
    return with_notes(link, conclude(tests, recorder, complete, program, link.lines, dict.fromkeys(found)))


def read_ready(frame):
    """['ready', program, [[name, value], ...], names found, hints], checked."""
    _, program, served, found, hints = frame
    if type(program) is not int or not 0 <= program < 1000:
        raise Violation('no such program')
    served = {name: tree for name, tree in served if type(name) is str}
    return program, served, [name for name in found[:200] if type(name) is str], list(hints)


DETAILS = ('exception', 'early_exit', 'denied_import', 'denied_call', 'memory_limit', 'no_code', 'no_entry_point')


def load_failure(frame, tests, recorder, link):
    _, outcome, detail, reason, program, line = (frame + [None] * 6)[:6]
    outcome = 'syntax_error' if outcome == 'syntax_error' else 'error'
    if type(program) is not int or not 0 <= program < 1000:
        program = 0
    if type(line) is not int or not 0 < line < 1 << 20:
        line = None
    return failed_text(tests, link, recorder, outcome, detail if detail in DETAILS else None,
                       reason if type(reason) is str else 'the program cannot be loaded', program, line)


def bind(shape, link, namespace, served):
    """Fills the tests' namespace; returns the proxy of the named entry point."""
    for name in shape.provided:
        module, attr = PROVIDED[name]
        try:
            namespace[name] = load(module, attr) if attr else builtins.__import__(module)
        except ImportError:
            pass
    if shape.helpers:
        exec(shape.helpers, namespace)
        link.helpers = {name: namespace[name] for name in shape.helper_classes if isinstance(namespace.get(name), type)}
    early = None
    for name in shape.serve:
        if name not in served:
            continue
        if name in shape.declared:
            link.guarded(link.declare, served[name])
        value = link.read(served[name])
        link.names[link.ids.get(id(value))] = name
        if name == shape.entry:
            early = value
        namespace[name] = value
    return early
