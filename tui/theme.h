/*
 * Roles of text and how each looks.  A screen names a role; only themes know
 * colours.  Every use of a role has a glyph or a word beside it, so that
 * nothing is lost without colour.
 */
#ifndef EVALTOP_TUI_THEME_H
#define EVALTOP_TUI_THEME_H

#include <glib.h>
#include <stdbool.h>

enum role {
	ROLE_NORMAL,
	ROLE_GOOD,
	ROLE_BAD,
	ROLE_WARN,
	ROLE_ODD,		/* neither right nor wrong: syntax, errors */
	ROLE_ACCENT,
	ROLE_DIM,
	ROLE_KEYWORD, ROLE_STRING, ROLE_NUMBER, ROLE_COMMENT,	/* of code */
	ROLE__COUNT
};

/* A style is a role and any of these. */
#define STYLE_BOLD 0x100u
#define STYLE_REVERSE 0x200u
#define STYLE_UNDERLINE 0x400u
#define STYLE_ROLE(style) ((style) & 0xffu)

#define THEME_FAINT 0x800u

struct theme_entry {
	/* -1: the terminal's own foreground; color8 from 8 on: bold */
	short color8, color16, color256;
	unsigned flags;		/* with colours: STYLE_ flags, or THEME_FAINT */
	unsigned mono;		/* without */
};

struct theme {
	char *name;
	struct theme_entry entries[ROLE__COUNT];
};

/* The built-in ones; the first is the default. */
const struct theme *theme_builtin(guint index);		/* NULL behind the last */
const struct theme *theme_builtin_find(const char *name);

/*
 * The light or the dark one, for what some terminals say of themselves in
 * COLORFGBG ("0;15"); NULL, or not understood: dark.
 */
const struct theme *theme_for_background(const char *colorfgbg);

/* Red, green and blue, 0 to 255, of a colour of 0 to 255 in xterm's palette. */
void theme_rgb(int index, int ret[3]);

/* "good", as in a configuration; NULL: not to be set. */
const char *theme_role_name(enum role role);
char theme_role_letter(enum role role);		/* in the tests' maps of roles */

/*
 * "red", "bright-blue", "default" or a number 0 to 255, then any of bold,
 * faint, underline.  False if it is none of that.
 */
bool theme_parse_entry(const char *text, struct theme_entry *ret);

/* What to use with so many colours. */
short theme_color(const struct theme_entry *entry, int colors,
    unsigned *ret_flags);

#endif
