#!/bin/sh
# Writes the screens of the demo as text: captures.sh [FOLDER].  evaltop is
# $EVALTOP or the one of the current folder; runs go to a folder of their own.
set -eu
evaltop=${EVALTOP:-./evaltop}
out=${1:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export LC_ALL=C.UTF-8 TZ=UTC
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
mkdir -p "$out"

# Times are real ones, and a busy machine's are not those of a quiet one.
load=$(cut -d. -f1 /proc/loadavg 2> /dev/null || echo 0)
if [ "$load" -ge "$(getconf _NPROCESSORS_ONLN)" ]; then
	echo "captures.sh: the machine is busy ($load processes wait for CPU):" \
		"the times in these pictures are too long" >&2
fi

cat > "$work/run" <<END
:size 100x30
:wait-end
g e
:save-screen $out/dashboard.txt
Enter Enter
:save-screen $out/review.txt
q q =
:wait-for the first of them
:save-screen $out/reasons.txt
END
"$evaltop" demo --label demo --script "$work/run" > /dev/null
"$evaltop" demo --label "no helpers" --deny itertools,re,collections,functools \
	--plain --quiet > /dev/null

cat > "$work/compare" <<END
:size 100x30
:wait-for no helpers
:save-screen $out/runs.txt
b j a c
:wait-for Compare
:save-screen $out/compare.txt
END
"$evaltop" runs --script "$work/compare"
