/* Inputs with random access; see source.h. */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/error.h"

#define BLOCK_SIZE (256 * 1024)

struct source {
	gint references;
	char *path;
	char *sha256;
	int fd;
	guint64 start;
	guint64 end;
};

/* The state of taking an input in, from first byte to last. */
struct intake {
	struct source *source;
	int fd;
	bool is_file;		/* regular: read in place unless packed */
	bool is_packed;
	bool has_begun;
	GChecksum *checksum;
	z_stream zlib;
	bool is_member_open;	/* inside a gzip member */
	unsigned char *unpacked;
};

/* Formats that people hand over by mistake, known by their first bytes. */
static const struct {
	const char *magic;
	gsize length;
	const char *name;
	const char *remedy;
} foreign[] = {
	{ "PK\3\4", 4, "a zip archive", "unzip it first" },
	{ "\xfd""7zXZ", 5, "xz data", "unpack it with 'xz -d' first" },
	{ "(\xb5/\xfd", 4, "zstd data", "unpack it with 'zstd -d' first" },
	{ "BZh", 3, "bzip2 data", "unpack it with 'bzip2 -d' first" },
	{ "PAR1", 4, "a parquet table", "write it as JSON lines first" },
	{ "\xff\xfe", 2, "UTF-16 text", "write it as UTF-8 first" },
	{ "\xfe\xff", 2, "UTF-16 text", "write it as UTF-8 first" },
};

static struct source *
source_new(const char *path)
{
	struct source *source = g_new0(struct source, 1);

	source->references = 1;
	source->path = g_strdup(path);
	source->fd = -1;
	return source;
}

struct source *
source_ref(struct source *source)
{
	g_atomic_int_inc(&source->references);
	return source;
}

void
source_unref(struct source *source)
{
	if (!source || !g_atomic_int_dec_and_test(&source->references))
		return;
	if (source->fd >= 0)
		close(source->fd);
	g_free(source->path);
	g_free(source->sha256);
	g_free(source);
}

const char *
source_path(const struct source *source)
{
	return source->path;
}

const char *
source_label(const struct source *source)
{
	return strcmp(source->path, "-") == 0 ? "stdin" : source->path;
}

const char *
source_sha256(const struct source *source)
{
	return source->sha256 ? source->sha256 : "";
}

guint64
source_start(const struct source *source)
{
	return source->start;
}

guint64
source_end(const struct source *source)
{
	return source->end;
}

static bool
fail(GError **error, const struct source *source, const char *text)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT, "%s: %s",
	    source_label(source), text);
	return false;
}

/* An unlinked file for unpacked bytes, or -1. */
static int
open_spool(GError **error)
{
	const char *folder = g_get_tmp_dir();
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0) {
		g_autofree char *name = g_build_filename(folder,
		    "evaltop-XXXXXX", NULL);

		fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
		if (fd >= 0)
			unlink(name);
	}
	if (fd < 0)
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "no temporary file can be made in %s: %s; set TMPDIR to "
		    "another folder", folder, g_strerror(errno));
	return fd;
}

bool
source_append(struct source *source, const char *bytes, gsize length,
    guint64 *ret_offset, GError **error)
{
	guint64 offset = source->end;
	gsize done = 0;

	if (length > SOURCE_SPOOL_MAX - offset)
		return fail(error, source, "unpacks to more than 16 GiB");
	while (done < length) {
		ssize_t n = pwrite(source->fd, bytes + done, length - done,
		    (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
			    "%s: cannot be unpacked into %s: %s; set TMPDIR to "
			    "a folder with more room", source_label(source),
			    g_get_tmp_dir(), g_strerror(n < 0 ? errno : ENOSPC));
			return false;
		}
		done += (gsize)n;
	}
	source->end += length;
	if (ret_offset)
		*ret_offset = offset;
	return true;
}

