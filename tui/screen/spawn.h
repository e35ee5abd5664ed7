/*
 * Other programs: $PAGER, $VISUAL or $EDITOR, and those that own a desktop's
 * clipboard.  Always by an argument vector, never by a shell.
 */
#ifndef EVALTOP_TUI_SCREEN_SPAWN_H
#define EVALTOP_TUI_SCREEN_SPAWN_H

#include <glib.h>
#include <stdbool.h>

struct spawn;

/* The text goes into a file of its own that only can be read. */
struct spawn *spawn_new(bool is_editor, const char *text, guint line,
    GError **error);
bool spawn_start(struct spawn *spawn, int terminal_fd, GError **error);
/* Waits so long at most. */
bool spawn_has_ended(struct spawn *spawn, int wait_ms);
void spawn_free(struct spawn *spawn);	/* removes the file */

/* The words of "less -R"; quotes as in a shell, but no shell.  Testable. */
GStrv spawn_argv(bool is_editor, const char *path, guint line,
    GError **error);

/*
 * Put a text into the desktop's clipboard, where we are on a desktop and not
 * on the far end of ssh.  Returns the helper's name, or NULL: none took it.
 */
const char *spawn_clipboard(const char *text);

#endif
