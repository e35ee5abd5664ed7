/* See prompt.h. */
#include "tui/widget/prompt.h"

#include <string.h>

void
prompt_start(struct prompt *prompt)
{
	*prompt = (struct prompt){ 0 };
}

static void
prompt_delete(struct prompt *prompt, int from, int to)
{
	memmove(prompt->text + from, prompt->text + to,
	    (gsize)(prompt->length - to) * sizeof(prompt->text[0]));
	prompt->length -= to - from;
	prompt->cursor = from;
}

static void
prompt_insert(struct prompt *prompt, gunichar c)
{
	if (prompt->length >= PROMPT_MAX)
		return;
	memmove(prompt->text + prompt->cursor + 1,
	    prompt->text + prompt->cursor,
	    (gsize)(prompt->length - prompt->cursor) *
	    sizeof(prompt->text[0]));
	prompt->text[prompt->cursor++] = c;
	prompt->length++;
}

static int
word_start(const struct prompt *prompt)
{
	int at = prompt->cursor;

	while (at > 0 && prompt->text[at - 1] == ' ')
		at--;
	while (at > 0 && prompt->text[at - 1] != ' ')
		at--;
	return at;
}

static void
prompt_edit(struct prompt *prompt, int key)
{
	switch (key) {
	case K_DELETE:
	case K_CTRL('D'):
		if (prompt->cursor < prompt->length)
			prompt_delete(prompt, prompt->cursor,
			    prompt->cursor + 1);
		break;
	case K_LEFT:
	case K_CTRL('B'):
		prompt->cursor = MAX(prompt->cursor - 1, 0);
		break;
	case K_RIGHT:
	case K_CTRL('F'):
		prompt->cursor = MIN(prompt->cursor + 1, prompt->length);
		break;
	case K_HOME:
	case K_CTRL('A'):
		prompt->cursor = 0;
		break;
	case K_END:
	case K_CTRL('E'):
		prompt->cursor = prompt->length;
		break;
	case K_CTRL('U'):
		prompt_delete(prompt, 0, prompt->cursor);
		break;
	case K_CTRL('K'):
		prompt->length = prompt->cursor;
		break;
	case K_CTRL('W'):
		prompt_delete(prompt, word_start(prompt), prompt->cursor);
		break;
	default:
		if (key >= 0x20 && key < 0x110000 && key != 0x7f)
			prompt_insert(prompt, (gunichar)key);
		break;
	}
}

enum prompt_end
prompt_key(struct prompt *prompt, int key)
{
	switch (key) {
	case K_ENTER:
		return PROMPT_ACCEPTED;
	case K_ESCAPE:
		return PROMPT_DROPPED;
	case K_BACKSPACE:
		if (prompt->length == 0)
			return PROMPT_DROPPED;
		if (prompt->cursor > 0)
			prompt_delete(prompt, prompt->cursor - 1,
			    prompt->cursor);
		break;
	default:
		prompt_edit(prompt, key);
	}
	return PROMPT_GOES_ON;
}

char *
prompt_text(const struct prompt *prompt)
{
	GString *text = g_string_new(NULL);

	for (int i = 0; i < prompt->length; i++)
		g_string_append_unichar(text, prompt->text[i]);
	return g_string_free(text, FALSE);
}

int
prompt_draw(const struct prompt *prompt, struct draw *draw, int x, int y,
    int width, const char *mark)
{
	g_autofree char *text = prompt_text(prompt);
	const char *cut = g_utf8_offset_to_pointer(text, prompt->cursor);
	g_autofree char *before = g_strndup(text, (gsize)(cut - text));
	int used = draw_text(draw, x, y, width, mark, ROLE_ACCENT |
	    STYLE_BOLD);
	int at = draw_width(draw, before), room = width - used;
	int skip = MAX(at - room + 1, 0);

	draw_put_from(draw, x + used, y, room, skip, text, ROLE_NORMAL);
	return x + used + at - skip;
}
