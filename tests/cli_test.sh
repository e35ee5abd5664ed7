#!/bin/sh
# The program as a whole: usage errors, exit statuses, help, output formats,
# resuming.  EVALTOP names the program under test.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
evaltop=${EVALTOP:-$(pwd)/evaltop}
work=$(mktemp -d "${TMPDIR:-/tmp}/evaltop-cli.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export XDG_STATE_HOME="$work/state" LC_ALL=C.UTF-8
unset EVALTOP_DATADIR
passed=0 failed=0

say() { printf '%s\n' "$*"; }

# want STATUS PATTERN COMMAND...: the status, and a line of stdout or stderr
# that matches the basic regular expression.
want() {
	want_status=$1 pattern=$2
	shift 2
	"$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	if [ "$got" != "$want_status" ]; then
		say "FAIL: $*: status $got, want $want_status"
	elif ! cat "$work/out" "$work/err" | grep -q -e "$pattern"; then
		say "FAIL: $*: no line matches '$pattern':"
	else
		passed=$((passed + 1))
		return 0
	fi
	failed=$((failed + 1))
	sed 's/^/    /' "$work/out" "$work/err" | head -n 20
	return 1
}

# truth TEXT COMMAND...: the command succeeds.
truth() {
	text=$1
	shift
	if "$@" >"$work/truth" 2>&1; then
		passed=$((passed + 1))
	else
		say "FAIL: $text"
		sed 's/^/    /' "$work/truth" | head -n 20
		failed=$((failed + 1))
	fi
}

commands=$("$evaltop" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
truth "--help lists commands" test -n "$commands"

# --- help ---
want 0 '^evaltop [0-9]' "$evaltop" --version
want 0 '^usage: evaltop COMMAND' "$evaltop" --help
want 0 '^usage: evaltop COMMAND' "$evaltop" help
for command in $commands; do
	want 0 "^usage: evaltop $command" "$evaltop" "$command" --help
	want 0 "^usage: evaltop $command" "$evaltop" help "$command"
	truth "$command --help fits 80 columns" sh -c \
	    "\"\$1\" $command --help | awk 'length > 79 { print; bad = 1 } END { exit bad }'" \
	    sh "$evaltop"
	truth "$command --help says nothing on stderr" test ! -s "$work/err"
done

# --- the manual and the completions say what the table says ---
sed 's/\\-/-/g' "$top/man/evaltop.1" >"$work/manual"
for command in $commands; do
	truth "the manual has the command $command" \
	    grep -q "[ B]$command\\>" "$work/manual"
	for option in $("$evaltop" "$command" --help |
	    sed -n 's/^  .*\(--[a-z-]*\).*/\1/p' | sort -u); do
		truth "the manual has $command's $option" \
		    grep -q -e "$option\\>" "$work/manual"
	done
done
for field in $(sed -n 's/^	\[FIELD_[A-Z]*\] = { "\([a-z]*\)",.*/\1/p' "$top/src/run/filter.c"); do
	truth "the manual has the filter's field $field" \
	    grep -q "^\.BR $field\>" "$work/manual"
done
for pair in bash:evaltop.bash zsh:_evaltop fish:evaltop.fish; do
	"$evaltop" --completion "${pair%%:*}" >"$work/completion"
	truth "data/completions/${pair#*:} is up to date" \
	    cmp "$work/completion" "$top/data/completions/${pair#*:}"
done
if command -v bash >/dev/null; then
	want 0 '^run runs$' bash -c '. "$1"
	    COMP_WORDS=(evaltop help ru) COMP_CWORD=2
	    _evaltop && echo "${COMPREPLY[*]}"' bash "$top/data/completions/evaltop.bash"
fi
want 2 'none of bash, zsh, fish' "$evaltop" --completion csh

# --- usage errors: a sentence, status 2, nothing on stdout ---
usage() {
	pattern=$1
	shift
	want 2 "^evaltop: .*$pattern" "$evaltop" "$@"
	truth "'evaltop $*' says nothing on stdout" test ! -s "$work/out"
}
usage "no command 'rnu'; the nearest is 'run'" rnu
usage "no command 'banana'" banana
usage "no command 'banana'" help banana
usage 'option --plain comes before the command' --plain run
usage 'no option --jbos; the nearest is --jobs' run --jbos 3 a b
usage "option --follow does not go with 'run'" run --follow a b
usage "option --jobs: '0' is not in range: 1 to 1024" run -j 0 a b
usage "option --timeout: '31' is not in range" run -t 31 a b
usage 'option --label needs a value' run --label
usage "needs a SUITE" run
usage "needs SAMPLES too" run suite.jsonl
usage "takes SUITE \[SAMPLES\], not 3" run a b c
usage "needs a SUITE" check
usage "takes RUN, not 0 arguments" view
usage "takes no arguments, but 'x' is one" doctor x
usage "takes RUN_A RUN_B, not 1 argument" compare x
usage 'both be read from stdin' run - -
usage 'contradict' demo -q -v
usage "no theme 'pink'; there are dark, light, mono, colorblind" \
    demo --plain --theme pink
usage "no theme 'pink'" runs --theme pink
usage "option --stop does not go with 'check'" check --stop x suite.jsonl

# --- what cannot be written is told ---
want 4 'cannot write all of the output' sh -c "$evaltop --help >&-"
want 0 'there are no runs' sh -c "$evaltop runs <&-"

# --- input errors: status 3 ---
want 3 '^evaltop: .*nonesuch' "$evaltop" run "$work/nonesuch" "$work/nonesuch"
want 3 "^evaltop: no run called 'nonesuch'" "$evaltop" view nonesuch
want 3 "^evaltop: no run called 'nonesuch'" "$evaltop" compare nonesuch nonesuch
want 3 "^evaltop: no run called 'nonesuch'" "$evaltop" run --resume nonesuch
want 3 '^evaltop: ' "$evaltop" run /dev/null /dev/null
want 3 '^evaltop: cannot read the script .*/nonesuch: No such file or directory$' \
    "$evaltop" demo --script "$work/nonesuch"
want 3 '^evaltop: cannot read the script .*: Is a directory$' \
    "$evaltop" runs --script "$work"
want 3 '^evaltop: ' "$evaltop" check "$top"
want 0 'there are no runs' "$evaltop" runs
want 0 'there are no runs' "$evaltop"
truth "no run directory is left by failures" test ! -e "$work/state/evaltop"

# --- what the host offers ---
"$evaltop" doctor >"$work/doctor" 2>&1
case $? in
0|4) truth "doctor names the sandbox" grep -q '^sandbox' "$work/doctor" ;;
*) truth "doctor exits with 0 or 4" false ;;
esac
"$evaltop" doctor --json >"$work/doctor.json"
truth "doctor --json is one object" python3 -c \
    'import json, sys; json.load(open(sys.argv[1]))["sandbox"]' "$work/doctor.json"

