"""People play all four games through three servers while one thing after another fails; then the books are checked."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from cartable.games import registry
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S
from tests.server.consistency import ConsistencyCheck
from tests.server.faults.cluster import ClusterNode, FaultCluster, fault_cluster
from tests.server.faults.schedule import Fault, schedule
from tests.server.live_server import NAMES
from tests.server.reconnecting import AGAIN_S, ReconnectingPlayer

PAUSE_S: Final = 0.05
UNEXPECTED: Final = {
    "message failed",
    "message between processes failed",
    "packet not understood",
    "process not released",
    "request failed",
    "bot failed",
}
"""What no server may have to say of itself, whatever fails around it."""


class Roaming(ReconnectingPlayer):
    """A player who comes to any server, another each time."""

    def __init__(self, bases: list[str], code: str, key: str | None, seed: int, noted: Callable[[], None]) -> None:
        super().__init__(bases[0], code, key, seed, noted)
        self._bases = bases
        self._where = random.Random(seed)

    def wander(self) -> None:
        self.api.base = self._where.choice(self._bases)


class Report(msgspec.Struct):
    """What a fault run saw."""

    seed: int
    faults: Counter[str] = msgspec.field(default_factory=Counter)
    slowest_s: dict[str, float] = msgspec.field(default_factory=dict)
    """By fault, the longest until every table went on again after it was over."""
    left_out: tuple[str, ...] = ()
    returns: int = 0
    seconds: float = 0.0
    checked: ConsistencyCheck = msgspec.field(default_factory=lambda: ConsistencyCheck(connections_break=True))

    def __str__(self) -> str:
        told = "\n".join(
            f"  {kind}: {number} times, all tables went on within {self.slowest_s[kind]:.2f} s of its end"
            for kind, number in sorted(self.faults.items())
        )
        left_out = f"\nnot possible here: {', '.join(self.left_out)}" if self.left_out else ""
        return (
            f"seed {self.seed}: {self.faults.total()} faults in {self.seconds:.0f} s; connected {self.returns} times\n"
            f"{told}{left_out}\n{self.checked}"
        )


class Table:
    """Two people and a bot, and somebody who watches."""

    def __init__(self, bases: list[str], dice: random.Random) -> None:
        self.players: list[Roaming] = []
        self.answers = 0
        self._bases = bases
        self._dice = dice
        self._playing: asyncio.Task[None] | None = None

    async def sit_down(self, game: str) -> None:
        opened = await self._ask("/api/tables", {"game": game, "name": NAMES[0]})
        self.code = opened["table"]["code"]
        self.key = opened["key"]
        path = f"/api/tables/{self.code}"
        seated = await self._ask(f"{path}/sit", {"name": NAMES[1]})
        await self._ask(f"{path}/bots", {"level": "random"}, self.key)
        for seed, key in enumerate((self.key, seated["key"], None)):
            player = Roaming(self._bases, self.code, key, seed, self._noted)
            self.players.append(player)
            player.stay()
        self._playing = asyncio.create_task(self._keep_playing())

    def _noted(self) -> None:
        self.answers += 1

    async def _ask(self, path: str, body: Any, key: str | None = None) -> Any:
        """At any server, until it is answered."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    return await Api(self._dice.choice(self._bases), key).post(path, body)
                except (httpx.TransportError, AssertionError):
                    await asyncio.sleep(PAUSE_S)

    async def _keep_playing(self) -> None:
        """The host starts a match whenever there is none."""
        host = self.players[0]
        headers = {"authorization": f"Bearer {self.key}"}
        clients = [Api(base).http for base in self._bases]
        while True:
            if all(player.between for player in self.players):
                try:
                    await self._dice.choice(clients).post(
                        f"/api/tables/{self.code}/start", headers=headers, timeout=10.0
                    )
                except httpx.TransportError:
                    await asyncio.sleep(PAUSE_S)
            host._changed.clear()
            await asyncio.wait([asyncio.ensure_future(host._changed.wait())], timeout=AGAIN_S)

    async def stop(self) -> None:
        """No further match."""
        if self._playing is not None:
            self._playing.cancel()

    async def log(self, match: str) -> bytes:
        """Of a match, once it is over. It is given up when nothing happens in it any more."""
        while True:
            answered = self.answers
            try:
                async with asyncio.timeout(PATIENCE_S):
                    return await self._log(match)
            except TimeoutError:
                if self.answers == answered:
                    raise

    async def _log(self, match: str) -> bytes:
        clients = [Api(base).http for base in self._bases]
        while True:
            try:
                answer = await self._dice.choice(clients).get(f"/api/matches/{match}/log")
                if answer.status_code == 200:
                    return answer.content
                assert answer.status_code in (404, 503), answer.text
            except httpx.TransportError:
                pass
            await asyncio.sleep(PAUSE_S)


