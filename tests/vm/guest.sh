#!/bin/sh
# What is tried in the test machines; run.sh starts one for each case.
#
#   guest.sh list                    the cases
#   guest.sh CASE kernel-line        what it wants on the kernel's command line
#   guest.sh CASE run BUILD          the case itself, as the machine's root
set -u

cases="root user faults session watch no-userns userns-for-root limits docker
    apparmor restricted battery"
case=$1
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
cgroups=/sys/fs/cgroup
failed=0

say() {
	echo "-- $*"
}

# check WHAT COMMAND ...: the command must succeed.
check() {
	what=$1
	shift
	if "$@" >/tmp/check 2>&1; then
		echo "ok: $what"
	else
		echo "FAILED: $what"
		grep -v -E '^\[ +(RUN|OK) ' /tmp/check | tail -n 30
		failed=$((failed + 1))
	fi
}

# has TEXT COMMAND ...: and what it says must hold the text.
has() {
	text=$1
	shift
	"$@" >/tmp/said 2>&1
	grep -F -q -e "$text" /tmp/said || {
		echo "no \"$text\" in:"
		cat /tmp/said
		return 1
	}
}

is_empty() {
	[ -z "$(cat "$1")" ]
}

as_user() {
	setpriv --reuid 65534 --regid 65534 --clear-groups \
	    env HOME=/tmp/home XDG_STATE_HOME=/tmp/home LC_ALL=C.UTF-8 "$@"
}

as_root() {
	env HOME=/root LC_ALL=C.UTF-8 "$@"
}

# A cgroup of the user's with this shell's child in it, as systemd's
# Delegate=yes makes them.
delegate() {
	echo "+memory +pids" >$cgroups/cgroup.subtree_control
	mkdir -p $cgroups/given
	for file in . cgroup.procs cgroup.threads cgroup.subtree_control; do
		chown 65534 "$cgroups/given/$file"
	done
}

in_given() {
	(echo 0 >$cgroups/given/cgroup.procs && as_user "$@")
}

no_cgroup_left() {
	found=$(find $cgroups -name 'evaltop*')
	[ -z "$found" ] || {
		echo "left: $found"
		return 1
	}
}

# run_tests USER: the programs that make check runs for the jail, and a demo.
run_tests() {
	for test in sandbox_hand_test sandbox_wire_test sandbox_probe_test; do
		check "$test" "$1" env EVALTOP_JAIL="$build/evaltop-jail" \
		    timeout 600 "$build/tests/$test"
	done
	check "a demo" "$1" timeout 300 "$build/evaltop" demo --plain --limit 2
	# From clones of a warm interpreter, which went there, too.
	check "verdicts tell the memory of all" grep -r -q \
	    --include=results.jsonl '"memory_bytes":[1-9]' /tmp/home \
	    /root/.local/state/evaltop
	check "the manifest tells what bounds it" grep -r -q \
	    '"memory_by":[[:space:]]*"cgroup"' /tmp/home /root/.local/state/evaltop
	check "no cgroup is left" no_cgroup_left
}

attack() {
	who=$1
	shift
	check "attacks $*" "$who" env EVALTOP_JAIL="$build/evaltop-jail" \
	    timeout 1200 python3 -B "$source/tests/attack_test.py" "$@"
	check "no cgroup is left" no_cgroup_left
}

doctor() {
	"$1" "$build/evaltop" doctor
}

jail() {
	who=$1
	shift
	"$who" "$build/evaltop-jail" --report-fd 2 "$@"
}

# Six processes, each within the limit of one.
bomb='import os, time
for i in range(6):
    if os.fork() == 0:
        x = bytearray(b"x" * (30 << 20))
        time.sleep(60)
time.sleep(60)'

# A second or more.
has_cpu_s() {
	"$@" 2>&1 | grep -q '"cpu_s":[1-9]'
}

# Three processes whose parent does not want to hear of their end.
unwaited='import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for i in range(3):
    if os.fork() == 0:
        while time.process_time() < 2: pass
        os._exit(0)
try: os.wait()
except ChildProcessError: pass'