finish() {
	say "$passed passed, $failed failed${1:+; $1}"
	[ "$failed" = 0 ]
	exit
}

# --- whole runs: only where candidates can be confined ---
"$evaltop" doctor >/dev/null 2>&1 || finish "no sandbox or no Python here, so no runs"

cat >"$work/suite.jsonl" <<'END'
{"task_id": "T/0", "prompt": "def f(x):\n", "entry_point": "f", "canonical_solution": "    return x + 1\n", "test": "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(5) == 6\n"}
{"task_id": "T/1", "prompt": "def g(x):\n", "entry_point": "g", "canonical_solution": "    return x * 2\n", "test": "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(4) == 8\n"}
{"task_id": "U/2", "prompt": "def h(x):\n", "entry_point": "h", "canonical_solution": "    return -x\n", "test": "def check(candidate):\n    assert candidate(1) == -1\n"}
END
cat >"$work/toy.jsonl" <<'END'
{"task_id": "T/0", "completion": "    return x + 1\n"}
{"task_id": "T/0", "completion": "    return x + 2  # \u001b[31m\n"}
{"task_id": "T/1", "completion": "    return x * 2\n"}
{"task_id": "T/1", "completion": "    return (\n"}
{"task_id": "nobody/9", "completion": "    return 1\n"}
END
run="$evaltop run $work/suite.jsonl $work/toy.jsonl"