class FaultRun:
    """One run, which follows from its seed but for the timing."""

    def __init__(self, seed: int) -> None:
        self.report = Report(seed)
        self._dice = random.Random(seed)
        self._tables: list[Table] = []

    async def run(self, folder: Path, faults: int, say: Callable[[str], None] = lambda _: None) -> Report:
        """Play while faults happen; then let every match end, and check them all."""
        began = time.monotonic()
        async with fault_cluster(folder) as place:
            try:
                await self._play(place, faults, say)
            finally:
                for table in self._tables:
                    await table.stop()
                    for player in table.players:
                        await player.go()
            for node in place.nodes:
                _read_log(node.process.logged)
        self.report.seconds = time.monotonic() - began
        return self.report

    async def _play(self, place: FaultCluster, faults: int, say: Callable[[str], None]) -> None:
        for game in registry.games():
            table = Table(place.bases, self._dice)
            self._tables.append(table)
            await table.sit_down(game.id)
        await self._all_go_on("the beginning")
        self.report.left_out = () if place.disk.small else ("fill the disk",)
        for fault in schedule(self.report.seed, faults, len(place.nodes), self.report.left_out):
            say(str(fault))
            for node in place.nodes:
                if not node.process.running:  # PostgreSQL was away when it started: whoever looks after it tries again
                    node.process.start()
            await self._inject(place, fault)
            took = await self._all_go_on(str(fault))
            self.report.faults[fault.kind] += 1
            self.report.slowest_s[fault.kind] = max(took, self.report.slowest_s.get(fault.kind, 0.0))
        await self._check()

    async def _all_go_on(self, after: str) -> float:
        """Wait until every table has gone on; how long it took."""
        began = time.monotonic()
        enough = [table.answers + self._dice.randint(1, 6) for table in self._tables]
        while any(table.answers < wanted for table, wanted in zip(self._tables, enough, strict=True)):
            if time.monotonic() - began > PATIENCE_S:
                stuck = [table for table, wanted in zip(self._tables, enough, strict=True) if table.answers < wanted]
                raise AssertionError(f"after {after} these tables stand still: {list(map(_told_of, stuck))}")
            await asyncio.sleep(PAUSE_S)
        return time.monotonic() - began

    async def _check(self) -> None:
        for table in self._tables:
            await table.stop()
            for match in sorted({match for player in table.players for match in player.heard}):
                self.report.checked.check(table.players, match, await table.log(match))
            self.report.returns += sum(player.returns for player in table.players)

    # --- the faults --------------------------------------------------------------------------------------------

    async def _inject(self, place: FaultCluster, fault: Fault) -> None:
        node = place.nodes[fault.node] if fault.node is not None else await _busiest(place.nodes)
        match fault.kind.split():
            case ["kill", *_]:
                node.process.kill()
                await asyncio.sleep(fault.lasts_s)
                node.process.start()
            case ["stop", *_]:
                assert await node.stop() == 0
                await asyncio.sleep(fault.lasts_s)
                node.process.start()
            case ["freeze", *_]:
                node.process.signal(signal.SIGSTOP)
                await asyncio.sleep(fault.lasts_s)
                node.process.signal(signal.SIGCONT)
            case [how, "PostgreSQL"]:
                await asyncio.to_thread(place.postgres.stop, signal.SIGINT if how == "restart" else signal.SIGQUIT)
                await asyncio.sleep(fault.lasts_s)
                await asyncio.to_thread(place.postgres.start)
            case [_, "NATS"]:
                place.nats.stop()
                await asyncio.sleep(fault.lasts_s)
                await asyncio.to_thread(place.nats.start)
            case ["fill", *_]:
                await self._fill(place, fault.lasts_s)
            case [how, link]:
                await _break_link(node, how, link, fault)

    async def _fill(self, place: FaultCluster, lasts_s: float) -> None:
        await asyncio.to_thread(place.disk.fill)
        await asyncio.sleep(lasts_s)
        place.disk.clear()
        if not place.postgres.running:  # it gives up when it cannot write its log
            await asyncio.to_thread(place.postgres.start)


async def _busiest(nodes: list[ClusterNode]) -> ClusterNode:
    async def tables(node: ClusterNode) -> float:
        try:
            told = (await Api(node.process.base).http.get("/metrics", timeout=2.0)).text
        except httpx.TransportError:
            return -1.0
        return next((float(line.split()[1]) for line in told.splitlines() if line.startswith("cartable_tables ")), -1.0)

    counts = [await tables(node) for node in nodes]
    return nodes[counts.index(max(counts))]


async def _break_link(node: ClusterNode, how: str, name: str, fault: Fault) -> None:
    link = node.links[name]
    match how:
        case "cut":
            link.cut()
        case "hold":
            link.hold()
        case "delay":
            link.delay_s = fault.delay_s
    await asyncio.sleep(fault.lasts_s)
    link.restore()


def _told_of(table: Table) -> list[Any]:
    return [
        (player.table.get("game"), player.table.get("phase"), player.table.get("stopped"), player.bye, player.api.base)
        for player in table.players
    ]


def _read_log(logged: Path) -> None:
    """Servers complain of what was done to them, but never of themselves."""
    text = logged.read_text()
    for line in text.splitlines():
        assert line.startswith("{"), f"not a line of a server's log:\n{text[text.index(line) :][:3000]}"
        assert msgspec.json.decode(line)["what"] not in UNEXPECTED, line
