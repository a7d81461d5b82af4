"""Codes of tables are guessed slowly: what counts as a try, and who is answered when there is none left."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.server.common import rate_limits
from cartable.server.common.codes import new_code
from cartable.server.common.metrics import Metrics, RefusalCounts
from cartable.server.common.rate_limits import RateLimiter
from cartable.server.limits import Limits, no_limits
from cartable.server.store import StoreFailed
from cartable.wire import PROTOCOL
from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import LiveServer, async_test, live_server

TRIES: Final = 3
FEW: Final = replace(no_limits(), misses_s=1e-6, misses_burst=TRIES)
HELLO: Final[dict[str, Any]] = {"t": "hello", "v": PROTOCOL}


@asynccontextmanager
async def guarded_server(folder: Path, **changes: Any) -> AsyncIterator[tuple[LiveServer, Player]]:
    """A server with few tries, whose page names the game of a table, and somebody at a table of Push."""
    web = folder / "web"
    web.mkdir()
    (web / "index.html").write_text("<head></head>")
    (web / "manifest.json").write_text('{"_push": {"file": "assets/push.js", "name": "push"}}')
    async with live_server(folder, web=web, **{"limits": FEW, **changes}) as here:
        (ann,) = await here.table(people=1)
        here.api = Api(here.base)  # without the cookie of whoever has opened the table
        yield here, ann


async def ask(here: LiveServer, code: str, **headers: str) -> int:
    """Look for a table as a stranger: the status."""
    return (await here.api.http.get(f"/api/tables/{code}", headers=headers)).status_code


async def is_named(here: LiveServer, code: str) -> bool:
    """Whether the page of a table tells what is played there."""
    return "push.js" in (await here.api.http.get(f"/t/{code}")).text


async def open_socket(here: LiveServer, code: str, address: str = "", **hello: Any) -> dict[str, Any] | int:
    """Return the first message that a socket is sent, or the status with which it was refused."""
    url = f"{here.base.replace('http', 'ws')}/api/tables/{code}/socket{address}"
    try:
        async with connect(url, open_timeout=PATIENCE_S) as socket:
            if not address:
                await socket.send(msgspec.json.encode(HELLO | hello).decode())
            message: dict[str, Any] = msgspec.json.decode(await socket.recv())
            return message
    except InvalidStatus as refused:
        return refused.response.status_code


async def spend(here: LiveServer) -> None:
    assert [await ask(here, new_code()) for _ in range(TRIES)] == [404] * TRIES


def leave_memory(here: LiveServer, code: str) -> None:
    """Let a table wait in the store, as it does some time after the last person has left."""
    here.server.registry.release(code)


@pytest.mark.parametrize("name", ["x-cartable-seated-only", "cartable.guess", "x-cartable-guess"])
@async_test
async def test_no_header_of_a_client_saves_tries(name: str, tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        statuses = [await ask(here, new_code(), **{name: "1"}) for _ in range(TRIES + 2)]
        assert statuses == [404] * TRIES + [429] * 2
        assert await ask(here, ann.code, **{name: "1"}) == 429


@async_test
async def test_without_a_try_nothing_is_looked_up_but_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await ann.close()
        await spend(here)
        leave_memory(here, ann.code)
        asked: list[str] = []
        find = here.server.services.store.table

        async def recorded(code: str) -> Any:
            asked.append(code)
            return await find(code)

        monkeypatch.setattr(here.server.services.store, "table", recorded)
        for code in (ann.code, new_code()):
            assert await ask(here, code) == 429
            assert not await is_named(here, code)
            assert await open_socket(here, code, f"?hello={quote(msgspec.json.encode(HELLO))}") == 429
        assert asked == []
        assert await ask(here, ann.code, authorization="Bearer wrong") == 429
        assert asked == [ann.code]
        assert here.server.registry.tables == (), "a wrong key loads no table"
        assert await ask(here, ann.code, authorization=f"Bearer {ann.api.key}") == 200


@async_test
async def test_pages_and_requests_have_one_budget(tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        assert await is_named(here, ann.code)
        await spend(here)
        assert not await is_named(here, ann.code)
    (tmp_path / "again").mkdir()
    async with guarded_server(tmp_path / "again") as (here, ann):
        for _ in range(TRIES):
            assert not await is_named(here, new_code())
        assert await ask(here, ann.code) == 429


@async_test
async def test_a_page_with_a_wrong_code_counts_once(tmp_path: Path) -> None:
    """It asks for its table by socket and by request, and comes again when it is reloaded."""
    async with guarded_server(tmp_path) as (here, ann):
        wrong = new_code()
        for _ in range(TRIES):
            assert not await is_named(here, wrong)
            assert await open_socket(here, wrong) == 404
            assert await ask(here, wrong) == 404
        assert [await ask(here, new_code()) for _ in range(TRIES)] == [404] * (TRIES - 1) + [429]
        assert await ask(here, ann.code) == 429
        assert await ask(here, wrong) == 404, "that is known already"


@async_test
async def test_the_page_of_a_table_that_waits_in_the_store_costs_no_try(tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await ann.close()
        for _ in range(TRIES + 1):
            leave_memory(here, ann.code)
            assert await is_named(here, ann.code)
        assert here.server.registry.tables == ()


@async_test
async def test_whoever_has_a_place_is_let_in_by_their_key_wherever_it_stands(tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await spend(here)
        assert ann.api.key is not None
        path, key = f"/api/tables/{ann.code}/rejoin", ann.api.key
        assert (await Api(here.base).post(path, {"key": key}))["place"] == 0
        assert (await here.api.post(path, {"key": "wrong"}, expect=429))["code"] == "too-many-guesses"
        assert (await here.api.http.post(path, content=b"{")).status_code == 429
        assert await ask(here, ann.code, cookie=f"bad; cartable_{ann.code}={key}") == 200
        welcome = await open_socket(here, ann.code, key=key)
        assert isinstance(welcome, dict)
        assert (welcome["t"], welcome["place"]) == ("welcome", 0)
        for code, hello in ((ann.code, {"key": "wrong"}), (ann.code, {}), (new_code(), {"key": key})):
            assert await open_socket(here, code, **hello) == {"t": "bye", "why": "too-many-guesses"}


@async_test
async def test_messages_right_behind_a_late_key_are_heard(tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await spend(here)
        url = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket"
        async with connect(url, open_timeout=PATIENCE_S) as socket:
            for message in (HELLO | {"key": ann.api.key}, {"t": "ask", "q": 5, "act": "draw"}):
                await socket.send(msgspec.json.encode(message).decode())
            async with asyncio.timeout(PATIENCE_S):
                while (heard := msgspec.json.decode(await socket.recv()))["t"] != "opinion":
                    pass
            assert heard["q"] == 5


@async_test
async def test_refusals_come_a_fixed_time_after_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(delay_s: float) -> None:
        waited.append(delay_s)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    limiter = RateLimiter(Limits(refusal_s=10.0), RefusalCounts(Metrics()))
    now_s = asyncio.get_running_loop().time()
    for ago_s in (0.0, 4.0, 12.0):
        await limiter.delay_refusal(now_s - ago_s)
    assert 9.0 < waited[0] <= 10.0
    assert waited[1] <= 6.0, "what was looked up took some of it"
    assert len(waited) == 2


@async_test
async def test_every_refusal_is_delayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await spend(here)
        began: list[float | None] = []

        async def delay(began_s: float | None = None) -> None:
            began.append(began_s)

        monkeypatch.setattr(here.server.services.limiter, "delay_refusal", delay)
        for code in (ann.code, new_code()):
            await ask(here, code)
            await ask(here, code, authorization="Bearer wrong")
            await open_socket(here, code, f"?hello={quote(msgspec.json.encode(HELLO))}")
            await open_socket(here, code, key="wrong")
        assert len(began) == 8
        assert None not in began


@async_test
async def test_an_outage_of_the_store_costs_nobody_a_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes while nothing can be looked up is told so, and gets in afterwards."""
    async with guarded_server(tmp_path) as (here, ann):
        await ann.close()
        leave_memory(here, ann.code)

        async def fail(_code: str) -> Any:
            raise StoreFailed("it is away")

        with monkeypatch.context() as outage:
            outage.setattr(here.server.services.store, "table", fail)
            for code in [ann.code, *(new_code() for _ in range(2 * TRIES))]:
                assert await ask(here, code) == 503
                assert await open_socket(here, code) == 503
                assert not await is_named(here, code)
        assert await is_named(here, ann.code)
        assert await ask(here, ann.code) == 200
        welcome = await open_socket(here, ann.code)
        assert isinstance(welcome, dict)
        assert welcome["t"] == "welcome"
        assert "guesses" not in here.server.services.metrics.limited


