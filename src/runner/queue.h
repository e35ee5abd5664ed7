/*
 * A queue of pointers between two threads, with a descriptor that is
 * readable while something waits.  One wake-up for a batch: the descriptor is
 * rung only by the first item since the other side last took.
 */
#ifndef EVALTOP_RUNNER_QUEUE_H
#define EVALTOP_RUNNER_QUEUE_H

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>

struct queue {
	pthread_mutex_t lock;
	GPtrArray *items;
	bool is_told;
	int fd;			/* eventfd; close-on-exec, non-blocking */
};

bool queue_init(struct queue *queue, GError **error);
void queue_clear(struct queue *queue, GDestroyNotify free_item);

void queue_push(struct queue *queue, gpointer item);	/* takes ownership */
/* Move everything that waits to the end of `into`. */
void queue_take(struct queue *queue, GPtrArray *into);

#endif
