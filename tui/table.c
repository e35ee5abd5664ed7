/* See table.h. */
#include "tui/table.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <string.h>

struct table {
	enum table_format format;
	GStrv heads;
	guint columns, rows;
	GPtrArray *cells;	/* char *, or NULL: of the row that is made */
	GString *text;
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
	g_autofree char *lower = g_ascii_strdown(path, -1);

	for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
		if (g_str_has_suffix(lower, endings[i].ending)) {
			*ret = endings[i].format;
			return true;
		}
	return false;
}

const char *
table_format_name(enum table_format format)
{
	static const char *const names[] = { [TABLE_CSV] = "CSV",
		[TABLE_JSON] = "JSON", [TABLE_MARKDOWN] = "Markdown" };

	return names[format];
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

static void
add_head(struct table *table)
{
	bool is_csv = table->format == TABLE_CSV;

	if (table->format == TABLE_JSON) {
		g_string_append_c(table->text, '[');
		return;
	}
	for (guint c = 0; c < table->columns; c++)
		g_string_append_printf(table->text, "%s%s", is_csv ? c ? "," :
		    "" : c ? " | " : "| ", head(table, c));
	g_string_append(table->text, is_csv ? "\n" : " |\n|");
	for (guint c = 0; !is_csv && c < table->columns; c++)
		g_string_append(table->text, is_number(table, c) ? " ---: |" :
		    " --- |");
	g_string_append(table->text, is_csv ? "" : "\n");
}

struct table *
table_new(const char *heads, enum table_format format)
{
	struct table *table = g_new0(struct table, 1);

	table->format = format;
	table->text = g_string_new(NULL);
	table->heads = g_strsplit(heads, " ", -1);
	table->columns = g_strv_length(table->heads);
	table->cells = g_ptr_array_new_with_free_func(g_free);
	add_head(table);
	return table;
}

void
table_free(struct table *table)
{
	if (!table)
		return;
	g_strfreev(table->heads);
	g_ptr_array_unref(table->cells);
	if (table->text)
		g_string_free(table->text, TRUE);
	g_free(table);
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

static void
add_json(const struct table *table, GString *into)
{
	cJSON *object = cJSON_CreateObject();
	char *line;

	for (guint c = 0; c < table->columns; c++) {
		const char *text = g_ptr_array_index(table->cells, c);

		if (!text)
			cJSON_AddNullToObject(object, head(table, c));
		else if (is_number(table, c))
			cJSON_AddRawToObject(object, head(table, c), text);
		else
			cJSON_AddStringToObject(object, head(table, c), text);
	}
	line = cJSON_PrintUnformatted(object);
	g_string_append_printf(into, "%s\n%s", table->rows ? "," : "", line);
	cJSON_free(line);
	cJSON_Delete(object);
}

static void
end_row(struct table *table)
{
	bool is_csv = table->format == TABLE_CSV;
	GString *into = table->text;

	if (table->format == TABLE_JSON) {
		add_json(table, into);
	} else {
		for (guint c = 0; c < table->columns; c++) {
			const char *cell = g_ptr_array_index(table->cells, c);

			g_string_append(into, is_csv ? c ? "," : "" : c ?
			    " | " : "| ");
			if (is_csv)
				add_csv(into, cell);
			else
				add_markdown(into, cell);
		}
		g_string_append(into, is_csv ? "\n" : " |\n");
	}
	table->rows++;
	g_ptr_array_set_size(table->cells, 0);
}

void
table_add(struct table *table, const char *text)
{
	g_ptr_array_add(table->cells, text ? g_utf8_make_valid(text, -1) :
	    NULL);
	if (table->cells->len == table->columns)
		end_row(table);
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

guint
table_rows(const struct table *table)
{
	return table->rows;
}

char *
table_finish(struct table *table)
{
	char *text;

	if (table->format == TABLE_JSON)
		g_string_append(table->text, "\n]\n");
	text = g_string_free(g_steal_pointer(&table->text), FALSE);
	table_free(table);
	return text;
}
