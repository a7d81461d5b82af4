"""Who is asking: cookies beside those of other programs, origins, and names of the server."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.server.common.credentials import MOST_KEYS, headers_of, keys_of
from cartable.wire import PROTOCOL
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, live_server

NEIGHBOURS = (
    'prefs={"dark": true}',
    'prefs={"a": "b", "c": [1, 2]}',
    "a=b c",
    'x="unfinished',
    "ü=1",
    "bad",
    "x=y z",
    "a@b=1",
    "expires=Wed, 01 Jan",
    "=",
    "",
    "cartable_bcdfgh=of another table",
)
"""Cookies of other programs at the same host."""


@async_test
async def test_cookies_of_other_programs_take_nobodys_place(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        own, stale = (f"cartable_{ann.code}={key}" for key in (ann.api.key, "stale"))
        cookies = [
            cookie for other in NEIGHBOURS for cookie in (f"{other}; {own}", f"{own}; {other}", f"{other};{own}")
        ]
        cookies += [f"{own}; {stale}", f"{stale}; {own}", f'cartable_{ann.code}="{ann.api.key}"']
        stranger = Api(here.base).http
        socket = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket"
        for cookie in cookies:
            headers = {"cookie": cookie.strip().encode()}
            answer = await stranger.get(f"/api/tables/{ann.code}/mine", headers=headers)  # type: ignore[arg-type]  # bytes
            assert answer.json().get("place") == 0, cookie
        for cookie in (f"bad; {stale}; {own}", f"{own}; {stale}"):
            hello = quote(json.dumps({"t": "hello", "v": PROTOCOL}))
            async with connect(f"{socket}?hello={hello}", additional_headers={"cookie": cookie}) as opened:
                welcome = await opened.recv(decode=False)
                assert b'"place":0' in welcome, cookie


def test_cookies_may_come_in_several_headers_and_few_are_looked_at() -> None:
    scope = {"headers": [(b"Cookie", b"cartable_bcdfgh=one"), (b"cookie", b"x=1; cartable_bcdfgh=two")]}
    assert keys_of(headers_of(scope), "bcdfgh") == ("one", "two")
    assert len(keys_of({"cookie": "cartable_bcdfgh=a;" * 1000}, "bcdfgh")) == MOST_KEYS
    assert keys_of({"cookie": "cartable_bcdfgh=one", "authorization": "Bearer two"}, "bcdfgh") == ("two",)


@pytest.mark.parametrize("hello", ['{"t":"hello","v":1,"key":"a"}', '{"t":"hello","v":1,"\\u006bey":"a"}'])
@async_test
async def test_no_key_stands_in_an_address_however_it_is_written(hello: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        url = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket?hello={quote(hello)}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, open_timeout=PATIENCE_S)
        assert refused.value.response.status_code == 400


@async_test
async def test_a_malformed_origin_or_host_is_refused(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        for headers, status in (({"origin": "http://[::1"}, 403), ({"host": "[::1"}, 421)):
            answer = await here.api.http.post("/api/tables", json={"game": "push"}, headers=headers)
            assert answer.status_code == status
        assert here.server.services.metrics.errors == 0


@async_test
async def test_a_page_that_came_without_tls_is_not_ours_where_there_is_tls(tmp_path: Path) -> None:
    async with live_server(tmp_path, public_url="https://example.org") as here:
        cases: tuple[tuple[str, str, dict[str, str], int], ...] = (
            ("http://example.org", "example.org", {}, 403),
            ("https://example.org", "example.org", {}, 201),
            ("https://example.org", "127.0.0.1", {}, 201),
            ("https://example.org:8443", "example.org", {}, 403),
            ("http://192.0.2.1", "192.0.2.1", {}, 201),
            ("http://192.0.2.1", "192.0.2.1", {"x-forwarded-proto": "https"}, 403),
            ("https://192.0.2.1", "192.0.2.1", {}, 201),
        )
        for origin, host, more, status in cases:
            headers = {"origin": origin, "host": host, **more}
            answer = await here.api.http.post("/api/tables", json={"game": "push"}, headers=headers)
            assert answer.status_code == status, headers


@async_test
async def test_cookies_are_secure_where_the_public_address_is(tmp_path: Path) -> None:
    async with live_server(tmp_path, public_url="https://example.org") as here:
        cases: tuple[tuple[dict[str, str], bool], ...] = (
            ({}, True),
            ({"origin": "https://example.org"}, True),
            ({"origin": here.base}, False),
        )
        for headers, is_secure in cases:
            answer = await here.api.http.post("/api/tables", json={"game": "push", "name": "Ann"}, headers=headers)
            assert answer.headers["set-cookie"].endswith("; Secure") == is_secure, headers


@async_test
async def test_only_names_of_this_server_are_answered(tmp_path: Path) -> None:
    """A page whose name was made to mean this machine reads nothing."""
    async with live_server(tmp_path, allowed_hosts=("games.example.org",)) as here:
        (ann,) = await here.table(people=1)
        for path in ("/", "/api/games", "/healthz", "/metrics", f"/api/tables/{ann.code}"):
            answer = await here.api.http.get(path, headers={"host": "evil.example"})
            assert answer.status_code == 421
            assert "--allow-host" in answer.text
        assert (await here.api.http.get("/api/games", headers={"host": "games.example.org"})).status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            await connect(
                f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket",
                additional_headers={"host": "evil.example"},
                open_timeout=PATIENCE_S,
            )
        assert refused.value.response.status_code == 421
        assert here.server.services.metrics.limited["hosts"] == 6
