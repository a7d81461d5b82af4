"""The games: one folder each, always with the same file names, and `registry` as the one list of them.

`_template` is a toy that keeps every law. Nobody plays it: new games start as copies of it (`make new-game`).
"""