struct source *
source_new_spool(const char *path, GError **error)
{
	CLEANUP(source_unref) struct source *source = source_new(path);

	source->fd = open_spool(error);
	if (source->fd < 0)
		return NULL;
	return g_steal_pointer(&source);
}

gssize
source_pread(const struct source *source, guint64 offset, char *buffer,
    gsize length, GError **error)
{
	gsize done = 0;

	if (offset >= source->end)
		return 0;
	length = MIN(length, source->end - offset);
	while (done < length) {
		ssize_t n = pread(source->fd, buffer + done, length - done,
		    (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
			    "%s: cannot be read: %s", source_label(source),
			    g_strerror(errno));
			return -1;
		}
		if (n == 0)
			break;
		done += (gsize)n;
	}
	return (gssize)done;
}

char *
source_read(const struct source *source, guint64 offset, gsize length,
    GError **error)
{
	g_autofree char *bytes = g_try_malloc(length + 1);
	gssize n;

	if (!bytes) {
		fail(error, source, "a record is too large for this memory");
		return NULL;
	}
	n = source_pread(source, offset, bytes, length, error);
	if (n < 0)
		return NULL;
	if ((gsize)n < length) {
		fail(error, source,
		    "has become shorter since it was opened");
		return NULL;
	}
	bytes[length] = '\0';
	return g_steal_pointer(&bytes);
}

/*
 * Refuse what is not text while that can still be said in one sentence.
 * A NUL byte stands behind the block.
 */
static bool
check_text_head(const struct source *source, const char *bytes, gsize length,
    GError **error)
{
	gsize head;

	for (gsize i = 0; i < G_N_ELEMENTS(foreign); i++) {
		if (length < foreign[i].length ||
		    memcmp(bytes, foreign[i].magic, foreign[i].length) != 0)
			continue;
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: is %s, not JSON or YAML; %s", source_label(source),
		    foreign[i].name, foreign[i].remedy);
		return false;
	}
	/* a NUL byte in the middle of JSON is its line's fault, not the file's */
	head = strspn(bytes, " \t\r\n");
	if (memchr(bytes, '\0', MIN(length, bytes[head] == '{' ||
	    bytes[head] == '[' ? 4 : 512)))
		return fail(error, source, "is a binary file (it holds NUL "
		    "bytes), not JSON or YAML");
	return true;
}

/* Unpacked bytes arrive here, in order. */
static bool
take_text(struct intake *intake, const char *bytes, gsize length,
    GError **error)
{
	struct source *source = intake->source;

	if (!intake->has_begun && length > 0) {
		intake->has_begun = true;
		if (!check_text_head(source, bytes, length, error))
			return false;
		if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
			source->start = 3;
	}
	if (intake->is_file && !intake->is_packed) {
		source->end += length;
		return true;
	}
	return source_append(source, bytes, length, NULL, error);
}

static bool
fail_gzip(struct intake *intake, const char *text, GError **error)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
	    "%s: %s; fetch the file again", source_label(intake->source), text);
	return false;
}

/* Behind a member stand another one, zeros (padding), or nothing. */
static bool
open_next_member(struct intake *intake, GError **error)
{
	z_stream *zlib = &intake->zlib;

	while (zlib->avail_in > 0 && *zlib->next_in == 0) {
		zlib->next_in++;
		zlib->avail_in--;
	}
	if (zlib->avail_in == 0)
		return true;
	if (*zlib->next_in != 0x1f)
		return fail_gzip(intake, "holds other bytes behind its gzip "
		    "data", error);
	inflateReset(zlib);
	intake->is_member_open = true;
	return true;
}

