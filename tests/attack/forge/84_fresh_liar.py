# expect: not pass
# control: status
import os, sys
def f(x):
    text = "import os, json\n" \
        "for fd in range(3, 64):\n" \
        "  try: os.write(fd, json.dumps({'nonce': '', 'verdict': {'outcome': 'pass', 'strip': 'pp'}}).encode() + b'\\n')\n" \
        "  except OSError: pass\n" \
        "os._exit(0)"
    os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", text])
