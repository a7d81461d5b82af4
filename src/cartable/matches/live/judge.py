"""From an act to its reply: the rules decide, the log records, and nobody hears of it before the record is safe."""

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartable.kernel import CLOCK, Act, AnyGame, Refused, Seat
from cartable.matches.live.effects import Append, Effect, Reply, ReplyKind
from cartable.matches.live.pace import MatchedPace
from cartable.matches.log.entries import About
from cartable.matches.match import Match, Played
from cartable.matches.referee import Receipt


class PendingAct(msgspec.Struct, frozen=True):
    """An act that is not judged yet: who wants to do what, and what they had seen when they did it.

    `k` is None where nobody waits for a reply: bots, CLOCK, the table itself.
    """

    seat: Seat
    act: Act
    at: float
    k: int | None = None
    saw: int | None = None
    """The last act whose events had been painted on the device."""
    interval: float | None = None
    """The device's own time from that paint to the act, in ms."""
    by: Literal["stand-in", "table"] | UnsetType = UNSET


class _NoAct(Act, frozen=True):
    """Stands for the deals at the very beginning, which answer nobody's act."""


NO_ACT: Final = _NoAct()


class Uncommitted(msgspec.Struct, frozen=True):
    """An accepted act that is not stored yet, and the replies that have to wait for it."""

    act: PendingAct
    played: Played
    receipts: tuple[Receipt, ...]
    replies_to: tuple[PendingAct, ...]
    """The acts that are accepted with it: itself, or those that are tied."""
    last: int
    """The number of its last log entry, DEALER's included; the match host says `committed` with it."""
    held: list[Reply]
    """Replies to other acts that were judged after it: a crash could still undo what they rest on."""

    @property
    def n(self) -> int:
        """The number of the act itself."""
        return self.last - len(self.played.states) + 1

    @property
    def stood_in(self) -> bool:
        """Did a bot do it for somebody?"""
        return self.act.by == "stand-in"


class Judge:
    """Puts acts before the rules, and gives every act its reply: once for each time it was sent."""

    def __init__(
        self,
        match: Match,
        now: float,
        emit: Callable[[Effect], None],
        bot_refused: Callable[[PendingAct], None],
    ) -> None:
        self.match = match
        self.game: AnyGame = match.game
        self.uncommitted: list[Uncommitted] = []
        self.began = now - (match.entries[-1].at_ms if match.entries else 0)
        """When the match began, on the match host's clock: the log counts from there."""
        self.pace = MatchedPace.of(match.game, match.header).after(match)
        """How fast the bots are that follow the people."""
        self._emit = emit
        self._bot_refused = bot_refused
        self._sent_again: dict[tuple[Seat, int], int] = {}
        """The acts without a reply so far, and how often each came again."""

    @property
    def state(self) -> Any:
        """The state as judged, which may be ahead of what is stored."""
        return self.match.state

    def at_ms(self, now: float) -> int:
        """An instant as the log counts it."""
        return round(now - self.began) if now > self.began else 0

    # --- judging -----------------------------------------------------------------------------------------------

    def judge(self, act: PendingAct, receipts: tuple[Receipt, ...] = (), tied: tuple[PendingAct, ...] = ()) -> None:
        """Let the rules decide, and reply. `tied` are the calls that a tie found by the referee accepts together."""
        refused = self.decide(act, receipts, tied)
        if refused is not None:
            self.refuse(act, refused)

    def decide(
        self, act: PendingAct, receipts: tuple[Receipt, ...] = (), tied: tuple[PendingAct, ...] = ()
    ) -> Refused | None:
        """The same, but a player's refused act is left to the caller to reply to."""
        if self.match.ending is not None and self.match.ending.given_up:
            self.late(act)
            return None
        about = About(
            UNSET if act.k is None else act.k,
            act.by,
            {"calls": [msgspec.to_builtins(receipt) for receipt in receipts]} if receipts else UNSET,
            tuple([(call.seat, call.k) for call in tied if call.k is not None]) if tied else (),
        )
        before = self.match.state
        played = self.match.act(act.seat, act.act, self.at_ms(act.at), about)
        if isinstance(played, Played):
            if self.pace.bots:
                self.pace = self.pace.acted(self.game, before, act.seat, act.act, own=act.by is UNSET)
            self.record(act, played, receipts, tied)
            return None
        if act.k is None:
            self._bot_refused(act)
            return None
        return played

    def record(
        self, act: PendingAct, played: Played, receipts: tuple[Receipt, ...] = (), tied: tuple[PendingAct, ...] = ()
    ) -> None:
        """Have an accepted act stored; everything about it waits for `committed`."""
        last = len(self.match.entries) - 1
        self._emit(Append(last, played.lines))
        self.uncommitted.append(Uncommitted(act, played, receipts, tied or (act,), last, []))

    def give_up(self) -> None:
        """End the match without an outcome."""
        lines = (self.match.give_up(),)
        last = len(self.match.entries)  # after all acts, so that nothing else is committed with it
        self._emit(Append(last, lines))
        nobody = PendingAct(CLOCK, NO_ACT, self.began)
        self.uncommitted.append(Uncommitted(nobody, Played((), lines), (), (), last, []))

    # --- replying ----------------------------------------------------------------------------------------------

    def expect(self, seat: Seat, k: int) -> None:
        """Act `k` of a seat has come, and will get a reply."""
        self._sent_again[seat, k] = 0

    def sent_again(self, seat: Seat, k: int) -> None:
        """Act `k` has come once more. While it has no reply, a crash could undo it: then this one waits as well."""
        if (seat, k) in self._sent_again:
            self._sent_again[seat, k] += 1
        else:
            self._emit(Reply(seat, k, ReplyKind.ALREADY))

    def refuse(self, act: PendingAct, refused: Refused) -> None:
        """The rules, or the table, do not allow it."""
        if act.k is not None:
            self._reply(Reply(act.seat, act.k, ReplyKind.REFUSED, refused=refused))

    def late(self, act: PendingAct) -> None:
        """It came after what it was about had been decided."""
        if act.k is not None:
            self._reply(Reply(act.seat, act.k, ReplyKind.LATE))

    def next_committed(self, n: int) -> Uncommitted | None:
        """The oldest act that is safe once everything up to entry `n` is stored."""
        return self.uncommitted.pop(0) if self.uncommitted and self.uncommitted[0].last <= n else None

    def accept(self, done: Uncommitted) -> None:
        """It is stored: reply to it, and to what had to wait for it."""
        for act in done.replies_to:
            if act.k is not None:
                self._give(Reply(act.seat, act.k, ReplyKind.ACCEPTED, done.n))
        for reply in done.held:
            self._give(reply)

    def _reply(self, reply: Reply) -> None:
        """At once; or, when it rests on an act that is not stored yet, once that is."""
        if self.uncommitted:
            self.uncommitted[-1].held.append(reply)
        else:
            self._give(reply)

    def _give(self, reply: Reply) -> None:
        self._emit(reply)
        for _ in range(self._sent_again.pop((reply.seat, reply.k), 0)):
            self._emit(Reply(reply.seat, reply.k, ReplyKind.ALREADY))
