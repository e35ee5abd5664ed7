/*
 * The user's cache folder: what is there can be made anew at any time, and
 * is trusted like the user's own files.
 */
#ifndef EVALTOP_BASE_CACHE_H
#define EVALTOP_BASE_CACHE_H

#include <glib.h>
#include <sys/stat.h>

/*
 * $XDG_CACHE_HOME/evaltop; for root a place that candidates can be shown,
 * who are nobody then.  Caller frees; it may not exist.
 */
char *cache_folder(void);

/*
 * A regular file there, if it is ours and nobody else can write to it;
 * close-on-exec, its size in *ret_size.  -1 if there is none of the kind.
 */
int cache_open(const char *path, guint64 *ret_size);

/* Remove files whose name begins with `prefix`, but the `keep` newest. */
void cache_forget_oldest(const char *folder, const char *prefix, guint keep);

/* Which file it is and when it was written last, as a word.  Caller frees. */
char *cache_identity(const struct stat *st);
/* The same by path, which is followed; NULL if there is none. */
char *cache_identity_of(const char *path);

#endif
