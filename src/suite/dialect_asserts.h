/* The readers of assertion-script tasks, which native tasks use too. */
#ifndef EVALTOP_SUITE_DIALECT_ASSERTS_H
#define EVALTOP_SUITE_DIALECT_ASSERTS_H

#include "suite/dialect.h"

bool asserts_read_task(const struct dialect_input *input, struct task *ret,
    GError **error);
bool asserts_read_text(const struct dialect_input *input,
    struct task_text *ret, GError **error);

#endif
