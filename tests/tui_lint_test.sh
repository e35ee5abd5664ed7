#!/bin/sh
# Only draw.c writes to the screen, and only it and term.c know curses: else
# text could pass by the gate.
set -eu
cd "${srcdir:-.}"
status=0

complain() {
	if [ -n "$2" ]; then
		echo "$1:" >&2
		echo "$2" >&2
		status=1
	fi
}

# versions.c asks the library for its version, and draws nothing.
complain "curses outside tui/draw.c, tui/term.c and tui/term_crash.c" \
	"$(grep -lE '<(n?curses|term)\.h>' tui/*.[ch] tui/*/*.[ch] |
	grep -vE '^tui/(draw|term|term_crash|versions)\.c$' || true)"
complain "writing to the screen outside tui/draw.c" \
	"$(grep -nE '\b(mv|w|mvw)?(add(n?w?str|ch|_wch)|printw|insch)\(' \
	tui/*.[ch] tui/*/*.[ch] | grep -vE '^tui/draw\.c:' || true)"
complain "stdio on the terminal while the screen is up" \
	"$(grep -nE '\b(printf|puts|putchar|fprintf)\(' tui/draw.c tui/term.c \
	tui/keys.c tui/screen/*.c tui/widget/*.c || true)"
exit $status
