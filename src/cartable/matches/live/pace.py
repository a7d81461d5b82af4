"""Bots at the pace of the people they play against ("match me"): one factor for all such bots of a match.

Above 1 they take longer than easy bots do, below 1 less. After every contest the factor moves by a small step: down
when a person won it, up when a bot did. Where it settles both happen as often as they should: a person alone against
bots wins every second contest of Hexa, and lays as many cards of Trio as each bot. That is the median of the ratio
between the person's time and the bots', found step by step, and needs no model of the person.

All of it follows from the log: the header has the factor a match began with, and the acts move it. So a match that goes
on after a restart goes on at the same pace.
"""

from math import exp
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cartable.kernel import Act, AnyGame, Refused, Seat, Tempo
from cartable.matches.log.header import MATCH_ME, Header, all_options
from cartable.matches.match import Match

SLOWEST: Final = 3.0
FASTEST: Final = 0.25
"""The factor stays between these."""

STEP: Final = 0.07
"""How far one contest moves the logarithm of the factor."""

PATIENCE: Final = 12
"""Whoever has done nothing for this many contests is not playing: their losses say nothing."""


def bounded(factor: float) -> float:
    """The nearest factor that there is."""
    return min(SLOWEST, max(FASTEST, factor))


class MatchedPace(msgspec.Struct, frozen=True):
    """The factor, the bots that it is for, and how many contests ago each person last did something."""

    factor: float = 1.0
    bots: frozenset[Seat] = frozenset()
    idle: dict[Seat, float] = {}

    @classmethod
    def of(cls, game: AnyGame, header: Header) -> "MatchedPace":
        """At the beginning of a match."""
        seats = header.seats
        bots = frozenset(seat for seat, each in enumerate(seats) if each.level == MATCH_ME)
        if not bots or game.tempo is Tempo.TURNS:
            return cls()
        people = {seat: 0.0 for seat, each in enumerate(seats) if each.kind == "human"}
        return cls(bounded(seats[min(bots)].pace), bots, people)

    def acted(self, game: AnyGame, before: Any, seat: Seat, act: Act, *, own: bool) -> "MatchedPace":
        """After an act that was accepted in the state `before`. `own`: not done by a stand-in or by the table."""
        if seat not in self.bots and (seat not in self.idle or not own):
            return self
        person = seat in self.idle
        idle = {**self.idle, seat: 0.0} if person else self.idle
        able = game.actors(before)  # not who is out, or shut out of a tie-break (HEXA-22, HEXA-25)
        people = sum(contests < PATIENCE for who, contests in idle.items() if who in able)
        contested = people and not able.isdisjoint(self.bots)
        if not contested or not game.stakes(before, seat, act) or not game.wins_stakes(before, seat, act):
            return replace(self, idle=idle)
        down, up = _weights(game.tempo, people, len(self.bots))
        if person:
            return replace(self, factor=bounded(self.factor * exp(-STEP * down)), idle=idle)
        contest = 1.0 if game.tempo is Tempo.CALLS else 1 / len(self.bots)
        idle = {who: contests + contest * (who in able) for who, contests in idle.items()}
        return replace(self, factor=bounded(self.factor * exp(STEP * up)), idle=idle)

    def after(self, match: Match) -> "MatchedPace":
        """After all that a match has seen so far."""
        if not self.bots:
            return self
        game, pace = match.game, self
        state = game.start(all_options(game, match.header), match.header.players)
        for entry in match.entries:
            act = game.act(entry.text)
            pace = pace.acted(game, state, entry.seat, act, own=entry.about.by is UNSET)
            stepped = game.step(state, entry.seat, act)
            if isinstance(stepped, Refused):
                raise TypeError(f"a match has no refused acts: {entry.text}")
            state = stepped.state
        return pace


def _weights(tempo: Tempo, people: int, bots: int) -> tuple[float, float]:
    """How much a contest counts that a person won, and one that a bot won.

    A race for one card: all bots together win one in `people + 1`, like one more person. Where everybody lays cards at
    any time: each bot lays as many as a person does on average.
    """
    if tempo is Tempo.CALLS:
        return 2 / (people + 1), 2 * people / (people + 1)
    return 1 / people, 1 / bots
