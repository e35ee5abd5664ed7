#!/usr/bin/env python3
"""attack_test.py without its attacks: each step of the set-up fails, and each of our processes is killed."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import attack_test

battery = attack_test.Battery()
host = attack_test.Host(os.environ['EVALTOP_JAIL'], None)
try:
    for tier in attack_test.TIERS:
        battery.faults(host, tier)
        battery.killed(host, tier)
finally:
    host.close()
print('%d cases, %d failed checks' % (battery.n, len(battery.failures)))
sys.exit(1 if battery.failures else 0)
