"""Measure the law of the stage on the real page: `PYTHONPATH=. .venv/bin/python tools/law.py quinto 390x664 844x390`.

Arguments are games, sizes of screens and languages, in any order; without any all of them are measured, also a made-up
language, `qq`, 40 % longer than English. A size may end in `@200`, for twice the size of text.
`--sample` measures the positions that `make test` does.
"""

import re
import sys
import tempfile
from pathlib import Path

from cartable.games import registry
from cartable.words import LANGUAGES
from tests.e2e.law import LARGE_TEXT, SIZES, measured
from tests.e2e.positions import every_position, sample
from tests.e2e.site import served
from tests.words.pseudo import PSEUDO


def main() -> int:
    """Print what breaks the law, for each game and language; 1 when anything does."""
    arguments = sys.argv[1:]
    ids = [game.id for game in registry.ALL]
    games = [game for game in registry.ALL if game.id in arguments] or registry.ALL
    known = [*LANGUAGES, PSEUDO]
    languages = [each for each in arguments if each in known] or known
    sizes = [each for each in arguments if re.match(r"\d+x\d+", each)] or [*SIZES, *LARGE_TEXT]
    unknown = set(arguments) - {*ids, *languages, *sizes, "--sample"}
    if unknown:
        told = f"games ({', '.join(ids)}), sizes (390x664) or languages ({', '.join(known)})"
        sys.exit(f"law: expected {told}, got {unknown}")
    chosen = sample if "--sample" in arguments else every_position
    worst = 0
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base:
        for game in games:
            for language in languages:
                broken, told = measured(base, Path(folder), chosen(game), language, sizes)
                print(f"{game.id} {language}: {told}", end="", flush=True)
                worst |= broken
    return worst


if __name__ == "__main__":
    sys.exit(main())
