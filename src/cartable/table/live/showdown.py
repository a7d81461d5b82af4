"""A card is open and everybody answers it: between the rules' showdown and the referee's race."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from cartable.kernel import Seat
from cartable.table.live.attempt import Attempt
from cartable.table.referee import Line, Plan, Race, Receipt, Ruling, stagger, start_race


class Verdicts(msgspec.Struct, frozen=True):
    """How a race came out: the calls that count (one, or several that are tied) and those that came later."""

    counted: tuple[Attempt, ...]
    later: tuple[Attempt, ...]
    ruling: Ruling

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Told and kept only when more than one called: else there was nothing to judge."""
        return self.ruling.receipts if len(self.ruling.receipts) > 1 else ()


class OpenCard:
    """The race for one card, from its showing at `shown_at` to the closing."""

    def __init__(self, key: str, n: int, shown_at: float, lines: Mapping[Seat, Line]) -> None:
        self.key = key
        self.n = n
        self.reveal = stagger(lines)
        self.shown_at = shown_at
        self._race: Race = start_race(self.reveal, shown_at, lines)
        self._calls: dict[Seat, Attempt] = {}

    @property
    def paint(self) -> float:
        """When the card is painted for everybody."""
        return self._race.paint

    def due(self) -> dict[Seat | None, float]:
        """When to write the card to whom; None is for spectators."""
        return {
            None: self.shown_at + self.reveal.spectators,
            **{seat: self.shown_at + offset for seat, offset in self.reveal.offsets.items()},
        }

    def written(self, seat: Seat, at: float) -> None:
        self._race = self._race.written(seat, at)

    def seen(self, seat: Seat, at: float) -> None:
        self._race = self._race.seen(seat, at)

    def left(self, seat: Seat) -> None:
        self._race = self._race.left(seat)

    def joined(self, seat: Seat, line: Line) -> None:
        self._race = self._race.joined(seat, line)

    def has_called(self, seat: Seat) -> bool:
        return seat in self._calls

    def call(self, attempt: Attempt) -> bool:
        """Take a player's call; False when it came too late to count."""
        before = self._race
        self._race = before.called(attempt.seat, str(attempt.act), attempt.interval, attempt.at)
        if self._race is before:
            return False
        self._calls[attempt.seat] = attempt
        return True

    def plan(self, attempt: Attempt) -> None:
        """Take a bot's call, which is known before it is made: `attempt.at` is when."""
        if self.has_called(attempt.seat):
            return
        plan = Plan(attempt.seat, str(attempt.act), attempt.at - self.paint)
        self._race = replace(self._race, plans=(*self._race.plans, plan))
        self._calls[attempt.seat] = attempt

    def withdraw(self, seat: Seat, now: float) -> None:
        """Whoever this seat belongs to is back: what was only planned for them is not done."""
        planned = self._calls.get(seat)
        if planned is None or planned.k is not None or planned.at <= now:
            return
        del self._calls[seat]
        self._race = replace(self._race, plans=tuple(plan for plan in self._race.plans if plan.seat != seat))

    def calls(self) -> tuple[Attempt, ...]:
        """All that were made or planned."""
        return tuple(self._calls.values())

    def called_by(self, instant: float) -> bool:
        """Had anybody called by then?"""
        return any(call.at <= instant for call in self._calls.values())

    def closes_at(self) -> float | None:
        """When it can be judged, as far as is known now."""
        return self._race.closes_at()

    def verdicts(self) -> Verdicts:
        """Who was first. Only asked once it is closed."""
        ruling = self._race.ruling()
        if ruling is None:
            raise RuntimeError("nobody has called")
        counted = tuple(receipt.seat for receipt in ruling.tied) or (ruling.receipts[0].seat,)
        return Verdicts(
            tuple(self._calls[seat] for seat in counted),
            tuple(attempt for seat, attempt in self._calls.items() if seat not in counted),
            ruling,
        )
