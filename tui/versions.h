/* Which libraries this evaltop runs with. */
#ifndef EVALTOP_TUI_VERSIONS_H
#define EVALTOP_TUI_VERSIONS_H

/* "GLib 2.74.6, cJSON 1.7.15, ..."; caller frees. */
char *versions_text(void);

#endif
