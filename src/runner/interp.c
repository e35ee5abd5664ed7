/* Asking an interpreter what it is and what it needs. */
#include "runner/interp.h"

#include "base/cache.h"
#include "base/error.h"
#include "base/spawn.h"
#include "runner/interp_cache.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HARNESS_TARGET "/evaltop"
#define ANSWER_MS 30000		/* a cold disk and a loaded host included */
#define PYTHON_WANTED "install one ('apt-get install python3') or name it " \
	"with --python"

/*
 * Run by the interpreter itself.  Loads the extension modules whose shared
 * libraries a candidate may need, so that they show up in the maps; compiles
 * the harness's files once into the user's cache, since parsing them anew for
 * every candidate would cost more than the rest of the harness.  They lie in
 * one folder for each state of all of them, as they look beside themselves for
 * each other, also where no bind gives them a place.
 */
static const char probe_script[] =
    "import sys, os, json\n"
    "folder, cache = sys.argv[1:3]\n"
    "for name in ('bz2', 'ctypes', 'decimal', 'hashlib', 'lzma', 'sqlite3',\n"
    "             'ssl', 'zlib', 'uuid', 'pyexpat'):\n"
    "    try:\n"
    "        __import__(name)\n"
    "    except Exception:\n"
    "        pass\n"
    "libs = set()\n"
    "with open('/proc/self/maps') as maps:\n"
    "    for line in maps:\n"
    "        path = line.rstrip('\\n').split(None, 5)[5:]\n"
    "        if path and path[0].startswith('/') and '.so' in path[0]:\n"
    "            libs.add(path[0])\n"
    "def source(name):\n"
    "    return os.path.join(folder, name + '.py')\n"
    "def compiled(beside, name):\n"
    "    target = os.path.join(beside, name + '.pyc')\n"
    "    if not os.path.exists(target):\n"
    "        os.makedirs(beside, exist_ok=True)\n"
    "        py_compile.compile(source(name), cfile=target,\n"
    "            dfile=name + '.py',\n"
    "            doraise=True, invalidation_mode=\n"
    "            py_compile.PycInvalidationMode.UNCHECKED_HASH)\n"
    "    return target\n"
    "names = sorted(f[:-3] for f in os.listdir(folder)\n"
    "               if f.endswith('.py'))\n"
    "try:\n"
    "    import importlib.util, py_compile\n"
    "    text = b''\n"
    "    for name in names:\n"
    "        with open(source(name), 'rb') as f:\n"
    "            text += b'%s %s' % (name.encode(), f.read())\n"
    "    beside = os.path.join(cache, 'harness-%s-%s' % (\n"
    "        importlib.util.source_hash(text).hex(),\n"
    "        sys.implementation.cache_tag))\n"
    "    files = {name + '.pyc': compiled(beside, name) for name in names}\n"
    "except Exception:\n"
    "    files = {name + '.py': source(name) for name in names}\n"
    "print(json.dumps({\n"
    "    'executable': os.path.realpath(sys.executable),\n"
    "    'started': sys.executable,\n"
    "    'version': '%d.%d.%d' % sys.version_info[:3],\n"
    "    'is_old': sys.version_info < (3, 8),\n"
    "    'is_venv': sys.prefix != sys.base_prefix,\n"
    "    'prefix': sys.prefix,\n"
    "    'paths': [p for p in sys.path if os.path.exists(p)],\n"
    "    'libs': sorted(libs), 'files': files}))\n";

static char *
find_program(const char *python)
{
	if (strchr(python, '/'))
		return g_file_test(python, G_FILE_TEST_IS_EXECUTABLE) ?
		    g_strdup(python) : NULL;
	return g_find_program_in_path(python);
}

/*
 * An interpreter before 3.4 does not know -I and stops there; asked without
 * it, it says how old it is.  False where it says nothing of the kind.
 */
static bool
is_older(const struct spawn_request *failed, char version[16])
{
	const char *argv[] = { failed->argv[0], "-c", "import sys; "
		"print('Python %d.%d.%d.' % sys.version_info[:3])", NULL };
	struct spawn_request request = *failed;
	g_autofree char *out = NULL, *err = NULL;
	guint major, minor, micro;
	int status;

	request.argv = argv;
	if (!spawn_capture(&request, &out, &err, &status, NULL) ||
	    sscanf(out, "Python %2u.%2u.%3u.", &major, &minor, &micro) != 3)
		return false;
	(void)g_snprintf(version, 16, "%u.%u.%u", major, minor, micro);
	return major < 3 || (major == 3 && minor < 8);
}

static void
fail_old(const char *program, const char *version, GError **error)
{
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "%s is Python %s, evaltop needs 3.8 or newer; " PYTHON_WANTED,
	    program, version);
}

/*
 * Asked for its version, a Python says so, even a broken one.  What another
 * program says of the probe is no sentence for anybody: it quotes the probe.
 */
