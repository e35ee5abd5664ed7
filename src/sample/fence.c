/* Finding fences, line by line; see fence.h. */
#include "sample/fence.h"

#include <string.h>

/* Words of an info string that mean Python, in lower case. */
static const char *const python_tags[] = {
	"python", "python3", "py", "py3", "{.python", "{.python3", "{.py",
	"{python",
};

struct marker {
	guint columns;		/* of indentation */
	char character;
	gsize count;
	const char *info;	/* what stands behind, up to the line's end */
	gsize info_length;
};

static const char *
end_of_line(const char *line)
{
	return line + strcspn(line, "\n");
}

static const char *
skip_indentation(const char *p, guint limit, guint *ret_columns)
{
	guint columns = 0;

	for (; (*p == ' ' || *p == '\t') && columns < limit; p++)
		columns += *p == '\t' ? 4 - columns % 4 : 1;
	*ret_columns = columns;
	return p;
}

/* Does the line hold a run of fence characters, first of all? */
static bool
read_marker(const char *line, struct marker *ret)
{
	const char *end = end_of_line(line);
	const char *p = skip_indentation(line, G_MAXUINT, &ret->columns);

	ret->character = *p;
	if (*p != '`' && *p != '~')
		return false;
	for (ret->count = 0; *p == ret->character; p++)
		ret->count++;
	while (p < end && g_ascii_isspace(*p))
		p++;
	while (end > p && g_ascii_isspace(end[-1]))
		end--;
	ret->info = p;
	ret->info_length = (gsize)(end - p);
	return ret->count >= 3;
}

/* An opening line's info string holds no backtick: else it is inline code. */
static bool
is_opening(const struct marker *marker)
{
	return marker->character == '~' ||
	    !memchr(marker->info, '`', marker->info_length);
}

static bool
is_closing(const struct marker *marker, const struct marker *opening)
{
	return marker->character == opening->character &&
	    marker->count >= opening->count && marker->info_length == 0 &&
	    marker->columns <= opening->columns + 3;
}

static bool
is_python_tag(const struct marker *marker)
{
	g_autofree char *info = g_ascii_strdown(marker->info,
	    (gssize)marker->info_length);

	info[strcspn(info, " \t:,}")] = '\0';
	for (gsize i = 0; i < G_N_ELEMENTS(python_tags); i++) {
		if (strcmp(info, python_tags[i]) == 0)
			return true;
	}
	return false;
}

static void
append_dedented(GString *text, const char *line, guint columns)
{
	guint skipped;
	const char *p = skip_indentation(line, columns, &skipped);
	const char *end = end_of_line(line);

	/* a tab that reaches behind the fence's column leaves the rest */
	for (; skipped > columns; skipped--)
		g_string_append_c(text, ' ');
	g_string_append_len(text, p, end - p);
	if (*end == '\n')
		g_string_append_c(text, '\n');
}

static void
clear_fence(gpointer data)
{
	g_free(((struct fence *)data)->text);
}

GArray *
fence_list(const char *answer)
{
	GArray *fences = g_array_new(FALSE, TRUE, sizeof(struct fence));
	g_autoptr(GString) text = g_string_new(NULL);
	struct marker opening = { 0 };
	struct fence fence = { 0 };
	bool is_inside = false;
	const char *next;

	g_array_set_clear_func(fences, clear_fence);
	for (const char *line = answer; *line; line = next) {
		struct marker marker;
		bool is_marker = read_marker(line, &marker);

		next = end_of_line(line);
		if (*next)
			next++;
		if (is_inside && is_marker && is_closing(&marker, &opening)) {
			fence.text = g_strndup(text->str, text->len);
			g_array_append_val(fences, fence);
			is_inside = false;
		} else if (is_inside) {
			append_dedented(text, line, opening.columns);
		} else if (is_marker && is_opening(&marker)) {
			opening = marker;
			fence = (struct fence){
				.number = fences->len,
				.is_python = is_python_tag(&marker),
				.is_tagged = marker.info_length > 0,
				.offset = (gsize)(line - answer),
			};
			g_string_truncate(text, 0);
			is_inside = true;
		}
	}
	if (is_inside) {
		fence.text = g_strndup(text->str, text->len);
		fence.is_open = true;
		g_array_append_val(fences, fence);
	}
	return fences;
}
