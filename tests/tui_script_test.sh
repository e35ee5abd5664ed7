#!/bin/sh
# The program as a whole on a screen that nobody sees, driven by scripts.
# EVALTOP names the program under test.
set -u
evaltop=${EVALTOP:-$(pwd)/evaltop}
work=$(mktemp -d "${TMPDIR:-/tmp}/evaltop-script.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
export LC_ALL=C.UTF-8 TZ=UTC
unset EVALTOP_DATADIR NO_COLOR
failed=0

# play STATUS COMMAND...: with the script from stdin.
play() {
	status=$1
	shift
	cat >"$work/script"
	"$@" --script "$work/script" >"$work/out" 2>"$work/err"
	got=$?
	[ "$got" = "$status" ] && return
	echo "FAIL: $*: status $got, want $status"
	sed 's/^/    /' "$work/err"
	failed=1
}

# shows FILE PATTERN: the picture has a line that matches.
shows() {
	grep -q -e "$2" "$work/$1" && return
	echo "FAIL: $1 does not show '$2':"
	sed 's/^/    /' "$work/$1"
	failed=1
}

cat >"$work/suite.jsonl" <<'END'
{"task_id": "T/0", "prompt": "def f(x):\n", "entry_point": "f", "test": "def check(f):\n    assert f(1) == 2\n", "canonical_solution": "    return x + 1\n"}
{"task_id": "T/1", "prompt": "def g(x):\n", "entry_point": "g", "test": "def check(g):\n    assert g(1) == 1\n", "canonical_solution": "    return x\n"}
END
cat >"$work/good.jsonl" <<'END'
{"task_id": "T/0", "completion": "    return x + 1\n"}
{"task_id": "T/1", "completion": "    return x\n"}
END
# Records of two formats in one file.
cat >"$work/bad.jsonl" <<'END'
{"task_id": "T/0", "solution": "def f(x):\n    return x\n"}
{"task_id": "T/1", "completion": "    return undefined_name\n"}
END

play 0 "$evaltop" run "$work/suite.jsonl" "$work/good.jsonl" <<END
:wait-end
:wait-for [DONE]
:save-screen $work/done
END
shows done 'good \[DONE\]'
shows done '2/2'

play 0 "$evaltop" run "$work/suite.jsonl" "$work/bad.jsonl" <<END
:wait-end
=
:wait-for undefined_name
Enter
:save-screen $work/group
Enter
:wait-for return undefined_name
:save-screen $work/review
d
:save-screen $work/diff
END
shows group 'Samples 1  of: NameError'
shows review 'def g(x)'
shows diff 'reference'

# Notes last; the list finds them.
play 0 "$evaltop" view bad <<END
Enter t
"wording
Enter
a f
"label=wording
Enter
:save-screen $work/noted
END
shows noted 'Samples 1 '
shows noted 'wording'

play 0 "$evaltop" runs <<END
:save-screen $work/runs
f
"good
Enter a Esc f
"bad
Enter b Esc c
:wait-for paired tasks
:save-screen $work/compare
:write $work/compare.md
END
shows runs 'Runs 2'
shows compare 'Worse 2'
shows compare.md '| T/0 | 1/1 | 0/1 |'

# A run's own label and note: shown, found, listed, and taken back.
play 0 "$evaltop" runs <<END
f
"bad
Enter i
"names not imported
Enter t
"baseline
Enter Esc f
"baseline
Enter
:save-screen $work/run-note
:size 160x40
:save-screen $work/run-note-wide
END
shows run-note 'Runs 1  filter: baseline'
shows run-note '\[baseline\] names not imported'
shows run-note-wide ' note '
"$evaltop" runs >"$work/list"
shows list 'bad  \[baseline\] names not imported$'
shows list 'pass@1 .*label$'
"$evaltop" runs --json >"$work/list"
shows list '"note_label":"baseline","note":"names not imported"'
shows list '"pass@k":{"1":{"value":0,'
play 0 "$evaltop" runs <<END
f
"bad
Enter i ^U Enter t ^U Enter
:save-screen $work/run-note
END
shows run-note 'taken back'

play 0 "$evaltop" runs <<END
f
"bad
Enter D
:save-screen $work/question
y
:save-screen $work/deleted
END
shows question 'Delete this run for good?'
shows deleted 'deleted'
# Files of others stay; evaltop's own go, with their folders.
if [ "$(ls "$work/state/evaltop/runs" | wc -l)" != 1 ]; then
	echo "FAIL: deleting one of two runs leaves one"
	failed=1
fi

# A run that has ended, while its screen is open, judges a sample again.
cat >"$work/slow.jsonl" <<'END'
{"task_id": "T/0", "solution": "import time\ndef f(x):\n    time.sleep(1)\n    return x + 1\n"}
{"task_id": "T/1", "completion": "    return x\n"}
END
play 0 "$evaltop" run "$work/suite.jsonl" "$work/slow.jsonl" -t 0.5 --out "$work/slow" <<END
:wait-end
:goto T/0
Enter Enter
:wait-for timeout
R
"9
Enter
:save-screen $work/asked
y
:wait-for timeout 9 s (rerun)
:wait-end
:wait-for [DONE]
:save-screen $work/again
END
shows asked 'with a timeout of 9 s'
shows again '✓ pass'
shows out 'pass=2 '
shows out '^note: 1 sample was judged again, with a timeout of 9 s$'

# One that is looked at is opened for it, and ends as it should.
play 0 "$evaltop" view "$work/slow" <<END
:goto T/0
r
:save-screen $work/asked
y
END
shows asked 'Judge this sample again?'
shows out 'timeout=1 '
shows out '^note: 1 sample was judged again, with a timeout of 0.5 s$'
# Nothing is begun that cannot be done.
mv "$work/slow.jsonl" "$work/moved.jsonl"
play 0 "$evaltop" view "$work/slow" <<END
r
:save-screen $work/gone
END
shows gone 'cannot judge again: .*slow.jsonl'
mv "$work/moved.jsonl" "$work/slow.jsonl"

# What cannot be done ends the script, and says where.
play 4 "$evaltop" view good <<END
# a remark
NoSuchKey
END
shows err "script:2: there is no key 'NoSuchKey'"

mkdir -p "$work/config/evaltop"
printf 'theme: light\nkeys:\n  help: [F1, x]\n' >"$work/config/evaltop/config.yaml"
play 0 "$evaltop" view good <<END
x
:save-screen $work/bound
END
shows bound 'Help: dashboard'
printf 'theme: pink\n' >"$work/config/evaltop/config.yaml"
play 0 "$evaltop" view good <<END
:size 160x24
:save-screen $work/complaint
END
shows complaint "config.yaml:1: there is no theme 'pink'"
exit $failed
