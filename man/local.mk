dist_man_MANS += man/evaltop-jail.1
