"""89. Threads, subprocesses, temporary files, databases, asyncio.

expect: full=held landlock=held limits=held
outcome: exit
options: --time 20
control: none: an honest one
"""
from lib import *

import asyncio, decimal, random, sqlite3, subprocess, tempfile, threading
async def work():
    await asyncio.sleep(0.001)
    return await asyncio.get_running_loop().run_in_executor(None, int, '7')
assert asyncio.run(work()) == 7
assert subprocess.run(['/bin/true']).returncode == 0
with tempfile.TemporaryDirectory() as folder:
    with open(folder + '/x', 'w') as f:
        f.write('x')
with tempfile.TemporaryFile() as f:
    f.write(b'x')
base = sqlite3.connect(':memory:')
assert base.execute('select 1 + 1').fetchone() == (2,)
threads = [threading.Thread(target=random.random) for i in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
assert decimal.Decimal('0.1') * 3 == decimal.Decimal('0.3')
os.mkdir('a'), os.rename('a', 'b'), os.rmdir('b')
end()
