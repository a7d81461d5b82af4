"""The recipes of docs/hosting.md, in front of a real server: people play through nginx and through Caddy."""

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cartable.server.limits import Limits
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S
from tests.kit.proxies import PROXIES, proxy
from tests.server.live_server import async_test, live_server


@pytest.mark.parametrize("name", PROXIES)
@async_test
async def test_people_play_through_a_proxy_set_up_as_told(name: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, base_path="/games") as here:
        with proxy(name, tmp_path, int(here.base.rpartition(":")[2])) as port:
            here.base = f"http://127.0.0.1:{port}/games"
            here.api = Api(here.base)
            players = await here.table("push", people=2)
            await here.start(players)
            for player in players:
                await player.over()
            assert "<!doctype html>" in (await here.api.http.get("")).text.lower()
            await here.leave()


@pytest.mark.parametrize("name", PROXIES)
@async_test
async def test_a_proxy_hands_on_who_asks_and_from_which_page(name: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, base_path="/games", limits=Limits(tables_s=0.0001, tables_burst=1)) as here:
        with proxy(name, tmp_path, int(here.base.rpartition(":")[2])) as port:
            base = f"http://127.0.0.1:{port}/games"
            http = Api(base).http
            evil = {"origin": "https://evil.example"}
            assert (await http.post("api/tables", json={"game": "push"}, headers=evil)).status_code == 403
            own = {"origin": f"http://127.0.0.1:{port}"}
            opened = await http.post("api/tables", json={"game": "push", "name": "Ann"}, headers=own)
            assert opened.status_code == 201, opened.text
            code = opened.json()["table"]["code"]
            assert f"Path=/games/api/tables/{code};" in opened.headers["set-cookie"]
            assert (await http.post("api/tables", json={"game": "push"}, headers=own)).status_code == 429
            for forged, status in (None, 201), ("192.0.2.9", 429):  # somebody else, who then tries to be a third
                headers = own | ({"x-forwarded-for": forged} if forged is not None else {})
                elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
                async with httpx.AsyncClient(transport=elsewhere, timeout=PATIENCE_S) as other:
                    answer = await other.post(f"{base}/api/tables", json={"game": "push"}, headers=headers)
                assert answer.status_code == status
            socket = f"ws://127.0.0.1:{port}/games/api/tables/{code}/socket"
            with pytest.raises(InvalidStatus):
                await connect(socket, origin="https://evil.example", open_timeout=PATIENCE_S)  # type: ignore[arg-type]
            async with connect(socket, origin=own["origin"], open_timeout=PATIENCE_S):  # type: ignore[arg-type]
                pass


@async_test
async def test_metrics_stay_behind_nginx(tmp_path: Path) -> None:
    async with live_server(tmp_path, base_path="/games") as here:
        with proxy("nginx", tmp_path, int(here.base.rpartition(":")[2])) as port:
            answer = await Api(f"http://127.0.0.1:{port}/games").http.get("metrics")
            assert answer.status_code == 403
