"""Bots as an author would bring them along, good and bad, in a file of their own."""

import os
from typing import Any

from cartable.bots import Bot, Intent


class First(Bot[Any, Any]):
    """Takes the first legal act."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed, self.seat = seed, seat

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:  # noqa: ARG002
        return Intent(legal[0], now_ms)


class Crashing(First):
    """Breaks down at its third decision."""

    asked = 0

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:
        self.asked += 1
        if self.asked == 3:
            raise LookupError("out of ideas")
        return super().decide(view, legal, now_ms)


class Cheating(First):
    """Does what it may not."""

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:  # noqa: ARG002
        return Intent("take everything", now_ms)


class Hasty(First):
    """Acts in the past."""

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:  # noqa: ARG002
        return Intent(legal[0], now_ms - 1)


class Patient(First):
    """Waits forever."""

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Any:  # noqa: ARG002
        return None


class Deadly(First):
    """Takes the whole process down at its third decision."""

    asked = 0

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:
        self.asked += 1
        if self.asked == 3:
            os._exit(3)
        return super().decide(view, legal, now_ms)


class Stillborn(First):
    """Takes the process down before it is there at all, in any match but the first try."""

    def __init__(self, seed: int, seat: int) -> None:
        super().__init__(seed, seat)
        if seed:
            os._exit(3)


class Endless(First):
    """Never comes back from thinking."""

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:  # noqa: ARG002
        while True:
            pass


class Clumsy:
    """Is no bot at all."""

    def __init__(self, seed: int, seat: int) -> None:
        pass


class Choosy(First):
    """Cannot be made as others are."""

    def __init__(self) -> None:
        super().__init__(0, 0)
