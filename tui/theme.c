/*
 * The one theme: the terminal's own background and foreground, and six hues
 * that keep their contrast on dark and on light.  256-colour values are
 * mid-tones for that reason; with 8 colours the terminal's palette decides.
 */
#include "tui/theme.h"

#include <glib.h>

static const struct theme_entry entries[ROLE__COUNT] = {
	[ROLE_NORMAL] = { -1, -1, 0, 0, '.' },
	[ROLE_GOOD] = { 2, 35, 0, 0, 'g' },
	[ROLE_BAD] = { 1, 167, 0, STYLE_BOLD, 'b' },
	[ROLE_WARN] = { 3, 172, 0, STYLE_BOLD, 'w' },
	[ROLE_ODD] = { 5, 134, 0, STYLE_BOLD, 'o' },
	[ROLE_ACCENT] = { 6, 31, 0, 0, 'a' },
	[ROLE_DIM] = { -1, 244, THEME_FAINT, THEME_FAINT, 'd' },
};

const struct theme_entry *
theme_entry(enum role role)
{
	g_assert(role < ROLE__COUNT);
	return &entries[role];
}
