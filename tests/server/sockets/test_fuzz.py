"""The socket, told anything at all: it is understood, refused or ends with a goodbye, and nothing else ever happens."""

import gc
import tracemalloc
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cartable.games import registry
from cartable.server.common.codes import CODE_LETTERS
from cartable.wire import PROTOCOL, down
from tests.kit.eventually import PATIENCE_S, eventually
from tests.server.server_thread import ServerThread, server_thread

DOWN: Final = msgspec.json.Decoder(down.DownMessage)
GOODBYES: Final = {"bad-message", "reload", "newer"}
HELLO: Final = {"t": "hello", "v": PROTOCOL}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with server_thread(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


class Seat:
    """A place at a table where a match is on, with a bot."""

    def __init__(self, base: str, game: str) -> None:
        with httpx.Client(base_url=base, timeout=PATIENCE_S) as http:
            opened = http.post("/api/tables", json={"game": game, "name": "Ann"}).json()
            self.code, self.key = opened["table"]["code"], opened["key"]
            path, bearer = f"/api/tables/{self.code}", {"authorization": f"Bearer {self.key}"}
            assert http.post(f"{path}/bots", json={"level": "random"}, headers=bearer).status_code == 201
            assert http.post(f"{path}/start", headers=bearer).status_code == 200
        self.url = f"{base.replace('http', 'ws')}{path}/socket"

    def open(self, *, seated: bool = True) -> ClientConnection:
        headers = {"authorization": f"Bearer {self.key}"} if seated else {}
        return connect(
            self.url, additional_headers=headers, compression=None, open_timeout=PATIENCE_S, ping_interval=None
        )


TABLES = 4
"""As many are enough to tell what a socket bears."""


@pytest.fixture(scope="module")
def seats(here: ServerThread) -> list[Seat]:
    return [Seat(here.base, game.id) for game in registry.games()[:TABLES]]


def heard(socket: ClientConnection) -> list[down.DownMessage]:
    """Everything until the server closes the connection, or answers the last question."""
    messages: list[down.DownMessage] = []
    try:
        while True:
            messages.append(DOWN.decode(socket.recv(PATIENCE_S)))
            if isinstance(messages[-1], down.Opinion) and messages[-1].q == LAST:
                return messages
    except ConnectionClosed:
        return messages


LAST: Final = 2**31 - 1
"""The number of the question that ends each conversation, unless the server ends it before."""

numbers = st.one_of(st.integers(-2, 40), st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=5))
words = st.sampled_from(["draw", "place 1", "stop", "take 1", "pass", "call", "lay 0 1", "flip", "ready", "", "1"])
texts = st.one_of(words, st.text(max_size=130), numbers)
hashes = st.one_of(st.just("0" * 64), st.text("0123456789abcdef", min_size=60, max_size=66), numbers)
FIELDS: Final[dict[str, dict[str, st.SearchStrategy[Any]]]] = {
    "hello": {"v": st.one_of(st.just(PROTOCOL), numbers), "match": texts, "since": st.lists(numbers), "clock": numbers},
    "act": {"k": numbers, "act": texts, "saw": numbers, "c": numbers},
    "ask": {"q": numbers, "act": texts},
    "seen": {"n": numbers},
    "pong": {"p": numbers},
    "": {},
    "nonce-hash": {"deal": numbers, "hash": hashes},
    "nonce": {"deal": numbers, "nonce": hashes},
}
anything = st.recursive(numbers, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner))


@st.composite
def alike(draw: st.DrawFn) -> Any:
    """Something like a real message: some fields left out, some of another kind, perhaps one too many."""
    tag = draw(st.sampled_from(list(FIELDS)))
    fields = {name: draw(values) for name, values in FIELDS[tag].items() if draw(st.integers(0, 4))}
    more = draw(st.dictionaries(st.text(max_size=4), numbers, max_size=1)) if not draw(st.integers(0, 9)) else {}
    return {"t": tag, **fields, **more}


@st.composite
def proper(draw: st.DrawFn) -> Any:
    """A message that can be read, with any content."""
    small = st.integers(0, 50) | st.integers(0, LAST - 1)
    text = words | st.text(max_size=100)
    return draw(
        st.one_of(
            st.fixed_dictionaries({"t": st.just("act"), "k": small, "act": text}, optional={"saw": small, "c": small}),
            st.fixed_dictionaries({"t": st.just("ask"), "q": small, "act": text}),
            st.fixed_dictionaries({"t": st.just("seen"), "n": small}),
            st.fixed_dictionaries({"t": st.just("pong"), "p": small}),
            st.fixed_dictionaries({"t": st.just("nonce-hash"), "deal": small, "hash": st.just("1" * 64)}),
            st.fixed_dictionaries({"t": st.just("nonce"), "deal": small, "nonce": st.just("1" * 64)}),
            st.just({"t": ""}),
        )
    )


