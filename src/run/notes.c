/* notes.jsonl: read whole, appended a line at a time. */
#include "run/notes.h"

#include "base/error.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a failure can turn out to be when somebody looks at it. */
static const char *const built_in[] = {
	"real bug", "bad test", "unclear task", "format", "near miss",
	"cheat", "harness",
};

struct notes {
	char *path;
	GHashTable *table;	/* key_of() -> struct note */
	struct note *run;	/* or NULL */
	guint skipped;
};

static char *
key_of(const char *task_id, guint32 completion_id)
{
	return g_strdup_printf("%u %s", completion_id, task_id);
}

static void
note_free(gpointer data)
{
	struct note *note = data;

	g_free(note->label);
	g_free(note->text);
	g_free(note);
}

static bool
is_set(const char *text)
{
	return text && *text;
}

/* NULL: it says nothing. */
static struct note *
note_new(const char *label, const char *text, gint64 time_ms)
{
	struct note *note;

	if (!is_set(label) && !is_set(text))
		return NULL;
	note = g_new0(struct note, 1);
	note->label = is_set(label) ? g_strdup(label) : NULL;
	note->text = is_set(text) ? g_strdup(text) : NULL;
	note->time_ms = time_ms;
	return note;
}

/* `task_id` NULL: of the run. */
static void
keep(struct notes *notes, const char *task_id, guint32 completion_id,
    struct note *note)
{
	g_autofree char *key = NULL;

	if (!task_id) {
		if (notes->run)
			note_free(notes->run);
		notes->run = note;
		return;
	}
	key = key_of(task_id, completion_id);
	if (note)
		g_hash_table_replace(notes->table, g_steal_pointer(&key),
		    note);
	else
		g_hash_table_remove(notes->table, key);
}

/* ---- reading ---- */

static bool
read_line(struct notes *notes, const char *line, gsize length)
{
	const struct json_place place = { .path = notes->path };
	CLEANUP(cJSON_Delete) cJSON *object = json_parse(line, length, &place,
	    NULL, NULL);
	const char *task_id = cJSON_GetStringValue(json_get(object,
	    "task_id"));
	const cJSON *number = json_get(object, "completion_id");
	const cJSON *time = json_get(object, "time_ms");
	bool is_of_run = cJSON_IsTrue(json_get(object, "run"));

	if (!is_of_run && (!task_id || !cJSON_IsNumber(number) ||
	    !(number->valuedouble >= 0 && number->valuedouble < G_MAXUINT32)))
		return false;
	keep(notes, is_of_run ? NULL : task_id, is_of_run ? 0 :
	    (guint32)number->valuedouble, note_new(
	    cJSON_GetStringValue(json_get(object, "label")),
	    cJSON_GetStringValue(json_get(object, "note")),
	    cJSON_IsNumber(time) && fabs(time->valuedouble) < 1e15 ?
	    (gint64)time->valuedouble : 0));
	return true;
}

static void
read_lines(struct notes *notes, const char *text, gsize length)
{
	while (length > 0) {
		const char *end = memchr(text, '\n', length);
		gsize line = end ? (gsize)(end - text) : length;

		if (line > 0 && !read_line(notes, text, line))
			notes->skipped++;
		line += end != NULL;
		text += line;
		length -= line;
	}
}

struct notes *
notes_load(const char *rundir, GError **error)
{
	g_autoptr(GError) cause = NULL;
	g_autofree char *text = NULL;
	struct notes *notes = g_new0(struct notes, 1);
	gsize length;

	notes->path = g_build_filename(rundir, "notes.jsonl", NULL);
	notes->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
	    note_free);
	if (g_file_get_contents(notes->path, &text, &length, &cause)) {
		read_lines(notes, text, length);
	} else if (!g_error_matches(cause, G_FILE_ERROR,
	    G_FILE_ERROR_NOENT)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "cannot read the notes: %s", cause->message);
		g_clear_pointer(&notes, notes_free);
	}
	return notes;
}

void
notes_free(struct notes *notes)
{
	if (!notes)
		return;
	g_hash_table_unref(notes->table);
	if (notes->run)
		note_free(notes->run);
	g_free(notes->path);
	g_free(notes);
}

/* ---- writing ---- */

