# expect: not pass
# control: status
import sys
sys.exit(0)
