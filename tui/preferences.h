/*
 * The user's own settings: $XDG_CONFIG_HOME/evaltop/config.yaml.  It is read
 * and never written.
 *
 *	theme: dark            # dark, light, mono, colorblind,
 *	                       # colorblind-light, or one of below
 *	mouse: false
 *	wrap: false
 *	ascii: false
 *	title: false           # of the window
 *	progress: false        # beside the title, where the terminal can
 *	bell: false            # when a run has ended
 *	themes:
 *	  mine:
 *	    base: dark
 *	    good: 34 bold
 *	filters:
 *	  f1: out=timeout
 *	  f5: { name: near misses, filter: out!=pass and score>=0.8 }
 *	keys:
 *	  filter: [f, F4]
 *	  theme: none          # unbinds it
 */
#ifndef EVALTOP_TUI_PREFERENCES_H
#define EVALTOP_TUI_PREFERENCES_H

#include "tui/keys.h"
#include "tui/state.h"
#include "tui/theme.h"

struct config {
	struct keymap keymap;
	GPtrArray *themes;	/* struct theme *: the user's own */
	char *theme;		/* NULL: the default */
	struct saved_filter filters[SAVED_FILTERS];
	bool mouse, wrap, ascii;
	bool title, progress, bell;	/* told outside of the screen */
	char *complaint;	/* a sentence with file and line, or NULL */
};

/* `path` NULL: the usual one.  Without a file, or with a bad one: defaults. */
void config_load(struct config *config, const char *path);
/* The same of a text; `name` is the file in what is complained of. */
void config_read(struct config *config, const char *text, gsize length,
    const char *name);
void config_clear(struct config *config);

/* Of the user's or built in; NULL: none of that name. */
const struct theme *config_theme(const struct config *config,
    const char *name);
const struct theme *config_theme_at(const struct config *config, guint index);

#endif
