/* Reading the value of an option, by its row's type. */
#include "tui/options_value.h"

#include "base/error.h"
#include "base/size.h"

#include <string.h>

G_GNUC_PRINTF(4, 5)
static bool
refuse(const struct option_row *row, const char *value, GError **error,
    const char *format, ...)
{
	g_autofree char *why = NULL;
	va_list args;

	va_start(args, format);
	why = g_strdup_vprintf(format, args);
	va_end(args);
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
	    "option --%s: '%s' %s", row->name, value, why);
	return false;
}

/* Digits only: strtoull would take signs, blanks and hexadecimal. */
static bool
read_count(const struct option_row *row, const char *value, guint *ret,
    GError **error)
{
	guint64 number;

	if (!*value || value[strspn(value, "0123456789")])
		return refuse(row, value, error,
		    "is no whole number; it takes %s", row->range);
	if (!g_ascii_string_to_unsigned(value, 10, (guint64)row->min,
	    (guint64)row->max, &number, NULL))
		return refuse(row, value, error, "is not in range: %s",
		    row->range);
	*ret = (guint)number;
	return true;
}

/* A decimal fraction without sign or exponent; *ret_end behind it. */
static bool
read_decimal(const char *text, double *ret, const char **ret_end)
{
	size_t length = strspn(text, "0123456789.");
	g_autofree char *digits = g_strndup(text, length);
	char *end;

	if (!strpbrk(digits, "0123456789"))
		return false;
	*ret = g_ascii_strtod(digits, &end);
	*ret_end = text + length;
	return *end == '\0';
}

static bool
read_seconds(const struct option_row *row, const char *value, guint32 *ret,
    GError **error)
{
	double seconds;
	const char *end;

	if (!read_decimal(value, &seconds, &end) ||
	    (*end && strcmp(end, "s") != 0))
		return refuse(row, value, error,
		    "is no number of seconds; it takes %s, as in 2.5",
		    row->range);
	if (seconds < row->min || seconds > row->max)
		return refuse(row, value, error, "is not in range: %s",
		    row->range);
	*ret = (guint32)(seconds * 1000 + 0.5);
	return true;
}

static bool
read_size(const struct option_row *row, const char *value, guint64 *ret,
    GError **error)
{
	guint64 bytes;

	if (!size_parse(value, &bytes))
		return refuse(row, value, error,
		    "is no size; it takes %s, as in 512M", row->range);
	if ((double)bytes < row->min || (double)bytes > row->max)
		return refuse(row, value, error, "is not in range: %s",
		    row->range);
	*ret = bytes;
	return true;
}

static int
compare_uint(const void *a, const void *b)
{
	guint x = *(const guint *)a, y = *(const guint *)b;

	return (x > y) - (x < y);
}

static bool
read_k(const struct option_row *row, const char *value, GArray **ret,
    GError **error)
{
	g_auto(GStrv) words = g_strsplit(value, ",", -1);
	g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; words[i]; i++) {
		guint64 number;
		guint k;

		if (!g_ascii_string_to_unsigned(g_strstrip(words[i]), 10,
		    (guint64)row->min, (guint64)row->max, &number, NULL))
			return refuse(row, value, error, "is no list of k: %s",
			    row->range);
		k = (guint)number;
		g_array_append_val(list, k);
	}
	if (list->len == 0)
		return refuse(row, value, error, "is no list of k: %s",
		    row->range);
	g_array_sort(list, compare_uint);
	for (guint i = list->len - 1; i > 0; i--) {
		if (g_array_index(list, guint, i) ==
		    g_array_index(list, guint, i - 1))
			g_array_remove_index(list, i);
	}
	if (*ret)
		g_array_unref(*ret);
	*ret = g_steal_pointer(&list);
	return true;
}

static GPtrArray *
list_of(GPtrArray **field)
{
	if (!*field)
		*field = g_ptr_array_new_with_free_func(g_free);
	return *field;
}

