"""Whole matches of bots, in simulated time and with a seeded dealer: a bot is asked whenever its view has changed."""

import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from cartable.bots import AnyBot
from cartable.kernel import Act, AnyGame, CardSource, Options, Outcome, Seat
from cartable.matches.deadlines import PlannedAct
from cartable.matches.deal.dealers import SeededDealer
from cartable.matches.simulated import SimulatedMatch, TimedAct

LONGEST: Final = 20_000
"""More acts than any match needs: a match that goes on for longer is held to be endless."""


class FinishedMatch(msgspec.Struct, frozen=True):
    """A match that was played to its end. `thought_ms` is by seat the real time of each decision."""

    outcome: Outcome
    state: Any
    done: list[TimedAct]
    thought_ms: tuple[list[float], ...]

    @property
    def lasted_ms(self) -> float:
        """From the first act to the last."""
        return self.done[-1].at_ms - self.done[0].at_ms


class BotFailed(Exception):
    """A bot broke down or did what no bot may do; `done` is what led to it."""

    def __init__(self, seat: Seat, why: str, done: list[TimedAct]) -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
        self.why = why
        self.done = done


def play(game: AnyGame, bots: Sequence[AnyBot], seed: int = 0, options: Options | None = None) -> FinishedMatch:
    """Play a match to its end. The same seed deals the same cards."""
    return _BotMatch(game, bots, options, SeededDealer(seed)).play()


def play_on(
    game: AnyGame, bots: Sequence[AnyBot], dealer: CardSource, options: Options, begun: Iterable[tuple[Seat, Act]]
) -> FinishedMatch:
    """Play a match to its end in which players have already acted: `begun` are those acts, CLOCK's included."""
    match = _BotMatch(game, bots, options, dealer)
    match.repeat(begun)
    return match.play()


class _BotMatch:
    """A match under way, and what each bot last saw of it."""

    def __init__(self, game: AnyGame, bots: Sequence[AnyBot], options: Options | None, dealer: CardSource) -> None:
        self._game = game
        self._bots = bots
        self._done: list[TimedAct] = []
        self._thought_ms: tuple[list[float], ...] = tuple([] for _ in bots)
        self._views: dict[Seat, Any] = {}
        chosen = game.options() if options is None else options
        self._match = SimulatedMatch(game, chosen, len(bots), dealer, self._record)

    def repeat(self, begun: Iterable[tuple[Seat, Act]]) -> None:
        """Acts that were done before."""
        for seat, act in begun:
            refused = self._match.act(seat, act)
            if refused is not None:
                raise ValueError(f"`{act}` of seat {seat} is refused: {refused.code} ({refused.rule})")

    def play(self) -> FinishedMatch:
        """To the end."""
        match = self._match
        while (outcome := self._game.outcome(match.state)) is None:
            self._ask()
            acted = match.advance()
            if acted is None:
                raise self._stuck()
            self._views.pop(acted, None)  # a bot that acted is asked again, even where nothing visible came of it
        return FinishedMatch(outcome, match.state, self._done, self._thought_ms)

    def _ask(self) -> None:
        """Every bot that may act and sees something new says what it will do."""
        match, views = self._match, self._views
        for seat in range(len(self._bots)):
            if seat not in match.actors:
                match.plans.pop(seat, None)
                views.pop(seat, None)
                continue
            view = self._game.view(match.state, seat)
            if views.get(seat) != view:
                views[seat] = view
                match.plans.pop(seat, None)
                self._decide(seat, view)

    def _decide(self, seat: Seat, view: Any) -> None:
        match = self._match
        legal = self._game.legal(match.state, seat)
        began = time.perf_counter()
        try:
            intent = self._bots[seat].decide(view, legal, match.now_ms)
        except Exception as error:
            raise BotFailed(seat, f"{type(error).__name__}: {error}", self._done) from error
        self._thought_ms[seat].append(1000 * (time.perf_counter() - began))
        if intent is None:
            return
        refused = self._game.refusal(match.state, seat, intent.act)
        if refused is not None:
            raise BotFailed(seat, f"`{intent.act}` is refused: {refused.code} ({refused.rule})", self._done)
        if intent.at_ms < match.now_ms:
            raise BotFailed(seat, f"`{intent.act}` at {intent.at_ms} ms, when it is {match.now_ms} already", self._done)
        match.plans[seat] = PlannedAct(intent.at_ms, intent.act)

    def _record(self, act: TimedAct) -> None:
        self._done.append(act)
        if len(self._done) >= LONGEST:
            raise BotFailed(max(act.seat, 0), f"the match does not end: {LONGEST} acts", self._done)

    def _stuck(self) -> Exception:
        """Nothing is due: no bot wants to act, and the rules wait for nothing else."""
        waiting = min((seat for seat in self._match.actors if seat >= 0), default=None)
        if waiting is None:
            return AssertionError(f"{self._game.id} goes on, but nobody may act")
        return BotFailed(waiting, "waits, and so does everybody else", self._done)
