/*
 * All themes keep the terminal's own background, so they work on any of the
 * kind they are made for; "dark" and "light" differ in how bright their hues
 * are.  The "colorblind" ones say right and wrong in blue and orange.  Each
 * colour has a contrast of 4.5 at least with its background (WCAG 2.1, 1.4.3;
 * a test computes it on xterm's palette).  So a light screen of few colours
 * has no green and no yellow, and greys are the terminal's own, made faint:
 * bright black cannot be read in many a palette.
 */
#include "tui/theme.h"

#include <string.h>

static char dark_name[] = "dark", light_name[] = "light",
    mono_name[] = "mono", safe_name[] = "colorblind",
    safe_light_name[] = "colorblind-light";

#define BOLD STYLE_BOLD
#define FAINT THEME_FAINT

static const struct theme builtin[] = {
	{ dark_name, {
	    [ROLE_NORMAL] = { -1, -1, -1, 0, 0 },
	    [ROLE_GOOD] = { 2, 2, 35, 0, 0 },
	    [ROLE_BAD] = { 9, 9, 203, 0, BOLD },
	    [ROLE_WARN] = { 3, 3, 172, 0, BOLD },
	    [ROLE_ODD] = { 13, 13, 140, 0, BOLD },
	    [ROLE_ACCENT] = { 6, 6, 74, 0, 0 },
	    [ROLE_DIM] = { -1, -1, 246, FAINT, FAINT },
	    [ROLE_KEYWORD] = { 6, 6, 110, 0, BOLD },
	    [ROLE_STRING] = { 2, 2, 144, 0, 0 },
	    [ROLE_NUMBER] = { 3, 13, 175, 0, 0 },
	    [ROLE_COMMENT] = { -1, -1, 246, FAINT, FAINT },
	} },
	{ light_name, {
	    [ROLE_NORMAL] = { -1, -1, -1, 0, 0 },
	    [ROLE_GOOD] = { 4, 4, 22, 0, 0 },
	    [ROLE_BAD] = { 1, 1, 124, 0, BOLD },
	    [ROLE_WARN] = { -1, -1, 94, 0, BOLD },
	    [ROLE_ODD] = { 5, 5, 90, 0, BOLD },
	    [ROLE_ACCENT] = { 4, 4, 25, 0, 0 },
	    [ROLE_DIM] = { -1, -1, 242, FAINT, FAINT },
	    [ROLE_KEYWORD] = { 4, 4, 25, 0, BOLD },
	    [ROLE_STRING] = { 5, 5, 58, 0, 0 },
	    [ROLE_NUMBER] = { 1, 1, 89, 0, 0 },
	    [ROLE_COMMENT] = { -1, -1, 242, FAINT, FAINT },
	} },
	{ mono_name, {
	    [ROLE_NORMAL] = { -1, -1, -1, 0, 0 },
	    [ROLE_GOOD] = { -1, -1, -1, 0, 0 },
	    [ROLE_BAD] = { -1, -1, -1, BOLD, BOLD },
	    [ROLE_WARN] = { -1, -1, -1, BOLD, BOLD },
	    [ROLE_ODD] = { -1, -1, -1, BOLD, BOLD },
	    [ROLE_ACCENT] = { -1, -1, -1, 0, 0 },
	    [ROLE_DIM] = { -1, -1, -1, FAINT, FAINT },
	    [ROLE_KEYWORD] = { -1, -1, -1, BOLD, BOLD },
	    [ROLE_STRING] = { -1, -1, -1, 0, 0 },
	    [ROLE_NUMBER] = { -1, -1, -1, 0, 0 },
	    [ROLE_COMMENT] = { -1, -1, -1, FAINT, FAINT },
	} },
	{ safe_name, {
	    [ROLE_NORMAL] = { -1, -1, -1, 0, 0 },
	    [ROLE_GOOD] = { 6, 6, 75, 0, 0 },
	    [ROLE_BAD] = { 11, 11, 208, 0, BOLD },
	    [ROLE_WARN] = { 3, 3, 178, 0, BOLD },
	    [ROLE_ODD] = { 13, 13, 175, 0, BOLD },
	    [ROLE_ACCENT] = { 6, 6, 37, 0, 0 },
	    [ROLE_DIM] = { -1, -1, 246, FAINT, FAINT },
	    [ROLE_KEYWORD] = { 6, 6, 37, 0, BOLD },
	    [ROLE_STRING] = { -1, -1, 109, 0, 0 },
	    [ROLE_NUMBER] = { 3, 13, 175, 0, 0 },
	    [ROLE_COMMENT] = { -1, -1, 246, FAINT, FAINT },
	} },
	{ safe_light_name, {
	    [ROLE_NORMAL] = { -1, -1, -1, 0, 0 },
	    [ROLE_GOOD] = { 4, 4, 26, 0, 0 },
	    [ROLE_BAD] = { 1, 1, 94, 0, BOLD },
	    [ROLE_WARN] = { -1, -1, 58, 0, BOLD },
	    [ROLE_ODD] = { 5, 5, 90, 0, BOLD },
	    [ROLE_ACCENT] = { 4, 4, 24, 0, 0 },
	    [ROLE_DIM] = { -1, -1, 242, FAINT, FAINT },
	    [ROLE_KEYWORD] = { 4, 4, 24, 0, BOLD },
	    [ROLE_STRING] = { 5, 5, 58, 0, 0 },
	    [ROLE_NUMBER] = { 1, 1, 90, 0, 0 },
	    [ROLE_COMMENT] = { -1, -1, 242, FAINT, FAINT },
	} },
};

