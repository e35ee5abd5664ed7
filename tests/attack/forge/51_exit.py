# expect: not pass
import sys
sys.exit(0)