static char *
line_of(const char *task_id, guint32 completion_id, const struct note *note)
{
	cJSON *object = cJSON_CreateObject();
	char *printed, *line;

	if (task_id) {
		cJSON_AddStringToObject(object, "task_id", task_id);
		cJSON_AddNumberToObject(object, "completion_id",
		    completion_id);
	} else {
		cJSON_AddTrueToObject(object, "run");
	}
	if (note->label)
		cJSON_AddStringToObject(object, "label", note->label);
	if (note->text)
		cJSON_AddStringToObject(object, "note", note->text);
	cJSON_AddNumberToObject(object, "time_ms", (double)note->time_ms);
	printed = cJSON_PrintUnformatted(object);
	line = g_strconcat(printed, "\n", NULL);
	cJSON_free(printed);
	cJSON_Delete(object);
	return line;
}

/* True where the file's last line was cut off: the next must not join it. */
static bool
is_torn(int fd)
{
	struct stat st;
	char last;

	return fstat(fd, &st) == 0 && st.st_size > 0 &&
	    pread(fd, &last, 1, st.st_size - 1) == 1 && last != '\n';
}

static bool
append(const char *path, const char *line, GError **error)
{
	int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	g_autofree char *bytes = NULL;
	ssize_t written = -1;
	gsize length;

	if (fd >= 0) {
		bytes = g_strconcat(is_torn(fd) ? "\n" : "", line, NULL);
		length = strlen(bytes);
		do
			written = write(fd, bytes, length);
		while (written < 0 && errno == EINTR);
		if (written >= 0 && (gsize)written < length) {
			/* Torn: the next writer sees to the line end. */
			errno = ENOSPC;
			written = -1;
		}
	}
	if (written < 0)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "cannot write the note to %s: %s", path,
		    g_strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	return written >= 0;
}

static bool
set(struct notes *notes, const char *task_id, guint32 completion_id,
    const char *label, const char *text, gint64 time_ms, GError **error)
{
	g_autofree char *valid_label = NULL, *valid_text = NULL;
	g_autofree char *line = NULL;
	struct note note = { .time_ms = time_ms };

	if (is_set(label))
		note.label = valid_label = g_utf8_make_valid(label, -1);
	if (is_set(text))
		note.text = valid_text = g_utf8_make_valid(text, -1);
	if ((note.label && strlen(note.label) > NOTE_LABEL_BYTES_MAX) ||
	    (note.text && strlen(note.text) > NOTE_TEXT_BYTES_MAX)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_USAGE,
		    "a label holds at most %d bytes and a note %d",
		    NOTE_LABEL_BYTES_MAX, NOTE_TEXT_BYTES_MAX);
		return false;
	}
	line = line_of(task_id, completion_id, &note);
	if (!append(notes->path, line, error))
		return false;
	keep(notes, task_id, completion_id, note_new(note.label, note.text,
	    time_ms));
	return true;
}

bool
notes_set(struct notes *notes, const char *task_id, guint32 completion_id,
    const char *label, const char *text, gint64 time_ms, GError **error)
{
	g_autofree char *valid_id = g_utf8_make_valid(task_id, -1);

	return set(notes, valid_id, completion_id, label, text, time_ms,
	    error);
}

bool
notes_set_run(struct notes *notes, const char *label, const char *text,
    gint64 time_ms, GError **error)
{
	return set(notes, NULL, 0, label, text, time_ms, error);
}

/* ---- asking ---- */

const struct note *
notes_get(const struct notes *notes, const char *task_id,
    guint32 completion_id)
{
	g_autofree char *key = NULL;

	if (g_hash_table_size(notes->table) == 0)
		return NULL;
	key = key_of(task_id, completion_id);
	return g_hash_table_lookup(notes->table, key);
}

const struct note *
notes_get_run(const struct notes *notes)
{
	return notes->run;
}

guint
notes_count(const struct notes *notes)
{
	return g_hash_table_size(notes->table);
}

guint
notes_skipped(const struct notes *notes)
{
	return notes->skipped;
}

static bool
holds(const GPtrArray *list, const char *word)
{
	for (guint i = 0; i < list->len; i++) {
		if (strcmp(g_ptr_array_index(list, i), word) == 0)
			return true;
	}
	return false;
}

static gint
compare_words(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
notes_labels(const struct notes *notes)
{
	GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) own = g_ptr_array_new();
	GHashTableIter iter;
	gpointer value;

	for (guint i = 0; i < G_N_ELEMENTS(built_in); i++)
		g_ptr_array_add(labels, g_strdup(built_in[i]));
	g_hash_table_iter_init(&iter, notes->table);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		char *label = ((struct note *)value)->label;

		if (label && !holds(labels, label) && !holds(own, label))
			g_ptr_array_add(own, label);
	}
	g_ptr_array_sort(own, compare_words);
	for (guint i = 0; i < own->len; i++)
		g_ptr_array_add(labels, g_strdup(g_ptr_array_index(own, i)));
	return labels;
}
