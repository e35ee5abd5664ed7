/* Extraction: every rule, as readings in order. */
#include "tests/reader_helpers.h"

#include <string.h>

#include "sample/extract.h"

#define PROMPT "import re\n\ndef h():\n    pass\n\n@deco\ndef f(x):\n    \"\"\"d\"\"\"\n"
#define FRONT "import re\n\ndef h():\n    pass\n\n"
#define F "def f(x):\n    return 1\n"

struct extract_case {
	const char *name;
	enum answer_field field;
	const char *answer;
	/* Readings, "rule#block[+]: source" each ended by "|"; + preamble. */
	const char *want;
};

static const struct extract_case code_cases[] = {
	{ "a completion follows the prompt, untrimmed", ANSWER_COMPLETION,
	    "  x\n\n", "completion#0: " PROMPT "  x\n\n|" },
	{ "a solution stands alone", ANSWER_SOLUTION, " " F,
	    "solution#0:  " F "|" },
	{ "fences of a solution stay", ANSWER_SOLUTION, "```\n" F "```",
	    "solution#0: ```\n" F "```|" },
	{ "blank is blank", ANSWER_CHAT, " \n\t", "blank" },
	{ "a blank completion is blank", ANSWER_COMPLETION, "", "blank" },
	{ "a tagged fence", ANSWER_CHAT, "Hi\n```python\n" F "```\nbye",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "the tag in capitals", ANSWER_CHAT, "```Python\n" F "```",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "the tag py", ANSWER_CHAT, "``` py \n" F "```",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "the tag python3, with more behind", ANSWER_CHAT,
	    "```python3 title=x\n" F "```",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "the tag as a class", ANSWER_CHAT, "~~~{.python}\n" F "~~~",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "a fence of another language", ANSWER_CHAT, "```text\n" F "```",
	    "fence_any#0+: " FRONT F "|fence_any#0: " F "|" },
	{ "tagged wins over untagged", ANSWER_CHAT,
	    "```\nf(1)\n```\n```python\n" F "```",
	    "fence_python#1+: " FRONT F "|fence_python#1: " F "|" },
	{ "the one that defines comes first", ANSWER_CHAT,
	    "```python\nprint(f(1))\n```\n```python\n" F "```",
	    "fence_python#1+: " FRONT F "|fence_python#0+: " FRONT
	    "print(f(1))\n|fence_python#1: " F "|"
	    "fence_python#0: print(f(1))\n|" },
	{ "an assignment defines, a comparison does not", ANSWER_CHAT,
	    "```python\nf == 1\n```\n```python\nf = lambda x: 1\n```",
	    "fence_python#1+: " FRONT "f = lambda x: 1\n|fence_python#0+: "
	    FRONT "f == 1\n|fence_python#1: f = lambda x: 1\n|"
	    "fence_python#0: f == 1\n|" },
	{ "async def and class define", ANSWER_CHAT,
	    "```python\nff(1)\n```\n```python\nasync def f(): 1\n```\n"
	    "```python\nclass f: 1\n```",
	    "fence_python#1+: " FRONT "async def f(): 1\n|fence_python#2+: "
	    FRONT "class f: 1\n|fence_python#0+: " FRONT "ff(1)\n|"
	    "fence_python#1: async def f(): 1\n|fence_python#2: class f: 1\n|"
	    "fence_python#0: ff(1)\n|" },
	{ "equal blocks are tried once", ANSWER_CHAT,
	    "```python\n" F "```\n```python\n" F "```",
	    "fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "blank blocks are not tried", ANSWER_CHAT,
	    "```python\n\n```\n```python\n" F "```",
	    "fence_python#1+: " FRONT F "|fence_python#1: " F "|" },
	{ "a body is read as a completion", ANSWER_CHAT,
	    "```python\n    return 1\n```",
	    "completion#0: " PROMPT "    return 1\n|fence_python#0+: " FRONT
	    "    return 1\n|fence_python#0:     return 1\n|" },
	{ "a body with a variable of that name is a body", ANSWER_CHAT,
	    "    f = 1\n    return f",
	    "completion#0: " PROMPT "    f = 1\n    return f|whole_text#0+: "
	    FRONT "    f = 1\n    return f|whole_text#0:     f = 1\n"
	    "    return f|" },
	{ "a fence that is never closed", ANSWER_CHAT, "Hi\n```python\n" F,
	    "fence_open#0+: " FRONT F "|fence_open#0: " F "|" },
	{ "a fence that the prompt has opened", ANSWER_CHAT,
	    F "```\nThis works.",
	    "fence_open#0+: " FRONT F "|fence_open#0: " F "|" },
	{ "no fence: the whole text", ANSWER_CHAT, F,
	    "whole_text#0+: " FRONT F "|whole_text#0: " F "|" },
	{ "a bare body without a fence", ANSWER_CHAT, "    return 1",
	    "completion#0: " PROMPT "    return 1|whole_text#0+: " FRONT
	    "    return 1|whole_text#0:     return 1|" },
	{ "an indented fence is dedented", ANSWER_CHAT,
	    "1. so:\n   ```python\n   def f(x):\n     return 1\n  odd\n   ```",
	    "fence_python#0+: " FRONT "def f(x):\n  return 1\nodd\n|"
	    "fence_python#0: def f(x):\n  return 1\nodd\n|" },
	{ "CRLF", ANSWER_CHAT, "```python\r\ndef f(x): 1\r\n```\r\n",
	    "fence_python#0+: " FRONT "def f(x): 1\r\n|"
	    "fence_python#0: def f(x): 1\r\n|" },
	{ "a closing fence is as long as the opening", ANSWER_CHAT,
	    "````python\n" F "```\n````\n",
	    "fence_python#0+: " FRONT F "```\n|fence_python#0: " F "```\n|" },
	{ "text behind does not close, nor does an indented one", ANSWER_CHAT,
	    "```python\n" F "``` x\n    ```\n```",
	    "fence_python#0+: " FRONT F "``` x\n    ```\n|"
	    "fence_python#0: " F "``` x\n    ```\n|" },
	{ "tildes do not close backticks", ANSWER_CHAT,
	    "```python\n" F "~~~\n```",
	    "fence_python#0+: " FRONT F "~~~\n|fence_python#0: " F "~~~\n|" },
	{ "inline code is no fence", ANSWER_CHAT, "```x``` is\n" F,
	    "whole_text#0+: " FRONT "```x``` is\n" F "|"
	    "whole_text#0: ```x``` is\n" F "|" },
	{ "thinking is dropped", ANSWER_CHAT,
	    "\n<think>\n```python\nno\n```\n</think>\n```python\n" F "```",
	    "think fence_python#0+: " FRONT F "|fence_python#0: " F "|" },
	{ "thinking by its other name", ANSWER_CHAT,
	    "<Thinking>no</Thinking>" F,
	    "think whole_text#0+: " FRONT F "|whole_text#0: " F "|" },
	{ "unclosed thinking holds no code", ANSWER_CHAT,
	    "<think>\n```python\n" F "```", "think blank" },
	{ "thinking that the template has opened", ANSWER_CHAT,
	    "hm\n```python\nno\n```\n</think>" F,
	    "think whole_text#0+: " FRONT F "|whole_text#0: " F "|" },
	{ "thinking in the middle stays", ANSWER_CHAT, F "#<think>\n",
	    "whole_text#0+: " FRONT F "#<think>\n|"
	    "whole_text#0: " F "#<think>\n|" },
	{ "a completion keeps its thinking", ANSWER_COMPLETION, "<think>",
	    "completion#0: " PROMPT "<think>|" },
};

