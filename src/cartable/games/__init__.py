"""The games: one folder each, always with the same file names. `registry` finds those that are installed.

`_template` is a toy that keeps every law. Nobody plays it: new games start as copies of it (`make new-game`).
"""
