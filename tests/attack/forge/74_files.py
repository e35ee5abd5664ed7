# expect: not pass
# control: none
for name in ('unittest', 'json', 'os', 'conftest', 'sitecustomize', 'harness',
             'usercustomize', 'solution', 'math', 'typing', 'traceback'):
    with open(name + '.py', 'w') as out:
        out.write('import os\nos._exit(0)\n')
with open('x.pth', 'w') as out:
    out.write('import os; os._exit(0)\n')
import sys
sys.path.insert(0, '.')
def f(x):
    return 0
