"""Things that will happen by themselves: the rules' deadlines, and what somebody plans to do."""

from collections.abc import Collection

import msgspec

from cartable.kernel import Act, Deadline


class PlannedAct(msgspec.Struct, frozen=True):
    """An act that is done at an instant (in ms) if nothing changes before. `announced`: players may be told when."""

    at: float
    act: Act
    announced: bool = False


class Deadlines:
    """The rules' deadlines that are running. One that is asked for again unchanged keeps its instant."""

    def __init__(self) -> None:
        self._running: dict[tuple[Act, str], PlannedAct] = {}

    def set(self, wanted: Collection[Deadline[Act]], start: float, wait_scale: float = 1.0) -> None:
        """Run exactly these; a new one starts at `start`. `wait_scale` scales those that are only a courtesy."""
        if not wanted and not self._running:
            return  # as in every turn game
        self._running = {
            name: self._running.get(name)
            or PlannedAct(
                start + 1000 * deadline.after_s * (wait_scale if deadline.courtesy else 1.0),
                deadline.act,
                deadline.announced,
            )
            for deadline in wanted
            for name in [(deadline.act, deadline.key)]
        }

    def clear(self) -> None:
        """Stop them all; they start again when set again."""
        self._running = {}

    def next(self) -> PlannedAct | None:
        """The one that runs out first."""
        return min(self._running.values(), key=lambda planned: planned.at) if self._running else None

    def announced(self) -> float | None:
        """When the first of those runs out that players may be told of."""
        return min((planned.at for planned in self._running.values() if planned.announced), default=None)
