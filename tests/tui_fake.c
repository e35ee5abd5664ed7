/* See tui_fake.h. */
#include "tui_fake.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define TICK_NS 20000000	/* of a live feed */

static const char *const names[] = {
	"array_rotate", "balanced_cut", "caesar_shift", "dijkstra",
	"edit_distance", "flood_fill", "group_anagrams", "hanoi_moves",
	"interval_merge", "josephus", "kmp_find", "levenshtein",
	"merge_sorted", "next_perm", "offset_date", "pascal_row",
	"queue_two", "roman_to_int", "spiral_walk", "trie_prefix",
	"union_find", "valid_ipv6", "word_break", "zigzag",
};

struct fake_slot {
	bool is_busy, is_rerun;
	guint sample;
	gint64 started_ms, ends_ms;
	guint told;		/* tests reported */
};

struct fake {
	struct feed feed;
	struct session *session;
	struct fake_options options;
	struct fake_slot slots[64];
	guint next;		/* sample to start */
	GArray *again;		/* guint32: reruns that wait */
	guint32 rerun_timeout_ms;
	guint reruns;
	gint64 now_ms;		/* virtual, since the start */
	gint64 real_start_ms;
	GPtrArray *pending;
	enum run_state state;
	int last_command;
	bool has_begun, has_ended;
};

static guint32
hash(guint32 x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

static enum outcome
fake_outcome(guint task, guint ordinal, guint32 salt)
{
	guint32 h = hash(ordinal * 2654435761u + 17 + salt) % 100;
	guint32 hardness = hash(task + 5) % 100;

	if (h >= hardness)
		return OUTCOME_PASS;
	switch (hash(ordinal + 99) % 8) {
	case 0:
		return OUTCOME_SYNTAX_ERROR;
	case 1:
		return OUTCOME_TIMEOUT;
	case 2:
	case 3:
		return OUTCOME_ERROR;
	default:
		return OUTCOME_ASSERTION_FAIL;
	}
}

static guint32
fake_duration(guint ordinal, enum outcome outcome)
{
	guint32 h = hash(ordinal + 7);

	if (outcome == OUTCOME_TIMEOUT)
		return 3000;
	return h % 10 < 8 ? 8 + h % 90 : 150 + h % 1900;
}

static struct test_failure *
fake_failure(bool is_hostile)
{
	struct test_failure *f = g_new0(struct test_failure, 1);

	f->test = 3;
	f->line = 5;
	f->code_line = 5;
	f->source = g_strdup("assert pascal_row(4) == [1, 4, 6, 4, 1]");
	f->want = g_strdup("[1, 4, 6, 4, 1]");
	f->got = g_strdup(is_hostile ? "[1, \033[31m4\033]0;owned\007, 4]" :
	    "[1, 4, 6, 4]");
	f->op = g_strdup("==");
	return f;
}

static const char *
hostile_text(void)
{
	return "\033]0;title\007\033[2J\033[31mred\033[0m \xff\xfe "
	    "\xc2\x9b" "5n tab\there \xe2\x80\xae" "rtl "
	    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb "
	    "\xe6\x97\xa5\xe6\x9c\xac\n\033[?1049l\033P1$q\033\\last\n";
}

static void
fill_failed(struct verdict *v, guint ordinal, bool is_hostile)
{
	switch (v->outcome) {
	case OUTCOME_ASSERTION_FAIL:
		v->detail = DETAIL_WRONG_ANSWER;
		v->reason = g_strdup("assert pascal_row(4) == [1, 4, 6, 4, 1]"
		    ": got [1, 4, 6, 4]");
		v->failures = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)test_failure_free);
		g_ptr_array_add(v->failures, fake_failure(is_hostile));
		v->tests_passed = 3;
		v->strip = g_strdup("pppf---");
		break;
	case OUTCOME_SYNTAX_ERROR:
		v->reason = g_strdup("SyntaxError: '(' was never closed");
		v->code_line = 4;
		break;
	case OUTCOME_TIMEOUT:
		v->reason = g_strdup("no verdict within 3.0s");
		v->tests_passed = 2;
		v->strip = g_strdup("pp-----");
		break;
	default:
		v->detail = hash(ordinal) % 2 ? DETAIL_EXCEPTION :
		    DETAIL_MEMORY_LIMIT;
		v->reason = g_strdup(v->detail == DETAIL_EXCEPTION ?
		    "IndexError: list index out of range" :
		    "memory limit of 1.0G");
		v->code_line = 6;
		v->strip = g_strdup("pe-----");
		v->tests_passed = 1;
		break;
	}
	v->score = v->tests_passed / 7.0;
}

