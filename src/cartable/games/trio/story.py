"""Trio: why a match was won, in one sentence of the catalogue."""

from collections.abc import Iterable
from typing import Any

from cartable.games.trio.events import TrioCardLaid, TrioFaultProved, TrioLastCardLaid, TrioRoundEnded
from cartable.games.trio.rounds import BLOCKED, ROUNDS
from cartable.games.trio.view import TrioView
from cartable.kernel import Event, Outcome


def story(view: TrioView, outcome: Outcome, events: Iterable[Event]) -> tuple[str, dict[str, Any]]:
    """What the winner laid and proved, and what the next had left."""
    winner = outcome.winners[0]
    left = [hand + stack for hand, stack in zip(view.hands, view.stacks, strict=True)]
    if len(outcome.winners) > 1:
        return "shared", {"left": left[winner]}
    told = list(events)
    if outcome.reason == ROUNDS:
        totals = sorted(view.totals, reverse=True)
        won = sum(isinstance(event, TrioRoundEnded) and winner in event.winners for event in told)
        return "rounds", {"lead": totals[0] - totals[1], "won": won, "rounds": view.rounds}
    if outcome.reason == BLOCKED:
        return "blocked", {"left": left[winner]}
    others = min(cards for seat, cards in enumerate(left) if seat != winner)
    laid = sum(isinstance(event, TrioCardLaid | TrioLastCardLaid) and event.seat == winner for event in told)
    proved = sum(isinstance(event, TrioFaultProved) and event.seat == winner for event in told)
    if proved:
        return "faults", {"laid": laid, "left": others, "faults": proved}
    return "last-card", {"laid": laid, "left": others}