static bool
read_names(const struct option_row *row, const char *value, GPtrArray **ret,
    GError **error)
{
	g_auto(GStrv) words = g_strsplit(value, ",", -1);

	for (guint i = 0; words[i]; i++) {
		const char *word = g_strstrip(words[i]);

		if (!*word || strspn(word, "abcdefghijklmnopqrstuvwxyz"
		    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") != strlen(word))
			return refuse(row, value, error, "is no list of module"
			    " names with commas between, as in socket,http.client");
		g_ptr_array_add(list_of(ret), g_strdup(word));
	}
	if (!words[0])
		return refuse(row, value, error, "names no module");
	return true;
}

static bool
read_escaped(const struct option_row *row, const char *value, GPtrArray **ret,
    GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (const char *p = value; *p; p++) {
		if (*p != '\\') {
			g_string_append_c(text, *p);
			continue;
		}
		p++;
		if (*p == 'n')
			g_string_append_c(text, '\n');
		else if (*p == 't')
			g_string_append_c(text, '\t');
		else if (*p == '\\')
			g_string_append_c(text, '\\');
		else
			return refuse(row, value, error,
			    "has a backslash before something else than "
			    "n, t and a backslash");
	}
	if (text->len == 0)
		return refuse(row, value, error, "would cut every answer to "
		    "nothing: give the text to stop at");
	g_ptr_array_add(list_of(ret), g_strdup(text->str));
	return true;
}

static bool
read_fail_under(const struct option_row *row, const char *value, GArray **ret,
    GError **error)
{
	const char *equals = strchr(value, '='), *end;
	struct fail_under bound;
	guint64 k;

	if (g_str_has_prefix(value, "pass@") && equals) {
		g_autofree char *digits =
		    g_strndup(value + 5, (gsize)(equals - value - 5));

		if (g_ascii_string_to_unsigned(digits, 10, 1, 1000000, &k,
		    NULL) && read_decimal(equals + 1, &bound.value, &end) &&
		    !*end && bound.value >= row->min &&
		    bound.value <= row->max) {
			bound.k = (guint)k;
			if (!*ret)
				*ret = g_array_new(FALSE, FALSE, sizeof(bound));
			g_array_append_val(*ret, bound);
			return true;
		}
	}
	return refuse(row, value, error, "is not %s", row->range);
}

static bool
read_word(const struct option_row *row, const char *value, char **ret,
    GError **error)
{
	const char *const *choices = row->choices();
	const char *near = nearest_word(value, choices);
	g_autofree char *all = NULL;

	if (g_strv_contains(choices, value)) {
		g_free(*ret);
		*ret = g_strdup(value);
		return true;
	}
	all = options_join_choices(row, ", ");
	if (near)
		return refuse(row, value, error,
		    "is none of %s; the nearest is '%s'", all, near);
	return refuse(row, value, error, "is none of %s", all);
}

static bool
read_text(const struct option_row *row, const char *value, char **ret,
    GError **error)
{
	if (!*value)
		return refuse(row, value, error, "is empty: it needs %s",
		    row->argument);
	if (row->type == OPTION_PROGRAM && strchr(value, '/') &&
	    !g_file_test(value, G_FILE_TEST_IS_EXECUTABLE))
		return refuse(row, value, error, "is no file that can be run");
	g_free(*ret);
	*ret = g_strdup(value);
	return true;
}

bool
option_read_value(const struct option_row *row, const char *value, void *field,
    GError **error)
{
	switch (row->type) {
	case OPTION_FLAG:
		*(bool *)field = true;
		return true;
	case OPTION_COUNT:
		return read_count(row, value, field, error);
	case OPTION_SECONDS:
		return read_seconds(row, value, field, error);
	case OPTION_SIZE:
		return read_size(row, value, field, error);
	case OPTION_TEXT:
	case OPTION_PROGRAM:
		return read_text(row, value, field, error);
	case OPTION_WORD:
		return read_word(row, value, field, error);
	case OPTION_K:
		return read_k(row, value, field, error);
	case OPTION_NAMES:
		return read_names(row, value, field, error);
	case OPTION_ESCAPED:
		return read_escaped(row, value, field, error);
	case OPTION_FAIL_UNDER:
		return read_fail_under(row, value, field, error);
	}
	g_assert_not_reached();
}
