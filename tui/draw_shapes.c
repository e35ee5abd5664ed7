/* Rules, frames, bars and charts: made of cells, and of text by the gate. */
#include "tui/draw_internal.h"

/* Light and heavy, then ASCII: horizontal, vertical, four corners, thumb. */
static const gunichar lines[4][7] = {
	{ 0x2500, 0x2502, 0x250c, 0x2510, 0x2514, 0x2518, 0x2588 },
	{ 0x2501, 0x2503, 0x250f, 0x2513, 0x2517, 0x251b, 0x2588 },
	{ '-', '|', '+', '+', '+', '+', '#' },
	{ '=', '|', '#', '#', '#', '#', '#' },
};

void
draw_rule(struct draw *draw, int x, int y, int width, const char *title)
{
	gunichar line = lines[draw->is_ascii ? 2 : 0][0];

	cell_run(draw, x, y, width, line, ROLE_DIM);
	if (title && width > 8) {
		int used = draw_text(draw, x + 3, y, width - 5, title,
		    ROLE_DIM | STYLE_BOLD);

		cell_put_char(draw, x + 2, y, ' ', ROLE_DIM);
		cell_put_char(draw, x + 3 + used, y, ' ', ROLE_DIM);
	}
}

static void
box_thumb(struct draw *draw, struct rect r, const struct box *box,
    gunichar glyph, unsigned style)
{
	int track = r.h - 2, size, at;

	if (box->total <= box->shown || track < 2 || box->shown < 1)
		return;
	size = MAX((int)((gint64)track * box->shown / box->total), 1);
	at = (int)((gint64)(track - size) * box->top /
	    MAX(box->total - box->shown, 1));
	at = CLAMP(at, 0, track - size);
	for (int i = 0; i < size; i++)
		cell_put_char(draw, r.x + r.w - 1, r.y + 1 + at + i, glyph,
		    style);
}

static void
box_titles(struct draw *draw, struct rect r, const struct box *box)
{
	unsigned style = box->has_focus ? ROLE_ACCENT | STYLE_BOLD :
	    ROLE_NORMAL | STYLE_BOLD;
	int room = r.w - 4, used = 0;

	if (box->title && room > 2) {
		used = draw_text(draw, r.x + 3, r.y, room - 2, box->title,
		    style) + 2;
		cell_put_char(draw, r.x + 2, r.y, ' ', style);
		cell_put_char(draw, r.x + 1 + used, r.y, ' ', style);
	}
	if (box->right && *box->right) {
		int width = draw_width(draw, box->right);

		if (width + 2 <= room - used - 1) {
			int x = r.x + r.w - width - 3;

			cell_put_char(draw, x - 1, r.y, ' ', ROLE_DIM);
			draw_text(draw, x, r.y, width, box->right, ROLE_DIM);
			cell_put_char(draw, x + width, r.y, ' ', ROLE_DIM);
		}
	}
	if (box->bottom && *box->bottom) {
		int width = draw_width(draw, box->bottom);

		if (width + 2 <= room)
			draw_printf(draw, r.x + r.w - width - 4, r.y + r.h - 1,
			    width + 2, ROLE_DIM, " %s ", box->bottom);
	}
}

struct rect
draw_box(struct draw *draw, struct rect r, const struct box *box)
{
	const gunichar *g = lines[(draw->is_ascii ? 2 : 0) +
	    (box->has_focus ? 1 : 0)];
	unsigned style = box->has_focus ? ROLE_ACCENT : ROLE_DIM;
	struct rect inner = { r.x + 1, r.y + 1, MAX(r.w - 2, 0),
		MAX(r.h - 2, 0) };

	if (r.w < 2 || r.h < 2)
		return (struct rect){ r.x, r.y, 0, 0 };
	cell_run(draw, r.x + 1, r.y, r.w - 2, g[0], style);
	cell_run(draw, r.x + 1, r.y + r.h - 1, r.w - 2, g[0], style);
	for (int y = r.y + 1; y < r.y + r.h - 1; y++) {
		cell_put_char(draw, r.x, y, g[1], style);
		cell_put_char(draw, r.x + r.w - 1, y, g[1], style);
	}
	cell_put_char(draw, r.x, r.y, g[2], style);
	cell_put_char(draw, r.x + r.w - 1, r.y, g[3], style);
	cell_put_char(draw, r.x, r.y + r.h - 1, g[4], style);
	cell_put_char(draw, r.x + r.w - 1, r.y + r.h - 1, g[5], style);
	box_thumb(draw, r, box, g[6], style);
	box_titles(draw, r, box);
	return inner;
}

void
draw_bar(struct draw *draw, int x, int y, int width, double fraction,
    unsigned style)
{
	int eighths, full, rest;

	if (width <= 0)
		return;
	if (!(fraction > 0))
		fraction = 0;
	eighths = (int)(MIN(fraction, 1.0) * width * 8 + 0.5);
	/* Something is never shown as nothing, nor not quite all as all. */
	if (fraction > 0 && eighths == 0)
		eighths = 1;
	if (fraction < 1 && eighths == width * 8)
		eighths--;
	full = eighths / 8;
	rest = draw->is_ascii ? 0 : eighths % 8;
	cell_run(draw, x, y, full, draw->is_ascii ? '#' : 0x2588, style);
	if (rest)
		cell_put_char(draw, x + full, y, 0x2590 - (gunichar)rest,
		    style);
	full += rest > 0;
	cell_run(draw, x + full, y, width - full, draw->is_ascii ? '.' :
	    0x2591, ROLE_DIM);
}

/* One column of the chart: what `eighths` fills of each of its cells. */
static void
spark_column(struct draw *draw, int x, struct rect r, int eighths,
    unsigned style)
{
	static const char levels[] = " .,:-=+*#";

	for (int row = 0; row < r.h; row++) {
		int level = CLAMP(eighths - row * 8, 0, 8);

		cell_put_char(draw, x, r.y + r.h - 1 - row, draw->is_ascii ?
		    (gunichar)levels[level] : level ? 0x2580 +
		    (gunichar)level : ' ', style);
	}
}

void
draw_spark(struct draw *draw, struct rect r, const double *values, int count,
    unsigned style)
{
	int first = MAX(count - r.w, 0);
	double max = 0;

	for (int i = first; i < count; i++)
		max = MAX(max, values[i]);
	for (int i = first; i < count; i++) {
		int eighths = max > 0 ? (int)(values[i] / max * r.h * 8 +
		    0.5) : 0;

		/* A second without any shows a line, not a hole. */
		spark_column(draw, r.x + i - first, r, MAX(eighths, 1),
		    style);
	}
}
