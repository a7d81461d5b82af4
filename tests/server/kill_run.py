"""People play all games while the server is killed again and again; then every log is held against what they
were told. Nobody may have been told of an act that is not in the log, and none may be there twice."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from cartable.games import registry
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S, eventually
from tests.server.consistency import ConsistencyCheck
from tests.server.live_server import NAMES, config
from tests.server.reconnecting import AGAIN_S, ReconnectingPlayer
from tests.server.server_process import ServerProcess

LONGEST_S: Final = 0.25
MOST_ACTS: Final = 60
"""A server is killed so long after its start, or once so many acts were answered: before, while or after loading."""


class Report(msgspec.Struct):
    """What a run saw."""

    kills: int = 0
    returns: int = 0
    seconds: float = 0.0
    checked: ConsistencyCheck = msgspec.field(default_factory=ConsistencyCheck)

    def __str__(self) -> str:
        return f"{self.kills} kills in {self.seconds:.0f} s; connected {self.returns} times\n{self.checked}"


class KillRun:
    """One server, one table for each game, two people and a bot at each."""

    def __init__(self, folder: Path, seed: int, people: int = 2) -> None:
        self.process = ServerProcess(config(folder))
        self.tables: dict[str, list[ReconnectingPlayer]] = {}
        self.report = Report()
        self._people = people
        self._dice = random.Random(seed)
        self._answers = 0
        self._answered = asyncio.Event()

    async def play(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Report:
        """Play and kill; then let every match end, and check them all."""
        began = time.monotonic()
        self.process.start()
        try:
            for game in registry.games():
                self.tables[game.id] = await self._sit_down(game.id)
            going_on = [asyncio.create_task(self._keep_playing(players)) for players in self.tables.values()]
            for number in range(1, kills + 1):
                await self._moment()
                self.process.kill()
                self.process.start()
                self.report.kills = number
                if number % 50 == 0:
                    say(f"{number} kills, {self._answers} answers")
            await eventually(lambda: all(any(each.heard for each in players) for players in self.tables.values()))
            for task in going_on:
                assert not task.done(), task
                task.cancel()
            await self._check_all()
            for player in self._all():
                await player.go()
            assert self.process.stop() == 0
            self._read_log()
        finally:
            self.process.kill()
        self.report.seconds = time.monotonic() - began
        return self.report

    # --- playing -----------------------------------------------------------------------------------------------

    def _all(self) -> list[ReconnectingPlayer]:
        return [player for players in self.tables.values() for player in players]

    def _noted(self) -> None:
        self._answers += 1
        self._answered.set()

    async def _sit_down(self, game: str) -> list[ReconnectingPlayer]:
        api = Api(self.process.base)
        opened = await persistent(lambda: api.post("/api/tables", {"game": game, "name": NAMES[0]}))
        path = f"/api/tables/{opened['table']['code']}"
        keys = [opened["key"]]
        others = [(Api(self.process.base), name) for name in NAMES[1 : self._people]]
        keys += [(await other.post(f"{path}/sit", {"name": name}))["key"] for other, name in others]
        await Api(self.process.base, keys[0]).post(f"{path}/bots", {"level": "random"})
        code = opened["table"]["code"]
        players = [ReconnectingPlayer(self.process.base, code, key, seed, self._noted) for seed, key in enumerate(keys)]
        for player in players:
            player.stay()
        return players

    async def _keep_playing(self, players: list[ReconnectingPlayer]) -> None:
        """The host starts a match whenever there is none."""
        host = players[0]
        while True:
            while not all(player.between for player in players):  # a long match outlasts many kills
                host._changed.clear()
                await asyncio.wait([asyncio.create_task(host._changed.wait())], timeout=AGAIN_S)
            try:
                await host.api.http.post(f"/api/tables/{host.code}/start", headers=_bearer(host))
            except httpx.TransportError:
                await asyncio.sleep(AGAIN_S)
            await asyncio.sleep(AGAIN_S)

    async def _moment(self) -> None:
        """Wait for the next kill: by the clock, which may be before the port is open, or by what happened."""
        if self._dice.random() < 0.3:
            await asyncio.sleep(self._dice.uniform(0, LONGEST_S))
            return
        enough = self._answers + self._dice.randint(1, MOST_ACTS)
        async with asyncio.timeout(PATIENCE_S):
            while self._answers < enough:
                self._answered.clear()
                await self._answered.wait()

    # --- checking ----------------------------------------------------------------------------------------------

    async def _check_all(self) -> None:
        for players in self.tables.values():
            matches = {match for player in players for match in player.heard}
            for match in sorted(matches):
                self.report.checked.check(players, match, await self._ended(players[0], match))
        for player in self._all():
            self.report.returns += player.returns

    async def _ended(self, player: ReconnectingPlayer, match: str) -> bytes:
        """The log of a match, once it is over. It is given up when nothing happens in it any more."""
        while True:
            answered = self._answers
            try:
                async with asyncio.timeout(PATIENCE_S):
                    return await self._log(player, match)
            except TimeoutError:
                if self._answers == answered:
                    raise

    async def _log(self, player: ReconnectingPlayer, match: str) -> bytes:
        while True:
            try:
                answer = await player.api.http.get(f"/api/matches/{match}/log")
                if answer.status_code == 200:
                    return answer.content
                assert answer.status_code == 404, answer.text
            except httpx.TransportError:
                pass
            await asyncio.sleep(AGAIN_S)

    def _read_log(self) -> None:
        """The server itself has nothing to complain of."""
        for line in self.process.logged.read_bytes().splitlines():
            assert msgspec.json.decode(line)["level"] == "info", line.decode()


def _bearer(player: Player) -> dict[str, str]:
    return {"authorization": f"Bearer {player.api.key}"}


async def persistent(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask until somebody listens."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await ask()
            except httpx.TransportError:
                await asyncio.sleep(AGAIN_S)
