"""Games frozen as they are: what the tree counts, in which order acts are offered, whole matches, and logs forever.

Each game keeps them in `tests/golden/` in its folder. `counts.toml` (a position, as a scenario) and `golden.toml` are
written by hand; `counts.txt`, `order.txt` and `*.game` follow from them, and `make golden` rewrites them: read the
diff as you would read code. `v1.jsonl` is the log of a finished match under version 1 of the rules. It is written
once and never again, for a log that was good once has to stay good.
"""
