/* placeholder until YAML is here */
#include "suite/native.h"
#include "base/error.h"
#include "suite/dialect_asserts.h"

static bool
matches(const struct dialect_input *input)
{
	return json_get(input->record, "evaltop");
}

bool
native_load(struct suite *suite, struct source *published, GError **error)
{
	(void)suite;
	(void)published;
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT, "no YAML yet");
	return false;
}

const struct dialect dialect_native = {
	.name = "native",
	.needs = "evaltop, tasks",
	.matches = matches,
	.read_task = asserts_read_task,
	.read_text = asserts_read_text,
};