# The words of $run are paths without blanks.
# shellcheck disable=SC2086
{
want 0 '^sample T/0 2 assertion_fail/wrong_answer [0-9.]*s ' $run --out "$work/one"
truth "a plain run names its pass@1" grep -q '^pass@1 0.500 \[' "$work/out"
truth "a plain run is silent on passes" sh -c "! grep -q ' pass ' $work/out"
truth "no escape gets out" sh -c "! grep -q '$(printf '\033')' $work/out"
want 0 '^sample T/0 1 pass ' $run -v
want 0 '^evaltop: run .* done, 4 of 4' $run -q
truth "--quiet prints no samples" sh -c "! grep -q '^sample' $work/out"
want 2 'holds a run already' $run --out "$work/one"
# What a kill in a run's first moment leaves is in nobody's way, and goes.
mkdir "$work/early"
: >"$work/early/results.jsonl"
: >"$work/early/run.json.A1B2C3"
want 0 'judged in' $run --out "$work/early"
truth "what was half written is gone" test ! -e "$work/early/run.json.A1B2C3"
mkdir "$work/others"
: >"$work/others/run.json.saved1"
want 2 'holds other files' $run --out "$work/others"
want 2 "no task with samples matches 'X\*'" $run --only 'X*'
want 1 'pass@1 is 0.5000, below' $run --fail-under pass@1=0.6
want 1 'no task has the 3 judged samples' $run --fail-under pass@3=0.1
want 0 "4 of 4" $run --fail-under pass@1=0.5

want 0 '^{"suite":"suite","tasks":3,"samples":4,"judged":4,' $run --json
truth "--json prints one line" test "$(wc -l <"$work/out")" = 1
truth "--json is what is promised" python3 - "$work/out" <<'END'
import json, sys
got = json.load(open(sys.argv[1]))
assert list(got) == ["suite", "tasks", "samples", "judged", "unjudged",
    "outcomes", "trust", "pass@k", "missing_tasks", "unknown_samples",
    "duplicate_samples", "no_code", "tier", "wall_s", "run", "reruns"
    ], list(got)
assert got["outcomes"] == {"pass": 2, "assertion_fail": 1, "syntax_error": 1,
    "timeout": 0, "error": 0}, got
assert got["pass@k"]["1"]["value"] == 0.5 and got["pass@k"]["10"] is None
assert got["missing_tasks"] == 1 and got["unknown_samples"] == 1, got
END
want 0 '"tasks":1,"samples":2' $run --json --only 'T/1'
want 0 '"tasks":1,"samples":2' $run --json --limit 1
want 0 '"1000":null' $run --json -k 1,1000 --only T/0 --stop zzz
}
want 0 'T/0 2 assertion_fail' "$evaltop" view "$work/one"
want 0 '"judged":4' "$evaltop" view "$work/one" --json
want 1 'below' "$evaltop" view "$work/one" --fail-under pass@1=0.9
want 0 'done  *4/4  *0.500  toy' "$evaltop" runs
want 0 '^{"name":' "$evaltop" runs --json

# The plain table: a long label is cut where a terminal would wrap it.
long=a-label-of-more-letters-than-a-terminal-of-seventy-columns-has-room-for
cat >"$work/at_70_columns.py" <<'END'
import fcntl, os, pty, struct, subprocess, sys, termios
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('4H', 24, 70, 0, 0))
with subprocess.Popen(sys.argv[1:], stdout=slave) as child:
    os.close(slave)
    text = b''
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:
            break
        if not more:
            break
        text += more
