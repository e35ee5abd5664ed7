/* See queue.h.  Nothing but pointer moves happens under the lock. */
#include "runner/queue.h"

#include "base/error.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool
queue_init(struct queue *queue, GError **error)
{
	queue->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (queue->fd < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot make an eventfd: %s", g_strerror(errno));
		return false;
	}
	(void)pthread_mutex_init(&queue->lock, NULL);
	queue->items = g_ptr_array_new();
	queue->is_told = false;
	return true;
}

void
queue_clear(struct queue *queue, GDestroyNotify free_item)
{
	if (!queue->items)
		return;
	for (guint i = 0; i < queue->items->len; i++)
		free_item(g_ptr_array_index(queue->items, i));
	g_clear_pointer(&queue->items, g_ptr_array_unref);
	(void)close(queue->fd);
	(void)pthread_mutex_destroy(&queue->lock);
}

void
queue_push(struct queue *queue, gpointer item)
{
	bool is_first;

	(void)pthread_mutex_lock(&queue->lock);
	g_ptr_array_add(queue->items, item);
	is_first = !queue->is_told;
	queue->is_told = true;
	(void)pthread_mutex_unlock(&queue->lock);
	if (is_first)
		(void)eventfd_write(queue->fd, 1);
}

void
queue_take(struct queue *queue, GPtrArray *into)
{
	GPtrArray *fresh = g_ptr_array_new(), *taken;
	eventfd_t value;

	/* Quiet the bell before looking, so that no later ring is lost. */
	(void)eventfd_read(queue->fd, &value);
	(void)pthread_mutex_lock(&queue->lock);
	taken = queue->items;
	queue->items = fresh;
	queue->is_told = false;
	(void)pthread_mutex_unlock(&queue->lock);
	for (guint i = 0; i < taken->len; i++)
		g_ptr_array_add(into, g_ptr_array_index(taken, i));
	g_ptr_array_unref(taken);
}
