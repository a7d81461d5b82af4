"""A server process, four people who play at one table, and whoever attacks it meanwhile."""

import asyncio
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import Final, NamedTuple
from urllib.request import urlopen

from cartable.server.common.exposure import with_limits
from cartable.server.limits import Limits
from tests.abuse.attacker import Attacker, Target
from tests.abuse.attacks import Attack
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S
from tests.kit.fixed_chance import SERVE

THINK_S: Final = 0.02
NAMES: Final = ("Ann", "Bob", "Cleo", "Dan")

SHORT: Final = {
    "head_s": 1.0,
    "request_s": 1.0,
    "write_s": 0.5,
    "close_s": 0.5,
    "hello_s": 1.0,
    "refusal_s": 0.1,
    "connections_per_address": 150,
    "sockets_per_address": 50,
    "pages_burst": 300,
    "requests_burst": 150,
    "address_messages_burst": 1_000,
    "address_messages_s": 100,
    "replays_burst": 10,
    "hints_burst": 5,
    "starts_s": 2.0,
    "starts_burst": 60,
}
"""Limits that are reached soon, and times that are over soon: the same attacks in less time. Only matches may be
started more often than as it comes: four people who think for 20 ms finish one in little more than a second."""

MEMORY_BYTES: Final = 64 << 20
"""By how much the process may grow while it is attacked from one address: `docs/security.md` says the same."""

DISK_BYTES: Final = 32 << 20
"""By how much the store may grow meanwhile, what the people play included."""


class AnsweredAct(NamedTuple):
    """An act of somebody who plays: when it was sent, and how many seconds later it was answered."""

    at: float
    took: float


class People:
    """Four people at a table, on an event loop of their own: they play match after match, each act timed."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._players: list[Player] = []
        self.answered: list[AnsweredAct] = []
        self._last_sent: dict[str | None, float] = {}
        """When each of them last sent an act that was answered."""
        self._happened = Condition()
        self._events = 0
        self.finished = ""
        """A match that is over."""
        self.code = ""
        self.trouble: BaseException | None = None
        self._stop = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def acts(self) -> int:
        """How many were answered so far."""
        return len(self.answered)

    def wait_for(self, acts: int) -> None:
        """Return when so many have been answered, and a match is over."""
        self.wait_until(lambda: self.acts() >= acts and bool(self.finished), f"{acts} acts")

    def sent_between(self, since: float, until: float) -> list[AnsweredAct]:
        """All acts that were sent in this time, once each of them was answered."""
        self.wait_until(lambda: min(self._last_sent.values()) > until, "an answer to everybody")
        return [act for act in self.answered if since <= act.at < until]

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Return when something holds. It is looked at again after everything that the people do."""
        until = time.monotonic() + PATIENCE_S
        while True:
            seen = self._events
            if self.trouble is not None:
                raise self.trouble
            if condition():
                return
            with self._happened:
                going_on = self._happened.wait_for(partial(self._more_than, seen), until - time.monotonic())
            assert going_on, f"{what}; {self.acts()} acts were answered"

    def _more_than(self, seen: int) -> bool:
        return self._events > seen

    def _tell(self) -> None:
        """Whoever waits looks again."""
        with self._happened:
            self._events += 1
            self._happened.notify_all()

    def close(self) -> None:
        self._stop = True
        self._thread.join(PATIENCE_S)
        if self.trouble is not None:
            raise self.trouble

    # --- on their loop -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as error:
            self.trouble = error
        self._tell()

    async def _play(self) -> None:
        try:
            await self._sit_down()
            await asyncio.gather(*(self._keep_playing(player) for player in self._players))
            for player in self._players:
                await player.close()
        finally:
            await Api.close_all()

    async def _sit_down(self) -> None:
        api = Api(self._base)
        body = {"game": "quinto", "name": NAMES[0]}
        opened = await api.post("/api/tables", body)
        self.code, keys = opened["table"]["code"], [opened["key"]]
        path = f"/api/tables/{self.code}/sit"
        keys += [(await Api(self._base).post(path, {"name": name}))["key"] for name in NAMES[1:]]
        for seed, key in enumerate(keys):
            player = Player(self._base, self.code, key, seed=seed)
            player.plays = False
            player.source = f"127.2.0.{seed + 1}"
            self._players.append(await player.connect())
        await self._players[0].api.post(f"/api/tables/{self.code}/start")

    async def _keep_playing(self, player: Player) -> None:
        host = self._players[0]
        while not self._stop:
            assert player.bye is None, f"{player.bye} at a table of people who play"
            if player.outcome is not None and player.table.get("phase") == "over" and player is host:
                self.finished = player.match or ""
                self._tell()
                await player.api.post(f"/api/tables/{self.code}/start")
                await player.until(lambda: player.outcome is None)
            elif player.legal and player.outcome is None:
                player.answers.clear()  # the numbers begin again with every match
                began = time.monotonic()
                judged = await player.done(player.dice.choice(player.legal))
                self.answered.append(AnsweredAct(began, time.monotonic() - began))
                self._last_sent[player.api.key] = began
                self._tell()
                assert judged["answer"] in ("accepted", "refused"), judged
                player.told.clear()
                player.messages.clear()
            await asyncio.sleep(THINK_S)


