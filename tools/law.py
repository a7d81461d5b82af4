"""Measure the law of the stage on the real page: `PYTHONPATH=. .venv/bin/python tools/law.py quinto 390x664 844x390`.

Arguments are games, sizes of screens and languages, in any order; without any all of them are measured, also a made-up
language, `qq`, 40 % longer than English. A size may end in `@200`, for twice the size of text. `lessons` measures the
lessons instead of the games. `--sample` measures the positions that `make test` does.
"""

import re
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.words import LANGUAGES
from tests.e2e.law import LARGE_TEXT, SIZES, measured
from tests.e2e.positions import Position, every_position, sample
from tests.e2e.site import run, served
from tests.words.pseudo import PSEUDO


class Chosen(msgspec.Struct, frozen=True):
    """What is looked at: games, languages and sizes of screens; and the words that were none of these."""

    games: Sequence[AnyGame]
    languages: Sequence[str]
    sizes: Sequence[str]
    others: frozenset[str]

    @classmethod
    def among(cls, words: Iterable[str]) -> "Chosen":
        """Of what is not named all is looked at."""
        given = list(words)
        ids = [game.id for game in registry.games()]
        known = (*LANGUAGES, PSEUDO)
        sizes = [word for word in given if re.match(r"\d+x\d+", word)]
        return cls(
            games=[game for game in registry.games() if game.id in given] or registry.games(),
            languages=[word for word in known if word in given] or known,
            sizes=sizes or (*SIZES, *LARGE_TEXT),
            others=frozenset(given) - {*ids, *known, *sizes},
        )


def lawful_games(
    base: str, folder: Path, chosen: Chosen, positions: Callable[[AnyGame], list[Position]] = every_position
) -> int:
    """Print what breaks the law, for each game and language; 1 when anything does."""
    worst = 0
    for game in chosen.games:
        for language in chosen.languages:
            broken, told = measured(base, folder, positions(game), language, chosen.sizes)
            print(f"{game.id} {language}: {told}", end="", flush=True)
            worst |= broken
    return worst


def lawful_lessons(base: str, chosen: Chosen) -> int:
    """The same for every step of every lesson, at every size of screen with text as it is."""
    worst = 0
    for language in chosen.languages:
        told = run("lessons", base, language, "all", *(size for size in chosen.sizes if size not in LARGE_TEXT))
        print(f"lessons {language}: {told.stdout}{told.stderr}", end="", flush=True)
        worst |= told.returncode
    return worst


def main() -> int:
    """Measure what the command line names."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("choices", nargs="*", help="games, sizes of screens, languages, or `lessons`")
    parser.add_argument("--sample", action="store_true", help="measure only the positions of `make test`")
    options = parser.parse_intermixed_args()
    chosen = Chosen.among(options.choices)
    if unknown := chosen.others - {"lessons"}:
        known = ", ".join([*(game.id for game in registry.games()), "lessons"])
        parser.error(f"expected games ({known}), sizes (390x664) or languages ({', '.join(LANGUAGES)}), got {unknown}")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base:
        if "lessons" in chosen.others:
            return lawful_lessons(base, chosen)
        return lawful_games(base, Path(folder), chosen, sample if options.sample else every_position)


if __name__ == "__main__":
    sys.exit(main())