static const struct {
	const char *name;
	char letter;
} roles[ROLE__COUNT] = {
	[ROLE_NORMAL] = { NULL, '.' }, [ROLE_GOOD] = { "good", 'g' },
	[ROLE_BAD] = { "bad", 'b' }, [ROLE_WARN] = { "warn", 'w' },
	[ROLE_ODD] = { "odd", 'o' }, [ROLE_ACCENT] = { "accent", 'a' },
	[ROLE_DIM] = { "dim", 'd' }, [ROLE_KEYWORD] = { "keyword", 'k' },
	[ROLE_STRING] = { "string", 's' }, [ROLE_NUMBER] = { "number", 'n' },
	[ROLE_COMMENT] = { "comment", 'c' },
};

const struct theme *
theme_builtin(guint index)
{
	return index < G_N_ELEMENTS(builtin) ? &builtin[index] : NULL;
}

const struct theme *
theme_builtin_find(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(builtin); i++)
		if (strcmp(builtin[i].name, name) == 0)
			return &builtin[i];
	return NULL;
}

const char *
theme_role_name(enum role role)
{
	return roles[role].name;
}

char
theme_role_letter(enum role role)
{
	return roles[role].letter;
}

const struct theme *
theme_for_background(const char *colorfgbg)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;

	return theme_builtin_find(last && (strcmp(last, ";7") == 0 ||
	    strcmp(last, ";15") == 0) ? light_name : dark_name);
}

void
theme_rgb(int index, int ret[3])
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	static const int basic[16][3] = {
		{ 0, 0, 0 }, { 205, 0, 0 }, { 0, 205, 0 }, { 205, 205, 0 },
		{ 0, 0, 238 }, { 205, 0, 205 }, { 0, 205, 205 },
		{ 229, 229, 229 }, { 127, 127, 127 }, { 255, 0, 0 },
		{ 0, 255, 0 }, { 255, 255, 0 }, { 92, 92, 255 },
		{ 255, 0, 255 }, { 0, 255, 255 }, { 255, 255, 255 },
	};

	g_assert(index >= 0 && index < 256);
	if (index < 16) {
		memcpy(ret, basic[index], sizeof(basic[index]));
		return;
	}
	if (index >= 232) {
		ret[0] = ret[1] = ret[2] = 8 + (index - 232) * 10;
		return;
	}
	index -= 16;
	ret[0] = steps[index / 36];
	ret[1] = steps[index / 6 % 6];
	ret[2] = steps[index % 6];
}

/* The nearest of the eight; grey is the terminal's own foreground. */
static short
nearest_basic(int index)
{
	int rgb[3], high, low;
	short color = 0;

	if (index < 16)
		return (short)(index % 8);
	theme_rgb(index, rgb);
	high = MAX(rgb[0], MAX(rgb[1], rgb[2]));
	low = MIN(rgb[0], MIN(rgb[1], rgb[2]));
	if (high - low < 40)
		return -1;
	for (int i = 0; i < 3; i++)
		if (rgb[i] > low + (high - low) / 2)
			color = (short)(color | 1 << i);
	return color;
}

static bool
parse_color(const char *word, short *ret)
{
	static const char *const names[] = { "black", "red", "green",
		"yellow", "blue", "magenta", "cyan", "white" };
	bool is_bright = g_str_has_prefix(word, "bright-");
	char *end;
	gint64 number = g_ascii_strtoll(word, &end, 10);

	if (strcmp(word, "default") == 0) {
		*ret = -1;
		return true;
	}
	if (g_ascii_isdigit(*word) && !*end && number <= 255) {
		*ret = (short)number;
		return true;
	}
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(word + (is_bright ? 7 : 0), names[i]) == 0) {
			*ret = (short)(i + (is_bright ? 8 : 0));
			return true;
		}
	return false;
}

bool
theme_parse_entry(const char *text, struct theme_entry *ret)
{
	g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
	struct theme_entry entry = { -1, -1, -1, 0, 0 };
	bool has_color = false;

	for (guint i = 0; words[i]; i++) {
		if (!*words[i])
			continue;
		if (strcmp(words[i], "bold") == 0)
			entry.flags |= STYLE_BOLD;
		else if (strcmp(words[i], "faint") == 0)
			entry.flags |= THEME_FAINT;
		else if (strcmp(words[i], "underline") == 0)
			entry.flags |= STYLE_UNDERLINE;
		else if (has_color || !parse_color(words[i],
		    &entry.color256))
			return false;
		else
			has_color = true;
	}
	entry.color16 = entry.color256 < 16 ? entry.color256 :
	    nearest_basic(entry.color256);
	entry.color8 = entry.color256 < 0 ? (short)-1 :
	    nearest_basic(entry.color256);
	entry.mono = entry.flags;
	*ret = entry;
	return true;
}

short
theme_color(const struct theme_entry *entry, int colors, unsigned *ret_flags)
{
	*ret_flags = entry->flags;
	if (colors >= 256) {
		/* A grey of its own needs no faintness on top. */
		if (entry->color256 >= 0)
			*ret_flags &= ~THEME_FAINT;
		return entry->color256;
	}
	if (colors >= 16) {
		if (entry->color16 >= 0)
			*ret_flags &= ~THEME_FAINT;
		return entry->color16;
	}
	/* Terminals of eight colours show these by bold. */
	if (entry->color8 >= 8)
		*ret_flags |= STYLE_BOLD;
	return entry->color8 < 8 ? entry->color8 : (short)(entry->color8 - 8);
}
