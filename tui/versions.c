/* The versions found at run time, which need not be those built with. */
#include "tui/versions.h"

#include <cjson/cJSON.h>
#include <curses.h>
#include <glib.h>
#include <yaml.h>
#include <zlib.h>

char *
versions_text(void)
{
	return g_strdup_printf("GLib %u.%u.%u, cJSON %s, libyaml %s, zlib %s, "
	    "%s", glib_major_version, glib_minor_version, glib_micro_version,
	    cJSON_Version(), yaml_get_version_string(), zlibVersion(),
	    curses_version());
}
