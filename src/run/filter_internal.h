/*
 * What the two halves of the filter share: filter.c knows the fields and asks
 * samples, filter_parse.c makes the tree.
 */
#ifndef EVALTOP_RUN_FILTER_INTERNAL_H
#define EVALTOP_RUN_FILTER_INTERNAL_H

#include "run/filter.h"

enum field_id {
	FIELD_OUT, FIELD_DETAIL, FIELD_TASK, FIELD_SAMPLE, FIELD_REASON,
	FIELD_WALL, FIELD_CPU, FIELD_RSS, FIELD_SCORE, FIELD_TESTS,
	FIELD_TRUST, FIELD_STATE, FIELD_RETRIED, FIELD_RERUN, FIELD_COPY, FIELD_RULE,
	FIELD_LABEL, FIELD_NOTE, FIELD_MARK,
};

enum field_kind { KIND_WORD, KIND_TEXT, KIND_NUMBER, KIND_SECONDS, KIND_SIZE,
	KIND_FLAG };

enum operator { OP_IS, OP_NOT, OP_LIKE, OP_UNLIKE, OP_BELOW, OP_UP_TO,
	OP_ABOVE, OP_FROM };

enum node_type { NODE_AND, NODE_OR, NODE_NOT, NODE_TERM, NODE_WORD };

struct node {
	enum node_type type;
	struct node *left, *right;	/* right: of AND and OR */
	bool needs_verdict;
	/* NODE_TERM; NODE_WORD has the pattern only */
	enum field_id field;
	enum operator op;
	char *text;		/* = and != */
	GRegex *pattern;	/* ~ and !~ */
	double number;		/* also 0 and 1 of a flag */
};

struct filter {
	struct node *root;	/* NULL: blank */
};

void filter_node_free(struct node *node);

DEFINE_CLEANUP(struct node *, filter_node_free)

/* By enum field_id, as filter_fields(). */
enum field_kind filter_field_kind(enum field_id field);

/* The index-th word of a field that takes words; NULL at the end. */
const char *filter_field_word(enum field_id field, guint index);

#endif
