/* A line that is typed, with the keys of readline. */
#ifndef EVALTOP_TUI_WIDGET_PROMPT_H
#define EVALTOP_TUI_WIDGET_PROMPT_H

#include "tui/draw.h"
#include "tui/keys.h"

#define PROMPT_MAX 200

struct prompt {
	gunichar text[PROMPT_MAX + 1];
	int length, cursor;
};

enum prompt_end {
	PROMPT_GOES_ON,
	PROMPT_ACCEPTED,	/* Enter */
	PROMPT_DROPPED,		/* Esc, or backspace in an empty line */
};

void prompt_start(struct prompt *prompt);
enum prompt_end prompt_key(struct prompt *prompt, int key);
char *prompt_text(const struct prompt *prompt);	/* UTF-8, caller frees */
/* Draws `mark` and the line; returns the column for the cursor. */
int prompt_draw(const struct prompt *prompt, struct draw *draw, int x, int y,
    int width, const char *mark);

#endif
