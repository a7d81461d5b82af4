"""Quinto: how a match ends, and what everybody has scored (QUIN-23 to 30)."""

from typing import Final

from cartable.games.quinto.sheet import MISSES, SheetScore, full_rows, score_of
from cartable.games.quinto.state import QuintoPhase, QuintoState
from cartable.kernel import Outcome, ranks

TWO_ROWS: Final = "two-rows"
FOUR_MISSES: Final = "four-misses"
CARDS_LAID: Final = "cards-laid"
REASONS: Final = (TWO_ROWS, FOUR_MISSES, CARDS_LAID)


def scores_of(state: QuintoState) -> tuple[SheetScore, ...]:
    """Every sheet, counted up."""
    return tuple([score_of(sheet, misses) for sheet, misses in zip(state.sheets, state.misses, strict=True)])


def ended(state: QuintoState) -> str:
    """QUIN-23: why the match is over by what stands on the sheets, or nothing."""
    if any(full_rows(sheet) >= 2 for sheet in state.sheets):
        return TWO_ROWS
    return FOUR_MISSES if max(state.misses) >= MISSES else ""


def outcome(state: QuintoState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    return outcome_of(state) if state.phase is QuintoPhase.OVER else None


def outcome_of(state: QuintoState) -> Outcome:
    """How a finished match came out: most points, ties shared (QUIN-29, QUIN-30)."""
    totals = tuple(score.total for score in scores_of(state))
    return Outcome(ended(state) or CARDS_LAID, ranks(totals), totals)  # QUIN-33