static bool
is_python(const struct spawn_request *failed)
{
	const char *argv[] = { failed->argv[0], "--version", NULL };
	struct spawn_request request = *failed;
	g_autofree char *out = NULL, *err = NULL;
	int status;

	request.argv = argv;
	/* One that hangs may well be one.  Python 2 answers on stderr. */
	return !spawn_capture(&request, &out, &err, &status, NULL) ||
	    g_str_has_prefix(out, "Python ") ||
	    g_str_has_prefix(err, "Python ");
}

static void
fail_mute(const struct spawn_request *request, char *said, GError **error)
{
	char version[16];

	if (is_older(request, version)) {
		fail_old(request->argv[0], version, error);
		return;
	}
	if (!is_python(request)) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "%s is no Python interpreter; " PYTHON_WANTED,
		    request->argv[0]);
		return;
	}
	g_strdelimit(said, "\n\r", ' ');
	g_strstrip(said);
	g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
	    "%s does not work as a Python interpreter (%.120s); "
	    PYTHON_WANTED, request->argv[0], *said ? said : "it says nothing");
}

static cJSON *
ask(const char *program, const struct interp_question *question, char *cache,
    GError **error)
{
	g_autofree char *out = NULL, *err = NULL;
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	struct spawn_request request = {
		.timeout_ms = question->timeout_ms > 0 ?
		    question->timeout_ms : ANSWER_MS,
		.stop_fd = question->stop_fd,
	};
	cJSON *answer = NULL;
	int status;

	g_ptr_array_add(argv, (gpointer)(guintptr)program);
	g_ptr_array_add(argv, (gpointer)(guintptr)"-I");
	if (!question->site_packages)
		g_ptr_array_add(argv, (gpointer)(guintptr)"-S");
	g_ptr_array_add(argv, (gpointer)(guintptr)"-c");
	g_ptr_array_add(argv, (gpointer)(guintptr)probe_script);
	g_ptr_array_add(argv, (gpointer)(guintptr)question->folder);
	g_ptr_array_add(argv, cache);
	g_ptr_array_add(argv, NULL);
	request.argv = (const char *const *)argv->pdata;
	if (!spawn_capture(&request, &out, &err, &status, error)) {
		g_prefix_error(error, "cannot ask the Python interpreter: ");
		return NULL;
	}
	if (g_spawn_check_wait_status(status, NULL))
		answer = cJSON_Parse(out);
	if (!cJSON_IsObject(answer)) {
		g_clear_pointer(&answer, cJSON_Delete);
		fail_mute(&request, err, error);
	}
	return answer;
}

static const char *
string_of(const cJSON *object, const char *name)
{
	const char *value = cJSON_GetStringValue(
	    cJSON_GetObjectItemCaseSensitive(object, name));

	return value ? value : "";
}

/* Add a path unless it, or a folder above it, is there already. */
static void
add_bind(GPtrArray *binds, const char *path)
{
	for (guint i = 0; i < binds->len; i++) {
		const char *have = g_ptr_array_index(binds, i);
		gsize length = strlen(have);

		if (strncmp(have, path, length) == 0 &&
		    (path[length] == '\0' || path[length] == '/'))
			return;
	}
	if (g_file_test(path, G_FILE_TEST_EXISTS))
		g_ptr_array_add(binds, g_strdup(path));
}

static gint
shorter_first(gconstpointer a, gconstpointer b)
{
	gsize x = strlen(*(char *const *)a), y = strlen(*(char *const *)b);

	return (x > y) - (x < y);
}

static void
add_parts(GPtrArray *paths, const cJSON *array, bool folder_of)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, array) {
		const char *path = cJSON_GetStringValue(item);

		if (!path || path[0] != '/')
			continue;
		g_ptr_array_add(paths, folder_of ? g_path_get_dirname(path) :
		    g_strdup(path));
	}
}

/* Exactly what the interpreter showed that it needs, and a little data. */
static GPtrArray *
collect_binds(const cJSON *answer, bool site_packages)
{
	static const char *const extra[] = { "/usr/lib64", "/lib64",
		"/usr/share/zoneinfo", "/usr/lib/locale/C.utf8" };
	/* Packages have libraries of their own, found by these. */
	static const char *const links[] = { "/etc/alternatives",
		"/etc/ld.so.cache" };
	g_autoptr(GPtrArray) wanted = g_ptr_array_new_with_free_func(g_free);
	GPtrArray *binds = g_ptr_array_new_with_free_func(g_free);

	add_parts(wanted, cJSON_GetObjectItemCaseSensitive(answer, "paths"),
	    false);
	add_parts(wanted, cJSON_GetObjectItemCaseSensitive(answer, "libs"),
	    true);
	g_ptr_array_add(wanted, g_strdup(string_of(answer, "executable")));
	if (site_packages && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
	    answer, "is_venv")))
		g_ptr_array_add(wanted, g_strdup(string_of(answer, "prefix")));
	for (guint i = 0; i < G_N_ELEMENTS(extra); i++) {
		/* A link (merged /usr) is made by the jail, not bound. */
		if (!g_file_test(extra[i], G_FILE_TEST_IS_SYMLINK))
			g_ptr_array_add(wanted, g_strdup(extra[i]));
	}
	for (guint i = 0; site_packages && i < G_N_ELEMENTS(links); i++)
		g_ptr_array_add(wanted, g_strdup(links[i]));
	g_ptr_array_sort(wanted, shorter_first);
	for (guint i = 0; i < wanted->len; i++)
		add_bind(binds, g_ptr_array_index(wanted, i));
	return binds;
}