static struct verdict *
fake_verdict(const struct fake *fake, guint ordinal)
{
	guint task = ordinal / fake->options.n;
	enum outcome outcome = fake_outcome(task, ordinal,
	    fake->options.salt);
	struct verdict *v = verdict_new(outcome, DETAIL_NONE);
	bool is_hostile = fake->options.is_hostile;

	v->tests_total = 7;
	v->wall_ms = fake_duration(ordinal, outcome);
	v->cpu_ms = v->wall_ms * 9 / 10;
	v->timeout_ms = 3000;
	v->rss_bytes = (8 + hash(ordinal) % 5) << 20;
	v->tier = "full";
	v->rule = g_strdup("fence_python");
	if (outcome == OUTCOME_PASS) {
		v->tests_passed = 7;
		v->score = 1;
		v->strip = g_strdup("ppppppp");
		v->trust = fake->options.has_disputes && ordinal % 7 == 3 ?
		    TRUST_DISPUTED : TRUST_CONFIRMED;
	} else {
		fill_failed(v, ordinal, is_hostile);
		v->stderr_text = g_strdup(is_hostile ? hostile_text() :
		    "warning: slow path taken\n");
		v->stderr_bytes = strlen(v->stderr_text);
	}
	v->stdout_text = g_strdup(is_hostile ? hostile_text() :
	    "row=[1]\nrow=[1, 3, 3]\n");
	v->stdout_bytes = strlen(v->stdout_text);
	return v;
}

static void
emit(struct fake *fake, struct event *event, gint64 at_ms)
{
	event->time_ms = fake->real_start_ms + at_ms;
	g_ptr_array_add(fake->pending, event);
}

static void
emit_state(struct fake *fake, enum event_type type, enum run_state state)
{
	struct event *event = event_new(type, 0);

	event->state = state;
	event->jobs = fake->options.jobs;
	fake->state = state;
	emit(fake, event, fake->now_ms);
}

/* The next sample to start: reruns come first. */
static bool
has_next(const struct fake *fake)
{
	return fake->again->len > 0 ||
	    fake->next < fake->options.tasks * fake->options.n;
}

static guint
take_next(struct fake *fake, bool *ret_is_rerun)
{
	guint32 sample;

	*ret_is_rerun = fake->again->len > 0;
	if (!*ret_is_rerun)
		return fake->next++;
	sample = g_array_index(fake->again, guint32, 0);
	g_array_remove_index(fake->again, 0);
	return sample;
}

static void
slot_start(struct fake *fake, guint slot, gint64 at_ms)
{
	struct fake_slot *s = &fake->slots[slot];
	struct event *event;

	*s = (struct fake_slot){ .is_busy = true, .started_ms = at_ms };
	s->sample = take_next(fake, &s->is_rerun);
	event = event_new(EVENT_START, s->sample);
	s->ends_ms = at_ms + fake_duration(s->sample, fake_outcome(s->sample /
	    fake->options.n, s->sample, fake->options.salt));
	event->slot = slot;
	event->timeout_ms = 3000;
	event->tests_total = 7;
	emit(fake, event, at_ms);
}

static void
slot_end(struct fake *fake, guint slot)
{
	struct fake_slot *s = &fake->slots[slot];
	struct event *event = event_new(EVENT_JUDGED, s->sample);

	event->slot = slot;
	event->verdict = fake_verdict(fake, s->sample);
	event->verdict->is_rerun = s->is_rerun;
	if (s->is_rerun && fake->rerun_timeout_ms > 0)
		event->verdict->timeout_ms = fake->rerun_timeout_ms;
	/* Every verdict has a line of its own. */
	if (s->is_rerun)
		fake->reruns++;
	event->journal_offset = s->sample + 1 + (guint64)(s->is_rerun ?
	    fake->reruns : 0) * 1000000;
	emit(fake, event, s->ends_ms);
	s->is_busy = false;
}

static void
slot_tell(struct fake *fake, guint slot)
{
	struct fake_slot *s = &fake->slots[slot];
	guint done = (guint)MIN((fake->now_ms - s->started_ms) / 150, 5);
	struct event *event;

	if (!s->is_busy || done <= s->told)
		return;
	event = event_new(EVENT_TEST, s->sample);
	event->slot = slot;
	event->tests_done = s->told = done;
	event->tests_total = 7;
	emit(fake, event, fake->now_ms);
}

