/* A line that is typed, with the keys of readline. */
#ifndef EVALTOP_TUI_WIDGET_PROMPT_H
#define EVALTOP_TUI_WIDGET_PROMPT_H

#include "tui/draw.h"
#include "tui/keys.h"

#define PROMPT_MAX 500
#define PROMPT_HISTORY_MAX 100

struct prompt {
	gunichar text[PROMPT_MAX + 1];
	int length, cursor;
	gunichar yank[PROMPT_MAX + 1];	/* what ^K, ^U, ^W took last */
	int yank_length;
	GPtrArray *history;	/* char *, oldest first; borrowed; or NULL */
	int at;			/* in the history; its length: the line typed */
	char *typed;		/* that line, while the history shows */
	bool is_pasting;
};

enum prompt_end {
	PROMPT_GOES_ON,
	PROMPT_ACCEPTED,	/* Enter */
	PROMPT_DROPPED,		/* Esc, or backspace in an empty line */
	PROMPT_COMPLETE,	/* Tab: the caller knows what could follow */
};

/* `history` or NULL; prompt_clear() frees what prompt_start() took. */
void prompt_start(struct prompt *prompt, GPtrArray *history);
void prompt_clear(struct prompt *prompt);
void prompt_set(struct prompt *prompt, const char *text);
/* Between K_PASTE_START and _END line feeds are blanks and nothing ends. */
enum prompt_end prompt_key(struct prompt *prompt, int key);
/* Put an accepted line to the end of the history, once. */
void prompt_remember(GPtrArray *history, const char *text);
char *prompt_text(const struct prompt *prompt);	/* UTF-8, caller frees */
/* Draws `mark` and the line; returns the column for the cursor. */
int prompt_draw(const struct prompt *prompt, struct draw *draw, int x, int y,
    int width, const char *mark);

#endif
