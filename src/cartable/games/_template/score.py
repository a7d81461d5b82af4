"""Template: points and places (TMPL-09, TMPL-10)."""

from collections.abc import Iterable
from typing import Final

from cartable.games._template.cards import value
from cartable.games._template.state import TemplateState
from cartable.kernel import Outcome, ranks

LIMIT: Final = 9

PILE_EMPTY: Final = "pile-empty"
ALL_STOPPED: Final = "all-stopped"
REASONS: Final = (PILE_EMPTY, ALL_STOPPED)


def total(cards: Iterable[str]) -> int:
    """What cards count together."""
    return sum(map(value, cards))


def points(cards: Iterable[str]) -> int:
    """TMPL-09: the total, or nothing when it is too much."""
    count = total(cards)
    return count if count <= LIMIT else 0


def outcome_of(state: TemplateState) -> Outcome:
    """How a finished match came out. To change: `ranks` takes anything that compares, best is greatest."""
    scores = tuple(points((*hand, *row)) for hand, row in zip(state.hands, state.rows, strict=True))
    return Outcome(ALL_STOPPED if state.pile else PILE_EMPTY, ranks(scores), scores)