/* Bind the harness's files; tells the ending that they have, ".pyc" or ".py". */
static const char *
bind_files(struct interp *interp, const cJSON *answer,
    const struct interp_question *question)
{
	const cJSON *file;
	const char *ending = ".py";

	cJSON_ArrayForEach(file, cJSON_GetObjectItemCaseSensitive(answer,
	    "files")) {
		if (!cJSON_IsString(file))
			continue;
		g_ptr_array_add(interp->binds, g_strconcat(file->valuestring,
		    ":" HARNESS_TARGET "/", file->string, NULL));
		if (g_str_has_suffix(file->string, ".pyc"))
			ending = ".pyc";
	}
	g_ptr_array_add(interp->binds, g_strconcat(question->warm,
	    ":" HARNESS_TARGET "/warm.so", NULL));
	if (question->init)
		g_ptr_array_add(interp->binds, g_strconcat(question->init,
		    ":" HARNESS_TARGET "/init", NULL));
	return ending;
}

static GPtrArray *
make_command(const struct interp *interp, const cJSON *answer,
    bool site_packages, const char *name, const char *ending)
{
	bool is_venv = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer,
	    "is_venv"));
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

	g_ptr_array_add(argv, g_strdup(site_packages && is_venv ?
	    string_of(answer, "started") : interp->executable));
	/* Not -I: PYTHONHASHSEED must count, in an environment of ours. */
	g_ptr_array_add(argv, g_strdup("-s"));
	if (!site_packages)
		g_ptr_array_add(argv, g_strdup("-S"));
	g_ptr_array_add(argv, g_strconcat(HARNESS_TARGET "/", name, ending,
	    NULL));
	return argv;
}

/* The folder of the harness's files has their digest in its name. */
static char *
make_identity(const struct interp *interp, const cJSON *answer,
    bool site_packages, const char *ending)
{
	g_autofree char *files = interp_cache_identity(answer);
	g_autofree char *binds = NULL;

	if (site_packages || strcmp(ending, ".pyc") != 0 || !files)
		return NULL;
	g_ptr_array_add(interp->binds, NULL);
	binds = g_strjoinv("\n", (char **)interp->binds->pdata);
	g_ptr_array_set_size(interp->binds, (gint)interp->binds->len - 1);
	return g_strdup_printf("%s\n%s\n%s\n%s", interp->executable, files,
	    interp->version, binds);
}

struct interp *
interp_probe(const struct interp_question *question, GError **error)
{
	const char *wanted = question->python ? question->python : "python3";
	bool site_packages = question->site_packages;
	g_autofree char *program = find_program(wanted);
	g_autofree char *cache = cache_folder(), *key = NULL;
	struct interp *interp;
	const char *ending;
	cJSON *answer;

	if (!program) {
		g_set_error(error, EVALTOP_ERROR, EVALTOP_ERROR_HOST,
		    "no Python interpreter '%s'; " PYTHON_WANTED, wanted);
		return NULL;
	}
	if (!site_packages)
		key = interp_cache_key(program, question->folder);
	answer = key ? interp_cache_load(cache, key) : NULL;
	if (!answer) {
		answer = ask(program, question, cache, error);
		if (answer && key)
			interp_cache_save(cache, key, program, answer);
	}
	if (!answer)
		return NULL;
	if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer, "is_old"))) {
		fail_old(program, string_of(answer, "version"), error);
		cJSON_Delete(answer);
		return NULL;
	}
	interp = g_new0(struct interp, 1);
	interp->executable = g_strdup(string_of(answer, "executable"));
	interp->version = g_strdup(string_of(answer, "version"));
	interp->binds = collect_binds(answer, site_packages);
	ending = bind_files(interp, answer, question);
	interp->argv = make_command(interp, answer, site_packages, "harness",
	    ending);
	interp->warm_argv = make_command(interp, answer, site_packages,
	    "warm", ending);
	interp->cache = g_steal_pointer(&cache);
	interp->identity = make_identity(interp, answer, site_packages,
	    ending);
	cJSON_Delete(answer);
	return interp;
}

void
interp_free(struct interp *interp)
{
	if (!interp)
		return;
	g_free(interp->executable);
	g_free(interp->version);
	g_free(interp->cache);
	g_free(interp->identity);
	g_ptr_array_unref(interp->argv);
	g_ptr_array_unref(interp->warm_argv);
	g_ptr_array_unref(interp->binds);
	g_free(interp);
}