class Siege:
    """The server, the people, and what the system says of them."""

    def __init__(self, server: "ServeCommand", folder: Path, limits: Limits) -> None:
        self.server = server
        self.limits = limits
        self.folder = folder
        self.people = People(server.base)
        self.people.wait_for(20)
        self._sources = count(1)
        self._memory, self._disk = self.memory(), self.disk()

    def target(self) -> Target:
        """What attackers know."""
        return Target(self.server.base, self.people.code, self.people.finished, self.limits)

    def source(self) -> str:
        """An address that was never seen before."""
        number = next(self._sources)
        return f"127.1.{number // 250}.{number % 250 + 1}"

    def attack(self, attack: Attack, seconds: float) -> Attacker:
        """Let one attack run; again, until the attacker has heard all that it is told: a machine under load may keep it
        from reading for longer than the server waits before it cuts a connection (`close_s`)."""

        async def run() -> Attacker:
            by = Attacker(self.target(), self.source(), seconds, attack.told)
            async with asyncio.timeout(seconds + PATIENCE_S):
                while True:
                    try:
                        await attack.run(by)
                    finally:
                        by.go()
                        await asyncio.sleep(0)
                    if attack.told <= by.told.keys() or not by.going_on:
                        return by

        return asyncio.run(run())

    def memory(self) -> int:
        """Bytes of the server process in memory."""
        lines = Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS"))

    def disk(self) -> int:
        """Bytes of the store, and of what else the server has written."""
        return sum(file.stat().st_size for file in self.folder.iterdir())

    def metrics(self) -> dict[str, float]:
        """What it counts, by name."""
        with urlopen(f"{self.server.base}/metrics", timeout=PATIENCE_S) as answer:
            text = answer.read().decode()
        lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in lines}

    def limited(self, limit: str) -> float:
        """How often this limit was reached."""
        return self.metrics().get(f'cartable_limited_total{{limit="{limit}"}}', 0.0)

    def wait_for_limit(self, limit: str, counted: float) -> None:
        """Return when a limit was reached more often than so."""
        self.people.wait_until(lambda: self.limited(limit) > counted, limit)

    def wait_for_metric(self, name: str, value: float) -> None:
        """Return when something is what it should be."""
        self.people.wait_until(lambda: self.metrics()[name] == value, name)

    def check(self) -> None:
        """The process lives, within its bounds, and found no fault with itself."""
        assert self.server.process.poll() is None
        assert self.memory() - self._memory < MEMORY_BYTES
        assert self.disk() - self._disk < DISK_BYTES
        assert self.metrics()["cartable_errors_total"] == 0


@contextmanager
def serving(folder: Path, *options: str) -> Iterator["ServeCommand"]:
    """`cartable serve` as it comes, but for its waits. In the end it must stop as it should."""
    command = [*SERVE, "--host", "127.0.0.1", "--port", "0", "--wait-scale", "0"]
    command += ["--store", str(folder / "cartable.db"), "--trusted-proxy", "192.0.2.1", *options]
    with (folder / "cartable.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
    assert process.stdout is not None
    try:
        opened = process.stdout.readline().decode()
        assert "is open at" in opened, (folder / "cartable.log").read_text()
        yield ServeCommand(process, opened.rpartition(" ")[2].strip().rstrip("/").replace("localhost", "127.0.0.1"))
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class ServeCommand(NamedTuple):
    """A server that runs."""

    process: "subprocess.Popen[bytes]"
    base: str


@contextmanager
def siege(folder: Path, limits: dict[str, float] = SHORT) -> Iterator[Siege]:
    """A server and the people for as long as the block lasts."""
    given = [f"{name}={value}" for name, value in limits.items()]
    with serving(folder, *(f"--limit={each}" for each in given)) as server:
        held = Siege(server, folder, with_limits(Limits(), given))
        yield held
        held.people.close()
