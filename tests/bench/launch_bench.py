#!/usr/bin/env python3
"""What a launch costs: runs tests/bench/launch_bench of the build folder."""
import os
import sys

PROGRAM = './tests/bench/launch_bench'
if not os.access(PROGRAM, os.X_OK):
    sys.exit(PROGRAM + ' is missing: make ' + PROGRAM[2:])
os.execv(PROGRAM, [PROGRAM])
