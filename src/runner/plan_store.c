/*
 * A kept file: the prepared parts one after the other, an index (a JSON array
 * with a plan for each task), and a trailer that says where the index is and
 * what all before it sums up to.  It gets its name only once it is whole.
 */
#include "runner/plan_store.h"

#include "base/cache.h"
#include "base/io.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define MAGIC "EVTPLAN1"
#define PREFIX "plans-"
#define FILES_MAX 32
#define KEPT_BYTES_MAX (256u << 20)

struct plan_store {
	int fd;			/* -1: nothing can be kept at all */
	guint64 end;
	bool has_folder;	/* it can be given a name there */
};

struct trailer {
	char magic[8];
	guint64 index_at;
	guint32 index_length;
	guint32 crc;		/* of everything before the trailer */
};

struct plan_store *
plan_store_new(const char *folder)
{
	struct plan_store *store = g_new0(struct plan_store, 1);

	store->fd = -1;
	if (folder && g_mkdir_with_parents(folder, 0755) == 0)
		store->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	store->has_folder = store->fd >= 0;
	if (store->fd < 0)
		store->fd = memfd_create("plans", MFD_CLOEXEC);
	return store;
}

void
plan_store_free(struct plan_store *store)
{
	if (!store)
		return;
	if (store->fd >= 0)
		(void)close(store->fd);
	g_free(store);
}

static GByteArray *
from_hex(const char *text)
{
	gsize n = strlen(text) / 2;
	GByteArray *bytes = g_byte_array_sized_new((guint)n);

	for (gsize i = 0; i < n; i++) {
		int high = g_ascii_xdigit_value(text[2 * i]);
		int low = g_ascii_xdigit_value(text[2 * i + 1]);
		guint8 byte = (guint8)(high << 4 | low);

		if (high < 0 || low < 0) {
			g_byte_array_set_size(bytes, 0);
			break;
		}
		g_byte_array_append(bytes, &byte, 1);
	}
	return bytes;
}

void
plan_store_add(struct plan_store *store, struct plan *plan)
{
	g_autoptr(GByteArray) bytes = NULL;

	if (!plan->prepared)
		return;
	bytes = from_hex(plan->prepared);
	g_clear_pointer(&plan->prepared, g_free);
	if (bytes->len == 0 || store->fd < 0)
		return;
	if (!io_write_all(store->fd, (const char *)bytes->data, bytes->len)) {
		/* No room: what is there already can still be read. */
		store->has_folder = false;
		(void)lseek(store->fd, (off_t)store->end, SEEK_SET);
		return;
	}
	plan->prepared_at = store->end;
	plan->prepared_bytes = bytes->len;
	store->end += bytes->len;
}

