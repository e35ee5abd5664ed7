/*
 * The readings of an answer; see extract.h.
 *
 * For a chat answer every block gives up to three programs: behind the whole
 * prompt where it is only the body of the function, behind the prompt's
 * imports and helpers, and alone (a `from __future__` import must come first,
 * and a helper of the prompt may clash).  Blocks that name the entry point
 * come first; a compiler has the last word, in the harness.
 */
#include "sample/extract.h"

#include <string.h>

#include "sample/fence.h"
#include "suite/python.h"

/* More blocks of one answer than this are not tried. */
#define BLOCKS_MAX 16

static const char *const words[EXTRACT__COUNT] = {
	[EXTRACT_COMPLETION] = "completion",
	[EXTRACT_SOLUTION] = "solution",
	[EXTRACT_FENCE_PYTHON] = "fence_python",
	[EXTRACT_FENCE_ANY] = "fence_any",
	[EXTRACT_FENCE_OPEN] = "fence_open",
	[EXTRACT_WHOLE_TEXT] = "whole_text",
};

/* A part of the answer that may be code. */
struct block {
	const char *text;
	enum extract_rule rule;
	guint number;
	bool defines;		/* what the tests call */
};

struct extraction {
	const struct task *task;
	const struct task_text *text;
	GArray *blocks;		/* struct block, best first */
	char *preamble;		/* NULL where there is none */
	GArray *programs;
};

const char *
extract_rule_word(enum extract_rule rule)
{
	g_assert(rule < EXTRACT__COUNT);
	return words[rule];
}

static void
clear_program(gpointer data)
{
	g_free(((struct program *)data)->source);
}

void
assembly_clear(struct assembly *assembly)
{
	g_clear_pointer(&assembly->programs, g_array_unref);
	memset(assembly, 0, sizeof(*assembly));
}

static void
add_program(GArray *programs, const char *front, const char *text,
    enum extract_rule rule, guint number, bool has_preamble)
{
	struct program program = {
		.source = g_strconcat(front, text, NULL),
		.rule = rule,
		.block = number,
		.has_preamble = has_preamble,
	};

	g_array_append_val(programs, program);
}

static char *
cut_at_stops(const char *answer, const char *const *stops, bool *ret_is_cut)
{
	gsize length = strlen(answer), whole = length;

	for (gsize i = 0; stops && stops[i]; i++) {
		const char *found = *stops[i] ? strstr(answer, stops[i]) :
		    NULL;

		if (found)
			length = MIN(length, (gsize)(found - answer));
	}
	*ret_is_cut = length < whole;
	return g_strndup(answer, length);
}

/* The first of `tags` at `text`, or anywhere in it; NULL if none. */
static const char *
find_tag(const char *text, const char *const *tags, bool is_anywhere,
    const char **ret_behind)
{
	const char *best = NULL;

	for (gsize i = 0; tags[i]; i++) {
		gsize length = strlen(tags[i]);

		for (const char *p = text; (p = strchr(p, '<')); p++) {
			if (!is_anywhere && p != text)
				break;
			if (g_ascii_strncasecmp(p, tags[i], length) != 0)
				continue;
			if (!best || p < best) {
				best = p;
				*ret_behind = p + length;
			}
			break;
		}
	}
	return best;
}

/*
 * What stands behind the thinking.  Where the chat template has written the
 * opening tag into the prompt, only the closing one is in the answer.
 */
static const char *
skip_thinking(const char *answer, bool *ret_is_dropped)
{
	static const char *const opening[] = { "<think>", "<thinking>", NULL };
	static const char *const closing[] = {
		"</think>", "</thinking>", NULL,
	};
	const char *p = answer, *start, *behind;

	*ret_is_dropped = false;
	for (;;) {
		start = p + strspn(p, " \t\r\n");
		if (!find_tag(start, opening, false, &behind))
			break;
		*ret_is_dropped = true;
		if (!find_tag(behind, closing, true, &p))
			return behind + strlen(behind);
	}
	if (*ret_is_dropped || find_tag(p, opening, true, &behind) ||
	    !find_tag(p, closing, true, &behind))
		return p;
	*ret_is_dropped = true;
	return behind;
}

/* Is one of the functions that the block defines called by the tests? */
static bool
defines_called(const struct task_text *text, const char *source)
{
	for (const char *line = source; *line; line = python_next_line(line)) {
		const char *name;
		gsize length = python_defined_name(line, &name);

		if (length == 0)
			continue;
		if (text->test && python_calls(text->test, name, length))
			return true;
		for (guint i = 0; text->asserts && i < text->asserts->len; i++) {
			if (python_calls(g_ptr_array_index(text->asserts, i),
			    name, length))
				return true;
		}
	}
	return false;
}

static bool
defines_entry_point(const struct extraction *this, const char *source)
{
	if (this->task->entry_point)
		return python_defines(source, this->task->entry_point, false);
	return defines_called(this->text, source);
}

/*
 * Where the prompt's own function begins, with its decorators; without the
 * name of an entry point the last definition is it.  NULL if there is none.
 */
static const char *
find_stub(const char *prompt, const char *entry_point)
{
	gsize wanted = entry_point ? strlen(entry_point) : 0;
	const char *decorators = NULL, *stub = NULL;

	for (const char *line = prompt; *line; line = python_next_line(line)) {
		const char *name;
		gsize length;

		if (*line == '@') {
			if (!decorators)
				decorators = line;
			continue;
		}
		length = *line == ' ' || *line == '\t' ? 0 :
		    python_defined_name(line, &name);
		if (length > 0 && (!entry_point || (length == wanted &&
		    memcmp(name, entry_point, length) == 0))) {
			stub = decorators ? decorators : line;
			if (entry_point)
				return stub;
		}
		/* a decorator's arguments may go over several lines */
		if (length > 0)
			decorators = NULL;
	}
	return stub;
}

