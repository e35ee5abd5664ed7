/*
 * Requests travel in a memory file, not a pipe: it takes any length at once,
 * so that the runner never waits for a harness to read.
 */
#include "runner/request.h"

#include "base/io.h"
#include "runner/envelope.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

/* DESIGN 6: a fallback that catches honest accidents; the wall is the jail. */
static const char *const denied_imports[] = {
	"subprocess", "socket", "requests", "urllib", "urllib.request",
	"urllib.error", "urllib.parse", "ctypes", "shutil", "http.client",
	"asyncio.subprocess",
};
static const char *const denied_calls[] = { "os.system" };

static bool
is_listed(char *const *list, const char *name)
{
	return list && g_strv_contains((const char *const *)list, name);
}

GPtrArray *
request_denylist(char *const *deny, char *const *allow)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < G_N_ELEMENTS(denied_imports); i++) {
		if (!is_listed(allow, denied_imports[i]))
			g_ptr_array_add(names, g_strdup(denied_imports[i]));
	}
	for (guint i = 0; i < G_N_ELEMENTS(denied_calls); i++) {
		if (!is_listed(allow, denied_calls[i]))
			g_ptr_array_add(names, g_strdup(denied_calls[i]));
	}
	for (; deny && *deny; deny++)
		g_ptr_array_add(names, g_strdup(*deny));
	return names;
}

static const char *
kind_word(enum test_kind kind)
{
	switch (kind) {
	case TEST_ASSERTS:
		return "asserts";
	case TEST_CHECK:
		return "check";
	case TEST_SCRIPT:
		break;
	}
	return "script";
}

static void
add_tests(cJSON *object, const struct task *task, const struct task_text *text)
{
	cJSON *tests;

	cJSON_AddStringToObject(object, "kind", kind_word(task->kind));
	if (text->setup)
		cJSON_AddStringToObject(object, "setup", text->setup);
	if (task->entry_point)
		cJSON_AddStringToObject(object, "entry_point",
		    task->entry_point);
	if (text->test)
		cJSON_AddStringToObject(object, "test", text->test);
	if (!text->asserts)
		return;
	tests = cJSON_AddArrayToObject(object, "tests");
	for (guint i = 0; i < text->asserts->len; i++)
		cJSON_AddItemToArray(tests, cJSON_CreateString(
		    g_ptr_array_index(text->asserts, i)));
}

static void
add_programs(cJSON *object, const struct assembly *assembly)
{
	cJSON *programs = cJSON_AddArrayToObject(object, "programs");

	for (guint i = 0; i < assembly->programs->len; i++) {
		const struct program *program = &g_array_index(
		    assembly->programs, struct program, i);
		cJSON *item = cJSON_CreateObject();

		cJSON_AddStringToObject(item, "rule",
		    extract_rule_word(program->rule));
		cJSON_AddStringToObject(item, "source", program->source);
		cJSON_AddItemToArray(programs, item);
	}
}

/* A name with the call's module in front is a call, the rest are modules. */
static void
add_denied(cJSON *object, const GPtrArray *denylist)
{
	cJSON *modules = cJSON_AddArrayToObject(object, "deny");
	cJSON *calls = cJSON_AddArrayToObject(object, "deny_calls");

	for (guint i = 0; i < denylist->len; i++) {
		const char *name = g_ptr_array_index(denylist, i);
		bool is_call = false;

		for (guint j = 0; j < G_N_ELEMENTS(denied_calls); j++)
			is_call |= strcmp(name, denied_calls[j]) == 0;
		cJSON_AddItemToArray(is_call ? calls : modules,
		    cJSON_CreateString(name));
	}
}

/* A judge that is given what the plan prepared reads no test. */
static void
add_tests_for(cJSON *object, const struct task *task,
    const struct task_text *text, bool is_prepared)
{
	if (!is_prepared)
		add_tests(object, task, text);
	else if (task->entry_point)
		cJSON_AddStringToObject(object, "entry_point",
		    task->entry_point);
}

static char *
print_and_delete(cJSON *object)
{
	char *printed = cJSON_PrintUnformatted(object);
	char *text = g_strdup(printed);

	cJSON_free(printed);
	cJSON_Delete(object);
	return text;
}

char *
request_judge(const struct task *task, const struct task_text *text,
    const struct assembly *assembly, const GPtrArray *denylist,
    bool is_prepared)
{
	cJSON *object = cJSON_CreateObject();

	cJSON_AddStringToObject(object, "mode", "judge");
	add_tests_for(object, task, text, is_prepared);
	add_programs(object, assembly);
	add_denied(object, denylist);
	return print_and_delete(object);
}