static char *
describe(const struct assembly *assembly)
{
	GString *text = g_string_new(assembly->think_dropped ? "think " : "");

	if (assembly->is_blank)
		g_string_append(text, "blank");
	for (guint i = 0; i < assembly->programs->len; i++) {
		const struct program *program = &g_array_index(
		    assembly->programs, struct program, i);

		g_string_append_printf(text, "%s#%u%s: %s|",
		    extract_rule_word(program->rule), program->block,
		    program->has_preamble ? "+" : "", program->source);
	}
	return g_string_free(text, FALSE);
}

static void
check(const char *name, const struct task *task, const struct task_text *text,
    enum answer_field field, const char *answer, const char *want)
{
	struct assembly assembly;
	g_autofree char *got = NULL;

	assemble(task, text, field, answer, NULL, &assembly);
	got = describe(&assembly);
	assembly_clear(&assembly);
	assert_text(name, got, want);
}

static void
answers_are_read_by_the_rules(void **state)
{
	char entry_point[] = "f", prompt[] = PROMPT;
	struct task task = { .entry_point = entry_point };
	struct task_text text = { .prompt = prompt, .prompt_is_code = true };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(code_cases); i++)
		check(code_cases[i].name, &task, &text, code_cases[i].field,
		    code_cases[i].answer, code_cases[i].want);
}

