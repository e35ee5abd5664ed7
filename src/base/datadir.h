/*
 * Where the files that come with evaltop are: the harness, the demo suite,
 * the jail program.  An installed evaltop finds them below its prefix, one
 * that was only built finds them in its source and build trees.
 */
#ifndef EVALTOP_BASE_DATADIR_H
#define EVALTOP_BASE_DATADIR_H

/*
 * The path of a data file, "harness/harness.py": below $EVALTOP_DATADIR if
 * that is set, else below "data" beside the running program if the harness
 * is there, else below the source tree's "data" if the program runs from the
 * build tree, else below "../share/evaltop" beside the program if the harness
 * is there, else below the installed data folder.  Whether the file exists
 * is for the caller to find out.  Never NULL; caller frees.
 */
char *datadir_find(const char *relative);

/*
 * The path of evaltop-jail: beside the running program, else in the build
 * tree if the program runs from there, else where it is installed.  Never
 * NULL; caller frees.
 */
char *datadir_find_jail(void);

/* The same for evaltop-warm.so, the part of the jail that Python loads. */
char *datadir_find_warm(void);

/* And for evaltop-init; NULL where it was not built (no static libc). */
char *datadir_find_init(void);

#endif
