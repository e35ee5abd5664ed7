demodir = $(pkgdatadir)/demo
dist_demo_DATA = data/demo/suite.yaml data/demo/samples.jsonl \
	data/demo/expected.jsonl
