/* See output.h. */
#include "runner/output.h"

#include "run/event.h"

void
output_add(struct output *output, const char *bytes, gsize length,
    guint64 room)
{
	output->bytes += length;
	if (room == 0)
		return;
	if (!output->kept)
		output->kept = g_string_new(NULL);
	g_string_append_len(output->kept, bytes,
	    (gssize)MIN((guint64)length, room));
}

void
output_clear(struct output *output)
{
	if (output->kept)
		g_string_free(output->kept, TRUE);
	*output = (struct output){ 0 };
}

char *
output_preview(const struct output *output, gboolean *ret_is_whole)
{
	GString *text = g_string_new(NULL);
	const char *at, *end;
	guint chars = 0;

	*ret_is_whole = TRUE;
	if (!output->kept)
		return g_string_free(text, FALSE);
	at = output->kept->str;
	end = at + output->kept->len;
	for (; at < end && chars < VERDICT_PREVIEW_CHARS; chars++) {
		gunichar c = g_utf8_get_char_validated(at, end - at);

		if (*at == '\0') {
			g_string_append_unichar(text, 0x2400);
			at++;
		} else if (c == (gunichar)-1 || c == (gunichar)-2) {
			g_string_append_printf(text, "\\x%02x", (guint8)*at);
			at++;
		} else {
			g_string_append_unichar(text, c);
			at += g_unichar_to_utf8(c, NULL);
		}
	}
	*ret_is_whole = at == end && output->bytes == output->kept->len;
	return g_string_free(text, FALSE);
}
