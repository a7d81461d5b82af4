"""The environments for researchers: the peers' own test-suites on every game, and what those do not look for."""
