/*
 * The suite and the samples of a run, read beside the main thread: the files of
 * 100,000 samples take a third of a second, in which a screen must draw and
 * hear keys.  The reader works on copies and hands over once, at its end; what
 * it hands over nobody changes any more.
 */
#ifndef EVALTOP_RUN_TEXTS_H
#define EVALTOP_RUN_TEXTS_H

#include "run/rundir.h"
#include "sample/sample.h"
#include "suite/suite.h"

/*
 * Read both here and now.  False with a sentence when one cannot be read or is
 * no longer what the run was judged with; what was read by then stays in *suite
 * and *samples, which hold NULL or what is there already.
 */
bool texts_read(const struct run_manifest *manifest, struct suite **suite,
    struct sample_set **samples, GError **error);

struct texts_reader;

/* Begin.  The manifest is copied from and may go; no signal goes there. */
struct texts_reader *texts_reader_new(const struct run_manifest *manifest);

bool texts_reader_is_done(struct texts_reader *reader);

/* Wait for the end and take what was read, as texts_read(); frees the reader. */
bool texts_reader_finish(struct texts_reader *reader, struct suite **suite,
    struct sample_set **samples, GError **error);

/* Not wanted any more: does not wait, the reader goes when it is done. */
void texts_reader_abandon(struct texts_reader *reader);

#endif
