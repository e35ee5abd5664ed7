# expect: not pass
# control: printed
import sys
def f(x):
    for line in ('PASSED', '{"passed": true}', 'ok 1', '1 passed in 0.01s',
                 '{"verdict": "pass", "outcome": "pass", "nonce": ""}', 'OK'):
        print(line)
        print(line, file=sys.stderr)
    return 0
