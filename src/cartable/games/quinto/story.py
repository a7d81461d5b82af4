"""Quinto: why a match was won, in one sentence of the catalogue."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, Final

from cartable.games.quinto.sheet import ROWS
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Event, Outcome

SOLO_RANKS: Final = (25, 45, 65, 90, 101)
"""The points from which on a player alone gets each higher rank. In 200 matches each, bots alone came to 44 (easy), 51
(fair), 73 (strong) and 98 (expert) on average. The easy bot reaches 25 in nine of ten matches and 45 in half of
them, the strong one 65 in four of five, the expert 90 in nine of ten and 101 in four of ten.
"""


def story(view: QuintoView, outcome: Outcome, events: Iterable[Event]) -> tuple[str, dict[str, Any]]:
    """The lead over the second, and what of the winner's sheet makes it: a row, the bonuses, or fewer misses."""
    del events
    winner = outcome.winners[0]
    best = view.tallies[winner]
    row, points = max(zip(ROWS, best.rows, strict=True), key=lambda each: each[1])
    if len(view.tallies) == 1:
        rank = f"rank-{bisect_right(SOLO_RANKS, best.total)}"
        return "alone", {"rank": rank, "colour": row, "row": points}
    if len(outcome.winners) > 1:
        return "shared", {"points": best.total}
    second = max((tally for seat, tally in enumerate(view.tallies) if seat != winner), key=lambda each: each.total)
    lead = best.total - second.total
    gains = {
        "row": points - dict(zip(ROWS, second.rows, strict=True))[row],
        "bonuses": sum(best.bonuses) - sum(second.bonuses),
        "misses": best.misses - second.misses,
    }
    why = max(gains, key=lambda each: gains[each])
    if why == "misses":
        return why, {"lead": lead, "own": best.misses, "other": second.misses}
    if why == "bonuses":
        return why, {"lead": lead, "points": sum(best.bonuses)}
    return why, {"lead": lead, "colour": row, "points": points}