static guint
busy(const struct fake *fake)
{
	guint n = 0;

	for (guint i = 0; i < fake->options.jobs; i++)
		n += fake->slots[i].is_busy;
	return n;
}

static void
simulate(struct fake *fake, gint64 until_ms)
{
	if (!fake->has_begun) {
		emit_state(fake, EVENT_BEGIN, RUN_RUNNING);
		fake->has_begun = true;
	}
	while (!fake->has_ended) {
		gint64 next = G_MAXINT64;
		guint which = 0;

		for (guint i = 0; i < fake->options.jobs; i++) {
			if (!fake->slots[i].is_busy && has_next(fake) &&
			    fake->state == RUN_RUNNING)
				slot_start(fake, i, fake->now_ms);
			if (fake->slots[i].is_busy &&
			    fake->slots[i].ends_ms < next) {
				next = fake->slots[i].ends_ms;
				which = i;
			}
		}
		if (busy(fake) == 0 && (!has_next(fake) ||
		    fake->state == RUN_STOPPING)) {
			emit_state(fake, EVENT_END, has_next(fake) ?
			    RUN_STOPPED : RUN_DONE);
			fake->has_ended = true;
			return;
		}
		if (next > until_ms)
			break;
		fake->now_ms = next;
		slot_end(fake, which);
	}
	fake->now_ms = until_ms;
	for (guint i = 0; i < fake->options.jobs; i++)
		slot_tell(fake, i);
}

static void
set_timer(const struct fake *fake, glong interval_ns)
{
	const struct itimerspec every = {
		.it_interval.tv_nsec = interval_ns,
		.it_value.tv_nsec = interval_ns,
	};

	timerfd_settime(fake->feed.fd, 0, &every, NULL);
}

static gint64
live_ms(const struct fake *fake)
{
	return (gint64)((double)(clock_wall_ms() - fake->real_start_ms) *
	    fake->options.speed);
}

static void
take_portion(struct fake *fake, GPtrArray *into)
{
	guint count = MIN(fake->pending->len, fake->options.portion);

	fake->feed.size = fake->feed.read + fake->pending->len;
	fake->feed.read += count;
	for (guint i = 0; i < count; i++)
		g_ptr_array_add(into, g_ptr_array_steal_index(fake->pending,
		    0));
}

static void
fake_take(struct feed *feed, GPtrArray *into)
{
	struct fake *fake = (struct fake *)feed;
	guint64 ticks;

	if (fake->options.is_live) {
		if (read(feed->fd, &ticks, sizeof(ticks)) < 0)
			ticks = 0;
		simulate(fake, live_ms(fake));
		if (fake->has_ended)
			set_timer(fake, 0);
	}
	if (fake->options.portion > 0) {
		take_portion(fake, into);
		return;
	}
	g_ptr_array_extend_and_steal(into, fake->pending);
	fake->pending = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);
}

static void
take_back(struct fake *fake, guint32 ordinal)
{
	for (guint i = 0; i < fake->again->len; i++) {
		if (g_array_index(fake->again, guint32, i) != ordinal)
			continue;
		g_array_remove_index(fake->again, i);
		emit(fake, event_new(EVENT_UNJUDGED, ordinal), fake->now_ms);
	}
}

static bool
fake_command(struct feed *feed, enum feed_command command, guint argument)
{
	struct fake *fake = (struct fake *)feed;

	fake->last_command = (int)command;
	switch (command) {
	case FEED_STOP:
		emit_state(fake, EVENT_STATE, RUN_STOPPING);
		return true;
	case FEED_PAUSE:
		emit_state(fake, EVENT_STATE, RUN_PAUSED);
		return true;
	case FEED_RESUME:
		emit_state(fake, EVENT_STATE, RUN_RUNNING);
		return true;
	case FEED_JOBS:
		fake->options.jobs = CLAMP(argument, 1, 64);
		emit_state(fake, EVENT_STATE, fake->state);
		return true;
	case FEED_CANCEL:
		take_back(fake, argument);
		return true;
	case FEED_KILL:
		break;
	}
	return true;
}

