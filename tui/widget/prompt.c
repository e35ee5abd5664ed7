/* See prompt.h. */
#include "tui/widget/prompt.h"

#include "tui/format.h"

#include <string.h>

void
prompt_start(struct prompt *prompt, GPtrArray *history)
{
	prompt_clear(prompt);
	prompt->history = history;
	prompt->at = history ? (int)history->len : 0;
}

void
prompt_clear(struct prompt *prompt)
{
	g_free(prompt->typed);
	*prompt = (struct prompt){ 0 };
}

void
prompt_set(struct prompt *prompt, const char *text)
{
	prompt->length = 0;
	for (; *text && prompt->length < PROMPT_MAX; text = utf8_next(text))
		prompt->text[prompt->length++] = g_utf8_get_char(text);
	prompt->cursor = prompt->length;
}

void
prompt_remember(GPtrArray *history, const char *text)
{
	for (guint i = 0; i < history->len; i++)
		if (strcmp(g_ptr_array_index(history, i), text) == 0)
			g_ptr_array_remove_index(history, i--);
	if (history->len >= PROMPT_HISTORY_MAX)
		g_ptr_array_remove_index(history, 0);
	g_ptr_array_add(history, g_strdup(text));
}

static void
prompt_walk(struct prompt *prompt, int by)
{
	int count = prompt->history ? (int)prompt->history->len : 0;
	int to = CLAMP(prompt->at + by, 0, count);

	if (to == prompt->at)
		return;
	if (prompt->at == count) {
		g_free(prompt->typed);
		prompt->typed = prompt_text(prompt);
	}
	prompt->at = to;
	prompt_set(prompt, to == count ? prompt->typed :
	    g_ptr_array_index(prompt->history, to));
}

static void
prompt_delete(struct prompt *prompt, int from, int to)
{
	memmove(prompt->text + from, prompt->text + to,
	    (gsize)(prompt->length - to) * sizeof(prompt->text[0]));
	prompt->length -= to - from;
	prompt->cursor = from;
}

/* The same, kept for ^Y. */
static void
prompt_kill(struct prompt *prompt, int from, int to)
{
	if (to <= from)
		return;
	prompt->yank_length = to - from;
	memcpy(prompt->yank, prompt->text + from,
	    (gsize)(to - from) * sizeof(prompt->text[0]));
	prompt_delete(prompt, from, to);
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
		prompt_kill(prompt, 0, prompt->cursor);
		break;
	case K_CTRL('K'):
		prompt_kill(prompt, prompt->cursor, prompt->length);
		break;
	case K_CTRL('W'):
		prompt_kill(prompt, word_start(prompt), prompt->cursor);
		break;
	case K_CTRL('Y'):
		for (int i = 0; i < prompt->yank_length; i++)
			prompt_insert(prompt, prompt->yank[i]);
		break;
	case K_CTRL('T'):
		if (prompt->cursor > 0 && prompt->length > 1) {
			int at = MIN(prompt->cursor, prompt->length - 1);
			gunichar c = prompt->text[at];

			prompt->text[at] = prompt->text[at - 1];
			prompt->text[at - 1] = c;
			prompt->cursor = at + 1;
		}
		break;
	case K_UP:
	case K_CTRL('P'):
		prompt_walk(prompt, -1);
		break;
	case K_DOWN:
	case K_CTRL('N'):
		prompt_walk(prompt, 1);
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
	if (key == K_PASTE_START || key == K_PASTE_END) {
		prompt->is_pasting = key == K_PASTE_START;
		return PROMPT_GOES_ON;
	}
	if (prompt->is_pasting) {
		prompt_insert(prompt, key == K_ENTER || key == '\t' ? ' ' :
		    key >= 0x20 && key < 0x110000 ? (gunichar)key : ' ');
		return PROMPT_GOES_ON;
	}
	switch (key) {
	case '\t':
		return PROMPT_COMPLETE;
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
