"""Luck and skill: what each decision of a match was worth, what the best would have been, and what the cards did.

A match is told as a chain: before a decision everybody has a chance to win (the mover's with the best act); the act
that was chosen may lose some of it; what changes until the next decision is luck, and the model's own error with it.
Alone there is nobody to win against: then all is counted in points.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from cartable.games import registry
from cartable.kernel import Act, AnyGame, BadInput, Outcome, Seat


class Happened(Protocol):
    """An act of a match: its number, the state before it, who did it."""

    @property
    def n(self) -> int: ...
    @property
    def before(self) -> Any: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def act(self) -> Act: ...


class WeighedDecision(msgspec.Struct, frozen=True):
    """A choice somebody had: what was done and what it was worth, and the best there was."""

    n: int
    seat: Seat
    act: str
    worth: float
    best: str
    best_worth: float
    sure: bool
    """Does a second way to weigh the choices agree that the best one was better than what was done?"""

    @property
    def lost(self) -> float:
        """What the choice cost."""
        return self.best_worth - self.worth


class Moment(msgspec.Struct, frozen=True):
    """How everybody stood after an act."""

    n: int
    standing: tuple[float, ...]


class MatchAnalysis(msgspec.Struct, frozen=True):
    """A whole match. By seat: the first standing, less what was `lost`, plus what was `gained` by what the others lost,
    plus `luck`, is the last one.
    """

    unit: Literal["chance", "points"]
    decisions: tuple[WeighedDecision, ...]
    moments: tuple[Moment, ...]
    lost: tuple[float, ...]
    gained: tuple[float, ...]
    luck: tuple[float, ...]


class Analyst(NamedTuple):
    """What a game offers so that its matches can be analysed."""

    weigh: Callable[[Any, Seat, tuple[Any, ...]], list[float]]
    """Return what each legal act is worth to the seat: its chance to win, or its points when it plays alone."""
    standing: Callable[[Any], list[float]]
    """Return how every seat stands, in the same unit."""
    second_opinion: Callable[[Any, Seat, tuple[Any, ...]], list[float]]
    """Return the worths of the acts, found in another way."""


def can_analyse(game_id: str) -> bool:
    """Return whether the choices of this game can be weighed."""
    return registry.package(game_id).analyst is not None


def analyse(game: AnyGame, players: int, happened: Iterable[Happened], outcome: Outcome | None) -> MatchAnalysis:
    """What a match was worth, act by act; `outcome` is None while it goes on."""
    if not can_analyse(game.id):
        can = ", ".join(each.id for each in registry.games() if can_analyse(each.id))
        raise BadInput(f"game {game.id!r}", f"expected one whose choices can be weighed: {can}")
    chain = _Chain(game, players, registry.package(game.id).load("analyst", Analyst))
    for each in happened:
        chain.follow(each)
    if outcome is not None:
        chain.end(outcome)
    return MatchAnalysis(
        "points" if players == 1 else "chance",
        tuple(chain.decisions),
        tuple(chain.moments),
        tuple(chain.lost),
        tuple(chain.gained),
        tuple(chain.luck),
    )


class _Chain:
    """From decision to decision."""

    def __init__(self, game: AnyGame, players: int, analyst: Analyst) -> None:
        self._game = game
        self._players = players
        self._analyst = analyst
        self._now: list[float] | None = None
        self._last = -1
        self.decisions: list[WeighedDecision] = []
        self.moments: list[Moment] = []
        self.lost = [0.0] * players
        self.gained = [0.0] * players
        self.luck = [0.0] * players

    def follow(self, happened: Happened) -> None:
        """One more act. Only a choice among several tells something."""
        self._last = happened.n
        if happened.seat < 0:
            return
        legal = self._game.legal(happened.before, happened.seat)
        if len(legal) < 2:
            return
        worths = self._analyst.weigh(self._game.view(happened.before, happened.seat), happened.seat, legal)
        best = max(worths)
        worth = worths[legal.index(happened.act)]
        shares = self._analyst.standing(self._game.view(happened.before, happened.seat))
        at_best = self._with(happened.seat, best, shares)
        self._arrive(happened.n - 1, at_best)
        choice = legal[worths.index(best)]
        sure = choice == happened.act or self._agrees(happened, legal, choice)
        self.decisions.append(
            WeighedDecision(happened.n, happened.seat, str(happened.act), worth, str(choice), best, sure)
        )
        self.lost[happened.seat] += best - worth
        self._now = self._with(happened.seat, worth, shares)
        for seat, (could, did) in enumerate(zip(at_best, self._now, strict=True)):
            self.gained[seat] += did - could if seat != happened.seat else 0.0
        self.moments.append(Moment(happened.n, tuple(self._now)))

    def _agrees(self, happened: Happened, legal: tuple[Act, ...], best: Act) -> bool:
        """Is the best act better than what was done by the second opinion too?"""
        view = self._game.view(happened.before, happened.seat)
        worths = dict(zip(legal, self._analyst.second_opinion(view, happened.seat, legal), strict=True))
        return worths[best] > worths[happened.act]

    def end(self, outcome: Outcome) -> None:
        """How it came out: the victory is shared among the winners."""
        if self._players == 1:
            final = [float(outcome.scores[0])] if outcome.scores is not None else [0.0]
        else:
            winners = outcome.winners
            final = [1 / len(winners) if seat in winners else 0.0 for seat in range(self._players)]
        self._arrive(self._last, final)

    def _arrive(self, n: int, standing: list[float]) -> None:
        """What changed since the last choice was luck."""
        if self._now is not None:
            for seat, (before, after) in enumerate(zip(self._now, standing, strict=True)):
                self.luck[seat] += after - before
        self.moments.append(Moment(n, tuple(standing)))

    def _with(self, seat: Seat, worth: float, shares: list[float]) -> list[float]:
        """The mover's standing is `worth`; the others share the rest in proportion to how they stand."""
        if self._players == 1:
            return [worth]
        others = 1 - shares[seat]
        return [
            worth if at == seat else (1 - worth) * (share / others if others > 0 else 1 / (self._players - 1))
            for at, share in enumerate(shares)
        ]