bound_by_cgroup() {
	for tier in full landlock limits; do
		check "$tier: memory by cgroup" has '"memory_by":"cgroup"' \
		    jail "$1" --tier $tier -- /bin/true
		check "$tier: a bomb ends for its memory" \
		    has '"outcome":"memory"' jail "$1" --tier $tier \
		    --memory 64M --time 30 -- /usr/bin/python3 -c "$bomb"
		check "$tier: CPU time that nobody waits for" \
		    has_cpu_s jail "$1" --tier $tier --time 120 -- \
		    /usr/bin/python3 -c "$unwaited"
		check "$tier: what a failed step leaves" no_cgroup_left
	done
	# Faults of the set-up in the launcher's place: no fault of the run.
	for step in "cgroup controllers" "cgroup for ourselves" \
	    "cgroup of the launcher" "cgroup owner" "cgroup delegation"; do
		has '"memory_by":"cgroup"' jail "$1" --inject "$step" -- \
		    /bin/true >/dev/null && continue	# not taken here
		check "without \"$step\"" has '"memory_by":"watch"' jail "$1" \
		    --inject "$step" -- /bin/true
		check "and then nothing is left" no_cgroup_left
	done
}

# After a kill of everybody at once, the next start cleans up.
sweeps() {
	for tier in full landlock; do
		"$1" "$build/evaltop-jail" --tier $tier --time 60 -- \
		    /bin/sleep 98 &
		sleep 2
		pkill -KILL evaltop-jail
		sleep 2
		check "$tier: the next start sweeps" jail "$1" -- /bin/true
		check "$tier: no cgroup is left" no_cgroup_left
	done
}

case_root() {
	check "doctor knows of the cgroup" has "limited by the kernel" \
	    doctor as_root
	bound_by_cgroup as_root
	sweeps as_root
	run_tests as_root
	attack as_root 01_ 24_ 26_ 29_ 30_ 33_ 42_
}

case_user() {
	delegate
	check "doctor knows of the cgroup" has "limited by the kernel" \
	    doctor in_given
	bound_by_cgroup in_given
	sweeps in_given
	check "the place is as it was" is_empty \
	    $cgroups/given/cgroup.subtree_control
	run_tests in_given
	attack in_given 01_ 24_ 26_ 29_ 30_ 33_ 42_
}

# Each step fails by its name, those of the cgroup, too; each of ours is killed.
case_faults() {
	delegate
	for who in as_root in_given; do
		check "$who: faults and kills" $who env \
		    EVALTOP_JAIL="$build/evaltop-jail" timeout 900 \
		    python3 -B "$here/faults.py"
		check "$who: no cgroup is left" no_cgroup_left
	done
}

# Everything that attack_test.py does: takes long.
case_battery() {
	delegate
	attack in_given
}

case_session() {
	check "doctor names systemd-run" has "systemd-run --user --scope" \
	    doctor as_user
	check "memory is watched" has '"memory_by":"watch"' jail as_user -- \
	    /bin/true
	check "a bomb ends for its memory" has '"outcome":"memory"' \
	    jail as_user --memory 64M --time 30 -- /usr/bin/python3 -c "$bomb"
}

case_watch() {
	check "doctor names the controller" has "cgroup memory controller" \
	    doctor as_root
}

case_no_userns() {
	sysctl -q -w user.max_user_namespaces=0
	check "doctor says landlock" has "landlock (" doctor as_user
	check "and the one command" \
	    has "sudo sysctl user.max_user_namespaces=" doctor as_user
	check "as root, too" has "landlock (" doctor as_root
	# A Python that root can read, and nobody cannot.
	mkdir -m 700 /root/private && cp /usr/bin/python3 /root/private/
	check "doctor says what nobody cannot read" \
	    has "not in the sandbox: bind /root/private" as_root \
	    "$build/evaltop" doctor --python /root/private/python3
	check "and what to do" has "use a Python that everybody can read" \
	    as_root "$build/evaltop" doctor --python /root/private/python3
	check "a demo" as_user timeout 300 "$build/evaltop" demo --plain --limit 2
	attack as_user 01_ 03_ 08_ 10_ 24_ 26_ 29_
}

case_userns_for_root() {
	sysctl -q -w kernel.unprivileged_userns_clone=0 || {
		say "not a kernel of Debian's: skipped"
		return
	}
	check "doctor says landlock" has "landlock (" doctor as_user
	check "and the one command" \
	    has "sudo sysctl kernel.unprivileged_userns_clone=1" doctor as_user
}

