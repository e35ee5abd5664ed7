demodir = $(pkgdatadir)/demo
dist_demo_DATA = data/demo/suite.yaml data/demo/samples.jsonl \
	data/demo/expected.jsonl
harnessdir = $(pkgdatadir)/harness
dist_harness_DATA = data/harness/changes.py data/harness/frames.py \
	data/harness/harness.py data/harness/link.py data/harness/plan.py \
	data/harness/proxies.py data/harness/rare.py data/harness/signs.py \
	data/harness/split_judge.py data/harness/stub.py \
	data/harness/texts.py data/harness/units.py data/harness/values.py \
	data/harness/verdict.py data/harness/warm.py
EXTRA_DIST += data/harness/README.md

# Shell completions; made by evaltop --completion, see tests/cli_test.sh.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_zshcompletion_DATA = data/completions/_evaltop
dist_fishcompletion_DATA = data/completions/evaltop.fish
EXTRA_DIST += data/completions/evaltop.bash

# bash loads a completion by the command's bare name.
install-data-hook:
	$(MKDIR_P) "$(DESTDIR)$(bashcompletiondir)"
	$(INSTALL_DATA) $(srcdir)/data/completions/evaltop.bash \
		"$(DESTDIR)$(bashcompletiondir)/evaltop"

uninstall-hook:
	rm -f "$(DESTDIR)$(bashcompletiondir)/evaltop"