Ask = Callable[[str], Awaitable[object]]


async def ask_at_once(here: LiveServer, patch: pytest.MonkeyPatch, codes: list[str], ask_one: Ask) -> list[object]:
    """Ask for all these codes while the store is busy: it answers when all of them have come."""
    limiter = here.server.services.limiter
    find, take, come, all_come = here.server.services.store.table, limiter.take, 0, asyncio.Event()

    async def find_later(code: str) -> Any:
        await all_come.wait()
        return await find(code)

    def take_counted(*about: Any) -> bool:
        nonlocal come
        come += 1
        if come == len(codes):
            all_come.set()
        return take(*about)

    with patch.context() as busy:
        busy.setattr(here.server.services.store, "table", find_later)
        busy.setattr(limiter, "take", take_counted)
        return list(await asyncio.gather(*(ask_one(code) for code in codes)))


@async_test
async def test_more_people_than_tries_come_at_once_to_a_table_that_waits_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        await ann.close()
        leave_memory(here, ann.code)
        codes = [ann.code] * 3 * TRIES
        assert await ask_at_once(here, monkeypatch, codes, partial(ask, here)) == [200] * len(codes)
        leave_memory(here, ann.code)
        greeting = f"?hello={quote(msgspec.json.encode(HELLO))}"
        welcomes = await ask_at_once(here, monkeypatch, codes, partial(open_socket, here, address=greeting))
        assert [isinstance(each, dict) and each["t"] for each in welcomes] == ["welcome"] * len(codes)
        assert "guesses" not in here.server.services.metrics.limited


