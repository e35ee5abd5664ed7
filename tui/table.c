/* See table.h. */
#include "tui/table.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <string.h>

struct table {
	GStrv heads;
	guint columns;
	GPtrArray *cells;	/* char *, or NULL */
};

bool
table_format_of(const char *path, enum table_format *ret)
{
	static const struct {
		const char *ending;
		enum table_format format;
	} endings[] = {
		{ ".csv", TABLE_CSV }, { ".json", TABLE_JSON },
		{ ".md", TABLE_MARKDOWN }, { ".markdown", TABLE_MARKDOWN },
	};

	for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
		if (g_str_has_suffix(path, endings[i].ending)) {
			*ret = endings[i].format;
			return true;
		}
	return false;
}

struct table *
table_new(const char *heads)
{
	struct table *table = g_new0(struct table, 1);

	table->heads = g_strsplit(heads, " ", -1);
	table->columns = g_strv_length(table->heads);
	table->cells = g_ptr_array_new_with_free_func(g_free);
	return table;
}

void
table_free(struct table *table)
{
	if (!table)
		return;
	g_strfreev(table->heads);
	g_ptr_array_unref(table->cells);
	g_free(table);
}

void
table_add(struct table *table, const char *text)
{
	g_ptr_array_add(table->cells, text ? g_utf8_make_valid(text, -1) :
	    NULL);
}

void
table_addf(struct table *table, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	table_add(table, text);
}

static bool
is_number(const struct table *table, guint column)
{
	return table->heads[column][0] == '#';
}

static const char *
head(const struct table *table, guint column)
{
	return table->heads[column] + is_number(table, column);
}

static const char *
cell(const struct table *table, guint row, guint column)
{
	return g_ptr_array_index(table->cells, row * table->columns + column);
}

static void
add_csv(GString *into, const char *text)
{
	if (!text)
		return;
	if (text[strcspn(text, ",\"\r\n")] == '\0') {
		g_string_append(into, text);
		return;
	}
	g_string_append_c(into, '"');
	for (const char *p = text; *p; p++) {
		if (*p == '"')
			g_string_append_c(into, '"');
		g_string_append_c(into, *p);
	}
	g_string_append_c(into, '"');
}

/* One cell is one line there, and a bar would end it. */
static void
add_markdown(GString *into, const char *text)
{
	for (const char *p = text ? text : ""; *p; p++) {
		if (*p == '|' || *p == '\\')
			g_string_append_c(into, '\\');
		g_string_append_c(into, *p == '\n' || *p == '\r' ? ' ' : *p);
	}
}

static char *
json_text(const struct table *table, guint rows)
{
	GString *into = g_string_new("[");

	for (guint r = 0; r < rows; r++) {
		cJSON *object = cJSON_CreateObject();
		char *line;

		for (guint c = 0; c < table->columns; c++) {
			const char *text = cell(table, r, c);

			if (!text)
				cJSON_AddNullToObject(object, head(table, c));
			else if (is_number(table, c))
				cJSON_AddRawToObject(object, head(table, c),
				    text);
			else
				cJSON_AddStringToObject(object, head(table,
				    c), text);
		}
		line = cJSON_PrintUnformatted(object);
		g_string_append_printf(into, "%s\n%s", r ? "," : "", line);
		cJSON_free(line);
		cJSON_Delete(object);
	}
	g_string_append(into, "\n]\n");
	return g_string_free(into, FALSE);
}

char *
table_text(const struct table *table, enum table_format format)
{
	guint rows = table->cells->len / table->columns;
	bool is_csv = format == TABLE_CSV;
	GString *into;

	if (format == TABLE_JSON)
		return json_text(table, rows);
	into = g_string_new(NULL);
	for (guint c = 0; c < table->columns; c++)
		g_string_append_printf(into, "%s%s", is_csv ? c ? "," : "" :
		    c ? " | " : "| ", head(table, c));
	g_string_append(into, is_csv ? "\n" : " |\n|");
	for (guint c = 0; !is_csv && c < table->columns; c++)
		g_string_append(into, is_number(table, c) ? " ---: |" :
		    " --- |");
	g_string_append(into, is_csv ? "" : "\n");
	for (guint r = 0; r < rows; r++) {
		for (guint c = 0; c < table->columns; c++) {
			g_string_append(into, is_csv ? c ? "," : "" : c ?
			    " | " : "| ");
			if (is_csv)
				add_csv(into, cell(table, r, c));
			else
				add_markdown(into, cell(table, r, c));
		}
		g_string_append(into, is_csv ? "\n" : " |\n");
	}
	return g_string_free(into, FALSE);
}
