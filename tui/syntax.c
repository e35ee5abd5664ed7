/* See syntax.h.  A tokenizer, not a parser: enough for colours. */
#include "tui/syntax.h"

#include "tui/theme.h"

#include <stdbool.h>
#include <string.h>

static const char *const keywords[] = {
	"False", "None", "True", "and", "as", "assert", "async", "await",
	"break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from", "global", "if", "import", "in", "is",
	"lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
	"while", "with", "yield",
};

static void
add(GArray *spans, const char *line, const char *from, const char *to,
    unsigned style)
{
	struct span span = { (guint)(from - line), (guint)(to - line),
		style };

	if (to > from)
		g_array_append_val(spans, span);
}

static bool
is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool
is_keyword(const char *word, gsize length)
{
	for (gsize i = 0; i < G_N_ELEMENTS(keywords); i++)
		if (strlen(keywords[i]) == length &&
		    memcmp(keywords[i], word, length) == 0)
			return true;
	return false;
}

/* Past the end of a long string, or NULL: it goes on. */
static const char *
long_end(const char *p, char quote)
{
	for (; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (p[0] == quote && p[1] == quote && p[2] == quote)
			return p + 3;
	}
	return NULL;
}

/* From the quote on; a short string ends with its line at the latest. */
static const char *
skip_string(const char *p, enum syntax_state *state)
{
	char quote = *p;

	if (p[1] == quote && p[2] == quote) {
		const char *end = long_end(p + 3, quote);

		if (!end)
			*state = quote == '"' ? SYNTAX_IN_DOUBLE :
			    SYNTAX_IN_SINGLE;
		return end ? end : p + strlen(p);
	}
	for (p++; *p && *p != quote; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/* r, b, f, u and pairs of them in front of a quote belong to the string. */
static bool
is_prefix(const char *word, gsize length, char next)
{
	if ((next != '"' && next != '\'') || length > 2)
		return false;
	for (gsize i = 0; i < length; i++)
		if (!strchr("rRbBfFuU", word[i]))
			return false;
	return true;
}

enum syntax_state
syntax_python(const char *line, enum syntax_state state, GArray *spans)
{
	const char *p = line;
	bool names_next = false;	/* behind def and class */

	if (state != SYNTAX_CODE) {
		p = long_end(line, state == SYNTAX_IN_DOUBLE ? '"' : '\'');
		add(spans, line, line, p ? p : line + strlen(line),
		    ROLE_STRING);
		if (!p)
			return state;
		state = SYNTAX_CODE;
	}
	while (*p) {
		const char *start = p;

		if (*p == '#') {
			p += strlen(p);
			add(spans, line, start, p, ROLE_COMMENT);
		} else if (*p == '"' || *p == '\'') {
			p = skip_string(p, &state);
			add(spans, line, start, p, ROLE_STRING);
		} else if (g_ascii_isdigit(*p)) {
			while (is_word(*p) || *p == '.')
				p++;
			add(spans, line, start, p, ROLE_NUMBER);
		} else if (is_word(*p)) {
			while (is_word(*p))
				p++;
			if (is_prefix(start, (gsize)(p - start), *p)) {
				p = skip_string(p, &state);
				add(spans, line, start, p, ROLE_STRING);
			} else if (is_keyword(start, (gsize)(p - start))) {
				add(spans, line, start, p, ROLE_KEYWORD);
				names_next = (p - start == 3 && memcmp(start,
				    "def", 3) == 0) || (p - start == 5 &&
				    memcmp(start, "class", 5) == 0);
				continue;
			} else if (names_next) {
				add(spans, line, start, p, STYLE_BOLD);
			}
			names_next = false;
		} else if (*p == '@' && p == line + strspn(line, " \t")) {
			while (*p == '@' || *p == '.' || is_word(*p))
				p++;
			add(spans, line, start, p, ROLE_KEYWORD);
		} else {
			p++;
		}
	}
	return state;
}
