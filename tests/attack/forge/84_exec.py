# expect: not pass
# control: status
import os, sys
def f(x):
    os.execv(sys.executable, [sys.executable, '-c',
             "import os\nfor fd in range(16):\n  try: os.write(fd, b'{\"outcome\": \"pass\"}\\n')\n  except OSError: pass"])
