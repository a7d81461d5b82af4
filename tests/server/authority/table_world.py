"""A table with everybody who may ask something of it, in one of the phases of a table. No network is used."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, NamedTuple, get_args

import httpx
import msgspec

from cartable.games.push import PUSH
from cartable.matches.live import TableSettings
from cartable.server.app import Server
from cartable.server.common.clock import now_ms
from cartable.server.tables.table import Table
from cartable.wire import PROTOCOL
from tests.kit.eventually import eventually

Phase = Literal["lobby", "playing", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
BASE: Final = "http://127.0.0.1"
NOTHING_SENT: Final = {"ping", "table", "", "waiting", "snapshot", "update", "welcome"}
"""Messages that are no answer to what a client says."""


class Role(NamedTuple):
    """How somebody asks: with a key or not, which a cookie or a header carries; on the socket, perhaps as a screen."""

    key: str | None = None
    place: int = -1
    cookie: bool = True
    screen_key: str | None = None

    def headers(self, code: str) -> dict[str, str]:
        if self.key is None:
            return {}
        if self.cookie:
            return {"cookie": f"theme=dark; cartable_{code}={self.key}"}
        return {"authorization": f"Bearer {self.key}"}


@dataclass
class TestLink:
    """The server's end of a socket: it keeps what is written to it."""

    __test__ = False
    received: Any = None
    drained: Any = None
    may_speak: Any = None
    texts: list[dict[str, Any]] = field(default_factory=list)

    def push(self, *texts: bytes) -> int:
        self.texts += [msgspec.json.decode(text) for text in texts]
        return 0

    def opened(self) -> None:
        """There was no handshake."""

    def hang_up(self, _code: int, _reason: str) -> None:
        """The goodbye that was said before is kept."""


