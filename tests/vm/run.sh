#!/bin/sh
# The jail on hosts that this one is not: each case of guest.sh in a virtual
# machine of its own, with the host's root below it, read-only.
#
#   usage: tests/vm/run.sh [-k KERNEL] [-b BUILD] [CASE ...]
#
# KERNEL is the folder in which a kernel package was unpacked (it holds
# boot/vmlinuz-* and lib/modules or usr/lib/modules), / if not given; BUILD is
# the folder with the built program, . if not given.  EVALTOP_VM_QEMU names
# another qemu-system-x86_64, EVALTOP_VM_DIRS folders for its -L,
# EVALTOP_VM_ACCEL=kvm makes it faster where that works, EVALTOP_VM_TIME is a
# case's limit in seconds, and EVALTOP_VM_APPARMOR a folder with an
# apparmor_parser (see guest.sh).
# Without qemu or a kernel it says so and exits with 77.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
kernel=/
build=.
while getopts k:b: option; do
	case $option in
	k) kernel=$OPTARG ;;
	b) build=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
build=$(cd "$build" && pwd)
qemu=${EVALTOP_VM_QEMU:-qemu-system-x86_64}

skip() {
	echo "skipped: $1" >&2
	exit 77
}

command -v "$qemu" >/dev/null || skip "no $qemu (Debian: qemu-system-x86)"
image=$(ls "$kernel"/boot/vmlinuz-* 2>/dev/null | tail -n 1)
[ -n "$image" ] || skip "no kernel in $kernel/boot (Debian: linux-image-amd64)"
version=${image##*/vmlinuz-}
modules=$kernel/lib/modules/$version
[ -d "$modules" ] || modules=$kernel/usr/lib/modules/$version
[ -d "$modules" ] || skip "no modules for $version in $kernel"
[ -x "$build/evaltop-jail" ] || skip "no evaltop-jail in $build (-b BUILD)"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
cc -static -O2 -o "$scratch/init" "$here/init.c"
python3 -B "$here/initramfs.py" "$modules" "$scratch/init" "$scratch/initramfs"

[ $# -gt 0 ] || set -- $("$here/guest.sh" list)
failed=
for case in "$@"; do
	echo "== $case (Linux $version)"
	# What the case wants of the kernel's command line.
	line=$("$here/guest.sh" "$case" kernel-line)
	folders=
	for folder in ${EVALTOP_VM_DIRS:-}; do
		folders="$folders -L $folder"
	done
	# shellcheck disable=SC2086
	timeout -k 5 "${EVALTOP_VM_TIME:-1800}" "$qemu" $folders \
	    -machine pc,accel=${EVALTOP_VM_ACCEL:-tcg} -cpu max -m 2048 -smp 2 \
	    -display none -vga none -serial stdio -no-reboot \
	    -monitor none -nic none \
	    -virtfs "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap" \
	    -kernel "$image" -initrd "$scratch/initramfs" -append \
	    "console=ttyS0 quiet loglevel=3 panic=-1 $line EVALTOP_VM=1 EVALTOP_VM_APPARMOR=${EVALTOP_VM_APPARMOR:-} -- $here/guest.sh $case run $build" \
	    </dev/null 2>&1 | sed -u "s/\r//g" | tee "$scratch/log" || true
	grep -q '^vm: exit 0$' "$scratch/log" || failed="$failed $case"
done
if [ -n "$failed" ]; then
	echo "failed:$failed"
	exit 1
fi
echo "all cases passed"
