harnessdir = $(pkgdatadir)/harness
dist_harness_DATA = data/harness/harness.py
EXTRA_DIST += data/harness/README.md
