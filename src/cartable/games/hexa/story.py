"""Hexa: why a match was won, in one sentence of the catalogue."""

from collections.abc import Iterable
from typing import Any

from cartable.games.hexa.calls import LAST_PLAYER
from cartable.games.hexa.events import HexaImpossibleRight, HexaRowRight
from cartable.games.hexa.view import HexaView
from cartable.kernel import Event, Outcome


def story(view: HexaView, outcome: Outcome, events: Iterable[Event]) -> tuple[str, dict[str, Any]]:
    """How many calls of the winner were right, and how far the others still had to go."""
    (winner,) = outcome.winners
    right = sum(isinstance(event, HexaRowRight | HexaImpossibleRight) and event.seat == winner for event in events)
    if outcome.reason == LAST_PLAYER:
        return "last-player", {"right": right, "out": len(view.out)}
    left = [cards for seat, cards in enumerate(view.piles) if seat != winner and seat not in view.out]
    return "last-card", {"right": right, "left": min(left, default=0)}
