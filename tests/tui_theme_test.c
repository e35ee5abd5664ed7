/*
 * Themes: what they say can be read on the background they are made for, and
 * is never said by colour alone.
 */
#include "base/outcome.h"
#include "tui/screen/app.h"
#include "tui/term.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* WCAG 2.1, success criterion 1.4.3, for text of normal size. */
#define CONTRAST 4.5

/* What the colours of xterm are measured on; with 256 also on softer ones. */
static const int black[3] = { 0, 0, 0 }, white[3] = { 255, 255, 255 };
static const int grey[3] = { 30, 30, 30 }, paper[3] = { 245, 245, 245 };

static double
linear(int channel)
{
	double c = channel / 255.0;

	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
luminance(const int rgb[3])
{
	return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) +
	    0.0722 * linear(rgb[2]);
}

static double
contrast(const int a[3], const int b[3])
{
	double la = luminance(a), lb = luminance(b);

	return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

static void
test_contrast_is_computed_as_defined(void **state)
{
	const int grey_118[3] = { 118, 118, 118 };

	(void)state;
	assert_float_equal(contrast(black, white), 21, 1e-9);
	assert_float_equal(contrast(white, white), 1, 1e-9);
	/* The known boundary: #767676 on white is the lightest that does. */
	assert_float_equal(contrast(grey_118, white), 4.54, 0.005);
}

static bool
is_light(const struct theme *theme)
{
	return strstr(theme->name, "light");
}

/* The colour on the screen: what bold makes of the first eight included. */
static void
check_color(const struct theme *theme, int role, int colors,
    const int background[3])
{
	unsigned flags;
	short color = theme_color(&theme->entries[role], colors, &flags);
	int rgb[3];
	double got;

	if (color < 0)	/* the terminal's own */
		return;
	assert_in_range(color, 0, colors - 1);
	if (color < 8 && colors == 8 && (flags & STYLE_BOLD))
		color = (short)(color + 8);
	theme_rgb(color, rgb);
	got = contrast(rgb, background);
	if (got < CONTRAST)
		fail_msg("%s, %d colors, %s: #%02x%02x%02x has a contrast of "
		    "%.2f, want %.1f", theme->name, colors,
		    theme_role_name((enum role)role), (unsigned)rgb[0],
		    (unsigned)rgb[1], (unsigned)rgb[2], got, CONTRAST);
}

static void
test_every_role_can_be_read(void **state)
{
	const struct theme *theme;

	(void)state;
	for (guint i = 0; (theme = theme_builtin(i)); i++)
		for (int role = 0; role < ROLE__COUNT; role++) {
			const int *background = is_light(theme) ? white :
			    black;

			check_color(theme, role, 8, background);
			check_color(theme, role, 16, background);
			check_color(theme, role, 256, background);
			check_color(theme, role, 256, is_light(theme) ? paper :
			    grey);
		}
}

/*
 * How a colour looks without red or without green cones: the matrices of
 * Machado, Oliveira and Fernandes (2009) for full severity, on linear RGB.
 */
static const double blindness[2][3][3] = {
	{ { 0.152286, 1.052583, -0.204868 },
	  { 0.114503, 0.786281, 0.099216 },
	  { -0.003882, -0.048116, 1.051998 } },
	{ { 0.367322, 0.860646, -0.227968 },
	  { 0.280085, 0.672501, 0.047413 },
	  { -0.011820, 0.042940, 0.968881 } },
};

static void
to_lab(const double rgb[3], double ret[3])
{
	static const double xyz[3][3] = {
		{ 0.4124564, 0.3575761, 0.1804375 },
		{ 0.2126729, 0.7151522, 0.0721750 },
		{ 0.0193339, 0.1191920, 0.9503041 },
	};
	static const double d65[3] = { 0.95047, 1, 1.08883 };
	double f[3];

	for (int i = 0; i < 3; i++) {
		double t = (xyz[i][0] * rgb[0] + xyz[i][1] * rgb[1] +
		    xyz[i][2] * rgb[2]) / d65[i];

		f[i] = t > 216.0 / 24389 ? cbrt(t) :
		    (24389.0 / 27 * t + 16) / 116;
	}
	ret[0] = 116 * f[1] - 16;
	ret[1] = 500 * (f[0] - f[1]);
	ret[2] = 200 * (f[1] - f[2]);
}

/* CIE 1976: 2.3 can just be told apart side by side. */
static double
difference(const int a[3], const int b[3], const double matrix[3][3])
{
	double lab[2][3], sum = 0;

	for (int side = 0; side < 2; side++) {
		const int *rgb = side ? b : a;
		double seen[3];

		for (int i = 0; i < 3; i++)
			seen[i] = CLAMP(matrix[i][0] * linear(rgb[0]) +
			    matrix[i][1] * linear(rgb[1]) + matrix[i][2] *
			    linear(rgb[2]), 0, 1);
		to_lab(seen, lab[side]);
	}
	for (int i = 0; i < 3; i++)
		sum += (lab[0][i] - lab[1][i]) * (lab[0][i] - lab[1][i]);
	return sqrt(sum);
}

static void
test_right_and_wrong_differ_for_the_color_blind(void **state)
{
	static const char *const names[] = { "colorblind",
		"colorblind-light" };
	static const int depths[] = { 8, 16, 256 };

	(void)state;
	for (gsize n = 0; n < G_N_ELEMENTS(names); n++)
		for (gsize d = 0; d < G_N_ELEMENTS(depths); d++)
			for (int kind = 0; kind < 2; kind++) {
				const struct theme *theme =
				    theme_builtin_find(names[n]);
				int rgb[2][3];
				double got;

				for (int side = 0; side < 2; side++) {
					unsigned flags;
					short c = theme_color(&theme->entries[
					    side ? ROLE_BAD : ROLE_GOOD],
					    depths[d], &flags);

					assert_true(c >= 0);
					theme_rgb(c, rgb[side]);
				}
				got = difference(rgb[0], rgb[1],
				    blindness[kind]);
				if (got < 40)
					fail_msg("%s, %d colors: right and "
					    "wrong differ by %.1f", names[n],
					    depths[d], got);
			}
}

static void
test_outcomes_differ_without_color(void **state)
{
	static const char *const states[] = { "\u25b8", "\u00b7", "!", "?",
		"\u2013", "*" };
	struct terminal *term = term_open_null("vt100", 2, 20);

	(void)state;
	assert_non_null(term);
	for (int is_ascii = 0; is_ascii < 2; is_ascii++) {
		g_autoptr(GHashTable) faces = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, NULL);
		struct draw draw;

		draw_init(&draw, is_ascii, false);
		for (gsize i = 0; i < OUTCOME__COUNT - OUTCOME_PASS +
		    G_N_ELEMENTS(states); i++) {
			enum outcome outcome = (enum outcome)(OUTCOME_PASS +
			    i);
			const char *glyph = outcome < OUTCOME__COUNT ?
			    outcome_info(outcome)->glyph :
			    states[i - (OUTCOME__COUNT - OUTCOME_PASS)];
			char *face;

			draw_erase(&draw);
			assert_int_equal(draw_put(&draw, 0, 0, 2, glyph, 0),
			    1);
			face = g_strstrip(draw_dump(&draw));
			assert_int_equal(g_utf8_strlen(face, -1), 1);
			if (is_ascii && outcome < OUTCOME__COUNT)
				assert_int_equal(face[0],
				    outcome_info(outcome)->letter);
			if (!g_hash_table_add(faces, face))
				fail_msg("'%s' stands for two states", glyph);
		}
		draw_clear(&draw);
	}
	term_close(term);
}