def written(message: Any) -> str:
    return message if isinstance(message, str) else msgspec.json.encode(message).decode()


messages = st.one_of(proper(), proper(), proper(), alike(), anything).map(written)
frames = messages | st.binary(max_size=200) | st.text(max_size=3000)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(
    table=st.integers(0, TABLES - 1), greets=st.integers(0, 9), seated=st.booleans(), told=st.lists(frames, max_size=12)
)
def test_whatever_a_socket_is_told_it_stays_polite(
    here: ServerThread, seats: list[Seat], *, table: int, greets: int, seated: bool, told: list[str | bytes]
) -> None:
    with seats[table].open(seated=seated) as socket:
        try:
            for frame in [*([written(HELLO)] if greets else []), *told, written({"t": "ask", "q": LAST, "act": "x"})]:
                socket.send(frame)
        except ConnectionClosed:
            pass
        answers = heard(socket)
    last = answers[-1] if answers else None
    assert isinstance(last, down.Opinion | down.Goodbye) or socket.close_code == 1009, last  # 1009: too large
    if isinstance(last, down.Goodbye):
        assert last.why in GOODBYES
    assert here.server.services.metrics.errors == 0
    assert not any(table.storage.stopped for table in here.server.registry.tables)


NASTY: Final[list[str | bytes]] = [
    b"\xff\xfe",
    b"{}",
    "[" * 1500,
    '{"t":"act"}',
    "x" * 5000,
    *(
        msgspec.json.encode(each).decode()
        for each in (
            {"t": "hello", "v": 0},
            {**HELLO, "match": "x" * 40, "since": [5, 5]},
            {**HELLO, "key": "y" * 100},
            {"t": "act", "k": 2**31 - 1, "act": "draw"},
            {"t": "ask", "q": 1, "act": "draw"},
            {"t": "seen", "n": 2**31 - 1},
            {"t": "pong", "p": 2**31 - 1},
            {"t": "nonce", "deal": 1, "nonce": "0" * 64},
        )
    ),
]


def pester(seats: list[Seat], http: httpx.Client, round_number: int) -> None:
    """A round of bad manners, the same in kind but never the same in content."""
    dice = Random(round_number)
    for seat in seats:
        for greets in (True, False):
            with seat.open(seated=greets) as socket:
                try:
                    for frame in [*([written(HELLO)] if greets else []), *dice.sample(NASTY, 3), b"\x00"]:
                        socket.send(frame)
                    heard(socket)
                except ConnectionClosed:
                    pass
        http.get(f"/api/tables/{dice.choice(CODE_LETTERS) * 6}")
        http.get(f"/{dice.randrange(9)}")
        http.post(f"/api/tables/{seat.code}/rejoin", json={"key": dice.randbytes(20).hex()})
        http.post("/api/tables", content=dice.randbytes(30))
        http.post("/api/matches", content=dice.randbytes(100))


def kept() -> int:
    """Bytes that the server's own code and its web libraries hold."""
    gc.collect()
    filters = [tracemalloc.Filter(True, f"*/{part}/*") for part in ("cartable", "uvicorn", "websockets")]
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(filters).statistics("filename"))


def test_bad_manners_leave_nothing_in_memory(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rounds = count()
    with server_thread(tmp_path) as here, httpx.Client(base_url=here.base, timeout=PATIENCE_S) as http:
        seats = [Seat(here.base, game) for game in ("push", "quinto")]  # they wait for Ann: nothing else goes on
        tracemalloc.start()
        try:
            sizes = []
            for _ in range(4):
                for _ in range(10):
                    pester(seats, http, next(rounds))
                here.do(eventually(lambda: here.server.sockets.count == 0))  # the last ones are closing
                caplog.clear()  # what the clients complain of, with all that they held
                sizes.append(kept())
        finally:
            tracemalloc.stop()
    # Less than 100 bytes for each of 140 connections and requests: what libraries remember, within bounds of their own.
    # What is never let go of is kept after every round; what is on its way out on a busy machine is not.
    assert min(after - before for before, after in pairwise(sizes)) < 14_000, f"{sizes}: more and more"