static void
a_prose_prompt_is_never_put_in_front(void **state)
{
	char prompt[] = "Write f.";
	struct task task = { 0 };
	struct task_text text = { .prompt = prompt };

	(void)state;
	check("completion", &task, &text, ANSWER_COMPLETION, F,
	    "completion#0: " F "|");
	check("chat", &task, &text, ANSWER_CHAT, "```python\n" F "```",
	    "fence_python#0: " F "|");
	check("body", &task, &text, ANSWER_CHAT, "    return 1",
	    "whole_text#0:     return 1|");
}

static void
without_an_entry_point_the_tests_tell(void **state)
{
	char prompt[] = "Write f.", assertion[] = "assert set(f(1)) == {1}";
	struct task task = { 0 };
	struct task_text text = { .prompt = prompt };

	(void)state;
	text.asserts = g_ptr_array_new();
	g_ptr_array_add(text.asserts, assertion);
	check("called", &task, &text, ANSWER_CHAT,
	    "```python\ndef g(): 1\n```\n```python\n" F "```",
	    "fence_python#1: " F "|fence_python#0: def g(): 1\n|");
	g_ptr_array_unref(text.asserts);
}

static void
a_prompt_of_one_function_gives_no_preamble(void **state)
{
	char *const prompts[] = {
		(char[]){ "\n\ndef f(x):\n" }, (char[]){ "@deco\ndef f(x):\n" },
		(char[]){ "import re\ndef other(x):\n" }, (char[]){ "" },
	};
	char entry_point[] = "f";
	struct task task = { .entry_point = entry_point };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(prompts); i++) {
		struct task_text text = {
			.prompt = prompts[i], .prompt_is_code = true,
		};

		check(prompts[i], &task, &text, ANSWER_CHAT, F,
		    "whole_text#0: " F "|");
	}
}

static void
stops_cut_before_anything_else(void **state)
{
	static const char *const stops[] = { "\ndef", "", "\nclass", NULL };
	static const struct {
		const char *answer, *want;
		bool is_cut;
	} cases[] = {
		{ "a\nclass b\ndef", "a", true },
		{ "a\ndef b\nclass", "a", true },
		{ "a", "a", false },
		{ "\ndef x", "", true },
	};
	char prompt[] = "";
	struct task task = { 0 };
	struct task_text text = { .prompt = prompt };

	(void)state;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct assembly assembly;

		assemble(&task, &text, ANSWER_SOLUTION, cases[i].answer,
		    stops, &assembly);
		assert_int_equal(assembly.stop_cut, cases[i].is_cut);
		assert_int_equal(assembly.is_blank, !*cases[i].want);
		if (*cases[i].want)
			assert_text(cases[i].answer, g_array_index(
			    assembly.programs, struct program, 0).source,
			    cases[i].want);
		assembly_clear(&assembly);
	}
}

static void
a_thousand_blocks_give_few_readings(void **state)
{
	g_autoptr(GString) answer = g_string_new(NULL);
	char prompt[] = PROMPT, entry_point[] = "f";
	struct task task = { .entry_point = entry_point };
	struct task_text text = { .prompt = prompt, .prompt_is_code = true };
	struct assembly assembly;

	(void)state;
	for (guint i = 0; i < 1000; i++)
		g_string_append_printf(answer, "```python\nx = %u\n```\n", i);
	g_string_append(answer, "```python\n" F "```\n");
	assemble(&task, &text, ANSWER_CHAT, answer->str, NULL, &assembly);
	assert_int_equal(assembly.programs->len, 32);
	assert_text("best", g_array_index(assembly.programs, struct program,
	    0).source, FRONT F);
	assembly_clear(&assembly);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_are_read_by_the_rules),
		cmocka_unit_test(a_prose_prompt_is_never_put_in_front),
		cmocka_unit_test(without_an_entry_point_the_tests_tell),
		cmocka_unit_test(a_prompt_of_one_function_gives_no_preamble),
		cmocka_unit_test(stops_cut_before_anything_else),
		cmocka_unit_test(a_thousand_blocks_give_few_readings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