class TableWorld:
    """The table, the keys of all roles, and ways to ask."""

    def __init__(self, server: Server, table: Table, phase: Phase) -> None:
        self.server = server
        self.table = table
        self.phase: Phase = phase
        self.roles: dict[str, Role] = {}
        self.match = "no-match-yet"
        transport = httpx.ASGITransport(app=server.entry)
        self._http = httpx.AsyncClient(transport=transport, base_url=BASE)

    @classmethod
    async def build(cls, server: Server, phase: Phase) -> "TableWorld":
        """Seat everybody, send one away, let one leave, and play as far as the phase."""
        settings = TableSettings(wait_scale=0.0, turn_grace_s=3600.0)
        table = await server.registry.open(PUSH, PUSH.options(), settings, public=False)
        world = cls(server, table, phase)
        other = await server.registry.open(PUSH, PUSH.options(), settings, public=False)
        foreign = await world._sit("Stranger", other)
        left = await world._sit("Left")
        assert await table.leave(left.place) is None
        former = await world._sit("Former")
        away = await world._sit("Away")
        assert await table.kick(former.place, away.place) is None
        host, guest, absent, program = [await world._sit(name) for name in ("Host", "Guest", "Absent", "Program")]
        table.roster.pass_hosting({host.place})
        assert table.roster.host == host.place
        link = await table.another_key(guest.place, guest.key)
        assert isinstance(link, str)
        world.roles = {
            "stranger": Role(),
            "other-cookies": Role("nonsense"),
            "other-table": Role(foreign.key, cookie=False),
            "spectator": Role(),
            "television": Role(screen_key=guest.key),
            "left": left,
            "sent-away": away,
            "former-host": former,
            "guest": guest,
            "stood-in": absent._replace(cookie=False),
            "bot-client": program._replace(cookie=False),
            "link": Role(link, guest.place, cookie=False),
            "host": host,
        }
        order = sorted((place.id for place in table.roster.room.places), key=lambda place: place != host.place)
        assert await table.arrange(host.place, order) is None
        await world._play_until(phase)
        return world

    async def _sit(self, name: str, table: Table | None = None) -> Role:
        seated = await (table or self.table).sit(name)
        assert isinstance(seated, tuple), seated
        return Role(seated[1], seated[0])

    async def _play_until(self, phase: Phase) -> None:
        if phase == "lobby":
            return
        host, absent = self.roles["host"].place, self.roles["stood-in"].place
        assert self.table.start(host) is None
        await eventually(lambda: self.table.matches.current is not None)
        self.match = self.table.matches.current.id if self.table.matches.current is not None else ""
        self.table.matches.seat_abandoned(absent)  # a bot stands in at once, as after the grace time
        assert self.table.matches.stood_in(self.table.matches.seat_of(absent))
        if phase == "over":
            assert self.table.matches.give_up(host) is None
            await eventually(lambda: self.table.phase == "over")
        await self.server.services.store.flush()

    async def close(self) -> None:
        await self._http.aclose()

    # --- asking ------------------------------------------------------------------------------------------------

    async def ask(self, role: str, operation: str, body: Any) -> httpx.Response:
        """Ask an operation of the API, as `METHOD /path/{parameter}`, in a role."""
        method, path = operation.split(" ")
        path += "?number=1" if path.startswith("/api/puzzles/") else ""
        values = {"code": self.table.code, "match_id": self.match, "numbers": "3479BCDF", "game": "push"}
        headers = self.roles[role].headers(self.table.code)
        self._http.cookies.clear()
        content = {"content": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
        return await self._http.request(method, path.format(**values, language="en"), headers=headers, **content)

    def state(self) -> Any:
        """Return all of the table that a request could have changed."""
        row, matches = self.table.storage.row(), self.table.matches
        acts = None if matches.latest is None else len(matches.latest.live.match.entries)
        stored = row.room, row.keys, row.settings, row.options, row.public
        return *stored, self.table.phase, matches.paused, acts

    async def say(self, role: str, messages: Sequence[dict[str, Any]]) -> list[str]:
        """Open a socket in a role, say these messages one after another, and return what came of each."""
        who = self.roles[role]
        link = TestLink()
        handler = self.server.sockets.open_session(link, self.table.code, who.screen_key or who.key)
        assert handler is not None
        found = []
        for number, message in enumerate(messages):
            begun = len(link.texts)
            handler.received(msgspec.json.encode(message), now_ms())
            if message["t"] == "act":
                await eventually(partial(_answered, link, begun))
            elif message["t"] != "hello":
                mark = 1000 + number
                handler.received(msgspec.json.encode({"t": "ask", "q": mark, "act": "draw"}), now_ms())
                await eventually(partial(_told, link, mark))
            await asyncio.sleep(0)
            found.append(_outcome(link.texts[begun:]))
        handler.closed()
        return found

    def hello(self, role: str) -> dict[str, Any]:
        """Return the first message of a socket in a role."""
        screen = self.roles[role].screen_key is not None
        return {"t": "hello", "v": PROTOCOL, **({"screen": True} if screen else {})}


def _told(link: TestLink, mark: int) -> bool:
    return any(text["t"] in ("opinion", "bye") and text.get("q", mark) == mark for text in link.texts)


def _answered(link: TestLink, begun: int) -> bool:
    return any(text["t"] in ("answer", "bye") for text in link.texts[begun:])


def _outcome(texts: Sequence[dict[str, Any]]) -> str:
    """Tell in words what a client was answered."""
    told = []
    for text in texts:
        match text["t"]:
            case "welcome":
                told.append("welcome seat" if text.get("place") is not None else "welcome nobody")
            case "answer":
                told.append(f"{text['answer']} {text.get('code', '')}".strip())
            case "opinion" if text["q"] < 1000:
                told.append(f"opinion {text.get('code', '')}".strip())
            case "bye":
                told.append(f"bye {text['why']}")
            case "opinion":
                continue
            case other if other not in NOTHING_SENT:
                told.append(other)
    return ", ".join(told) or "nothing"
