"""What a pace offers."""

from typing import Protocol

from cartable.kernel import Act


class Hands(Protocol):
    """One player's speed during one match."""

    def took_ms(self, act: Act, choices: int, hard: float) -> float:
        """From seeing to having done it, among so many choices; `hard` is the difficulty of what is shown."""
        ...