/* Each role that tells something has an attribute, or needs none. */
static void
test_monochrome_keeps_weight(void **state)
{
	const struct theme *theme;

	(void)state;
	for (guint i = 0; (theme = theme_builtin(i)); i++) {
		assert_int_equal(theme->entries[ROLE_NORMAL].mono, 0);
		assert_int_equal(theme->entries[ROLE_GOOD].mono, 0);
		assert_int_equal(theme->entries[ROLE_BAD].mono, STYLE_BOLD);
		assert_int_equal(theme->entries[ROLE_WARN].mono, STYLE_BOLD);
		assert_int_equal(theme->entries[ROLE_DIM].mono, THEME_FAINT);
	}
}

static void
test_background_is_believed(void **state)
{
	static const struct {
		const char *value, *theme;
	} cases[] = {
		{ NULL, "dark" }, { "", "dark" }, { "15;0", "dark" },
		{ "0;15", "light" }, { "0;default;15", "light" },
		{ "0;7", "light" }, { "7;8", "dark" }, { "15", "dark" },
		{ "0;155", "dark" }, { "default;default", "dark" },
	};

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
		assert_string_equal(theme_for_background(cases[i].value)->name,
		    cases[i].theme);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_contrast_is_computed_as_defined),
		cmocka_unit_test(test_every_role_can_be_read),
		cmocka_unit_test(
		    test_right_and_wrong_differ_for_the_color_blind),
		cmocka_unit_test(test_outcomes_differ_without_color),
		cmocka_unit_test(test_monochrome_keeps_weight),
		cmocka_unit_test(test_background_is_believed),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