case_limits() {
	sysctl -q -w user.max_user_namespaces=0
	check "doctor says limits" has "!! limits (" doctor as_user
	check "and the one command" has "sudo sysctl user." doctor as_user
	check "or the other" has "cat /sys/kernel/security/lsm" doctor as_user
	# It must be asked for by name.
	check "a demo is refused" has "doctor" as_user "$build/evaltop" demo \
	    --plain --limit 2
	check "a demo in limits" as_user timeout 300 "$build/evaltop" demo \
	    --plain --limit 2 --sandbox limits
}

case_docker() {
	: >/.dockerenv
	for who in as_root as_user; do
		check "$who: doctor says landlock" has "landlock (" $who \
		    "$here/docker.py" "$build/evaltop" doctor
		check "$who: and the one command" has "docker run" $who \
		    "$here/docker.py" "$build/evaltop" doctor
		check "$who: a demo" $who timeout 300 "$here/docker.py" \
		    "$build/evaltop" demo --plain --limit 2
	done
}

# With EVALTOP_VM_APPARMOR, the folder of an apparmor_parser (4.0 or newer):
# sbin/apparmor_parser in it, and etc/apparmor.d.
load_profile() {
	"$EVALTOP_VM_APPARMOR/sbin/apparmor_parser" \
	    --base "$EVALTOP_VM_APPARMOR/etc/apparmor.d" --skip-cache -r "$@"
}

install_here() {
	cp "$build/evaltop" "$build/evaltop-jail" /usr/bin/
	mkdir -p /usr/libexec/evaltop
	cp "$build/evaltop-warm.so" /usr/libexec/evaltop/
	# Where there is a static libc.
	[ ! -e "$build/evaltop-init" ] ||
	    cp "$build/evaltop-init" /usr/libexec/evaltop/
	build=/usr/bin
}

case_apparmor() {
	[ -x "${EVALTOP_VM_APPARMOR:-}/sbin/apparmor_parser" ] || {
		say "no apparmor_parser: skipped"
		return
	}
	say "namespaces: $(ls /sys/kernel/security/apparmor/features/namespaces |
	    tr '\n' ' ')"
	check "the profile loads" load_profile "$source/data/apparmor/evaltop-jail"
	check "the kernel has it" has "evaltop-jail" \
	    cat /sys/kernel/security/apparmor/profiles
	install_here
	check "evaltop-jail runs in it" has "evaltop-jail (unconfined)" \
	    as_user /usr/bin/evaltop-jail --tier limits -- /bin/cat \
	    /proc/self/attr/current
	for who in as_user as_root; do
		check "$who: doctor says full" has "full (" doctor $who
		check "$who: a demo" $who timeout 300 /usr/bin/evaltop demo \
		    --plain --limit 2
	done
	attack as_user 01_ 05_ 24_ 29_
}

# A kernel of Ubuntu's, which keeps namespaces from being of any use: without
# a profile for those who make one it refuses them, with one all that follows.
case_restricted() {
	sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=1 || {
		say "not a kernel of Ubuntu's: skipped"
		return
	}
	userns=${EVALTOP_VM_APPARMOR:-}/etc/apparmor.d/unprivileged_userns
	for profile in "" "$userns"; do
		[ -z "$profile" ] || {
			[ -e "$profile" ] || continue
			check "the distribution's profile" load_profile "$profile"
		}
		for who in as_user as_root; do
			check "$who: doctor says landlock" has "landlock (" \
			    doctor $who
			check "$who: and names the profile" \
			    has "apparmor_parser -r" doctor $who
			$who "$build/evaltop-jail" -- /bin/true
		done
	done
	check "a demo" as_user timeout 300 "$build/evaltop" demo --plain --limit 2
	case_apparmor
}

name=$(echo "$case" | tr - _)
case $case in
list)
	echo $cases
	exit 0
	;;
esac
case $2 in
kernel-line)
	case $case in
	limits) echo "lsm=yama" ;;
	watch) echo "cgroup_disable=memory" ;;
	apparmor | restricted) echo "apparmor=1 security=apparmor" ;;
	esac
	;;
run)
	# It changes the machine that it runs on.
	[ -n "${EVALTOP_VM:-}" ] || exit 2
	build=$3
	export EVALTOP_DATADIR="$source/data"
	mkdir -p /tmp/home /root
	chown 65534 /tmp/home
	cd /tmp || exit 1
	"case_$name"
	say "$failed failed"
	[ $failed -eq 0 ]
	;;
esac
