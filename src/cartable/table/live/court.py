"""From an act that reaches the table to its answer: the referee, the judge, the record.

Everything is judged at once, and stored before anything that rests on it is told.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cartable.kernel import CLOCK, AnyGame, Refused, Seat, Tempo
from cartable.table.live.answers import Answers
from cartable.table.live.attempt import Attempt, Pending
from cartable.table.live.chairs import Chair, TableSettings
from cartable.table.live.effects import Answer, Answered, Effect, Store
from cartable.table.live.feed import Feed
from cartable.table.live.hands import Hands
from cartable.table.live.lines import Lines
from cartable.table.live.refusals import CALLED_ALREADY, PAUSED, UNREADABLE
from cartable.table.live.showdown import OpenCard
from cartable.table.live.telling import Telling
from cartable.table.log import About
from cartable.table.match import Match, Played
from cartable.table.referee import Receipt


class Court(ABC):
    """A live match as far as it judges. Time, people and bots come on top of it in `LiveMatch`."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], settings: TableSettings, random: Random, now: float
    ) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.chairs = chairs
        self.settings = settings
        self.paused = False
        self.in_turns = match.game.tempo is Tempo.TURNS
        """Nobody races: what comes is judged as it comes, and told to all at once."""
        self._lines = Lines(seat for seat, chair in enumerate(chairs) if chair.kind == "human" and chair.present)
        self._telling = Telling(match.game, match.state, len(match.entries), self._lines, random)
        self._began = now - (match.entries[-1].at_ms if match.entries else 0)
        self._effects: list[Effect] = []
        self._pending: list[Pending] = []
        self._answers = Answers()
        self._open: OpenCard | None = None
        self._hands = Hands()

    @property
    def state(self) -> Any:
        """The state as judged, which may be ahead of what is committed."""
        return self.match.state

    @property
    def feed(self) -> Feed:
        """All that was told, by number."""
        return self._telling.feed

    def take(self) -> list[Effect]:
        """What the host has to do, in this order."""
        effects, self._effects = self._effects, []
        return effects

    # --- acts --------------------------------------------------------------------------------------------------

    def act(
        self, seat: Seat, k: int, text: str, now: float, *, saw: int | None = None, interval: float | None = None
    ) -> None:
        """A player's act number `k`. Sending it again is harmless."""
        chair = self.chairs[seat]
        if k <= chair.k:
            if not self._answers.sent_again(seat, k):
                self._effects.append(Answer(seat, k, Answered.ALREADY))
            return
        chair.k = k
        self._answers.awaited(seat, k)
        act = self.game.read(text)
        if act is None:
            self._refuse(seat, k, UNREADABLE.because(text=text))
        elif self.paused:
            self._refuse(seat, k, PAUSED)
        else:
            self._enter(Attempt(seat, act, now, k, saw, interval))

    def ask(self, seat: Seat, text: str, shown: Any = None) -> Refused | None:
        """Would this act be accepted now? Nothing is done. `shown` is the state that the player has been shown, when
        the match is already ahead of it."""
        act = self.game.read(text)
        if act is None:
            return UNREADABLE.because(text=text)
        state = self.match.state if shown is None else shown
        return self.game.refusal(state, seat, self.game.with_defaults(state, act))

    def _refuse(self, seat: Seat, k: int, refused: Refused) -> None:
        self._answer(Answer(seat, k, Answered.REFUSED, refused=refused))

    def _late(self, attempt: Attempt) -> None:
        if attempt.k is not None:
            self._answer(Answer(attempt.seat, attempt.k, Answered.LATE))

    def _answer(self, answer: Answer) -> None:
        """At once; or, when it rests on an act that is not committed yet, once that is."""
        if self._pending:
            self._pending[-1].held.append(answer)
        else:
            self._effects.extend(self._answers.given(answer))

    def _enter(self, attempt: Attempt) -> None:
        """To the referee, when others may contend for the same; else straight to the judge."""
        if self.in_turns or self.match.ending is not None:
            self._judge(attempt)
        elif self.game.tempo is Tempo.HANDS:
            self._contend(attempt)
        elif self.game.open_race(self.match.state) is not None and self.game.stakes(
            self.match.state, attempt.seat, attempt.act
        ):
            self._call(attempt)
        else:
            self._judge(attempt)

    def _call(self, attempt: Attempt) -> None:
        """A call for the open card. Before it was ever shown there is none to make, as after the closing."""
        card = self._open
        if attempt.k is None:  # a bot's lies in the future: `wake` closes the race
            if card is not None:
                card.plan(attempt)
            return
        refused = self.game.refusal(self.match.state, attempt.seat, attempt.act)
        if card is None or (attempt.saw is not None and attempt.saw < card.n):
            self._late(attempt)
        elif refused is not None:
            self._refuse(attempt.seat, attempt.k, refused)
        elif card.has_called(attempt.seat):
            self._refuse(attempt.seat, attempt.k, CALLED_ALREADY)
        elif not card.call(attempt):
            self._late(attempt)
        self._close(attempt.at)

    def _close(self, now: float) -> None:
        """Judge the open card once nobody could change the finding any more."""
        card = self._open
        closes = card.closes_at() if card is not None else None
        if card is None or closes is None or now < closes:
            return
        verdicts = card.verdicts()
        self._open = None
        self._lines.learn(verdicts.ruling.receipts)
        if len(verdicts.counted) == 1:
            self._judge(verdicts.counted[0], verdicts.receipts)
        else:
            tie = self.game.tie(self.match.state, {attempt.seat: attempt.act for attempt in verdicts.counted})
            self._judge(Attempt(CLOCK, tie, now), verdicts.receipts, verdicts.counted)
        for attempt in verdicts.later:
            self._late(attempt)

    def _contend(self, attempt: Attempt) -> None:
        """Acts of one player are judged in their order: what an act means, and contends for, is seen from where the
        player's own acts that still wait will have led."""
        state = self.match.state
        mine = self._hands.of(attempt.seat)
        for earlier in mine:
            stepped = self.game.step(state, attempt.seat, earlier.act)
            state = state if isinstance(stepped, Refused) else stepped.state
        attempt = replace(attempt, act=self.game.with_defaults(state, attempt.act))
        stakes = self.game.stakes(state, attempt.seat, attempt.act)
        if not stakes and not mine:
            self._judge(attempt)
            return
        self._hands.enter(attempt, stakes, self._lines.known)
        self._release(attempt.at)

    def _release(self, now: float) -> None:
        """Judge the acts whose turn in a contest has come."""
        for attempt, receipts in self._hands.release(now, self._lines.known):
            self._lines.learn(receipts)
            self._judge(attempt, receipts)

    def _judge_all(self) -> None:
        """Judge all that waits in a contest: nobody else will be heard."""
        for attempt, receipts in self._hands.flush():
            self._judge(attempt, receipts)

    def _judge(self, attempt: Attempt, receipts: tuple[Receipt, ...] = (), tied: tuple[Attempt, ...] = ()) -> None:
        """The rules decide. `tied` are calls that a referee's finding answers together."""
        if self.match.ending is not None and self.match.ending.given_up:
            self._late(attempt)
            return
        about = About(
            UNSET if attempt.k is None else attempt.k,
            attempt.by,
            {"calls": [msgspec.to_builtins(receipt) for receipt in receipts]} if receipts else UNSET,
            tuple([(call.seat, call.k) for call in tied if call.k is not None]) if tied else (),
        )
        played = self.match.act(attempt.seat, attempt.act, self._at_ms(attempt.at), about)
        if isinstance(played, Played):
            self._record(attempt, played, receipts, tied)
        elif attempt.k is not None:
            # In a race of calls, what is refused because the card was gone before it could be seen was simply late.
            behind = attempt.saw is not None and attempt.saw < len(self.match.entries) - 1
            if self.game.tempo is Tempo.CALLS and behind:
                self._late(attempt)
            else:
                self._refuse(attempt.seat, attempt.k, played)
        else:
            self._returned(attempt)

    @abstractmethod
    def _returned(self, attempt: Attempt) -> None:
        """An act that nobody waits to be answered was refused."""

    def _record(
        self, attempt: Attempt, played: Played, receipts: tuple[Receipt, ...] = (), tied: tuple[Attempt, ...] = ()
    ) -> None:
        if self._open is not None:
            showdown = self.game.open_race(self.match.state)
            if showdown is None or showdown.key != self._open.key:
                self._open = None
        last = len(self.match.entries) - 1
        self._effects.append(Store(last, played.lines))
        self._pending.append(Pending(attempt, played, receipts, tied or (attempt,), last, []))

    def _void_race(self, now: float) -> None:
        """The race that is on, if there is one, can no longer be judged."""
        card, self._open = self._open, None
        showdown = self.game.open_race(self.match.state)
        if showdown is not None and self.match.ending is None:
            self._judge(Attempt(CLOCK, showdown.void, now))
        for attempt in card.calls() if card is not None else ():
            self._late(attempt)

    def _at_ms(self, now: float) -> int:
        return round(now - self._began) if now > self._began else 0
