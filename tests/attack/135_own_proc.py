"""135. What the own process tells of the host.

expect: full=held landlock=held limits=any
outcome: exit
control: bare
"""
from lib import *

for name in os.listdir('/proc/self') if os.path.isdir('/proc/self') and \
        not refused(os.listdir, '/proc/self') else ():
    if name in ('mem', 'pagemap', 'environ', 'cmdline', 'attr'):
        continue
    try:
        with open('/proc/self/' + name, 'rb') as f:
            text = f.read(1 << 20)
    except OSError:
        continue
    # The runner's folder is bound, which cannot be hidden.
    text = text.replace((host + '/attack').encode(), b'')
    say(name, host.encode() not in text)
    if name == 'cgroup':
        say(name, all(line.endswith(b':/') for line in text.split()))
end()