static bool
take_packed(struct intake *intake, unsigned char *bytes, gsize length,
    GError **error)
{
	z_stream *zlib = &intake->zlib;
	bool is_drained = false;

	zlib->next_in = bytes;
	zlib->avail_in = (uInt)length;
	while (zlib->avail_in > 0 || !is_drained) {
		int status;

		if (!intake->is_member_open &&
		    !open_next_member(intake, error))
			return false;
		if (!intake->is_member_open)
			return true;
		zlib->next_out = intake->unpacked;
		zlib->avail_out = BLOCK_SIZE;
		status = inflate(zlib, Z_NO_FLUSH);
		if (status == Z_STREAM_END)
			intake->is_member_open = false;
		else if (status != Z_OK && status != Z_BUF_ERROR)
			return fail_gzip(intake, "its gzip data is damaged",
			    error);
		is_drained = zlib->avail_out > 0;
		if (!take_text(intake, (const char *)intake->unpacked,
		    BLOCK_SIZE - zlib->avail_out, error))
			return false;
	}
	return true;
}

/* Called with the first block: choose between in place and spool. */
static bool
choose_way(struct intake *intake, const unsigned char *bytes, gsize length,
    GError **error)
{
	intake->is_packed = length >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
	if (intake->is_packed) {
		if (inflateInit2(&intake->zlib, 15 + 16) != Z_OK)
			g_error("zlib cannot be initialised");
		intake->is_member_open = true;
		intake->unpacked = g_malloc0(BLOCK_SIZE + 1);
	}
	if (intake->is_packed || !intake->is_file) {
		intake->source->fd = open_spool(error);
		return intake->source->fd >= 0;
	}
	return true;
}

/* Fill `buffer` as far as the input goes; -1 on a read error. */
static gssize
read_block(int fd, unsigned char *buffer)
{
	gsize done = 0;

	while (done < BLOCK_SIZE) {
		ssize_t n = read(fd, buffer + done, BLOCK_SIZE - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		done += (gsize)n;
	}
	return (gssize)done;
}

static bool
take_all(struct intake *intake, GError **error)
{
	g_autofree unsigned char *block = g_malloc0(BLOCK_SIZE + 1);
	bool is_first = true;
	gssize n;

	while ((n = read_block(intake->fd, block)) > 0 || is_first) {
		gsize length = (gsize)n;

		if (n < 0)
			break;
		if (is_first && !choose_way(intake, block, length, error))
			return false;
		is_first = false;
		g_checksum_update(intake->checksum, block, n);
		if (intake->is_packed ?
		    !take_packed(intake, block, length, error) :
		    !take_text(intake, (const char *)block, length, error))
			return false;
	}
	if (n < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: cannot be read: %s", source_label(intake->source),
		    g_strerror(errno));
		return false;
	}
	if (intake->is_member_open)
		return fail_gzip(intake, "its gzip data is truncated", error);
	return true;
}

static int
open_input(const struct source *source, bool *ret_is_file, GError **error)
{
	struct stat info;
	int fd;

	if (strcmp(source->path, "-") == 0)
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		fd = open(source->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fstat(fd, &info) < 0) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_INPUT,
		    "%s: cannot be opened: %s", source_label(source),
		    g_strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	if (S_ISDIR(info.st_mode)) {
		fail(error, source, "is a folder; name a file in it");
		close(fd);
		return -1;
	}
	/* stdin may stand in the middle of a file: always treat it as a stream */
	*ret_is_file = S_ISREG(info.st_mode) && strcmp(source->path, "-") != 0;
	return fd;
}

struct source *
source_open(const char *path, GError **error)
{
	CLEANUP(source_unref) struct source *source = source_new(path);
	struct intake intake = { .source = source };
	bool is_good;

	intake.fd = open_input(source, &intake.is_file, error);
	if (intake.fd < 0)
		return NULL;
	intake.checksum = g_checksum_new(G_CHECKSUM_SHA256);
	is_good = take_all(&intake, error);
	if (is_good)
		source->sha256 = g_strdup(
		    g_checksum_get_string(intake.checksum));
	g_checksum_free(intake.checksum);
	if (intake.is_packed)
		inflateEnd(&intake.zlib);
	g_free(intake.unpacked);
	if (is_good && source->fd < 0)
		source->fd = intake.fd;
	else
		close(intake.fd);
	return is_good ? g_steal_pointer(&source) : NULL;
}