static bool
fake_rerun(struct feed *feed, const GArray *ordinals, guint32 timeout_ms)
{
	struct fake *fake = (struct fake *)feed;

	if (fake->options.is_live) {
		fake->now_ms = live_ms(fake);
		set_timer(fake, TICK_NS);
	}
	if (fake->has_ended)
		emit_state(fake, EVENT_STATE, RUN_RUNNING);
	fake->has_ended = false;
	fake->rerun_timeout_ms = timeout_ms;
	for (guint i = 0; i < ordinals->len; i++) {
		guint32 ordinal = g_array_index(ordinals, guint32, i);
		struct event *event = event_new(EVENT_REQUEUED, ordinal);

		event->is_rerun = true;
		event->timeout_ms = timeout_ms;
		emit(fake, event, fake->now_ms);
		g_array_append_val(fake->again, ordinal);
	}
	return true;
}

static void
fake_free(struct feed *feed)
{
	struct fake *fake = (struct fake *)feed;

	g_array_unref(fake->again);
	if (feed->fd >= 0)
		close(feed->fd);
	g_ptr_array_unref(fake->pending);
	g_free(fake);
}

static char *
fake_id(guint i, bool is_hostile)
{
	if (is_hostile && i % 3 == 1)
		return g_strdup_printf("%s/\033]0;x\007%u\xe6\x97\xa5", "evil",
		    i);
	if (i < G_N_ELEMENTS(names))
		return g_strdup(names[i]);
	return g_strdup_printf("%s_%u", names[i % G_N_ELEMENTS(names)],
	    i / (guint)G_N_ELEMENTS(names) + 1);
}

static struct run_manifest *
fake_manifest(const struct fake_options *options)
{
	struct run_manifest *m = g_new0(struct run_manifest, 1);
	static const guint ks[] = { 1, 5, 10 };

	m->settings.label = g_strdup("starling-7b");
	m->settings.suite_name = g_strdup("mini-eval");
	m->settings.jobs = options->jobs;
	m->settings.timeout_ms = 3000;
	m->settings.memory_bytes = 1u << 30;
	m->settings.k = g_array_new(FALSE, FALSE, sizeof(guint));
	g_array_append_vals(m->settings.k, ks, G_N_ELEMENTS(ks));
	m->tier = g_strdup(options->tier ? options->tier : "full");
	m->interpreter = g_strdup("Python 3.11.2");
	m->index.task_ids = g_ptr_array_new_with_free_func(g_free);
	m->index.counts = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < options->tasks; i++) {
		g_ptr_array_add(m->index.task_ids, fake_id(i,
		    options->is_hostile));
		g_array_append_val(m->index.counts, options->n);
	}
	return m;
}

struct session *
fake_session_new(const struct fake_options *options)
{
	struct session *session = g_new0(struct session, 1);
	struct fake *fake = g_new0(struct fake, 1);

	fake->options = *options;
	fake->options.jobs = CLAMP(options->jobs, 1, 64);
	if (fake->options.speed <= 0)
		fake->options.speed = 1;
	fake->session = session;
	fake->last_command = -1;
	fake->real_start_ms = options->is_live ? clock_wall_ms() :
	    FAKE_START_MS;
	fake->pending = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);
	fake->feed = (struct feed){ .fd = -1, .take = fake_take,
		.command = fake_command, .rerun = fake_rerun,
		.free = fake_free };
	fake->again = g_array_new(FALSE, FALSE, sizeof(guint32));
	if (options->is_live) {
		fake->feed.fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC |
		    TFD_NONBLOCK);
		set_timer(fake, TICK_NS);
	}
	session->manifest = fake_manifest(&fake->options);
	session->board = board_new(&session->manifest->index);
	session->board->state = RUN_RUNNING;
	session->feed = &fake->feed;
	session->is_live = true;
	session->rundir = g_strdup("/nonexistent");
	return session;
}

void
fake_advance(struct session *session, gint64 ms)
{
	simulate((struct fake *)session->feed, ms);
	session_drain(session);
}

void
fake_set_pending_texts(struct session *session, bool pending)
{
	((struct fake *)session->feed)->options.has_pending_texts = pending;
}

int
fake_last_command(const struct session *session)
{
	return ((const struct fake *)session->feed)->last_command;
}

/* In place of src/run/session.c. */

/* "/fake/24x10" is a finished run of so many tasks and samples each. */
struct session *
session_open(const char *rundir, bool follow, GError **error)
{
	struct fake_options options = { .jobs = 4 };
	struct session *session;

	(void)follow;
	if (sscanf(rundir, "/fake/%ux%u", &options.tasks, &options.n) != 2) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
		    "%s holds no run", rundir);
		return NULL;
	}
	options.salt = strrchr(rundir, '-') ? (guint32)strlen(rundir) : 0;
	session = fake_session_new(&options);
	fake_advance(session, G_MAXINT32);
	session->is_live = false;
	return session;
}

