"""Push: why a match was won, in one sentence of the catalogue."""

from collections.abc import Iterable
from typing import Any

from cartable.games.push.cards import COLOURS, LETTER_OF, value
from cartable.games.push.events import PushColourProtected, PushColumnTaken, PushDieRolled
from cartable.games.push.view import PushView
from cartable.kernel import Event, Outcome


def story(view: PushView, outcome: Outcome, events: Iterable[Event]) -> tuple[str, dict[str, Any]]:
    """The lead, and where it came from: protected cards, or the best column."""
    scores = sorted(view.scores, reverse=True)
    lead = scores[0] - scores[1]
    if len(outcome.winners) > 1:
        return "shared", {"points": scores[0]}
    (winner,) = outcome.winners
    zone = view.zones[winner]
    if lead == 0:  # PUSH-36
        return "cards", {"points": scores[0], "cards": zone.size}
    told = list(events)
    safe = {
        colour: sum(map(value, [card for card in zone.protected if card[0] == LETTER_OF[colour]])) for colour in COLOURS
    }
    colour = max(COLOURS, key=lambda each: safe[each])
    if safe[colour] >= lead:
        rolls = _rolls_since(told, winner, colour)
        about = {"lead": lead, "colour": colour, "points": safe[colour], "rolls": rolls}
        return ("protected-rolled" if rolls else "protected"), about
    taken = [
        sum(map(value, event.cards)) for event in told if isinstance(event, PushColumnTaken) and event.seat == winner
    ]
    return "column", {"lead": lead, "points": max(taken, default=0), "columns": len(taken)}


def _rolls_since(events: list[Event], seat: int, colour: str) -> int:
    """Return how often the die was rolled for a player after they last protected the colour: all their protected cards
    of it have survived these rolls."""
    rolls = 0
    protected = False
    for event in events:
        if isinstance(event, PushColourProtected) and event.seat == seat and event.colour == colour:
            protected, rolls = True, 0
        elif isinstance(event, PushDieRolled) and event.seat == seat and protected:
            rolls += 1
    return rolls