/* What the prompt defines belongs to the task, and may be used by its tests. */
static void
add_helpers(cJSON *object, const struct task *task,
    const struct task_text *text)
{
	g_autofree char *helpers = extract_preamble(task, text);

	if (helpers)
		cJSON_AddStringToObject(object, "helpers", helpers);
}

#define LINE_OF_JUDGE 1		/* launcher_launch_pair() puts it there */
#define LINE_OF_CANDIDATE 3

char *
request_split_judge(const struct task *task, const struct task_text *text,
    guint32 timeout_ms, enum split_arguments arguments, const char *changes,
    bool is_prepared)
{
	cJSON *object = cJSON_CreateObject();

	cJSON_AddStringToObject(object, "mode", "split-judge");
	cJSON_AddNumberToObject(object, "link", LINE_OF_JUDGE);
	cJSON_AddNumberToObject(object, "timeout", timeout_ms / 1000.0);
	add_tests_for(object, task, text, is_prepared);
	cJSON_AddBoolToObject(object, "copy_back",
	    arguments != ARGUMENTS_KEEP);
	if (changes && arguments == ARGUMENTS_KEEP)
		cJSON_AddStringToObject(object, "changes", changes);
	else if (arguments == ARGUMENTS_TELL)
		cJSON_AddNullToObject(object, "changes");
	if (!is_prepared)
		add_helpers(object, task, text);
	return print_and_delete(object);
}

char *
request_split_candidate(const struct task *task, const struct task_text *text,
    const struct assembly *assembly, const GPtrArray *denylist,
    const char *const *serve)
{
	cJSON *object = cJSON_CreateObject(), *names;

	cJSON_AddStringToObject(object, "mode", "split-candidate");
	cJSON_AddNumberToObject(object, "link", LINE_OF_CANDIDATE);
	if (text->setup)
		cJSON_AddStringToObject(object, "setup", text->setup);
	if (task->entry_point)
		cJSON_AddStringToObject(object, "entry_point",
		    task->entry_point);
	add_programs(object, assembly);
	add_denied(object, denylist);
	names = cJSON_AddArrayToObject(object, "serve");
	for (; serve && *serve; serve++)
		cJSON_AddItemToArray(names, cJSON_CreateString(*serve));
	return print_and_delete(object);
}

char *
request_plan(const struct task *const *tasks, const struct task_text *texts,
    guint n)
{
	cJSON *object = cJSON_CreateObject(), *array;

	cJSON_AddStringToObject(object, "mode", "plan");
	array = cJSON_AddArrayToObject(object, "tasks");
	for (guint i = 0; i < n; i++) {
		cJSON *item = cJSON_CreateObject();

		add_tests(item, tasks[i], &texts[i]);
		add_helpers(item, tasks[i], &texts[i]);
		cJSON_AddItemToArray(array, item);
	}
	return print_and_delete(object);
}

void
request_nonce(char *ret)
{
	guint8 bytes[ENVELOPE_NONCE_CHARS / 2];
	/* Up to 256 bytes always come whole once the pool is ready. */
	ssize_t n = getrandom(bytes, sizeof bytes, 0);

	g_assert(n == (ssize_t)sizeof bytes);
	for (guint i = 0; i < sizeof bytes; i++)
		(void)g_snprintf(ret + 2 * i, 3, "%02x", bytes[i]);
}

/* The null character in front of what was prepared, if there is any. */
static bool
write_prepared(int fd, const GString *prepared)
{
	return !prepared || (io_write_all(fd, "", 1) &&
	    io_write_all(fd, prepared->str, prepared->len));
}

int
request_to_fd(const char *question, const char *nonce,
    const GString *prepared)
{
	g_autofree char *head = g_strdup_printf("{\"nonce\":\"%s\",", nonce);
	int fd = memfd_create("request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	int err;

	g_assert(question[0] == '{');
	if (fd >= 0 && io_write_all(fd, head, strlen(head)) &&
	    io_write_all(fd, question + 1, strlen(question + 1)) &&
	    write_prepared(fd, prepared) &&
	    lseek(fd, 0, SEEK_SET) == 0) {
		(void)fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW |
		    F_SEAL_SHRINK | F_SEAL_SEAL);
		return fd;
	}
	err = errno;
	if (fd >= 0)
		(void)close(fd);
	return -err;
}