@async_test
async def test_codes_that_are_guessed_at_once_cost_as_many_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        codes = [new_code() for _ in range(3 * TRIES)]
        statuses = await ask_at_once(here, monkeypatch, codes, partial(ask, here))
        assert Counter(statuses) == {404: TRIES, 429: 2 * TRIES}
        assert await ask(here, ann.code) == 429


@async_test
async def test_who_waits_too_long_for_a_try_is_told_that_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        guesses = here.server.services.limiter.guesses
        held = [guesses.attempt(("127.0.0.1", 1), new_code()) for _ in range(TRIES)]
        monkeypatch.setattr(rate_limits, "IN_TURN_S", 0.01)
        assert await ask(here, ann.code) == 503
        assert await open_socket(here, ann.code) == 503
        assert await ask(here, ann.code, authorization=f"Bearer {ann.api.key}") == 200
        for guess in held:
            assert guess is not None
            guess.found()
        assert await ask(here, ann.code) == 200


@async_test
async def test_private_answers_are_stored_by_nobody_on_the_way(tmp_path: Path) -> None:
    async with guarded_server(tmp_path) as (here, ann):
        path = f"/api/tables/{ann.code}"
        answers = [await here.api.http.get(each) for each in (path, f"{path}/mine", "/api/tables", "/api/matches/none")]
        answers += [await here.api.http.post(f"{path}/sit", json={"name": "Bob"})]
        answers += [await here.api.http.post(f"{path}/rejoin", json={"key": ann.api.key})]
        answers += [await here.api.http.get("/metrics"), await here.api.http.get("/api/deals/none")]
        assert [answer.headers.get("cache-control") for answer in answers] == ["no-store"] * len(answers)
        assert "cache-control" not in (await here.api.http.get("/api/games")).headers
