"""Whole matches of bots in simulated time: a seeded dealer, deadlines that run out, and hands that move when they said.

The referee is a bare one: lines are perfect, who acts at the earlier instant is judged first, and calls that lie closer
together than `TIE_MS` are tied.
"""

import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from cartable.bots import AnyBot
from cartable.kernel import CLOCK, DEALER, Act, AnyGame, Options, Outcome, Refused, Seat
from cartable.table.dealers import SeededDealer, shown

LONGEST: Final = 20_000
"""More acts than any match needs: a match that goes on for longer is held to be endless."""

TIE_MS: Final = 12.0
"""Calls closer together than this cannot be told apart."""


class Done(msgspec.Struct, frozen=True):
    """One act, and when it was done."""

    at_ms: float
    seat: Seat
    act: Act


class Played(msgspec.Struct, frozen=True):
    """A match that was played to its end. `thought_ms` is by seat the real time of each decision."""

    outcome: Outcome
    state: Any
    done: list[Done]
    thought_ms: tuple[list[float], ...]

    @property
    def lasted_ms(self) -> float:
        """From the first act to the last."""
        return self.done[-1].at_ms - self.done[0].at_ms


class BotFailed(Exception):
    """A bot broke down or did what no bot may do; `done` is what led to it."""

    def __init__(self, seat: Seat, why: str, done: list[Done]) -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
        self.why = why
        self.done = done


def play(game: AnyGame, bots: Sequence[AnyBot], seed: int = 0, options: Options | None = None) -> Played:
    """Play a match to its end. The same seed deals the same cards."""
    run = _Run(game, bots, options, seed)
    while True:
        run.deal()
        outcome = game.outcome(run.state)
        if outcome is not None:
            return Played(outcome, run.state, run.done, run.thought_ms)
        run.ask()
        run.wind()
        run.advance()


class _Run:
    """A match under way."""

    def __init__(self, game: AnyGame, bots: Sequence[AnyBot], options: Options | None, seed: int) -> None:
        self.game = game
        self.bots = bots
        self.state = game.start(game.options() if options is None else options, len(bots))
        self.now_ms = 0.0
        self.done: list[Done] = []
        self.thought_ms: tuple[list[float], ...] = tuple([] for _ in bots)
        self._dealer = SeededDealer(seed)
        self._plans: dict[Seat, tuple[float, Act]] = {}
        self._views: dict[Seat, Any] = {}
        self._deadlines: dict[tuple[Act, str], float] = {}

    def deal(self) -> None:
        while DEALER in self.game.actors(self.state):
            self._act(DEALER, self.game.act(shown(self._dealer, self.game.next_reveal(self.state))))

    def ask(self) -> None:
        """Every bot that may act and sees something new says what it will do."""
        actors = self.game.actors(self.state)
        for seat in range(len(self.bots)):
            if seat not in actors:
                self._plans.pop(seat, None)
                self._views.pop(seat, None)
                continue
            view = self.game.view(self.state, seat)
            if self._views.get(seat) != view:
                self._views[seat] = view
                self._plans.pop(seat, None)
                self._decide(seat, view)

    def wind(self) -> None:
        """Deadlines that are new start now; those no longer awaited are forgotten."""
        awaited = {(d.act, d.key): self.now_ms + d.after_s * 1000 for d in self.game.deadlines(self.state)}
        self._deadlines = {key: self._deadlines.get(key, at_ms) for key, at_ms in awaited.items()}

    def advance(self) -> None:
        """Whatever is due first happens."""
        due = [(at_ms, seat, act) for seat, (at_ms, act) in self._plans.items()]
        due += [(at_ms, CLOCK, act) for (act, _), at_ms in self._deadlines.items()]
        if not due:
            waiting = min((seat for seat in self.game.actors(self.state) if seat >= 0), default=None)
            if waiting is None:
                raise AssertionError(f"{self.game.id} goes on, but nobody may act")
            raise BotFailed(waiting, "waits, and so does everybody else", self.done)
        self.now_ms, seat, act = min(due, key=lambda plan: plan[:2])
        calls = {other: call for other, (at_ms, call) in self._plans.items() if at_ms - self.now_ms < TIE_MS}
        if seat != CLOCK and len(calls) > 1 and self.game.open_race(self.state) is not None:
            seat, act = CLOCK, self.game.tie(self.state, calls)
        self._plans.pop(seat, None)
        self._views.pop(seat, None)  # who acted is asked again, even where nothing visible came of it
        self._act(seat, act)

    def _decide(self, seat: Seat, view: Any) -> None:
        legal = self.game.legal(self.state, seat)
        began = time.perf_counter()
        try:
            intent = self.bots[seat].decide(view, legal, self.now_ms)
        except Exception as error:
            raise BotFailed(seat, f"{type(error).__name__}: {error}", self.done) from error
        self.thought_ms[seat].append(1000 * (time.perf_counter() - began))
        if intent is None:
            return
        refused = self.game.refusal(self.state, seat, intent.act)
        if refused is not None:
            raise BotFailed(seat, f"`{intent.act}` is refused: {refused.code} ({refused.rule})", self.done)
        if intent.at_ms < self.now_ms:
            raise BotFailed(seat, f"`{intent.act}` at {intent.at_ms} ms, when it is {self.now_ms} already", self.done)
        self._plans[seat] = intent.at_ms, intent.act

    def _act(self, seat: Seat, act: Act) -> None:
        stepped = self.game.step(self.state, seat, act)
        if isinstance(stepped, Refused):
            raise RuntimeError(f"{stepped.code} for {act} by {seat} in {self.state}")
        self.state = stepped.state
        self.done.append(Done(self.now_ms, seat, act))
        if len(self.done) >= LONGEST:
            raise BotFailed(max(seat, 0), f"the match does not end: {LONGEST} acts", self.done)
