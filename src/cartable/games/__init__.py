"""The games: one folder each, always with the same file names, and `registry` as the one list of them."""