/* 0 or a negative errno. */
static int
read_at(int fd, void *into, gsize length, guint64 at)
{
	char *bytes = into;

	while (length > 0) {
		ssize_t n = pread(fd, bytes, length, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		bytes += n;
		at += (guint64)n;
		length -= (gsize)n;
	}
	return 0;
}

int
plan_store_read(const struct plan_store *store, const struct plan *plan,
    GString *into)
{
	gsize from = into->len;
	int r;

	g_string_set_size(into, from + plan->prepared_bytes);
	r = read_at(store->fd, into->str + from, plan->prepared_bytes,
	    plan->prepared_at);
	if (r < 0)
		g_string_truncate(into, from);
	return r;
}

/* ---- keeping ---- */

static cJSON *
words_to_json(const GStrv words)
{
	return cJSON_CreateStringArray((const char *const *)words,
	    (int)g_strv_length(words));
}

/* In the words of the harness, as envelope.c reads them. */
static void
add_row(cJSON *index, const struct plan *plan, guint task)
{
	cJSON *row = cJSON_CreateObject();

	cJSON_AddNumberToObject(row, "task", task);
	cJSON_AddNumberToObject(row, "total", plan->total);
	cJSON_AddNumberToObject(row, "required", plan->required);
	cJSON_AddItemToObject(row, "entry_points",
	    words_to_json(plan->entry_points));
	if (plan->no_split)
		cJSON_AddStringToObject(row, "split", plan->no_split);
	cJSON_AddBoolToObject(row, "steady", plan->is_steady);
	cJSON_AddItemToObject(row, "serve", words_to_json(plan->serve));
	cJSON_AddNumberToObject(row, "at", (double)plan->prepared_at);
	cJSON_AddNumberToObject(row, "bytes", plan->prepared_bytes);
	cJSON_AddItemToArray(index, row);
}

static bool
sum_up(int fd, guint64 length, guint32 *ret_crc)
{
	guint8 buffer[65536];
	uLong crc = crc32(0, NULL, 0);

	for (guint64 at = 0; at < length;) {
		gsize part = MIN(sizeof buffer, length - at);

		if (read_at(fd, buffer, part, at) < 0)
			return false;
		crc = crc32(crc, buffer, (uInt)part);
		at += part;
	}
	*ret_crc = (guint32)crc;
	return true;
}

static bool
write_end(struct plan_store *store, const GPtrArray *plans)
{
	struct trailer trailer = { .magic = MAGIC, .index_at = store->end };
	cJSON *index = cJSON_CreateArray();
	char *text;
	bool ok;

	for (guint i = 0; i < plans->len; i++) {
		if (plans->pdata[i])
			add_row(index, plans->pdata[i], i);
	}
	text = cJSON_PrintUnformatted(index);
	cJSON_Delete(index);
	trailer.index_length = (guint32)strlen(text);
	ok = io_write_all(store->fd, text, trailer.index_length) &&
	    sum_up(store->fd, store->end + trailer.index_length,
	    &trailer.crc) &&
	    io_write_all(store->fd, (const char *)&trailer, sizeof trailer);
	cJSON_free(text);
	return ok;
}

static char *
make_path(const char *folder, const char *key)
{
	return g_strdup_printf("%s/" PREFIX "%s", folder, key);
}

void
plan_store_save(struct plan_store *store, const GPtrArray *plans,
    const char *folder, const char *key)
{
	g_autofree char *path = make_path(folder, key);
	char from[32];

	if (!store->has_folder || store->end > KEPT_BYTES_MAX)
		return;
	store->has_folder = false;
	if (!write_end(store, plans))
		return;
	(void)g_snprintf(from, sizeof from, "/proc/self/fd/%d", store->fd);
	if (linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0)
		cache_forget_oldest(folder, PREFIX, FILES_MAX);
}

/* ---- finding again ---- */

static cJSON *
read_index(int fd, guint64 size, guint64 *ret_end)
{
	struct trailer trailer;
	g_autofree char *text = NULL;
	guint64 sum_length = size - sizeof trailer;
	guint32 crc;

	if (size < sizeof trailer ||
	    read_at(fd, &trailer, sizeof trailer, sum_length) < 0 ||
	    memcmp(trailer.magic, MAGIC, sizeof trailer.magic) != 0 ||
	    trailer.index_at > sum_length ||
	    trailer.index_length != sum_length - trailer.index_at ||
	    !sum_up(fd, sum_length, &crc) || crc != trailer.crc)
		return NULL;
	text = g_malloc(trailer.index_length);
	if (read_at(fd, text, trailer.index_length, trailer.index_at) < 0)
		return NULL;
	*ret_end = trailer.index_at;
	return cJSON_ParseWithLength(text, trailer.index_length);
}

static double
number_of(const cJSON *row, const char *name)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, name);

	return cJSON_IsNumber(item) && item->valuedouble >= 0 ?
	    item->valuedouble : 0;
}

static bool
take_row(const cJSON *row, guint64 end, const GByteArray *wanted,
    GPtrArray *plans)
{
	double task = number_of(row, "task"), at = number_of(row, "at");
	double bytes = number_of(row, "bytes");
	struct plan *plan;

	if (task >= plans->len || !wanted->data[(guint)task] ||
	    plans->pdata[(guint)task] || at + bytes > (double)end)
		return false;
	plan = plan_from_json(row);
	plan->prepared_at = (guint64)at;
	plan->prepared_bytes = (guint32)bytes;
	plans->pdata[(guint)task] = plan;
	return true;
}

static bool
take_rows(const cJSON *index, guint64 end, const GByteArray *wanted,
    GPtrArray *plans)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, index) {
		if (!take_row(row, end, wanted, plans))
			return false;
	}
	for (guint i = 0; i < plans->len; i++) {
		if (wanted->data[i] && !plans->pdata[i])
			return false;
	}
	return true;
}

GPtrArray *
plan_store_load(const char *folder, const char *key, const GByteArray *wanted,
    struct plan_store **ret_store)
{
	g_autofree char *path = make_path(folder, key);
	g_autoptr(GPtrArray) plans = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)plan_free);
	guint64 size = 0, end = 0;
	int fd = cache_open(path, &size);
	cJSON *index;
	bool ok;

	if (fd < 0)
		return NULL;
	g_ptr_array_set_size(plans, (gint)wanted->len);
	index = read_index(fd, size, &end);
	ok = index && take_rows(index, end, wanted, plans);
	cJSON_Delete(index);
	if (!ok) {
		/* Of no use, and in the way of a whole one. */
		(void)unlink(path);
		(void)close(fd);
		return NULL;
	}
	(void)utimensat(AT_FDCWD, path, NULL, 0);
	*ret_store = g_new0(struct plan_store, 1);
	(*ret_store)->fd = fd;
	(*ret_store)->end = end;
	return g_steal_pointer(&plans);
}
