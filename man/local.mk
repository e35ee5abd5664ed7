dist_man_MANS += man/evaltop-jail.1
dist_man_MANS += man/evaltop.1 man/evaltop-run.5
dist_man_MANS += man/evaltop-suite.5
