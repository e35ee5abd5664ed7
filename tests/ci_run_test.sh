#!/bin/sh
# What .ci/run says of tests that fail, in a tree where nothing is built.
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL
run=${srcdir:-.}/.ci/run
command -v bash >/dev/null && [ -x "$run" ] || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/.ci" "$scratch/tests"
cp "$run" "$scratch/.ci/run"
printf '#!/bin/sh\n' >"$scratch/bootstrap"
chmod +x "$scratch/bootstrap"
failures=0

# expect NAME STATUS: a run whose `make check` is the script on stdin.
expect() {
	cat >"$scratch/steps"
	printf 'check:\n\t@sh ./steps\n' >"$scratch/Makefile"
	status=0
	"$scratch/.ci/run" >"$scratch/out" 2>&1 </dev/null || status=$?
	[ "$status" = "$2" ] || fail "$1: status $status, not $2"
}

fail() {
	echo "FAIL $1"
	sed 's/^/    /' "$scratch/out"
	failures=$((failures + 1))
}

# says NAME LINE: such a line is among the last 45.
says() {
	tail -n 45 "$scratch/out" | grep -qxF "$2" || fail "$1: no '$2'"
}

ends() {
	[ "$(tail -n 1 "$scratch/out")" = "$2" ] || fail "$1: not at the end: $2"
}

expect 'all pass' 0 <<'END'
for t in a b; do echo ':test-result: PASS' >tests/$t.trs; echo "said by $t" >tests/$t.log; done
END
ends 'all pass' '2 passed, 0 failed'
! grep -q 'said by' "$scratch/out" || fail 'all pass: their logs are told'

expect 'one fails' 2 <<'END'
echo ':test-result: PASS' >tests/good.trs; echo 'said by good' >tests/good.log
echo ':test-result: FAIL' >tests/bad.trs
{ echo 'FAIL early: 1, not 2'; seq 100; head -c 9999 /dev/zero | tr '\0' x; echo; echo 'FAIL late: 3, not 4'; } >tests/bad.log
seq -f 'line %g of the summary' 60
exit 1
END
ends 'one fails' '1 passed, 1 failed'
for line in '==== tests/bad' 'FAIL early: 1, not 2' '...' 'FAIL late: 3, not 4'; do
	says 'one fails' "$line"
done
[ "$(tail -n 45 "$scratch/out" | wc -c)" -lt 4000 ] || fail 'one fails: a long line is told in full'
! grep -q 'said by good' "$scratch/out" || fail 'one fails: the log of another is told'

expect 'cases' 2 <<'END'
echo ':test-result: FAIL' >tests/c.trs
printf '[  PASSED  ] 3 test(s).\n[  FAILED  ] 2 test(s), listed below:\n' >tests/c.log
exit 1
END
ends 'cases' '3 passed, 2 failed'
says 'cases' '[  FAILED  ] 2 test(s), listed below:'

expect 'many fail' 2 <<'END'
for t in $(seq 30); do echo ':test-result: FAIL' >tests/$t.trs; seq 100 >tests/$t.log; done
exit 1
END
ends 'many fail' '0 passed, 30 failed'
says 'many fail' '==== and 10 more'
[ "$(wc -l <"$scratch/out")" -lt 230 ] || fail 'many fail: too long'

expect 'no log' 2 <<'END'
echo ':test-result: ERROR' >tests/d.trs
exit 1
END
ends 'no log' '0 passed, 1 failed'

expect 'nothing is built' 2 <<'END'
exit 1
END
ends 'nothing is built' '0 passed, 1 failed'

[ "$failures" = 0 ] && echo 'all as it should be'
[ "$failures" = 0 ]
