"""What the tables ask of whatever lets bots think. `pool` does it, in processes of their own."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from cartable.kernel import Act
from cartable.matches.live import Think

Decided = Callable[[Act | None, float], None]
"""Called with what a bot decided (None: to wait) and the instant at which it acts."""


class BotId(NamedTuple):
    """Which bot: of which match and seat, of which kind, with which seed."""

    match: str
    seat: int
    game: str
    level: str
    seed: int


class SeatDecision(NamedTuple):
    """A decision that somebody has to take: what a hint is worked out from."""

    game: str
    match: str
    seat: int
    view: Any
    legal: tuple[Act, ...]


class BotThinking(Protocol):
    """Bots, and whatever else takes a while to work out."""

    def start(self) -> None:
        """Load and start what is needed, before anybody plays: the first bot then costs nobody a pause."""

    def ask(self, bot: BotId, think: Think, decided: Decided) -> None:
        """Let a bot decide; `decided` is called once, at once or later, unless it is cancelled before."""

    def cancel(self, match: str, seat: int) -> None:
        """The table has moved on: nobody needs what the bot of this seat is thinking about."""

    def forget(self, match: str) -> None:
        """A match is over, and its bots with it."""

    async def run_for_match(self, match: str, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something small about a match, from the process that has its bots."""

    async def run_apart(self, do: Callable[..., Any], *about: Any) -> Any:
        """The result of something large, in a process of its own: no bot has to wait for it."""
