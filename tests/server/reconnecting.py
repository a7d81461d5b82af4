"""Players who come back whenever they can, and remember everything they were told."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
from websockets.exceptions import WebSocketException

from tests.kit.client import Player

AGAIN_S: Final = 0.01
"""How soon a client tries to connect again."""


class Told(NamedTuple):
    """The answer to an act."""

    match: str
    seat: int
    k: int
    act: str
    answer: str
    n: int | None


def fingerprint(view: Any) -> int:
    """Whole views of long matches would fill the memory."""
    return hash(msgspec.json.encode(view, order="sorted"))


class ReconnectingPlayer(Player):
    """A player who comes back whenever the server does. `noted` is called after every answer."""

    def __init__(self, base: str, code: str, key: str | None, seed: int, noted: Callable[[], None]) -> None:
        super().__init__(base, code, key, seed=seed)
        self.given: list[Told] = []
        self.heard: dict[str, dict[tuple[int, int], Any]] = defaultdict(dict)
        self.seen: dict[str, dict[int, int]] = defaultdict(dict)
        """By match and act, the fingerprint of the view that was shown."""
        self.seats: dict[str, int | None] = {}
        self.headers: dict[str, str] = {}
        self.contradictions: list[str] = []
        self.returns = 0
        self._noted = noted
        self._staying: asyncio.Task[None] | None = None

    def stay(self) -> None:
        self._staying = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            self.wander()
            try:
                await self.connect()
            except (OSError, EOFError, TimeoutError, WebSocketException):
                await asyncio.sleep(AGAIN_S)
                continue
            self.returns += 1
            if self._reading is not None:
                await asyncio.wait([self._reading])
                if not self._reading.cancelled() and (error := self._reading.exception()) is not None:
                    self.contradictions.append(repr(error))

    def wander(self) -> None:
        """Before each connection: choose where to."""

    async def go(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
        await self.close()

    async def _on_snapshot(self, message: dict[str, Any]) -> None:
        self.seats[message["match"]] = message["shown"]["view"]["seat"]
        await super()._on_snapshot(message)
        self._saw()
        if self.table.get("header"):
            self.headers[message["match"]] = self.table["header"]

    async def _on_update(self, message: dict[str, Any]) -> None:
        await super()._on_update(message)
        self._saw()

    def _saw(self) -> None:
        assert self.match is not None
        seen = fingerprint(self.view)
        if self.seen[self.match].setdefault(self.n, seen) != seen:
            self.contradictions.append(f"act {self.n} of {self.match} was shown in two ways")

    async def _on_answer(self, message: dict[str, Any]) -> None:
        asked = self.unanswered.get(message["k"])
        if asked is not None and self.match is not None and (seat := self.seats[self.match]) is not None:
            self.given.append(Told(self.match, seat, message["k"], asked["act"], message["answer"], message.get("n")))
        await super()._on_answer(message)
        self._noted()

    def _happened(self, events: list[Any]) -> None:
        assert self.match is not None
        heard = self.heard[self.match]
        for n, index, event in events:
            if heard.setdefault((n, index), event) != event:
                self.contradictions.append(f"event {n}.{index} of {self.match} was told in two ways")
        super()._happened(events)

    @property
    def between(self) -> bool:
        """No match is on here, as far as is known."""
        return not self.bye and self.table.get("phase", "lobby") in ("lobby", "over")
