"""What is shown to one seat: its view, its legal acts, its preview, and how they go over the wire."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cartable.kernel import AnyGame, Outcome, Refused, Seat
from cartable.matches.evening import Evening
from cartable.matches.live import Publish, Reply, Wait, all_public, visible_to
from cartable.matches.match import Numbered
from cartable.matches.referee import Receipt
from cartable.server.common.clock import now_ms
from cartable.wire import down
from cartable.wire.patch import SAME, diff

ENCODER: Final = msgspec.json.Encoder()


class SeatView(msgspec.Struct, frozen=True):
    """All that a board is drawn from. Where all see the same, `view` is one for all: a spectator's."""

    view: Any
    legal: tuple[str, ...]
    preview: Any

    def whole(self, seat: Seat | None) -> down.Shown:
        """The whole of it, for a snapshot."""
        view = self.view if self.view.seat == seat else replace(self.view, seat=seat)
        return down.Shown(view, self.legal, self.preview)


class SeatViews:
    """A state as each seat sees it. What several have in common is made once: they are shown the very same objects."""

    __slots__ = ("_actors", "_game", "_seen", "_state")

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self._actors = game.actors(state)
        self._seen: dict[Seat | None, SeatView] = {}

    def of(self, seat: Seat | None) -> SeatView:
        """What a seat (None: a spectator) sees."""
        game = self._game
        who = None if game.same_for_all else seat
        seen = self._seen.get(who)
        if seen is None:
            view = game.view(self._state, who)
            seen = self._seen[who] = SeatView(view, (), game.preview(view))
        if seat not in self._actors:
            return seen
        return SeatView(seen.view, tuple([str(act) for act in game.legal(self._state, seat)]), seen.preview)


class StageUpdate:
    """A stage as it is told to each connection: what changed in what it sees. Where all see the same, all are told
    exactly the same, except for what each can do: that is encoded once, and `legal` is added to it."""

    __slots__ = ("_events", "_from", "_outcome", "_receipts", "_shared", "_stage", "_views")

    def __init__(self, game: AnyGame, stage: Publish, outcome: Outcome | None) -> None:
        self._stage = stage
        self._outcome = outcome
        self._views = SeatViews(game, stage.state)
        self._receipts = tuple(map(receipt, stage.receipts)) if stage.receipts else ()
        self._events = stage.events if game.same_for_all and all_public(stage.events) else None
        """What everybody is told; None: not all see or are told the same."""
        self._from: Any = None
        self._shared: bytes | None = None
        """The message without `legal`, for those who saw that before."""

    def to(self, seat: Seat | None, before: SeatView) -> tuple[SeatView, bytes | None]:
        """What a seat sees now, and the message that tells what changed; None when it is told nothing and sees no
        difference."""
        after = self._views.of(seat)
        legal = after.legal if after.legal != before.legal else UNSET
        if self._events is None:
            return after, self._text(visible_to(self._stage.events, seat), before, after, legal)
        if self._from is not before.view:
            self._from = before.view
            self._shared = self._text(self._events, before, after, UNSET)
        if legal is UNSET:
            return after, self._shared
        if self._shared is None:
            return after, self._text(self._events, before, after, legal)
        return after, with_legal(self._shared, legal)

    def _text(self, events: Any, before: SeatView, after: SeatView, legal: tuple[str, ...] | UnsetType) -> bytes | None:
        """`events` are `Numbered`, which are written as `NumberedEvent` are: they need not be copied."""
        patch = diff(before.view, after.view)
        if patch is SAME:
            patch = None
        stage, receipts, outcome = self._stage, self._receipts, self._outcome
        if not events and patch is None and legal is UNSET and not receipts and outcome is None:
            return None
        preview = UNSET if after.preview == before.preview else after.preview
        stood_in = stage.stood_in
        return ENCODER.encode(
            down.Update(stage.n, events, patch, legal, preview, receipts, outcome, stood_in, stage.race)
        )


def with_legal(update: bytes, legal: tuple[str, ...]) -> bytes:
    """An encoded `down.Update` with `legal`, which it was encoded without: the same message as if it had been encoded
    with it, for a fraction of the time.

    This holds as long as an update is a JSON object, never an empty one, from which `legal` is left out while it is
    unset; the order of its fields does not matter. `_check_splicing` fails at the import if that changes.
    """
    return b'%b,"legal":%b}' % (update[:-1], ENCODER.encode(legal))


def _check_splicing() -> None:
    legal = ("draw",)
    plain, whole = ENCODER.encode(down.Update(0)), ENCODER.encode(down.Update(0, legal=legal))
    if b"legal" in plain or msgspec.json.decode(with_legal(plain, legal)) != msgspec.json.decode(whole):
        raise TypeError("with_legal no longer fits how down.Update is encoded")


_check_splicing()


def numbered(events: Iterable[Numbered]) -> tuple[down.NumberedEvent, ...]:
    """Events as they are sent."""
    return tuple([down.NumberedEvent(each.n, each.index, each.event) for each in events])


def receipt(given: Receipt) -> down.ReceiptInfo:
    """The part of a receipt that players are shown."""
    return down.ReceiptInfo(
        given.seat, given.call, given.time, given.give, given.verdict.value, given.gap, given.head_start
    )


def answer(judged: Reply) -> bytes:
    """The answer to an act."""
    told: Any = judged.kind  # written as its value
    if judged.refused is None:
        return ENCODER.encode(down.Answer(judged.k, told, judged.n))
    return ENCODER.encode(down.Answer(judged.k, told, judged.n, *_why(judged.refused)))


def opinion(q: int, refused: Refused | None) -> down.Opinion:
    """The answer to a question."""
    return down.Opinion(q) if refused is None else down.Opinion(q, *_why(refused))


def _why(refused: Refused) -> tuple[str, str, dict[str, str | int]]:
    return refused.code, refused.rule, dict(refused.about)


def waiting(waits: tuple[Wait, ...]) -> down.Waiting:
    """For whom the table waits, counted from now."""
    now = now_ms()
    return down.Waiting(tuple(_wait_info(wait, now) for wait in waits))


def _wait_info(wait: Wait, now: float) -> down.WaitInfo:
    why: Any = wait.why  # written as its value
    return down.WaitInfo(wait.seat, why, max(0, round(wait.until - now)), round(wait.whole))


def evening_info(evening: Evening) -> down.EveningInfo:
    """The evening's tally, as everybody may know it."""
    matches = tuple(down.EveningMatchInfo(match.id, match.game, match.winners) for match in evening.matches)
    return down.EveningInfo(evening.players, matches)