text = text.decode()
sys.stdout.write(text.replace('\r', ''))
sys.exit(any(len(line) > 70 for line in text.splitlines()))
END
# shellcheck disable=SC2086
want 0 'done' $run -q -k 1,2 --label "$long"
want 0 "$long\$" "$evaltop" runs
truth "only a k that all runs have is a column" \
	sh -c "head -n 1 $work/out | grep -q 'pass@1  label'"
want 0 '[0-9]  a-label-of.*~$' python3 -B "$work/at_70_columns.py" \
	"$evaltop" runs
want 0 'judged in' "$evaltop" view toy

# --- what a run is called by default: its samples' file, or its folder ---
# named LABEL SAMPLES: the run's folder and its label say so, from $work.
named() {
	rm -rf "$work/names"
	(cd "$work" && XDG_STATE_HOME="$work/names" "$evaltop" run suite.jsonl \
	    "$2" -q --only T/0 <"$work/toy.jsonl") >"$work/out" 2>&1
	truth "a run of $2 is named after $1" \
	    sh -c 'ls -d "$1"/evaltop/runs/*-suite-"$2"' sh "$work/names" "$1"
	want 0 'judged in' env XDG_STATE_HOME="$work/names" "$evaltop" view "$1"
}
mkdir -p "$work/gpt/deep"
for name in samples.jsonl gpt/samples.jsonl gpt/deep/model.jsonl; do
	cp "$work/toy.jsonl" "$work/$name"
done
gzip -c "$work/toy.jsonl" >"$work/samples.jsonl.gz"
named samples samples.jsonl
named samples samples.jsonl.gz
named samples ./samples.jsonl
named samples gpt/../samples.jsonl
named gpt gpt/samples.jsonl
named gpt "$work/gpt/samples.jsonl"
named model gpt/deep/model.jsonl
named stdin -

# --- comparing ---
want 0 '^A and B have the same pass@1 over 2 paired tasks' "$evaltop" compare "$work/one" "$work/one"
want 0 'warning: A and B are the same run' "$evaltop" compare "$work/one" "$work/one"
want 0 '^   2      2 ' "$evaltop" compare "$work/one" "$work/one" -k 2
"$evaltop" compare "$work/one" "$work/one" --json >"$work/compare.json"
truth "compare --json is one object that holds the sentence" python3 -c \
    'import json, sys; json.load(open(sys.argv[1]))["pass@k"]["1"]["sentence"]' "$work/compare.json"

# --- resuming ---
cp -R "$work/one" "$work/cut"
python3 - "$work/cut" <<'END'
import sys
path = sys.argv[1] + "/results.jsonl"
lines = open(path, "rb").read().split(b"\n")
judged = [i for i, line in enumerate(lines) if b'"judged"' in line]
# Two verdicts are left, and half of the third line.
with open(path, "wb") as out:
    out.write(b"\n".join(lines[:judged[2]]) + b"\n" + lines[judged[2]][:50])
END
want 0 "4 of 4 judged" "$evaltop" run --resume "$work/cut"
truth "each sample is judged once" test \
    "$(grep -c '"judged"' "$work/cut/results.jsonl")" = 4
want 2 'option --timeout cannot be given with --resume' \
    "$evaltop" run --resume "$work/cut" -t 1
want 2 "resume it with 'evaltop run --resume'" \
    "$evaltop" check --resume "$work/cut"
# The lines of one file may have formats of their own, then as now.
python3 - "$work" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1] + "/toy.jsonl")]
with open(sys.argv[1] + "/mixed.jsonl", "w") as out:
    print(json.dumps(lines[0]), file=out)
    print(json.dumps({"task_id": lines[0]["task_id"], "solution": "x = 1"}), file=out)