guint
session_drain(struct session *session)
{
	g_autoptr(GPtrArray) events = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)event_free);

	session->feed->take(session->feed, events);
	for (guint i = 0; i < events->len; i++)
		board_apply(session->board, g_ptr_array_index(events, i));
	return events->len;
}

void
session_drain_all(struct session *session)
{
	while (session_drain(session) > 0)
		;
}

void
session_free(struct session *session)
{
	session->feed->free(session->feed);
	board_free(session->board);
	g_free(session->manifest->settings.label);
	g_free(session->manifest->settings.suite_name);
	g_array_unref(session->manifest->settings.k);
	g_ptr_array_unref(session->manifest->index.task_ids);
	g_array_unref(session->manifest->index.counts);
	g_free(session->manifest->tier);
	g_free(session->manifest->interpreter);
	g_free(session->manifest);
	g_free(session->rundir);
	g_free(session);
}

void
session_begin_texts(struct session *session)
{
	(void)session;
}

bool
session_texts_are_pending(const struct session *session)
{
	return ((const struct fake *)session->feed)->options.has_pending_texts;
}

void
session_take_texts(struct session *session)
{
	(void)session;
}

struct verdict *
session_load_verdict(struct session *session, guint ordinal, GError **error)
{
	const struct board_sample *sample = board_sample(session->board,
	    ordinal);
	const struct fake *fake = (const struct fake *)session->feed;
	struct verdict *verdict;

	(void)error;
	if (!sample->has_verdict)
		return NULL;
	verdict = fake_verdict(fake, ordinal);
	verdict->is_rerun = sample->rerun > 0;
	if (verdict->is_rerun)
		verdict->timeout_ms = g_array_index(session->board->reruns,
		    struct board_rerun, sample->rerun - 1).timeout_ms;
	return verdict;
}

struct verdict *
session_load_why(struct session *session, guint ordinal)
{
	return session_load_verdict(session, ordinal, NULL);
}

char *
session_load_message(struct session *session, guint ordinal)
{
	return board_sample(session->board, ordinal)->state ==
	    SAMPLE_UNJUDGED ? g_strdup("cannot start it: no room") : NULL;
}

bool
session_has_texts(struct session *session, GError **error)
{
	if (!session->texts_error)
		return true;
	g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
	    session->texts_error);
	return false;
}

bool
session_load_texts(struct session *session, guint ordinal, guint program,
    struct sample_texts *ret, GError **error)
{
	bool is_hostile = ((struct fake *)session->feed)->options.is_hostile;

	(void)program;
	(void)error;
	(void)ordinal;
	memset(ret, 0, sizeof(*ret));
	ret->program = g_strdup(is_hostile ? hostile_text() :
	    "def pascal_row(n):\n"
	    "    row = [1]\n"
	    "    for i in range(n):\n"
	    "        nxt = [1]\n"
	    "        for a, b in zip(row, row[1:]):\n"
	    "            nxt.append(a + b)\n"
	    "        row = nxt\n"
	    "        print(f\"row={row}\")\n"
	    "    return row\n");
	ret->raw = g_strdup_printf("Here is the function:\n\n```python\n%s"
	    "```\n\nIt builds each row from the one before.\n", ret->program);
	ret->prompt = g_strdup("def pascal_row(n: int) -> list:\n"
	    "    \"\"\"Row n of Pascal's triangle, from 0.\"\"\"\n");
	ret->tests = g_strdup("assert pascal_row(0) == [1]\n"
	    "assert pascal_row(1) == [1, 1]\n"
	    "assert pascal_row(4) == [1, 4, 6, 4, 1]\n");
	ret->rule = "fence_python";
	return true;
}

void
sample_texts_clear(struct sample_texts *texts)
{
	g_free(texts->raw);
	g_free(texts->program);
	g_free(texts->prompt);
	g_free(texts->tests);
	g_free(texts->reference);
	memset(texts, 0, sizeof(*texts));
}

char *
session_load_capture(struct session *session, guint ordinal, int stream,
    gsize *ret_length)
{
	(void)session;
	(void)ordinal;
	(void)stream;
	*ret_length = 0;
	return NULL;
}
