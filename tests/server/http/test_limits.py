"""What one address may ask for over HTTP, and how those are told who ask for more."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.server.common import rate_limits
from cartable.server.common.codes import new_code
from cartable.server.common.work_queue import AT_ONCE, WorkQueue
from cartable.server.http import qr_codes
from cartable.server.http.qr_codes import KEPT, QrCodes, drawn
from cartable.server.limits import Limits, no_limits
from cartable.server.store import StoreFailed
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, limited, live_server


@async_test
async def test_a_qr_code_costs_little_whatever_the_host_says(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}/qr.svg"
        own = (await here.api.http.get(path, headers={"host": "localhost"})).content
        for host in ("a" * 101, "a" * 2290, "a" * 4000):
            answer = await here.api.http.get(path, headers={"host": host})
            assert answer.status_code == 421, "no name is as long"
        longest = f"https://{'a' * 100}:65535/t/{ann.code}"
        assert len(drawn(longest)) < 5 * len(own), "drawing takes as long as what is drawn is large"


@async_test
async def test_qr_codes_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), replays_s=0.001, replays_burst=2)) as here:
        (ann,) = await here.table(people=1)
        statuses = [(await here.api.http.get(f"/api/tables/{ann.code}/qr.svg")).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert limited(here) == {"replays": 1}


@async_test
async def test_qr_codes_that_have_to_be_drawn_have_another_one(tmp_path: Path) -> None:
    """Whatever the host says, one that is known costs nothing, and is told to those too who may draw no more."""
    async with live_server(tmp_path, limits=replace(no_limits(), drawings_s=1e-6, drawings_burst=2)) as here:
        (ann,) = await here.table(people=1)
        asked = [f"{name}.local" for name in ("a", "b", "c", "b", "a")]
        path = f"/api/tables/{ann.code}/qr.svg"
        statuses = [(await here.api.http.get(path, headers={"host": host})).status_code for host in asked]
        assert statuses == [200, 200, 429, 200, 200]
        assert limited(here) == {"drawings": 1}


@async_test
async def test_one_qr_code_is_drawn_at_a_time_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0
    made: list[int] = []

    async def count_turns() -> None:
        nonlocal turns
        while len(made) < KEPT + 20:
            await asyncio.sleep(0)
            turns += 1

    def draw(link: str) -> bytes:
        made.append(turns)
        return link.encode()

    monkeypatch.setattr(qr_codes, "drawn", draw)
    codes = QrCodes()
    links = [str(number) for number in range(KEPT + 20)]
    asked = ["0", *links]
    found = (await asyncio.gather(count_turns(), *(codes.of(link, lambda: None) for link in asked)))[1:]
    assert found == [link.encode() for link in asked]
    assert len(set(made)) == len(made) == KEPT + 20, "one in a turn of the event loop, and each but once"
    assert len(codes) == KEPT


FEW_GUESSES = replace(no_limits(), misses_s=1e-6, misses_burst=3)


@async_test
async def test_codes_cannot_be_guessed_by_asking(tmp_path: Path) -> None:
    """Without a try left the right code is answered as a wrong one, but to those who have a place."""
    async with live_server(tmp_path, limits=FEW_GUESSES) as here:
        (ann,) = await here.table(people=1)
        stranger = Api(here.base).http
        asked = [f"/api/tables/{new_code()}{path}" for path in ("", "/mine", "/qr.svg")]
        assert [(await stranger.get(path)).status_code for path in asked] == [404] * 3
        for code in (new_code(), ann.code):
            answer = await stranger.get(f"/api/tables/{code}")
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many-guesses")
            await (await here.come(code)).gone("too-many-guesses")
        assert (await ann.api.get(f"/api/tables/{ann.code}"))["code"] == ann.code
        await (await here.come(ann.code, ann.api.key)).told_of("welcome")
        assert limited(here)["guesses"] >= 3


@async_test
async def test_all_guesses_are_counted_together(tmp_path: Path) -> None:
    limits = replace(no_limits(), all_misses_s=1e-6, all_misses_burst=4)
    async with live_server(tmp_path, limits=limits) as here:
        statuses = []
        for number in range(6):
            headers = {"x-forwarded-for": f"192.0.2.{number}"}
            statuses.append((await here.api.http.get(f"/api/tables/{new_code()}", headers=headers)).status_code)
        assert statuses == [404] * 4 + [429] * 2


@async_test
async def test_many_guesses_at_once_are_no_more(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=FEW_GUESSES) as here:
        asked = [here.api.http.get(f"/api/tables/{new_code()}") for _ in range(20)]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
        assert sorted(statuses) == [404] * 3 + [429] * 17


@async_test
async def test_a_page_does_not_tell_which_codes_are_right(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<head></head>")
    (web / "manifest.json").write_text('{"_push": {"file": "assets/push.js", "name": "push"}}')
    async with live_server(tmp_path, web=web, limits=FEW_GUESSES) as here:
        (ann,) = await here.table(people=1)
        assert "push.js" in (await here.api.http.get(f"/t/{ann.code}")).text
        for _ in range(3):
            await here.api.http.get(f"/t/{new_code()}")
        assert "push.js" not in (await here.api.http.get(f"/t/{ann.code}")).text


@async_test
async def test_sockets_that_are_opened_count_as_requests(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), requests_s=0.001, requests_burst=3)) as here:
        (ann,) = await here.table(people=1)  # two requests
        url = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket"
        await (await connect(url, open_timeout=PATIENCE_S)).close()
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, open_timeout=PATIENCE_S)
        assert refused.value.response.status_code == 429
        assert b"too-many-requests" in (refused.value.response.body or b"")


@async_test
async def test_a_household_of_64_plays_behind_one_address(tmp_path: Path) -> None:
    """Everybody loads the page, sits down and connects at once, by the limits as they come."""
    async with live_server(tmp_path, limits=Limits()) as here:
        for _ in range(64 * 15):
            assert (await here.api.http.get("/assets/core.js")).status_code == 404
        tables = await asyncio.gather(*(here.table(people=4) for _ in range(16)))
        people = [player for players in tables for player in players]
        assert len(people) == 64
        for player in people:
            await player.api.get(f"/api/tables/{player.code}/mine")
            await player.told_of("welcome")
        assert limited(here) == {}


@pytest.mark.parametrize(
    ("changes", "headers", "status"),
    [
        ({}, {}, 200),
        ({}, {"x-forwarded-for": "192.0.2.1"}, 403),
        ({}, {"host": "example.local"}, 403),
        ({}, {"host": "evil.com@127.0.0.1"}, 421),
        ({}, {"host": "[::1"}, 421),
        ({}, {"x-forwarded-for": "192.0.2.1", "host": "localhost"}, 403),
        ({"metrics_open": True}, {"x-forwarded-for": "192.0.2.1"}, 200),
        ({"metrics_token": "abc"}, {"x-forwarded-for": "192.0.2.1", "authorization": "Bearer abc"}, 200),
        ({"metrics_token": "abc"}, {"authorization": "Bearer abd"}, 403),
    ],
)
@async_test
async def test_metrics_are_for_those_who_run_the_server(
    changes: dict[str, Any], headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    async with live_server(tmp_path, **changes) as here:
        assert (await here.api.http.get("/metrics", headers=headers)).status_code == status


@async_test
async def test_a_table_that_could_not_be_stored_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreFailed("it is away")

    async with live_server(tmp_path, limits=Limits(tables_s=0.0001, tables_burst=1)) as here:
        with monkeypatch.context() as outage:
            outage.setattr(here.server.services.store, "save_table", fail)
            for _ in range(3):
                assert (await here.api.http.post("/api/tables", json={"game": "push"})).status_code == 503
        statuses = [(await here.api.http.post("/api/tables", json={"game": "push"})).status_code for _ in range(2)]
        assert statuses == [201, 429]


@async_test
async def test_only_trusted_proxies_tell_addresses(tmp_path: Path) -> None:
    limits = Limits(tables_s=0.0001, tables_burst=1)
    async with live_server(tmp_path, limits=limits, trusted_proxies=("192.0.2.0/24",)) as here:
        statuses = []
        for address in ("192.0.2.1", "198.51.100.1"):
            headers = {"x-forwarded-for": address}
            answer = await here.api.http.post("/api/tables", json={"game": "push"}, headers=headers)
            statuses.append(answer.status_code)
        assert statuses == [201, 429]


@async_test
async def test_connections_are_counted_until_they_are_gone(tmp_path: Path) -> None:
    limits = replace(no_limits(), connections_per_address=3)
    async with live_server(tmp_path, limits=limits, trusted_proxies=()) as here:
        host, port = "127.0.0.1", int(here.base.rpartition(":")[2])
        opened = [await asyncio.open_connection(host, port) for _ in range(3)]
        reader, writer = await asyncio.open_connection(host, port)
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()
        for _, each in opened:
            each.close()
            await each.wait_closed()
        async with httpx.AsyncClient(base_url=here.base, timeout=PATIENCE_S) as client:
            async with asyncio.timeout(PATIENCE_S):
                while here.server.connections.count > 0:
                    await asyncio.sleep(0)
            assert (await client.get("/healthz")).status_code == 200


@async_test
async def test_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    """An answer that is not read waits for a while, then its connection is gone, and its memory with it."""
    limits = replace(no_limits(), write_s=0.2, close_s=0.1)
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_bytes(b"<head></head>" + b"x" * 20_000_000)
    async with live_server(tmp_path, limits=limits, web=web, trusted_proxies=()) as here:
        _, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]), limit=1)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        async with asyncio.timeout(PATIENCE_S):
            while "unread" not in limited(here):
                await asyncio.sleep(0.02)
            while here.server.connections.count > 0:
                await asyncio.sleep(0.02)
        writer.close()


@async_test
async def test_what_is_refused_is_told_to_whoever_runs_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), requests_s=0.001, requests_burst=1)) as here:
        caplog.set_level("INFO", "cartable")
        api = Api(here.base)
        statuses = [(await api.http.get("/healthz")).status_code for _ in range(4)]
        assert statuses == [200, 429, 429, 429]
        told = [record for record in caplog.records if record.getMessage() == "limits reached"]
        assert [record.about for record in told] == [{"requests": 1}]  # type: ignore[attr-defined]  # ours
    assert [record.about["requests"] for record in caplog.records if record.getMessage() == "limits reached"] == [1, 2]  # type: ignore[attr-defined]  # ours


@async_test
async def test_requests_that_come_together_are_let_in_a_few_at_a_time() -> None:
    queue, begun = WorkQueue(), []

    async def ask(number: int) -> None:
        await queue.wait()
        begun.append(number)

    asked = [asyncio.ensure_future(ask(number)) for number in range(11)]
    seen = []
    while len(begun) < len(asked):
        await asyncio.sleep(0)
        seen.append(len(begun))
    assert begun == list(range(11))
    assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) <= AT_ONCE


@async_test
async def test_who_asks_too_often_waits_for_the_answer(tmp_path: Path) -> None:
    limits = replace(no_limits(), requests_s=0.001, requests_burst=1, refusal_s=0.2)
    async with live_server(tmp_path, limits=limits) as here:
        await here.api.get("/healthz")
        began = time.monotonic()
        await here.api.get("/healthz", expect=429)
        assert time.monotonic() - began >= 0.2


def told_to_wait(answer: httpx.Response) -> int:
    """How many seconds somebody is told to wait who has asked too often."""
    assert answer.status_code == 429
    return int(answer.headers["retry-after"])


@async_test
async def test_who_asks_too_often_is_told_when_to_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "now_ms", lambda: 0.0)
    limits = replace(
        no_limits(), tables_s=1 / 60, tables_burst=1, misses_s=1 / 300, misses_burst=1, replays_s=0.1, replays_burst=4
    )
    async with live_server(tmp_path, limits=limits) as here:
        (ann,) = await here.table(people=1)
        assert told_to_wait(await here.api.http.post("/api/tables", json={"game": "push"})) == 60
        while (answer := await here.api.http.get(f"/api/tables/{ann.code}/qr.svg")).status_code == 200:
            pass
        assert told_to_wait(answer) == 10
        stranger = Api(here.base).http
        assert (await stranger.get(f"/api/tables/{new_code()}")).status_code == 404
        assert told_to_wait(await stranger.get(f"/api/tables/{new_code()}")) == 300
        url = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket?hello=1"
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, open_timeout=PATIENCE_S)
        assert refused.value.response.headers["retry-after"] == "300"


@async_test
async def test_too_many_requests_and_pages_say_when_there_may_be_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "now_ms", lambda: 0.0)
    limits = replace(no_limits(), requests_s=0.1, requests_burst=1, pages_s=0.5, pages_burst=1)
    async with live_server(tmp_path, limits=limits) as here:
        for path, seconds in (("/healthz", 10), ("/", 2)):
            await here.api.http.get(path)
            assert told_to_wait(await here.api.http.get(path)) == seconds
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{here.base.replace('http', 'ws')}/api/tables/bcdfgh/socket", open_timeout=PATIENCE_S)
        assert refused.value.response.headers["retry-after"] == "10"


@pytest.mark.parametrize(
    ("changes", "limit"),
    [({"connects_s": 0.001, "connects_burst": 2}, "connects"), ({"connections": 2}, "all_connections")],
)
@async_test
async def test_connections_are_bounded_by_rate_and_in_all(changes: dict[str, Any], limit: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), **changes), trusted_proxies=()) as here:
        port = int(here.base.rpartition(":")[2])
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        refusal = await lines[-1][0].read()
        assert b"too-many-connections" in refusal
        assert b"retry-after: 1\r\n" in refusal
        assert limited(here) == {limit: 1}
        for _, writer in lines:
            writer.close()