char *
extract_preamble(const struct task *task, const struct task_text *text)
{
	const char *stub;
	g_autofree char *preamble = NULL;

	if (!text->prompt_is_code)
		return NULL;
	stub = find_stub(text->prompt, task->entry_point);
	if (!stub)
		return NULL;
	preamble = g_strndup(text->prompt, (gsize)(stub - text->prompt));
	if (python_is_blank(preamble))
		return NULL;
	return g_steal_pointer(&preamble);
}

static void
add_block(struct extraction *this, const char *text, enum extract_rule rule,
    guint number)
{
	struct block block = {
		.text = text,
		.rule = rule,
		.number = number,
		.defines = defines_entry_point(this, text),
	};
	guint at;

	if (python_is_blank(text))
		return;
	for (guint i = 0; i < this->blocks->len; i++) {
		if (strcmp(g_array_index(this->blocks, struct block, i).text,
		    text) == 0)
			return;
	}
	for (at = 0; block.defines && at < this->blocks->len; at++) {
		if (!g_array_index(this->blocks, struct block, at).defines)
			break;
	}
	if (!block.defines)
		at = this->blocks->len;
	g_array_insert_val(this->blocks, at, block);
	if (this->blocks->len > BLOCKS_MAX)
		g_array_set_size(this->blocks, BLOCKS_MAX);
}

/*
 * Where the prompt has opened the fence, the answer only closes it: its first
 * marker is bare, and what stands before is the code.
 */
static char *
text_before_closing(const GArray *fences, const char *answer)
{
	const struct fence *first;
	g_autofree char *before = NULL;

	if (fences->len != 1)
		return NULL;
	first = &g_array_index(fences, struct fence, 0);
	if (first->is_tagged || !first->is_open ||
	    python_looks_like_code(first->text))
		return NULL;
	before = g_strndup(answer, first->offset);
	if (!python_looks_like_code(before) &&
	    !python_starts_indented(before))
		return NULL;
	return g_steal_pointer(&before);
}

static void
add_fences(struct extraction *this, const GArray *fences)
{
	bool has_python = false;

	for (guint i = 0; i < fences->len; i++)
		has_python |= g_array_index(fences, struct fence, i).is_python;
	for (guint i = 0; i < fences->len; i++) {
		const struct fence *fence = &g_array_index(fences,
		    struct fence, i);

		if (has_python && !fence->is_python)
			continue;
		add_block(this, fence->text, fence->is_open ?
		    EXTRACT_FENCE_OPEN : fence->is_python ?
		    EXTRACT_FENCE_PYTHON : EXTRACT_FENCE_ANY, fence->number);
	}
}

/* The block as the body of the prompt's function. */
static void
add_as_completion(struct extraction *this, const struct block *block)
{
	const char *prompt = this->text->prompt;
	/* a chat answer begins a line of its own */
	g_autofree char *front = g_strconcat(prompt,
	    g_str_has_suffix(prompt, "\n") ? "" : "\n", NULL);

	add_program(this->programs, front, block->text, EXTRACT_COMPLETION,
	    block->number, false);
}

static void
make_programs(struct extraction *this)
{
	for (guint i = 0; i < this->blocks->len; i++) {
		const struct block *block = &g_array_index(this->blocks,
		    struct block, i);

		if (!block->defines && this->text->prompt_is_code &&
		    python_starts_indented(block->text))
			add_as_completion(this, block);
		if (this->preamble)
			add_program(this->programs, this->preamble,
			    block->text, block->rule, block->number, true);
	}
	for (guint i = 0; i < this->blocks->len; i++) {
		const struct block *block = &g_array_index(this->blocks,
		    struct block, i);

		add_program(this->programs, "", block->text, block->rule,
		    block->number, false);
	}
}

static void
extract_chat(struct extraction *this, const char *answer)
{
	g_autoptr(GArray) fences = fence_list(answer);
	g_autofree char *before = text_before_closing(fences, answer);

	this->blocks = g_array_new(FALSE, FALSE, sizeof(struct block));
	this->preamble = extract_preamble(this->task, this->text);
	if (before)
		add_block(this, before, EXTRACT_FENCE_OPEN, 0);
	else
		add_fences(this, fences);
	if (this->blocks->len == 0)
		add_block(this, answer, EXTRACT_WHOLE_TEXT, 0);
	make_programs(this);
	g_array_unref(this->blocks);
	g_free(this->preamble);
}

void
assemble(const struct task *task, const struct task_text *text,
    enum answer_field field, const char *answer, const char *const *stops,
    struct assembly *ret)
{
	struct extraction extraction = { .task = task, .text = text };
	g_autofree char *cut = NULL;
	const char *rest;

	memset(ret, 0, sizeof(*ret));
	ret->programs = g_array_new(FALSE, FALSE, sizeof(struct program));
	g_array_set_clear_func(ret->programs, clear_program);
	rest = cut = cut_at_stops(answer, stops, &ret->stop_cut);
	if (field == ANSWER_CHAT)
		rest = skip_thinking(cut, &ret->think_dropped);
	ret->is_blank = python_is_blank(rest);
	if (ret->is_blank)
		return;
	switch (field) {
	case ANSWER_COMPLETION:
		add_program(ret->programs, text->prompt_is_code ?
		    text->prompt : "", rest, EXTRACT_COMPLETION, 0, false);
		break;
	case ANSWER_SOLUTION:
		add_program(ret->programs, "", rest, EXTRACT_SOLUTION, 0,
		    false);
		break;
	case ANSWER_CHAT:
		extraction.programs = ret->programs;
		extract_chat(&extraction, rest);
		break;
	}
}
