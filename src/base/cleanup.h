/*
 * Scope cleanup for our own structs, which have no typedef and so cannot use
 * g_autoptr:
 *
 *	CLEANUP(source_unref) struct source *source = NULL;
 */
#ifndef EVALTOP_BASE_CLEANUP_H
#define EVALTOP_BASE_CLEANUP_H

/* After the declaration of `function`, which takes a `type`. */
#define DEFINE_CLEANUP(type, function) \
	static inline void function##_at(type *at) \
	{ \
		if (*at) \
			function(*at); \
	}

#define CLEANUP(function) __attribute__((cleanup(function##_at)))

#endif
