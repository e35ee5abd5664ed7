/* Looking at Python by its lines; see python.h. */
#include "suite/python.h"

#include <string.h>

static bool
is_name_byte(char c)
{
	return g_ascii_isalnum(c) || c == '_' || (c & 0x80);
}

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\f')
		p++;
	return p;
}

/* Behind `word` and the white space that must follow it, or NULL. */
static const char *
skip_word(const char *p, const char *word)
{
	gsize length = strlen(word);

	if (strncmp(p, word, length) != 0 ||
	    (p[length] != ' ' && p[length] != '\t'))
		return NULL;
	return skip_blanks(p + length);
}

const char *
python_next_line(const char *line)
{
	line += strcspn(line, "\r\n");
	if (line[0] == '\r' && line[1] == '\n')
		return line + 2;
	return *line ? line + 1 : line;
}

gsize
python_defined_name(const char *line, const char **ret_name)
{
	const char *p = skip_blanks(line), *next;
	gsize length = 0;

	if ((next = skip_word(p, "async")))
		p = next;
	if (!(next = skip_word(p, "def")) && !(next = skip_word(p, "class")))
		return 0;
	while (is_name_byte(next[length]))
		length++;
	*ret_name = next;
	return length;
}

/* "name = ...", also with an annotation; not "name ==". */
static bool
assigns(const char *line, const char *name, gsize length)
{
	const char *p = line;

	if (strncmp(p, name, length) != 0 || is_name_byte(p[length]))
		return false;
	p = skip_blanks(p + length);
	if (*p == ':')
		p += strcspn(p, "=\r\n");
	return p[0] == '=' && p[1] != '=';
}

bool
python_defines(const char *source, const char *name, bool is_top_level)
{
	gsize length = strlen(name);

	for (const char *line = source; *line; line = python_next_line(line)) {
		bool is_indented = skip_blanks(line) != line;
		const char *found;

		if (is_top_level && is_indented)
			continue;
		if (python_defined_name(line, &found) == length &&
		    length > 0 && memcmp(found, name, length) == 0)
			return true;
		/* in a function's body the name would be a local variable */
		if (!is_indented && assigns(line, name, length))
			return true;
	}
	return false;
}

bool
python_looks_like_code(const char *text)
{
	static const char *const words[] = {
		"def", "class", "import", "from", "async",
	};

	for (const char *line = text; *line; line = python_next_line(line)) {
		const char *next;

		if (line[0] == '@' && is_name_byte(line[1]))
			return true;
		for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
			next = skip_word(line, words[i]);
			if (!next || !is_name_byte(*next))
				continue;
			/* "from here on, ..." is prose; so is "class of" */
			if (i == 0 && strcspn(next, "(") < strcspn(next, "\n"))
				return true;
			if (i == 1 && strcspn(next, ":") < strcspn(next, "\n"))
				return true;
			if (i == 2)
				return true;
			if (i == 3 && strstr(next, " import "))
				return true;
			if (i == 4 && skip_word(next, "def"))
				return true;
		}
	}
	return false;
}

bool
python_starts_indented(const char *text)
{
	for (const char *line = text; *line; line = python_next_line(line)) {
		const char *p = skip_blanks(line);

		if (*p && *p != '\n' && *p != '\r')
			return p != line;
	}
	return false;
}

bool
python_is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n\f\v")] == '\0';
}

bool
python_calls(const char *text, const char *name, gsize length)
{
	for (const char *p = text; length > 0 && *p; p++) {
		p = strstr(p, "(");
		if (!p)
			break;
		if ((gsize)(p - text) >= length &&
		    memcmp(p - length, name, length) == 0 &&
		    ((gsize)(p - text) == length ||
		    !is_name_byte(p[-(gssize)length - 1])))
			return true;
	}
	return false;
}
