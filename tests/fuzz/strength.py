"""The better level wins more matches. That can only be shown by many, so it is a part of `make fuzz`; what each level
does in a given position is tested beside the bots of each game.

    CARTABLE_TEST_SEED=7 python -m pytest tests/fuzz/strength.py
"""

from typing import Final

import pytest

from cartable.games import registry
from tests.kit.duel import share_won
from tests.kit.fixed_chance import SEED

DEALS: Final = 50
"""Twice as many matches: a share of theirs is within 0.2 of its mean in all but one of 10,000 runs."""

FIRST_DEAL: Final = 1000 * int(SEED or 0)

LEVELS: Final = {
    "push": (("easy", "random", 0.8), ("strong", "easy", 0.55), ("expert", "fair", 0.5)),
    "quinto": (
        ("easy", "random", 0.8),
        ("fair", "random", 0.85),
        ("fair", "easy", 0.5),
        ("expert", "strong", 0.5),
    ),
    "hexa": (("easy", "random", 0.6), ("fair", "easy", 0.6), ("strong", "fair", 0.6), ("expert", "strong", 0.6)),
    "trio": (("easy", "random", 0.6), ("fair", "easy", 0.6), ("strong", "fair", 0.6), ("expert", "strong", 0.6)),
}
"""By game: a level, a weaker one, and the share of matches it wins at least. `docs/bots.md` has the measured shares."""


@pytest.mark.parametrize(
    ("game", "level", "weaker", "share"),
    [(game, *levels) for game, each in LEVELS.items() for levels in each],
)
def test_the_better_level_wins_more_matches(game: str, level: str, weaker: str, share: float) -> None:
    assert share_won(registry.game(game), level, weaker, DEALS, FIRST_DEAL) >= share
