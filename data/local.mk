demodir = $(pkgdatadir)/demo
dist_demo_DATA = data/demo/suite.yaml data/demo/samples.jsonl \
	data/demo/expected.jsonl
harnessdir = $(pkgdatadir)/harness
dist_harness_DATA = data/harness/harness.py
EXTRA_DIST += data/harness/README.md
