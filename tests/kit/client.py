"""A scripted player over real sockets: it knows no game, and plays by the legal acts it is sent.

It does what a good client does: it answers pings and raced cards, takes part in the deal, keeps the number of the
last event, and sends an unanswered act again after it had to reconnect. All that it was told is kept.
"""

import asyncio
import hashlib
import ssl
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cartable.wire import PROTOCOL
from cartable.wire.patch import apply
from tests.kit.eventually import PATIENCE_S, STEP_S
from tests.kit.fixed_chance import seeded

Choose = Callable[[list[str]], str | None]
HESITATES: Final = 0.2
HESITATION_S: Final = 0.2
"""How often a raced card is looked at for a while first, and how long."""


_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Never used, but each client would make one of its own, which takes long."""


class Api:
    """The HTTP API as one person uses it. `close_all` belongs at the end of the event loop."""

    _open: ClassVar[list[httpx.AsyncClient]] = []

    def __init__(self, base: str, key: str | None = None) -> None:
        self.base = base
        self.key = key
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENCE_S, verify=_TLS)
        self._open.append(self.http)

    @classmethod
    async def close_all(cls) -> None:
        while cls._open:
            await cls._open.pop().aclose()

    async def __call__(self, method: str, path: str, body: Any = None, *, expect: int | None = None) -> Any:
        """Ask, and decode the answer; `expect` is its status, 200 or 201 unless told."""
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        answer = await self.http.request(method, path, json=body, headers=headers)
        wanted = (200, 201) if expect is None else (expect,)
        assert answer.status_code in wanted, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    async def post(self, path: str, body: Any = None, *, expect: int | None = None) -> Any:
        return await self("POST", path, body, expect=expect)

    async def get(self, path: str, *, expect: int | None = None) -> Any:
        return await self("GET", path, expect=expect)


class Player:
    """Somebody at a table, or (without a key) a spectator."""

    def __init__(self, base: str, code: str, key: str | None = None, *, seed: int = 0) -> None:
        self.api = Api(base, key)
        self.code = code
        self._seed = seed
        self.dice = seeded(f"player {seed}")
        self.choose: Choose = self.dice.choice
        self.takes_part = True
        """In deals: False withholds the nonce."""
        self.plays = True
        self.told: list[bytes] = []
        self.messages: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.source: str | None = None
        """The address to connect from, where it is not the usual one."""
        self.place: int | None = None
        self.match: str | None = None
        self.view: Any = None
        self.legal: list[str] = []
        self.preview: Any = None
        self.outcome: Any = None
        self.n = -1
        """The last act that was shown."""
        self._called: int | None = None
        self.race = False
        """Something was shown whose answers are timed."""
        self.last: tuple[int, int] | None = None
        self.events: list[tuple[int, int, Any]] = []
        self.k = -1
        self._welcome_k = -1
        self.unanswered: dict[int, dict[str, Any]] = {}
        self.answers: dict[int, dict[str, Any]] = {}
        self.header: str | None = None
        self.nonce: str | None = None
        """What a device keeps of a deal."""
        self.bye: str | None = None
        self.socket: ClientConnection | None = None
        self._nonces: dict[int, bytes] = {}
        self._reading: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    # --- the connection ----------------------------------------------------------------------------------------

    async def connect(self, **hello: Any) -> "Player":
        """Open the socket and say hello, naming the last event known."""
        url = self.api.base.replace("http", "ws", 1) + f"/api/tables/{self.code}/socket"
        headers = {"authorization": f"Bearer {self.api.key}"} if self.api.key else {}
        self.bye = None
        from_here: dict[str, Any] = {"local_addr": (self.source, 0)} if self.source else {}
        self.socket = await connect(
            url, additional_headers=headers, compression=None, ping_interval=None, open_timeout=PATIENCE_S, **from_here
        )
        since = {"match": self.match, "since": self.last} if self.match else {}
        await self.send({"t": "hello", "v": PROTOCOL, **since, **hello})
        self._reading = asyncio.create_task(self._read(self.socket))
        return self

    async def send(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            try:
                await self.socket.send(msgspec.json.encode(message).decode())
            except ConnectionClosed:
                return

    async def close(self) -> None:
        """Go away, politely."""
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            await self._reading

    async def move(self, base: str) -> None:
        """Come back to the same table, which is served from elsewhere now."""
        self.api = Api(base, self.api.key)
        await self.connect()

    async def cut(self) -> None:
        """Lose the connection."""
        if self.socket is not None:
            self.socket.transport.abort()
        if self._reading is not None:
            await self._reading

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not (held := condition()):
                self._changed.clear()
                await self._changed.wait()
        return held

    async def playing(self) -> None:
        """Wait for the match to begin."""
        await self.until(lambda: self.match)

    async def gone(self, why: str) -> None:
        """Wait for the server's goodbye."""
        await self.until(lambda: self.bye == why)

    async def told_of(self, kind: str) -> dict[str, Any]:
        """Wait for a message of this kind: the first there is."""
        found: list[dict[str, Any]] = await self.until(lambda: [m for m in self.messages if m["t"] == kind])
        return found[0]

    async def answered(self) -> None:
        """Wait until every act has its answer."""
        await self.until(lambda: not self.unanswered)

    async def over(self) -> Any:
        """Wait for the end of the match: its outcome, or None if the server gave the match up. A match of players who
        choose at random may take long, so the wait ends only when nothing happens in it any more."""
        while not self.outcome:
            await self.until(partial(self._has_gone_on, self.n))
            if self._has_ended() and await self._was_given_up():
                return None
        return self.outcome

    def _has_gone_on(self, since: int) -> bool:
        return self.n != since or bool(self.outcome) or self._has_ended()

    def _has_ended(self) -> bool:
        """The table says so; the outcome may still be on its way."""
        return self.table.get("phase") == "over" and self.table.get("match") == self.match

    async def _was_given_up(self) -> bool:
        log = await self.api.http.get(f"/api/matches/{self.match}/log")
        if not log.is_success:
            await asyncio.sleep(STEP_S)  # not stored yet
        return log.is_success and '"given_up":true' in log.text.splitlines()[-2]

    # --- reading -----------------------------------------------------------------------------------------------

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                data = text.encode() if isinstance(text, str) else text
                self.told.append(data)
                message = msgspec.json.decode(data)
                if message["t"] not in ("", "ping"):
                    self.messages.append(message)
                handle = getattr(self, f"_on_{message['t'].replace('-', '_')}", None)
                if handle is not None:
                    await handle(message)
                await self.go_on()
                self._changed.set()
        except ConnectionClosed:
            pass
        finally:
            self.bye = self.bye or "lost"
            self._changed.set()

    async def _on_welcome(self, message: dict[str, Any]) -> None:
        self.table, self.place = message["table"], message.get("place")
        self._welcome_k = message.get("k", -1)

    async def _on_table(self, message: dict[str, Any]) -> None:
        self.table = message["table"]

    async def _on_ping(self, message: dict[str, Any]) -> None:
        await self.send({"t": "pong", "p": message["p"]})

    async def _on_snapshot(self, message: dict[str, Any]) -> None:
        if message["match"] != self.match:
            self.match, self.outcome, self.events = message["match"], None, []
            self.k, self.unanswered = -1, {}
        self.k, self._welcome_k = max(self.k, self._welcome_k), -1
        self._show(message["shown"]["view"], message["shown"].get("legal", []), message["shown"].get("preview"))
        self.n, self.last = message["n"], tuple(message["at"])
        self._happened(message.get("log", []))
        self.outcome = message.get("outcome")
        for again in list(self.unanswered.values()):  # of this match: harmless if it had arrived
            await self.send(again)

    async def _on_update(self, message: dict[str, Any]) -> None:
        self.n = message["n"]
        view = apply(self.view, message["patch"]) if "patch" in message else self.view
        self._show(view, message.get("legal", self.legal), message.get("preview", self.preview))
        self._happened(message.get("events", []))
        self.outcome = message.get("outcome", self.outcome)
        self.race = bool(message.get("race"))
        if self.race:
            await self.send({"t": "seen", "n": message["n"]})

    def seat(self) -> int | None:
        """Whose eyes the view is seen with."""
        seat: int | None = self.view["seat"]
        return seat

    def _show(self, view: Any, legal: list[str], preview: Any) -> None:
        self.view, self.legal, self.preview = view, legal, preview

    def _happened(self, events: list[Any]) -> None:
        for n, index, event in events:
            self.events.append((n, index, event))
            self.last = max(self.last or (-1, -1), (n, index))

    async def _on_answer(self, message: dict[str, Any]) -> None:
        self.unanswered.pop(message["k"], None)
        self.answers[message["k"]] = message

    async def _on_deal(self, message: dict[str, Any]) -> None:
        nonce = self._nonces[message["deal"]] = seeded(f"nonce {self._seed} {message['deal']}").randbytes(32)
        if self.place is not None:
            digest = hashlib.sha256(nonce).hexdigest()
            await self.send({"t": "nonce-hash", "deal": message["deal"], "hash": digest})

    async def _on_header(self, message: dict[str, Any]) -> None:
        assert hashlib.sha256(message["line"].encode()).hexdigest() == message["hash"]
        self.header = message["hash"]
        nonce = self._nonces.get(message["deal"])
        if nonce is not None and self.place is not None and self.takes_part:
            self.nonce = nonce.hex()
            await self.send({"t": "nonce", "deal": message["deal"], "nonce": nonce.hex()})

    async def _on_bye(self, message: dict[str, Any]) -> None:
        self.bye = message["why"]

    # --- acting ------------------------------------------------------------------------------------------------

    async def act(self, text: str, **more: Any) -> int:
        """Do something: the act's number."""
        self.k += 1
        message = {"t": "act", "k": self.k, "act": text, **more}
        self.unanswered[self.k] = message
        await self.send(message)
        return self.k

    async def done(self, text: str, **more: Any) -> dict[str, Any]:
        """Do something and wait for the answer."""
        k = await self.act(text, **more)
        await self.until(lambda: k in self.answers)
        return self.answers[k]

    async def _hesitate(self, n: int) -> None:
        await asyncio.sleep(HESITATION_S)
        if self.n == n:
            self._called, self.race = None, False
            await self.go_on()

    async def go_on(self) -> None:
        """Do something if there is something to do, as after every message."""
        if not self.plays or self.unanswered or not self.legal or self.outcome is not None:
            return
        if self._called == self.n:
            return  # once for each raced card: what comes after is the others'
        if self.table.get("paused") or self.table.get("stopped") or self.bye:
            return
        if self.race and self.dice.random() < HESITATES:
            # Whoever calls within a millisecond of the others is tied with them, and that might go on forever.
            self._called = self.n
            self._later = asyncio.create_task(self._hesitate(self.n))
            return
        if self.race:
            self._called = self.n
        text = self.choose(self.legal)
        if text is not None:
            await self.act(text, **({"saw": self.n} if self.n >= 0 else {}))
