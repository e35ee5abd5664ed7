#!/bin/sh
# The split guard, by the interpreter that it would run on, without a sandbox.
# EVALTOP_TEST_DATA: the folder of public sets with recorded verdicts; EVALTOP_TEST_FULL=1: all of them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${EVALTOP_PYTHON:-python3}
needs='import gzip, json, py_compile, resource, subprocess, tempfile, threading, unittest'
if ! "$python" -c "$needs" 2>/dev/null; then
	echo "skipped: $python with its whole standard library is needed; install it with 'apt-get install python3'"
	exit 77
fi
python=$("$python" -c 'import sys; print(sys.executable)')
exec "$python" -B "$here/split_test.py" "$@"