END
"$evaltop" run "$work/suite.jsonl" "$work/mixed.jsonl" -q \
    --out "$work/mixed" >"$work/out" 2>&1
want 0 "2 of 2 judged" "$evaltop" run --resume "$work/mixed"
"$evaltop" run "$work/suite.jsonl" - --out "$work/piped" -q \
    <"$work/toy.jsonl" >"$work/out" 2>&1
want 2 'samples of this run came from stdin' \
    "$evaltop" run --resume "$work/piped"
want 0 '4 of 4 judged' "$evaltop" run --resume "$work/piped" \
    "$work/suite.jsonl" "$work/toy.jsonl"
echo >>"$work/suite.jsonl"
want 3 'SHA-256' "$evaltop" run --resume "$work/cut"

# --- check ---
want 0 'every reference that was judged passes' \
    "$evaltop" check "$work/suite.jsonl"
sed 's/return x \* 2/return x * 3/' "$work/suite.jsonl" >"$work/bad.jsonl"
want 1 'T/1: assertion_fail' "$evaltop" check "$work/bad.jsonl"

# --- a module that the tests import and that is not there ---
cat >"$work/lacking.jsonl" <<'END'
{"task_id": "T/0", "prompt": "def f(x):\n", "entry_point": "f", "test": "import nope_nope\ndef check(candidate):\n    assert candidate(1) == 2\n"}
END
want 4 'import nope_nope, which is not there without --site-packages: start a new run' \
    "$evaltop" run "$work/lacking.jsonl" "$work/toy.jsonl"
truth "a resume that cannot help is not advised" sh -c \
    '! grep -q "go on with" "$1" && grep -q "run --site-packages" "$1"' sh "$work/out"
want 4 'install it there, then resume' \
    "$evaltop" run "$work/lacking.jsonl" "$work/toy.jsonl" --site-packages
truth "one that can help is" grep -q 'go on with: evaltop run --resume' "$work/out"

# --- the way out ---
cat >"$work/slow.jsonl" <<'END'
{"task_id": "T/0", "completion": "    while True: pass\n"}
{"task_id": "T/1", "completion": "    while True: pass\n"}
END
# interrupt SIGNAL STATUS: sent once the run's folder is there.
interrupt() {
	rm -rf "$work/slow"
	# A shell starts background jobs with SIGINT ignored; Python does not.
	python3 - "$1" "$evaltop" run "$work/suite.jsonl" "$work/slow.jsonl" \
	    -j 1 -t 20 --out "$work/slow" >"$work/out" 2>&1 <<'END'
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
run = subprocess.Popen(sys.argv[2:])
journal = sys.argv[sys.argv.index("--out") + 1] + "/results.jsonl"
deadline = time.monotonic() + 20
while time.monotonic() < deadline:
    if os.path.exists(journal) and '"start"' in open(journal).read():
        break
    time.sleep(0.02)
for _ in range(2 if sys.argv[1] == "INT" else 1):
    run.send_signal(getattr(signal, "SIG" + sys.argv[1]))
    time.sleep(0.2)
status = run.wait(15)
sys.exit(status if status >= 0 else 128 - status)
END
	got=$?
	truth "after SIG$1 the status is $2 (got $got)" test "$got" = "$2"
	truth "after SIG$1 the run can be resumed" \
	    grep -q '"state":.*"stopped"' "$work/slow/run.json"
}
interrupt INT 130
interrupt TERM 143
interrupt HUP 129
interrupt QUIT 131

"$evaltop" run "$work/suite.jsonl" "$work/toy.jsonl" --out "$work/pipe" \
    2>"$work/err" | :
truth "a run goes on when nobody reads" \
    grep -q '"state":.*"done"' "$work/pipe/run.json"
truth "and says nothing of it" sh -c "! grep -v warning: $work/err"

finish
