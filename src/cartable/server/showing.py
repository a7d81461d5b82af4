"""What is shown to one seat: its view, its legal acts, its preview, and how they go over the wire."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from cartable.kernel import AnyGame, Outcome, Refused, Seat
from cartable.table.live import Answer as Judged
from cartable.table.live import Publish, told_to
from cartable.table.match import Numbered
from cartable.table.referee import Receipt
from cartable.wire import down
from cartable.wire.patch import SAME, diff

ENCODER: Final = msgspec.json.Encoder()


class Board(NamedTuple):
    """All that a board is drawn from. Where all see alike the view is one for all, a spectator's."""

    view: Any
    legal: tuple[str, ...]
    preview: Any

    def shown(self, seat: Seat | None) -> down.Shown:
        """The whole of it, for a snapshot."""
        view = self.view if self.view.seat == seat else replace(self.view, seat=seat)
        return down.Shown(view, self.legal, self.preview)


class Boards:
    """A state as each seat sees it, and how that differs from what it saw before. What several have in common is made
    once: they are shown the very same objects."""

    __slots__ = ("_actors", "_changed", "_from", "_game", "_public", "_seen", "_state")

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self._actors = game.actors(state)
        self._seen: dict[Seat | None, tuple[Any, Any]] = {}
        self._from: Board | None = None
        self._changed: tuple[Any, Any] = (None, msgspec.UNSET)
        self._public: tuple[down.NumberedEvent, ...] | None = None

    def of(self, seat: Seat | None) -> Board:
        """What a seat (None: a spectator) sees."""
        who = None if self._game.alike else seat
        seen = self._seen.get(who)
        if seen is None:
            view = self._game.view(self._state, who)
            seen = self._seen[who] = (view, self._game.preview(view))
        legal = self._game.legal(self._state, seat) if seat is not None and seat in self._actors else ()
        return Board(seen[0], tuple(map(str, legal)), seen[1])

    def update(
        self, stage: Publish, seat: Seat | None, before: Board, outcome: Outcome | None
    ) -> tuple[Board, bytes | None]:
        """What a seat sees now, and the message that tells what changed; None when it is told nothing and sees no
        difference."""
        after = self.of(seat)
        events = self._told(stage, seat)
        patch, preview = self._change(before, after)
        legal = msgspec.UNSET if after.legal == before.legal else after.legal
        if not events and patch is None and legal is msgspec.UNSET and not stage.receipts and outcome is None:
            return after, None
        receipts = tuple(map(receipt, stage.receipts))
        return after, ENCODER.encode(down.Update(stage.n, events, patch, legal, preview, receipts, outcome, stage.race))

    def _told(self, stage: Publish, seat: Seat | None) -> tuple[down.NumberedEvent, ...]:
        """The events for a seat; most are for everybody, and then the same serve all."""
        if self._public is None and all(each.event.to is None for each in stage.events):
            self._public = numbered(stage.events)
        return numbered(told_to(stage.events, seat)) if self._public is None else self._public

    def _change(self, before: Board, after: Board) -> tuple[Any, Any]:
        """The patch from one view to another, and the preview if it is another. Those who saw the same and see the
        same again get the same."""
        known = self._from
        if known is None or not self._game.alike or known.view is not before.view:
            self._from = before
            patch = diff(before.view, after.view)
            preview = msgspec.UNSET if after.preview == before.preview else after.preview
            self._changed = (None if patch is SAME else patch, preview)
        return self._changed


def numbered(events: Iterable[Numbered]) -> tuple[down.NumberedEvent, ...]:
    """Events as they are sent."""
    return tuple([down.NumberedEvent(each.n, each.index, each.event) for each in events])


def receipt(given: Receipt) -> down.ReceiptInfo:
    """The part of a receipt that players are shown."""
    return down.ReceiptInfo(given.seat, given.call, given.time, given.give, given.verdict.value, given.gap)


def answer(judged: Judged) -> bytes:
    """The answer to an act."""
    refused = judged.refused
    if refused is None:
        return ENCODER.encode(down.Answer(judged.k, judged.answer.value, judged.n))
    return ENCODER.encode(down.Answer(judged.k, judged.answer.value, judged.n, *_why(refused)))


def opinion(q: int, refused: Refused | None) -> down.Opinion:
    """The answer to a question."""
    return down.Opinion(q) if refused is None else down.Opinion(q, *_why(refused))


def _why(refused: Refused) -> tuple[str, str, dict[str, str | int]]:
    return refused.code, refused.rule, dict(refused.about)
