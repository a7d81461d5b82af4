"""Hidden information never leaves: every byte sent to each client is held against what it may know at that moment.

Every message is decoded and made again from the true state of its act, as seen by that client; nothing else may be in
it. And where the viewer cannot tell that state from another one, what was sent must fit the other one as well.
"""

import asyncio
import base64
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import replay
from cartable.server.limits import no_limits
from cartable.wire.patch import apply
from tests.kit.client import Player
from tests.kit.eventually import PATIENCE_S
from tests.secrecy.hidden import hidden
from tests.server.live_server import LiveServer, async_test, live_server

GAMES: Final = [game.id for game in registry.games()]

OPEN: Final = {
    "": set(),
    "ping": {"p"},
    "table": {"table"},
    "welcome": {"v", "table", "place", "k"},
    "deal": {"deal", "commitment", "restarts", "withheld"},
    "header": {"deal", "line", "hash"},
    "answer": {"k", "answer", "n", "code", "rule", "about"},
    "snapshot": {"match", "n", "at", "shown", "log", "resumed", "outcome", "time_left"},
    "update": {"n", "events", "patch", "legal", "preview", "receipts", "outcome", "race"},
    "waiting": {"waits"},  # for whom, which every view says in `to_move`, and how long
    "reacted": {"place", "what"},
    "nudged": {"by"},
    "bye": {"why", "about"},
}
"""All that is ever sent, by kind. Views, legal acts, previews and events are compared with the truth."""


def plain(value: Any) -> Any:
    """As it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Truth:
    """A whole match as it really was."""

    def __init__(self, data: bytes) -> None:
        log = LogReader(data.splitlines(keepends=True), "export")
        self.game = log.game
        self.states: dict[int, Any] = {-1: log.begin()}
        self.events: dict[tuple[int, int], Any] = {}
        for moment in replay(log):
            n = moment.recorded.entry.n
            self.states[n] = moment.state
            self.events |= {(n, index): event for index, event in enumerate(moment.events)}
        assert log.reveal is not None
        self.reveal = log.reveal

    def board(self, state: Any, seat: int | None) -> tuple[Any, list[str], Any]:
        """View, legal acts and preview, by the rules alone."""
        view = self.game.view(state, seat)
        legal = self.game.legal(state, seat) if seat in self.game.actors(state) and seat is not None else ()
        return plain(view), list(map(str, legal)), plain(self.game.preview(view))


class Reader:
    """One client's messages, one after another."""

    def __init__(self, truth: Truth, player: Player) -> None:
        self.truth = truth
        self.dice = Random(3)
        self.board: tuple[Any, list[str], Any] = (None, [], None)
        self.seat: int | None = None
        self.twins = 0
        self.boards = 0
        for data in player.told:
            message = msgspec.json.decode(data)
            kind = message.pop("t")
            assert set(message) <= OPEN[kind], f"{kind} has more fields than are known to be harmless: {message}"
            if kind == "snapshot":
                self.seat = message["shown"]["view"]["seat"]
                self._shown(message["n"], message["shown"])
                self._told(message["n"], message.get("log", []))
            elif kind == "update":
                self._updated(message)

    def _shown(self, n: int, shown: dict[str, Any]) -> None:
        self.board = shown["view"], shown.get("legal", []), shown.get("preview")
        self._compare(n)

    def _updated(self, message: dict[str, Any]) -> None:
        view, legal, preview = self.board
        view = apply(view, message["patch"]) if "patch" in message else view
        self.board = view, message.get("legal", legal), message.get("preview", preview)
        self._compare(message["n"])
        self._told(message["n"], message.get("events", []))

    def _compare(self, n: int) -> None:
        """What is on the screen is what this seat may see of act `n`, in this world and in one that looks the same."""
        state = self.truth.states[n]
        assert self.board == self.truth.board(state, self.seat), f"seat {self.seat} was shown something else of act {n}"
        self.boards += 1
        secret = hidden(self.truth.game)
        twin = secret.twin(state, self.seat, self.dice) if secret is not None else None
        if twin is not None and twin != state:
            assert self.board == self.truth.board(twin, self.seat)
            self.twins += 1

    def _told(self, n: int, events: list[Any]) -> None:
        for act, index, told in events:
            event = self.truth.events[act, index]
            assert act <= n, f"event {act}.{index} was told with act {n}"
            assert event.to is None or event.to == self.seat, f"{event} was told to {self.seat}"
            assert plain(event) == told


def spellings(secret: bytes) -> list[bytes]:
    """How a secret might slip out."""
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
    ]


async def played(here: LiveServer, game: str) -> tuple[list[Player], Player, Truth]:
    """A match of two people and a bot, one of whom is cut off and comes back, with somebody watching."""
    ann, bob = players = await here.table(game, people=2, bots=1)
    eve = await here.come(ann.code)
    await here.start(players)
    await bob.until(lambda: bob.n > 3)
    await bob.cut()
    await bob.connect()
    await asyncio.gather(*(player.over() for player in (*players, eve)))
    async with asyncio.timeout(PATIENCE_S):
        while not (answer := await here.api.http.get(f"/api/matches/{ann.match}/log")).is_success:
            await asyncio.sleep(0.01)
    return players, eve, Truth(answer.content)


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_nobody_is_sent_what_they_must_not_know(game: str, tmp_path: Path) -> None:
    # Trio's players, who choose by chance, may lay and accuse wrong cards for as long as they like.
    async with live_server(tmp_path, limits=replace(no_limits(), acts=1000)) as here:
        players, eve, truth = await played(here, game)
        readers = [Reader(truth, player) for player in (*players, eve)]
        assert {reader.seat for reader in readers} == {0, 1, None}
        assert all(reader.boards > 5 for reader in readers)
        if not truth.game.same_for_all:
            assert all(reader.twins for reader in readers), "nothing was hidden: this test shows nothing"
        keys = [player.api.key or "" for player in players]
        for player in (*players, eve):
            told = b"".join(player.told)
            for secret in (truth.reveal.secret, *truth.reveal.nonces):
                assert not any(spelling in told for spelling in spellings(bytes.fromhex(secret)))
            for key, place in zip(keys, here.server.registry.tables[0].roster.keys.values(), strict=True):
                assert key.encode() not in told
                assert not any(key_hash.encode() in told for key_hash in place)
