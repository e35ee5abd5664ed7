dist_man_MANS += man/evaltop-suite.5
