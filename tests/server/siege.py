"""A siege: people play all games while the server is killed again and again; then every log is held against what they
were told. Nobody may have been told of an act that is not in the log, and none may be there twice."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from cartable.games import registry
from cartable.table.reading import LogReader
from cartable.table.replay import replay
from cartable.table.verify import Unverified, verify
from tests.kit.client import Api, Player
from tests.server.house import NAMES, config
from tests.server.victim import Victim

AGAIN_S: Final = 0.01
"""How soon a client tries to connect again."""

LONGEST_S: Final = 0.25
MOST_ACTS: Final = 60
"""A server is killed so long after its start, or once so many acts were answered: before, while or after loading."""


class Told(NamedTuple):
    """The answer to an act."""

    match: str
    seat: int
    k: int
    act: str
    answer: str
    n: int | None


class Steadfast(Player):
    """A player who comes back whenever the server does, and remembers everything."""

    def __init__(self, base: str, code: str, key: str | None, seed: int, noted: Callable[[], None]) -> None:
        super().__init__(base, code, key, seed=seed)
        self.given: list[Told] = []
        self.heard: dict[str, dict[tuple[int, int], Any]] = defaultdict(dict)
        self.seats: dict[str, int | None] = {}
        self.headers: dict[str, str] = {}
        self.returns = 0
        self._noted = noted
        self._staying: asyncio.Task[None] | None = None

    def stay(self) -> None:
        self._staying = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            try:
                await self.connect()
            except (OSError, EOFError, WebSocketException):
                await asyncio.sleep(AGAIN_S)
                continue
            self.returns += 1
            if self._reading is not None:
                await asyncio.wait([self._reading])

    async def go(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
        await self.close()

    async def _on_snapshot(self, message: dict[str, Any]) -> None:
        self.seats[message["match"]] = message["shown"]["view"]["seat"]
        await super()._on_snapshot(message)
        if self.table.get("header"):
            self.headers[message["match"]] = self.table["header"]

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
            assert heard.setdefault((n, index), event) == event, f"event {n}.{index} was told in two ways"
        super()._happened(events)

    @property
    def between(self) -> bool:
        """No match is on here, as far as is known."""
        return not self.bye and self.table.get("phase", "lobby") in ("lobby", "over")


class Report(msgspec.Struct):
    """What a siege saw."""

    kills: int = 0
    matches: Counter[str] = msgspec.field(default_factory=Counter)
    acts: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    events: int = 0
    returns: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        played = ", ".join(f"{number} of {game}" for game, number in sorted(self.matches.items()))
        answers = ", ".join(f"{number} {answer}" for answer, number in self.answers.most_common())
        return (
            f"{self.kills} kills in {self.seconds:.0f} s; connected {self.returns} times\n"
            f"matches played to the end and verified: {played}\n"
            f"acts in their logs: {self.acts}; answers to people: {answers}\n"
            f"events told and found in the logs: {self.events}"
        )


class Siege:
    """One server, one table for each game, two people and a bot at each."""

    def __init__(self, folder: Path, seed: int, people: int = 2) -> None:
        self.victim = Victim(config(folder))
        self.tables: dict[str, list[Steadfast]] = {}
        self.report = Report()
        self._people = people
        self._dice = random.Random(seed)
        self._answers = 0
        self._answered = asyncio.Event()

    async def play(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Report:
        """Play and kill; then let every match end, and check them all."""
        began = time.monotonic()
        self.victim.start()
        try:
            for game in registry.ALL:
                self.tables[game.id] = await self._sit_down(game.id)
            going_on = [asyncio.create_task(self._keep_playing(players)) for players in self.tables.values()]
            for number in range(1, kills + 1):
                await self._moment()
                self.victim.kill()
                self.victim.start()
                self.report.kills = number
                if number % 50 == 0:
                    say(f"{number} kills, {self._answers} answers")
            for task in going_on:
                task.cancel()
            await self._check_all()
            for player in self._all():
                await player.go()
            assert self.victim.stop() == 0
            self._read_log()
        finally:
            self.victim.kill()
        self.report.seconds = time.monotonic() - began
        return self.report

    # --- playing -----------------------------------------------------------------------------------------------

    def _all(self) -> list[Steadfast]:
        return [player for players in self.tables.values() for player in players]

    def _noted(self) -> None:
        self._answers += 1
        self._answered.set()

    async def _sit_down(self, game: str) -> list[Steadfast]:
        api = Api(self.victim.base)
        opened = await persistent(lambda: api.post("/api/tables", {"game": game, "name": NAMES[0]}))
        path = f"/api/tables/{opened['table']['code']}"
        keys = [opened["key"]]
        keys += [(await api.post(f"{path}/sit", {"name": name}))["key"] for name in NAMES[1 : self._people]]
        await Api(self.victim.base, keys[0]).post(f"{path}/bots", {"level": "random"})
        code = opened["table"]["code"]
        players = [Steadfast(self.victim.base, code, key, seed, self._noted) for seed, key in enumerate(keys)]
        for player in players:
            player.stay()
        return players

    async def _keep_playing(self, players: list[Steadfast]) -> None:
        """The host starts a match whenever there is none."""
        host = players[0]
        while True:
            async with asyncio.timeout(60):
                while not all(player.between for player in players):
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
        async with asyncio.timeout(60):
            while self._answers < enough:
                self._answered.clear()
                await self._answered.wait()

    # --- checking ----------------------------------------------------------------------------------------------

    async def _check_all(self) -> None:
        for game, players in self.tables.items():
            matches = {match for player in players for match in player.heard}
            for match in sorted(matches):
                data = await self._ended(players[0], match)
                self._check(players, match, data)
                self.report.matches[game] += 1
        for player in self._all():
            self.report.returns += player.returns

    async def _ended(self, player: Steadfast, match: str) -> bytes:
        """The log of a match, once it is over."""
        async with asyncio.timeout(60):
            while True:
                try:
                    answer = await player.api.http.get(f"/api/matches/{match}/log")
                    if answer.status_code == 200:
                        return answer.content
                    assert answer.status_code == 404, answer.text
                except httpx.TransportError:
                    pass
                await asyncio.sleep(AGAIN_S)

    def _check(self, players: list[Steadfast], match: str, data: bytes) -> None:
        verdict = verify(LogReader(data.splitlines(keepends=True), match), players[0].headers.get(match))
        assert not isinstance(verdict, Unverified), f"match {match}: {verdict}"
        log = LogReader(data.splitlines(keepends=True), match)
        acts: dict[tuple[int, int], tuple[int, str]] = {}
        events: dict[tuple[int, int], Any] = {}
        for moment in replay(log):
            entry = moment.recorded.entry
            self.report.acts += 1
            done = [(entry.seat, entry.about.k)] if isinstance(entry.about.k, int) else []
            for known in (*done, *entry.about.tied):
                assert known not in acts, f"match {match}: act {known} was done twice"
                acts[known] = entry.n, entry.text
            for index, event in enumerate(moment.events):
                events[entry.n, index] = event
        for player in players:
            self._check_answers(player, match, acts)
            self._check_events(player, match, events)

    def _check_answers(self, player: Steadfast, match: str, acts: dict[tuple[int, int], tuple[int, str]]) -> None:
        for told in player.given:
            if told.match != match:
                continue
            self.report.answers[told.answer] += 1
            if told.answer in ("accepted", "already-judged"):  # the latter: it was done before the kill
                assert (told.seat, told.k) in acts, f"{told} is not in the log"
            if told.answer == "accepted":
                assert acts[told.seat, told.k][0] == told.n, f"{told} is in the log as {acts[told.seat, told.k]}"

    def _check_events(self, player: Steadfast, match: str, events: dict[tuple[int, int], Any]) -> None:
        seat = player.seats[match]
        for number, told in player.heard[match].items():
            event = events.get(number)
            assert event is not None, f"match {match}: event {number} was told, but never happened"
            assert event.to is None or event.to == seat
            assert msgspec.json.decode(msgspec.json.encode(event)) == told, (
                f"match {match}: event {number} was told as {told}"
            )
            self.report.events += 1

    def _read_log(self) -> None:
        """The server itself has nothing to complain of."""
        for line in self.victim.logged.read_bytes().splitlines():
            assert msgspec.json.decode(line)["level"] == "info", line.decode()


def _bearer(player: Player) -> dict[str, str]:
    return {"authorization": f"Bearer {player.api.key}"}


async def persistent(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask until somebody listens."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await ask()
            except httpx.TransportError:
                await asyncio.sleep(AGAIN_S)
