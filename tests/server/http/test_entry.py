"""The entry: origins, headers, limits, sub-paths, the pages, and what machines ask for."""

import asyncio
import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.games import registry
from cartable.puzzles import games_with_puzzles
from cartable.server.limits import Limits, no_limits
from cartable.server.tables.registry import TableRegistry
from cartable.wire import rest
from tests.kit.client import Player
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, live_server


@async_test
async def test_every_response_forbids_what_is_not_needed(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        for path in ("/", "/healthz", "/api/games", "/nowhere", "/api/nowhere"):
            headers = (await here.api.http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"
            assert "server" not in headers


@async_test
async def test_parts_of_a_page_obey_its_headers_and_a_worker_has_its_own(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    for name in ("table-12345678.js", "table-12345678.css", "worker-12345678.js", "picture.svg"):
        (web / "assets" / name).write_text("")
    async with live_server(tmp_path, web=web) as here:
        for name, own in (
            ("table-12345678.js", False),
            ("table-12345678.css", False),
            ("worker-12345678.js", True),
            ("picture.svg", True),
        ):
            headers = (await here.api.http.get(f"/assets/{name}")).headers
            assert ("content-security-policy" in headers) == own
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cross-origin-resource-policy"] == "same-origin"
        missing = (await here.api.http.get("/assets/none.js", headers={"accept": "text/html"})).headers
        assert "default-src 'none'" in missing["content-security-policy"], "this is a page"


@async_test
async def test_pages_of_others_cannot_act_here(tmp_path: Path) -> None:
    async with live_server(tmp_path, public_url="https://example.org/games") as here:
        (ann,) = await here.table(people=1)
        origins = {"http://evil.example": 403, here.base: 201, "https://example.org": 201, "null": 403}
        for origin, status in origins.items():
            answer = await here.api.http.post("/api/tables", json={"game": "push"}, headers={"origin": origin})
            assert answer.status_code == status
            url = f"{here.base.replace('http', 'ws')}/api/tables/{ann.code}/socket"
            if status == 403:
                with pytest.raises(InvalidStatus):
                    await connect(url, origin=origin, open_timeout=PATIENCE_S)  # type: ignore[arg-type]  # it has a type
            else:
                await (await connect(url, origin=origin, open_timeout=PATIENCE_S)).close()  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/api/tables/xxxxxx/socket", "/api/tables/nope/socket", "/socket"])
@async_test
async def test_a_socket_needs_a_table(path: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        with pytest.raises(InvalidStatus):
            await connect(here.base.replace("http", "ws") + path, open_timeout=PATIENCE_S)


@pytest.mark.parametrize("prefix", ["/games", ""])
@async_test
async def test_the_server_lives_under_a_path_whether_the_proxy_keeps_it_or_not(prefix: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, base_path="/games") as here:
        here.base += prefix
        answer = await here.api.http.post(f"{prefix}/api/tables", json={"game": "quinto", "name": "Ann"})
        code, key = answer.json()["table"]["code"], answer.json()["key"]
        assert f"Path=/games/api/tables/{code};" in answer.headers["set-cookie"]
        ann = Player(here.base, code, key)
        here.people.append(await ann.connect())
        await ann.until(lambda: ann.table)
        assert ann.place == 0


@async_test
async def test_the_built_client_is_served_with_its_own_addresses(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><head></head>")
    (web / "assets" / "a.js").write_text("1")
    (web / "assets" / "long.js").write_text("1;" * 1000)
    (web / "assets" / "long.js.br").write_bytes(bytes.fromhex("1bcf07f8a56276c2b230007101"))
    async with live_server(tmp_path, web=web, base_path="/games") as here:
        for path in ("/", "/t/bcdfgh", "/replay/abc", "/rules/push"):
            answer = await here.api.http.get(path)
            assert '<base href="/games/">' in answer.text
        script = await here.api.http.get("/games/assets/a.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        again = await here.api.http.get("/games/assets/a.js", headers={"if-none-match": script.headers["etag"]})
        assert again.status_code == 304
        packed = await here.api.http.get("/games/assets/long.js", headers={"accept-encoding": "gzip"})
        plain = await here.api.http.get("/games/assets/long.js", headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        assert packed.text == plain.text
        best = await here.api.http.get("/games/assets/long.js", headers={"accept-encoding": "gzip, deflate, br"})
        assert best.headers["content-encoding"] == "br"
        assert (await here.api.http.get("/games/assets/long.js.br")).status_code == 404
        lost = await here.api.http.get("/games/nothing/x", headers={"accept": "text/html,*/*;q=0.8"})
        assert lost.status_code == 404
        assert '<base href="/games/">' in lost.text, "an address typed in a browser gets the page, which says so"
        assert (await here.api.http.get("/games/nothing/x")).json()["code"] == "not-found"
        for path in ("/assets/../../cartable.db", "/assets/%2e%2e/%2e%2e/cartable.db", "/cartable.db"):
            assert (await here.api.http.get(path)).status_code == 404


@async_test
async def test_the_first_page_and_that_of_a_table_have_fetched_what_they_will_need(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    script = "early()"
    (web / "index.html").write_text(f'<head><script>{script}</script><script src="./assets/core.js"></script></head>')
    chunks = {
        "_core": {"file": "assets/core.js", "name": "core"},
        "_table": {"file": "assets/table.js", "name": "table", "imports": ["_core", "_small"]},
        "_small": {"file": "assets/small.js", "name": "small"},
        "_push": {"file": "assets/push.js", "name": "push", "imports": ["_core", "_small"], "css": ["assets/push.css"]},
        "_home": {"file": "assets/home.js", "name": "Home", "imports": ["_core"]},
        "words/en": {"file": "assets/en.js", "name": "en", "isDynamicEntry": True},
    }
    (web / "manifest.json").write_text(json.dumps(chunks))
    (web / "words").mkdir()
    (web / "words/fr-push.json").write_text(json.dumps({"told": "</script>"}))
    async with live_server(tmp_path, web=web) as here:
        (ann,) = await here.table("push", people=1)
        page = await here.api.http.get(f"/t/{ann.code}", headers={"accept-language": "de, fr-CH;q=0.8, en;q=0.5"})
        linked = re.findall('rel="modulepreload" crossorigin href="./assets/(.*?)"', page.text)
        assert linked == ["table.js", "small.js", "push.js"]
        assert re.findall('rel="stylesheet" crossorigin href="./assets/(.*?)"', page.text) == ["push.css"]
        assert "accept-language" in page.headers["vary"]
        said = re.search('<script type="application/json" lang="fr">(.*?)</script>', page.text)
        assert said is not None
        assert json.loads(said[1]) == {"told": "</script>"}, "sentences cannot end what they stand in"
        assert '<meta name="cartable-game" content="push">' in page.text
        english = (await here.api.http.get(f"/t/{ann.code}", headers={"accept-language": "en"})).text
        assert "en.js" in english, "a language whose sentences are not in the page is fetched with it"
        assert (await here.api.http.get("/words/fr-push.json")).status_code == 404
        first = (await here.api.http.get("/", headers={"accept-language": "fr"})).text
        assert 'href="./assets/home.js"' in first
        assert 'as="fetch" crossorigin href="./api/games"' in first, "its first button is one of a game"
        assert "cartable-game" not in first
        assert "modulepreload" not in (await here.api.http.get("/t/bcdfgh")).text
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{digest}';" in page.headers["content-security-policy"]


@async_test
async def test_the_largest_script_stands_in_the_page_until_a_browser_keeps_it(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "inline").mkdir(parents=True)
    core = '<script type="module" crossorigin src="./assets/core.js"></script>'
    (web / "index.html").write_text(f"<head><style></style></head><body>{core}</body>")
    scripts = {"core.js": "run()", "map.json": '{"imports":{"./assets/core.js":"./assets/inlined.js"}}'}
    for name, text in scripts.items():
        (web / "inline" / name).write_text(text)
    async with live_server(tmp_path, web=web) as here:
        (ann,) = await here.table("push", people=1)
        for path in ("/", f"/t/{ann.code}"):
            page = await here.api.http.get(path)
            assert '<script type="module">run()</script>' in page.text
            assert f'<script type="importmap">{scripts["map.json"]}</script>' in page.text
            assert 'rel="modulepreload" crossorigin href="./assets/inlined.js"' in page.text
            assert core not in page.text
            for text in scripts.values():
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in page.headers["content-security-policy"]
            kept = await here.api.http.get(path, headers={"cartable-kept": "1"})
            assert core in kept.text
            assert "run()" not in kept.text
            assert kept.headers["etag"] != page.headers["etag"]
        assert (await here.api.http.get("/inline/core.js")).status_code == 404


@async_test
async def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    limits = Limits(requests_s=0.001, requests_burst=3)
    async with live_server(tmp_path, limits=limits) as here:
        statuses = [(await here.api.http.get("/healthz")).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


@async_test
async def test_tables_messages_and_sockets_are_bounded(tmp_path: Path) -> None:
    limits = Limits(tables_s=0.0001, tables_burst=1, messages_s=0.001, messages_burst=12, sockets_per_address=1)
    async with live_server(tmp_path, limits=limits) as here:
        (ann,) = await here.table(people=1)
        refused = await here.api.post("/api/tables", {"game": "push"}, expect=429)
        assert refused["code"] == "too-many-tables"
        await (await here.come(ann.code)).gone("too-many-sockets")
        for q in range(12):
            await ann.send({"t": "ask", "q": q, "act": "draw"})
        await ann.gone("too-many")


@async_test
async def test_bodies_are_bounded(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        size = no_limits().body_bytes
        answer = await here.api.http.post("/api/tables", json={"game": "x" * size})
        assert answer.status_code == 413
        assert answer.json()["code"] == "too-large"


@async_test
async def test_machines_can_look_after_the_server(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        await here.table(people=2)
        assert await here.api.get("/healthz") == {"status": "ok"}
        metrics = (await here.api.http.get("/metrics")).text
        assert "cartable_tables_opened_total 1" in metrics
        assert "cartable_sockets 2" in metrics


@async_test
async def test_the_document_says_where_decoding_is_strict(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        document = await here.api.get("/api/openapi.json")
        schemas = document["components"]["schemas"]
        bodies = [kind.__name__ for kind in rest.Body.__subclasses__()]
        for name in bodies:
            (schema,) = (schema for key, schema in schemas.items() if key.split("_")[-1].split(".")[-1] == name)
            assert schema["additionalProperties"] is False
        assert "/api/tables/{code}/sit" in document["paths"]


@pytest.mark.every_game
@async_test
async def test_games_words_and_rules_are_told(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        games = {game["id"]: game for game in await here.api.get("/api/games")}
        assert list(games) == [game.id for game in registry.games()]
        (risk, _) = games["push"]["options"]
        assert risk == {"name": "risk", "default": False, "rule": "PUSH-38", "values": [False, True]}
        assert games["hexa"]["options"][0]["least"] == 0
        for language in ("en", "fr"):
            words = await here.api.get(f"/api/words/{language}")
            assert "push" in words
            assert (await here.api.get(f"/api/rules/{language}/push")).startswith("# Push")
        for path in ("/api/words/xx", "/api/rules/xx/push"):
            assert (await here.api.get(path, expect=404))["code"] == "no-such-language"
        assert (await here.api.get("/api/rules/en/chess", expect=400))["code"] == "bad-input"


@async_test
async def test_a_puzzle_is_the_same_by_its_number_and_by_its_day(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        games = {game["id"]: game["puzzles"] for game in await here.api.get("/api/games")}
        assert [game for game, count in games.items() if count] == list(games_with_puzzles())
        for game in games_with_puzzles():
            posed = await here.api.get(f"/api/puzzles/{game}?day=2026-11-16")
            assert posed == await here.api.get(f"/api/puzzles/{game}?number={posed['number']}")
            assert posed["view"]["seat"] == posed["seat"]
            assert len(posed["acts"]) == len(posed["worths"]) > 2
        asked = (f"{game}?number=0", f"{game}?day=today", f"{game}?number=1&day=2026-11-16")
        for path in (game, "hexa?number=1", *asked):
            refused = await here.api.get(f"/api/puzzles/{path}", expect=400)
            assert refused["code"] == "bad-input", refused


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nowhere", None, 404),
        ("PUT", "/api/tables", {}, 405),
        ("POST", "/api/tables", b"{", 400),
        ("POST", "/api/tables", b"\xff", 400),
        ("POST", "/api/tables", b"[" * 10_000, 400),
        ("GET", "/api/tables/%00%ff", None, 404),
        ("GET", "/api/matches/x?seat=y", None, 400),
        ("POST", "/api/tables/bcdfgh/kick", {"place": 99999999999999999999}, 404),
    ],
)
@async_test
async def test_errors_have_one_shape(method: str, path: str, body: Any, status: int, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        content = {"content": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
        answer: httpx.Response = await here.api.http.request(method, path, **content)
        assert answer.status_code == status, answer.text
        assert set(answer.json()) <= {"code", "rule", "about", "expected"}
        assert answer.json()["code"]


@async_test
async def test_a_slow_reader_is_not_waited_for(tmp_path: Path) -> None:
    async with live_server(tmp_path, limits=replace(no_limits(), write_s=PATIENCE_S)) as here:
        ann, bob = players = await here.table("quinto", people=2)
        eve = await here.come(ann.code)
        await eve.until(lambda: eve.table)
        (slow,) = [c for c in here.server.registry.tables[0].presence.connections() if c.place is None]
        assert eve.socket is not None
        eve.socket.transport.pause_reading()  # what is sent to her fills all buffers on the way
        filling = msgspec.json.encode({"t": "", "fill": "x" * 10_000})
        while not slow.behind:
            slow.send_text(filling)
            await asyncio.sleep(0)
        await here.start(players)
        await ann.over()
        await bob.over()
        assert eve.match is None
        assert here.server.services.metrics.resyncs == 0
        eve.socket.transport.resume_reading()
        await eve.until(lambda: eve.outcome)
        assert eve.view["seat"] is None
        assert here.server.services.metrics.resyncs == 1


@async_test
async def test_a_bug_is_answered_counted_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_registry: TableRegistry) -> None:
        raise ZeroDivisionError

    async with live_server(tmp_path) as here:
        monkeypatch.setattr(TableRegistry, "public", broken)
        answer = await here.api.http.get("/api/tables")
        assert (answer.status_code, answer.json()) == (500, {"code": "bug"})
        assert here.server.services.metrics.errors == 1
        assert "ZeroDivisionError" in caplog.text
