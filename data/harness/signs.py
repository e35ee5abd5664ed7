"""Tamper notes: what a program's text does that only a cheat needs, in words for the reviewer.

They change no verdict.  The candidate's side of the split guard takes them before the program can run.
"""
import builtins
import _ast

from frames import NOTES
from harness import nodes_of
from verdict import CODE

_Code = type((lambda: None).__code__)


_FRAME_WORDS = {'_getframe', 'currentframe', 'f_back', 'f_globals', 'f_locals', 'f_builtins', 'tb_frame', 'gi_frame',
                'co_consts', '_current_frames'}
_GC_WORDS = {'get_objects', 'get_referrers', 'get_referents'}
_TRACE_WORDS = {'settrace', 'setprofile', 'monitoring'}
_TESTING = {'unittest', 'pytest', '_pytest', 'nose', 'doctest'}
_PATCHED = _TESTING | {'builtins', 'math', 'json', 'time', 'os', 'sys', 'posix', 'operator', 'inspect', 'importlib'}
_HARMLESS = {'sys.stdout', 'sys.stderr', 'sys.stdin', 'sys.argv', 'sys.path'}


_TELLING = _FRAME_WORDS | _GC_WORDS | _TRACE_WORDS | _PATCHED | {
    'SkipTest', '_exit', 'abort', '_sigsegv', 'ctypes', 'setattr', '__eq__', '__builtins__'}


def may_have_signs(code):
    """Whether sign() could find anything, by the names and constants that CODE runs with: most programs need no more."""
    for names in (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars):
        if not _TELLING.isdisjoint([name.partition('.')[0] for name in names]):
            return True
    return may_tell(code.co_consts)


def may_tell(consts):
    for const in consts:
        kind = type(const)
        if kind is str and '/proc/' in const or kind is _Code and may_have_signs(const) \
                or (kind is tuple or kind is frozenset) and may_tell(const):
            return True
    return False


def signs(source):
    """What the program's text does that only a cheat needs, in words for the reviewer."""
    try:
        tree = compile(source, CODE, 'exec', _ast.PyCF_ONLY_AST, True)
    except Exception:
        return []
    found, modules = [], {}
    for node in nodes_of(tree):
        text = sign(node, modules)
        if text:
            text = 'line %d: %s' % (node.lineno, text)
            if text not in found and len(found) < NOTES:
                found.append(text)
    return found


def sign(node, modules):
    kind = type(node)
    if kind is _ast.Import:
        for alias in node.names:
            modules[alias.asname or alias.name.partition('.')[0]] = alias.name.partition('.')[0]
            if alias.name == 'ctypes':
                return 'imports ctypes'
        return None
    if kind is _ast.ImportFrom and node.module:
        for alias in node.names:
            modules[alias.asname or alias.name] = node.module.partition('.')[0]
        return 'imports ctypes' if node.module == 'ctypes' else None
    if kind is _ast.Attribute:
        return attribute_sign(node, modules)
    if kind is _ast.Constant and type(node.value) is str and '/proc/' in node.value:
        return 'names a file of /proc'
    if kind is _ast.ClassDef:
        for item in node.body:
            if isinstance(item, _ast.FunctionDef) and item.name == '__eq__' and is_always_true(item):
                return 'class %s is equal to everything' % node.name
    if kind is _ast.Name and node.id == 'SkipTest':
        return 'skips tests'
    if kind is _ast.Call and isinstance(node.func, _ast.Name) and node.func.id == 'setattr' and node.args \
            and isinstance(node.args[0], _ast.Name) and modules.get(node.args[0].id) in _PATCHED:
        return 'patches %s' % node.args[0].id
    return None


def attribute_sign(node, modules):
    name, root = node.attr, node.value
    if name in _FRAME_WORDS:
        return 'reads frames (%s)' % name
    if name in _GC_WORDS:
        return "searches the collector's objects (%s)" % name
    if name in _TRACE_WORDS:
        return 'traces (%s)' % name
    if name == 'SkipTest':
        return 'skips tests'
    if name in ('_exit', 'abort', '_sigsegv'):
        return 'ends the process (%s)' % name
    path = [name]
    while isinstance(root, _ast.Attribute):
        path.append(root.attr)
        root = root.value
    if not isinstance(node.ctx, _ast.Load) and isinstance(root, _ast.Name):
        path = '.'.join([root.id] + path[::-1])
        if modules.get(root.id) in _PATCHED and path not in _HARMLESS or root.id == '__builtins__':
            return 'patches ' + path
    return None


def is_always_true(function):
    body = [node for node in function.body if not isinstance(node, _ast.Expr)]
    return len(body) == 1 and isinstance(body[0], _ast.Return) and isinstance(body[0].value, _ast.Constant) \
        and body[0].value.value is True


def patched_builtins(before):
    now = builtins.__dict__
    names = [name for name in before if name not in ('__import__', '_', 'open') and now.get(name) is not before[name]]
    return ['patched builtins.%s while it ran' % name for name in names[:5]]
