
# The harness, driven as evaltop drives it.
dist_check_SCRIPTS = tests/harness_test.sh
TESTS += tests/harness_test.sh
EXTRA_DIST += tests/harness_driver.py tests/harness_data.py tests/harness_test.py
