"""Head starts: what a seat is given before a match, so that unequal players have an equal chance. Pure.

In a race it is milliseconds, which the referee takes off a time before times are compared; in a game of turns it is
points, added to the score at the end. They stand in the header of the log, one number a seat, and change nothing else:
neither the rules nor what anybody sees or may do. `learning` works out which head starts a table gives.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from cartable.kernel import AnyGame, BadInput, Outcome, Tempo
from cartable.matches.log.header import Header, Player

MOST: Final[Mapping[Tempo, int]] = MappingProxyType({Tempo.TURNS: 99, Tempo.CALLS: 3000, Tempo.HANDS: 1000})
"""The largest head start. Others may have to wait that long for the referee: where all play at once, less."""

UNIT: Final[Mapping[Tempo, str]] = MappingProxyType({Tempo.TURNS: "points", Tempo.CALLS: "ms", Tempo.HANDS: "ms"})


def check_head_starts(game: AnyGame, seats: Sequence[Player]) -> None:
    """A head start is within the limits of its game; whoever plays alone has nobody to start before, and in calm play
    nobody is first."""
    most = MOST[game.tempo] if len(seats) > 1 and not game.calm else 0
    for seat in seats:
        check_limit(game, seat.name, seat.head_start, most)


def check_limit(game: AnyGame, name: str, head_start: int, most: int) -> None:
    """One head start, which may be `most` at most."""
    if not 0 <= head_start <= most:
        expected = f"expected 0 to {most} {UNIT[game.tempo]} for {game.id}, got {head_start}"
        raise BadInput(f"head start of {name}", expected)


def head_starts_of(header: Header) -> tuple[int, ...]:
    """By seat; empty when nobody has one."""
    starts = tuple(seat.head_start for seat in header.seats)
    return starts if any(starts) else ()


def referee_head_starts(header: Header) -> dict[int, float]:
    """What the referee takes off; empty when nobody has a head start."""
    return {seat: float(start) for seat, start in enumerate(head_starts_of(header))}


def in_points(game: AnyGame, header: Header) -> tuple[int, ...]:
    """The head starts of a game of turns; empty when nobody has one, and in races."""
    return head_starts_of(header) if game.tempo is Tempo.TURNS else ()


def outcome_of(game: AnyGame, header: Header, state: Any) -> Outcome | None:
    """How a match ended, head starts included; None while it goes on.

    `scores` stay what was played; `ranks` go by the sums. Equal sums share a place, except where the game itself tells
    two players apart who had equal points and equal head starts.
    """
    outcome: Outcome | None = game.outcome(state)
    starts = in_points(game, header)
    if outcome is None or outcome.scores is None or not starts:
        return outcome
    sums = [score + start for score, start in zip(outcome.scores, starts, strict=True)]
    merits = list(zip(sums, starts, outcome.ranks, strict=True))
    return replace(outcome, ranks=tuple(1 + sum(_beats(other, own) for other in merits) for own in merits))


def _beats(other: tuple[int, int, int], own: tuple[int, int, int]) -> bool:
    if other[:2] == own[:2]:
        return other[2] < own[2]
    return other[0] > own[0]
