"""131. Polls that watch each other.

expect: full=held landlock=held limits=held
outcome: exit
options: --time 10
control: bare
"""
from lib import *

import select
polls = []
try:
    for i in range(1000):
        polls.append(select.epoll())
        for p in polls[:-1]:
            try:
                polls[-1].register(p.fileno(), select.EPOLLIN)
            except OSError:
                break
except OSError:
    pass
loops = 0
for p in polls:
    for q in polls[:8]:
        try:
            q.register(p.fileno(), select.EPOLLIN)
            loops += 1
        except OSError:
            pass
for p in polls[:20]:
    p.poll(0)
say('%d polls' % len(polls), len(polls) < 64)
end()
