"""What is shown to one seat: its view, its legal acts, its preview, and how they go over the wire."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from cartable.kernel import AnyGame, Outcome, Refused, Seat
from cartable.table.live import Answer as Judged
from cartable.table.live import Publish, told_to
from cartable.table.match import Numbered
from cartable.table.referee import Receipt
from cartable.wire import down
from cartable.wire.patch import SAME, diff

ENCODER: Final = msgspec.json.Encoder()


class Board(NamedTuple):
    """All that a board is drawn from."""

    view: Any
    legal: tuple[str, ...]
    preview: Any

    def shown(self) -> down.Shown:
        """The whole of it, for a snapshot."""
        return down.Shown(self.view, self.legal, self.preview)


def board_of(game: AnyGame, state: Any, seat: Seat | None) -> Board:
    """What a seat (None: a spectator) sees of a state."""
    view = game.view(state, seat)
    may_act = seat is not None and seat in game.actors(state)
    legal = tuple(map(str, game.legal(state, seat))) if may_act and seat is not None else ()
    return Board(view, legal, game.preview(view))


def numbered(events: Iterable[Numbered]) -> tuple[down.NumberedEvent, ...]:
    """Events as they are sent."""
    return tuple(down.NumberedEvent(each.n, each.index, each.event) for each in events)


def update(stage: Publish, seat: Seat | None, before: Board, after: Board, outcome: Outcome | None) -> bytes | None:
    """What changed for a seat; None when it is told nothing and sees no difference."""
    events = numbered(told_to(stage.events, seat))
    patch = diff(before.view, after.view)
    legal = msgspec.UNSET if after.legal == before.legal else after.legal
    preview = msgspec.UNSET if after.preview == before.preview else after.preview
    if not events and patch is SAME and legal is msgspec.UNSET and not stage.receipts and outcome is None:
        return None
    return ENCODER.encode(
        down.Update(
            stage.n,
            events,
            None if patch is SAME else patch,
            legal,
            preview,
            tuple(map(receipt, stage.receipts)),
            outcome,
            stage.race,
        )
    )


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
