/*
 * Roles of text and how each looks.  A screen names a role; only this table
 * knows colours.  Every use of a role has a glyph or a word beside it, so
 * that nothing is lost without colour.
 */
#ifndef EVALTOP_TUI_THEME_H
#define EVALTOP_TUI_THEME_H

enum role {
	ROLE_NORMAL,
	ROLE_GOOD,
	ROLE_BAD,
	ROLE_WARN,
	ROLE_ODD,		/* neither right nor wrong: syntax, errors */
	ROLE_ACCENT,
	ROLE_DIM,
	ROLE__COUNT
};

/* A style is a role and any of these. */
#define STYLE_BOLD 0x100u
#define STYLE_REVERSE 0x200u
#define STYLE_UNDERLINE 0x400u
#define STYLE_ROLE(style) ((style) & 0xffu)

struct theme_entry {
	short color8, color256;	/* -1: the terminal's own foreground */
	unsigned flags;		/* with colours: STYLE_ flags, or THEME_FAINT */
	unsigned mono;		/* without */
	char letter;		/* in the tests' maps of roles */
};

#define THEME_FAINT 0x800u

const struct theme_entry *theme_entry(enum role role);

#endif
