"""tests/attack/README.md: which case stands for which line, where it runs and what shows that it is an attack.

The lines are those of the list in that file; a case belongs to the line that its name begins with and to those that its
header names under "also".  Columns after the cases are made from the headers.
"""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ATTACK = os.path.join(HERE, 'attack')
README = os.path.join(ATTACK, 'README.md')
FOLDERS = ('', 'forge', 'honest')
KEYS = 'expect outcome options after control turns stdin also task line each'.split()


def programs(folder):
    """Paths of the cases in a folder of tests/attack, in the order of their numbers."""
    path = os.path.join(ATTACK, folder)
    names = [n for n in os.listdir(path) if n[:1].isdigit() and n.endswith('.py')]
    return [os.path.join(path, n) for n in sorted(names, key=lambda n: (int(n.split('_')[0]), n))]


def header(path):
    """The fields of a case: in its docstring, or in comments; wherever they are, as odd sources may begin oddly."""
    with open(path, 'rb') as f:
        text = f.read().decode('latin-1')
    found = re.findall(r'^(?:# )?(%s): (.*?)\r?$' % '|'.join(KEYS), text, re.M)
    return dict(reversed(found))


def cases():
    """{line: [path relative to tests/attack]}"""
    found = {}
    for folder in FOLDERS:
        for path in programs(folder):
            lines = [os.path.basename(path).split('_')[0]] + header(path).get('also', '').split()
            for line in lines:
                found.setdefault(int(line), []).append(os.path.relpath(path, ATTACK))
    return found


def columns(paths):
    """The tiers or guards in which the cases run, and their controls."""
    where, controls = [], []
    for path in paths:
        fields = header(os.path.join(ATTACK, path))
        if os.sep in path:
            where.append('both guards')
            control = 'naive ' + fields.get('control', '') if path.startswith('forge') else ''
        else:
            where += re.findall(r'(\w+)=', fields['expect'])
            control = fields.get('control') or 'limits'
        controls += [control.strip()] if control else []
    return ', '.join(dict.fromkeys(where)), ', '.join(dict.fromkeys(controls))


def rows(text):
    """(line, what, paths of other tests) of each row, as they are written."""
    for match in re.finditer(r'^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$', text, re.M):
        yield int(match[1]), match[2], re.findall(r'`(\.\./[^`]+)`', match[3])


def table_row(line, what, paths, others):
    where, controls = columns(paths)
    names = ', '.join('`%s`' % p for p in paths + others)
    return '| %d | %s | %s | %s | %s |' % (line, what, names, where or 'whole program', controls)


def problems():
    """What is wrong with the table; with UPDATE_GOLDEN=1 its rows are written anew."""
    with open(README, encoding='utf-8') as f:
        text = f.read()
    found, listed, anew = cases(), set(), text
    for line, what, others in rows(text):
        listed.add(line)
        paths = found.get(line, [])
        if not paths + others:
            yield 'line %d has no case' % line
        for path in others:
            name, _, word = path.partition('#')
            if not os.path.isfile(os.path.join(ATTACK, name)):
                yield 'line %d names %s, which is not there' % (line, name)
            elif word:
                with open(os.path.join(ATTACK, name), encoding='utf-8') as f:
                    if word not in f.read():
                        yield 'line %d: there is no %s in %s' % (line, word, name)
        row = table_row(line, what, paths, others)
        anew = re.sub(r'(?m)^\| %d \| .*$' % line, row.replace('\\', r'\\'), anew)
    for line in sorted(set(found) - listed):
        yield 'line %d (%s) is in no row' % (line, ', '.join(found[line]))
    if anew != text and os.environ.get('UPDATE_GOLDEN'):
        with open(README, 'w', encoding='utf-8') as f:
            f.write(anew)
    elif anew != text:
        yield 'rows differ from the headers of the cases: UPDATE_GOLDEN=1 writes them'
